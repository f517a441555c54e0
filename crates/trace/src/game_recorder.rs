//! Recording a search of a game.

use std::borrow::Cow;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use tremaux_core::{
    Game, GameDepict, GameEvent, GameNotation, GameObserver, Score, ScoreSource, Turn,
};

use crate::counts::TraceCounts;
use crate::event::{CHANCE, Place, Refutation, Sink, Source, TraceEvent};
use crate::header::TraceShape;
use crate::numbering::{NONE, Numbering};
use crate::selection::{Budget, TraceSelection};

/// A position as a trace shows it: its drawing as text, written into `scratch`.
pub fn place_of_position<'a, G: GameDepict>(
    game: &G,
    state: &G::State,
    scratch: &'a mut String,
) -> Place<'a> {
    scratch.clear();
    scratch.push_str(game.depict_in_text(state).trim_end());
    Place::Text { text: scratch.as_str().into() }
}

/// The side to move, or [`CHANCE`]; 0 if the game is over.
#[inline]
fn side_to_move<G: Game>(game: &G, state: &G::State) -> u8 {
    match game.turn(state) {
        Turn::Player(player) => player,
        Turn::Chance => CHANCE,
        Turn::Over => 0,
    }
}

/// A value of a search as traces keep it.
pub trait RecordedScore: Copy {
    /// The number that is kept; a payoff of 1 is kept as `scale`.
    fn to_number(self, scale: f64) -> i32;
}

impl RecordedScore for Score {
    #[inline]
    fn to_number(self, _scale: f64) -> i32 {
        self.get()
    }
}

impl RecordedScore for f64 {
    /// Never the number of a game won or lost, unless the payoff is infinite.
    #[inline]
    fn to_number(self, scale: f64) -> i32 {
        if self == f64::INFINITY {
            return Score::WIN.get();
        }
        if self == f64::NEG_INFINITY {
            return Score::LOSS.get();
        }
        let scaled = self * scale;
        let whole = scaled as i32;
        // Rounding takes a while, and most are whole.
        let whole = if f64::from(whole) == scaled { whole } else { scaled.round() as i32 };
        Score::estimate(whole).get()
    }
}

/// A position on the current line.
struct Frame<G: Game> {
    id: u32,
    state: G::State,
    /// The side to move, if already computed.
    side: Option<u8>,
    /// Whether it is connected to the root by recorded moves.
    is_reached: bool,
}

impl<G: Game> Frame<G> {
    /// The side to move.
    fn side(&mut self, game: &G) -> u8 {
        let state = &self.state;
        *self.side.get_or_insert_with(|| side_to_move(game, state))
    }
}

/// Records a search of a game: numbers its lines of play, and counts events.
///
/// Watches alpha-beta and minimax, and searches of payoffs: there each score is what one side gets,
/// [`TraceHeader::judged`](crate::TraceHeader::judged), whoever moved; where chance is to move,
/// the mean of what its moves lead to; and in max^n what each side gets is told as well.
///
/// A line is one node, the same in every iteration. What a search visits once more to complete the
/// best line is left out. Memory is used for the recorded nodes, at
/// most one per event of the [`TraceSelection`], and for the positions on the line.
pub struct GameRecorder<G: Game> {
    budget: Budget,
    counts: TraceCounts,
    /// Nodes by their parents and the hashes of their moves' notation.
    numbering: Numbering<u64>,
    /// The line, by ply.
    frames: Vec<Frame<G>>,
    root: G::State,
    records_places: bool,
    /// The score of a payoff of 1.
    scale: f64,
    /// The player all scores are for; `None` if each is for the player who moved, as the search
    /// reports it.
    judged: Option<u8>,
    /// Whether positions are searched once more, which is neither counted nor recorded.
    is_again: bool,
    /// The move that leads to the position where the search was resumed.
    resumed: Option<G::Move>,
    place: String,
    word: String,
    scores: Vec<i32>,
    moves: Vec<G::Move>,
}

/// The key of a move in [`Numbering`].
fn key_of(word: &str) -> u64 {
    FixedState::with_seed(5).hash_one(word)
}

impl<G: GameNotation + GameDepict> GameRecorder<G> {
    /// A recorder of a search of the position `root` that has not started.
    pub fn new(root: G::State, selection: TraceSelection) -> Self {
        Self {
            budget: Budget::new(selection),
            counts: TraceCounts::default(),
            numbering: Numbering::new(TraceShape::Game),
            frames: Vec::new(),
            root,
            records_places: selection.records_places(),
            scale: 1.0,
            judged: None,
            is_again: false,
            resumed: None,
            place: String::new(),
            word: String::new(),
            scores: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Sets the score of a payoff of 1; scores are rounded.
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Sets the player all scores are recorded for, in a search that reports them for the player
    /// who moved: [`TraceHeader::judged`](crate::TraceHeader::judged).
    #[must_use]
    pub fn judged_by(self, player: Option<u8>) -> Self {
        Self { judged: player, ..self }
    }

    /// The counts so far.
    pub fn counts(&self) -> TraceCounts {
        TraceCounts { recorded: self.budget.used(), ..self.counts }
    }

    /// The observer of a search, which records to `sink`.
    pub fn watch<'a>(&'a mut self, game: &'a G, sink: &'a mut dyn Sink) -> WatchGame<'a, G> {
        WatchGame { recorder: self, game, sink }
    }

