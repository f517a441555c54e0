//! Recording a search of a game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use tremaux_core::{
    Game, GameDepict, GameEvent, GameNotation, GameObserver, PayoffEvent, PayoffObserver, Score,
    ScoreSource, Turn,
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

    /// [`GameNotation::move_number`].
    fn move_number(&self, _game: &G, _state: &G::State, _mv: G::Move) -> Option<u64> {
        None
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
    fn move_number(&self, game: &G, state: &G::State, mv: G::Move) -> Option<u64> {
        game.move_number(state, mv)
    }
}

/// Whether an event is recorded.
#[inline]
fn takes(budget: &mut Budget, counts: &mut TraceCounts) -> bool {
    let takes = budget.takes();
    counts.recorded += u64::from(takes);
    takes
}

/// A node that is recorded: where it hangs.
struct Link<M> {
    mv: Option<M>,
    /// The hash of the word of the move.
    word: u32,
    first_child: u32,
    next_sibling: u32,
    child_count: u32,
}

/// A node with more children than this has them in an index.
const FEW: u32 = 8;

/// Words are hashed alike in every run.
const HASHER: FixedState = FixedState::with_seed(5);

/// Who is to move: [`CHANCE`], or a player; 0 if it is over.
#[inline]
pub(crate) fn side_to_move<G: Game>(game: &G, state: &G::State) -> u8 {
    match game.turn(state) {
        Turn::Player(player) => player,
        Turn::Chance => CHANCE,
        Turn::Over => 0,
    }
}

/// Added to a number below 2^31, this leaves the nearest whole one in the low bits.
const TO_WHOLE: f64 = 6_755_399_441_055_744.0;

/// A payoff as a score, `scale` to one: never a score that stands for a game won or lost,
/// unless it is infinite.
#[inline]
fn to_score(scale: f64, payoff: f64) -> i32 {
    // Windows are often without bounds, and known to be when this is compiled.
    if payoff == f64::INFINITY {
        Score::WIN.get()
    } else if payoff == f64::NEG_INFINITY {
        Score::LOSS.get()
    } else {
        let (score, is_right) = to_near_score(payoff * scale);
        if is_right { score } else { round_score(payoff * scale) }
    }
}

/// The nearest whole number, and whether that is the score: it is not where two are as near,
/// nor for what is too great.
#[inline]
fn to_near_score(scaled: f64) -> (i32, bool) {
    let shifted = scaled + TO_WHOLE;
    let is_near = (scaled - (shifted - TO_WHOLE)).abs() < 0.5;
    (shifted.to_bits() as i32, is_near & (scaled.abs() < 900_000.0))
}

#[cold]
fn round_score(scaled: f64) -> i32 {
    Score::estimate(scaled.round() as i32).get()
}

/// What each side gets, as scores.
#[inline]
fn to_scores(scale: f64, payoffs: &[f64], scores: &mut Vec<i32>) {
    let mut are_right = true;
    scores.clear();
    scores.extend(payoffs.iter().map(|payoff| {
        let (score, is_right) = to_near_score(payoff * scale);
        are_right &= is_right;
        score
    }));
    if !are_right {
        scores.clear();
        scores.extend(payoffs.iter().map(|&payoff| to_score(scale, payoff)));
    }
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
    /// The children of nodes that have many, by parent and the hash of the move's word.
    many: HashMap<(u32, u32), u32, FixedState>,
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
    /// What each side got in the position left last that is written on the line.
    payoffs: Vec<f64>,
    /// The same as scores.
    scores: Vec<i32>,
}

