//! Experiment files, right and wrong.

use tremaux_compare::Experiment;
use tremaux_core::ParseError;

fn error(text: &str) -> ParseError {
    *Experiment::parse(text).expect_err(text).0
}

#[test]
fn a_whole_file_is_read() {
    let text = r#"
        name = "all of it"
        algorithms = ["a-star"]
        heuristics = ["manhattan"]
        seeds = [1, 2]
        metric = "generated"
        [limits]
        time = "2s"
        nodes = "5M"
        memory = "400M"
        process-memory = "1G"
        [[variants]]
        name = "last first"
        options = ["--tie-break", "lifo"]
        [[problem]]
        domain = "tiles"
        each = { korf = "1-3" }
        options = { goal = "blank-first" }
        [[configuration]]
        name = "as it comes"
    "#;
    let experiment = Experiment::parse(text).expect("it is right");
    assert_eq!(experiment.seeds_or_zero(), [1, 2]);
    assert_eq!(experiment.variants[0].options, ["--tie-break", "lifo"]);
    assert_eq!(experiment.problems[0].each["korf"], "1-3");
    assert_eq!(experiment.configurations[0].algorithm, None);
}

#[test]
fn what_is_wrong_is_shown_where_it_stands() {
    let place = error("name = \"x\"\nalgorithm = [\"a-star\"]\n");
    assert_eq!((place.line, place.column), (2, 1), "{place}");
    let place = error("name = \"x\"\nalgorithms = [\"a-star\"");
    assert_eq!(place.line, 2, "{place}");
    let problem = "[[problem]]\ndomain = \"tiles\"\ninstances = [\"1 0\"]\n";
    let place = error(&format!(
        "name = \"x\"\nalgorithms = [\"a-star\"]\nlimits = {{ time = \"soon\" }}\n{problem}"
    ));
    assert_eq!((place.line, place.column), (3, 20), "{place}");
    assert_eq!(error("").expected, "the field `name`");
    let place = error("name = \"x\"\nalgorithms = \"a-star\"\n");
    assert_eq!((place.line, place.column), (2, 14), "{place}");
    assert_eq!(place.expected, "a list in brackets");
    let place = error("name = \"x\"\nalgorithms = [\"a-star\"]\n");
    assert!(place.expected.contains("[[problem]]"), "{place}");
    let place = error(&format!("name = \"x\"\n{problem}"));
    assert!(place.expected.contains("algorithms"), "{place}");
    let place = error("name = \"x\"\nalgorithms = [\"a-star\"]\n[[problem]]\ndomain = \"tiles\"\n");
    assert_eq!((place.line, place.column), (4, 11), "{place}");
    let place = error(
        "name = \"x\"\nalgorithms = [\"a\"]\n[[problem]]\ndomain = \"tiles\"\neach = { korf = \
         \"0\" }\n",
    );
    assert_eq!(place.line, 5, "{place}");
}