    /// Records the nodes on the best line, `line`, and the end in `sink`.
    pub fn finish(
        mut self,
        game: &G,
        line: &[G::Move],
        status: &str,
        sink: &mut dyn Sink,
    ) -> TraceCounts {
        let words = self.in_words(game, line);
        let mut at = self.numbering.get(NONE, &key_of(""));
        let mut words = words.iter();
        while let Some(id) = at {
            sink.give(TraceEvent::Path { id, place: None });
            at = words.next().and_then(|word| self.numbering.get(id, &key_of(word)));
        }
        let counts = self.counts();
        sink.give(TraceEvent::End { counts, status: status.into() });
        counts
    }

    fn at(&self, ply: u32) -> u32 {
        self.frames.get(ply as usize).map_or(NONE, |frame| frame.id)
    }

    /// The moves of a line in words.
    fn in_words(&self, game: &G, line: &[G::Move]) -> Vec<Cow<'static, str>> {
        let mut state = self.root.clone();
        let words = line.iter().map(|&mv| {
            let mut word = String::new();
            let written = game.write_move(&state, mv, &mut word);
            written.expect("a string takes everything");
            let _ = game.play(&mut state, mv);
            word.into()
        });
        words.collect()
    }
}

fn write_move<G: GameNotation>(game: &G, state: &G::State, mv: G::Move, word: &mut String) {
    game.write_move(state, mv, word).expect("a string takes everything");
}

/// Why a move refutes its position.
struct Bounds {
    score: i32,
    beta: i32,
    reason: Refutation,
}

impl Bounds {
    /// The same for the other side.
    fn negated(self) -> Self {
        let reason = match self.reason {
            Refutation::AtLeast => Refutation::AtMost,
            other => other,
        };
        Self { score: -self.score, beta: -self.beta, reason }
    }
}

/// An observer that records; see [`GameRecorder::watch`].
pub struct WatchGame<'a, G: Game> {
    recorder: &'a mut GameRecorder<G>,
    game: &'a G,
    sink: &'a mut dyn Sink,
}

