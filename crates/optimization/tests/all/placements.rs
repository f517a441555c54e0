//! Queens and sequences, checked by naive code.

use std::sync::Arc;

use tremaux_core::{Limits, Random};
use tremaux_landscape::{Annealing, LocalSearch, Optimization};
use tremaux_optimization::queens::{Queens, model};
use tremaux_optimization::sequencing::{ExactSequencing, Line};

#[test]
fn attacks_are_counted_pair_by_pair() {
    let mut random = Random::new(2);
    for count in 1..20_u32 {
        let mut rows: Vec<u32> = (0..count).collect();
        random.shuffle(&mut rows);
        let mut expected = 0;
        for (a, one) in rows.iter().enumerate() {
            for (b, other) in rows.iter().enumerate().skip(a + 1) {
                expected += u64::from(one.abs_diff(*other) as usize == b - a);
            }
        }
        assert_eq!(Queens::attacks(&rows), Some(expected));
    }
    assert_eq!((Queens::attacks(&[0, 0]), Queens::attacks(&[0, 2])), (None, None));
}

#[test]
fn queens_of_any_number_are_placed() {
    for count in [1, 4, 5, 6, 7, 8, 9, 10, 50, 1000, 20_000] {
        let queens = Queens::new(count).expect("not too many").placed_with_care();
        let mut search = LocalSearch::new(&queens, Queens::MIN_CONFLICTS, u64::from(count));
        let _ = search.advance(&Limits::default(), &mut |_| {});
        let (placement, value) = search.report().best.expect("a placement");
        assert_eq!((value, Queens::attacks(placement.rows())), (0.0, Some(0)), "{count}");
    }
    assert!(Queens::new(0).is_none() && Queens::new(Queens::MOST + 1).is_none());
}

/// OEIS A000170.
const COUNTS: [u64; 11] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680];

#[test]
fn there_are_as_many_placements_as_published() {
    for (count, placements) in (1..).zip(COUNTS) {
        assert_eq!(model(count).count(u64::MAX), placements, "{count} queens");
    }
    let rows = model(100).solve().expect("a placement");
    assert_eq!(Queens::attacks(&rows), Some(0));
}

/// The least cost of all orders of the jobs that are left.
fn least(line: &Line, order: &mut Vec<usize>) -> u64 {
    let left: Vec<usize> = (0..line.jobs.len()).filter(|job| !order.contains(job)).collect();
    if left.is_empty() {
        return line.cost(order).expect("each job once");
    }
    let costs = left.into_iter().map(|job| {
        order.push(job);
        let cost = least(line, order);
        order.pop();
        cost
    });
    costs.min().expect("a job is left")
}

#[test]
fn annealing_finds_the_best_of_short_lines() {
    let text = "change 5; change a b 2; change c a 9; start c; job 1 a 4 due 9; job 2 b 3; \
                job 3 c 2 due 4 weight 3; job 4 a 6; job 5 b 1 due 20 weight 2; job 6 c 3; \
                job 7 b 2 due 11";
    let line = Line::parse(text).expect("a line");
    let mut search = LocalSearch::new(&line, Annealing::default(), 1);
    let _ = search.advance(&Limits::default(), &mut |_| {});
    let report = search.report();
    let expected = least(&line, &mut Vec::new()) as f64;
    assert_eq!(report.best.expect("a sequence").1, expected);
    assert!(report.lower_bound <= expected && report.lower_bound > 0.0);
}

/// The cost of the best order of so many jobs, by trying all.
fn least_cost(line: &Line) -> u64 {
    fn extend(line: &Line, order: &mut Vec<usize>, least: &mut u64) {
        if order.len() == line.jobs.len() {
            *least = line.cost(order).expect("each job once").min(*least);
        }
        for job in 0..line.jobs.len() {
            if !order.contains(&job) {
                order.push(job);
                extend(line, order, least);
                order.pop();
            }
        }
    }
    let mut least = u64::MAX;
    extend(line, &mut Vec::new(), &mut least);
    least
}

/// Proved sequences are those of brute force, with changeovers that break the triangle inequality.
#[test]
fn best_sequences_are_proved() {
    let mut random = Random::new(5);
    let mut late = 0;
    for _ in 0..60 {
        let jobs = 1 + random.below(6);
        let mut text = String::from("start k0;");
        if random.below(2) == 0 {
            text.clear();
        }
        for from in 0..3 {
            for to in (0..3).filter(|&to| to != from) {
                text.push_str(&format!("change k{from} k{to} {};", random.below(12)));
            }
        }
        for job in 0..jobs {
            let (kind, time, due) = (random.below(3), random.below(9), random.below(25));
            text.push_str(&format!(
                "job j{job} k{kind} {time} due {due} weight {};",
                random.below(4)
            ));
        }
        let line = Arc::new(Line::parse(&text).expect(&text));
        let least = least_cost(&line);
        late += u64::from(least > 0);
        let mut search = ExactSequencing::new(Arc::clone(&line)).expect("few jobs");
        assert!(search.lower_bound() <= least as f64, "{text}");
        let _ = search.advance(&Limits::default(), &mut |_| {});
        assert_eq!(search.best_value(), least as f64, "{text}");
        assert_eq!(search.lower_bound(), least as f64, "{text}");
    }
    assert!(late > 30, "most lines have a cost");
}
