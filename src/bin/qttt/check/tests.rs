//! The naive scorer, against the library, against brute force, and with its mistakes.

use qttt::{
    Cell, Mark, Rng,
    generate::{Generator, Strategy},
};

use super::{
    answer::agrees,
    naive::{Habit, MISTAKES, Naive},
    *,
};

/// Random games and parts of games, with their scores.
fn scored(count: usize) -> Vec<(String, &'static str)> {
    let mut generator = Generator::new(Strategy::Random, Strategy::Random, 28);
    let records = (0..count).map(|nth| {
        let record = if nth % 2 == 0 {
            generator.record()
        } else {
            generator.partial_record()
        };
        (record.to_string(), record.position().score().as_str())
    });
    records.collect()
}

#[test]
fn without_a_mistake_every_score_is_right() {
    for (record, right) in scored(20_000) {
        assert_eq!(Naive::default().answer(&record), right, "{record}");
    }
}

#[test]
fn a_mistake_in_the_rules_leaves_most_scores_right() {
    let scored = scored(500);
    for mistake in MISTAKES {
        if mistake == "print O's points first" {
            continue;
        }
        for habit in Habit::ALL {
            let is_right = |(record, right): &&(String, &str)| {
                Naive::new(mistake, habit).answer(record) == *right
            };
            let right = scored.iter().filter(is_right).count();
            assert!(2 * right > scored.len(), "{mistake:?}, {habit:?}: {right}");
        }
    }
}

/// Returns the mistake named for a scorer.
fn named(scorer: impl Fn(&Record) -> String, records: &[Record]) -> Option<&'static str> {
    let is_right = |record: &&Record| agrees(&scorer(record), right_answer(record));
    let answered = records.iter().take_while(is_right).count();
    let (right, rest) = records.split_at(answered);
    let wrong = rest.first()?;
    let ask = |record: &Record| Ok(scorer(record));
    mistake_of((wrong, &scorer(wrong)), right, rest, ask).expect("nothing fails")
}

#[test]
fn every_mistake_is_named() {
    for (count, habits) in [(200, &Habit::ALL[..]), (10_000, &Habit::ALL[..1])] {
        let records = samples(count, 1);
        for mistake in MISTAKES {
            for &habit in habits {
                let naive = Naive::new(mistake, habit);
                let named = named(|record| naive.answer(&record.to_string()), &records);
                assert_eq!(
                    named,
                    Some(mistake),
                    "{mistake:?}, {habit:?}, {count} records"
                );
            }
        }
    }
}

/// Scores a record by a table of lines.
fn score_by(lines: &[[char; 3]], record: &Record) -> String {
    let position = record.position();
    let mark_in = |cell: char| {
        let cell = Cell::ALL.into_iter().find(|other| other.letter() == cell);
        position
            .classical(cell.expect("a cell"))
            .map_or(0, Mark::number)
    };
    let highest = |player: u8| -> Vec<u8> {
        let marks = lines.iter().map(|line| line.map(mark_in));
        let own = marks.filter(|marks| marks.iter().all(|&mark| mark > 0 && mark % 2 == player));
        own.filter_map(|marks| marks.into_iter().max()).collect()
    };
    let (x, o) = (highest(1), highest(0));
    if x.is_empty() || o.is_empty() {
        return format!("{} {}", x.len(), o.len());
    }
    let score = if x.iter().min() < o.iter().min() {
        "1 0.5"
    } else {
        "0.5 1"
    };
    score.to_string()
}

/// The tables of lines that lack two lines, or in which one letter is mistyped.
fn wrong_tables() -> Vec<Vec<[char; 3]>> {
    let lines = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"];
    let lines = lines.map(|line| [0, 1, 2].map(|nth| char::from(line.as_bytes()[nth])));
    let mut tables = Vec::new();
    for (nth, line) in lines.iter().enumerate() {
        for other in &lines[nth + 1..] {
            let left = lines.iter().filter(|one| ![line, other].contains(one));
            tables.push(left.copied().collect());
        }
        for letter in 0..3 {
            for typo in ('A'..='I').filter(|typo| !line.contains(typo)) {
                let mut table = lines.to_vec();
                table[nth][letter] = typo;
                tables.push(table);
            }
        }
    }
    tables
}

