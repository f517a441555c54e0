//! Numbers endgames with few pieces, so that all of them can be solved.

use std::ops::Range;

use tremaux_core::{Game, IndexedGame, Player, Turn, ZeroSumGame};

use super::board::{Board, bits};
use super::position::{Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// The positions of checkers with at most this many pieces, without the move-count draw.
///
/// They lie in [layers](Endings::layers), one for each number of men and kings of both players; a
/// move leads to the same layer or to an earlier one, for pieces only disappear and men only
/// become kings. [`EndingTables`](super::EndingTables) solves one layer after the other and looks
/// positions up during a search; the whole of few pieces is solved by
/// `tremaux_play::retrograde_analysis` too.
///
/// The number of a position in its layer combines those of the sets of squares (combinatorial
/// number system) of the men of each player, among the squares where men stand, and of the kings,
/// among those without men, after the side to move. As men of both players cannot share a square,
/// some numbers stand for no position.
///
/// ```
/// use tremaux::games::checkers::{Endings, English};
/// use tremaux::play::{IndexedGame, retrograde_analysis};
/// use tremaux::Limits;
/// let endings: Endings<English> = Endings::new(2);
/// let solved = retrograde_analysis(&endings, &Limits::default()).unwrap();
/// // One piece of each: most of them are drawn.
/// let (won, drawn, lost) = solved.counts();
/// assert!(drawn > won && won > 0 && lost > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Endings<V> {
    game: Checkers<V>,
    most: u32,
    layers: Vec<Layer>,
    /// The places of the layers, by the men of both players and by their kings, each less than
    /// [`PLACES`].
    places: Vec<u16>,
}

/// The positions with the same number of men and kings of each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The men of each player.
    pub men: [u32; 2],
    /// The kings of each player.
    pub kings: [u32; 2],
    /// The numbers of the positions.
    pub numbers: Range<usize>,
}

impl Layer {
    /// Its pieces in words, such as `2m1k-3k`: those of player 0 and of player 1.
    pub fn name(&self) -> String {
        let part = |count: u32, letter: char| match count {
            0 => String::new(),
            _ => format!("{count}{letter}"),
        };
        let side = |player: usize| part(self.men[player], 'm') + &part(self.kings[player], 'k');
        format!("{}-{}", side(0), side(1))
    }

    /// Whether player 0 has the more pieces, or as many and not fewer men. The other layers are
    /// these with the players exchanged.
    pub fn is_first(&self) -> bool {
        let [mine, theirs] =
            [0, 1].map(|player| (self.men[player] + self.kings[player], self.men[player]));
        mine >= theirs
    }
}

