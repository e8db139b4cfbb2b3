//! Every position in which a move is due, one for each set of equivalent positions.

use std::{collections::HashSet, iter};

use crate::{
    Position, Record, Status,
    quantum::solve::key::{KEY_MOVES, Keyed},
};

/// Iterates over records that lead to every position in which at most six moves have been made and a move is due:
/// 1,006,813 records, one for each [canonical form](crate::solve::canonical).
///
/// The order is always the same: depth first, in the order of [`Position::legal_actions`].
///
/// Positions with seven or eight moves are left out, because their canonical forms depend on the history.
pub fn all() -> impl Iterator<Item = Record> {
    let entry = |node: Keyed, record: &Record| {
        let actions = node.position.legal_actions();
        (node, record.clone(), actions.into_iter())
    };
    let (start, node) = (Record::new(), Keyed::of(&Position::new()));
    let mut seen = HashSet::from([node.key()]);
    let mut open = vec![entry(node, &start)];
    let others = iter::from_fn(move || {
        loop {
            let (node, record, actions) = open.last_mut()?;
            let Some(action) = actions.next() else {
                open.pop();
                continue;
            };
            let next = node.after(action);
            let status = next.position.status();
            let is_new = match status {
                _ if next.position.moves() > KEY_MOVES => false,
                Status::Move(_) => seen.insert(next.key()),
                Status::Measure { .. } => true,
                Status::Over => false,
            };
            if is_new {
                let mut record = record.clone();
                record.push(action).expect("a legal action");
                open.push(entry(next, &record));
                if let Status::Move(_) = status {
                    return Some(record);
                }
            }
        }
    });
    iter::once(start).chain(others)
}
