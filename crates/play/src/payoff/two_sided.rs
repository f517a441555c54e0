//! The tree of a search for the payoff of one player, whom all others oppose.

use tremaux_core::{
    CutoffReason, Game, GameEvent, GameObserver, PayoffEvaluator, Player, ScoreSource, StopReason,
    Turn,
};

use super::line::Run;
use super::report::PayoffMove;
use crate::contract::odds_of;
use crate::sampling::cancel_out;

/// How chance nodes are pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum ChancePruning {
    /// No pruning at chance nodes: expectiminimax (Michie 1966), with alpha-beta at player
    /// nodes.
    None,
    /// As soon as the moves not yet searched cannot bring the mean back into the window (Star1,
    /// Ballard 1983).
    Star1,
    /// Like `Star1`, after searching one reply to each chance move to bound its value (Star2,
    /// Ballard 1983). For games in which players and chance alternate.
    Star2,
}

/// A search for the payoff of one player, whom all others oppose.
pub(super) struct TwoSided {
    /// The player whose payoff is searched.
    pub(super) judged: Player,
    /// The factor that converts a value to the view of the player to move at the root.
    pub(super) sign: f64,
    pub(super) pruning: ChancePruning,
    /// The lowest and highest payoff.
    pub(super) range: (f64, f64),
    pub(super) every_move: bool,
    /// Whether the other player gets the opposite.
    pub(super) is_zero_sum: bool,
    /// Whether a position was met that has a payoff or an estimate beyond the range.
    pub(super) is_beyond_range: bool,
    /// Whether a game ended with payoffs that do not cancel out, though they are to.
    pub(super) has_other_sum: bool,
    /// Room for an estimate of every player.
    pub(super) payoffs: Vec<f64>,
    entry: Entry,
    frames: Vec<Frame>,
    odds: Vec<Odds>,
}

/// The position to enter next.
#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    window: (f64, f64),
    /// Whether only its first move is searched.
    is_probe: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Max,
    Min,
    /// Only the first move is searched, for a bound.
    Probe,
    Chance,
    /// Chance is to move, and its moves are probed.
    Probing,
}

/// A position on the current line whose moves are being searched.
struct Frame {
    kind: Kind,
    depth: u32,
    /// The indices of its first move, of the next one and of the end of its moves.
    first: usize,
    next: usize,
    end: usize,
    alpha: f64,
    beta: f64,
    /// The best value so far, or the sum over the moves of chance.
    value: f64,
    /// The index of the odds of its first move.
    odds: usize,
    /// The bounds of the moves of chance that are not yet searched, weighted.
    low: f64,
    high: f64,
    /// The window of the current move of chance.
    window: (f64, f64),
}

/// A move of chance: its probability and what is known about its value.
struct Odds {
    weight: f64,
    low: f64,
    high: f64,
}

impl TwoSided {
    pub(super) fn new(judged: Player, players: usize) -> Self {
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        Self {
            judged,
            sign: 1.0,
            pruning: ChancePruning::None,
            range: window,
            every_move: false,
            is_zero_sum: false,
            is_beyond_range: false,
            has_other_sum: false,
            payoffs: vec![0.0; players],
            entry: Entry { depth: 0, window, is_probe: false },
            frames: Vec::new(),
            odds: Vec::new(),
        }
    }

    /// Prunes by no range any more.
    pub(super) fn forget_range(&mut self) {
        self.range = (f64::NEG_INFINITY, f64::INFINITY);
        self.pruning = ChancePruning::None;
        self.is_beyond_range = false;
    }

    pub(super) fn begin(&mut self, depth: u32) {
        self.frames.clear();
        self.odds.clear();
        self.entry = Entry { depth, window: self.range, is_probe: false };
    }

