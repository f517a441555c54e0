//! The number of instances answered, depending on the metric.

use tremaux_picture::chart::{Axis, Chart, Scale, Series, Shape};

use crate::report::{Results, unit};

/// The survival ("cactus") plot: for every configuration, the number of instances answered with
/// at most a given value of the metric.
pub fn survival(results: &Results) -> Chart {
    let metric = &results.metric;
    let series = results.configurations.iter().map(|configuration| {
        let own = results.rows.iter().filter(|row| row.configuration == *configuration);
        let mut values: Vec<f64> = own.filter_map(|row| results.measure(row)).collect();
        values.sort_by(f64::total_cmp);
        let points = values.iter().enumerate().map(|(at, value)| (at as f64 + 1.0, *value));
        Series { name: configuration.clone(), points: points.collect(), shape: Shape::Steps }
    });
    Chart {
        title: format!("{}: instances answered", results.name),
        x: Axis { label: "instances answered".into(), scale: Scale::Linear },
        y: Axis { label: format!("{metric} ({})", unit(metric)), scale: Scale::Log },
        series: series.collect(),
        has_diagonal: false,
    }
}
