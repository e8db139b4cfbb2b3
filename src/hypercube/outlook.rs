//! How a game will end, as far as that is forced.

use super::{
    line_counts::{LineCounts, Wins},
    lines::Lines,
    position::{Position, Stone},
    threats::{Limits, Threats},
};

/// How a game will end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// A player wins whatever the other does.
    Win {
        /// Who wins.
        player: Stone,
        /// After how many more moves of both at most.
        plies: usize,
    },
    /// Nobody can get a line.
    Draw,
    /// No win by threats alone is known.
    Open,
}

/// How many positions are looked at: less than a second.
const WORK: u64 = 200_000;

/// Looks for a win by threats that force every reply.
///
/// ```
/// use qttt::hypercube::{Outlook, Stone, outlook, protocol};
///
/// let position = protocol::read(b"3,2\n1,1;0,1;0,0;2,2\n")?;
/// // A move to 1,0 or 0,2 would threaten one line only; one to 2,0 threatens two.
/// assert_eq!(outlook(&position), Outlook::Win { player: Stone::X, plies: 3 });
/// # Ok::<(), protocol::ProtocolError>(())
/// ```
#[must_use]
pub fn outlook(position: &Position) -> Outlook {
    if let Some(player) = position.winner() {
        return Outlook::Win { player, plies: 0 };
    }
    let lines = Lines::select(position);
    let mut counts = LineCounts::new(&lines);
    let (me, opponent) = (position.next(), position.next().other());
    if lines.is_whole()
        && ![me, opponent]
            .into_iter()
            .any(|player| counts.is_anything_live(player))
    {
        return Outlook::Draw;
    }
    if let Some(plies) = sequence(&mut counts, me) {
        return Outlook::Win { player: me, plies };
    }
    match counts.wins(opponent) {
        Wins::Several(_) => Outlook::Win {
            player: opponent,
            plies: 2,
        },
        // The only reply that doesn't lose at once.
        Wins::One(reply) => {
            counts.place(reply, me);
            let plies = match counts.wins(me) {
                Wins::None => sequence(&mut counts, opponent),
                Wins::One(_) | Wins::Several(_) => None,
            };
            match plies {
                Some(plies) => Outlook::Win {
                    player: opponent,
                    plies: plies + 1,
                },
                None => Outlook::Open,
            }
        }
        Wins::None => Outlook::Open,
    }
}

/// Returns the plies of a shortest threat sequence that wins for the player who is to move.
fn sequence(counts: &mut LineCounts<'_>, attacker: Stone) -> Option<usize> {
    let limits = Limits {
        threats: u8::MAX - 1,
        nodes: WORK,
        shortest: true,
    };
    let found = Threats::new(WORK).find(counts, attacker, limits);
    found.win().map(|sequence| sequence.plies())
}
