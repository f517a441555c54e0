//! Nim: players take objects from one heap.

use crate::cost::digits;
use crate::fields::Fields;
use crate::game::Game;

/// Heaps, with the rule that says who wins.
pub(crate) struct Nim {
    /// Whether whoever takes the last object loses.
    is_misere: bool,
}

impl Nim {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, <Self as Game>::Position), String> {
        let is_misere = match &*header.text("rule")? {
            "normal" => false,
            "misere" => true,
            rule => return Err(format!("unknown rule `{rule}`")),
        };
        let nim = Self { is_misere };
        let start = nim.read(&header.text("position")?)?;
        Ok((nim, start))
    }
}

impl Game for Nim {
    /// The heaps, and whether the first player is to move.
    type Position = (Vec<u64>, bool);

    fn is_first_to_move(&self, position: &Self::Position) -> bool {
        position.1
    }

    /// Without objects, whoever is to move did not take the last one.
    fn result(&self, (heaps, is_first): &Self::Position) -> Option<i128> {
        let wins_first = *is_first == self.is_misere;
        heaps.iter().all(|heap| *heap == 0).then_some(if wins_first { 1 } else { -1 })
    }

    fn moves(&self, (heaps, is_first): &Self::Position) -> Vec<Self::Position> {
        let mut moves = Vec::new();
        for (at, heap) in heaps.iter().enumerate() {
            for left in 0..*heap {
                let mut after = heaps.clone();
                after[at] = left;
                moves.push((after, !is_first));
            }
        }
        moves
    }

    /// Reads the sizes of the heaps, with `: 1` or `: 2` after them for the player to move.
    fn read(&self, text: &str) -> Result<Self::Position, String> {
        let (sizes, player) = text.split_once(':').unwrap_or((text, "1"));
        let is_first = match player.trim_matches(' ') {
            "1" => true,
            "2" => false,
            _ => return Err(format!("expected `: 1` or `: 2` after the heaps, found `{text}`")),
        };
        let words = sizes.split(' ').filter(|word| !word.is_empty());
        let heaps: Option<Vec<u64>> = words.map(|it| digits(it).filter(|it| *it < 1000)).collect();
        let heaps = heaps.filter(|heaps| heaps.len() <= 64);
        let heaps = heaps.ok_or_else(|| format!("expected 64 heaps below 1000, found `{text}`"))?;
        Ok((heaps, is_first))
    }

    fn text(&self, (heaps, is_first): &Self::Position) -> String {
        let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
        format!("{}{}", sizes.join(" "), if *is_first { "" } else { " : 2" })
    }
}
