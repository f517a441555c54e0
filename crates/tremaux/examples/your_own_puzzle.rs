//! A state space of your own in twenty lines, solved with three algorithms: measure four litres
//! with two jugs of three and five litres.
//!
//! Run it with `cargo run --example your_own_puzzle -p tremaux`.

use tremaux::search::{BestFirst, IdaStar, plan_cost};
use tremaux::{Algorithm, Limits, NoHeuristic, SearchReport, StateSpace};

struct Jugs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pour {
    Fill(usize),
    Empty(usize),
    Over(usize),
}

impl StateSpace for Jugs {
    type State = [u32; 2];
    type Packed = [u32; 2];
    type Action = Pour;
    type Cost = u32;

    fn initial_state(&self) -> [u32; 2] {
        [0, 0]
    }
    fn is_goal(&self, jugs: &[u32; 2]) -> bool {
        jugs.contains(&4)
    }
    fn actions(&self, _: &[u32; 2], actions: &mut Vec<Pour>) {
        actions.extend([0, 1].map(Pour::Fill));
        actions.extend([0, 1].map(Pour::Empty));
        actions.extend([0, 1].map(Pour::Over));
    }
    fn cost(&self, _: &[u32; 2], _: Pour) -> u32 {
        1
    }
    fn apply(&self, jugs: &mut [u32; 2], pour: Pour) {
        let sizes = [3, 5];
        match pour {
            Pour::Fill(jug) => jugs[jug] = sizes[jug],
            Pour::Empty(jug) => jugs[jug] = 0,
            Pour::Over(from) => {
                let litres = jugs[from].min(sizes[1 - from] - jugs[1 - from]);
                jugs[from] -= litres;
                jugs[1 - from] += litres;
            }
        }
    }
    fn pack(&self, jugs: &[u32; 2]) -> [u32; 2] {
        *jugs
    }
    fn unpack(&self, jugs: &[u32; 2]) -> [u32; 2] {
        *jugs
    }
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

fn show(name: &str, report: &SearchReport<Pour, u32>) {
    let plan = report.plan.as_ref().expect("four litres can be measured");
    assert_eq!(plan_cost(&Jugs, &plan.actions), Some(plan.cost), "the plan is valid");
    let proved = if report.is_proven_optimal() { "proved optimal" } else { "not proved" };
    let expanded = report.statistics.expanded;
    println!("{name}: {:?}, {} steps, {proved}, {expanded} expanded", plan.actions, plan.cost);
}

pub(crate) fn main() {
    let limits = Limits::default().with_nodes(1_000_000);
    show("breadth-first", &BestFirst::breadth_first().solve(&Jugs, NoHeuristic, &limits, &mut ()));
    show("A*", &BestFirst::a_star().solve(&Jugs, NoHeuristic, &limits, &mut ()));
    show("IDA*", &IdaStar::new().solve(&Jugs, NoHeuristic, &limits, &mut ()));
}
