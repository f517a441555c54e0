//! Play and scoring by the rules of a [`Ruleset`]; two passes end the game.

use tremaux_core::{Game, HashedGame, MoveKey, Player, Random, Score, Turn, ZeroSumGame};

use super::board::{Board, BoardUndo, EMPTY, NOWHERE};

use super::ruleset::{Ko, Ruleset};

/// Go on a square board of [`Go::SIZES`] rows. Black is player 0.
///
/// Scores are hundredths of a point.
///
/// ```
/// use tremaux::games::go::Go;
/// use tremaux::play::GameNotation;
/// use tremaux::{Game, Score, Turn, ZeroSumGame};
/// let game = Go::new(5).unwrap().komi(13);
/// let mut position = game.initial_state();
/// for text in ["C3", "pass", "pass"] {
///     let mv = game.parse_move(&position, text).unwrap();
///     game.play(&mut position, mv);
/// }
/// assert_eq!(game.turn(&position), Turn::Over);
/// // All 25 points are Black's, and White has 6.5 points of komi.
/// assert_eq!(game.final_score(&position, 0), Score::estimate(1850));
/// ```
#[derive(Clone, Debug)]
pub struct Go {
    size: usize,
    pub(super) rules: Ruleset,
    /// White's compensation in hundredths of a point.
    pub(super) komi: i32,
    pub(super) handicap: u32,
    /// For each point with the border, its number row by row.
    numbers: Vec<u16>,
    points: Vec<u16>,
}

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(super) u16);

impl Move {
    /// A pass.
    pub const PASS: Self = Self(NOWHERE);
}

/// A position: the board, and the boards before it.
#[derive(Debug)]
pub struct Position {
    pub(super) board: Board,
    /// The marks of all boards so far, this one included: see [`mark`].
    pub(super) history: Vec<u64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), history: self.history.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.history.clone_from(&other.history);
    }
}

/// Positions are compared without their history.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Position {}

/// The hash of a board, with the player who made it in the lowest bit.
fn mark(hash: u64, maker: Player) -> u64 {
    hash & !1 | u64::from(maker)
}

impl Position {
    pub(super) fn of(board: Board) -> Self {
        let history = vec![mark(board.hash, 1 - board.to_move)];
        Self { board, history }
    }

    /// The same position with this player to move, as if nobody had passed.
    #[must_use]
    pub fn with_player_to_move(mut self, player: Player) -> Self {
        (self.board.to_move, self.board.passes, self.board.ko) = (player, 0, NOWHERE);
        self
    }

    /// Whether the last move was a pass, or the last two.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.board.passes
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Go {
    /// The possible numbers of rows.
    pub const SIZES: std::ops::RangeInclusive<usize> = 1..=19;
    /// The greatest komi in halves of a point, for either side: twice the points of the largest
    /// board.
    pub const MOST_KOMI: i32 = 722;
    /// The same in hundredths.
    pub(super) const MOST_HUNDREDTHS: i32 = 50 * Self::MOST_KOMI;

    /// Go by Tromp and Taylor's rules with a komi of 7.5; `None` if the size is not one of
    /// [`Go::SIZES`].
    pub fn new(size: usize) -> Option<Self> {
        if !Self::SIZES.contains(&size) {
            return None;
        }
        let board = Board::new(size);
        let points = board.empty.clone();
        let mut numbers = vec![(size * size) as u16; board.padded()];
        for (number, &point) in (0..).zip(&points) {
            numbers[usize::from(point)] = number;
        }
        Some(Self { size, rules: Ruleset::default(), komi: 750, handicap: 0, numbers, points })
    }

    /// The same game by other rules.
    #[must_use]
    pub fn rules(self, rules: Ruleset) -> Self {
        Self { rules, ..self }
    }

    /// The same game with another komi, in halves of a point, at most [`Go::MOST_KOMI`].
    #[must_use]
    pub fn komi(self, halves: i32) -> Self {
        self.komi_in_hundredths(halves.clamp(-Self::MOST_KOMI, Self::MOST_KOMI) * 50)
    }

    /// The same game with another komi, in hundredths of a point.
    #[must_use]
    pub fn komi_in_hundredths(self, komi: i32) -> Self {
        Self { komi: komi.clamp(-Self::MOST_HUNDREDTHS, Self::MOST_HUNDREDTHS), ..self }
    }

    /// The komi in points.
    pub fn komi_in_points(&self) -> f64 {
        f64::from(self.komi) / 100.0
    }

    /// The komi of a number of points; `None` if it has more than two decimals or is too great.
    pub fn hundredths(points: f64) -> Option<i32> {
        let komi = (points * 100.0).round();
        let is_exact = (komi - points * 100.0).abs() < 1e-6;
        let is_known = is_exact && komi.abs() <= f64::from(Self::MOST_HUNDREDTHS);
        is_known.then_some(komi as i32)
    }

    /// The rules.
    pub fn ruleset(&self) -> Ruleset {
        self.rules
    }

    /// The same game with handicap stones: on star points, if there are so many, and otherwise only
    /// counted.
    #[must_use]
    pub fn handicap(self, stones: u32) -> Self {
        Self { handicap: stones.min(self.points.len() as u32), ..self }
    }

    /// The number of rows, and of columns.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The move to a column and row, from 0 at the top left.
    pub fn point(&self, column: usize, row: usize) -> Option<Move> {
        let is_on = column < self.size && row < self.size;
        is_on.then(|| Move(self.points[row * self.size + column]))
    }

    /// Every point, row by row from the top left.
    pub(super) fn all_points(&self) -> impl Iterator<Item = Move> + '_ {
        self.points.iter().map(|&point| Move(point))
    }

