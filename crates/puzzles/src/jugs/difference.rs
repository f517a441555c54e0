//! A lower bound for water jugs.

use tremaux_core::{Guarantees, Heuristic};

use super::{Jugs, Price, Target};

/// The minimum cost of moving the missing and surplus amounts. Consistent.
///
/// An action changes two jugs by the same amount. So the estimate is half the number of jugs
/// with a wrong amount for [`Price::Moves`], half the sum of the differences for
/// [`Price::Litres`], both rounded up, and the total amount missing for [`Price::Water`].
///
/// Takes time proportional to the number of jugs.
#[derive(Clone, Copy, Debug, Default)]
pub struct JugDifference;

impl Heuristic<Jugs> for JugDifference {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, jugs: &Jugs, state: &[u16; Jugs::MOST]) -> u32 {
        let amounts = || state[..jugs.count()].iter().copied();
        let total: u32 = amounts().map(u32::from).sum();
        match jugs.target() {
            Target::Amounts(wanted) => {
                let pairs = || wanted.iter().zip(amounts()).filter_map(|(w, is)| Some(((*w)?, is)));
                match jugs.price() {
                    Price::Moves => pairs().filter(|(w, is)| w != is).count().div_ceil(2) as u32,
                    Price::Litres => {
                        pairs().map(|(w, is)| u32::from(w.abs_diff(is))).sum::<u32>().div_ceil(2)
                    }
                    Price::Water => {
                        pairs().map(|(w, _)| u32::from(w)).sum::<u32>().saturating_sub(total)
                    }
                }
            }
            Target::Any(wanted) => {
                let nearest = amounts().map(|is| u32::from(wanted.abs_diff(is))).min();
                match jugs.price() {
                    Price::Moves => u32::from(nearest != Some(0)),
                    Price::Litres => nearest.unwrap_or(0),
                    Price::Water => u32::from(wanted).saturating_sub(total),
                }
            }
        }
    }
}
