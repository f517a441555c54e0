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
                if let Some((length, reason)) = self.refuted(cell, digit, most) {
                    let excluded = vec![(cell, digit)];
                    let hint = Hint { technique: Technique::Chain, digit: None, excluded, reason };
                    best = Some((length, hint));
                }
            }
        }
        best.map(|(_, hint)| hint)
    }

    /// Why a cell cannot have a digit, and the number of singles that show it, if these are fewer
    /// than `most`.
    fn refuted(&self, cell: usize, digit: u8, most: usize) -> Option<(usize, String)> {
        let mut assumed = self.clone();
        assumed.put(cell, digit);
        let mut steps = Vec::new();
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
                return Some((steps.len(), reason));
            }
            if steps.len() + 1 >= most {
                return None;
            }
            let single = assumed.naked_single().or_else(|| assumed.hidden_single())?;
            let (cell, digit) = single.digit?;
            steps.push(format!("{} is {digit}", Cell(cell)));
            assumed.put(cell, digit);
        }
    }
}