impl<G: GameNotation + GameDepict> WatchGame<'_, G> {
    /// A position is entered.
    fn entered(
        &mut self,
        state: &G::State,
        mv: Option<G::Move>,
        ply: u32,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) {
        let (recorder, game) = (&mut *self.recorder, self.game);
        recorder.counts.events += 1;
        recorder.counts.nodes += 1;
        // Only a position below the root is reached by a move.
        let mv = mv.or(recorder.resumed.take()).filter(|_| ply > 0);
        if recorder.budget.is_used_up() {
            return;
        }
        recorder.frames.truncate(ply as usize);
        let above = ply.checked_sub(1);
        let parent = above.map_or(NONE, |above| recorder.at(above));
        let is_recorded = recorder.budget.begins() && recorder.budget.records();
        let GameRecorder { frames, word, place, root, numbering, records_places, judged, .. } =
            recorder;
        let before = above.and_then(|above| frames.get_mut(above as usize));
        word.clear();
        if let (Some(mv), Some(before), true) = (mv, &before, is_recorded || parent != NONE) {
            write_move(game, &before.state, mv, word);
        }
        let has_word = mv.is_some() && before.is_some();
        let key = key_of(word);
        let (mut id, mut is_reached) = (NONE, false);
        if is_recorded {
            let (side, follows) = match before {
                Some(frame) => (frame.side(game), mv.is_some() && frame.is_reached),
                None => (side_to_move(game, root), false),
            };
            let is_for_other = judged.is_some_and(|judged| judged != side);
            let (alpha, beta) = if is_for_other { (-beta, -alpha) } else { (alpha, beta) };
            is_reached = follows || ply == 0;
            let is_new;
            // A node without a parent is only found again if it is the root.
            (id, is_new) = match parent == NONE && mv.is_some() {
                true => (numbering.add(NONE, key), true),
                false => numbering.number(parent, key),
            };
            let mv = has_word.then(|| Cow::from(word.as_str()));
            let place = (is_new && (*records_places || !follows))
                .then(|| place_of_position(game, state, place));
            let parent = Some(parent).filter(|&id| id != NONE);
            let entered =
                TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place };
            self.sink.give(entered);
        } else if parent != NONE {
            id = numbering.get(parent, &key).unwrap_or(NONE);
        }
        // A search that starts below the root has no positions above.
        let frame = |id, is_reached| Frame { id, state: state.clone(), side: None, is_reached };
        frames.resize_with(ply as usize, || frame(NONE, false));
        frames.push(frame(id, is_reached));
    }

    /// The search goes on below the root: the positions above are those of `line`.
    fn resumed(&mut self, line: &[G::Move], is_again: bool) {
        let (recorder, game) = (&mut *self.recorder, self.game);
        recorder.is_again = is_again;
        recorder.resumed = line.last().copied();
        if is_again || recorder.budget.is_used_up() {
            return;
        }
        let words = recorder.in_words(game, line);
        let mut state = recorder.root.clone();
        let mut id = recorder.numbering.get(NONE, &key_of("")).unwrap_or(NONE);
        recorder.frames.clear();
        for (&mv, word) in line.iter().zip(&words) {
            let is_reached = id != NONE;
            recorder.frames.push(Frame { id, state: state.clone(), side: None, is_reached });
            let _ = game.play(&mut state, mv);
            if is_reached {
                id = recorder.numbering.get(id, &key_of(word)).unwrap_or(NONE);
            }
        }
    }

    /// `score`, which is for the player who moved into the position at `ply`, as it is recorded.
    fn for_judged(&mut self, ply: u32, score: i32) -> i32 {
        let Some(judged) = self.recorder.judged else { return score };
        let above = ply.checked_sub(1).and_then(|at| self.recorder.frames.get_mut(at as usize));
        let mover = match above {
            Some(frame) => frame.side(self.game),
            None => side_to_move(self.game, &self.recorder.root),
        };
        if mover == judged { score } else { -score }
    }

    /// A position has a score and, in searches of payoffs, the payoff of each side.
    fn left(&mut self, ply: u32, score: i32, payoffs: &[f64], source: ScoreSource) {
        let score = self.for_judged(ply, score);
        let (recorder, source) = (&mut *self.recorder, Source::from(source));
        let counts = &mut recorder.counts;
        counts.events += 1;
        counts.leaves += u64::from(source.is_leaf());
        counts.table_hits += u64::from(source == Source::Table);
        let id = recorder.at(ply);
        if id != NONE && recorder.budget.records() {
            let scale = recorder.scale;
            let scores = &mut recorder.scores;
            scores.clear();
            scores.extend(payoffs.iter().map(|payoff| payoff.to_number(scale)));
            self.sink.scored(id, score, source, scores);
        }
    }

    /// A move causes a cutoff.
    fn cut(&mut self, state: &G::State, mv: G::Move, tried: usize, ply: u32, bounds: Bounds) {
        let recorder = &mut *self.recorder;
        let Bounds { score, beta, reason } = match recorder.judged {
            Some(judged) if judged != side_to_move(self.game, state) => bounds.negated(),
            _ => bounds,
        };
        recorder.counts.events += 1;
        recorder.counts.cutoffs += 1;
        let id = recorder.at(ply);
        if id != NONE && recorder.budget.records() {
            let GameRecorder { word, moves, .. } = recorder;
            moves.clear();
            self.game.moves(state, moves);
            let tried = tried as u32;
            let untried = (moves.len() as u32).saturating_sub(tried + 1);
            word.clear();
            write_move(self.game, state, mv, word);
            let mv = word.as_str().into();
            self.sink.give(TraceEvent::Cutoff { id, mv, tried, untried, score, beta, reason });
        }
    }

    /// An iteration is complete.
    fn iterated(&mut self, depth: u32, score: i32, exact: bool, line: &[G::Move]) {
        let score = self.for_judged(0, score);
        let recorder = &mut *self.recorder;
        recorder.counts.events += 1;
        recorder.counts.iterations += 1;
        if recorder.budget.records_proof() {
            let moves = recorder.in_words(self.game, line);
            self.sink.give(TraceEvent::Line { depth, score, exact, moves });
        }
    }
}

impl<G: GameNotation + GameDepict, V: RecordedScore> GameObserver<G, V> for WatchGame<'_, G> {
    fn observe(&mut self, event: GameEvent<'_, G, V>) {
        let scale = self.recorder.scale;
        let number = |score: V| score.to_number(scale);
        match event {
            GameEvent::Resumed { line, is_again } => return self.resumed(line, is_again),
            GameEvent::Entered { ply: 0, .. } => self.recorder.is_again = false,
            GameEvent::Iteration { .. } => {}
            _ if self.recorder.is_again => return,
            _ => {}
        }
        match event {
            GameEvent::Entered { state, mv, ply, depth, alpha, beta } => {
                self.entered(state, mv, ply, depth, number(alpha), number(beta));
            }
            GameEvent::Left { ply, score, payoffs, source, .. } => {
                self.left(ply, number(score), payoffs, source);
            }
            GameEvent::Cutoff { state, mv, tried_before, ply, score, bound, reason } => {
                let (score, beta, reason) = (number(score), number(bound), reason.into());
                self.cut(state, mv, tried_before, ply, Bounds { score, beta, reason });
            }
            GameEvent::Iteration { depth, score, is_exact, line, .. } => {
                self.iterated(depth, number(score), is_exact, line);
            }
            _ => {}
        }
    }
}
