//! The rules of backgammon (money play without the cube).

use tremaux_core::random::mix;
use tremaux_core::{Game, HashedGame, Player, Score, Turn, ZeroSumGame};

/// The index of the bar, behind a player's 24 points.
pub const BAR: usize = 24;

/// The target of a checker that is borne off.
pub const OFF: u8 = 25;

/// Backgammon: fifteen checkers, two dice, a game of chance and skill.
///
/// * The first roll, one die each, decides who begins, and is played; equal dice are rerolled.
/// * A roll is played as two steps of one checker each, four for doubles. As many steps as
///   possible must be played; if only one of two can be played, the higher.
/// * A single checker that is hit goes to the bar and must enter before anything else moves.
/// * With all checkers on the last six points they are borne off, by the exact number or
///   from the highest point when the number is higher.
/// * Whoever bears off all checkers first wins: one point; two (gammon) if the other has borne
///   off none; three (backgammon) if, besides, a checker of the loser is on the bar or on the
///   winner's last six points.
///
/// A move is a whole turn, and moves that lead to the same position are one move. A player
/// who cannot play has one move: an empty [`Play`].
///
/// ```
/// use tremaux::games::backgammon::Backgammon;
/// use tremaux::play::GameNotation;
/// use tremaux::{Game, Turn};
/// let game = Backgammon;
/// let position = game.parse_position("4HPwATDgc/ABMA 1 31").unwrap();
/// assert_eq!(game.turn(&position), Turn::Player(0));
/// assert!(game.parse_move(&position, "8/5 6/5").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backgammon;

impl Backgammon {
    /// The checkers of each player.
    pub const CHECKERS: u8 = 15;
}

/// The checkers of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// For each player, in the player's own numbering: the checkers on the points, from the ace
    /// point (index 0) to the 24 point, and on the bar.
    points: [[u8; 25]; 2],
}

impl Board {
    /// The position at the start of the game.
    pub fn start() -> Self {
        let mut points = [0; 25];
        (points[5], points[7], points[12], points[23]) = (5, 3, 5, 2);
        Self { points: [points; 2] }
    }

    /// A board with these checkers of each player, if it is valid: at most fifteen checkers
    /// each, at least one in total, and no point occupied by both.
    pub fn new(points: [[u8; 25]; 2]) -> Option<Self> {
        let count = |points: &[u8; 25]| points.iter().map(|&n| u32::from(n)).sum::<u32>();
        let counts = [count(&points[0]), count(&points[1])];
        let is_shared = (0..BAR).any(|point| points[0][point] > 0 && points[1][23 - point] > 0);
        let has_room = counts.iter().all(|&count| count <= u32::from(Backgammon::CHECKERS));
        (has_room && counts != [0, 0] && !is_shared).then_some(Self { points })
    }

    /// The checkers of `player` in the player's own numbering: the ace point first, the bar
    /// last.
    #[inline]
    pub fn points(&self, player: Player) -> &[u8; 25] {
        &self.points[usize::from(player)]
    }

    /// The number of checkers of `player` that are not yet borne off.
    #[inline]
    pub fn left(&self, player: Player) -> u8 {
        self.points(player).iter().sum()
    }

    /// The pip count of `player`: the total distance of all checkers to bear off.
    #[inline]
    pub fn pips(&self, player: Player) -> u32 {
        let pips = |(point, &count): (usize, &u8)| (point as u32 + 1) * u32::from(count);
        self.points(player).iter().enumerate().map(pips).sum()
    }

    /// The points of the player's checkers if all are on the last six points.
    #[inline]
    pub fn bear_off(&self, player: Player) -> Option<[u8; 6]> {
        let (home, rest) = self.points(player).split_at(6);
        let is_home = rest.iter().all(|&count| count == 0);
        is_home.then(|| home.try_into().expect("six points"))
    }

    /// Takes one step of `player`, hitting a single checker where it ends. The step must be
    /// legal.
    #[inline]
    pub(super) fn step(&mut self, player: Player, step: Step) {
        let player = usize::from(player);
        self.points[player][usize::from(step.from)] -= 1;
        if step.to < OFF {
            self.points[player][usize::from(step.to)] += 1;
            let seen_by_other = 23 - usize::from(step.to);
            let others = &mut self.points[1 - player];
            others[BAR] += others[seen_by_other];
            others[seen_by_other] = 0;
        }
    }

