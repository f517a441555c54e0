//! Sokoban: contracts, fewest pushes and dead ends by brute force, texts that are wrong.

use std::collections::{HashMap, VecDeque};

use tremaux_core::{
    Algorithm, BackwardSpace, Event, Heuristic, Limits, NoHeuristic, Notation, Observer, Progress,
    Search, StateSpace, StopReason, Termination,
};
use tremaux_puzzles::Random;
use tremaux_puzzles::catalog::SOKOBAN_EXAMPLES as EXAMPLES;
use tremaux_puzzles::sokoban::{
    FeatureSearch, LargeSokoban, Level, MinimalMatching, NearestGoals, ProofFirst, Sokoban,
    pulled_level,
};
use tremaux_search::{BestFirst, BidirectionalBreadthFirst, IdaStar, plan_cost};
use tremaux_testkit as kit;
use tremaux_testkit::Walker;

pub(crate) fn sokoban(text: &str) -> Sokoban {
    Sokoban::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The fewest pushes of a level in its text alone: the player steps, one cell at a time, and
/// steps cost nothing.
fn by_steps(text: &str) -> Option<u32> {
    let rows: Vec<Vec<u8>> = text.split('|').map(|row| row.bytes().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0) as i32;
    let cell = |at: i32| {
        let row = rows.get((at / width) as usize);
        row.and_then(|row| row.get((at % width) as usize)).copied().unwrap_or(b'_')
    };
    let cells = 0..rows.len() as i32 * width;
    let with = |signs: &[u8]| -> Vec<i32> {
        cells.clone().filter(|&at| signs.contains(&cell(at))).collect()
    };
    let (goals, boxes, player) = (with(b".*+"), with(b"$*"), with(b"@+")[0]);
    let start = (player, boxes);
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((player, boxes), pushes)) = queue.pop_front() {
        if known[&(player, boxes.clone())] < pushes {
            continue;
        }
        if boxes == goals {
            return Some(pushes);
        }
        for step in [-width, -1, 1, width] {
            let (to, beyond) = (player + step, player + 2 * step);
            let mut after = boxes.clone();
            let mut cost = 0;
            if cell(to) == b'#' {
                continue;
            }
            if let Some(moved) = after.iter_mut().find(|it| **it == to) {
                if cell(beyond) == b'#' || boxes.contains(&beyond) {
                    continue;
                }
                *moved = beyond;
                cost = 1;
                after.sort_unstable();
            }
            let next = (to, after);
            if known.get(&next).is_none_or(|&before| pushes + cost < before) {
                known.insert(next.clone(), pushes + cost);
                match cost {
                    0 => queue.push_front((next, pushes)),
                    _ => queue.push_back((next, pushes + 1)),
                }
            }
        }
    }
    None
}

/// Whether these steps and pushes, one cell at a time, solve a level.
pub(crate) fn is_solved_by(text: &str, lurd: &str) -> bool {
    let mut rows: Vec<Vec<u8>> = text.split('|').map(|row| row.bytes().collect()).collect();
    let place = |rows: &[Vec<u8>]| {
        let row = rows.iter().position(|row| row.iter().any(|it| b"@+".contains(it)))?;
        Some((row, rows[row].iter().position(|it| b"@+".contains(it))?))
    };
    let (mut y, mut x) = place(&rows).expect("a player");
    let is_goal = |sign: u8| b".*+".contains(&sign);
    for letter in lurd.chars() {
        let (dy, dx): (isize, isize) = match letter.to_ascii_lowercase() {
            'u' => (-1, 0),
            'd' => (1, 0),
            'l' => (0, -1),
            _ => (0, 1),
        };
        let at = |n: isize| (y.wrapping_add_signed(n * dy), x.wrapping_add_signed(n * dx));
        let ((y1, x1), (y2, x2)) = (at(1), at(2));
        let is_push = letter.is_ascii_uppercase();
        let is_free = |(y, x): (usize, usize)| b"_.".contains(&rows[y][x]);
        let is_box = b"$*".contains(&rows[y1][x1]);
        let is_possible = if is_push { is_box && is_free((y2, x2)) } else { is_free((y1, x1)) };
        if !is_possible {
            return false;
        }
        let mut put = |(y, x): (usize, usize), plain: u8, on_goal: u8| {
            rows[y][x] = if is_goal(rows[y][x]) { on_goal } else { plain };
        };
        put((y, x), b'_', b'.');
        if is_push {
            put((y2, x2), b'$', b'*');
        }
        put((y1, x1), b'@', b'+');
        (y, x) = (y1, x1);
    }
    rows.iter().flatten().all(|it| *it != b'$')
}

