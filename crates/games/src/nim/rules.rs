//! The rules: take any number of objects from one heap; whoever takes the last one wins or, in
//! the misère form, loses.

use std::fmt;

use tremaux_core::{Game, HashedGame, IndexedGame, MoveKey, Player, Turn, ZeroSumGame};

/// Nim (Bouton 1901) with any heaps.
///
/// Positions with the same heaps in another order have the same hash, and moves that take the
/// same number of objects from heaps of the same size have the same code.
///
/// ```
/// use tremaux::games::nim::Nim;
/// use tremaux::play::GameNotation;
/// use tremaux::Game;
/// let nim = Nim::new(&[3, 4, 5]).unwrap();
/// let position = nim.initial_state();
/// assert_eq!(nim.winning_moves(&position).len(), 1);
/// assert_eq!(nim.move_text(&position, nim.winning_moves(&position)[0]), "1-2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    heaps: Vec<u16>,
    is_misere: bool,
}

/// A position: the sizes of the heaps, and the player to move.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    sizes: Vec<u16>,
    mover: Player,
}

impl Clone for Heaps {
    #[inline]
    fn clone(&self) -> Self {
        Self { sizes: self.sizes.clone(), mover: self.mover }
    }

    /// Reuses memory if the number of heaps is the same.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.sizes.clone_from(&other.sizes);
        self.mover = other.mover;
    }
}

impl Heaps {
    /// Heaps of these sizes, and the player to move.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many heaps, or one is too large.
    pub fn new(sizes: &[u32], mover: Player) -> Result<Self, NimError> {
        if sizes.len() > Nim::MAX_HEAPS {
            return Err(NimError::TooMany(sizes.len()));
        }
        let size = |&size: &u32| u16::try_from(size).map_err(|_| NimError::TooLarge(size));
        Ok(Self { sizes: sizes.iter().map(size).collect::<Result<_, _>>()?, mover: mover & 1 })
    }

    /// The sizes of the heaps; empty heaps keep their positions.
    #[inline]
    pub fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    /// The player to move; if the game is over, the player who would be.
    #[inline]
    pub fn player_to_move(&self) -> Player {
        self.mover
    }

    /// The nim-sum: the exclusive or of all sizes.
    #[inline]
    pub fn nim_sum(&self) -> u16 {
        self.sizes.iter().fold(0, |sum, size| sum ^ size)
    }
}

/// Takes `count` objects from the heap of this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The heap, from 0.
    pub heap: u8,
    /// The number of objects, at least one.
    pub count: u16,
}

impl Nim {
    /// The maximum number of heaps.
    pub const MAX_HEAPS: usize = 255;

    /// Nim with these heaps; whoever takes the last object wins.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than [`Nim::MAX_HEAPS`] heaps, or one has more
    /// than 65,535 objects.
    pub fn new(sizes: &[u32]) -> Result<Self, NimError> {
        Ok(Self { heaps: Heaps::new(sizes, 0)?.sizes, is_misere: false })
    }

    /// The same game, but whoever takes the last object loses.
    #[inline]
    #[must_use]
    pub fn misere(self) -> Self {
        Self { is_misere: true, ..self }
    }

    /// Whether taking the last object loses.
    #[inline]
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// Whether the player to move wins, by the theory of Bouton (1901; for all impartial
    /// games Sprague 1935 and Grundy 1939): if the nim-sum is not zero; in the misère form,
    /// as long as no heap has more than one object, if the nim-sum is zero.
    ///
    /// Takes one step per heap.
    #[inline]
    pub fn is_won(&self, heaps: &Heaps) -> bool {
        let is_tiny = self.is_misere && heaps.sizes.iter().all(|&size| size <= 1);
        (heaps.nim_sum() != 0) != is_tiny
    }