const MOST_PIECES: u32 = 5;
const PLACES: usize = MOST_PIECES as usize + 1;

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
static WAYS: [[usize; 51]; PLACES] = {
    let mut table = [[0; 51]; PLACES];
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

/// The number of a set of squares among those that have as many elements.
#[inline]
fn rank(set: u64) -> usize {
    let squares = bits(set).map(u64::trailing_zeros);
    squares.enumerate().map(|(nth, square)| WAYS[nth + 1][square as usize]).sum()
}

/// The inverse of [`rank`], for sets of so many of the first `squares` squares.
#[inline]
fn unrank(mut number: usize, taken: u32, squares: u32) -> u64 {
    let (mut set, mut square) = (0, squares);
    for nth in (1..=taken as usize).rev() {
        // The largest square whose contribution fits.
        square -= 1;
        while WAYS[nth][square as usize] > number {
            square -= 1;
        }
        number -= WAYS[nth][square as usize];
        set |= 1 << square;
    }
    set
}

/// The squares of `set` without those of `taken`, counted among the squares outside `taken`.
#[inline]
fn squeezed(set: u64, taken: u64) -> u64 {
    bits(set).fold(0, |squeezed, bit| squeezed | bit >> (taken & (bit - 1)).count_ones())
}

/// The inverse of [`squeezed`].
#[inline]
fn spread(squeezed: u64, taken: u64) -> u64 {
    let mut set = squeezed;
    for bit in bits(taken) {
        let low = bit - 1;
        set = set & low | (set & !low) << 1;
    }
    set
}

impl<V: Variant> Endings<V> {
    /// The maximum number of pieces that can be numbered: five on 64 squares, four on 100.
    pub const MOST_PIECES: u32 = if V::SIDE > 8 { MOST_PIECES - 1 } else { MOST_PIECES };

    /// Endgames with at most this many pieces, but no more than [`Endings::MOST_PIECES`].
    pub fn new(most_pieces: u32) -> Self {
        let most = most_pieces.clamp(1, Self::MOST_PIECES);
        let mut layers = Vec::new();
        for pieces in 1..=most {
            // Those with fewer men first.
            for men in 0..=pieces {
                for men_of_first in (0..=men).rev() {
                    for kings_of_first in (0..=pieces - men).rev() {
                        let men = [men_of_first, men - men_of_first];
                        let kings = [kings_of_first, pieces - men[0] - men[1] - kings_of_first];
                        layers.push((men, kings));
                    }
                }
            }
        }
        let mut places = vec![0; PLACES.pow(4)];
        let mut first = 0;
        let layers = layers.into_iter().enumerate().map(|(place, (men, kings))| {
            places[Self::key(men, kings)] = place as u16;
            let end = first + 2 * Self::placements(men, kings);
            let layer = Layer { men, kings, numbers: first..end };
            first = end;
            layer
        });
        let layers = layers.collect();
        Self { game: Checkers::without_draws(), most, layers, places }
    }

    fn key(men: [u32; 2], kings: [u32; 2]) -> usize {
        [men[0], men[1], kings[0], kings[1]]
            .iter()
            .fold(0, |key, &count| key * PLACES + count as usize)
    }

    /// The squares where the men of a player stand.
    const SQUARES_OF_MEN: u32 = Board::<V>::SQUARES - Board::<V>::WIDTH;

    /// The numbers for placing so many men and kings.
    fn placements(men: [u32; 2], kings: [u32; 2]) -> usize {
        let free = Board::<V>::SQUARES - men[0] - men[1];
        ways(Self::SQUARES_OF_MEN, men[0])
            * ways(Self::SQUARES_OF_MEN, men[1])
            * ways(free, kings[0])
            * ways(free - kings[0], kings[1])
    }

    /// How far the squares of a player's men are from being numbered from 0.
    fn shift(&self, player: Player) -> u32 {
        if self.game.last_row(player) & 1 == 1 { Board::<V>::WIDTH } else { 0 }
    }

    /// The layers, in the order in which they can be solved.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The name of the table of a layer.
    pub fn table_name(&self, layer: &Layer) -> String {
        format!("checkers {} {}", V::NAME, layer.name())
    }

    /// The place of the layer of a position, and the number of the position there, if it does not
    /// have too many pieces.
    pub fn number(&self, position: &Position) -> Option<(usize, usize)> {
        let pieces = (position.pieces[0] | position.pieces[1]).count_ones();
        if pieces == 0 || pieces > self.most {
            return None;
        }
        let squares = |set: u64| {
            bits(set).fold(0u64, |all, bit| all | 1 << Board::<V>::index(bit.trailing_zeros()))
        };
        let men = position.pieces.map(|pieces| squares(pieces & !position.kings));
        let kings = position.pieces.map(|pieces| squares(pieces & position.kings));
        let counts = [men, kings].map(|sets| sets.map(u64::count_ones));
        let taken = men[0] | men[1];
        let free = Board::<V>::SQUARES - taken.count_ones();
        let ranks = [
            (rank(men[0] >> self.shift(0)), ways(Self::SQUARES_OF_MEN, counts[0][0])),
            (rank(men[1] >> self.shift(1)), ways(Self::SQUARES_OF_MEN, counts[0][1])),
            (rank(squeezed(kings[0], taken)), ways(free, counts[1][0])),
            (rank(squeezed(kings[1], taken | kings[0])), ways(free - counts[1][0], counts[1][1])),
        ];
        let mover = usize::from(position.player_to_move());
        let number = ranks.iter().fold(mover, |number, (rank, count)| number * count + rank);
        Some((usize::from(self.places[Self::key(counts[0], counts[1])]), number))
    }

    /// The position of this number in a layer, if there is one.
    fn position_in(&self, layer: &Layer, number: usize) -> Option<Position> {
        let Layer { men, kings, .. } = *layer;
        let free = Board::<V>::SQUARES - men[0] - men[1];
        let mut rest = number;
        let mut next = |taken: u32, squares: u32| {
            let count = WAYS[taken as usize][squares as usize];
            let number = rest % count;
            rest /= count;
            unrank(number, taken, squares)
        };
        let kings_1 = next(kings[1], free - kings[0]);
        let kings_0 = next(kings[0], free);
        let men_1 = next(men[1], Self::SQUARES_OF_MEN) << self.shift(1);
        let men_0 = next(men[0], Self::SQUARES_OF_MEN) << self.shift(0);
        if men_0 & men_1 != 0 || men[1 - rest] + kings[1 - rest] == 0 {
            return None;
        }
        let kings_0 = spread(kings_0, men_0 | men_1);
        let kings_1 = spread(kings_1, men_0 | men_1 | kings_0);
        let mut position = Position::EMPTY;
        for (player, is_king, set) in
            [(0, false, men_0), (1, false, men_1), (0, true, kings_0), (1, true, kings_1)]
        {
            for square in bits(set) {
                position.put(player, is_king, Board::<V>::bit(square.trailing_zeros()));
            }
        }
        position.set_mover(rest as Player);
        Some(position)
    }
}

impl<V: Variant> Game for Endings<V> {
    type State = Position;
    type Move = Move;
    type Undo = Position;

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

impl<V: Variant> ZeroSumGame for Endings<V> {}

impl<V: Variant> IndexedGame for Endings<V> {
    fn position_count(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.numbers.end)
    }

    /// # Panics
    ///
    /// If the position has too many pieces; no move leads to such a position.
    fn index(&self, position: &Position) -> usize {
        let (layer, number) = self.number(position).expect("a position of few pieces");
        self.layers[layer].numbers.start + number
    }

    fn position(&self, index: usize) -> Option<Position> {
        let place = self.layers.partition_point(|layer| layer.numbers.end <= index);
        let layer = self.layers.get(place)?;
        self.position_in(layer, index - layer.numbers.start)
    }
}