    /// Searches on. Returns the value for the player to move at the root, and both payoffs in a
    /// zero-sum game.
    pub(super) fn search<G, E, Ob>(
        &mut self,
        run: &mut Run<'_, G, E, Ob>,
    ) -> Result<(f64, Option<Vec<f64>>), StopReason>
    where
        G: Game,
        E: PayoffEvaluator<G>,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        loop {
            run.enter(self.frames.len())?;
            let mut value = self.enter(run);
            while let Some(found) = value {
                if self.frames.is_empty() {
                    for mv in &mut run.core.root_moves {
                        mv.value *= self.sign;
                    }
                    let payoffs = self.is_zero_sum.then(|| vec![found, -found]);
                    return Ok((self.sign * found, payoffs));
                }
                value = self.back_up(found, run);
            }
        }
    }

    /// Reports the position just reached. Returns its value, or `None` after the first of its
    /// moves was played.
    fn enter<G, E, Ob>(&mut self, run: &mut Run<'_, G, E, Ob>) -> Option<f64>
    where
        G: Game,
        E: PayoffEvaluator<G>,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let Entry { depth, window: (alpha, beta), .. } = self.entry;
        let (state, ply) = (&run.core.state, self.frames.len() as u32);
        let mv = self.frames.last().map(|above| run.core.moves[above.next - 1]);
        let seen = if self.sign < 0.0 { (-beta, -alpha) } else { (alpha, beta) };
        run.observer.observe(GameEvent::Entered {
            state,
            mv,
            ply,
            depth: depth as i32,
            alpha: seen.0,
            beta: seen.1,
        });
        let turn = run.game.turn(state);
        if turn == Turn::Over {
            let value = run.game.payoff(state, self.judged);
            self.is_beyond_range |= !(self.range.0 <= value && value <= self.range.1);
            if self.is_zero_sum {
                let other = run.game.payoff(state, 1 - self.judged);
                self.has_other_sum |= !cancel_out(value, other);
            }
            return Some(self.leave(value, ScoreSource::Final, run));
        }
        if depth == 0 {
            run.core.statistics.evaluated += 1;
            run.core.saw_estimate = true;
            run.evaluator.estimate(run.game, state, &mut self.payoffs);
            let value = self.payoffs[usize::from(self.judged)];
            self.is_beyond_range |= !(self.range.0 <= value && value <= self.range.1);
            return Some(self.leave(value, ScoreSource::Estimate, run));
        }
        self.expand(turn, run)
    }

    /// Adds the position just reached to the line and plays the first of its moves.
    fn expand<G, E, Ob>(&mut self, turn: Turn, run: &mut Run<'_, G, E, Ob>) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let Entry { depth, window: (alpha, beta), is_probe } = self.entry;
        let is_judged = turn == Turn::Player(self.judged);
        let (first, end) = run.list_moves();
        let (kind, value) = match turn {
            Turn::Chance if self.pruning == ChancePruning::Star2 && depth > 1 => {
                (Kind::Probing, 0.0)
            }
            Turn::Chance => (Kind::Chance, 0.0),
            _ if is_probe => (Kind::Probe, 0.0),
            _ if is_judged => (Kind::Max, f64::NEG_INFINITY),
            _ => (Kind::Min, f64::INFINITY),
        };
        let odds = self.odds.len();
        if turn == Turn::Chance {
            let line = || run.line(self.frames.iter().map(|frame| frame.next));
            let moves = &run.core.moves[first..end];
            let (low, high) = self.range;
            let weights = odds_of(run.game, &run.core.state, moves, line);
            self.odds.extend(weights.map(|weight| Odds { weight, low, high }));
        }
        let mut frame = Frame {
            kind,
            depth,
            first,
            next: first,
            end,
            alpha,
            beta,
            value,
            odds,
            low: 0.0,
            high: 0.0,
            window: self.range,
        };
        if kind == Kind::Chance {
            (frame.low, frame.high) = self.total(&frame);
        }
        self.frames.push(frame);
        self.next(run)
    }

    /// The weighted sums of the bounds of all moves of chance.
    fn total(&self, frame: &Frame) -> (f64, f64) {
        let odds = &self.odds[frame.odds..];
        let low = odds.iter().map(|it| it.weight * it.low).sum();
        let high = odds.iter().map(|it| it.weight * it.high).sum();
        (low, high)
    }

    /// Plays the next move of the last position on the line, or returns its value.
    fn next<G, E, Ob>(&mut self, run: &mut Run<'_, G, E, Ob>) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len() - 1;
        while self.frames[ply].next < self.frames[ply].end {
            let (range, prunes) = (self.range, self.pruning != ChancePruning::None);
            let frame = &mut self.frames[ply];
            let at = frame.next;
            frame.next += 1;
            let is_open = ply == 0 && self.every_move;
            let window = match frame.kind {
                Kind::Max | Kind::Min if !is_open => (frame.alpha, frame.beta),
                Kind::Chance => {
                    let Odds { weight, low, high } = self.odds[frame.odds + at - frame.first];
                    frame.low -= weight * low;
                    frame.high -= weight * high;
                    // Outside these two limits, the mean leaves the window whatever the other
                    // values are.
                    let mut window = range;
                    if prunes && weight > 0.0 {
                        window.0 = range.0.max((frame.alpha - frame.value - frame.high) / weight);
                        window.1 = range.1.min((frame.beta - frame.value - frame.low) / weight);
                    }
                    // Otherwise no value of this move can keep the mean within the window.
                    frame.window = if window.0 < window.1 { window } else { range };
                    frame.window
                }
                _ => range,
            };
            let (is_probe, depth) = (frame.kind == Kind::Probing, frame.depth - 1);
            run.play(at);
            if is_probe && !matches!(run.game.turn(&run.core.state), Turn::Player(_)) {
                run.undo(at);
            } else {
                self.entry = Entry { depth, window, is_probe };
                return None;
            }
            if self.frames[ply].next == self.frames[ply].end {
                self.end_probing(ply);
            }
        }
        let value = self.frames[ply].value;
        Some(self.close(value, ScoreSource::Moves, run))
    }

    /// All moves of chance were probed: sums over them.
    fn end_probing(&mut self, ply: usize) {
        let (low, high) = self.total(&self.frames[ply]);
        let frame = &mut self.frames[ply];
        (frame.kind, frame.next, frame.low, frame.high) = (Kind::Chance, frame.first, low, high);
    }

    /// Takes back the move that led to `value` and updates the position before it. Returns the
    /// value of that position, or `None` after its next move was played.
    fn back_up<G, E, Ob>(&mut self, value: f64, run: &mut Run<'_, G, E, Ob>) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let frame = &self.frames[self.frames.len() - 1];
        let at = frame.next - 1;
        let is_judged = frame.kind == Kind::Probing
            && run.game.turn(&run.core.state) == Turn::Player(self.judged);
        run.undo(at);
        let (decided, source) = match frame.kind {
            Kind::Probe => (Some(value), ScoreSource::Probe),
            Kind::Max | Kind::Min => (self.choose(at, value, run), ScoreSource::Moves),
            Kind::Probing => (self.narrow(at, value, is_judged, run), ScoreSource::Moves),
            Kind::Chance => (self.average(at, value, run), ScoreSource::Moves),
        };
        match decided {
            Some(value) => Some(self.close(value, source, run)),
            None => self.next(run),
        }
    }

    /// Takes over the value of a player's move. Returns that of the position after a cutoff.
    fn choose<G, E, Ob>(
        &mut self,
        at: usize,
        value: f64,
        run: &mut Run<'_, G, E, Ob>,
    ) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len() - 1;
        let is_open = ply == 0 && self.every_move;
        let frame = &mut self.frames[ply];
        let (is_max, is_first) = (frame.kind == Kind::Max, at == frame.first);
        let mv = run.core.moves[at];
        if ply == 0 {
            let is_beyond = if is_max { value <= frame.alpha } else { value >= frame.beta };
            let is_bound = !is_open && !is_first && is_beyond;
            run.core.root_moves.push(PayoffMove { mv, value, is_bound });
        }
        let is_better = if is_max { value > frame.value } else { value < frame.value };
        if is_first || is_better {
            frame.value = value;
            run.core.improve(ply, mv);
        }
        if is_max {
            frame.alpha = frame.alpha.max(frame.value);
        } else {
            frame.beta = frame.beta.min(frame.value);
        }
        if frame.alpha < frame.beta || frame.next == frame.end || is_open {
            return None;
        }
        run.core.statistics.first_move_cutoffs += u64::from(is_first);
        let (best, bound) = (frame.value, if is_max { frame.beta } else { frame.alpha });
        if ply == 0 {
            for at in at + 1..frame.end {
                let (mv, value) = (run.core.moves[at], best);
                run.core.root_moves.push(PayoffMove { mv, value, is_bound: true });
            }
        }
        self.cut(best, bound, is_max, [CutoffReason::AtLeast, CutoffReason::AtMost], run);
        Some(best)
    }

    /// Takes over what a probe of a move of chance returned: a lower bound if the judged player
    /// `is_judged` to reply, else an upper bound. Returns the value of the position after a cutoff.
    fn narrow<G, E, Ob>(
        &mut self,
        at: usize,
        value: f64,
        is_judged: bool,
        run: &mut Run<'_, G, E, Ob>,
    ) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len() - 1;
        let &Frame { alpha, beta, first, next, end, odds, .. } = &self.frames[ply];
        let odds = &mut self.odds[odds + at - first];
        if is_judged {
            odds.low = odds.low.max(value);
        } else {
            odds.high = odds.high.min(value);
        }
        let (low, high) = self.total(&self.frames[ply]);
        if low >= beta || high <= alpha {
            let is_high = low >= beta;
            let (value, bound) = if is_high { (low, beta) } else { (high, alpha) };
            let reasons = [CutoffReason::ProbedAtLeast, CutoffReason::ProbedAtMost];
            self.cut(value, bound, is_high, reasons, run);
            return Some(value);
        }
        if next == end {
            self.end_probing(ply);
        }
        None
    }

    /// Adds the value of a move of chance to the mean. Returns the value of the position after a
    /// cutoff.
    fn average<G, E, Ob>(
        &mut self,
        at: usize,
        value: f64,
        run: &mut Run<'_, G, E, Ob>,
    ) -> Option<f64>
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        frame.value += self.odds[frame.odds + at - frame.first].weight * value;
        if self.pruning == ChancePruning::None || frame.next == frame.end {
            return None;
        }
        // A value at the edge of its window may only be a bound. It must not be taken for the exact
        // value, however the sums are rounded.
        let (sum, window) = (frame.value, frame.window);
        let is_low = window.0 > self.range.0 && value <= window.0;
        let is_high = window.1 < self.range.1 && value >= window.1;
        let is_low = is_low || sum + frame.high <= frame.alpha;
        if !(is_low || is_high || sum + frame.low >= frame.beta) {
            return None;
        }
        let (value, bound) = match is_low {
            true => (sum + frame.high, frame.alpha),
            false => (sum + frame.low, frame.beta),
        };
        let reasons = [CutoffReason::MeanAtLeast, CutoffReason::MeanAtMost];
        self.cut(value, bound, !is_low, reasons, run);
        Some(value)
    }

    /// Counts and reports a cutoff by the last move that was searched: the value is at least, or
    /// at most, `bound`.
    fn cut<G, E, Ob>(
        &self,
        value: f64,
        bound: f64,
        is_high: bool,
        [at_least, at_most]: [CutoffReason; 2],
        run: &mut Run<'_, G, E, Ob>,
    ) where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        run.core.statistics.cutoffs += 1;
        let ply = self.frames.len() - 1;
        let frame = &self.frames[ply];
        run.observer.observe(GameEvent::Cutoff {
            state: &run.core.state,
            mv: run.core.moves[frame.next - 1],
            tried_before: frame.next - 1 - frame.first,
            ply: ply as u32,
            score: self.sign * value,
            bound: self.sign * bound,
            reason: if is_high == (self.sign > 0.0) { at_least } else { at_most },
        });
    }

    /// Removes the last position from the line. Reports and returns its value.
    fn close<G, E, Ob>(
        &mut self,
        value: f64,
        source: ScoreSource,
        run: &mut Run<'_, G, E, Ob>,
    ) -> f64
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        let frame = self.frames.pop().expect("a position on the line");
        if matches!(frame.kind, Kind::Chance | Kind::Probing) {
            run.core.forget_line(self.frames.len());
        }
        run.core.moves.truncate(frame.first);
        self.odds.truncate(frame.odds);
        self.leave(value, source, run)
    }

    /// Reports and returns the value of the current position, which is not on the line.
    #[inline]
    fn leave<G, E, Ob>(&self, value: f64, source: ScoreSource, run: &mut Run<'_, G, E, Ob>) -> f64
    where
        G: Game,
        Ob: GameObserver<G, f64> + ?Sized,
    {
        run.observer.observe(GameEvent::Left {
            state: &run.core.state,
            ply: self.frames.len() as u32,
            score: self.sign * value,
            payoffs: &[],
            source,
        });
        value
    }
}
