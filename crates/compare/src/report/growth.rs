//! The growth of the metric with the length of the plan.

use tremaux_picture::chart::{Axis, Chart, Fit, Scale, Series, Shape, short};

use crate::report::table::{Column, Table};
use crate::report::{Results, unit};
use crate::statistics::{Line, fit_line};

/// The points of a configuration with a plan and a positive value, and the fits of a·bˣ and
/// a·xᵏ.
type Fitted = (Vec<(f64, f64)>, Option<Line>, Option<Line>);

fn fitted(results: &Results, configuration: &str) -> Fitted {
    let own = results.rows.iter().filter(|row| row.configuration == configuration);
    let points: Vec<(f64, f64)> = own
        .filter_map(|row| Some((row.number("length")?, results.measure(row)?)))
        .filter(|(x, y)| *x > 0.0 && *y > 0.0)
        .collect();
    let exponential: Vec<(f64, f64)> = points.iter().map(|(x, y)| (*x, y.ln())).collect();
    let power: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let fits = (fit_line(&exponential), fit_line(&power));
    (points, fits.0, fits.1)
}

/// The growth curves with their exponential fits.
pub fn growth_chart(results: &Results) -> Chart {
    let metric = &results.metric;
    let series = results.configurations.iter().map(|configuration| {
        let (points, exponential, _) = fitted(results, configuration);
        let fit = exponential.map(|Line { intercept, slope, .. }| Fit { intercept, slope });
        Series { name: configuration.clone(), points, shape: Shape::MarksWithFit(fit) }
    });
    Chart {
        title: format!("{}: growth with plan length", results.name),
        x: Axis { label: "plan length (moves)".into(), scale: Scale::Linear },
        y: Axis { label: format!("{metric} ({})", unit(metric)), scale: Scale::Log },
        series: series.filter(|series| !series.points.is_empty()).collect(),
        has_diagonal: false,
    }
}

/// The fits for every problem and configuration: exponential, a·bˣ, and power, a·xᵏ, by least
/// squares on the logarithms.
pub fn growth_table(results: &Results) -> Table {
    let metric = &results.metric;
    let mut rows = Vec::new();
    for part in results.by_problem() {
        for configuration in &part.configurations {
            let (points, exponential, power) = fitted(&part, configuration);
            if points.is_empty() {
                continue;
            }
            let words = |line: Option<Line>, pick: fn(Line) -> f64| {
                line.map_or("–".into(), |line| short(pick(line)))
            };
            rows.push(vec![
                part.problems.first().cloned().unwrap_or_default(),
                configuration.clone(),
                points.len().to_string(),
                words(exponential, |line| line.intercept.exp()),
                words(exponential, |line| line.slope.exp()),
                words(exponential, |line| line.determination),
                words(power, |line| line.intercept.exp()),
                words(power, |line| line.slope),
                words(power, |line| line.determination),
            ]);
        }
    }
    Table {
        title: format!("{}: growth of {metric} with the plan length x", results.name),
        note: "Least squares on the logarithms; R² is the share of their variance that the fit \
               explains."
            .into(),
        columns: Column::all(
            "problem | configuration | #points | #a (a·b^x) | #b | #R² exponential | \
             #a (a·x^k) | #k | #R² power",
        ),
        rows,
    }
}
