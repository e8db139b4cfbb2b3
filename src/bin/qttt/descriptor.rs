//! Reading and writing file descriptors. Both wait until they are possible, even if another process has made the stream
//! non-blocking, and signals don't interrupt them.

use std::io;
use std::os::fd::AsFd;

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Reads once, and returns the length of what was read.
pub(crate) fn read(stream: impl AsFd, buffer: &mut [u8]) -> io::Result<usize> {
    waiting(&stream, PollFlags::IN, || {
        rustix::io::read(&stream, &mut *buffer)
    })
}

/// Reads once, up to the capacity of a text, and appends what was read. Returns its length.
pub(crate) fn append(stream: impl AsFd, text: &mut Vec<u8>) -> io::Result<usize> {
    waiting(&stream, PollFlags::IN, || {
        rustix::io::read(&stream, spare_capacity(&mut *text))
    })
}

/// Returns `true` if a read would not wait. The end of the stream counts as something to read.
pub(crate) fn is_ready(stream: impl AsFd) -> bool {
    let mut watched = [PollFd::new(&stream, PollFlags::IN)];
    poll(&mut watched, Some(&Timespec::default())) == Ok(1)
}

/// Writes all bytes.
pub(crate) fn write_all(stream: impl AsFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = waiting(&stream, PollFlags::OUT, || {
            rustix::io::write(&stream, bytes)
        })?;
        bytes = &bytes[written..];
    }
    Ok(())
}

fn waiting<T>(
    stream: impl AsFd,
    until: PollFlags,
    mut attempt: impl FnMut() -> Result<T, Errno>,
) -> io::Result<T> {
    loop {
        match attempt() {
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(&stream, until)], None);
            }
            Err(Errno::INTR) => {}
            done => return Ok(done?),
        }
    }
}
