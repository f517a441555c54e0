//! Packings, checked by naive code.

use std::sync::Arc;

use tremaux_core::{Limits, Progress, Random};
use tremaux_landscape::Optimization;
use tremaux_optimization::packing::{BestFirstPacking, ExactPacking, Packing, Place, Rectangles};

/// Whether the rectangles from `at` on fit into a strip of this height, with those before at
/// their places: each at every place, one after the other.
fn fits(rectangles: &Rectangles, may_turn: bool, height: u32, placed: &mut Vec<Place>) -> bool {
    let at = placed.len();
    if at == rectangles.sizes.len() {
        return true;
    }
    for is_turned in [false, true] {
        if is_turned && !may_turn {
            continue;
        }
        let (w, h) = if is_turned {
            (rectangles.sizes[at].1, rectangles.sizes[at].0)
        } else {
            rectangles.sizes[at]
        };
        if w > rectangles.width || h > height {
            continue;
        }
        for x in 0..=rectangles.width - w {
            for y in 0..=height - h {
                let is_free = placed.iter().enumerate().all(|(other, place)| {
                    let (mut ow, mut oh) = rectangles.sizes[other];
                    if place.is_turned {
                        (ow, oh) = (oh, ow);
                    }
                    x >= place.x + ow || place.x >= x + w || y >= place.y + oh || place.y >= y + h
                });
                if is_free {
                    placed.push(Place { x, y, is_turned });
                    if fits(rectangles, may_turn, height, placed) {
                        return true;
                    }
                    placed.pop();
                }
            }
        }
    }
    false
}

#[test]
fn the_lowest_packings_are_found() {
    let mut random = Random::new(11);
    for case in 0..150 {
        let width = 3 + random.below(4) as u32;
        let count = 1 + random.below(5) as usize;
        let mut side = || 1 + random.below(u64::from(width.min(4))) as u32;
        let sizes = (0..count).map(|_| (side(), side())).collect();
        let may_turn = case % 2 == 1;
        let rectangles = Rectangles { width, height: None, sizes };
        let height = (1..).find(|&height| fits(&rectangles, may_turn, height, &mut Vec::new()));
        let text = rectangles.text();
        let packing = Arc::new(Packing::new(rectangles.clone(), may_turn));
        let mut search = ExactPacking::new(Arc::clone(&packing));
        let slice = Limits::default().with_nodes(50);
        while let Progress::Paused(_) = search.advance(&slice, &mut |_| {}) {
            assert!(search.report().lower_bound <= f64::from(height.expect("some")), "{text}");
        }
        let report = search.report();
        let (best, value) = report.best.expect("a packing");
        let found = rectangles.height_of(&packing.places(best));
        assert_eq!((found, Some(value.floor() as u32)), (height, height), "{text}, {may_turn}");
        assert_eq!(Some(report.lower_bound as u32), height, "{text}, {may_turn}");
        let mut search = BestFirstPacking::new(Arc::clone(&packing));
        let _ = search.advance(&Limits::default(), &mut |_| {});
        let (best, value) = search.report().best.expect("a packing");
        let found = rectangles.height_of(&packing.places(best)).map(f64::from);
        assert!(found == Some(value) && found >= height.map(f64::from), "{text}, {may_turn}");
    }
}

#[test]
fn perfect_rectangles_are_packed() {
    // Moroń 1925; Duijvestijn 1978 has 21 squares in one of 112.
    for text in ["32x33: 18 15 14 10 9 8 7 4 1", "69x61: 36 33 28 25 16 9 7 5 2"] {
        let rectangles = Rectangles::parse(text).expect(text);
        let height = rectangles.height.expect("a height");
        let packing = Arc::new(Packing::new(rectangles.clone(), false));
        let mut search = ExactPacking::new(Arc::clone(&packing));
        let _ = search.advance(&Limits::default(), &mut |_| {});
        let best = search.report().best.expect("a packing").0;
        assert_eq!(rectangles.height_of(&packing.places(best)), Some(height), "{text}");
    }
    // Two squares of 2 and one of 3 have less area than 4 times 5.
    let rectangles = Rectangles::parse("4x5: 3 2 2").expect("an instance");
    let mut search = ExactPacking::new(Arc::new(Packing::new(rectangles, false)));
    let _ = search.advance(&Limits::default(), &mut |_| {});
    assert_eq!(search.report().lower_bound, 5.0);
}
