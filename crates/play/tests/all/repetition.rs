//! Games that may go on forever: retrograde analysis, and the engine compared with it.

use tremaux_core::*;
use tremaux_play::*;
use tremaux_tables::*;
use tremaux_testkit::random_game::{CyclicGame, Step, mix};

/// Values by plies, directly from the definition: a position is won in n + 1 if a move leads to
/// a position lost in n, and lost if all moves lead to won positions. All others are drawn.
fn by_definition(game: &CyclicGame) -> Vec<EndgameValue> {
    let count = game.position_count();
    let mut values: Vec<Option<(Player, u16)>> = vec![None; count];
    let is_over = |index: usize| game.turn(&(index as u64)) == Turn::Over;
    for index in (0..count).filter(|&index| is_over(index)) {
        match game.final_score(&(index as u64), 0).get().signum() {
            1 => values[index] = Some((0, 0)),
            -1 => values[index] = Some((1, 0)),
            _ => {}
        }
    }
    for plies in 1..=2 * count as u16 {
        let before = values.clone();
        for index in (0..count).filter(|&index| !is_over(index) && before[index].is_none()) {
            let Turn::Player(mover) = game.turn(&(index as u64)) else { continue };
            let mut moves = Vec::new();
            game.moves(&(index as u64), &mut moves);
            let after = |mv: &Step| {
                let mut place = index as u64;
                let _ = game.play(&mut place, *mv);
                before[place as usize]
            };
            let winners: Vec<_> = moves.iter().map(|mv| after(mv).map(|value| value.0)).collect();
            if winners.contains(&Some(mover)) {
                values[index] = Some((mover, plies));
            } else if winners.iter().all(|&winner| winner == Some(1 - mover)) {
                values[index] = Some((1 - mover, plies));
            }
        }
    }
    let value = |index: usize| {
        let mover = match game.turn(&(index as u64)) {
            Turn::Player(player) => player,
            _ => 0,
        };
        match values[index] {
            None => EndgameValue::Draw,
            Some((winner, plies)) if winner == mover => EndgameValue::Win(plies),
            Some((_, plies)) => EndgameValue::Loss(plies),
        }
    };
    (0..count).map(value).collect()
}

#[test]
fn retrograde_analysis_is_the_definition() {
    let (mut decided, mut endless) = (0, 0);
    for seed in 0..3000 {
        let game = CyclicGame { seed };
        let expected = by_definition(&game);
        let solved = retrograde_analysis(&game, &Limits::default()).expect("solved");
        let table = solved.table("cyclic");
        for (index, &value) in expected.iter().enumerate() {
            assert_eq!(solved.get(index), value, "seed {seed}, position {index}");
            assert_eq!(table.get(index), value, "seed {seed}, position {index}");
            decided += u32::from(value != EndgameValue::Draw);
            endless += u32::from(value == EndgameValue::Draw);
        }
    }
    assert!(decided > 10_000 && endless > 10_000, "{decided} {endless}");
    let limits = Limits::default().with_nodes(3);
    let stopped = retrograde_analysis(&CyclicGame { seed: 20 }, &limits);
    assert_eq!(stopped.err(), Some(RetrogradeError::Stopped(StopReason::NodeLimit)));
}

/// Every score called exact is that of retrograde analysis, where endless play is a draw. With
/// enough depth, wins and losses are found and called exact.
#[test]
fn exact_scores_are_those_of_retrograde_analysis() {
    let windows = [
        Window::Full,
        Window::Scout,
        Window::Aspiration(2),
        Window::Mtd,
        Window::SssStar,
        Window::DualStar,
        Window::Bisect,
    ];
    let (mut exact, mut decided, mut repetitions) = (0, 0, 0u64);
    for seed in 0..3000 {
        let game = CyclicGame { seed };
        let solved = retrograde_analysis(&game, &Limits::default()).expect("solved");
        let value = solved.get(0);
        let truth = value.score().expect("a position");
        for (i, window) in windows.into_iter().enumerate() {
            let random = mix(seed, i as u64, 9);
            let table_uses = [TableUse::SameDepth, TableUse::AtLeastAsDeep];
            let options = AlphaBeta::default()
                .window(window)
                .max_depth(1 + (random % 12) as u32)
                .table_depth((random >> 8) as u32 % 3)
                .ahead_depth(Some((random >> 44) as u32 % 6))
                .table_use(table_uses[(random >> 16) as usize % 2])
                .repetition_draws(!(random >> 24).is_multiple_of(3))
                .distance_pruning((random >> 32).is_multiple_of(2))
                .lines(1 + (random >> 48) as usize % 3);
            let table = TranspositionTable::<TwoLevel>::with_scheme(64 << ((random >> 40) % 8));
            let ordering = (History::default(), Killers::default());
            let parts = SearchParts::new().evaluator(&game).ordering(ordering).table(table);
            let mut watch = Repetitions(0);
            let mut search = options.start(&game, &0, parts);
            let _ = search.advance(&Limits::default().with_nodes(100_000), &mut watch);
            let report = search.report();
            let context = format!("seed {seed}, {options:?}: {report:?}, truly {value:?}");
            assert!(!report.is_exact || report.score == truth, "{context}");
            for mv in &report.root_moves {
                let mut place = 0;
                let _ = game.play(&mut place, mv.mv);
                let Turn::Player(root) = game.turn(&0) else { unreachable!("not over") };
                let score = solved.get(place as usize).score().expect("a position");
                let is_same = match game.turn(&place) {
                    Turn::Player(player) => player == root,
                    _ => root == 0,
                };
                let score = if is_same { score.after(1) } else { (-score).after(1) };
                let holds = match mv.bound {
                    Bound::Exact => mv.score == score,
                    Bound::AtLeast => mv.score <= score,
                    Bound::AtMost => mv.score >= score,
                };
                assert!(!mv.is_exact || holds, "{context}: {mv:?} is {score:?}");
            }
            if let EndgameValue::Win(plies) | EndgameValue::Loss(plies) = value
                && u32::from(plies) <= options.max_depth
                && !options.repetition_draws
            {
                assert!(report.is_exact, "{context}");
                decided += 1;
            }
            exact += u32::from(report.is_exact);
            repetitions += watch.0;
        }
    }
    assert!(exact > 5000 && decided > 3000 && repetitions > 10_000, "{exact} {decided}");
}