#[test]
fn a_mistake_is_not_named_unless_it_is_made() {
    let tables = wrong_tables();
    assert_eq!(tables.len(), 172);
    for (count, step) in [(200, 1), (10_000, 4)] {
        let records = samples(count, 1);
        let mut names = 0;
        for table in tables.iter().step_by(step) {
            let Some(name) = named(|record| score_by(table, record), &records) else {
                continue;
            };
            let line = name.strip_prefix("miss the line ").expect(name);
            let is_missed = !table.iter().any(|one| line.chars().eq(*one));
            assert!(is_missed, "{table:?}: {name}");
            names += 1;
        }
        assert!(names * step > 50, "{count} records: {names}");
        assert_eq!(named(|_| "0 0".to_string(), &records), None);
    }
}

/// A position by brute force: every assignment of the spooky marks to their cells, without a graph.
#[derive(Default)]
struct Brute {
    classical: [u8; 9],
    spooky: Vec<(u8, [usize; 2])>,
    moves: u8,
}

impl Brute {
    /// Lists the boards that have each spooky mark in one of its cells, with at most one mark in a cell.
    fn assignments(&self) -> Vec<[u8; 9]> {
        let mut assignments = Vec::new();
        for sides in 0..1_usize << self.spooky.len() {
            let mut board = [0; 9];
            for (nth, (mark, cells)) in self.spooky.iter().enumerate() {
                board[cells[sides >> nth & 1]] = *mark;
            }
            let filled = board.iter().filter(|&&mark| mark != 0).count();
            if filled == self.spooky.len() && !assignments.contains(&board) {
                assignments.push(board);
            }
        }
        assignments
    }

    /// Returns what a measurement can leave on the cells of the component with the cycle; nothing if none is due. Of
    /// marks without a cycle there is one less than cells, so that any of their cells can stay empty: a cell that is
    /// filled in every assignment belongs to the component.
    fn outcomes(&self) -> Vec<[u8; 9]> {
        let assignments = self.assignments();
        let is_tied = |cell: usize| assignments.iter().all(|board| board[cell] != 0);
        let tied: Vec<_> = (0..9).filter(|&cell| is_tied(cell)).collect();
        let mut outcomes = Vec::new();
        for board in &assignments {
            let mut outcome = [0; 9];
            for &cell in &tied {
                outcome[cell] = board[cell];
            }
            if !tied.is_empty() && !outcomes.contains(&outcome) {
                outcomes.push(outcome);
            }
        }
        outcomes
    }

    /// Returns the first cell that the outcomes fill differently, or fill at all if there is only one.
    fn naming_cell(outcomes: &[[u8; 9]]) -> usize {
        let is_on_cycle = |&cell: &usize| match outcomes {
            [only] => only[cell] != 0,
            _ => outcomes.iter().any(|one| one[cell] != outcomes[0][cell]),
        };
        (0..9).find(is_on_cycle).expect("a cycle")
    }

    fn legal(&self) -> Vec<String> {
        let outcomes = self.outcomes();
        if !outcomes.is_empty() {
            let cell = Self::naming_cell(&outcomes);
            let mut marks: Vec<_> = outcomes.iter().map(|one| one[cell].to_string()).collect();
            marks.sort();
            return marks;
        }
        let mut legal = Vec::new();
        let free = self.classical.iter().filter(|&&mark| mark == 0).count();
        for pair in 0..81 {
            let (a, b) = (pair / 9, pair % 9);
            let is_allowed = a < b || (a == b && free == 1);
            if self.score() == "0 0" && self.classical[a] + self.classical[b] == 0 && is_allowed {
                legal.push(
                    [a, b]
                        .map(|cell| char::from(b"ABCDEFGHI"[cell]))
                        .iter()
                        .collect(),
                );
            }
        }
        legal
    }

    fn act(&mut self, token: &str) {
        if let Ok(mark) = token.parse::<u8>() {
            let outcomes = self.outcomes();
            let cell = Self::naming_cell(&outcomes);
            let chosen = outcomes.iter().find(|outcome| outcome[cell] == mark);
            let chosen = chosen.expect("one of the choices");
            self.spooky.retain(|(mark, _)| !chosen.contains(mark));
            for (cell, mark) in self.classical.iter_mut().zip(chosen) {
                *cell += mark;
            }
        } else {
            let cell = |byte| "ABCDEFGHI".bytes().position(|cell| cell == byte);
            let cells = token.bytes().map(|byte| cell(byte).expect("a cell"));
            let cells: Vec<_> = cells.collect();
            self.moves += 1;
            self.spooky.push((self.moves, [cells[0], cells[1]]));
        }
    }

