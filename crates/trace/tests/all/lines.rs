//! Lines of play, told at random: what is read from a file is what was told, however many moves
//! there are.

use std::fmt;

use tremaux_core::{
    CutoffReason, Game, GameDepict, GameEvent, GameNotation, GameObserver, ParseError, Picture,
    Player, Score, ScoreSource, Turn,
};
use tremaux_trace::{
    GameRecorder, Sink, Trace, TraceHeader, TraceSelection, TraceShape, TraceWriter,
};

/// A game in which any of many numbers may be called at any time.
struct Calls;

impl Game for Calls {
    type State = Vec<u32>;
    type Move = u32;
    type Undo = ();

    fn player_count(&self) -> usize {
        2
    }

    fn initial_state(&self) -> Vec<u32> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<u32>) -> Turn {
        Turn::Player((state.len() % 2) as u8)
    }

    fn moves(&self, _: &Vec<u32>, _: &mut Vec<u32>) {}

    fn play(&self, state: &mut Vec<u32>, mv: u32) {
        state.push(mv);
    }

    fn undo(&self, state: &mut Vec<u32>, _: u32, (): ()) {
        state.pop();
    }

    fn payoff(&self, _: &Vec<u32>, _: Player) -> f64 {
        0.0
    }
}

impl GameNotation for Calls {
    fn write_position(&self, state: &Vec<u32>, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state:?}")
    }

    fn parse_position(&self, text: &str) -> Result<Vec<u32>, ParseError> {
        Err(ParseError::about(text, text, "nothing"))
    }

    fn write_move(&self, _: &Vec<u32>, mv: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "call-{mv}")
    }

    fn parse_move(&self, _: &Vec<u32>, text: &str) -> Result<u32, ParseError> {
        Err(ParseError::about(text, text, "nothing"))
    }
}

impl GameDepict for Calls {
    fn depict(&self, _: &Vec<u32>) -> Picture {
        Picture { width: 0, height: 0, shapes: Vec::new() }
    }

    fn depict_in_text(&self, state: &Vec<u32>) -> String {
        self.position_text(state)
    }
}

/// Tells `sink` of a search that nobody made, with moves below `most`.
fn tell(most: u32, selection: TraceSelection, seed: u32, sink: &mut dyn Sink) {
    let mut random = seed;
    let mut below = move |bound: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % bound
    };
    let mut recorder = GameRecorder::new(Vec::new(), selection);
    let mut watch = recorder.watch(&Calls, sink);
    let mut line: Vec<u32> = Vec::new();
    let mut best = Vec::new();
    for depth in 1..4 {
        let window = (Score::LOSS, Score::WIN);
        let (alpha, beta) = window;
        let root = GameEvent::Entered { state: &line, mv: None, ply: 0, depth, alpha, beta };
        watch.observe(root);
        for _ in 0..900 {
            let (ply, score) = (line.len() as u32, Score::estimate(below(300) as i32 - 150));
            match below(16) {
                0 if ply > 0 => {
                    let (mv, tried_before) = (below(most), below(9) as usize);
                    let (state, bound, reason) = (&line, score, CutoffReason::AtLeast);
                    watch.observe(GameEvent::Cutoff {
                        state,
                        mv,
                        tried_before,
                        ply,
                        score,
                        bound,
                        reason,
                    });
                }
                1..9 if ply > 0 => {
                    let source = [ScoreSource::Estimate, ScoreSource::Moves][below(2) as usize];
                    watch.observe(GameEvent::Left {
                        state: &line,
                        ply,
                        score,
                        payoffs: &[],
                        source,
                    });
                    best = line.clone();
                    line.pop();
                }
                _ if ply < 6 => {
                    let mv = below(most);
                    line.push(mv);
                    let (ply, depth) = (ply + 1, depth - ply as i32);
                    let alpha = if below(8) == 0 { score } else { alpha };
                    let mv = Some(mv);
                    watch.observe(GameEvent::Entered { state: &line, mv, ply, depth, alpha, beta });
                }
                _ => {}
            }
        }
        while let Some(ply) = line.len().checked_sub(1) {
            let (score, source) = (Score::DRAW, ScoreSource::Moves);
            watch.observe(GameEvent::Left {
                state: &line,
                ply: ply as u32 + 1,
                score,
                payoffs: &[],
                source,
            });
            line.pop();
        }
        let (score, source) = (Score::DRAW, ScoreSource::Moves);
        watch.observe(GameEvent::Left { state: &line, ply: 0, score, payoffs: &[], source });
        let depth = depth as u32;
        watch.observe(GameEvent::Iteration {
            depth,
            score,
            is_exact: false,
            line: &best,
            lines: &[],
        });
    }
    let _ = recorder.finish(&Calls, &best, "solved", sink);
}

#[test]
fn lines_told_at_random_are_read_as_they_were_told() {
    let few = TraceSelection::default().without_places();
    for (seed, most) in (1..20).zip([3, 40, 66, 500, 90_000].into_iter().cycle()) {
        for selection in [few, few.with_events(700)] {
            let header = TraceHeader { selection, ..TraceHeader::new("calls", TraceShape::Game) };
            let mut told = Trace::new(header.clone());
            tell(most, selection, seed, &mut told);
            let writer = TraceWriter::new(Vec::new(), &header);
            let mut writer = writer.expect("memory takes everything");
            tell(most, selection, seed, &mut writer);
            let file = writer.finish().expect("memory takes everything");
            let read = Trace::read(file.as_slice()).expect("a whole file");
            let case = format!("{most} moves, {selection:?}, {seed}");
            assert!(told.steps.len() > 500, "{case}");
            for (read, told) in read.steps.iter().zip(&told.steps) {
                assert_eq!(read, told, "{case}");
            }
            assert_eq!(read.steps.len(), told.steps.len(), "{case}");
            assert_eq!(read.counts, told.counts, "{case}");
        }
    }
}
