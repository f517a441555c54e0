//! Recording a search of a game.

use std::borrow::Cow;
use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameEvent, GameNotation, GameObserver, PayoffEvent, PayoffObserver, Score,
    Turn,
};

use crate::counts::TraceCounts;
use crate::event::{CHANCE, Entry, Place, Refutation, Sink, Source, Target, TraceEvent};
use crate::line_coder::LineCoder;
use crate::selection::{Budget, Selection};
use crate::word::Word;

/// No node: it is not recorded, or there is none.
const NONE: u32 = u32::MAX;

/// How the positions and moves of a game are told of in a trace.
pub trait DescribeGame<G: Game> {
    /// What `state` looks like; a text is written into `scratch`, which is empty.
    fn place<'a>(&self, game: &G, state: &G::State, scratch: &'a mut String) -> Place<'a>;

    /// Writes `mv`, which is legal in `state`.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_move(
        &self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;

    /// [`GameNotation::move_count`].
    fn move_count(&self, _game: &G) -> u8 {
        0
    }

    /// [`GameNotation::move_number`].
    fn move_number(&self, _game: &G, _mv: G::Move) -> u8 {
        0
    }
}

/// Positions as they are drawn in characters, moves as they are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drawn;

impl<G: GameNotation + GameDepict> DescribeGame<G> for Drawn {
    fn place<'a>(&self, game: &G, state: &G::State, scratch: &'a mut String) -> Place<'a> {
        scratch.push_str(game.depict_in_text(state).trim_end());
        Place::Text { text: scratch.as_str().into() }
    }

    fn write_move(
        &self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        game.write_move(state, mv, out)
    }

    #[inline]
    fn move_count(&self, game: &G) -> u8 {
        game.move_count()
    }

    #[inline]
    fn move_number(&self, game: &G, mv: G::Move) -> u8 {
        game.move_number(mv)
    }
}

/// A node that is recorded: where it hangs.
struct Link<M> {
    mv: Option<M>,
    first_child: u32,
    next_sibling: u32,
}

/// A position on the line that is searched.
struct Frame<G: Game> {
    id: u32,
    state: G::State,
    /// The side that moves there, if it was asked for.
    side: Option<u8>,
    /// Whether moves that are told of lead there from the root.
    is_reached: bool,
}

/// Records a search of a game: numbers its lines of play, and counts.
///
/// Watches alpha-beta and minimax as a [`GameObserver`], and searches of payoffs as a
/// [`PayoffObserver`]: there each score is what one side gets,
/// [`TraceHeader::judged`](crate::TraceHeader::judged), whoever moved; where chance is to move,
/// the mean of what its moves lead to; and in max^n what each side gets is told as well.
///
/// A line is one node, the same in every iteration. Takes memory for the nodes recorded, at
/// most one for each event of the [`Selection`], and for the positions on the line.
pub struct GameRecorder<G: Game> {
    budget: Budget,
    counts: TraceCounts,
    links: Vec<Link<G::Move>>,
    /// By ply.
    frames: Vec<Frame<G>>,
    /// What writes positions along the line, if they are written so.
    line: Option<LineCoder<G>>,
    root: G::State,
    tells_places: bool,
    /// How many units of a score make one of a payoff.
    scale: f64,
    place: String,
    word: Word,
}

impl<G: Game> GameRecorder<G> {
    /// A recorder of a search of the position `root` that has not begun.
    #[must_use]
    pub fn new(root: G::State, selection: Selection) -> Self {
        Self {
            budget: Budget::new(selection),
            counts: TraceCounts::default(),
            links: Vec::new(),
            frames: Vec::new(),
            line: None,
            root,
            tells_places: selection.tells_places(),
            scale: 1.0,
            place: String::new(),
            word: Word::default(),
        }
    }

