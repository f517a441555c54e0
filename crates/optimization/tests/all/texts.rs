//! Texts of the problems: what is read, what is written, and where errors point.

use std::fmt::Debug;

use tremaux_core::ParseError;
use tremaux_optimization::catalog::TSP_EXAMPLES as EXAMPLES;
use tremaux_optimization::function::Expression;
use tremaux_optimization::packing::{Place, Rectangles};
use tremaux_optimization::sequencing::Line;
use tremaux_optimization::tsp::Cities;

/// Checks that the text has an error at this line and column, and that it expects these words.
fn check_error<T: Debug>(
    parse: fn(&str) -> Result<T, ParseError>,
    text: &str,
    place: (usize, usize),
    words: &str,
) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.line, error.column), place, "{text}: {error}");
    assert!(error.expected.contains(words), "{text}: {error}");
}

/// Every operator and every function of an argument that is not defined is not defined.
#[test]
fn an_undefined_argument_makes_the_value_undefined() {
    let undefined = ["asin(2)", "sqrt(-1)", "1/0", "0/0", "0^-1", "ln(0)", "log10(-1)"];
    let unary = "sin cos tan asin acos atan sinh cosh tanh exp ln log10 sqrt abs floor ceil";
    let operands = ["0", "1", "-1", "2", "1e308"];
    for undefined in undefined {
        let mut texts = vec![undefined.to_owned(), format!("-({undefined})")];
        texts.extend(unary.split(' ').map(|name| format!("{name}({undefined})")));
        for operand in operands {
            for operator in ["+", "-", "*", "/", "^"] {
                texts.push(format!("({undefined}) {operator} ({operand})"));
                texts.push(format!("({operand}) {operator} ({undefined})"));
            }
            for name in ["min", "max"] {
                texts.push(format!("{name}({undefined}, {operand})"));
                texts.push(format!("{name}({operand}, {undefined})"));
            }
        }
        for text in texts {
            let expression = Expression::parse(&text).expect(&text);
            assert!(expression.at(&[]).is_nan(), "{text} = {}", expression.at(&[]));
        }
    }
    let quotient = Expression::parse("y/max(asin(y),3)").expect("it is right");
    assert!(quotient.at(&[-10.0]).is_nan());
    assert_eq!(quotient.at(&[-1.0]), -1.0 / 3.0);
}

#[test]
fn expressions_have_the_usual_meaning() {
    let cases = [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("2 * -3", -6.0),
        ("--2", 2.0),
        ("7 - 2 - 1", 4.0),
        ("8 / 4 / 2", 1.0),
        ("-1 + 2", 1.0),
        ("max(1, min(5, 3)) * 2", 6.0),
        ("sqrt(abs(-16))", 4.0),
        ("1.5e2 + .5", 150.5),
        ("2*e - e - e", 0.0),
        ("floor(-0.5) + ceil(0.5)", 0.0),
        ("-cos(0) ^ 2", -1.0),
    ];
    for (text, value) in cases {
        assert_eq!(Expression::parse(text).map(|it| it.at(&[])), Ok(value), "{text}");
    }
    let several = Expression::parse("x10 - x2 * y + a").expect("it is right");
    assert_eq!(several.variables(), ["a", "x2", "x10", "y"]);
    assert_eq!(several.at(&[1.0, 2.0, 3.0, 4.0]), -4.0);
}

#[test]
fn what_is_wrong_in_expressions_is_pointed_at() {
    let cases = [
        ("", 1, "a number"),
        ("x +", 4, "a number"),
        ("x x", 3, "an operator"),
        ("2 x", 3, "an operator"),
        ("(x", 1, "a closing `)`"),
        ("sin(x", 1, "a closing `)`"),
        ("x)", 2, "an operator or the end"),
        ("sin x", 1, "`sin(…)`"),
        ("sinn(x)", 1, "`sin`"),
        ("sin(x, y)", 6, "one argument of `sin`"),
        ("max(x)", 6, "two arguments of `max`"),
        ("max(1, 2, 3)", 9, "two arguments"),
        ("x, y", 2, "an operator"),
        ("xy + 1", 1, "a variable"),
        ("x ? 1", 3, "a number, a variable"),
        ("x * * y", 5, "a number"),
        ("()", 2, "a number"),
        ("1..2", 3, "an operator"),
        (".", 1, "a number"),
    ];
    for (text, column, words) in cases {
        check_error(Expression::parse, text, (1, column), words);
    }
}

