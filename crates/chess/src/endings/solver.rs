//! Retrograde analysis of an ending.
//!
//! The general one of `tremaux-play` needs some hundred megabytes for four men. Against a king
//! alone much is simpler: the side with pieces is never in check, and every capture is a draw.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_king_moves};

use super::ending::{Endgame, Men};
use super::table::Table;
use crate::evaluation::squares::attacks;

/// Escapes of a king that is never mated, and of numbers of no position.
const SAFE: u8 = u8::MAX;

/// A table being built.
struct Solver {
    table: Table,
    /// The moves of the king alone that are not known to lose.
    escapes: Vec<u8>,
    /// The lost positions found last.
    lost: Vec<u32>,
    /// The won positions found last.
    won: Vec<u32>,
    /// Positions that a promotion wins, by plies to mate.
    promoting: Vec<Vec<u32>>,
}

#[inline]
fn square(index: u8) -> Square {
    Square::index(usize::from(index))
}

impl Table {
    /// Solves an ending; `table` returns the table of another one, which a promotion leads to.
    pub(super) fn solve(ending: Endgame, table: impl Fn(Endgame) -> &'static Self) -> Self {
        let count = ending.number_count();
        let mut solver = Solver {
            table: Self { ending, defending: vec![0; count], attacking: vec![0; count] },
            escapes: vec![SAFE; count],
            lost: Vec::new(),
            won: Vec::new(),
            promoting: Vec::new(),
        };
        for number in 0..count {
            solver.begin(number);
        }
        if ending == Endgame::Pawn {
            solver.promote([table(Endgame::Queen), table(Endgame::Rook)]);
        }
        // Nearest mates first: the first win found is the quickest, the last escape lost the
        // longest defence.
        let mut plies = 0;
        while !solver.lost.is_empty() || usize::from(plies) < solver.promoting.len() {
            solver.win(plies + 1);
            solver.lose(plies + 2);
            plies += 2;
        }
        solver.table
    }
}

impl Solver {
    fn ending(&self) -> Endgame {
        self.table.ending
    }

    /// The pieces and their squares, with their places in [`Men`].
    #[inline]
    fn pieces(&self, men: Men) -> impl Iterator<Item = (usize, Piece, Square)> + use<> {
        let pieces = self.ending().pieces();
        (0..pieces.len()).map(move |nth| (nth + 2, pieces[nth], square(men[nth + 2])))
    }

    /// Finds out whether the position is legal, and counts the moves of the king alone.
    fn begin(&mut self, number: usize) {
        let men = self.ending().men_of(number);
        let (attacker, king) = (square(men[0]), square(men[1]));
        let mut occupied = attacker.bitboard() | king.bitboard();
        let (mut pieces, mut has_pawn_on_edge) = (BitBoard::EMPTY, false);
        for (_, piece, at) in self.pieces(men) {
            has_pawn_on_edge |=
                piece == Piece::Pawn && matches!(at.rank(), Rank::First | Rank::Eighth);
            pieces |= at.bitboard();
        }
        occupied |= pieces;
        let is_distinct = occupied.len() as usize == 2 + self.ending().pieces().len();
        if !is_distinct || has_pawn_on_edge || get_king_moves(attacker).has(king) {
            self.table.attacking[number] = Table::ILLEGAL;
            self.table.defending[number] = Table::ILLEGAL;
            return;
        }
        // Lines go on through the square that the king leaves.
        let (mut guarded, mut is_check) = (get_king_moves(attacker), false);
        for (_, piece, at) in self.pieces(men) {
            let attacked = attacks(piece, Color::White, at, occupied ^ king.bitboard());
            is_check |= attacked.has(king);
            guarded |= attacked;
        }
        if is_check {
            self.table.attacking[number] = Table::ILLEGAL;
        }
        let moves = get_king_moves(king) & !guarded;
        if !(moves & pieces).is_empty() {
            return;
        }
        if !moves.is_empty() {
            self.escapes[number] = moves.len() as u8;
        } else if is_check {
            self.table.defending[number] = 1;
            self.lost.push(number as u32);
        }
    }

