//! `qttt hypercube play N,D`: a game between a person, bots, and built-in players.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::ValueHint;
use qttt::hypercube::draw::{self, TextStyle};
use qttt::hypercube::{Board, Cell, Position, protocol};
use qttt::support::excerpt;
use qttt::{ByPlayer, Player};

use super::arguments::PositionArguments;
use crate::process::arguments::parse_seconds;
use crate::process::{Runner, Stop, interruptible};
use crate::referee::{
    CONTEST_SECONDS, Contestant, Fixture, GameRecord, Referee, STRONGEST, about_players, builtins,
    command_to_repeat, describe_repetition, display_name,
};
use crate::session::{Role, SessionGame, play};
use crate::terminal::output::{
    ClosedPipe, Invalid, Outcome, show_stderr, write_line, write_verdict,
};
use crate::terminal::progress::Progress;
use crate::terminal::{TextOptions, escape};

/// Play or watch a game in the terminal
///
/// A person's move is a cell, given by its coordinates, separated by commas (1,1). The moves are printed when the game
/// ends, and also after Ctrl-C. Without a person, each move is printed with its time as soon as it is made, and then
/// the final board and the result.
#[derive(clap::Args)]
#[command(
    after_long_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", about_players()),
    mut_arg("board", |board| board.required(true)),
)]
pub(crate) struct Play {
    #[command(flatten)]
    position: PositionArguments,

    #[arg(long, value_name = "WHO", default_value = "person", value_hint = ValueHint::CommandString)]
    #[arg(help = format!("Who plays X and moves first: person (you), a command, or one of {}", builtins()))]
    x: Role<Contestant>,

    /// Who plays O (same choices)
    #[arg(long, value_name = "WHO", default_value = STRONGEST, value_hint = ValueHint::CommandString)]
    o: Role<Contestant>,

    /// Time limit for each move of a bot, in seconds
    #[arg(long, value_name = "SECONDS", default_value = CONTEST_SECONDS, value_parser = parse_seconds)]
    timeout: Duration,

    #[command(flatten)]
    text: TextOptions,
}

const EXAMPLES: &str = "\
Examples:
  qttt hypercube play 3,3                       play X on 27 cells
  qttt hypercube play 4,3 '1,1,1;2,2,2'         continue after two moves
  qttt hypercube play --o 'python3 bot.py' 4,3  play a bot
  qttt hypercube play --x 'python3 bot.py' 4,3  watch a bot play X

To play many games, use `qttt hypercube tournament`.";

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 invalid position, or a bot forfeited the game; 2 usage or I/O error, or a bot could not be \
run. Without a person, the exit code is also 2 if the game is interrupted, or its output is closed before its end.";

impl Play {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let position = self.position.read()?;
        let timeout = self.timeout;
        if let (Role::Program(x), Role::Program(o)) = (&self.x, &self.o) {
            let (players, start) = (ByPlayer([x, o]), position);
            return self.watch(&Fixture { players, start });
        }
        let runner = Runner::stopped_by_signals()?;
        let referee = Referee {
            runner: Arc::clone(&runner),
            timeout,
        };
        let game = HypercubeGame { position, referee };
        let roles = ByPlayer([self.x.clone(), self.o.clone()]);
        play(game, roles, self.text, runner)
    }

    /// Plays a game between programs. Prints each move as soon as it is made, and then how the game ended.
    fn watch(&self, fixture: &Fixture<'_>) -> anyhow::Result<Outcome> {
        let timeout = self.timeout;
        let played = interruptible(|runner| Referee { runner, timeout }.play(fixture, print_move))?;
        let Some(game) = played else {
            bail!("interrupted before the end of the game");
        };
        let drawing = draw::text(&game.position, &self.text.style());
        let again = game.describe_repetition();
        write_verdict(&format!("{drawing}{game}\n{again}"))?;
        let Some(forfeit) = &game.forfeit else {
            return Ok(Outcome::Fine);
        };
        show_stderr(&forfeit.stderr);
        Ok(Outcome::Invalid)
    }
}

/// Prints the last move. If nobody reads the output, this interrupts the game.
fn print_move(game: &GameRecord) -> Result<(), Stop> {
    let moves = game.position.moves();
    let (ply, player) = (moves.len(), Player::after_moves(moves.len() - 1));
    let (cell, time) = moves
        .last()
        .zip(game.times.last())
        .expect("a move was made");
    let milliseconds = time.as_secs_f64() * 1e3;
    match write_line(&format!("{ply:>3}. {player} {cell}  {milliseconds:.1} ms")) {
        Err(error) if error.is::<ClosedPipe>() => Err(Stop::Interrupted),
        written => Ok(written?),
    }
}

