//! Proof-number search.

mod depth_first;
mod options;
mod position;
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
    /// The depth of the tree of a proof or disproof, in plies.
    plies: u16,
}

impl Numbers {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1, is_path_dependent: false, plies: 0 };

    #[inline]
    fn ended(is_proved: bool, is_path_dependent: bool) -> Self {
        let (proof, disproof) = if is_proved { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, is_path_dependent, plies: 0 }
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
        // Whether it depends on the line, and the plies: of the best success, of any failure.
        let (mut success, mut failure) = ((true, u16::MAX), (false, 0));
        for child in children {
            let (wanted, unwanted) = (child.wanted(is_prover), child.wanted(!is_prover));
            least = least.min(wanted);
            sum = sum.saturating_add(unwanted).min(NEVER);
            if wanted == 0 {
                success = success.min((child.is_path_dependent, child.plies));
            }
            failure = (failure.0 | child.is_path_dependent, failure.1.max(child.plies));
        }
        if least == 0 {
            sum = NEVER;
        } else if sum == 0 {
            least = NEVER;
        } else {
            // Sums of many unknown positions are not proofs.
            (least, sum) = (least.min(NEVER - 1), sum.min(NEVER - 1));
        }
        let (is_path_dependent, plies) = match (least, sum) {
            (0, _) => (success.0, success.1.saturating_add(1)),
            (_, 0) => (failure.0, failure.1.saturating_add(1)),
            _ => (false, 0),
        };
        let (proof, disproof) = if is_prover { (least, sum) } else { (sum, least) };
        Self { proof, disproof, is_path_dependent, plies }
    }
}
