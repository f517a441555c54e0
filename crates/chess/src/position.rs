//! Positions: the board, and the earlier positions that a repetition is compared with.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use crate::evaluation::{Tapered, piece_square};
use crate::moves::{append_moves, append_winning_captures};

/// A position with its history: everything that the rules ask for.
///
/// Castling is a move of the king to the square of the rook, as in Chess960.
///
/// Two positions are equal if the laws of chess call them the same (pieces, side to move,
/// castling rights, possible en-passant captures) and their half-move clocks have the same
/// [class](Position::hash). The moves that led there do not count.
///
/// ```
/// use tremaux::games::chess::Position;
/// let mut position = Position::initial();
/// let e4 = position.parse_uci("e2e4").unwrap();
/// let undo = position.play(e4);
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// position.undo(undo);
/// assert_eq!(position, Position::initial());
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    now: Snapshot,
    /// The keys of the positions before this one.
    keys: Vec<u64>,
    /// The number of keys from which on a single repetition is a draw.
    root: usize,
    /// The number of keys up to which nobody claimed a draw.
    unclaimed: usize,
}

/// A position without its history.
#[derive(Clone, Debug)]
struct Snapshot {
    board: Board,
    /// The hash of the board, with the en-passant square only if it can be captured on.
    key: u64,
    /// Material and squares, for White.
    balance: Tapered,
    /// The number of plies since the last capture, pawn move, null move or the first position.
    reversible: u16,
    /// The number of plies since the last capture or pawn move; that of the board ends at 100.
    clock: u16,
}

/// What [`Position::undo`] needs.
#[derive(Clone, Debug)]
pub struct Undo(Snapshot);