#[test]
fn deep_expressions_are_refused_or_computed() {
    let deep = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    assert_eq!(Expression::parse(&deep).map(|it| it.at(&[])), Ok(1.0));
    let wide = "1+(".repeat(100) + "1" + &")".repeat(100);
    assert!(Expression::parse(&wide).is_err_and(|it| it.expected.contains("intermediate")));
    let minus = "-".repeat(100_001) + "1";
    assert_eq!(Expression::parse(&minus).map(|it| it.at(&[])), Ok(-1.0));
}

#[test]
fn rectangles_are_read_and_written() {
    let read = Rectangles::parse("10x12: 2*3x4, 5 1x2\n").expect("it is right");
    assert_eq!((read.width, read.height), (10, Some(12)));
    assert_eq!(read.sizes, [(3, 4), (3, 4), (5, 5), (1, 2)]);
    assert_eq!(read.text(), "10x12: 3x4 3x4 5 1x2");
    assert_eq!(Rectangles::parse(&read.text()), Ok(read.clone()));
    assert_eq!(read.least_height(false), 6);
    let place = |x, y| Place { x, y, is_turned: false };
    let places = [place(0, 0), place(3, 0), place(0, 4), place(6, 0)];
    assert_eq!(read.height_of(&places), Some(9));
    for wrong in [place(2, 0), place(8, 0)] {
        assert_eq!(read.height_of(&[places[0], wrong, places[2], places[3]]), None);
    }
}

#[test]
fn what_is_wrong_in_rectangles_is_pointed_at() {
    let cases = [
        ("", 1, "a container"),
        ("3x4 5", 1, "a container"),
        ("x: 1", 1, "a width"),
        ("10:", 4, "a rectangle"),
        ("10: 3x", 7, "a height"),
        ("10: 0x3", 5, "a width"),
        ("10x: 3", 4, "a height"),
        ("10: 3 a", 7, "a side"),
        ("10: 1000*1", 5, "at most 500"),
        ("10: 2*", 7, "a side"),
    ];
    for (text, column, words) in cases {
        check_error(Rectangles::parse, text, (1, column), words);
    }
}

#[test]
fn statements_are_read_and_written() {
    let text = "change 4; change red blue 9 # paint\nstart blue\njob a red 3 due 5 weight 2\n\
                job b blue 1;";
    let line = Line::parse(text).expect("it is right");
    assert_eq!((line.change(0, 1), line.change(1, 0), line.change(0, 0)), (9, 4, 0));
    // 4 to change to red, 3 for the job: late by 2; then 9 to change to blue.
    assert_eq!(line.cost(&[0, 1]), Some(4 + 2 * 2 + 9));
    // 1 for b, 4 to change, 3 for a: late by 3.
    assert_eq!(line.cost(&[1, 0]), Some(4 + 2 * 3));
    assert_eq!((line.cost(&[0]), line.cost(&[0, 0])), (None, None));
    assert_eq!(Line::parse(&line.text()).map(|it| it.text()), Ok(line.text()));
    let numbered = Line::parse("change 5; job a 3 4; job b red 2").expect("kind 3");
    assert_eq!(numbered.change(0, 1), 5);
    assert_eq!(Line::parse(&numbered.text()), Ok(numbered));
}

#[test]
fn what_is_wrong_in_statements_is_pointed_at() {
    let cases = [
        ("", 1, 1, "a job"),
        ("jop a red 3", 1, 1, "`job`"),
        ("job", 1, 4, "the name"),
        ("job a red", 1, 10, "a time"),
        ("job a red x", 1, 11, "a time"),
        ("job a red 3 by 4", 1, 13, "`due` or `weight`"),
        ("job a red 3\njob a red 3", 2, 5, "a different name for each job"),
        ("job a red 3; change a", 1, 22, "a kind"),
        ("job a red 3; change 1 2", 1, 24, "a time"),
        ("job a red 3; change red 2 1 4", 1, 29, "the end"),
        ("job a red 3; start", 1, 19, "a kind"),
        ("change 9999999; job a red 3", 1, 8, "a time"),
    ];
    for (text, line, column, words) in cases {
        check_error(Line::parse, text, (line, column), words);
    }
}

fn explicit(form: &str, numbers: &str) -> String {
    format!(
        "NAME : four\nTYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EXPLICIT\n\
         EDGE_WEIGHT_FORMAT : {form}\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF\n"
    )
}

