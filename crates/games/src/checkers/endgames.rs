//! Numbers endgames with few pieces, so that all of them can be solved.

use tremaux_core::{Evaluator, Game, IndexedGame, Player, Score, Turn, ZeroSumGame};
use tremaux_tables::EndgameTable;

use super::board::{Board, bits};
use super::position::{Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// The positions of checkers with at most this many pieces, without the move-count draw.
///
/// Retrograde analysis solves them (`tremaux_play::retrograde_analysis`); [`WithEndings`] looks
/// them up during a search. The number of a position combines the number of its set of squares
/// (combinatorial number system), owner and rank of each piece, and the side to move. English
/// endgames with up to two pieces have some 16,000 numbers, with three 650,000 and with four 19
/// million.
///
/// ```
/// use tremaux::{IndexedGame, Limits};
/// use tremaux::games::checkers::{Endings, English};
/// use tremaux::play::retrograde_analysis;
/// let endings: Endings<English> = Endings::new(2);
/// let solved = retrograde_analysis(&endings, &Limits::default()).unwrap();
/// // One piece of each: most of them are drawn.
/// let (won, drawn, lost) = solved.counts();
/// assert!(drawn > won && won > 0 && lost > 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Endings<V> {
    game: Checkers<V>,
    most: u32,
}

const MOST_PIECES: u32 = 4;

/// How many ways there are to choose `taken` of `squares`.
const fn ways(squares: u32, taken: u32) -> usize {
    if taken > squares {
        return 0;
    }
    let (mut ways, mut done) = (1, 0);
    while done < taken {
        ways = ways * (squares - done) as usize / (done as usize + 1);
        done += 1;
    }
    ways
}

/// Indexed by pieces and squares.
static WAYS: [[usize; 51]; MOST_PIECES as usize + 1] = {
    let mut table = [[0; 51]; MOST_PIECES as usize + 1];
    let mut taken = 0;
    while taken < table.len() {
        let mut squares = 0;
        while squares < 51 {
            table[taken][squares] = ways(squares as u32, taken as u32);
            squares += 1;
        }
        taken += 1;
    }
    table
};

impl<V: Variant> Endings<V> {
    /// The maximum number of pieces that can be numbered.
    pub const MOST_PIECES: u32 = MOST_PIECES;

    /// Endgames with at most this many pieces, but no more than [`Endings::MOST_PIECES`].
    #[must_use]
    pub fn new(most_pieces: u32) -> Self {
        Self { game: Checkers::without_draws(), most: most_pieces.clamp(1, Self::MOST_PIECES) }
    }

    /// The maximum number of pieces.
    #[must_use]
    pub fn most_pieces(&self) -> u32 {
        self.most
    }

    /// The count of numbers for positions with `pieces` pieces.
    fn block(pieces: u32) -> usize {
        WAYS[pieces as usize][Board::<V>::SQUARES as usize] << (2 * pieces + 1)
    }

    /// The number of a position, if it does not have too many pieces.
    #[must_use]
    pub fn number(&self, position: &Position) -> Option<usize> {
        let occupied = position.pieces[0] | position.pieces[1];
        let pieces = occupied.count_ones();
        if pieces == 0 || pieces > self.most {
            return None;
        }
        let (mut squares, mut kinds) = (0, 0);
        for (nth, piece) in bits(occupied).enumerate() {
            squares += WAYS[nth + 1][Board::<V>::index(piece.trailing_zeros()) as usize];
            let kind = usize::from(position.pieces[1] & piece != 0) << 1
                | usize::from(position.kings & piece != 0);
            kinds |= kind << (2 * nth);
        }
        let before: usize = (1..pieces).map(Self::block).sum();
        let mover = usize::from(position.player_to_move());
        Some(before + ((squares << (2 * pieces) | kinds) << 1 | mover))
    }
}

impl<V: Variant> Game for Endings<V> {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn player_count(&self) -> usize {
        2
    }

    /// A king of each side in opposite corners.
    fn initial_state(&self) -> Position {
        let mut position = Position::EMPTY;
        position.put(0, true, 0);
        position.put(1, true, Board::<V>::bit(Board::<V>::SQUARES - 1));
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        self.game.turn(position)
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.game.moves(position, moves);
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Position {
        self.game.play(position, mv)
    }

    #[inline]
    fn undo(&self, position: &mut Position, mv: Move, before: Position) {
        self.game.undo(position, mv, before);
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        self.game.payoff(position, player)
    }
}

impl<V: Variant> ZeroSumGame for Endings<V> {
    fn final_score(&self, position: &Position, player: Player) -> Score {
        self.game.final_score(position, player)
    }
}

impl<V: Variant> IndexedGame for Endings<V> {
    fn position_count(&self) -> usize {
        (1..=self.most).map(Self::block).sum()
    }

    /// # Panics
    ///
    /// If the position has too many pieces; no move leads to such a position.
    fn index(&self, position: &Position) -> usize {
        self.number(position).expect("a position of few pieces")
    }

    fn position(&self, index: usize) -> Option<Position> {
        let (mut rest, mut pieces) = (index, 1);
        while rest >= Self::block(pieces) {
            rest -= Self::block(pieces);
            pieces += 1;
            if pieces > self.most {
                return None;
            }
        }
        let mover = (rest & 1) as Player;
        let kinds = rest >> 1 & ((1 << (2 * pieces)) - 1);
        let mut squares = rest >> (2 * pieces + 1);
        let mut position = Position::EMPTY;
        let mut limit = Board::<V>::SQUARES as usize;
        for nth in (0..pieces as usize).rev() {
            // The largest square whose contribution fits.
            let ways = &WAYS[nth + 1];
            let square = (0..limit).rev().find(|&square| ways[square] <= squares)?;
            squares -= ways[square];
            limit = square;
            let (player, is_king) =
                ((kinds >> (2 * nth + 1) & 1) as Player, kinds >> (2 * nth) & 1 == 1);
            let bit = Board::<V>::bit(square as u32);
            if !is_king && self.game.last_row(player) >> bit & 1 == 1 {
                return None;
            }
            position.put(player, is_king, bit);
        }
        position.set_mover(mover);
        (position.pieces[usize::from(1 - mover)] != 0).then_some(position)
    }
}

/// An evaluator that returns the true value of every endgame in a table, and uses another
/// evaluator for other positions.
///
/// A win that the opponent could delay until the move-count draw does not count as known.
#[derive(Clone, Copy, Debug)]
pub struct WithEndings<'a, V, E> {
    /// The solved endgames.
    pub endings: Endings<V>,
    /// Their values.
    pub table: &'a EndgameTable,
    /// Evaluates positions that are not in the table.
    pub evaluator: E,
}

impl<V: Variant, E: Evaluator<Checkers<V>>> Evaluator<Checkers<V>> for WithEndings<'_, V, E> {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        self.evaluator.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &Checkers<V>, position: &Position) -> Option<Score> {
        let score = self.endings.number(position).and_then(|at| self.table.get(at).score());
        let is_in_time = |score: &Score| match (score.plies_to_end(), game.most_quiet_plies()) {
            (Some(plies), Some(most)) => {
                u32::from(position.quiet_plies()) + plies <= u32::from(most)
            }
            _ => true,
        };
        let known = score.filter(is_in_time);
        known.or_else(|| self.evaluator.known(game, position))
    }
}
