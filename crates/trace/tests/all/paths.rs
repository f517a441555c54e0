//! Steps along a path are read as they would have been told one by one.

use std::fmt;

use tremaux_core::{
    Event, FloatCost, Observer, PathStep, PathStepKind, Pruning, StateSpace, cut_on_path,
    observe_on_path, prune_on_path,
};
use tremaux_trace::{
    Describe, Place, SearchRecorder, Trace, TraceHeader, TraceSelection, TraceShape, TraceWriter,
};

/// A tree: a state is the way to it.
struct Ways;

impl StateSpace for Ways {
    type State = Vec<u8>;
    type Packed = Vec<u8>;
    type Action = u8;
    type Cost = FloatCost;

    fn initial_state(&self) -> Vec<u8> {
        Vec::new()
    }

    fn actions(&self, _: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend(0..64);
    }

    fn apply(&self, state: &mut Vec<u8>, action: u8) {
        state.push(action);
    }

    fn cost(&self, _: &Vec<u8>, _: u8) -> FloatCost {
        FloatCost::new(1.0)
    }

    fn is_goal(&self, _: &Vec<u8>) -> bool {
        false
    }

    fn pack(&self, state: &Vec<u8>) -> Vec<u8> {
        state.clone()
    }

    fn unpack(&self, packed: &Vec<u8>) -> Vec<u8> {
        packed.clone()
    }
}

struct Numbers;

impl Describe<Ways> for Numbers {
    fn place<'a>(&self, _: &Ways, state: &Vec<u8>, scratch: &'a mut String) -> Place<'a> {
        fmt::Write::write_fmt(scratch, format_args!("{state:?}")).expect("memory");
        Place::Text { text: scratch.as_str().into() }
    }

    fn write_action(
        &self,
        _: &Ways,
        _: &Vec<u8>,
        action: u8,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(out, "a{action}")
    }

    fn action_count(&self, _: &Ways) -> u8 {
        64
    }

    fn action_number(&self, _: &Ways, action: u8) -> u8 {
        action
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % count
    }
}

/// One step of a walk up and down the tree.
#[derive(Clone, Copy)]
enum Move {
    Begin,
    Cut(u8, f64, f64, Pruning),
    Enter(u8, f64, f64),
    Left,
}

/// A walk that begins at the root again now and then.
fn walk(random: &mut Random, length: usize, is_wild: bool) -> Vec<Move> {
    let mut moves = vec![Move::Begin];
    let mut line = vec![(0.0, 9.0)];
    let reasons = [Pruning::Bound, Pruning::DeadEnd, Pruning::Circle];
    while moves.len() < length {
        let (g, h): (f64, f64) = line[line.len() - 1];
        let (action, step) = match is_wild {
            true => (random.below(64), (random.below(1000) as f64 / 7.0, random.below(90) as f64)),
            false => (random.below(4), (1.0, h + 1.0 - 2.0 * random.below(2) as f64)),
        };
        let (action, g, h) = (action as u8, g + step.0, step.1.max(0.0));
        match random.below(8) {
            0..=2 => {
                let reason = reasons[random.below(3) as usize];
                let h = if reason == Pruning::DeadEnd { f64::INFINITY } else { h };
                moves.push(Move::Cut(action, g, h, reason));
            }
            3..=5 if line.len() < 30 => {
                line.push((g, h));
                moves.push(Move::Enter(action, g, h));
            }
            _ if line.len() > 1 => {
                line.pop();
                moves.push(Move::Left);
            }
            _ => moves.push(Move::Begin),
        }
    }
    moves
}

/// Tells `observer` of a walk step by step.
fn tell(moves: &[Move], observer: &mut dyn Observer<Ways>) {
    let cost = FloatCost::new;
    let mut line: Vec<u8> = Vec::new();
    let mut is_first = true;
    for mv in moves {
        match *mv {
            Move::Begin => {
                line.clear();
                let (g, h) = (cost(0.0), cost(9.0));
                if is_first {
                    observe_on_path(
                        observer,
                        Event::Generated { state: &line, action: None, g, h },
                    );
                }
                is_first = false;
                observer.observe(Event::Iteration(h));
                observe_on_path(observer, Event::Expanded { state: &line, g });
            }
            Move::Cut(action, g, h, reason) => {
                let (g, h) = (cost(g), cost(h));
                if !cut_on_path(observer, action, g, h, reason) {
                    line.push(action);
                    let action = Some(action);
                    observe_on_path(observer, Event::Generated { state: &line, action, g, h });
                    prune_on_path(observer, &line, reason);
                    line.pop();
                }
            }
            Move::Enter(action, g, h) => {
                line.push(action);
                let (g, h, action) = (cost(g), cost(h), Some(action));
                observe_on_path(observer, Event::Generated { state: &line, action, g, h });
                observe_on_path(observer, Event::Expanded { state: &line, g });
            }
            Move::Left => {
                observe_on_path(observer, Event::Backtracked { state: &line });
                line.pop();
            }
        }
    }
}