/// A game that ends in a draw where a position occurs again; as in chess, neither the table nor the
/// value of a position that occurs for the first time knows how it was reached.
struct DrawnByRepetition(CyclicGame);

impl Game for DrawnByRepetition {
    type State = Vec<u64>;
    type Move = Step;
    type Undo = ();

    fn player_count(&self) -> usize {
        2
    }
    fn initial_state(&self) -> Vec<u64> {
        vec![0]
    }
    fn turn(&self, path: &Vec<u64>) -> Turn {
        let last = path.last().expect("a position");
        if self.depends_on_history(path) { Turn::Over } else { self.0.turn(last) }
    }
    fn moves(&self, path: &Vec<u64>, moves: &mut Vec<Step>) {
        self.0.moves(path.last().expect("a position"), moves);
    }
    fn play(&self, path: &mut Vec<u64>, mv: Step) {
        let mut place = *path.last().expect("a position");
        let _ = self.0.play(&mut place, mv);
        path.push(place);
    }
    fn undo(&self, path: &mut Vec<u64>, _: Step, (): ()) {
        path.pop();
    }
    fn payoff(&self, path: &Vec<u64>, player: Player) -> f64 {
        f64::from(self.final_score(path, player).get().signum())
    }
}

impl ZeroSumGame for DrawnByRepetition {
    fn final_score(&self, path: &Vec<u64>, player: Player) -> Score {
        let last = path.last().expect("a position");
        if self.depends_on_history(path) { Score::DRAW } else { self.0.final_score(last, player) }
    }
    fn depends_on_history(&self, path: &Vec<u64>) -> bool {
        let (last, before) = path.split_last().expect("a position");
        before.contains(last)
    }
}

impl HashedGame for DrawnByRepetition {
    fn hash(&self, path: &Vec<u64>) -> u64 {
        self.0.hash(path.last().expect("a position"))
    }
    fn code(&self, _: &Vec<u64>, mv: Step) -> u16 {
        mv.0 as u16
    }
}

impl Evaluator<DrawnByRepetition> for CyclicGame {
    fn evaluate(&self, _: &DrawnByRepetition, path: &Vec<u64>) -> Score {
        self.evaluate(self, path.last().expect("a position"))
    }
}

/// A draw that depends on how a position was reached is not its value: neither where the position
/// is in the table, nor for the report, which says of the root alone what is exact.
#[test]
fn draws_by_history_are_not_exact() {
    let (mut exact, mut drawn) = (0, 0);
    for seed in 0..3000 {
        let cyclic = CyclicGame { seed };
        let solved = retrograde_analysis(&cyclic, &Limits::default()).expect("solved");
        let truth = solved.get(0).score().expect("a position");
        let game = DrawnByRepetition(cyclic);
        for max_depth in [2, 5, 9] {
            let options = AlphaBeta::default().max_depth(max_depth);
            let table = TranspositionTable::<TwoLevel>::with_scheme(1 << 12);
            let parts = SearchParts::new().evaluator(cyclic).table(table);
            let limits = Limits::default().with_nodes(20_000);
            let report = options.solve(&game, &vec![0], parts, &limits);
            let context = format!("seed {seed}, {max_depth} plies: {report:?}, truly {truth:?}");
            assert!(!report.is_exact || report.score == truth, "{context}");
            exact += u32::from(report.is_exact);
            drawn += u32::from(!report.is_exact && report.score == Score::DRAW);
        }
    }
    assert!(exact > 1000 && drawn > 1000, "{exact} {drawn}");
}

