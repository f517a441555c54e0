//! `solve --plot`: cost and bound over time.

use crate::support::{json, run};

/// The corners of the lines drawn, each `M x y` and then `H x` and `V y` by turns.
fn curves(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let lines = svg.lines().filter(|line| line.contains("stroke-width=\"2\""));
    let paths = lines.filter_map(|line| line.strip_prefix("<path d=\"M")?.split_once('"'));
    paths
        .map(|(corners, _)| {
            let at = corners.find('H').unwrap_or(corners.len());
            let (first, rest) = corners.split_at(at);
            let (x, y) = first.split_once(' ').expect("a place");
            let number = |text: &str| text.parse::<f64>().expect("a number");
            let mut places = vec![(number(x), number(y))];
            for step in rest.split('H').skip(1) {
                let (x, y) = step.split_once('V').expect("across, then up or down");
                places.push((number(x), number(y)));
            }
            places
        })
        .collect()
}

#[test]
fn the_plot_holds_the_cost_that_falls_and_the_bound_that_rises() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("anytime.svg");
    let name = path.to_str().expect("a name");
    let solve = ["solve", "tiles", "--korf", "79", "--heuristic", "linear-conflict"];
    let anytime = ["--algorithm", "anytime-a-star", "--format", "json", "--plot", name];
    let report = json(&run(&[&solve[..], &anytime].concat()));
    assert_eq!((&report["cost"], &report["optimal"]), (&42.into(), &true.into()));

    let svg = std::fs::read_to_string(&path).expect("a plot");
    let picture = tremaux_raster::png(&svg, 1.0).expect("well-formed");
    assert!(picture.len() > 1000);
    for text in ["best plan found", "proved lower bound", "cost (moves)", "time ("] {
        assert!(svg.contains(text), "`{text}` is not in {svg}");
    }
    assert!(svg.contains("prefers-color-scheme:dark"));

    // The vertical axis of a picture points down.
    let curves = curves(&svg);
    let [costs, bounds] = &curves[..] else { panic!("{} curves in {svg}", curves.len()) };
    let is_in_time = |curve: &[(f64, f64)]| curve.is_sorted_by(|one, next| one.0 <= next.0);
    assert!(is_in_time(costs) && is_in_time(bounds), "{curves:?}");
    assert!(costs.len() > 3 && costs.is_sorted_by(|one, next| one.1 <= next.1), "{costs:?}");
    assert!(bounds.len() > 3 && bounds.is_sorted_by(|one, next| one.1 >= next.1), "{bounds:?}");
    assert!(costs[0].1 < bounds[0].1, "the first plan costs more than is proved");
    assert_eq!(costs.last(), bounds.last(), "the gap is closed at the end");

    let again = run(&[&solve[..], &["--plot", "plot.png"]].concat());
    assert_eq!((again.status, again.out.as_str()), (2, ""));
    assert!(again.err.contains("ending in .svg"), "{}", again.err);
}
