//! Move orderings: moves that caused cutoffs before are tried first.

use tremaux_core::{Game, HashedGame, MoveKey, MoveOrdering, NO_MOVE, TacticalGame};
use tremaux_tables::HistoryTable;

/// Killer moves: the last two moves that refuted a position at the same distance from the root
/// (Akl and Newborn 1977). They are rated above all history ratings.
#[derive(Clone, Debug)]
pub struct Killers<M>(Vec<[Option<M>; 2]>);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M> Killers<M> {
    /// The rating of a killer move.
    pub const RATING: i32 = 1 << 24;
}

impl<G: Game<Move: PartialEq> + ?Sized> MoveOrdering<G> for Killers<G::Move> {
    #[inline]
    fn rate(&self, _: &G, _: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        let [first, second] = self.0.get(ply as usize).copied().unwrap_or_default();
        for &mv in moves {
            ratings.push(match Some(mv) {
                mv if mv == first => Self::RATING,
                mv if mv == second => Self::RATING / 2,
                _ => 0,
            });
        }
    }

    #[inline]
    fn learn(&mut self, _: &G, _: &G::State, ply: u32, _depth: u32, tried: &[G::Move]) {
        let ply = ply as usize;
        if ply >= self.0.len() {
            self.0.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.0[ply];
        if killers[0] != tried.last().copied() {
            *killers = [tried.last().copied(), killers[0]];
        }
    }
}

/// History heuristic: how well moves of a class have done anywhere in the tree (Schaeffer
/// 1983). A cutoff raises the rating by the square of the depth; each move that was tried
/// before and failed is lowered.
///
/// The ratings are kept in a [`HistoryTable`], which depth-first path searches use too.
#[derive(Clone, Debug)]
pub struct History {
    table: HistoryTable,
    decay: i32,
    gain: i32,
}

impl Default for History {
    fn default() -> Self {
        Self::with_decay(1)
    }
}

impl History {
    /// Ratings that are divided by `decay` when an iteration starts; 1 keeps them unchanged.
    pub fn with_decay(decay: i32) -> Self {
        Self { table: HistoryTable::default(), decay, gain: 1 }
    }

    /// Ratings that change by `gain` for each square of the depth: with a greater gain, recent
    /// cutoffs count more.
    pub fn with_gain(gain: i32) -> Self {
        Self { gain, ..Self::default() }
    }

    /// What a cutoff with `depth` plies left adds.
    #[inline]
    fn bonus(depth: u32, gain: i32) -> i32 {
        depth.saturating_mul(depth).min(400) as i32 * gain
    }
}

impl<G: MoveKey + ?Sized> MoveOrdering<G> for History {
    #[inline]
    fn rate(&self, game: &G, state: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        for &mv in moves {
            ratings.push(self.table.rating(game.move_key(state, mv)));
        }
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, _: u32, depth: u32, tried: &[G::Move]) {
        let Some((&cut, failed)) = tried.split_last() else { return };
        let bonus = Self::bonus(depth, self.gain);
        self.table.add(game.move_key(state, cut), bonus);
        for &mv in failed {
            self.table.add(game.move_key(state, mv), -bonus);
        }
    }

    fn begin(&mut self, game: &G) {
        self.table.resize(game.key_count());
        if self.decay != 1 {
            self.table.decay(self.decay);
        }
    }
}

/// Countermoves: the move that last refuted a move of this class, anywhere in the tree
/// (Uiterwijk 1992).
#[derive(Clone, Debug)]
pub struct CounterMoves<M> {
    /// The replies, indexed by the class of the previous move.
    replies: Vec<Option<M>>,
    /// The classes of the moves on the current line, by ply.
    line: Vec<u32>,
}

impl<M> Default for CounterMoves<M> {
    fn default() -> Self {
        Self { replies: Vec::new(), line: Vec::new() }
    }
}

impl<M> CounterMoves<M> {
    /// The rating of a countermove: less than a killer move, more than history.
    pub const RATING: i32 = 1 << 20;

