//! The scores of the alpha-beta search, for the player to move. Each is in one of three bands, and a loss scores the
//! negative of a win.

/// The score of a proven win, less 1 for each ply until the line is complete. Every reply was tried.
pub(super) const PROVEN: i64 = 3 << 40;
/// The score of a likely win, less 1 for each such ply. A reply that wasn't tried may refute it.
const LIKELY: i64 = 2 << 40;
/// Every estimate is closer to 0. It is a sum over at most 2^18 cells and lines, which score up to 2^20 each.
const ESTIMATE: i64 = 1 << 40;

/// Returns `true` if a score is a proven win.
pub(super) const fn wins(score: i64) -> bool {
    score > LIKELY
}

/// Returns `true` if a score is a proven loss.
pub(super) const fn loses(score: i64) -> bool {
    score < -LIKELY
}

/// Returns `true` if a score is a win or loss, proven or likely.
pub(super) const fn is_decisive(score: i64) -> bool {
    score.abs() > ESTIMATE
}

/// Returns the score of a likely loss, given the score of a proven one.
pub(super) const fn likely(loss: i64) -> i64 {
    loss + PROVEN - LIKELY
}
