//! Random games, small enough for exhaustive search, with all the irregularities that engines
//! may get wrong.

use tremaux_core::{
    Evaluator, ExtendingGame, Game, HashedGame, IndexedGame, MoveKey, NullMoveGame,
    PayoffEvaluator, Player, Score, TacticalGame, Turn, ZeroSumGame,
};

/// Random bits that depend only on the three numbers.
pub fn mix(seed: u64, a: u64, b: u64) -> u64 {
    let mut x =
        seed ^ a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    for _ in 0..3 {
        x = (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }
    x ^ x >> 32
}

/// A move of a random game, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(pub u64);

/// A place in a [`LayeredGame`]: its layer, and its number in the layer.
pub type Place = (u64, u64);

/// A two-player game of at most nine plies. A move leads one or two layers down to one of four
/// places, so there are many transpositions at different depths. Some places end the game.
/// Depending on the seed, either player may be to move anywhere, there may be no draws (so that
/// the length of wins decides), or scores may have margins. Two moves may share a code.
#[derive(Clone, Copy, Debug)]
pub struct LayeredGame {
    /// The seed that determines the game.
    pub seed: u64,
}

impl LayeredGame {
    /// The maximum number of plies.
    pub const DEPTH: u32 = 9;

    fn random(&self, (layer, index): Place, salt: u64) -> u64 {
        mix(self.seed, layer, index + salt)
    }

    fn random_of_move(&self, (layer, index): Place, mv: Step, salt: u64) -> u64 {
        mix(self.seed, layer * 8 + index, mv.0 + salt)
    }

    /// Whether a player may move several times in a row.
    pub fn has_extra_turns(&self) -> bool {
        self.seed.is_multiple_of(3)
    }
}

impl Game for LayeredGame {
    type State = Place;
    type Move = Step;
    type Undo = Place;

    fn initial_state(&self) -> Place {
        (0, 0)
    }
    fn turn(&self, &place: &Place) -> Turn {
        let ends = place.0 > 0 && self.random(place, 0).is_multiple_of(6);
        if place.0 >= u64::from(Self::DEPTH) || ends {
            return Turn::Over;
        }
        let any = self.random(place, 90) % 2;
        Turn::Player(if self.has_extra_turns() { any } else { place.0 % 2 } as Player)
    }
    fn moves(&self, &place: &Place, moves: &mut Vec<Step>) {
        moves.extend((0..1 + self.random(place, 20) % 4).map(Step));
    }
    fn play(&self, place: &mut Place, mv: Step) -> Place {
        let before = *place;
        let random = self.random_of_move(before, mv, 40);
        *place = (before.0 + 1 + random % 2, (random >> 8) % 4);
        before
    }
    fn undo(&self, place: &mut Place, _: Step, before: Place) {
        *place = before;
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        f64::from(self.final_score(place, player).get())
    }
}

impl ZeroSumGame for LayeredGame {
    fn final_score(&self, &place: &Place, player: Player) -> Score {
        let outcomes = [Score::LOSS, Score::WIN, Score::DRAW, Score::estimate(7)];
        let score = outcomes[(self.random(place, 60) % (2 + self.seed % 3)) as usize];
        if player == 0 { score } else { -score }
    }
}

impl HashedGame for LayeredGame {
    fn hash(&self, &(layer, index): &Place) -> u64 {
        mix(1, layer, index)
    }
    fn code(&self, _: &Place, mv: Step) -> u16 {
        (mv.0 / 2) as u16
    }
}

impl MoveKey for LayeredGame {
    fn key_count(&self) -> usize {
        4
    }
    fn move_key(&self, _: &Place, mv: Step) -> usize {
        mv.0 as usize
    }
}

impl TacticalGame for LayeredGame {
    fn noisy_moves(&self, place: &Place, moves: &mut Vec<Step>) {
        let first = moves.len();
        self.moves(place, moves);
        let mut at = 0;
        moves.retain(|&mv| {
            at += 1;
            at <= first || self.loudness(place, mv) > 0
        });
    }
    fn loudness(&self, &place: &Place, mv: Step) -> u16 {
        let random = self.random_of_move(place, mv, 70);
        if random.is_multiple_of(3) { 1 + (random >> 8) as u16 % 9 } else { 0 }
    }
}

impl ExtendingGame for LayeredGame {
    fn extension(&self, place: &Place, mv: Step) -> u32 {
        u32::from(self.random_of_move(*place, mv, 55).is_multiple_of(4))
    }
}

impl NullMoveGame for LayeredGame {
    fn may_pass(&self, place: &Place) -> bool {
        !self.has_extra_turns() && place.0 + 1 < u64::from(Self::DEPTH)
    }
    /// Passes to the next layer, with the other player to move, unless that place ends the
    /// game.
    fn pass(&self, place: &mut Place) -> Place {
        let before = *place;
        *place = (before.0 + 1, before.1);
        before
    }
    fn undo_pass(&self, place: &mut Place, before: Place) {
        *place = before;
    }
}

impl Evaluator<LayeredGame> for LayeredGame {
    fn evaluate(&self, _: &LayeredGame, &place: &Place) -> Score {
        Score::estimate((self.random(place, 80) % 11) as i32 - 5)
    }
}

/// A two-player game on a graph of 6 to 29 places with many cycles, which may go on forever.
/// Some places end it.
#[derive(Clone, Copy, Debug)]
pub struct CyclicGame {
    /// The seed that determines the game.
    pub seed: u64,
}

impl CyclicGame {
    fn random(&self, place: u64, salt: u64) -> u64 {
        mix(self.seed ^ 0x5EED, place, salt)
    }

    fn target(&self, place: u64, mv: Step) -> u64 {
        self.random(place, 10 + mv.0) % self.position_count() as u64
    }

    fn is_over(&self, place: u64) -> bool {
        place > 0 && self.random(place, 1).is_multiple_of(4)
    }

    fn move_count(&self, place: u64) -> u64 {
        1 + self.random(place, 2) % 4
    }
}

impl Game for CyclicGame {
    type State = u64;
    type Move = Step;
    type Undo = u64;

    fn initial_state(&self) -> u64 {
        0
    }
    fn turn(&self, &place: &u64) -> Turn {
        let player = (self.random(place, 3) % 2) as Player;
        if self.is_over(place) { Turn::Over } else { Turn::Player(player) }
    }
    fn moves(&self, &place: &u64, moves: &mut Vec<Step>) {
        moves.extend((0..self.move_count(place)).map(Step));
    }
    fn play(&self, place: &mut u64, mv: Step) -> u64 {
        let before = *place;
        *place = self.target(before, mv);
        before
    }
    fn undo(&self, place: &mut u64, _: Step, before: u64) {
        *place = before;
    }
    fn payoff(&self, place: &u64, player: Player) -> f64 {
        f64::from(self.final_score(place, player).get().signum())
    }
}

impl ZeroSumGame for CyclicGame {
    fn final_score(&self, &place: &u64, player: Player) -> Score {
        let outcomes = [Score::WIN, Score::LOSS, Score::DRAW];
        let score = outcomes[(self.random(place, 4) % (2 + self.seed % 2)) as usize];
        if player == 0 { score } else { -score }
    }
}

impl HashedGame for CyclicGame {
    fn hash(&self, &place: &u64) -> u64 {
        mix(2, place, 0)
    }
    fn code(&self, _: &u64, mv: Step) -> u16 {
        mv.0 as u16
    }
}

impl MoveKey for CyclicGame {
    fn key_count(&self) -> usize {
        4 * 32
    }
    fn move_key(&self, &place: &u64, mv: Step) -> usize {
        (place * 4 + mv.0) as usize
    }
}

impl IndexedGame for CyclicGame {
    fn position_count(&self) -> usize {
        6 + (self.seed % 24) as usize
    }
    fn index(&self, &place: &u64) -> usize {
        place as usize
    }
    fn position(&self, index: usize) -> Option<u64> {
        Some(index as u64)
    }
}

impl Evaluator<CyclicGame> for CyclicGame {
    fn evaluate(&self, _: &CyclicGame, &place: &u64) -> Score {
        Score::estimate((self.random(place, 80) % 11) as i32 - 5)
    }
}

/// A layered game for two or three players with chance moves at some places. With two players,
/// payoffs sum to zero; with three, they range from 0 to 6 with any sum up to 18.
#[derive(Clone, Copy, Debug)]
pub struct PayoffGame {
    /// The seed that determines the game.
    pub seed: u64,
    /// The number of players: two or three.
    pub players: usize,
    /// Whether there are chance moves.
    pub has_chance: bool,
    /// Whether the payoffs of three players always sum to 6.
    pub has_constant_sum: bool,
}

impl PayoffGame {
    /// The maximum number of plies.
    pub const DEPTH: u32 = 6;

    fn random(&self, (layer, index): Place, salt: u64) -> u64 {
        mix(self.seed ^ 0xD1CE, layer * 8 + index, salt)
    }

    fn payoff_of(&self, place: Place, player: usize, salt: u64) -> f64 {
        let points = |player: usize| self.random(place, salt + player as u64) % 7;
        if self.players == 2 {
            let value = points(0) as f64 - 3.0;
            return if player == 0 { value } else { -value };
        }
        if self.has_constant_sum {
            let first = points(0);
            let second = points(1) % (7 - first);
            return [first, second, 6 - first - second][player] as f64;
        }
        points(player) as f64
    }
}

impl Game for PayoffGame {
    type State = Place;
    type Move = Step;
    type Undo = Place;

    fn player_count(&self) -> usize {
        self.players
    }
    fn initial_state(&self) -> Place {
        (0, 0)
    }
    fn turn(&self, &place: &Place) -> Turn {
        let ends = place.0 > 0 && self.random(place, 0).is_multiple_of(8);
        if ends || place.0 >= u64::from(Self::DEPTH) {
            Turn::Over
        } else if self.has_chance && place.0 > 0 && self.random(place, 1).is_multiple_of(3) {
            Turn::Chance
        } else {
            let any = self.random(place, 2) as usize;
            let in_turn = if self.seed.is_multiple_of(4) { any } else { place.0 as usize };
            Turn::Player((in_turn % self.players) as Player)
        }
    }
    fn moves(&self, &place: &Place, moves: &mut Vec<Step>) {
        moves.extend((0..1 + self.random(place, 3) % 4).map(Step));
    }
    fn play(&self, place: &mut Place, mv: Step) -> Place {
        let before = *place;
        let random = self.random(before, 10 + mv.0);
        *place = (before.0 + 1, random % 5);
        before
    }
    fn undo(&self, place: &mut Place, _: Step, before: Place) {
        *place = before;
    }
    fn payoff(&self, &place: &Place, player: Player) -> f64 {
        self.payoff_of(place, usize::from(player), 20)
    }
    /// Weights of 1 to 4, divided by their sum.
    fn probability(&self, &place: &Place, mv: Step) -> f64 {
        let weight = |mv: u64| (1 + self.random(place, 30 + mv) % 4) as f64;
        let count = 1 + self.random(place, 3) % 4;
        weight(mv.0) / (0..count).map(weight).sum::<f64>()
    }
}

/// For two players.
impl ZeroSumGame for PayoffGame {}

impl HashedGame for PayoffGame {
    fn hash(&self, &(layer, index): &Place) -> u64 {
        mix(3, layer, index)
    }
    fn code(&self, _: &Place, mv: Step) -> u16 {
        mv.0 as u16
    }
}

impl PayoffEvaluator<PayoffGame> for PayoffGame {
    fn estimate(&self, _: &PayoffGame, &place: &Place, payoffs: &mut [f64]) {
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = self.payoff_of(place, player, 40);
        }
    }
}
