//! Every position there is, once.

use std::{collections::HashSet, iter};

use crate::{
    Record, Status,
    quantum::solve::key::{ALIKE, Node},
};

/// Iterates over every position with up to six moves in which a move is to be made, each at the end of a record. Of
/// positions that differ only in how the board is turned, and in what of their history no longer matters, there is one.
///
/// The order is always the same: depth first, by the order of [`Position::legal_actions`](crate::Position::legal_actions).
///
/// A position with seven moves or eight is so near the end that the solver looks at it as a part of one of these.
pub fn all() -> impl Iterator<Item = Record> {
    let start = Record::new();
    let node = Node::of(&start.position());
    let mut seen = HashSet::from([node.key()]);
    let mut open = vec![(node, start.clone(), start.position().legal_actions())];
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
                _ if next.position.moves() > ALIKE => false,
                Status::Move(_) => seen.insert(next.key()),
                Status::Measure { .. } => true,
                Status::Over => false,
            };
            if is_new {
                let mut record = record.clone();
                record.push(action).expect("the action is a legal one");
                open.push((next, record.clone(), next.position.legal_actions()));
                if let Status::Move(_) = status {
                    return Some(record);
                }
            }
        }
    });
    iter::once(start).chain(others)
}
