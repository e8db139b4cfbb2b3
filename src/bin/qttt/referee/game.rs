//! One game between two players.

use std::time::Duration;

use qttt::hypercube::{Position, protocol};

use super::{
    Pairing, Player, Referee, RefereeError,
    record::{GameRecord, Reason},
};

impl Referee<'_> {
    /// Plays a game, and calls `made` after each move with the position and the time of the move.
    ///
    /// # Errors
    ///
    /// If the games are stopped, or a program can't be run.
    ///
    /// # Panics
    ///
    /// If the opening breaks the rules.
    pub(crate) fn play(
        &self,
        game: &Pairing,
        [x, o]: [&Player; 2],
        mut made: impl FnMut(&Position, Duration),
    ) -> Result<GameRecord, RefereeError> {
        let mut position = Position::after(game.board, &game.opening).expect("openings are legal");
        let mut milliseconds = vec![0.0; game.opening.len()];
        let mut fault = None;
        while fault.is_none() && !position.is_over() {
            let player = match position.turn() {
                qttt::Player::X => x,
                qttt::Player::O => o,
            };
            let reply = self.ask(player, &position)?;
            // Whole microseconds keep the text short.
            milliseconds.push(reply.time.as_micros() as f64 / 1000.0);
            match reply.cell {
                Ok(cell) => {
                    position.play(cell).expect("a move in a reply is legal");
                    made(&position, reply.time);
                }
                Err(found) => fault = Some(found),
            }
        }
        let (winner, reason) = match (&fault, position.winner()) {
            (Some(fault), _) => (Some(position.turn().opponent()), fault.reason),
            (None, Some(winner)) => (Some(winner), Reason::Line),
            (None, None) => (None, Reason::Draw),
        };
        let (message, stderr) = fault
            .map(|fault| (fault.message, fault.stderr))
            .unwrap_or_default();
        Ok(GameRecord {
            board: game.board,
            x: game.x.clone(),
            o: game.o.clone(),
            winner,
            reason,
            moves: protocol::write_moves(&position),
            opening: game.opening.len(),
            milliseconds,
            message,
            stderr,
        })
    }
}
