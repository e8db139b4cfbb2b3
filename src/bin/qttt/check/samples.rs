//! The records for a scorer.

use std::collections::{HashMap, HashSet};
use std::iter;

use qttt::generate::Generator;
use qttt::solve::Solver;
use qttt::{Action, Record, Rng, Status, Strategy};

/// Returns `true` unless a record ends with an unmeasured cycle. A scorer for the challenge need not handle such
/// records: none of its examples is one.
fn is_measured(record: &Record) -> bool {
    !matches!(record.position().status(), Status::Measure { .. })
}

/// Plays actions and skips illegal ones.
fn played(actions: impl IntoIterator<Item = Action>) -> Record {
    let mut record = Record::new();
    for action in actions {
        let _ = record.push(action);
    }
    record
}

/// Returns every prefix of a record, the shortest first, and the record itself.
fn prefixes(record: &Record) -> impl Iterator<Item = Record> {
    let actions = record.actions();
    (1..=actions.len()).map(|length| played(actions[..length].iter().copied()))
}

/// Returns `true` if the letters of a pair are not in order. Actions are equal in either order, but texts aren't.
pub(super) fn has_turned_pair(record: &Record) -> bool {
    let mut actions = record.actions().iter();
    actions.any(|action| action.to_string() != action.in_reading_order().to_string())
}

/// Returns, for each action, the record without this action and those that become illegal, and then the record with the
/// letters of all its pairs in order, and of one of its pairs. Empty and unmeasured records are left out.
pub(super) fn simpler(record: &Record) -> Vec<Record> {
    let actions = record.actions();
    let ordered: Vec<_> = actions.iter().map(|one| one.in_reading_order()).collect();
    let changed =
        |nth: usize, action: &[Action]| [&actions[..nth], action, &actions[nth + 1..]].concat();
    let numbers = 0..actions.len();
    let shortened = numbers.clone().map(|nth| changed(nth, &[]));
    let in_order = numbers.map(|nth| changed(nth, &ordered[nth..=nth]));
    let all = shortened.chain([ordered.clone()]).chain(in_order);
    let is_wanted = |simpler: &Record| {
        let differs = simpler.to_string() != record.to_string();
        differs && !simpler.actions().is_empty() && is_measured(simpler)
    };
    all.map(played).filter(is_wanted).collect()
}

/// Lists the extremes.
fn extremes() -> impl Iterator<Item = Record> {
    let lines = include_str!("extremes.txt").lines();
    let records = lines.filter_map(|line| Some(line.split_once(" | ")?.0));
    records.map(|record| record.parse().expect("it is legal"))
}

/// Reverses half of a record's pairs, chosen at random: `AB` becomes `BA`.
fn turned(record: &Record, rng: &mut Rng) -> Record {
    let actions = record.actions().iter();
    played(actions.map(|&action| match action {
        Action::Move(a, b) if rng.below(2) == 0 => Action::Move(b, a),
        other => other,
    }))
}

/// Returns `count` different records, the shortest first: the extremes, and random ones.
///
/// Half of the random records are prefixes of games, and half are whole games. All lengths of prefixes have equal
/// shares, and so do all kinds of one length: a kind is a number of moves, and the lines of both players.
pub(super) fn samples(count: usize, seed: u64) -> Vec<Record> {
    let solver = Solver::new();
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, seed);
    let mut rng = Rng::from_seed(!seed);
    let mut random = iter::repeat_with(|| turned(&generator.record(&solver), &mut rng));
    // Rare kinds are found in many games.
    let games: Vec<_> = random.by_ref().take(count.max(2_000)).collect();
    let all = extremes()
        .chain(spread_prefixes(&games, count / 2 / Record::MAX_ACTIONS))
        .chain(games.iter().cloned())
        .chain(random);
    let mut samples: Vec<_> = all.filter(distinct()).take(count).collect();
    samples.sort_by_key(|record| record.actions().len());
    samples
}

/// Returns up to `share` different prefixes of each length: the first of every kind, then the second of every kind, and
/// so on.
fn spread_prefixes(games: &[Record], share: usize) -> Vec<Record> {
    let mut kinds = HashMap::new();
    let mut ranked = Vec::new();
    for prefix in games.iter().flat_map(prefixes).filter(distinct()) {
        let (length, position) = (prefix.actions().len(), prefix.position());
        let lines: Vec<_> = position.lines().collect();
        let kind = (length, position.move_count(), lines);
        let rank = kinds.entry(kind).or_insert(0);
        if *rank < share {
            *rank += 1;
            ranked.push((length, *rank, prefix));
        }
    }
    ranked.sort_by_key(|(length, rank, _)| (*length, *rank));
    let lengths = ranked.chunk_by(|(one, ..), (other, ..)| one == other);
    let prefixes = lengths.flat_map(|same| same.iter().take(share));
    prefixes.map(|(.., prefix)| prefix.clone()).collect()
}

/// Returns a filter that lets each record pass once, if its cycles are measured.
fn distinct() -> impl FnMut(&Record) -> bool {
    let mut seen = HashSet::new();
    move |record| is_measured(record) && seen.insert(record.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplifying_removes_an_action_or_orders_a_pair() {
        let simpler = |record: &str| -> Vec<_> {
            let simpler = simpler(&record.parse().expect("legal"));
            simpler.iter().map(Record::to_string).collect()
        };
        assert_eq!(simpler("AE BF EI DH AI 1")[0], "BF EI DH AI");
        assert_eq!(simpler("CD AB AB 2"), ["AB AB 2", "CD AB", "CD AB"]);
        assert_eq!(simpler("DC BA"), ["BA", "DC", "CD AB", "CD BA", "DC AB"]);
        assert!(simpler("AB").is_empty());
    }
}