/// A small level at random, walled in.
fn random(walker: &mut Walker) -> String {
    loop {
        let (size, boxes) = ((3 + walker.below(4), 3 + walker.below(2)), 1 + walker.below(3));
        if let Some(text) = random_of(walker, size, boxes) {
            return text;
        }
    }
}

/// A random enclosed level of this size with this many boxes; `None` if it is not valid.
fn random_of(walker: &mut Walker, (width, height): (usize, usize), boxes: usize) -> Option<String> {
    let mut cells = vec![vec![b'#'; width + 2]; height + 2];
    let mut free = Vec::new();
    for (y, row) in cells.iter_mut().enumerate().skip(1).take(height) {
        for (x, cell) in row.iter_mut().enumerate().skip(1).take(width) {
            if !walker.chance(20) {
                *cell = b'_';
                free.push((x, y));
            }
        }
    }
    let mut signs = [vec![b'$'; boxes], vec![b'.'; boxes], vec![b'@']].concat();
    if walker.chance(30) {
        // A box on a goal.
        signs[0] = b'*';
        signs.remove(boxes);
    }
    if free.len() < signs.len() {
        return None;
    }
    for sign in signs {
        let (x, y) = free.swap_remove(walker.below(free.len()));
        cells[y][x] = sign;
    }
    let rows: Vec<String> =
        cells.into_iter().map(|row| String::from_utf8(row).expect("signs")).collect();
    let text = rows.join("|");
    text.parse::<Level>().is_ok().then_some(text)
}

#[test]
fn fewest_pushes_are_those_of_a_player_who_steps() {
    let mut walker = Walker::new(11);
    let limits = Limits::default();
    let (mut solvable, mut dead) = (0, 0);
    for _ in 0..400 {
        let text = random(&mut walker);
        let space = sokoban(&text);
        let expected = by_steps(&text);
        let report = BestFirst::a_star().solve(&space, MinimalMatching, &limits, &mut ());
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), expected, "{text}");
        assert!(report.is_proven_optimal() || report.is_proven_unsolvable(), "{text}");
        if let Some(plan) = report.plan {
            assert_eq!(plan_cost(&space, &plan.actions), Some(plan.cost));
            let lurd = space.lurd(&plan.actions).expect("possible").concat();
            assert!(is_solved_by(&text, &lurd), "{text} {lurd}");
            assert_eq!(lurd.chars().filter(char::is_ascii_uppercase).count(), plan.cost as usize);
        }
        // Without duplicate detection it runs in circles if there is no plan.
        if expected.is_some_and(|pushes| pushes < 12) {
            let report = IdaStar::in_place().solve(&space, MinimalMatching, &limits, &mut ());
            assert_eq!(report.plan.map(|plan| plan.cost), expected, "{text}");
        }
        let report = BestFirst::a_star().solve(&space, NearestGoals, &limits, &mut ());
        assert_eq!(report.plan.map(|plan| plan.cost), expected, "{text}");
        let report = BidirectionalBreadthFirst.solve(&space, NoHeuristic, &limits, &mut ());
        assert_eq!(report.plan.map(|plan| plan.cost), expected, "{text}");
        solvable += u32::from(expected.is_some());
        let start = space.initial_state();
        let is_dead = MinimalMatching.estimate(&space, &start) == u32::MAX;
        assert!(!is_dead || expected.is_none(), "{text}");
        dead += u32::from(is_dead);
    }
    assert!(solvable > 60 && dead > 50, "{solvable} {dead}");
}

#[test]
fn random_levels_keep_the_contracts() {
    let mut walker = Walker::new(12);
    for seed in 0..200 {
        let text = random(&mut walker);
        let space = sokoban(&text);
        assert_eq!(space.level().to_string(), text);
        kit::check_space(&space, seed, 30);
        kit::check_undo(&space, seed, 30);
        kit::check_backward(&space, seed, 30);
        kit::check_heuristic(&space, &MinimalMatching, seed, 60);
        kit::check_heuristic(&space, &NearestGoals, seed, 60);
        kit::check_notation(&space, seed, 8);
        kit::check_depict(&space, seed, 5);
    }
}

