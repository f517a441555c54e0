//! Random games of Hex for Monte Carlo tree search.

use tremaux_core::{Evaluator, Game, HashedGame, MoveKey, Turn};
use tremaux_play::{Playout, Sampler, ScoreSampler};

use super::{Cell, Hex, Position};

/// Playouts that fill the board at random and look only then who has connected: on a full board
/// exactly one player has, and stones after the winning one do not change who.
///
/// ```
/// use tremaux::games::hex::{Hex, RandomFill};
/// use tremaux::play::{Mcts, ScoreSampler};
/// use tremaux::{Game, Limits};
/// let game = Hex::new(4).unwrap();
/// let sampler = RandomFill(ScoreSampler::new(()));
/// let (start, limits) = (game.initial_state(), Limits::default());
/// let report = Mcts::default().rave(1000.0).solve(&game, &start, &sampler, &limits);
/// // The first player wins.
/// assert!(report.value > Some(0.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomFill<E>(pub ScoreSampler<E>);

impl<E: Evaluator<Hex>> Sampler<Hex> for RandomFill<E> {
    fn sample(
        &self,
        game: &Hex,
        position: &mut Position,
        playout: &mut Playout<'_, Cell>,
        rewards: &mut [f64],
    ) {
        let (Turn::Player(mover), 1..) = (game.turn(position), self.0.plies) else {
            return self.0.sample(game, position, playout, rewards);
        };
        playout.moves.clear();
        game.moves(position, playout.moves);
        playout.random.shuffle(playout.moves);
        let mut stones = [position.stones(0), position.stones(1)];
        let mut player = usize::from(mover);
        for cell in &*playout.moves {
            stones[player] |= 1 << cell.0;
            playout.trail.push((player * game.cells() + usize::from(cell.0)) as u32);
            player = 1 - player;
        }
        rewards[0] = if game.connects(stones[0], 0) { 1.0 } else { 0.0 };
        rewards[1] = 1.0 - rewards[0];
    }

    fn known(&self, game: &Hex, position: &Position) -> Option<(f64, bool)> {
        self.0.known(game, position)
    }

    fn range(&self) -> (f64, f64) {
        Sampler::<Hex>::range(&self.0)
    }

    fn reward(&self, value: f64) -> f64 {
        Sampler::<Hex>::reward(&self.0, value)
    }

    fn hash(&self, game: &Hex, position: &Position) -> Option<u64> {
        Some(game.hash(position))
    }

    fn priors(&self, game: &Hex, position: &Position, moves: &[Cell], priors: &mut Vec<f32>) {
        self.0.priors(game, position, moves, priors);
    }

    fn key_count(&self, game: &Hex) -> usize {
        game.key_count()
    }

    fn key(&self, game: &Hex, position: &Position, cell: Cell) -> u32 {
        game.move_key(position, cell) as u32
    }
}
