//! Compares two configurations instance by instance.

use tremaux_picture::chart::{Axis, Chart, Scale, Series, Shape};

use crate::report::{Results, unit};

/// Plots the metric of two configurations on every instance that both answered, with one series
/// for each problem. Below the diagonal, the second configuration needs less.
pub fn scatter(results: &Results, first: &str, second: &str) -> Chart {
    let metric = &results.metric;
    let (of_first, of_second) = (results.of(first), results.of(second));
    let series = results.problems.iter().map(|problem| {
        let own = of_first.iter().filter(|((name, ..), _)| name == problem);
        let points = own.filter_map(|(place, row)| {
            Some((results.measure(row)?, results.measure(of_second.get(place)?)?))
        });
        Series { name: problem.clone(), points: points.collect(), shape: Shape::Marks }
    });
    Chart {
        title: format!("{}: {metric} of two configurations", results.name),
        x: Axis { label: format!("{first}: {metric} ({})", unit(metric)), scale: Scale::Log },
        y: Axis { label: format!("{second}: {metric} ({})", unit(metric)), scale: Scale::Log },
        series: series.filter(|series| !series.points.is_empty()).collect(),
        has_diagonal: true,
    }
}