    /// As it is, but a payoff of 1 is told as a score of `scale`, rounded to a whole one.
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// A payoff as a score: never one that stands for a game won or lost, unless it is
    /// infinite.
    fn score(&self, payoff: f64) -> i32 {
        if payoff.is_finite() {
            Score::estimate((payoff * self.scale).round() as i32).get()
        } else if payoff > 0.0 {
            Score::WIN.get()
        } else {
            Score::LOSS.get()
        }
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> &TraceCounts {
        &self.counts
    }

    /// The observer that a search is advanced with: it tells `sink`.
    pub fn watch<'a, D: DescribeGame<G>>(
        &'a mut self,
        game: &'a G,
        describe: &'a D,
        sink: &'a mut dyn Sink,
    ) -> WatchGame<'a, G, D> {
        WatchGame { recorder: self, game, describe, sink: Target::new(sink) }
    }

    /// Tells `sink` of the nodes on `line`, the best one, and of the end.
    pub fn finish<D: DescribeGame<G>>(
        mut self,
        (game, describe): (&G, &D),
        line: &[G::Move],
        status: &str,
        sink: &mut dyn Sink,
    ) -> TraceCounts {
        let mut sink = Target::new(sink);
        if let Some(mut coder) = self.line.take()
            && let Target::Direct(out) = &mut sink
        {
            coder.write_waiting(out);
            let moves = self.in_words(game, describe, line).into_iter();
            out.plan(&moves.map(|mv| (mv.into_owned(), None)).collect::<Vec<_>>());
        }
        let mut at = if self.links.is_empty() { NONE } else { 0 };
        let mut moves = line.iter();
        while at != NONE {
            sink.take(&TraceEvent::Path { id: at, place: None });
            at = moves.next().map_or(NONE, |&mv| self.child(at, Some(mv)));
        }
        let counts = self.counts;
        sink.take(&TraceEvent::End { counts, status: status.to_owned().into() });
        counts
    }

    /// The node after `mv`; [`NONE`] if it is not recorded.
    fn child(&self, parent: u32, mv: Option<G::Move>) -> u32 {
        let mut child = self.links[parent as usize].first_child;
        while child != NONE && self.links[child as usize].mv != mv {
            child = self.links[child as usize].next_sibling;
        }
        child
    }

    /// The number of the node after `mv`, and whether it is new.
    fn number(&mut self, parent: u32, mv: Option<G::Move>) -> (u32, bool) {
        if parent == NONE {
            // Only the root is found again if it hangs nowhere.
            if mv.is_none() && !self.links.is_empty() {
                return (0, false);
            }
        } else {
            let known = self.child(parent, mv);
            if known != NONE {
                return (known, false);
            }
        }
        let id = self.links.len() as u32;
        let next_sibling = match self.links.get_mut(parent as usize) {
            Some(link) => std::mem::replace(&mut link.first_child, id),
            None => NONE,
        };
        self.links.push(Link { mv, first_child: NONE, next_sibling });
        (id, true)
    }

    fn at(&self, ply: u32) -> u32 {
        self.frames.get(ply as usize).map_or(NONE, |frame| frame.id)
    }

    #[inline]
    fn takes(&mut self) -> bool {
        let takes = self.budget.takes();
        self.counts.recorded += u64::from(takes);
        takes
    }

    fn entered<D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, Option<G::Move>),
        (ply, depth, (alpha, beta)): (u32, i32, (i32, i32)),
        (game, describe): (&G, &D),
        sink: &mut Target<'_>,
    ) {
        self.frames.truncate(ply as usize);
        let parent = ply.checked_sub(1).map_or(NONE, |ply| self.at(ply));
        let (mut id, mut is_reached) = (NONE, false);
        if self.budget.begins() && self.takes() {
            let is_new;
            (id, is_new) = self.number(parent, mv);
            let turn = |state: &G::State| match game.turn(state) {
                Turn::Player(player) => player,
                Turn::Chance => CHANCE,
                Turn::Over => 0,
            };
            let before = ply.checked_sub(1).and_then(|ply| self.frames.get_mut(ply as usize));
            let (before, side) = match before {
                Some(frame) => {
                    let side = *frame.side.get_or_insert_with(|| turn(&frame.state));
                    (Some(&*frame), side)
                }
                None => (None, turn(&self.root)),
            };
            let follows = mv.is_some() && before.is_some_and(|before| before.is_reached);
            is_reached = follows || ply == 0;
            let mv = mv.zip(before).map(|(mv, before)| {
                self.word.written(|out| describe.write_move(game, &before.state, mv, out))
            });
            self.place.clear();
            let place = (is_new && (self.tells_places || !follows))
                .then(|| describe.place(game, state, &mut self.place));
            let parent = Some(parent).filter(|&id| id != NONE);
            sink.entered(id, (parent, mv), Entry { side, ply, depth, alpha, beta }, place.as_ref());
        } else if parent != NONE {
            id = self.child(parent, mv);
        }
        // A search that begins below the root has none above.
        while self.frames.len() < ply as usize {
            self.frames.push(Frame {
                id: NONE,
                state: state.clone(),
                side: None,
                is_reached: false,
            });
        }
        self.frames.push(Frame { id, state: state.clone(), side: None, is_reached });
    }

    /// The moves of a line in words.
    fn in_words<D: DescribeGame<G>>(
        &self,
        game: &G,
        describe: &D,
        line: &[G::Move],
    ) -> Vec<Cow<'static, str>> {
        let mut state = self.root.clone();
        let words = line.iter().map(|&mv| {
            let mut word = String::new();
            let written = describe.write_move(game, &state, mv, &mut word);
            written.expect("a string takes everything");
            let _ = game.play(&mut state, mv);
            word.into()
        });
        words.collect()
    }
}

