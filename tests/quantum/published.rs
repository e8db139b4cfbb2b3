//! The published games, through the library; `command::score` puts them through the command in every spelling.

use crate::support::published_games;
use qttt::Record;

#[test]
fn scores_every_published_game() {
    for (text, score) in published_games() {
        let record: Record = text.parse().expect("a published game is legal");
        assert_eq!(record.position().score().to_string(), score, "{text}");
    }
}