    /// All moves after which the opponent loses; none if the position is lost.
    ///
    /// Checks at most three positions for each heap.
    pub fn winning_moves(&self, heaps: &Heaps) -> Vec<Take> {
        let mut winning = Vec::new();
        let mut after = heaps.clone();
        for (heap, &size) in heaps.sizes.iter().enumerate() {
            // Reduce a heap so that the nim-sum is 0, or 1 at the end of a misère game.
            let mut left = [heaps.nim_sum() ^ size, 0, 1];
            left.sort_unstable();
            for (nth, &to) in left.iter().enumerate() {
                if to < size && !left[..nth].contains(&to) {
                    after.sizes[heap] = to;
                    if !self.is_won(&after) {
                        winning.push(Take { heap: heap as u8, count: size - to });
                    }
                }
            }
            after.sizes[heap] = size;
        }
        winning
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;
    type Undo = ();

    fn initial_state(&self) -> Heaps {
        Heaps { sizes: self.heaps.clone(), mover: 0 }
    }

    #[inline]
    fn turn(&self, heaps: &Heaps) -> Turn {
        let is_over = heaps.sizes.iter().all(|&size| size == 0);
        if is_over { Turn::Over } else { Turn::Player(heaps.mover) }
    }

    #[inline]
    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Take>) {
        for (heap, &size) in heaps.sizes.iter().enumerate() {
            moves.extend((1..=size).map(|count| Take { heap: heap as u8, count }));
        }
    }

    #[inline]
    fn play(&self, heaps: &mut Heaps, take: Take) {
        heaps.sizes[usize::from(take.heap)] -= take.count;
        heaps.mover = 1 - heaps.mover;
    }

    #[inline]
    fn undo(&self, heaps: &mut Heaps, take: Take, (): ()) {
        heaps.sizes[usize::from(take.heap)] += take.count;
        heaps.mover = 1 - heaps.mover;
    }

    #[inline]
    fn payoff(&self, heaps: &Heaps, player: Player) -> f64 {
        // The player who would be to move did not take the last object.
        let is_winner = (heaps.mover == player) == self.is_misere;
        if is_winner { 1.0 } else { -1.0 }
    }
}

impl ZeroSumGame for Nim {}

impl HashedGame for Nim {
    #[inline]
    fn hash(&self, heaps: &Heaps) -> u64 {
        let spread = |size: u64| {
            let x = size.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let x = (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            (x ^ x >> 32).wrapping_mul(0x94D0_49BB_1331_11EB)
        };
        // A sum, so that the order of the heaps does not matter; empty heaps add nothing.
        let sum =
            heaps.sizes.iter().fold(0_u64, |sum, &size| sum.wrapping_add(spread(u64::from(size))));
        spread(sum ^ u64::from(heaps.mover) << 63)
    }

    #[inline]
    fn code(&self, heaps: &Heaps, take: Take) -> u16 {
        let size = heaps.sizes[usize::from(take.heap)];
        let left = size - take.count;
        if size < 256 {
            size << 8 | left
        } else {
            // Two large moves may share a code.
            ((u32::from(size) * 40_503 + u32::from(left)) % 65_535) as u16
        }
    }
}

impl MoveKey for Nim {
    #[inline]
    fn key_count(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn move_key(&self, heaps: &Heaps, take: Take) -> usize {
        let size = heaps.sizes[usize::from(take.heap)];
        usize::from(size.min(63)) * 64 + usize::from((size - take.count).min(63))
    }
}

impl IndexedGame for Nim {
    /// The number of positions reachable from the heaps of the game, for either player to move.
    /// Saturates if there are too many.
    #[inline]
    fn position_count(&self) -> usize {
        let sizes = self.heaps.iter().map(|&size| usize::from(size) + 1);
        sizes.fold(2, usize::saturating_mul)
    }

    #[inline]
    fn index(&self, heaps: &Heaps) -> usize {
        let digits = self.heaps.iter().zip(&heaps.sizes);
        digits.fold(usize::from(heaps.mover), |index, (&most, &size)| {
            index * (usize::from(most) + 1) + usize::from(size)
        })
    }

    fn position(&self, index: usize) -> Option<Heaps> {
        let mut rest = index;
        let mut sizes = self.heaps.clone();
        for size in sizes.iter_mut().rev() {
            let count = usize::from(*size) + 1;
            *size = (rest % count) as u16;
            rest /= count;
        }
        (rest < 2).then_some(Heaps { sizes, mover: rest as Player })
    }
}

/// The error for invalid heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimError {
    /// There are too many heaps.
    TooMany(usize),
    /// A heap has too many objects.
    TooLarge(u32),
}

impl fmt::Display for NimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(heaps) => write!(f, "{heaps} heaps: at most {}", Nim::MAX_HEAPS),
            Self::TooLarge(size) => write!(f, "a heap of {size}: at most {}", u16::MAX),
        }
    }
}

impl std::error::Error for NimError {}
