//! Terrain: the letters on maps, and who can move where.

/// The meaning of a map's letters for a moving unit.
///
/// The MovingAI format knows `.` and `G` (open ground), `S` (shallow swamp), `W` (water), `T`
/// (trees), `@` and `O` (out of bounds). Ground and swamp are connected. Water can be crossed
/// but not entered from land, so only swimmers use it. Trees and out-of-bounds cells block
/// everyone.
///
/// A letter has a weight: a step costs its length times the weight of the cell it leads to.
///
/// ```
/// use tremaux::maps::grid::TerrainRules;
/// let wading = TerrainRules::land().with_weight(b'S', 3).with_weight(b'W', 8);
/// assert_eq!(wading.weight(b'.'), Some(1));
/// assert_eq!(wading.weight(b'W'), Some(8));
/// assert_eq!(wading.weight(b'T'), None);
/// assert!(!wading.is_known(b'x'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainRules {
    /// For each letter: its weight, 0 if it is blocked, `UNKNOWN` if it means nothing.
    weights: [u16; 256],
    /// The letters whose weights were set.
    given: Vec<u8>,
}

const UNKNOWN: u16 = u16::MAX;

impl TerrainRules {
    /// The rules for walking: ground and swamp are free; water, trees and out-of-bounds cells
    /// are blocked.
    pub fn land() -> Self {
        Self::with_free(b".GS")
    }

    /// The rules for swimming: water is free, everything else is blocked.
    pub fn water() -> Self {
        Self::with_free(b"W")
    }

    fn with_free(letters: &[u8]) -> Self {
        let mut weights = [UNKNOWN; 256];
        for &letter in b".GSWT@O" {
            weights[usize::from(letter)] = u16::from(letters.contains(&letter));
        }
        Self { weights, given: Vec::new() }
    }

    /// Sets the weight of a known or new letter; 0 blocks it.
    #[must_use]
    pub fn with_weight(mut self, letter: u8, weight: u8) -> Self {
        self.weights[usize::from(letter)] = weight.into();
        if !self.given.contains(&letter) {
            self.given.push(letter);
        }
        self
    }

    /// Whether the letter is known.
    #[inline]
    pub fn is_known(&self, letter: u8) -> bool {
        self.weights[usize::from(letter)] != UNKNOWN
    }

    /// The weight of a letter; `None` if it is blocked or unknown.
    #[inline]
    pub fn weight(&self, letter: u8) -> Option<u8> {
        u8::try_from(self.weights[usize::from(letter)]).ok().filter(|&weight| weight > 0)
    }

    /// The letters whose weights were [set](TerrainRules::with_weight).
    pub fn given(&self) -> &[u8] {
        &self.given
    }

    /// The known letters, for messages.
    pub(super) fn known_letters(&self) -> String {
        let letters = (0..=255_u8).filter(|&letter| self.is_known(letter));
        letters.map(|letter| format!("`{}`", char::from(letter))).collect::<Vec<_>>().join(" ")
    }
}