#[test]
fn explicit_forms_list_the_same_distances() {
    let cases = [
        ("FULL_MATRIX", "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0"),
        ("UPPER_ROW", "1 2 3 4 5 6"),
        ("LOWER_ROW", "1 2 4 3 5 6"),
        ("UPPER_DIAG_ROW", "0 1 2 3 0 4 5 0 6 0"),
        ("LOWER_DIAG_ROW", "0 1 0 2 4 0 3 5 6 0"),
        ("UPPER_COL", "1 2 4 3 5 6"),
        ("LOWER_COL", "1 2 3 4 5 6"),
        ("UPPER_DIAG_COL", "0 1 0 2 4 0 3 5 6 0"),
        ("LOWER_DIAG_COL", "0 1 2 3 0 4 5 0 6 0"),
    ];
    for (form, numbers) in cases {
        let cities = Cities::parse(&explicit(form, numbers)).expect(form);
        let found: Vec<f64> = [(0, 1), (2, 0), (0, 3), (1, 2), (3, 1), (2, 3)]
            .map(|(a, b)| cities.distance(a, b))
            .into();
        assert_eq!(found, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "{form}");
        assert!(format!("{cities:?}").contains("\"four\""), "{cities:?}");
    }
}

#[test]
fn metrics_round_as_tsplib_says() {
    let of = |metric: &str| {
        let text = format!(
            "DIMENSION: 3\nEDGE_WEIGHT_TYPE: {metric}\nNODE_COORD_SECTION\n1 0 0\n2 10 0\n\
             3 1 1e0\n"
        );
        let cities = Cities::parse(&text).expect(metric);
        assert_eq!(cities.rounding(), 0.0);
        [cities.distance(0, 1), cities.distance(0, 2), cities.distance(1, 2)]
    };
    assert_eq!(of("EUC_2D"), [10.0, 1.0, 9.0]);
    assert_eq!(of("CEIL_2D"), [10.0, 2.0, 10.0]);
    assert_eq!(of("MAN_2D"), [10.0, 2.0, 10.0]);
    assert_eq!(of("MAX_2D"), [10.0, 1.0, 9.0]);
    assert_eq!(of("ATT"), [4.0, 1.0, 3.0]);
    let burma = Cities::parse(EXAMPLES[0].1).expect("a file of TSPLIB");
    let row = [1, 2, 3, 9, 13].map(|to| burma.distance(0, to));
    assert_eq!(row, [153.0, 510.0, 706.0, 372.0, 398.0]);
}

#[test]
fn what_is_wrong_in_tsplib_is_pointed_at() {
    let head = "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n";
    let cases = [
        (String::new(), 1, 1, "x and y"),
        ("1 2 / 3".into(), 1, 7, "x and y"),
        ("1 2 / 3 x".into(), 1, 9, "x and y"),
        ("1 2 3".into(), 1, 5, "`/`"),
        ("1 2 / 1e10 3".into(), 1, 7, "below 1e9"),
        ("NAME berlin".into(), 1, 1, "followed by `:`"),
        ("TYPE: ATSP".into(), 1, 7, "asymmetric ones, are not supported"),
        ("DIMENSION: x".into(), 1, 12, "a number of cities"),
        ("NODE_COORD_SECTION".into(), 1, 1, "DIMENSION before"),
        ("EDGE_WEIGHT_TYPE: XRAY1".into(), 1, 19, "`EUC_2D`"),
        (format!("{head}1 0 0"), 5, 6, "a new city"),
        (format!("{head}1 0 0\n1 1 1"), 6, 1, "a new city"),
        (format!("{head}1 0 0\n3 1 1"), 6, 1, "a new city from 1 to 2"),
        (format!("{head}1 0 y"), 5, 5, "a coordinate"),
        (format!("{head}1 0 0\n2 1 1\n5"), 7, 1, "after 2 cities, as DIMENSION says"),
        (format!("{head}1 0 0\n2 1 1\n? 5"), 7, 1, "a keyword"),
        (format!("{head}1 0 0\n2 1 1\n: 5"), 7, 1, "a keyword"),
        (explicit("UPPER_ROW", "1 2 3 4 5 6 7"), 7, 13, "after the distances of 4 cities"),
        (format!("{head}1 0 0\n2 1 1\nFIXED_EDGES_SECTION\n1 2\n-1"), 7, 1, "no fixed edges"),
        (explicit("FULL_MATRIX", "0 1 2 3 9"), 7, 9, "1, as in the other"),
        (explicit("UPPER_ROW", "1 2.5 3"), 7, 3, "a whole distance"),
        (explicit("UPPER_ROW", "1 2 3"), 8, 1, "a whole distance"),
        (explicit("SIDEWAYS", "1"), 5, 22, "`FULL_MATRIX`"),
        ("DIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\n".into(), 2, 22, "NODE_COORD_SECTION"),
    ];
    for (text, line, column, words) in cases {
        check_error(Cities::parse, &text, (line, column), words);
    }
}
