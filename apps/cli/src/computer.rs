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

    /// One of `moves`.
    pub(crate) fn choose(&mut self, mut moves: Vec<String>) -> Option<String> {
        if moves.is_empty() {
            return None;
        }
        let at = self.below(moves.len());
        Some(moves.swap_remove(at))
    }
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
        (limits.time, limits.nodes) = (self.player.time, self.player.nodes);
        game.analyze(&request, &mut self.table, &limits, watch).best
    }
}