/// Assignments are updated push by push and must stay optimal, also with goals for more than one
/// lane and boxes for which the player's side matters.
#[test]
fn estimates_of_crowded_levels_are_those_from_scratch() {
    let mut walker = Walker::new(14);
    let mut levels = 0;
    for seed in 0..400 {
        let (size, boxes) = ((8 + walker.below(8), 7 + walker.below(4)), 7 + walker.below(20));
        if let Some(text) = random_of(&mut walker, size, boxes) {
            let space = sokoban(&text);
            kit::check_heuristic(&space, &MinimalMatching, seed, 60);
            // The player's reach is updated push by push, too.
            kit::walk(&space, seed, 200, |_, _, child| {
                assert_eq!(*child.reach(), space.level().reach(child.player(), child.boxes()));
            });
            levels += 1;
        }
    }
    assert!(levels > 100, "{levels}");
}

#[test]
fn nothing_solvable_is_called_dead() {
    let mut walker = Walker::new(13);
    let (mut dead, mut frozen) = (0, 0);
    for seed in 0..150 {
        let space = sokoban(&random(&mut walker));
        let mut seen = 0;
        kit::walk(&space, seed, 40, |_, _, child| {
            let estimate = MinimalMatching.estimate(&space, child);
            let is_frozen = space.has_freeze_deadlock(child.boxes());
            assert!(!is_frozen || estimate == u32::MAX);
            frozen += u32::from(is_frozen);
            if seen < 8 {
                seen += 1;
                let truth = by_steps(&space.state_text(child));
                assert!(truth.is_none_or(|truth| estimate <= truth), "{estimate} {truth:?}");
                dead += u32::from(estimate == u32::MAX);
            }
        });
    }
    assert!(dead > 30 && frozen > 30, "{dead} {frozen}");
}

/// Boxes are not called frozen where some can move on the way to the goals: states that are reached
/// by pulling boxes from the goals can be solved, however crowded they are.
#[test]
fn no_state_that_leads_to_a_goal_is_called_frozen() {
    let mut walker = Walker::new(15);
    let mut looked = 0;
    for _ in 0..3000 {
        let (size, boxes) = ((4 + walker.below(3), 4 + walker.below(2)), 5 + walker.below(5));
        let Some(text) = random_of(&mut walker, size, boxes) else { continue };
        let space = sokoban(&text);
        let (mut states, mut before) = (Vec::new(), Vec::new());
        space.goal_states(&mut states);
        for mut state in states {
            for _ in 0..20 {
                before.clear();
                space.predecessors(&state, &mut before);
                if before.is_empty() {
                    break;
                }
                state = before.swap_remove(walker.below(before.len())).2;
                let text = space.state_text(&state);
                assert!(!space.has_freeze_deadlock(state.boxes()), "{text}");
                looked += 1;
            }
        }
    }
    assert!(looked > 5_000, "{looked}");
}

/// What is called frozen together with a box is frozen by itself: nothing is left over from a side
/// that was looked at in vain.
#[test]
fn boxes_that_are_frozen_together_are_frozen_each() {
    let mut walker = Walker::new(16);
    let mut frozen = 0;
    for _ in 0..30_000 {
        let (size, boxes) = ((4 + walker.below(3), 4 + walker.below(2)), 3 + walker.below(5));
        let Some(text) = random_of(&mut walker, size, boxes) else { continue };
        let space = sokoban(&text);
        let start = space.initial_state();
        for square in start.boxes().iter() {
            for other in space.frozen_with(start.boxes(), square).iter() {
                let is_frozen = !space.frozen_with(start.boxes(), other).is_empty();
                assert!(is_frozen, "{text}: {other:?} with {square:?}");
                frozen += 1;
            }
        }
    }
    assert!(frozen > 1_000, "{frozen}");
}

#[test]
fn examples_are_solved() {
    let limits = Limits::default();
    for (name, text) in EXAMPLES {
        let space = sokoban(text);
        let report = BestFirst::a_star().solve(&space, MinimalMatching, &limits, &mut ());
        assert!(report.is_proven_optimal(), "{name}");
        assert_eq!(report.plan.map(|plan| plan.cost), by_steps(text), "{name}");
    }
}

/// The result of feature-space search on a level: the pushes of its plan, replayed.
fn by_features(space: &Sokoban) -> Option<u32> {
    let mut search = FeatureSearch::new(space);
    let progress = search.advance(&Limits::default(), &mut ());
    let report = search.report();
    if let Some(plan) = &report.plan {
        assert_eq!(progress, Progress::Done(Termination::Finished));
        assert_eq!(plan_cost(space, &plan.actions), Some(plan.cost));
        assert!(report.lower_bound <= plan.cost);
    } else {
        assert_eq!(progress, Progress::Done(Termination::Exhausted));
        assert!(report.is_proven_unsolvable());
    }
    report.plan.map(|plan| plan.cost)
}

