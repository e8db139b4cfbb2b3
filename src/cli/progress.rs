//! A bar that shows how much of a file has been scored.

#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};
use std::{
    fs::File,
    io::{self, IsTerminal, Read, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A shorter wait needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A file that moves a progress bar on standard error as it is read, if that is a terminal.
pub(crate) struct Progress {
    file: File,
    bar: ProgressBar,
    opened: Instant,
}

/// Standard error; the bar makes way for what is written.
pub(crate) struct Messages(ProgressBar);

impl Progress {
    pub(crate) fn of(file: File) -> Self {
        let bar = ProgressBar::with_draw_target(
            file.metadata().ok().map(|metadata| metadata.len()),
            ProgressDrawTarget::hidden(),
        );
        if let Ok(style) = ProgressStyle::with_template(
            "{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left",
        ) {
            bar.set_style(style);
        }
        Self {
            file,
            bar,
            opened: Instant::now(),
        }
    }

    pub(crate) fn messages(&self) -> Messages {
        Messages(self.bar.clone())
    }

    fn is_due(&self) -> bool {
        let seen = || io::stderr().is_terminal() && !io::stdout().is_terminal();
        let file_has_length = self.bar.length() > Some(0);
        self.opened.elapsed() > PATIENCE && self.bar.is_hidden() && file_has_length && seen()
    }
}

impl Read for Progress {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bar.inc(read as u64);
        if self.is_due() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        Ok(read)
    }
}

#[cfg(unix)]
impl AsFd for Progress {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Write for Messages {
    fn write(&mut self, message: &[u8]) -> io::Result<usize> {
        self.0.suspend(|| io::stderr().write(message))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
