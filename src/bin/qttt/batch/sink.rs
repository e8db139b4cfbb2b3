//! The output, to which the workers write their results in the order of the blocks.

use std::{
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use super::{BatchError, Results, Summary};

/// The output, and the number of the block whose turn it is.
pub(super) struct Sink<'w> {
    state: Mutex<State<'w>>,
    changed: Condvar,
}

struct State<'w> {
    output: &'w mut (dyn Write + Send),
    messages: &'w mut (dyn Write + Send),
    summary: Summary,
    /// The number of the block whose results come next.
    turn: u64,
    /// Set when the output fails or a worker panics. Nothing is written after that.
    failed: bool,
}

impl<'w> Sink<'w> {
    pub(super) fn new(
        output: &'w mut (dyn Write + Send),
        messages: &'w mut (dyn Write + Send),
    ) -> Self {
        Self {
            state: Mutex::new(State {
                output,
                messages,
                summary: Summary::default(),
                turn: 0,
                failed: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Waits for the block's turn, and writes the results. The block keeps the turn until its last results.
    ///
    /// Returns `false` if another worker has failed.
    pub(super) fn write(
        &self,
        block: u64,
        results: &mut Results<'_>,
        is_last: bool,
    ) -> Result<bool, BatchError> {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.turn != block && !state.failed)
            .unwrap_or_else(PoisonError::into_inner);
        if state.failed {
            return Ok(false);
        }
        let written = state.write(results);
        state.failed = written.is_err();
        state.turn += u64::from(is_last);
        self.changed.notify_all();
        written.map(|()| true).map_err(BatchError::Write)
    }

    pub(super) fn into_summary(self) -> Summary {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).summary
    }

    /// Ends all waiting: a worker has panicked.
    pub(super) fn fail(&self) {
        self.lock().failed = true;
        self.changed.notify_all();
    }

    /// Ignores poison: a panic during a write spoils only the output, which then counts as failed.
    fn lock(&self) -> MutexGuard<'_, State<'w>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State<'_> {
    fn write(&mut self, results: &mut Results<'_>) -> io::Result<()> {
        self.output.write_all(&results.output)?;
        self.output.flush()?;
        // A failure of the messages can't be reported.
        let _ = self.messages.write_all(&results.messages);
        self.summary.records += results.summary.records;
        self.summary.invalid += results.summary.invalid;
        results.output.clear();
        results.messages.clear();
        results.summary = Summary::default();
        Ok(())
    }
}