    /// The target of a checker of `player` on `from` with `die`, if it can move.
    #[inline]
    fn destination(&self, player: Player, from: usize, die: u8) -> Option<u8> {
        let (mine, theirs) = (self.points(player), self.points(1 - player));
        let die = usize::from(die);
        if mine[from] == 0 || from != BAR && mine[BAR] > 0 {
            return None;
        }
        if from >= die {
            return (theirs[23 - (from - die)] < 2).then_some((from - die) as u8);
        }
        // Bearing off requires all checkers at home; a die that is too high may be used only
        // from the highest point.
        let is_home = mine[6..].iter().all(|&count| count == 0);
        let is_highest = || mine[from + 1..6].iter().all(|&count| count == 0);
        (is_home && (from + 1 == die || is_highest())).then_some(OFF)
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Both roll one die to decide who begins.
    Opening,
    /// This player rolls.
    Roll(Player),
    /// This player plays these dice, the higher first.
    Play(Player, [u8; 2]),
}

/// A position: the checkers, and what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The checkers.
    pub board: Board,
    /// What happens next.
    pub phase: Phase,
}

impl Position {
    /// The player to roll or move; the first player before the opening roll.
    #[inline]
    pub fn player_on_roll(&self) -> Player {
        match self.phase {
            Phase::Opening => 0,
            Phase::Roll(player) | Phase::Play(player, _) => player,
        }
    }
}

/// One checker goes from a point to another, as indices from the mover's ace point: from
/// [`BAR`] if it enters, to [`OFF`] if it is borne off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where it comes from.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The play of a roll: up to four steps, in a legal order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Play {
    steps: [Step; 4],
    count: u8,
}

impl Play {
    /// The steps.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.count)]
    }

    /// The play extended by one step.
    #[inline]
    fn with(mut self, step: Step) -> Self {
        self.steps[usize::from(self.count)] = step;
        self.count += 1;
        self
    }
}

/// A move of a player or a chance move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A roll: the higher die first, except in the opening, where the first player's comes
    /// first.
    Roll(u8, u8),
    /// Checkers move.
    Play(Play),
}

/// Collects the plays of as many steps as possible.
struct Plays<'a> {
    player: Player,
    most: u8,
    first: usize,
    moves: &'a mut Vec<Move>,
}

impl Plays<'_> {
    #[inline]
    fn add(&mut self, play: Play) {
        if play.count > self.most {
            self.most = play.count;
            self.moves.truncate(self.first);
        }
        if play.count == self.most {
            self.moves.push(Move::Play(play));
        }
    }

    /// Plays this many steps of `die`, from lower and lower points: any play of doubles can be
    /// put in that order, and no two such plays lead to the same position.
    fn doubles(&mut self, board: &Board, die: u8, count: u8, highest: usize, play: Play) {
        let mut is_end = true;
        if count > 0 {
            for from in (0..=highest).rev() {
                let Some(to) = board.destination(self.player, from, die) else { continue };
                let step = Step { from: from as u8, to };
                let mut child = *board;
                child.step(self.player, step);
                self.doubles(&child, die, count - 1, from, play.with(step));
                is_end = false;
            }
        }
        if is_end {
            self.add(play);
        }
    }

    /// Plays two dice in this order, or one if the second cannot be played.
    fn pair(&mut self, board: &Board, dice: [u8; 2], seen: &mut Seen) {
        for from in (0..=BAR).rev() {
            let Some(to) = board.destination(self.player, from, dice[0]) else { continue };
            let first = Step { from: from as u8, to };
            let mut child = *board;
            child.step(self.player, first);
            let mut is_end = true;
            for from in (0..=BAR).rev() {
                let Some(to) = child.destination(self.player, from, dice[1]) else { continue };
                let second = Step { from: from as u8, to };
                let mut end = child;
                end.step(self.player, second);
                is_end = false;
                if seen.is_new(&end) {
                    self.add(Play::default().with(first).with(second));
                }
            }
            if is_end && self.most < 2 && seen.is_new(&child) {
                self.add(Play::default().with(first));
            }
        }
    }
}

/// The resulting boards of plays of two different dice.
#[derive(Default)]
struct Seen(Vec<Board>);

impl Seen {
    #[inline]
    fn is_new(&mut self, board: &Board) -> bool {
        let is_new = !self.0.contains(board);
        if is_new {
            self.0.push(*board);
        }
        is_new
    }
}