    #[inline]
    fn class_before(&self, ply: u32) -> Option<usize> {
        let before = ply.checked_sub(1)? as usize;
        self.line.get(before).map(|&class| class as usize)
    }
}

impl<G: MoveKey<Move: PartialEq> + ?Sized> MoveOrdering<G> for CounterMoves<G::Move> {
    #[inline]
    fn rate(&self, _: &G, _: &G::State, ply: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        let reply = self.class_before(ply).and_then(|class| *self.replies.get(class)?);
        for &mv in moves {
            ratings.push(if Some(mv) == reply { Self::RATING } else { 0 });
        }
    }

    #[inline]
    fn learn(&mut self, _: &G, _: &G::State, ply: u32, _: u32, tried: &[G::Move]) {
        let class = self.class_before(ply);
        if let Some(reply) = class.and_then(|class| self.replies.get_mut(class)) {
            *reply = tried.last().copied();
        }
    }

    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        let ply = ply as usize;
        if ply >= self.line.len() {
            self.line.resize(ply + 1, u32::MAX);
        }
        self.line[ply] = game.move_key(state, mv) as u32;
    }

    #[inline]
    fn follow_pass(&mut self, ply: u32) {
        if let Some(class) = self.line.get_mut(ply as usize) {
            *class = u32::MAX;
        }
    }

    fn begin(&mut self, game: &G) {
        self.replies.resize(game.key_count(), None);
    }
}

/// Continuation history: how well moves of a class have done after the opponent's last move, and
/// after the player's own last move.
///
/// The memory is two bytes for each pair of classes.
#[derive(Clone, Debug)]
pub struct Continuations {
    /// The ratings, by the class of the earlier move and that of the move.
    ratings: Vec<i16>,
    classes: usize,
    gain: i32,
    /// The classes of the moves on the current line, by ply.
    line: Vec<u32>,
}

impl Continuations {
    const LIMIT: i32 = HistoryTable::LIMIT;

    /// Ratings that change by `gain` for each square of the depth.
    pub fn with_gain(gain: i32) -> Self {
        Self { ratings: Vec::new(), classes: 0, gain, line: Vec::new() }
    }

    /// The index of the first rating after the move `before` plies ago.
    #[inline]
    fn row(&self, ply: u32, before: u32) -> Option<usize> {
        let class = *self.line.get(ply.checked_sub(before)? as usize)? as usize;
        (class < self.classes).then_some(class * self.classes)
    }

    #[inline]
    fn add(rating: &mut i16, weight: i32) {
        let old = i32::from(*rating);
        *rating = (old + weight - old * weight.abs() / Self::LIMIT) as i16;
    }
}

impl Default for Continuations {
    fn default() -> Self {
        Self::with_gain(1)
    }
}

impl<G: MoveKey + ?Sized> MoveOrdering<G> for Continuations {
    #[inline]
    fn rate(&self, game: &G, state: &G::State, ply: u32, moves: &[G::Move], out: &mut Vec<i32>) {
        let rows = (self.row(ply, 1), self.row(ply, 2));
        for &mv in moves {
            let class = game.move_key(state, mv);
            let of = |row: Option<usize>| match row {
                Some(row) => i32::from(self.ratings[row + class]),
                None => 0,
            };
            out.push(of(rows.0) + of(rows.1));
        }
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        let Some((&cut, failed)) = tried.split_last() else { return };
        let bonus = History::bonus(depth, self.gain).min(Self::LIMIT);
        for before in [1, 2] {
            let Some(row) = self.row(ply, before) else { continue };
            Self::add(&mut self.ratings[row + game.move_key(state, cut)], bonus);
            for &mv in failed {
                Self::add(&mut self.ratings[row + game.move_key(state, mv)], -bonus);
            }
        }
    }

    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        let ply = ply as usize;
        if ply >= self.line.len() {
            self.line.resize(ply + 1, u32::MAX);
        }
        self.line[ply] = game.move_key(state, mv) as u32;
    }

    #[inline]
    fn follow_pass(&mut self, ply: u32) {
        if let Some(class) = self.line.get_mut(ply as usize) {
            *class = u32::MAX;
        }
    }

    fn begin(&mut self, game: &G) {
        self.classes = game.key_count();
        self.ratings.resize(self.classes * self.classes, 0);
    }
}

