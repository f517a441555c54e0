//! Evaluation of Go by the stones that are nearest to each point.

use tremaux_core::{Evaluator, Score};

use super::MOST_POINTS;
use super::board::{EDGE, EMPTY};
use super::rules::{Go, Position};

/// The margin in hundredths of a point if each empty point went to the player with the nearest
/// stone, at most three steps away. A chain in atari counts as captured, unless its owner is to
/// move.
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaLead;

impl Evaluator<Go> for AreaLead {
    fn evaluate(&self, game: &Go, position: &Position) -> Score {
        // No stone is near enough yet, or stones of both players are.
        const FREE: u8 = 0;
        const BOTH: u8 = 3;
        let board = position.board();
        let mover = board.player_to_move();
        let (mut owners, mut queue) = ([FREE; MOST_POINTS], [0; MOST_POINTS]);
        let mut length = 0;
        for y in 0..game.size() {
            for x in 0..game.size() {
                let point = board.at(x, y);
                let color = board.color(point);
                if color == EMPTY {
                    continue;
                }
                let is_lost = color != mover && board.atari(board.head(point)).is_some();
                owners[usize::from(point)] = 1 + if is_lost { mover } else { color };
                queue[length] = point;
                length += 1;
            }
        }
        // All points at one distance are reached before those further away.
        let mut start = 0;
        for _ in 0..3 {
            let end = length;
            for at in start..end {
                let (point, owner) = (queue[at], owners[usize::from(queue[at])]);
                for q in board.beside(point) {
                    let known = &mut owners[usize::from(q)];
                    if board.color(q) == EDGE || *known == BOTH {
                        continue;
                    }
                    if *known == FREE {
                        *known = owner;
                        queue[length] = q;
                        length += 1;
                    } else if queue[end..length].contains(&q) {
                        *known |= owner;
                    }
                }
            }
            start = end;
        }
        let count = |player: u8| owners.iter().filter(|&&it| it == 1 + player).count() as i32;
        let area = count(mover) - count(1 - mover);
        Score::estimate(100 * area + game.compensation(board, mover))
    }
}