impl Game for Backgammon {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial_state(&self) -> Position {
        Position { board: Board::start(), phase: Phase::Opening }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.board.left(0) == 0 || position.board.left(1) == 0 {
            return Turn::Over;
        }
        match position.phase {
            Phase::Opening | Phase::Roll(_) => Turn::Chance,
            Phase::Play(player, _) => Turn::Player(player),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let (player, dice) = match position.phase {
            Phase::Opening => {
                let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
                let unequal = pairs.filter(|(first, second)| first != second);
                return moves.extend(unequal.map(|(first, second)| Move::Roll(first, second)));
            }
            Phase::Roll(_) => {
                let pairs = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
                return moves.extend(pairs.map(|(high, low)| Move::Roll(high, low)));
            }
            Phase::Play(player, dice) => (player, dice),
        };
        let board = &position.board;
        let first = moves.len();
        let mut plays = Plays { player, most: 0, first, moves };
        if dice[0] == dice[1] {
            plays.doubles(board, dice[0], 4, BAR, Play::default());
            return;
        }
        let mut seen = Seen::default();
        plays.pair(board, dice, &mut seen);
        if plays.most == 1 {
            // The higher die can be played, but nothing after it: playing the lower one first is
            // legal only if both can be played.
            let mut both = Vec::new();
            let mut lower = Plays { player, most: 2, first: 0, moves: &mut both };
            lower.pair(board, [dice[1], dice[0]], &mut Seen::default());
            if !both.is_empty() {
                moves.truncate(first);
                moves.append(&mut both);
            }
            return;
        }
        plays.pair(board, [dice[1], dice[0]], &mut seen);
        if plays.most == 0 {
            moves.push(Move::Play(Play::default()));
        }
    }

    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        match (mv, position.phase) {
            (Move::Roll(first, second), Phase::Opening) => {
                let player = Player::from(second > first);
                let dice = [first.max(second), first.min(second)];
                position.phase = Phase::Play(player, dice);
            }
            (Move::Roll(high, low), _) => {
                position.phase = Phase::Play(position.player_on_roll(), [high, low]);
            }
            (Move::Play(play), _) => {
                let player = position.player_on_roll();
                for &step in play.steps() {
                    position.board.step(player, step);
                }
                position.phase = Phase::Roll(1 - player);
            }
        }
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _mv: Move, before: Position) {
        *position = before;
    }

    /// The points won, up to three, or lost.
    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        f64::from(self.points_won(&position.board, player))
    }

    #[inline]
    fn probability(&self, position: &Position, mv: Move) -> f64 {
        match (position.phase, mv) {
            (Phase::Opening, _) => 1.0 / 30.0,
            (_, Move::Roll(high, low)) if high == low => 1.0 / 36.0,
            _ => 1.0 / 18.0,
        }
    }
}

impl Backgammon {
    /// The points that `player` has won, negative if lost; zero if the game is not over.
    pub fn points_won(&self, board: &Board, player: Player) -> i32 {
        let loser = match (board.left(0), board.left(1)) {
            (0, _) => 1,
            (_, 0) => 0,
            _ => return 0,
        };
        let points = if board.left(loser) < Self::CHECKERS {
            1
        } else if board.points(loser)[18..].iter().all(|&count| count == 0) {
            2
        } else {
            3
        };
        if player == loser { -points } else { points }
    }
}

impl ZeroSumGame for Backgammon {
    /// The points won, in thousandths.
    #[inline]
    fn final_score(&self, position: &Position, player: Player) -> Score {
        Score::estimate(1000 * self.points_won(&position.board, player))
    }
}

impl HashedGame for Backgammon {
    fn hash(&self, position: &Position) -> u64 {
        let phase = match position.phase {
            Phase::Opening => 1,
            Phase::Roll(player) => 2 + u64::from(player),
            Phase::Play(player, [high, low]) => {
                4 + u64::from(player) + 2 * (u64::from(high) * 8 + u64::from(low))
            }
        };
        let mut hash = mix(phase);
        for points in &position.board.points {
            // A count of up to fifteen fits four bits: sixteen points per word.
            for part in points.chunks(16) {
                let word = part.iter().fold(0, |word, &count| word << 4 | u64::from(count));
                hash = mix(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ word);
            }
        }
        hash
    }

    #[inline]
    fn code(&self, _: &Position, mv: Move) -> u16 {
        match mv {
            Move::Roll(first, second) => u16::from(first) << 3 | u16::from(second),
            Move::Play(play) => {
                let add = |code: u64, step: &Step| {
                    mix(code << 16 | u64::from(step.from) << 8 | u64::from(step.to))
                };
                (play.steps().iter().fold(1, add) % 0xFFFF) as u16
            }
        }
    }
}
