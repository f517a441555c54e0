//! One pathfinder asked from eight threads, and no allocation once workspaces have grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Counter;

use tremaux_maps::grid::{
    Cell, Grid, Movement, PathMethod, Pathfinder, Route, StepCosts, Workspace,
};
use tremaux_testkit::Walker;

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Counter<u64> = const { Counter::new(0) };
}

#[allow(unsafe_code, reason = "an allocator cannot be written without; it hands all on")]
// SAFETY: every call is forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn cluttered_grid() -> Grid {
    let mut walker = Walker::new(3);
    let blocked: Vec<bool> = (0..200 * 150).map(|_| walker.below(100) < 30).collect();
    Grid::new(200, 150, Movement::NoCornerCutting, |cell| {
        !blocked[usize::from(cell.y) * 200 + usize::from(cell.x)]
    })
}

/// Pairs of free cells, some of them without a path between them.
fn questions(grid: &Grid, count: usize) -> Vec<(Cell, Cell)> {
    let mut walker = Walker::new(9);
    let mut pick = || loop {
        let cell = Cell::new(walker.below(200) as u16, walker.below(150) as u16);
        if grid.is_free(cell) {
            return cell;
        }
    };
    (0..count).map(|_| (pick(), pick())).collect()
}

#[test]
fn eight_threads_get_the_same_answers_and_allocate_nothing() {
    fn assert_shared<T: Send + Sync>(_: &T) {}
    let grid = cluttered_grid();
    let questions = questions(&grid, 60);
    for method in PathMethod::ALL {
        let finder =
            Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable costs");
        assert_shared(&finder);
        let answers: Vec<Vec<Route>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let (mut workspace, mut route) = (Workspace::default(), Route::default());
                        let mut ask = |&(start, goal): &(Cell, Cell), route: &mut Route| {
                            finder.find(start, goal, &mut workspace, route).expect("free cells");
                        };
                        // The first round grows the workspace; the second finds it grown.
                        let mut routes = Vec::new();
                        for question in &questions {
                            ask(question, &mut route);
                            routes.push(route.clone());
                        }
                        // The open list makes its ring longer when it has seen many entries.
                        for question in (0..10).flat_map(|_| &questions) {
                            ask(question, &mut route);
                        }
                        let before = ALLOCATIONS.get();
                        for _ in 0..3 {
                            for (question, known) in questions.iter().zip(&routes) {
                                ask(question, &mut route);
                                assert!(route == *known);
                            }
                        }
                        assert_eq!(ALLOCATIONS.get(), before, "{method} allocates");
                        routes
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        for other in &answers[1..] {
            assert_eq!(*other, answers[0]);
        }
        assert!(answers[0].iter().filter(|route| route.is_found()).count() > 20);
    }
}
