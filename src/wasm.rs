//! The library in a browser: the web page that `qttt page` prints calls these functions.

use std::cell::RefCell;

use crate::report::for_page;
use crate::solve::Solver;

thread_local! {
    /// A text, which its report replaces.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Remembers the positions of all texts.
    static SOLVER: Solver = Solver::new();
}

/// Resizes the text to the requested length and returns its address.
#[expect(unsafe_code, reason = "the name of the function is exported")]
#[unsafe(no_mangle)]
extern "C" fn qttt_room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Replaces the text by its report, or by the report on its error, and returns the length of the report.
#[expect(unsafe_code, reason = "the name of the function is exported")]
#[unsafe(no_mangle)]
extern "C" fn qttt_report() -> usize {
    TEXT.with_borrow_mut(|text| {
        *text = SOLVER.with(|solver| for_page(text, solver)).into_bytes();
        text.len()
    })
}
