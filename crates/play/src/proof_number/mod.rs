//! Proof-number search.

mod depth_first;
mod options;
mod report;
mod search;
mod table;
mod tree;

pub use options::{ProofNumber, ProofVariant};
pub use report::ProofReport;
pub use search::ProofSearch;

/// The proof or disproof number of what cannot be proved or disproved.
const NEVER: u32 = 1 << 30;

/// How much is missing for a proof, and for a disproof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// Whether a proof or disproof holds only for the line that led here.
    is_path_dependent: bool,
}

impl Numbers {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1, is_path_dependent: false };

    #[inline]
    fn ended(is_proved: bool, is_path_dependent: bool) -> Self {
        let (proof, disproof) = if is_proved { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, is_path_dependent }
    }

    #[inline]
    fn is_proved(self) -> bool {
        self.proof == 0
    }

    #[inline]
    fn is_ended(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number that the player to move wants to be zero, if that is the prover or not.
    #[inline]
    fn wanted(self, is_prover: bool) -> u32 {
        if is_prover { self.proof } else { self.disproof }
    }

    /// The numbers of a position from those of its moves.
    fn of(children: impl Iterator<Item = Self>, is_prover: bool) -> Self {
        let (mut least, mut sum) = (NEVER, 0_u32);
        let (mut is_success_dependent, mut is_failure_dependent) = (true, false);
        for child in children {
            let (wanted, unwanted) = (child.wanted(is_prover), child.wanted(!is_prover));
            least = least.min(wanted);
            sum = sum.saturating_add(unwanted).min(NEVER);
            if wanted == 0 {
                is_success_dependent &= child.is_path_dependent;
            }
            is_failure_dependent |= child.is_path_dependent;
        }
        if least == 0 {
            sum = NEVER;
        } else if sum == 0 {
            least = NEVER;
        } else {
            // Sums of many unknown positions are not proofs.
            (least, sum) = (least.min(NEVER - 1), sum.min(NEVER - 1));
        }
        let is_path_dependent = match (least, sum) {
            (0, _) => is_success_dependent,
            (_, 0) => is_failure_dependent,
            _ => false,
        };
        let (proof, disproof) = if is_prover { (least, sum) } else { (sum, least) };
        Self { proof, disproof, is_path_dependent }
    }
}
