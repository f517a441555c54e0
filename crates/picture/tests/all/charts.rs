use tremaux_picture::chart::{Axis, Chart, Scale, Series, Shape};

/// A chart with one series.
fn chart(x: Scale, points: Vec<(f64, f64)>) -> Chart {
    Chart {
        title: "a < b & c".into(),
        x: Axis { label: "x (s)".into(), scale: x },
        y: Axis { label: "y (states)".into(), scale: Scale::Log },
        series: vec![Series { name: "one".into(), points, shape: Shape::Steps }],
        has_diagonal: false,
    }
}

#[test]
fn a_chart_is_well_formed() {
    let chart = chart(Scale::Linear, vec![(1.0, 10.0), (2.0, 1e9), (3.0, 0.0)]);
    let svg = chart.svg(true);
    assert!(svg.contains("a &lt; b &amp; c") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert!(!svg.contains("font-size:9"));
}

#[test]
fn the_last_number_of_an_axis_keeps_off_the_edge() {
    let svg = chart(Scale::Log, vec![(1e3, 1e3), (9e7, 9e7)]).svg(false);
    let last = svg.split("<text x=\"").find(|text| text.contains(">100 M<")).expect("a number");
    let middle: f64 = last.split('"').next().and_then(|x| x.parse().ok()).expect("where it is");
    assert!(middle + 7.2 * 5.0 / 2.0 + 10.0 < 720.0, "{middle}");
}