    /// The empty points that only one player reaches, by column and row from the top left.
    pub(super) fn territory(&self, position: &Position) -> Vec<(u8, u8, Player)> {
        let mut owners = [0; super::MOST_POINTS];
        position.board.owners(&mut owners);
        let is_empty = |mv: &Move| position.board.color(mv.0) == EMPTY;
        let owned = self.all_points().filter(is_empty).filter_map(|mv| {
            let (column, row) = self.place(mv)?;
            let owner = owners[usize::from(mv.0)];
            (owner < 3).then(|| (column as u8, row as u8, owner - 1))
        });
        owned.collect()
    }

    /// The result if the game ended now, as SGF and the Go Text Protocol write it: `B+7.5`, `0` for
    /// a draw.
    pub fn result_text(&self, position: &Position) -> String {
        let margin = self.margin(&position.board, 0);
        let points = f64::from(margin.abs()) / 100.0;
        match margin {
            1.. => format!("B+{points}"),
            0 => "0".to_owned(),
            _ => format!("W+{points}"),
        }
    }

    /// The column and row of a move; `None` for a pass.
    pub fn place(&self, mv: Move) -> Option<(usize, usize)> {
        let number = usize::from(*self.numbers.get(usize::from(mv.0))?);
        (number < self.points.len()).then_some((number % self.size, number / self.size))
    }

    /// A position of a game by other rules as one of this game: where territory counts, the stones
    /// on the board are all that were played.
    #[must_use]
    pub fn recounted(&self, mut position: Position) -> Position {
        self.count_stones(&mut position.board);
        position
    }

    /// The points of so many fixed handicap stones, in the order of the Go Text Protocol: 2 to 9,
    /// and only 4 on boards of even size and of 7 rows.
    pub fn handicap_points(&self, stones: u32) -> Option<Vec<Move>> {
        let most = match self.size {
            9.. if self.size % 2 == 1 => 9,
            7.. => 4,
            _ => return None,
        };
        if !(2..=most).contains(&stones) {
            return None;
        }
        let low = if self.size < 13 { 2 } else { 3 };
        let (high, middle) = (self.size - 1 - low, self.size / 2);
        // Columns and rows from the bottom left.
        let corners = [(low, low), (high, high), (low, high), (high, low)];
        let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
        let pairs = (stones as usize).min(if stones == 5 { 4 } else { 8 });
        let places = corners.into_iter().chain(sides).take(pairs & !usize::from(stones > 5));
        let center = (stones > 4 && stones % 2 == 1).then_some((middle, middle));
        places.chain(center).map(|(x, y)| self.point(x, self.size - 1 - y)).collect()
    }

    /// The number of the key of `mv` for `player`.
    #[inline]
    pub(super) fn key(&self, player: Player, point: u16) -> usize {
        let number = usize::from(self.numbers[usize::from(point)]);
        usize::from(player) * (self.points.len() + 1) + number
    }