    /// Finds the positions that a promotion wins. Promotions to a bishop or a knight draw.
    fn promote(&mut self, promoted: [&Table; 2]) {
        for number in 0..self.table.attacking.len() {
            let mut men = self.ending().men_of(number);
            let pawn = square(men[2]);
            if self.table.attacking[number] == Table::ILLEGAL || pawn.rank() != Rank::Seventh {
                continue;
            }
            men[2] += 8;
            if men[..2].contains(&men[2]) {
                continue;
            }
            // 0 is a draw, and the plies are one more than those after the promotion.
            let codes = promoted.map(|table| table.defending[table.ending.number(men)]);
            let Some(plies) = codes.into_iter().filter(|&code| code > 0).min() else { continue };
            let plies = usize::from(plies);
            if self.promoting.len() <= plies {
                self.promoting.resize(plies + 1, Vec::new());
            }
            self.promoting[plies].push(number as u32);
        }
    }

    /// Marks the positions from which the side with pieces can move to the positions lost last;
    /// they are won in this number of plies.
    fn win(&mut self, plies: u8) {
        self.won.clear();
        if let Some(promoting) = self.promoting.get_mut(usize::from(plies)) {
            for number in std::mem::take(promoting) {
                self.mark_won(number as usize, plies);
            }
        }
        let lost = std::mem::take(&mut self.lost);
        for &number in &lost {
            let number = number as usize;
            let men = self.ending().men_of(number);
            let occupied = men[..2 + self.ending().pieces().len()]
                .iter()
                .fold(BitBoard::EMPTY, |all, &man| all | square(man).bitboard());
            for from in get_king_moves(square(men[0])) & !occupied {
                let men = [from as u8, men[1], men[2], men[3]];
                self.mark_won(self.ending().number(men), plies);
                if let Some(twin) = self.ending().twin(men) {
                    self.mark_won(twin, plies);
                }
            }
            for (nth, piece, at) in self.pieces(men) {
                let origins = match piece {
                    Piece::Pawn => pawn_origins(at, occupied),
                    _ => attacks(piece, Color::White, at, occupied) & !occupied,
                };
                let shift = self.ending().shift(nth);
                for from in origins {
                    let changed = (at as usize ^ from as usize) << shift;
                    self.mark_won(number ^ changed, plies);
                }
            }
        }
        self.lost = lost;
    }

    #[inline]
    fn mark_won(&mut self, number: usize, plies: u8) {
        if self.table.attacking[number] == 0 {
            self.table.attacking[number] = plies + 1;
            self.won.push(number as u32);
        }
    }

    /// Marks the positions in which every move of the king alone leads to a won position; they
    /// are lost in this number of plies.
    fn lose(&mut self, plies: u8) {
        self.lost.clear();
        for &number in &self.won {
            let number = number as usize;
            let men = self.table.ending.men_of(number);
            let shift = self.table.ending.shift(1);
            for from in get_king_moves(square(men[1])) {
                let origin = number ^ (usize::from(men[1]) ^ from as usize) << shift;
                if self.escapes[origin] == SAFE {
                    continue;
                }
                self.escapes[origin] -= 1;
                if self.escapes[origin] == 0 {
                    self.table.defending[origin] = plies + 1;
                    self.lost.push(origin as u32);
                }
            }
        }
    }
}

/// The squares from which a white pawn can have moved.
#[inline]
fn pawn_origins(at: Square, occupied: BitBoard) -> BitBoard {
    let mut origins = BitBoard(at.bitboard().0 >> 8) & !Rank::First.bitboard() & !occupied;
    if at.rank() == Rank::Fourth {
        origins |= BitBoard(origins.0 >> 8) & !occupied;
    }
    origins
}
