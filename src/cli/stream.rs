//! Streams that end together: once the output fails, no worker waits for input whose answers nobody can have.

use std::{
    fs::File,
    io::{self, PipeReader, PipeWriter, Read, Write},
    os::fd::AsFd,
};

use rustix::event::{PollFd, PollFlags, poll};

/// An input, which ends when the pipe does.
pub(crate) struct Input<R> {
    input: R,
    pipe: PipeReader,
}

/// Standard output; the pipe is open until it fails.
pub(crate) struct Output(Option<PipeWriter>);

/// Links an input with standard output.
pub(crate) fn link<R: Read + AsFd>(input: R) -> io::Result<(Input<R>, Output)> {
    let (reader, writer) = io::pipe()?;
    let input = Input {
        input,
        pipe: reader,
    };
    Ok((input, Output(Some(writer))))
}

/// Returns standard input without a buffer of its own: what is in one can't be waited for.
pub(crate) fn stdin() -> io::Result<File> {
    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

impl<R: Read + AsFd> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut ready = [
            PollFd::new(&self.input, PollFlags::IN),
            PollFd::new(&self.pipe, PollFlags::IN),
        ];
        poll(&mut ready, None)?;
        match ready[1].revents().is_empty() {
            true => self.input.read(buffer),
            false => Ok(0),
        }
    }
}

impl Output {
    fn checked<T>(&mut self, written: io::Result<T>) -> io::Result<T> {
        if matches!(&written, Err(error) if error.kind() != io::ErrorKind::Interrupted) {
            self.0 = None;
        }
        written
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(text);
        self.checked(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = io::stdout().flush();
        self.checked(flushed)
    }
}