    /// Returns the score: in a magic square, three cells are a line if their sum is 15.
    fn score(&self) -> &'static str {
        const SQUARE: [u8; 9] = [2, 7, 6, 9, 5, 1, 4, 3, 8];
        let lines = |player: u8, up_to: u8| {
            let is_own = |cell: &usize| {
                let mark = self.classical[*cell];
                mark != 0 && mark % 2 == player && mark <= up_to
            };
            let own: Vec<_> = (0..9).filter(is_own).collect();
            let mut lines = 0;
            for &a in &own {
                for &b in own.iter().filter(|&&b| b > a) {
                    let third = own.iter().filter(|&&c| c > b);
                    lines += third
                        .filter(|&&c| SQUARE[a] + SQUARE[b] + SQUARE[c] == 15)
                        .count();
                }
            }
            lines
        };
        let first = |player| (1..=9).find(|&mark| lines(player, mark) > 0);
        match (lines(1, 9), lines(0, 9)) {
            (0, 0) => "0 0",
            (1, 0) => "1 0",
            (0, 1) => "0 1",
            (2, 0) => "2 0",
            (1, 1) if first(1) < first(0) => "1 0.5",
            (1, 1) => "0.5 1",
            more => panic!("{more:?} lines"),
        }
    }
}

#[test]
fn the_naive_scorer_agrees_with_brute_force_at_every_point_of_a_game() {
    let mut rng = Rng::from_seed(40);
    let mut scores = std::collections::BTreeSet::new();
    for _ in 0..3_000 {
        let (mut naive, mut brute) = (Naive::default(), Brute::default());
        let mut record = String::new();
        loop {
            let legal = naive.legal();
            assert_eq!(legal, brute.legal(), "{record}");
            assert_eq!(naive.score(), brute.score(), "{record}");
            assert_eq!(naive.classical, brute.classical, "{record}");
            assert_eq!(naive.spooky, brute.spooky, "{record}");
            let Some(token) = rng.pick(&legal) else {
                break;
            };
            naive.act(token);
            brute.act(token);
            record += &format!("{token} ");
        }
        scores.insert(brute.score());
    }
    assert_eq!(scores.len(), 6, "{scores:?}");
}

/// Returns the least number of actions of a record with a wrong answer.
///
/// Up to five actions, all records were tried once. No score is above 0 before five moves and a measurement. Lines of
/// both players take six marks, and differ from all marks from the seventh on. A forgotten component matters to the
/// score only if it is also measured. Two lines take nine moves; so does a doubled cell, after a measurement of all
/// other cells.
fn fewest_actions(mistake: &str, habit: Habit) -> usize {
    let starts = |texts: &[&str]| texts.iter().any(|text| mistake.starts_with(text));
    match habit {
        Habit::Refuses | Habit::Fails if starts(&["miss cycles"]) => 3,
        Habit::Refuses | Habit::Fails if starts(&["name a measurement"]) => 4,
        Habit::Refuses if starts(&["collapse"]) => 5,
        Habit::Refuses | Habit::Fails if starts(&["forget"]) => 6,
        _ if starts(&["count", "stop", "give ½"]) => 10,
        _ if starts(&["compare"]) => 8,
        _ if starts(&["forget", "give", "print 1 1"]) => 7,
        _ if starts(&["ignore II"]) => 11,
        _ => 6,
    }
}

#[test]
fn the_first_wrong_answer_has_the_fewest_actions_for_each_mistake() {
    let length = |record: &Record| record.actions().len();
    let records = samples(10_000, 1);
    assert_eq!(records.len(), 10_000);
    assert!(records.is_sorted_by_key(length));
    for mistake in MISTAKES {
        for habit in Habit::ALL {
            let scorer = Naive::new(mistake, habit);
            let is_wrong =
                |record: &&Record| scorer.answer(&record.to_string()) != right_answer(record);
            let found = records.iter().find(is_wrong).map(length);
            let fewest = fewest_actions(mistake, habit);
            assert_eq!(found, Some(fewest), "{mistake:?}, {habit:?}");
        }
    }
}

#[test]
fn every_mistake_is_documented_under_its_name() {
    let page = include_str!("../../../../docs/judging.md");
    let mut documented = 0;
    for line in page.lines() {
        let cells: Vec<_> = line
            .split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ', '`']))
            .collect();
        let [name, record, answer, right] = cells[..] else {
            continue;
        };
        let Some(mistake) = MISTAKES.iter().find(|does| name.starts_with(**does)) else {
            assert!(!record.starts_with('A'), "{line}");
            continue;
        };
        // One of the lines stands for all eight.
        documented += if mistake.starts_with("miss the line") {
            8
        } else {
            1
        };
        assert_eq!(Naive::default().answer(record), right, "{line}");
        let answers = |habit| Naive::new(mistake, habit).answer(record) == answer;
        assert!(Habit::ALL.into_iter().any(answers), "{line}");
    }
    assert_eq!(documented, MISTAKES.len());
}