struct HypercubeGame {
    position: Position,
    referee: Referee,
}

impl SessionGame for HypercubeGame {
    type Action = Cell;
    type Program = Contestant;

    const RULES: &'static str = "\
You win by filling a line: as many cells as the board is wide, along which every coordinate is constant, counts up \
from 0, or counts down to 0.";

    const ENTRIES: &'static str = "\
A move is a free cell, given by its coordinates as in the drawing: 1,1,1 or 1 1 1, or 111 if the width is at most 10. \
If you play both sides, you can enter several moves, separated by semicolons.";

    fn welcome(&self, style: &TextStyle) -> String {
        let board = self.position.board();
        let center = board.center();
        let start = format!("Enter a cell, for example {center}, or enter help.");
        match draw::legend(board, style) {
            Some(legend) => format!("{start} {legend}"),
            None => start,
        }
    }

    fn turn(&self) -> Option<Player> {
        self.position.turn()
    }

    fn prompt(&self) -> String {
        let turn = self.turn();
        turn.map_or(String::new(), |player| format!("{player} moves> "))
    }

    fn read(&self, entry: &[u8]) -> Result<Vec<(Player, Cell)>, String> {
        let mut position = self.position.clone();
        let mut played = Vec::new();
        for text in entry.split(|&byte| byte == b';') {
            let cell = read_cell(position.board(), text)?;
            let player = Player::after_moves(position.moves().len());
            let checked = position.play(cell.clone());
            checked.map_err(|error| error.to_string())?;
            played.push((player, cell));
        }
        Ok(played)
    }

    fn choose(&mut self, player: &Contestant) -> anyhow::Result<Cell> {
        let moves = self.position.moves().len();
        let (turn, ply) = (Player::after_moves(moves), moves + 1);
        let _thinking = Progress::thinking(turn.name());
        let answer = self.referee.ask(player, &self.position);
        let answer = answer.map_err(Stop::into_error)?;
        answer.played.map_err(|forfeit| {
            let (name, stderr) = (display_name(&player.name), &forfeit.stderr);
            let again = describe_repetition(command_to_repeat(&player.command, &self.position));
            let message =
                format!("{name} ({turn}) forfeited at move {ply} {forfeit}\n{again}{stderr}");
            anyhow!(Invalid(message.trim_end().to_string()))
        })
    }

    fn act(&mut self, cell: Cell) -> anyhow::Result<String> {
        let moves = self.position.moves().len();
        let caption = format!("{}. {} plays {cell}", moves + 1, Player::after_moves(moves));
        self.position.play(cell)?;
        Ok(caption)
    }

    fn actors(&self) -> Vec<Player> {
        let plies = 0..self.position.moves().len();
        plies.map(Player::after_moves).collect()
    }

    fn take_back(&mut self, from: usize) -> anyhow::Result<String> {
        let (kept, taken) = self.position.moves().split_at(from);
        let taken = protocol::write_moves(taken);
        self.position = Position::from_moves(self.position.board(), kept)?;
        Ok(taken)
    }

    fn hint(&mut self) -> String {
        let player = STRONGEST.parse().expect("it is built in");
        match self.choose(&player) {
            Ok(cell) => format!("{STRONGEST} would play {cell}."),
            Err(error) => format!("{error:#}"),
        }
    }

    fn draw(&self, style: &TextStyle) -> String {
        draw::text(&self.position, style)
    }

    fn ending(&self) -> String {
        let moves = protocol::write_moves(self.position.moves());
        format!("\nMoves: {moves}\n")
    }
}

/// Parses a cell: coordinates separated by commas or whitespace, or one digit for each.
fn read_cell(board: Board, text: &[u8]) -> Result<Cell, String> {
    let text = text.trim_ascii();
    let are_digits = board.width() <= 10 && text.iter().all(u8::is_ascii_digit);
    let cell = if are_digits && text.len() == board.dimensions() as usize {
        let digits = text.iter().map(|digit| u32::from(digit - b'0'));
        Ok(Cell(digits.collect()))
    } else {
        let words = text.split(|byte| *byte == b',' || byte.is_ascii_whitespace());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        String::from_utf8_lossy(&words.join(&b',')).parse()
    };
    cell.map_err(|error| {
        let start = escape::line(&excerpt(text));
        format!("{error}; found {start}; enter help to see the commands")
    })
}
