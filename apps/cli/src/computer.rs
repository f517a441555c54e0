//! The computer as a player.

use tremaux_core::{CancelToken, Limits};
use tremaux_registry::{AnalysisRequest, GameSnapshot, GameTable, PlayedGame, Player};

use crate::failure::Failure;

/// Random numbers from a seed (SplitMix64, Steele, Lea and Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    /// Those of `seed`, and of each of its `stream`s.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed);
        let mixed = random.next();
        Self(mixed ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// A number below `count`, which is not zero.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// A number from 0 to 1, less than 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `moves`.
    pub(crate) fn choose(&mut self, mut moves: Vec<String>) -> Option<String> {
        if moves.is_empty() {
            return None;
        }
        let at = self.below(moves.len());
        Some(moves.swap_remove(at))
    }
}

/// The move of chance after so many moves of a game: the same whenever the same seed gets there,
/// so that taking a move back is no way to better dice.
pub(crate) fn rolled(game: &dyn PlayedGame, seed: u64) -> Option<String> {
    let moves = game.played().len() as u64;
    game.chance_move(Random::new(seed, u64::MAX / 2 - moves).unit())
}

/// How many positions a player looks at. Where nothing but plies is said, games with chance or
/// for more than two have a bound: their trees are so wide that five plies may take hours.
pub(crate) fn most_nodes(game: &dyn PlayedGame, player: &Player) -> Option<u64> {
    const MOST: u64 = 500_000;
    let is_wide = game.is_wide() && player.time.is_none();
    player.nodes.or(is_wide.then_some(MOST))
}

/// A player with a table and random numbers of its own.
pub(crate) struct Computer {
    pub(crate) player: Player,
    table: GameTable,
    random: Random,
}

impl Computer {
    pub(crate) fn new(player: Player, bytes: usize, random: Random) -> Result<Self, Failure> {
        let table = GameTable::new(bytes).map_err(Failure::Registry)?;
        Ok(Self { player, table, random })
    }

    /// Forgets the last game.
    pub(crate) fn begin(&mut self, random: Random) {
        self.table.clear();
        self.random = random;
    }

    /// The move it plays, and what it thinks of it; `None` if the game is over.
    pub(crate) fn choose(
        &mut self,
        game: &dyn PlayedGame,
        cancel: &CancelToken,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Option<String> {
        let Some(algorithm) = self.player.algorithm else {
            return self.random.choose(game.moves());
        };
        let depth = self.player.depth;
        let request = AnalysisRequest { algorithm, depth, ..AnalysisRequest::default() };
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.time = self.player.time;
        limits.nodes = most_nodes(game, &self.player);
        game.analyze(&request, &mut self.table, &limits, watch).best
    }
}