impl<G: Game> GameRecorder<G> {
    /// A recorder of a search of the position `root` that has not begun.
    #[must_use]
    pub fn new(root: G::State, selection: Selection) -> Self {
        Self {
            budget: Budget::new(selection),
            counts: TraceCounts::default(),
            links: Vec::new(),
            many: HashMap::with_hasher(HASHER),
            frames: Vec::new(),
            line: None,
            root,
            tells_places: selection.tells_places(),
            scale: 1.0,
            place: String::new(),
            word: Word::default(),
            payoffs: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// As it is, but a payoff of 1 is told as a score of `scale`, rounded to a whole one.
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
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

    /// The same for the move whose word has this hash.
    #[inline]
    fn child_by_word(&self, parent: u32, mv: Option<G::Move>, word: u32) -> u32 {
        if self.links[parent as usize].child_count > FEW {
            match self.many.get(&(parent, word)) {
                Some(&child) if self.links[child as usize].mv == mv => return child,
                // Another with the same hash.
                Some(_) => {}
                None => return NONE,
            }
        }
        self.child(parent, mv)
    }

    /// The hash of the word that was written last.
    fn word_hash(&self) -> u32 {
        HASHER.hash_one(self.word.as_str()) as u32
    }

    /// The number of the node after `mv`, whose word was written last, and whether it is new.
    fn number(&mut self, parent: u32, mv: Option<G::Move>) -> (u32, bool) {
        let word = self.word_hash();
        if parent == NONE {
            // Only the root is found again if it hangs nowhere.
            if mv.is_none() && !self.links.is_empty() {
                return (0, false);
            }
        } else {
            let known = self.child_by_word(parent, mv, word);
            if known != NONE {
                return (known, false);
            }
        }
        let id = self.links.len() as u32;
        let (mut next_sibling, mut siblings) = (NONE, 0);
        if let Some(link) = self.links.get_mut(parent as usize) {
            next_sibling = std::mem::replace(&mut link.first_child, id);
            link.child_count += 1;
            siblings = link.child_count;
        }
        self.links.push(Link { mv, word, first_child: NONE, next_sibling, child_count: 0 });
        // The first time there are many, all of them; afterwards each new one.
        if siblings > FEW {
            let mut child = id;
            while child != NONE {
                let Link { word, next_sibling, .. } = self.links[child as usize];
                self.many.entry((parent, word)).or_insert(child);
                child = if siblings == FEW + 1 { next_sibling } else { NONE };
            }
        }
        (id, true)
    }

    fn at(&self, ply: u32) -> u32 {
        self.frames.get(ply as usize).map_or(NONE, |frame| frame.id)
    }

    #[inline]
    fn takes(&mut self) -> bool {
        takes(&mut self.budget, &mut self.counts)
    }

    fn entered<D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, Option<G::Move>),
        (ply, depth, (alpha, beta)): (u32, i32, (i32, i32)),
        (game, describe): (&G, &D),
        sink: &mut Target<'_>,
    ) {
        self.frames.truncate(ply as usize);
        let above = ply.checked_sub(1).map(|ply| ply as usize);
        let parent = above.map_or(NONE, |_| self.at(ply - 1));
        let (mut id, mut is_reached) = (NONE, false);
        let is_told = self.budget.begins() && self.takes();
        let before = above.and_then(|above| self.frames.get_mut(above));
        let has_word = mv.is_some() && before.is_some();
        if is_told || parent != NONE {
            self.word.written(|out| match (mv, &before) {
                (Some(mv), Some(before)) => describe.write_move(game, &before.state, mv, out),
                _ => Ok(()),
            });
        }
        if is_told {
            let turn = |state: &G::State| side_to_move(game, state);
            let (side, follows) = match before {
                Some(frame) => {
                    let side = *frame.side.get_or_insert_with(|| turn(&frame.state));
                    (side, mv.is_some() && frame.is_reached)
                }
                None => (turn(&self.root), false),
            };
            is_reached = follows || ply == 0;
            let is_new;
            (id, is_new) = self.number(parent, mv);
            let mv = has_word.then(|| self.word.as_str());
            self.place.clear();
            let place = (is_new && (self.tells_places || !follows))
                .then(|| describe.place(game, state, &mut self.place));
            let parent = Some(parent).filter(|&id| id != NONE);
            sink.entered(id, (parent, mv), Entry { side, ply, depth, alpha, beta }, place.as_ref());
        } else if parent != NONE {
            id = self.child_by_word(parent, mv, self.word_hash());
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

    /// A position on the line has a score.
    fn left(
        &mut self,
        ply: u32,
        (score, payoffs): (i32, &[f64]),
        source: Source,
        sink: &mut Target<'_>,
    ) {
        let id = self.at(ply);
        if id == NONE || !self.takes() {
        } else if payoffs.is_empty() {
            sink.scored(id, score, source);
        } else {
            let payoffs = payoffs.iter().map(|&payoff| to_score(self.scale, payoff)).collect();
            sink.take(&TraceEvent::Scored { id, score, source, payoffs });
        }
    }

    /// A move is enough to leave out the others of a position on the line.
    fn cut<D: DescribeGame<G>>(
        &mut self,
        (state, mv, tried): (&G::State, G::Move, u32),
        ply: u32,
        (score, beta, reason): (i32, i32, Refutation),
        (game, describe): (&G, &D),
        sink: &mut Target<'_>,
    ) {
        let id = self.at(ply);
        if id != NONE && self.takes() {
            let mv = self.word.written(|out| describe.write_move(game, state, mv, out)).into();
            sink.take(&TraceEvent::Cutoff { id, mv, tried, score, beta, reason });
        }
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
        if is_first && is_whole && matches!(self.sink, Target::Direct(_)) {
            recorder.line = Some(LineCoder::new());
        }
    }

    /// A position is entered.
    #[inline(never)]
    fn entered(
        &mut self,
        from: (&G::State, Option<G::Move>),
        (ply, depth, (alpha, beta)): (u32, i32, (i32, i32)),
    ) {
        if self.recorder.counts.events == 0 {
            self.begin_line(from.1, ply);
        }
        let GameRecorder { line, budget, counts, root, .. } = &mut *self.recorder;
        counts.events += 1;
        counts.nodes += 1;
        let by = (self.game, self.describe);
        if let (Some(line), Target::Direct(out)) = (line, &mut self.sink) {
            if takes(budget, counts) {
                let entry = Entry { side: 0, ply, depth, alpha, beta };
                line.enter(from, entry, (by.0, by.1, root), out);
            }
        } else if !budget.is_spent() {
            self.recorder.entered(from, (ply, depth, (alpha, beta)), by, &mut self.sink);
        }
    }

    /// A position has a score.
    #[inline(never)]
    fn left(&mut self, ply: u32, score: i32, source: ScoreSource) {
        let source = self.count_left(source.into());
        let GameRecorder { line, budget, counts, .. } = &mut *self.recorder;
        if let (Some(line), Target::Direct(out)) = (line, &mut self.sink) {
            if takes(budget, counts) {
                line.leave(ply, score, source, out);
            }
        } else if !budget.is_spent() {
            self.recorder.left(ply, (score, &[]), source, &mut self.sink);
        }
    }

    /// A position has a value for the side judged, and this is what each side gets.
    #[inline(never)]
    fn left_with(&mut self, ply: u32, (value, payoffs): (f64, &[f64]), source: ScoreSource) {
        let source = self.count_left(source.into());
        let GameRecorder { line, budget, counts, scale, payoffs: last, scores, .. } =
            &mut *self.recorder;
        if let (Some(line), Target::Direct(out)) = (line, &mut self.sink) {
            if takes(budget, counts) {
                // Positions side by side often give the same.
                if *last == payoffs {
                    line.leave_alike(ply, payoffs.len(), source, out);
                } else {
                    last.clear();
                    last.extend_from_slice(payoffs);
                    to_scores(*scale, payoffs, scores);
                    line.leave_with(ply, scores, source, out);
                }
            }
        } else if !budget.is_spent() {
            let score = to_score(*scale, value);
            self.recorder.left(ply, (score, payoffs), source, &mut self.sink);
        }
    }

    #[inline]
    fn count_left(&mut self, source: Source) -> Source {
        let counts = &mut self.recorder.counts;
        counts.events += 1;
        counts.leaves += u64::from(source.is_leaf());
        counts.table_hits += u64::from(source == Source::Table);
        source
    }

    /// A move is enough to leave out the others.
    #[inline(never)]
    fn cut(
        &mut self,
        (state, mv, tried): (&G::State, G::Move, usize),
        ply: u32,
        told: (i32, i32, Refutation),
    ) {
        let GameRecorder { line, budget, counts, .. } = &mut *self.recorder;
        counts.events += 1;
        counts.cutoffs += 1;
        let (by, tried) = ((self.game, self.describe), tried as u32);
        if let (Some(line), Target::Direct(out)) = (line, &mut self.sink) {
            if takes(budget, counts) {
                line.cut((state, mv), (ply, tried), told, by, out);
            }
        } else if !budget.is_spent() {
            self.recorder.cut((state, mv, tried), ply, told, by, &mut self.sink);
        }
    }

    /// An iteration is complete.
    fn iterated(&mut self, (depth, score, exact): (u32, i32, bool), line: &[G::Move]) {
        let recorder = &mut *self.recorder;
        recorder.counts.events += 1;
        recorder.counts.iterations += 1;
        if let (Some(line), Target::Direct(out)) = (&mut recorder.line, &mut self.sink) {
            line.write_waiting(out);
        }
        if recorder.budget.takes_proof() {
            recorder.counts.recorded += 1;
            let moves = recorder.in_words(self.game, self.describe, line);
            self.sink.take(&TraceEvent::Line { depth, score, exact, moves });
        }
    }
}

// What comes of an event is made for its kind where the search tells of it.
impl<G: Game, D: DescribeGame<G>> GameObserver<G> for WatchGame<'_, G, D> {
    #[inline(always)]
    fn observe(&mut self, event: GameEvent<'_, G>) {
        match event {
            GameEvent::Entered { state, mv, ply, depth, alpha, beta } => {
                self.entered((state, mv), (ply, depth, (alpha.get(), beta.get())));
            }
            GameEvent::Left { ply, score, source, .. } => {
                self.left(ply, score.get(), source);
            }
            GameEvent::Cutoff { state, mv, tried_before, ply, score, beta } => {
                let told = (score.get(), beta.get(), Refutation::AtLeast);
                self.cut((state, mv, tried_before), ply, told);
            }
            GameEvent::Iteration { depth, score, is_exact, line } => {
                self.iterated((depth, score.get(), is_exact), line);
            }
            _ => {}
        }
    }
}

impl<G: Game, D: DescribeGame<G>> PayoffObserver<G> for WatchGame<'_, G, D> {
    #[inline(always)]
    fn observe_payoff(&mut self, event: PayoffEvent<'_, G>) {
        let scale = self.recorder.scale;
        let score = |payoff| to_score(scale, payoff);
        match event {
            PayoffEvent::Entered { state, mv, ply, depth, window: (alpha, beta) } => {
                let window = (score(alpha), score(beta));
                self.entered((state, mv), (ply, depth as i32, window));
            }
            PayoffEvent::Left { ply, value, payoffs, source, .. } => {
                if payoffs.is_empty() {
                    self.left(ply, score(value), source);
                } else {
                    self.left_with(ply, (value, payoffs), source);
                }
            }
            PayoffEvent::Cutoff { state, mv, tried_before, ply, value, bound, reason } => {
                let told = (score(value), score(bound), reason.into());
                self.cut((state, mv, tried_before), ply, told);
            }
            PayoffEvent::Iteration { depth, value, is_exact, line } => {
                self.iterated((depth, score(value), is_exact), line);
            }
            _ => {}
        }
    }
}
