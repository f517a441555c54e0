//! The endings, and the numbers of their positions.

use cozy_chess::{Board, Color, Piece};

/// The pieces of one side beside its king; the other side has its king alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endgame {
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A pawn.
    Pawn,
    /// Two bishops.
    Bishops,
    /// A bishop and a knight.
    BishopKnight,
    /// Two knights: a draw unless mate is near.
    Knights,
}

/// The squares, from 0 for a1 to 63 for h8, of the king that has pieces, of the king alone, and
/// of the pieces; with one piece, the last is 0.
pub(super) type Men = [u8; 4];

/// How far a square of each of [`Men`] shifts the number of a position with four men.
const SHIFTS: [u32; 4] = [18, 12, 6, 0];

/// Where each of the eight symmetries of the board takes each square. The bits of a symmetry:
/// files are exchanged, then ranks, then files with ranks.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut square = 0;
        while square < 64 {
            images[symmetry as usize][square as usize] = image(symmetry, square);
            square += 1;
        }
        symmetry += 1;
    }
    images
};

const DIAGONAL: u8 = 4;

const fn image(symmetry: u8, square: u8) -> u8 {
    let square = square ^ [0, 7, 56, 63][symmetry as usize & 3];
    if symmetry & DIAGONAL > 0 { square >> 3 | (square & 7) << 3 } else { square }
}

/// Whether a square is on the diagonal from a1 to h8.
#[inline]
const fn is_on_diagonal(square: u8) -> bool {
    square >> 3 == square & 7
}

/// For each square of the king that has pieces, the symmetry that takes it into the part of the
/// board that is stored, and its number there.
struct Part {
    symmetries: [u8; 64],
    numbers: [u8; 64],
    squares: [u8; 32],
    count: usize,
}

impl Part {
    /// The squares a1, b1, b2, c1, … d4; with pawns, the four files on the left.
    const fn new(has_pawns: bool) -> Self {
        let mut part = Self { symmetries: [0; 64], numbers: [0; 64], squares: [0; 32], count: 0 };
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square & 7, square >> 3);
            if file < 4 && (has_pawns || rank <= file) {
                part.squares[part.count] = square;
                part.numbers[square as usize] = part.count as u8;
                part.count += 1;
            }
            square += 1;
        }
        square = 0;
        while square < 64 {
            let mut symmetry = (square & 7 > 3) as u8;
            if !has_pawns {
                symmetry |= ((square >> 3 > 3) as u8) << 1;
                let near = image(symmetry, square);
                symmetry |= if near >> 3 > near & 7 { DIAGONAL } else { 0 };
            }
            part.symmetries[square as usize] = symmetry;
            part.numbers[square as usize] = part.numbers[image(symmetry, square) as usize];
            square += 1;
        }
        part
    }
}

static PARTS: [Part; 2] = [Part::new(false), Part::new(true)];

impl Endgame {
    /// All endings.
    pub const ALL: [Self; 6] =
        [Self::Queen, Self::Rook, Self::Pawn, Self::Bishops, Self::BishopKnight, Self::Knights];

    /// The pieces.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> &'static [Piece] {
        match self {
            Self::Queen => &[Piece::Queen],
            Self::Rook => &[Piece::Rook],
            Self::Pawn => &[Piece::Pawn],
            Self::Bishops => &[Piece::Bishop, Piece::Bishop],
            Self::BishopKnight => &[Piece::Bishop, Piece::Knight],
            Self::Knights => &[Piece::Knight, Piece::Knight],
        }
    }

    /// The ending that `color` has against a king alone.
    pub(super) fn of(board: &Board, color: Color) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| {
            let pieces = ending.pieces();
            let of_kind = |piece| pieces.iter().filter(|&&it| it == piece).count();
            board.colors(color).len() as usize == 1 + pieces.len()
                && pieces.iter().all(|&piece| {
                    board.colored_pieces(color, piece).len() as usize == of_kind(piece)
                })
        })
    }

    /// The squares of the men, as if White had the pieces.
    pub(super) fn men(self, board: &Board, color: Color) -> Men {
        let turned = if color == Color::White { 0 } else { 56 };
        let mut men = [board.king(color) as u8 ^ turned, board.king(!color) as u8 ^ turned, 0, 0];
        let mut squares = board.colors(color) ^ board.king(color).bitboard();
        for (man, &piece) in men[2..].iter_mut().zip(self.pieces()) {
            let square = (squares & board.pieces(piece)).next_square().expect("it has this piece");
            squares ^= square.bitboard();
            *man = square as u8 ^ turned;
        }
        men
    }

    #[inline]
    fn part(self) -> &'static Part {
        &PARTS[usize::from(matches!(self, Self::Pawn))]
    }

    /// The number of numbers.
    pub(super) fn number_count(self) -> usize {
        self.part().count << (6 * (1 + self.pieces().len()))
    }

    /// How far a square of the man `nth` shifts the number.
    #[inline]
    pub(super) fn shift(self, nth: usize) -> u32 {
        SHIFTS[nth] - if self.pieces().len() == 1 { 6 } else { 0 }
    }

    /// The number of a position, the same for positions that a symmetry exchanges; but where the
    /// king that has pieces stands on the diagonal, an exchange of files and ranks makes
    /// [another](Self::twin).
    #[inline]
    pub(super) fn number(self, men: Men) -> usize {
        self.number_by(self.part().symmetries[usize::from(men[0])], men)
    }

    /// The other number of a position, if there is one.
    #[inline]
    pub(super) fn twin(self, men: Men) -> Option<usize> {
        let symmetry = self.part().symmetries[usize::from(men[0])];
        let near = IMAGES[usize::from(symmetry)][usize::from(men[0])];
        let has_twin = !matches!(self, Self::Pawn) && is_on_diagonal(near);
        has_twin.then(|| self.number_by(symmetry | DIAGONAL, men))
    }

    #[inline]
    fn number_by(self, symmetry: u8, men: Men) -> usize {
        let images = &IMAGES[usize::from(symmetry)];
        let mut number = usize::from(self.part().numbers[usize::from(men[0])]);
        for &man in &men[1..2 + self.pieces().len()] {
            number = number << 6 | usize::from(images[usize::from(man)]);
        }
        number
    }

    /// The men of the position with this number.
    #[inline]
    pub(super) fn men_of(self, number: usize) -> Men {
        let mut men = [0; 4];
        for (nth, man) in men[..2 + self.pieces().len()].iter_mut().enumerate() {
            *man = (number >> self.shift(nth)) as u8 & 63;
        }
        men[0] = self.part().squares[number >> self.shift(0)];
        men
    }

    /// Whether two pieces are alike, so that every position has two orders of them.
    pub(super) fn has_pair(self) -> bool {
        matches!(self, Self::Bishops | Self::Knights)
    }

    /// How many positions of the whole board have the number of this position.
    pub(super) fn copies(self, men: Men) -> u64 {
        match self {
            Self::Pawn => 2,
            // Each of the two numbers stands for half of the eight.
            _ if is_on_diagonal(men[0]) => 4,
            _ => 8,
        }
    }
}