/// The half-move clocks at which a player can claim a draw, and at which the game is drawn.
pub(crate) const FIFTY_MOVES: u16 = 100;
const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// The initial position.
    pub fn initial() -> Self {
        Self::of(Board::default())
    }

    /// The initial position of Chess960 with this number, 0 to 959 (518 is the usual one); `None`
    /// if there is no such number.
    pub fn chess960(number: u32) -> Option<Self> {
        (number < 960).then(|| Self::of(Board::chess960_startpos(number)))
    }

    /// A position without history.
    pub fn of(board: Board) -> Self {
        let now = Snapshot {
            key: key(&board),
            balance: piece_square::balance(&board),
            reversible: 0,
            clock: board.halfmove_clock().into(),
            board,
        };
        Self { now, keys: Vec::new(), root: usize::MAX, unclaimed: 0 }
    }

    /// Sets the half-move clock and the number of the next move.
    pub(crate) fn set_counters(&mut self, clock: u16, number: u16) {
        self.now.board.set_halfmove_clock(clock.min(FIFTY_MOVES) as u8);
        self.now.board.set_fullmove_number(number);
        self.now.clock = clock;
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// The half-move clock: the plies since the last capture or pawn move. The clock of the board
    /// ends at 100.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.now.clock
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.now.board.side_to_move()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.now.board.checkers().is_empty()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<(Color, Piece)> {
        let board = self.board();
        let piece = board.piece_on(square)?;
        let is_white = board.colors(Color::White).has(square);
        Some((if is_white { Color::White } else { Color::Black }, piece))
    }

    /// Material and piece-square values, White's minus Black's, kept up to date.
    #[inline]
    pub fn balance(&self) -> Tapered {
        self.now.balance
    }

    /// The legal moves, captures first: see [`Position::append_moves`].
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.append_moves(&mut moves);
        moves
    }

    /// Appends the legal moves: captures and promotions to a queen first, the most valuable victim
    /// first, then the least valuable piece that captures.
    #[inline]
    pub fn append_moves(&self, moves: &mut Vec<Move>) {
        append_moves(&self.now.board, moves);
    }

    /// Appends the captures that lose no material by static exchange and the promotions to a
    /// queen, in the same order.
    #[inline]
    pub fn append_winning_captures(&self, moves: &mut Vec<Move>) {
        append_winning_captures(&self.now.board, moves);
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn has_move(&self) -> bool {
        self.now.board.generate_moves(|_| true)
    }

    /// Whether `mv` is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.now.board.is_legal(mv)
    }

    /// Plays `mv`, which must be legal.
    ///
    /// # Panics
    ///
    /// May panic if the move is not legal.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        let before = self.now.clone();
        self.keys.push(before.key);
        self.now.balance = before.balance.after(&before.board, mv);
        self.now.board.play_unchecked(mv);
        let board = &self.now.board;
        self.now.key = key(board);
        let is_reversible = board.halfmove_clock() > 0;
        let more = |plies: u16| if is_reversible { plies.saturating_add(1) } else { 0 };
        (self.now.reversible, self.now.clock) = (more(before.reversible), more(before.clock));
        Undo(before)
    }

    /// Plays a move, or passes if there is none: a null move of a game in PGN.
    ///
    /// # Panics
    ///
    /// Panics if the side to move passes in check, and may panic if the move is not legal.
    pub fn play_or_pass(&mut self, mv: Option<Move>) -> Undo {
        match mv {
            Some(mv) => self.play(mv),
            None => self.pass(),
        }
    }

    /// Gives the turn to the other side. The side to move must not be in check.
    ///
    /// # Panics
    ///
    /// Panics in check.
    #[inline]
    pub fn pass(&mut self) -> Undo {
        let passed = self.now.board.null_move().expect("the side to move is not in check");
        let key = key(&passed);
        let before = self.now.clone();
        self.keys.push(before.key);
        let (balance, clock) = (before.balance, before.clock.saturating_add(1));
        self.now = Snapshot { board: passed, key, balance, reversible: 0, clock };
        Undo(before)
    }

    /// Takes back the last [`Position::play`] or [`Position::pass`].
    #[inline]
    pub fn undo(&mut self, Undo(before): Undo) {
        self.now = before;
        self.keys.pop();
    }

    /// From here on, a position that occurs for the second time ends the game as a draw, and so
    /// does any that occurred twice before.
    ///
    /// Without this call the game is drawn when a position occurs for the third time. A search
    /// sets its root, because what has been repeated once can be repeated again.
    pub fn set_search_root(&mut self) {
        self.root = self.keys.len();
    }

    /// Nobody has claimed a draw up to this position: the game goes on, although the position
    /// may have occurred for the third time or fifty moves may have passed.
    ///
    /// It only ends here by [`Position::is_drawn_without_claim`]. After the next move, draws are
    /// claimed again: who is worse off does so.
    pub fn play_on(&mut self) {
        self.unclaimed = self.keys.len();
    }

    /// Whether nobody claimed a draw in this position: it is the first one, or
    /// [`Position::play_on`] was called.
    #[inline]
    pub(crate) fn is_unclaimed(&self) -> bool {
        self.unclaimed == self.keys.len()
    }

    /// Whether the game is drawn without a claim (laws of chess, 9.6): the position has occurred
    /// for the fifth time, or seventy-five moves by each side have been made without a capture or
    /// a pawn move.
    pub fn is_drawn_without_claim(&self) -> bool {
        self.now.clock >= SEVENTY_FIVE_MOVES || self.repetitions() >= 4
    }

    /// How often this position has occurred before, as far as it is known.
    pub fn repetitions(&self) -> usize {
        let mut count = 0;
        let mut before = self.occurrence_before(self.keys.len());
        while let Some(at) = before {
            count += 1;
            before = self.occurrence_before(at);
        }
        count
    }

    /// Where this position occurred last before the ply `at`, at which it occurred too.
    #[inline]
    fn occurrence_before(&self, at: usize) -> Option<usize> {
        let first = self.keys.len() - usize::from(self.now.reversible);
        let mut at = at;
        // No position recurs after two plies: each side would have to stand where it stood.
        let mut step = if at == self.keys.len() { 4 } else { 2 };
        while at >= first + step {
            at -= step;
            if self.keys[at] == self.now.key {
                return Some(at);
            }
            step = 2;
        }
        None
    }

    /// Whether the game is drawn by repetition: see [`Position::set_search_root`].
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.now.reversible >= 4
            && self
                .occurrence_before(self.keys.len())
                .is_some_and(|at| at >= self.root || self.occurrence_before(at).is_some())
    }

    /// Whether neither side can give mate: kings with at most a knight, or with bishops that are
    /// all on squares of one colour.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let board = &self.now.board;
        let heavy =
            board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !heavy.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        if bishops.is_empty() {
            return knights.len() <= 1;
        }
        let is_one_colour = bishops.is_disjoint(BitBoard::DARK_SQUARES)
            || bishops.is_disjoint(BitBoard::LIGHT_SQUARES);
        knights.is_empty() && is_one_colour
    }

    /// Whether fifty moves by each side have been made without a capture or a pawn move, so that a
    /// player can claim a draw.
    #[inline]
    pub fn is_fifty_moves(&self) -> bool {
        self.now.clock >= FIFTY_MOVES
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_move()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_move()
    }

    /// A hash of the position and of the class of its half-move clock.
    ///
    /// The clock is ignored below 32, then counts in steps of eight, and exactly from 80 on: so a
    /// search near the fifty-move rule does not confuse positions that the rule separates, and
    /// transpositions are found where it is far away.
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.clock_class() {
            0 => self.now.key,
            class => self.now.key ^ u64::from(class).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// The same without the clock.
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    #[inline]
    fn clock_class(&self) -> u16 {
        match self.now.clock {
            0..32 => 0,
            clock @ 32..80 => clock / 8,
            clock => clock,
        }
    }

    /// The square on which a pawn can be captured en passant by a legal move.
    pub fn en_passant(&self) -> Option<Square> {
        let board = &self.now.board;
        let square = en_passant_square(board, board.en_passant()?);
        can_capture_en_passant(board, square).then_some(square)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.now.key == other.now.key
            && self.clock_class() == other.clock_class()
            && is_same(self.board(), other.board())
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

/// Whether two boards agree in everything but the en-passant square and the counters.
fn is_same(one: &Board, other: &Board) -> bool {
    one.side_to_move() == other.side_to_move()
        && Color::ALL.into_iter().all(|color| {
            one.colors(color) == other.colors(color)
                && one.castle_rights(color) == other.castle_rights(color)
        })
        && Piece::ALL.into_iter().all(|piece| one.pieces(piece) == other.pieces(piece))
}

fn en_passant_square(board: &Board, file: File) -> Square {
    Square::new(file, Rank::Sixth.relative_to(board.side_to_move()))
}

#[cold]
fn can_capture_en_passant(board: &Board, to: Square) -> bool {
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    let from = cozy_chess::get_pawn_attacks(to, !board.side_to_move()) & pawns;
    from.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// The hash of a board, with the en-passant square only if it can be captured on.
#[inline]
fn key(board: &Board) -> u64 {
    match board.en_passant() {
        Some(file) if !can_capture_en_passant(board, en_passant_square(board, file)) => {
            board.hash_without_ep()
        }
        _ => board.hash(),
    }
}
