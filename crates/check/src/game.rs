//! Values of games: a reply for every position that the other side can reach.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::io::BufRead;

use crate::lines::Lines;
use crate::refused::{Accepted, Refused};

/// The rules of a game of two, in which no position is ever repeated.
pub(crate) trait Game {
    type Position: Clone + Eq + Hash;

    /// Whether the first player is to move.
    fn is_first_to_move(&self, position: &Self::Position) -> bool;

    /// 1 if the first player has won, -1 if the second has, 0 if the game is drawn; `None` if it
    /// goes on.
    fn result(&self, position: &Self::Position) -> Option<i128>;

    /// All positions after a move. There is one if the game goes on.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// Writes a position.
    fn text(&self, position: &Self::Position) -> String;
}

/// Reads the lines after the header and judges the claim on the last.
pub(crate) fn judge<G: Game>(
    kind: &str,
    game: &mut G,
    start: G::Position,
    lines: &mut Lines<impl BufRead>,
) -> Result<Accepted, Refused> {
    let mut replies = HashMap::new();
    let claim = lines.read_to_claim(|line, _| {
        let (position, after): (String, String) = serde_json::from_str(line)
            .map_err(|error| format!("expected a position and the one after a move: {error}"))?;
        replies.insert(game.read(&position)?, game.read(&after)?);
        Ok(())
    })?;
    lines.finish(claim, |claim| {
        let (first, mut steps) = (claim.text("first")?, 0);
        let number = match (&*claim.text("claim")?, &*first) {
            ("value", "wins") => 1,
            ("value", "draws") => 0,
            ("value", "loses") => -1,
            _ => return Err("expected the claim `value`: wins, draws or loses".to_owned().into()),
        };
        // A win is worth more the sooner it comes, if the claim says how soon.
        let counts = number != 0 && claim.has("plies");
        let plies = if counts { claim.whole("plies")? } else { 0 };
        // A win is shown by the replies of the winner; a draw, and how soon, by those of both.
        for is_first in [true, false] {
            if counts || number != if is_first { -1 } else { 1 } {
                let value = (number, -number * plies);
                steps += walk(game, &start, &replies, is_first, value, counts)?;
            }
        }
        let unit = if plies == 1 { "ply" } else { "plies" };
        let after = if counts { format!(" after {plies} {unit}") } else { String::new() };
        let claim = format!("{kind}: the first player {first}{after}");
        Ok(Accepted { claim, closed: replies.len() as u64, steps })
    })
}

/// Follows the replies of one player, and all moves of the other; returns the number of positions.
///
/// Each game that the other can bring about ends, as no position is repeated; it ends with `value`
/// or more, for the first player, or `value` or less, for the second. If moves `count`, the value
/// stands beside their number with the other sign.
fn walk<G: Game>(
    game: &G,
    start: &G::Position,
    replies: &HashMap<G::Position, G::Position>,
    is_first: bool,
    value: (i128, i128),
    count: bool,
) -> Result<u64, String> {
    let (mut open, mut seen) = (vec![(start.clone(), 0)], HashSet::new());
    while let Some((position, plies)) = open.pop() {
        if !seen.insert((position.clone(), plies)) {
            continue;
        }
        let next = plies + i128::from(count);
        let text = || game.text(&position);
        if let Some(result) = game.result(&position) {
            let result = (result, -result * plies);
            if (is_first && result < value) || (!is_first && result > value) {
                return Err(format!("the game may end with {}", text()));
            }
            continue;
        }
        let moves = game.moves(&position);
        if game.is_first_to_move(&position) != is_first {
            open.extend(moves.into_iter().map(|after| (after, next)));
            continue;
        }
        let reply = replies.get(&position).ok_or_else(|| format!("no reply to {}", text()))?;
        if !moves.contains(reply) {
            return Err(format!("the reply to {} is not a move", text()));
        }
        open.push((reply.clone(), next));
    }
    Ok(seen.len() as u64)
}
