//! The values of all positions of an ending.

use tremaux_tables::EndgameValue;

use super::ending::{Endgame, Men};

/// The values of all positions of an ending: 0 for a draw, otherwise 1 + the plies to mate.
///
/// One byte for each position and side to move: at most 130 plus 130 kB with one piece, 2.6 plus
/// 2.6 MB with two.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) ending: Endgame,
    /// The king alone is to move.
    pub(super) defending: Vec<u8>,
    /// The side with pieces is to move; [`Table::ILLEGAL`] if the other king is in check.
    pub(super) attacking: Vec<u8>,
}

/// How many legal positions of an [`Endgame`] are won, drawn and lost, and the longest win.
///
/// All squares of the board count, for one colour of the side that has pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingCounts {
    /// The positions in which the side with pieces is to move and wins.
    pub won_to_attack: u64,
    /// The others in which it is to move.
    pub drawn_to_attack: u64,
    /// The positions in which the king alone is to move and loses.
    pub lost_to_defend: u64,
    /// The others in which it is to move.
    pub drawn_to_defend: u64,
    /// The most plies to mate if the side with pieces is to move.
    pub longest_win: u16,
    /// The most plies to mate if the king alone is to move.
    pub longest_defence: u16,
}

impl Table {
    /// Marks numbers of no legal position.
    pub(super) const ILLEGAL: u8 = u8::MAX;

    /// The value for the side to move.
    #[inline]
    pub(super) fn get(&self, men: Men, is_attacking: bool) -> EndgameValue {
        let number = self.ending.number(men);
        let code = if is_attacking { self.attacking[number] } else { self.defending[number] };
        match code {
            0 => EndgameValue::Draw,
            Self::ILLEGAL => EndgameValue::Invalid,
            code if is_attacking => EndgameValue::Win(u16::from(code) - 1),
            code => EndgameValue::Loss(u16::from(code) - 1),
        }
    }

    pub(super) fn counts(&self) -> EndingCounts {
        let mut counts = EndingCounts::default();
        for (number, (&attacking, &defending)) in
            self.attacking.iter().zip(&self.defending).enumerate()
        {
            let copies = self.ending.copies(self.ending.men_of(number));
            let sides = [
                (attacking, &mut counts.won_to_attack, &mut counts.drawn_to_attack),
                (defending, &mut counts.lost_to_defend, &mut counts.drawn_to_defend),
            ];
            for (code, decided, drawn) in sides {
                match code {
                    Self::ILLEGAL => {}
                    0 => *drawn += copies,
                    _ => *decided += copies,
                }
            }
        }
        let longest = |codes: &[u8]| {
            let decided = codes.iter().filter(|&&code| code != Self::ILLEGAL);
            u16::from(decided.copied().max().unwrap_or(0)).saturating_sub(1)
        };
        counts.longest_win = longest(&self.attacking);
        counts.longest_defence = longest(&self.defending);
        if self.ending.has_pair() {
            for count in [
                &mut counts.won_to_attack,
                &mut counts.drawn_to_attack,
                &mut counts.lost_to_defend,
                &mut counts.drawn_to_defend,
            ] {
                *count /= 2;
            }
        }
        counts
    }
}