struct Repetitions(u64);

impl GameObserver<CyclicGame> for Repetitions {
    fn observe(&mut self, event: GameEvent<'_, CyclicGame>) {
        let is_one = matches!(event, GameEvent::Left { source: ScoreSource::Repetition, .. });
        self.0 += u64::from(is_one);
    }
}

/// With a table of the whole game, the search ends after evaluating the children.
#[test]
fn endgame_tables_are_believed() {
    for seed in 0..300 {
        let game = CyclicGame { seed };
        let solved = retrograde_analysis(&game, &Limits::default()).expect("solved");
        let table = solved.table("cyclic");
        let evaluator = WithEndgames { table: &table, evaluator: () };
        let parts = SearchParts::new().evaluator(evaluator);
        let report = AlphaBeta::default().solve(&game, &0, parts, &Limits::default());
        assert_eq!(Some(report.score), solved.get(0).score(), "seed {seed}");
        assert!(report.is_exact && report.depth == 1);
    }
}

impl MoveKey for DrawnByRepetition {
    fn key_count(&self) -> usize {
        self.0.key_count()
    }
    fn move_key(&self, path: &Vec<u64>, mv: Step) -> usize {
        self.0.move_key(path.last().expect("a position"), mv)
    }
}

/// Games in which a draw by repetition on one line is taken for the value on another one, if a
/// table does not tell them apart.
const MISLEADING: [u64; 8] = [6610, 9400, 12640, 15707, 17924, 20887, 25847, 34025];

/// Proof numbers where draws depend on how a position was reached: a table may be wrong, and then
/// never says that it is exact; trees know the line of each position.
#[test]
fn proofs_that_rest_on_repetitions_are_not_exact() {
    let (mut exact, mut known, mut wrong) = (0, 0, 0);
    for seed in (0..2000).chain(MISLEADING) {
        let cyclic = CyclicGame { seed };
        let solved = retrograde_analysis(&cyclic, &Limits::default()).expect("solved");
        let truth = value_of(solved.get(0).score().expect("a position"));
        let game = DrawnByRepetition(cyclic);
        for variant in [ProofVariant::Tree, ProofVariant::SecondLevel, ProofVariant::DepthFirst] {
            let search = ProofNumber::default().variant(variant).memory(1 << 18);
            let limits = Limits::default().with_nodes(5000);
            let report = search.solve(&game, &vec![0], &limits);
            let context = format!("seed {seed}, {variant:?}: {report:?}, truly {truth}");
            let holds = report.bounds.0 <= truth && truth <= report.bounds.1;
            assert!(holds || !report.is_exact, "{context}");
            if variant == ProofVariant::DepthFirst {
                exact += u32::from(report.is_exact && report.value.is_some());
                wrong += u32::from(!holds);
            } else {
                assert!(report.is_exact, "{context}");
                known += u32::from(report.value.is_some());
            }
        }
    }
    assert!(exact > 1000 && known > 3000 && wrong > 5, "{exact} {known} {wrong}");
}

/// Playouts share what they proved between lines to the same position, but not what depends on the
/// line; and a tree with such values is not kept for another line.
#[test]
fn sampled_proofs_that_rest_on_repetitions_are_not_shared() {
    let (mut known, mut dependent) = (0, 0);
    let seeds = (0..2000).map(|seed| (seed, 500));
    for (seed, playouts) in seeds.chain(MISLEADING.map(|it| (it, 20_000))) {
        let cyclic = CyclicGame { seed };
        let solved = retrograde_analysis(&cyclic, &Limits::default()).expect("solved");
        let truth = value_of(solved.get(0).score().expect("a position"));
        let game = DrawnByRepetition(cyclic);
        let sampler = ScoreSampler::new(());
        for sampled in 0..if playouts > 500 { 10 } else { 1 } {
            let options = Mcts::default().memory(1 << 18).seed(sampled);
            let mut search = options.start(&game, &vec![0], &sampler);
            let _ = search.advance(&Limits::default().with_nodes(playouts), &mut ());
            let report = search.report();
            let context = format!("seed {seed}: {report:?}, truly {truth}");
            let (least, most) = report.bounds;
            assert!(least <= truth && truth <= most, "{context}");
            known += u32::from(report.value.is_some());
            // Only a draw by repetition is drawn where no position is.
            let is_repeated = report.value == Some(0.0) && seed.is_multiple_of(2);
            let depends = search.into_tree().depends_on_line();
            assert!(depends || !is_repeated, "{context}");
            dependent += u32::from(is_repeated);
        }
    }
    assert!(known > 1000 && dependent > 100, "{known} {dependent}");
}