/// An ordering that learns from quiet moves alone: cutoffs by noisy moves teach it nothing, and
/// noisy moves that failed are left out.
#[derive(Clone, Debug)]
pub struct QuietMoves<O, M> {
    ordering: O,
    /// The quiet ones among the moves tried.
    quiet: Vec<M>,
}

impl<O: Default, M> Default for QuietMoves<O, M> {
    fn default() -> Self {
        Self::new(O::default())
    }
}

impl<O, M> QuietMoves<O, M> {
    /// `ordering`, which learns from quiet moves.
    pub fn new(ordering: O) -> Self {
        Self { ordering, quiet: Vec::new() }
    }
}

impl<G: TacticalGame + ?Sized, O: MoveOrdering<G>> MoveOrdering<G> for QuietMoves<O, G::Move> {
    #[inline]
    fn is_used(&self) -> bool {
        self.ordering.is_used()
    }

    #[inline]
    fn rate(&self, game: &G, state: &G::State, ply: u32, moves: &[G::Move], out: &mut Vec<i32>) {
        self.ordering.rate(game, state, ply, moves, out);
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        let Some((&cut, failed)) = tried.split_last() else { return };
        if game.loudness(state, cut) > 0 {
            return;
        }
        self.quiet.clear();
        for &mv in failed {
            if game.loudness(state, mv) == 0 {
                self.quiet.push(mv);
            }
        }
        self.quiet.push(cut);
        self.ordering.learn(game, state, ply, depth, &self.quiet);
    }

    #[inline]
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        self.ordering.follow(game, state, ply, mv);
    }

    #[inline]
    fn follow_pass(&mut self, ply: u32) {
        self.ordering.follow_pass(ply);
    }

    fn begin(&mut self, game: &G) {
        self.ordering.begin(game);
    }
}

/// Noisy moves first, in order of loudness: captures, in most games.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoisyFirst;

impl NoisyFirst {
    /// The base rating of a noisy move, to which its loudness is added: more than a killer
    /// move.
    pub const RATING: i32 = 1 << 26;
}

impl<G: TacticalGame + ?Sized> MoveOrdering<G> for NoisyFirst {
    #[inline]
    fn rate(&self, game: &G, state: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        for &mv in moves {
            ratings.push(match game.loudness(state, mv) {
                0 => 0,
                loudness => Self::RATING + i32::from(loudness),
            });
        }
    }
}

/// The best reply found to each position, kept from search to search (refutation table).
///
/// Lend it to consecutive searches as `&mut`: a move that refuted a position in an earlier
/// search is tried first again, even if the transposition table has been cleared or has lost
/// the position. The table has a fixed size, four bytes per position; new entries replace old
/// ones.
#[derive(Clone, Debug)]
pub struct Refutations {
    /// The upper bits of the hash, and the code of the move.
    replies: Vec<(u16, u16)>,
}

impl Refutations {
    /// The rating of a refutation: more than anything else.
    pub const RATING: i32 = 1 << 28;

    /// Room for `len` positions, at least one.
    pub fn with_len(len: usize) -> Self {
        Self { replies: vec![(0, NO_MOVE); len.max(1)] }
    }

    #[inline]
    fn place(&self, hash: u64) -> (usize, u16) {
        let at = (u128::from(hash) * self.replies.len() as u128) >> 64;
        (at as usize, hash as u16)
    }
}

impl<G: HashedGame + ?Sized> MoveOrdering<G> for Refutations {
    #[inline]
    fn rate(&self, game: &G, state: &G::State, _: u32, moves: &[G::Move], ratings: &mut Vec<i32>) {
        let (at, check) = self.place(game.hash(state));
        let (known, code) = self.replies[at];
        let code = if known == check { code } else { NO_MOVE };
        ratings.extend(moves.iter().map(|&mv| {
            if code != NO_MOVE && game.code(state, mv) == code { Self::RATING } else { 0 }
        }));
    }

    #[inline]
    fn learn(&mut self, game: &G, state: &G::State, _: u32, _: u32, tried: &[G::Move]) {
        if let Some(&mv) = tried.last() {
            let (at, check) = self.place(game.hash(state));
            self.replies[at] = (check, game.code(state, mv));
        }
    }
}