/// An observer that records; see [`GameRecorder::watch`].
pub struct WatchGame<'a, G: Game, D> {
    recorder: &'a mut GameRecorder<G>,
    game: &'a G,
    describe: &'a D,
    sink: Target<'a>,
}

impl<G: Game, D: DescribeGame<G>> WatchGame<'_, G, D> {
    /// Begins to write positions along the line, if that can be: everything is recorded, from
    /// the root on, and the rules tell the places.
    fn begin_line(&mut self, mv: Option<G::Move>, ply: u32) {
        let recorder = &mut *self.recorder;
        let is_first = recorder.counts.nodes == 0 && mv.is_none() && ply == 0;
        let is_whole = !recorder.tells_places && recorder.budget.is_whole();
        let count = self.describe.move_count(self.game);
        if is_first
            && is_whole
            && LineCoder::<G>::can_write(count)
            && matches!(self.sink, Target::Direct(_))
        {
            recorder.line = Some(LineCoder::new());
        }
    }

    /// Writes a step along the line, if they are written so. Whether they are.
    #[inline]
    fn on_line(&mut self, event: &GameEvent<'_, G>) -> bool {
        let (game, describe) = (self.game, self.describe);
        let GameRecorder { line, budget, counts, root, .. } = &mut *self.recorder;
        let (Some(line), Target::Direct(out)) = (line, &mut self.sink) else { return false };
        let is_step = !matches!(event, GameEvent::Iteration { .. });
        if !is_step {
            line.write_waiting(out);
            return false;
        }
        if !budget.takes() {
            return true;
        }
        counts.recorded += 1;
        match *event {
            GameEvent::Entered { state, mv, ply, depth, alpha, beta } => {
                let (alpha, beta) = (alpha.get(), beta.get());
                let entry = Entry { side: 0, ply, depth, alpha, beta };
                line.enter((state, mv), entry, (game, describe, root), out);
            }
            GameEvent::Left { ply, score, source, .. } => {
                line.leave(ply, score.get(), source.into(), out);
            }
            GameEvent::Cutoff { mv, tried_before, ply, score, beta, .. } => {
                let number = describe.move_number(game, mv);
                let (score, beta) = (score.get(), beta.get());
                line.cut(number, (ply, tried_before as u32), (score, beta), out);
            }
            _ => {}
        }
        true
    }
}