#[test]
fn the_search_through_features_solves_what_can_be_solved() {
    let mut walker = Walker::new(14);
    let (mut solvable, mut lost) = (0, 0);
    for _ in 0..500 {
        let text = random(&mut walker);
        let space = sokoban(&text);
        let (fewest, found) = (by_steps(&text), by_features(&space));
        assert_eq!(found.is_some(), fewest.is_some(), "{text}");
        assert!(found >= fewest, "{text}");
        solvable += u32::from(found.is_some());
        lost += u32::from(found.is_none());
    }
    assert!(solvable > 60 && lost > 60, "{solvable} {lost}");
    let mut numbers = Random::new(15);
    for boxes in [2, 3, 4, 5] {
        for _ in 0..20 {
            let level = pulled_level(7, boxes, &mut numbers);
            let text = level.to_string();
            assert!(by_features(&Sokoban::new(level)).is_some(), "{text}");
        }
    }
}

#[test]
fn slices_of_the_search_through_features_are_the_whole() {
    let mut numbers = Random::new(16);
    let mut compared = 0;
    while compared < 10 {
        let space = Sokoban::new(pulled_level(9, 6, &mut numbers));
        let mut whole = FeatureSearch::new(&space);
        let _ = whole.advance(&Limits::default(), &mut ());
        let whole = whole.report();
        if whole.statistics.expanded < 20 {
            continue;
        }
        compared += 1;
        let mut sliced = FeatureSearch::new(&space);
        let limits = Limits::default().with_nodes(7);
        let mut expanded = 0;
        while sliced.advance(&limits, &mut ()) == Progress::Paused(StopReason::NodeLimit) {
            expanded += 7;
            assert_eq!(sliced.report().statistics.expanded, expanded);
        }
        let sliced = sliced.report();
        assert_eq!(sliced.plan, whole.plan);
        assert_eq!(sliced.statistics.generated, whole.statistics.generated);
    }
    let space = Sokoban::new(pulled_level(9, 6, &mut numbers));
    let limits = Limits::default();
    limits.cancel.cancel();
    let mut cancelled = FeatureSearch::new(&space);
    assert_eq!(cancelled.advance(&limits, &mut ()), Progress::Paused(StopReason::Cancelled));
}

/// Levels of the collections, if available: known facts about all of them.
/// A level of several hundred squares, whose boxes have a way of dozens of pushes.
#[test]
fn large_levels_are_solved() {
    let mut rows = vec![vec![b' '; 42]; 22];
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            if y == 0 || y == 21 || x == 0 || x == 41 || (x % 8 == 0 && y != 10) {
                *cell = b'#';
            }
        }
    }
    for (x, y, sign) in [(2, 3, b'@'), (3, 4, b'$'), (12, 15, b'$'), (36, 5, b'.'), (30, 16, b'.')]
    {
        rows[y][x] = sign;
    }
    let text = rows.into_iter().map(|row| String::from_utf8(row).expect("signs"));
    let text = text.collect::<Vec<_>>().join("\n");
    let error = text.parse::<Level>().unwrap_err();
    assert!(error.expected.contains("at most 255 squares"), "{error}");
    let space = LargeSokoban::parse(&text).expect("a level");
    let level = space.level();
    assert!(level.squares() > 600, "{}", level.squares());
    assert_eq!(level.to_string().parse().as_ref(), Ok(level));
    kit::check_heuristic(&space, &MinimalMatching, 1, 20);
    kit::check_notation(&space, 2, 3);
    let mut search = FeatureSearch::new(&space);
    let _ = search.advance(&Limits::default().with_nodes(5000), &mut ());
    let plan = search.report().plan.expect("a plan");
    assert_eq!(plan_cost(&space, &plan.actions), Some(plan.cost));
    assert!(plan.cost >= 60, "{}", plan.cost);
}

