//! Iterations a second of the searches for equilibria, and the exploitability they reach:
//! `cargo bench -p tremaux-games --bench equilibria [-- SECONDS]`.

use std::time::Duration;

use tremaux_core::{HiddenGame, Limits};
use tremaux_games::kuhn_poker::KuhnPoker;
use tremaux_games::leduc_poker::LeducPoker;
use tremaux_games::liars_dice::LiarsDice;
use tremaux_play::{Equilibrium, EquilibriumMethod};

fn measure<G: HiddenGame>(name: &str, game: &G, seconds: f64) {
    let discounted = EquilibriumMethod::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 };
    for (method, label) in [
        (EquilibriumMethod::Cfr, "cfr"),
        (EquilibriumMethod::CfrPlus, "cfr-plus"),
        (discounted, "discounted-cfr"),
        (EquilibriumMethod::ExternalSampling, "external-sampling"),
        (EquilibriumMethod::OutcomeSampling { exploration: 0.6 }, "outcome-sampling"),
    ] {
        let search = Equilibrium::default().method(method).target(-1.0);
        let enumerated = search.iterations(1).solve(game, &Limits::default());
        let limits = Limits::default().with_time(Duration::from_secs_f64(seconds));
        let report = search.solve(game, &limits);
        let time = report.elapsed.saturating_sub(enumerated.elapsed).as_secs_f64();
        println!(
            "{name:12} {label:18} {:>12.0} {:>11.1e} {:>10} {:+.6}",
            report.iterations as f64 / time,
            report.exploitability,
            report.iterations,
            report.value,
        );
    }
}

fn main() {
    let seconds = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(2.0);
    println!("{:31} iterations/s exploitable after      value", "");
    measure("kuhn-poker", &KuhnPoker, seconds);
    measure("leduc-poker", &LeducPoker, seconds);
    measure("liars-dice", &LiarsDice::default(), seconds);
}
