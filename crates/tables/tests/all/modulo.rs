use std::ops::ControlFlow;

use tremaux_tables::{BuildError, Builder, PatternSpace};

/// A grid of 96 by 96 cells on a torus; an index stands for as many states as its row says.
struct Torus;

impl PatternSpace for Torus {
    type Block = usize;

    fn name(&self) -> String {
        "torus".into()
    }
    fn description(&self) -> String {
        "a torus".into()
    }
    fn block_count(&self) -> usize {
        96
    }
    fn block_len(&self) -> usize {
        96
    }
    fn block(&self, number: usize) -> usize {
        number
    }
    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((0, 0));
    }
    fn predecessors(
        &self,
        &row: &usize,
        column: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        for by in [1, 95] {
            visit((row + by) % 96, column, 0);
            visit(row, (column + by) % 96, 0);
        }
    }
    fn is_modulo_three(&self) -> bool {
        true
    }
    fn weight(&self, block: usize) -> u64 {
        block as u64
    }
}

#[test]
fn distances_on_a_torus() {
    for threads in [1, 3] {
        let mut builder = Builder::new().with_threads(threads);
        let database = builder.build(&Torus).expect("nothing stops it");
        let mut layers = vec![0; 97];
        for row in 0..96 {
            for column in 0..96 {
                let distance = row.min(96 - row) + column.min(96 - column);
                assert_eq!(usize::from(database.get(96 * row + column)), distance % 3);
                layers[distance] += row as u64;
            }
        }
        assert_eq!(builder.layers(), layers);
    }
    let mut stopped = Builder::new().with_progress(|_| ControlFlow::Break(()));
    assert_eq!(stopped.build(&Torus).err(), Some(BuildError::Cancelled));
}