const UNSOLVABLE: [&str; 20] = [
    "######|#$_.@#|######",
    "#####|#$__#|#__@#|#_._#|#####",
    "######|#_$__#|#_@__#|#__._#|######",
    "#######|#_$$__#|#__@__#|#_..__#|#######",
    "########|#@$__.$.#|########",
    "#######|#.@_$.#|###$###|###_###|#######",
    "######|#_.__#|#$_@_#|#____#|######",
    "######|#@_$$#|#..__#|######",
    "#######|#@____#|#_$$__#|#_$$__#|#_..__#|#_..__#|#######",
    "########|#__#___#|#_$$_@_#|#__#_..#|########",
    "######|#@$__#|###_##|__#.#_|__###_",
    "#######|#.$_$.#|#_#_#_#|#_$@__#|#_____#|####.##|___###_",
    "########|#..#___#|#__$_$_#|#__#@__#|########",
    "#######|#_____#|#_$_$_#|##$#$##|#_.@._#|#_._._#|#######",
    "#######|#@$_$_#|####_##|___#.#_|___#.#_|___###_",
    "######|#_@__#|#_##_#|#$__$#|#_.._#|######",
    "######|#@_._#|#_$*_#|#__$_#|###._#|__####",
    "#######|#_$_._#|#_$_._#|#_$@._#|#######",
    "########|#@$_$_.#|###__###|__#._#__|__####__",
    "#######|#_@_._#|#_$$__#|##_#_##|_#_._#_|_#####_",
];

#[test]
fn unsolvable_levels_are_proved_unsolvable() {
    let limits = Limits::default();
    for text in UNSOLVABLE {
        let space = sokoban(text);
        assert_eq!(by_steps(text), None, "{text}");
        assert_eq!(by_features(&space), None, "{text}");
        let mut search = ProofFirst::new(&space);
        let _ = search.advance(&limits, &mut ());
        assert!(search.report().is_proven_unsolvable(), "{text}");
        let report = BestFirst::a_star().solve(&space, MinimalMatching, &limits, &mut ());
        assert!(report.is_proven_unsolvable(), "{text}");
    }
}

type Position = <Sokoban as StateSpace>::State;

/// The first positions that the search gives up as dead ends.
#[derive(Default)]
struct DeadEnds(Vec<Position>);

impl Observer<Sokoban> for DeadEnds {
    fn observe(&mut self, event: Event<'_, Sokoban>) {
        if let Event::Pruned { state, .. } = event
            && self.0.len() < 3
        {
            self.0.push(*state);
        }
    }
}

/// Dead squares, frozen boxes, the matching and corrals, on 500 levels: what they refuse has no
/// solution, and they refuse nothing on the way to one.
#[test]
fn dead_ends_have_no_solution() {
    let mut numbers = Random::new(21);
    let (mut dead, mut corrals, mut frozen) = (0, 0, 0);
    for seed in 0..500 {
        let boxes = 2 + usize::from(seed % 2 == 1);
        let space = Sokoban::new(pulled_level(5, boxes, &mut numbers));
        let refuses = |position: &Position| {
            MinimalMatching.estimate(&space, position) == u32::MAX
                || space.has_freeze_deadlock(position.boxes())
                || !position.boxes().is_within(space.distances().live())
        };
        let mut dead_ends = DeadEnds::default();
        let mut search = FeatureSearch::new(&space);
        let _ = search.advance(&Limits::default(), &mut dead_ends);
        let plan = search.report().plan.expect("solvable");
        let mut position = space.initial_state();
        for &push in &plan.actions {
            assert!(!refuses(&position), "{}", space.state_text(&position));
            space.apply(&mut position, push);
        }
        for position in &dead_ends.0 {
            assert_eq!(by_steps(&space.state_text(position)), None);
            corrals += u32::from(!refuses(position));
            dead += 1;
        }
        kit::walk(&space, seed, 20, |_, _, child| {
            if frozen < 200 && refuses(child) {
                assert_eq!(by_steps(&space.state_text(child)), None);
                frozen += 1;
            }
        });
    }
    assert!(dead > 30 && corrals > 5 && frozen > 50, "{dead} {corrals} {frozen}");
}

#[test]
fn sets_keep_what_is_put_in() {
    let boxes = *sokoban(EXAMPLES[0].1).level().boxes();
    let empty = boxes.without(&boxes);
    let mut some = empty;
    [3, 64, 200, 255].into_iter().for_each(|square| some.insert(square));
    assert_eq!(some.iter().collect::<Vec<_>>(), [3, 64, 200, 255]);
    assert_eq!((some.len(), some.first()), (4, Some(3)));
    let mut fewer = some;
    fewer.remove(64);
    assert!(fewer.is_within(&some) && !some.is_within(&fewer) && !fewer.contains(64));
    assert_eq!(some.without(&fewer).iter().collect::<Vec<_>>(), [64]);
    assert_eq!(fewer.or(&some.without(&fewer)), some);
    assert_eq!(some.and(&fewer), fewer);
    assert!(empty.is_empty() && empty.first().is_none());
}