/// What both kinds of search tell.
impl<G: Game, D: DescribeGame<G>> WatchGame<'_, G, D> {
    /// A position is entered; `goes_on` says whether it may be recorded, here and below.
    #[inline]
    fn entered(
        &mut self,
        from: (&G::State, Option<G::Move>),
        at: (u32, i32, (i32, i32)),
        goes_on: bool,
    ) {
        let recorder = &mut *self.recorder;
        recorder.counts.nodes += 1;
        if goes_on {
            recorder.entered(from, at, (self.game, self.describe), &mut self.sink);
        }
    }

    /// A position has a score; the node, if that is recorded.
    #[inline]
    fn left(&mut self, ply: u32, source: Source, goes_on: bool) -> Option<u32> {
        let recorder = &mut *self.recorder;
        recorder.counts.leaves += u64::from(source.is_leaf());
        recorder.counts.table_hits += u64::from(source == Source::Table);
        let id = recorder.at(ply);
        (goes_on && id != NONE && recorder.takes()).then_some(id)
    }

    /// A move is enough to leave out the others.
    fn cut(
        &mut self,
        (state, mv, tried): (&G::State, G::Move, usize),
        ply: u32,
        (score, beta, reason): (i32, i32, Refutation),
        goes_on: bool,
    ) {
        let (game, describe) = (self.game, self.describe);
        let recorder = &mut *self.recorder;
        recorder.counts.cutoffs += 1;
        let id = recorder.at(ply);
        if goes_on && id != NONE && recorder.takes() {
            let mv = recorder.word.written(|out| describe.write_move(game, state, mv, out));
            let (mv, tried) = (mv.into(), tried as u32);
            self.sink.take(&TraceEvent::Cutoff { id, mv, tried, score, beta, reason });
        }
    }

    /// An iteration is complete.
    fn iterated(&mut self, (depth, score, exact): (u32, i32, bool), line: &[G::Move]) {
        let recorder = &mut *self.recorder;
        recorder.counts.iterations += 1;
        if recorder.budget.takes_proof() {
            recorder.counts.recorded += 1;
            let moves = recorder.in_words(self.game, self.describe, line);
            self.sink.take(&TraceEvent::Line { depth, score, exact, moves });
        }
    }
}

impl<G: Game, D: DescribeGame<G>> GameObserver<G> for WatchGame<'_, G, D> {
    fn observe(&mut self, event: GameEvent<'_, G>) {
        if let GameEvent::Entered { mv, ply, .. } = event
            && self.recorder.counts.events == 0
        {
            self.begin_line(mv, ply);
        }
        let is_told = self.on_line(&event);
        self.recorder.counts.events += 1;
        let goes_on = !is_told && !self.recorder.budget.is_spent();
        match event {
            GameEvent::Entered { state, mv, ply, depth, alpha, beta } => {
                self.entered((state, mv), (ply, depth, (alpha.get(), beta.get())), goes_on);
            }
            GameEvent::Left { ply, score, source, .. } => {
                let source = Source::from(source);
                if let Some(id) = self.left(ply, source, goes_on) {
                    self.sink.scored(id, score.get(), source);
                }
            }
            GameEvent::Cutoff { state, mv, tried_before, ply, score, beta } => {
                let told = (score.get(), beta.get(), Refutation::AtLeast);
                self.cut((state, mv, tried_before), ply, told, goes_on);
            }
            GameEvent::Iteration { depth, score, is_exact, line } => {
                self.iterated((depth, score.get(), is_exact), line);
            }
            _ => {}
        }
    }
}

impl<G: Game, D: DescribeGame<G>> PayoffObserver<G> for WatchGame<'_, G, D> {
    fn observe_payoff(&mut self, event: PayoffEvent<'_, G>) {
        self.recorder.counts.events += 1;
        let goes_on = !self.recorder.budget.is_spent();
        match event {
            PayoffEvent::Entered { state, mv, ply, depth, window: (alpha, beta) } => {
                let window = (self.recorder.score(alpha), self.recorder.score(beta));
                self.entered((state, mv), (ply, depth as i32, window), goes_on);
            }
            PayoffEvent::Left { ply, value, payoffs, source, .. } => {
                let source = Source::from(source);
                if let Some(id) = self.left(ply, source, goes_on) {
                    let recorder = &*self.recorder;
                    let payoffs = payoffs.iter().map(|&payoff| recorder.score(payoff)).collect();
                    let score = recorder.score(value);
                    self.sink.take(&TraceEvent::Scored { id, score, source, payoffs });
                }
            }
            PayoffEvent::Cutoff { state, mv, tried_before, ply, value, bound, reason } => {
                let recorder = &*self.recorder;
                let told = (recorder.score(value), recorder.score(bound), reason.into());
                self.cut((state, mv, tried_before), ply, told, goes_on);
            }
            PayoffEvent::Iteration { depth, value, is_exact, line } => {
                self.iterated((depth, self.recorder.score(value), is_exact), line);
            }
            _ => {}
        }
    }
}