/// Tells `observer` of a walk in logs of some steps each, as soon as it takes them.
fn log(moves: &[Move], observer: &mut dyn Observer<Ways>, longest: usize) {
    let cost = FloatCost::new;
    let mut steps: Vec<PathStep<u8, FloatCost>> = Vec::new();
    tell(&moves[..1], observer);
    assert!(observer.takes_log(), "everything is recorded, and the rules tell the places");
    for mv in &moves[1..] {
        if steps.len() >= longest || matches!(mv, Move::Begin) {
            observer.take_log(&steps);
            steps.clear();
        }
        match *mv {
            Move::Begin => {
                observer.observe(Event::Iteration(cost(9.0)));
                steps.push(PathStep::of(PathStepKind::Expanded));
            }
            Move::Cut(action, g, h, reason) => {
                let (action, g, h) = (Some(action), cost(g), cost(h));
                let kind = PathStepKind::Cut;
                steps.push(PathStep { kind, reason, action, g, h, then_left: 0 });
            }
            Move::Enter(action, g, h) => {
                let (action, g, h, reason) = (Some(action), cost(g), cost(h), Pruning::Bound);
                let kind = PathStepKind::Entered;
                steps.push(PathStep { kind, reason, action, g, h, then_left: 0 });
            }
            Move::Left => match steps.last_mut() {
                Some(step) => step.then_left += 1,
                None => {
                    let nothing = PathStep::of(PathStepKind::Nothing);
                    steps.push(PathStep { then_left: 1, ..nothing });
                }
            },
        }
    }
    observer.take_log(&steps);
}

#[test]
fn a_walk_is_read_as_it_would_have_been_told() {
    let mut random = Random(5);
    for round in 0..60 {
        let is_wild = round % 3 == 0;
        let moves = walk(&mut random, 40 + 60 * round, is_wild);
        check(&moves, round);
    }
}

/// Costs that are apart by a whole number, and yet no whole numbers.
#[test]
fn costs_are_read_as_they_were_told() {
    let mut random = Random(7);
    let root = 2.0_f64.sqrt();
    let costs = [0.0, 1.0, root + 6.0, root + 7.0, 0.1, 1.1];
    let mut cost = || costs[random.below(costs.len() as u64) as usize];
    for round in [0, 3, 6, 9] {
        let mut moves = vec![Move::Begin];
        for _ in 0..2000 {
            moves.push(Move::Enter(2, cost(), cost()));
            moves.push(Move::Cut(1, cost(), cost(), Pruning::Bound));
            moves.push(Move::Left);
        }
        check(&moves, round);
    }
}

/// Checks a walk, with a cap and a unit such as `round` says.
fn check(moves: &[Move], round: usize) {
    let events = [u64::MAX, 700, 11, 1][round % 4];
    let selection = TraceSelection::new(events).without_places();
    let header = TraceHeader::new("ways", TraceShape::Tree);

    let mut told = Trace::new(header.clone());
    let unit = [1.0, 1.0, 7.0][round % 3];
    let mut recorder = SearchRecorder::new(TraceShape::Tree, selection);
    let mut watch = recorder.watch(&Ways, &Numbers, &mut told);
    watch.accept_cost_unit(unit);
    tell(moves, &mut watch);
    let plan = [3, 1, 2, 0];
    let counts = recorder.finish(&Ways, &Numbers, Some(&plan), "solved", &mut told);

    for longest in [0, 1, 7, 512] {
        let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
        let mut recorder = SearchRecorder::new(TraceShape::Tree, selection);
        let mut watch = recorder.watch(&Ways, &Numbers, &mut writer);
        watch.accept_cost_unit(unit);
        match longest {
            0 => tell(moves, &mut watch),
            _ => log(moves, &mut watch, longest),
        }
        let again = recorder.finish(&Ways, &Numbers, Some(&plan), "solved", &mut writer);
        assert_eq!(again, counts, "round {round}, logs of {longest}");
        let file = writer.finish().expect("memory");
        let read = Trace::read(file.as_slice()).expect("a whole file");
        for (at, (one, other)) in told.steps.iter().zip(&read.steps).enumerate() {
            assert_eq!(one, other, "round {round}, logs of {longest}, step {at}");
        }
        assert_eq!(told.steps.len(), read.steps.len(), "round {round}");
        assert_eq!((told.path.clone(), told.counts), (read.path, read.counts), "round {round}");
    }
}