    /// Whether the player to move may play on a point. Where the rules let a board repeat, so does
    /// this; [`Game::moves`] never repeats one.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.is_allowed(position, mv, self.rules.ko())
    }

    fn is_allowed(&self, position: &Position, mv: Move, ko: Ko) -> bool {
        let (board, point) = (&position.board, mv.0);
        if point == NOWHERE {
            return true;
        }
        if board.color(point) != EMPTY || point == board.ko {
            return false;
        }
        // A board that came earlier had stones where none are now.
        let is_new = !board.was_captured(point);
        if is_new && board.beside(point).iter().any(|&q| board.color(q) == EMPTY) {
            return true;
        }
        match board.after(point, board.to_move) {
            (_, 0) if is_new => true,
            (_, 1) => false,
            (_, 2..) if !self.rules.allows_suicide() => false,
            (hash, _) => !Self::repeats(position, hash, ko),
        }
    }

    /// Whether a move that leads to the board with this hash is forbidden because of an earlier
    /// board.
    pub(super) fn repeats(position: &Position, hash: u64, ko: Ko) -> bool {
        let made = mark(hash, position.board.to_move);
        match ko {
            Ko::Simple => false,
            Ko::Positional => position.history.iter().any(|&it| it | 1 == made | 1),
            Ko::Situational => position.history.contains(&made),
        }
    }

    /// How searches avoid repetitions: where the rules allow them, too.
    fn ko_of_searches(&self) -> Ko {
        match self.rules.ko() {
            Ko::Simple => Ko::Positional,
            ko => ko,
        }
    }

    /// Counts the stones of a board that was set up as played, if that matters to the score.
    pub(super) fn count_stones(&self, board: &mut Board) {
        board.surplus = 0;
        if self.rules.counts_territory() {
            board.surplus = self.points.iter().map(|&point| board.sign(point)).sum();
        }
    }

    /// Whether a move would fill a simple eye of the player to move.
    pub fn fills_eye(&self, position: &Position, mv: Move) -> bool {
        mv != Move::PASS && position.board.is_eye(mv.0, position.board.to_move)
    }

    /// The margin of a player in hundredths of a point if the game ended now.
    ///
    /// Territory and prisoners are the area without the stones that were played: a stone is on the
    /// board, where it is a point of the area, or a prisoner.
    pub(super) fn margin(&self, board: &Board, player: Player) -> i32 {
        let [black, white] = board.area().map(|area| area as i32);
        let area = if player == 0 { black - white } else { white - black };
        100 * area + self.compensation(board, player)
    }

    /// What a player receives besides the area, in hundredths of a point.
    #[inline]
    pub(super) fn compensation(&self, board: &Board, player: Player) -> i32 {
        let stones = self.rules.compensation(self.handicap) + board.surplus;
        let white = self.komi + 100 * stones;
        if player == 0 { -white } else { white }
    }

    /// Whether `player` would win if the game ended now.
    pub fn leads(&self, position: &Position, player: Player) -> bool {
        self.margin(&position.board, player) > 0
    }
}

impl Game for Go {
    type State = Position;
    type Move = Move;
    type Undo = BoardUndo;

    fn initial_state(&self) -> Position {
        let mut board = Board::new(self.size);
        if let Some(stones) = self.handicap_points(self.handicap) {
            for mv in stones {
                board.to_move = 0;
                board.play(mv.0);
            }
            board.last = NOWHERE;
            self.count_stones(&mut board);
        }
        Position::of(board)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.board.passes >= 2 { Turn::Over } else { Turn::Player(position.board.to_move) }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let ko = self.ko_of_searches();
        for &point in &self.points {
            let is_empty = position.board.color(point) == EMPTY;
            if is_empty && self.is_allowed(position, Move(point), ko) {
                moves.push(Move(point));
            }
        }
        moves.push(Move::PASS);
    }

    fn play(&self, position: &mut Position, mv: Move) -> BoardUndo {
        let player = position.board.to_move;
        let undo = position.board.play(mv.0);
        if mv != Move::PASS {
            position.history.push(mark(position.board.hash, player));
            if self.rules.counts_territory() {
                position.board.surplus += 1 - 2 * i32::from(player);
            }
        }
        undo
    }

    fn undo(&self, position: &mut Position, mv: Move, undo: BoardUndo) {
        position.board.undo(mv.0, undo);
        if mv != Move::PASS {
            position.history.pop();
            if self.rules.counts_territory() {
                position.board.surplus -= 1 - 2 * i32::from(position.board.to_move);
            }
        }
    }

    /// The margin in points.
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        f64::from(self.margin(&position.board, player)) / 100.0
    }
}

impl ZeroSumGame for Go {
    /// The margin in hundredths of a point.
    fn final_score(&self, position: &Position, player: Player) -> Score {
        Score::estimate(self.margin(&position.board, player))
    }

    /// Whether a stone was captured: then a move may have been forbidden because it repeats a
    /// board.
    fn depends_on_history(&self, position: &Position) -> bool {
        self.points.iter().any(|&point| position.board.was_captured(point))
    }
}

impl HashedGame for Go {
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let board = &position.board;
        let rest = u64::from(board.to_move) << 32 | u64::from(board.passes) << 24;
        // Only scores by territory depend on the stones that were played.
        let rest = rest ^ u64::from(board.surplus as u16) << 40;
        board.hash ^ Random::new(rest | u64::from(board.ko)).bits_after(0)
    }

    #[inline]
    fn code(&self, _: &Position, mv: Move) -> u16 {
        mv.0
    }
}

impl MoveKey for Go {
    #[inline]
    fn key_count(&self) -> usize {
        2 * (self.points.len() + 1)
    }

    #[inline]
    fn move_key(&self, position: &Position, mv: Move) -> usize {
        self.key(position.board.to_move, mv.0)
    }
}
