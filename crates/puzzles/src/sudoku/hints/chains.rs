//! Chains: what follows from a candidate by singles.

use super::{Cell, Hint, Hints, Technique, digits};

/// The most digits that are written out in a reason.
const MOST_TOLD: usize = 8;

impl Hints {
    /// The candidate that leads to a contradiction by the fewest singles.
    pub(super) fn chain(&self) -> Option<Hint> {
        let mut best: Option<(usize, Hint)> = None;
        for cell in (0..81).filter(|&cell| self.cells[cell] == 0) {
            for digit in digits(self.candidates[cell]) {
                let most = best.as_ref().map_or(usize::MAX, |(length, _)| *length);
                if let Some((cells, reason)) = self.refuted(cell, digit, most) {
                    let (technique, excluded) = (Technique::Chain, vec![(cell, digit)]);
                    let length = cells.len();
                    let hint = Hint { technique, digit: None, excluded, cells, reason };
                    best = Some((length, hint));
                }
            }
        }
        best.map(|(_, hint)| hint)
    }

    /// Why a cell cannot have a digit, and the cells of the singles that show it, if these are
    /// fewer than `most`.
    fn refuted(&self, cell: usize, digit: u8, most: usize) -> Option<(Vec<usize>, String)> {
        let mut assumed = self.clone();
        assumed.put(cell, digit);
        let (mut cells, mut steps) = (Vec::new(), Vec::new());
        loop {
            if let Some(contradiction) = assumed.contradiction() {
                let told: String =
                    steps.iter().take(MOST_TOLD).map(|step| format!("{step}, ")).collect();
                let rest = match steps.len().saturating_sub(MOST_TOLD) {
                    0 => String::new(),
                    1 => "1 more, ".to_owned(),
                    count => format!("{count} more, "),
                };
                let reason = format!("or else {told}{rest}and {contradiction}");
                return Some((cells, reason));
            }
            if steps.len() + 1 >= most {
                return None;
            }
            let single = assumed.naked_single().or_else(|| assumed.hidden_single())?;
            let (cell, digit) = single.digit?;
            cells.push(cell);
            steps.push(format!("{} is {digit}", Cell(cell)));
            assumed.put(cell, digit);
        }
    }
}
