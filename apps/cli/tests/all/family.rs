//! Pancakes, jugs, rivers, Sokoban, graphs, large boards and mazes, as a script meets them.

use crate::support::{self, Run, file, json as parsed, run, run_with_input};
use serde_json::{Value, json};

/// An error message that fits on a screen, with nothing on standard output.
fn assert_refused(run: &Run, words: &[&str], what: &str) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}: {}", run.err);
    assert!(run.err.lines().count() <= 24 && !run.err.contains("panicked"), "{what}: {}", run.err);
    for word in words {
        assert!(run.err.contains(word), "{what}: `{word}` is not in\n{}", run.err);
    }
}

fn solved(arguments: &[&str]) -> Value {
    let run = run(&[&["solve"], arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    let report = parsed(&run);
    assert_eq!(report["status"], "solved");
    report
}

#[test]
fn published_optima_by_name() {
    let cases: &[(&[&str], u64)] = &[
        (&["pancake", "3 1 2"], 2),
        (&["pancake", "4 6 2 5 1 3", "--heuristic", "pdb(3)"], 7),
        (&["jugs", "--example", "bachet"], 7),
        (&["jugs", "--example", "die-hard"], 6),
        (&["jugs", "jugs 5 3; goal any 4; tap; cost water", "--algorithm", "ida-star"], 9),
        (&["rivers", "--example", "missionaries"], 11),
        (&["rivers", "--example", "couples", "--algorithm", "dijkstra"], 11),
        (&["rivers", "--example", "wolf-goat-cabbage", "--algorithm", "bfs"], 7),
        (&["rivers", "--example", "bridge", "--algorithm", "ida-star"], 17),
        (&["sokoban", "######|#@___#|#_$._#|######"], 1),
        (&["sokoban", "--example", "corner", "--algorithm", "a-star"], 4),
        (&["sokoban", "--example", "row", "--algorithm", "a-star"], 6),
        (&["graph", "a b 4; a c 1; c b 2", "--from", "a", "--to", "b"], 3),
    ];
    for (arguments, cost) in cases {
        let report = solved(arguments);
        assert_eq!((&report["cost"], &report["optimal"]), (&json!(cost), &json!(true)));
    }
    // Its costs have decimals, whose sums are rounded.
    let report = solved(&["graph", "--example", "small"]);
    assert_eq!((&report["cost"], &report["optimal"]), (&json!(5), &json!(null)));
    assert!(report["rounding"].as_f64().is_some_and(|it| it < 1e-11), "{report}");
    let four = run(&["solve", "rivers", "who m*4 c*4; boat 2; never more c than m"]);
    assert_eq!(four.status, 1, "{}", four.err);
    for domain in ["pancake", "jugs", "rivers", "sudoku", "sokoban", "graph", "grid"] {
        let made = run(&["generate", domain, "--seed", "5"]);
        assert_eq!((made.status, made.err.as_str()), (0, ""));
        let solved = run_with_input(&["solve", domain, "-"], made.out.as_bytes());
        assert!(solved.status < 2, "{domain}: {}", solved.err);
        let by_name = file(&format!("made-{domain}.txt"), made.out.as_bytes());
        let by_name = run(&["solve", domain, &by_name.to_string_lossy()]);
        assert_eq!((by_name.status, by_name.err), (solved.status, solved.err), "{domain}");
    }
}

/// What is solved is shown as a board, with what is known of other solutions.
#[test]
fn sudokus_are_shown_full() {
    let one = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let full = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    let run_of = |more: &[&str]| run(&[&["solve", "sudoku"], more].concat());
    let text = run_of(&[one]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("8 1 2 | 7 5 3 | 6 4 9\n"), "{}", text.out);
    let said = "Solved: 60 moves, the only solution (proved; check with --proof).\n";
    assert!(text.out.contains(said), "{}", text.out);
    let report = solved(&["sudoku", one]);
    assert_eq!((&report["goal"], &report["only"]), (&json!(full), &json!(true)));
    assert_eq!((&report["length"], &report["optimal"]), (&json!(60), &json!(true)));
    let report = solved(&["sudoku", one, "--algorithm", "a-star"]);
    assert_eq!((&report["goal"], &report["only"]), (&json!(full), &Value::Null));
    let several = run_of(&["1..4.2........1.", "--algorithm", "propagation(solutions=0)"]);
    assert!(several.out.contains("Solved: 12 moves, not the only solution.\n"), "{}", several.out);
    assert!(several.out.contains("\n1324423121433412\n"), "{}", several.out);
    let none = run_of(&["12.. ..3. ...4 ...."]);
    let reason =
        "No solution exists (proved; check with --proof): no digit fits into row 1, column 4.\n";
    assert_eq!((none.status, none.out.lines().count()), (1, 4));
    assert!(none.out.starts_with(reason), "{}", none.out);
    let made = run(&["generate", "sudoku", "--seed", "7", "--count", "3"]);
    let all = run_with_input(&["solve", "sudoku", "-", "--all"], made.out.as_bytes());
    assert!(all.out.contains("3 instances: 3 proved to have one solution"), "{}", all.out);
    let turned = run_of(&["123456..............................", "--boxes", "3x2"]);
    assert!(turned.out.starts_with("1 2 | 3 4 | 5 6\n"), "{}", turned.out);
}

/// The moves of a plan, one after another, are its LURD, and a dead end is proved.
#[test]
fn sokoban_is_written_as_steps_and_pushes() {
    let level = "######|#@___#|#_$._#|######";
    let told = run(&["solve", "sokoban", level]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.contains("2 moves, 1 of them a push\ndR\n"), "{}", told.out);
    let dead = run(&["solve", "sokoban", "#####|#@_.#|#_$_#|#####"]);
    assert!(dead.out.starts_with("No solution exists (proved)"), "{}", dead.out);
    assert_eq!(dead.status, 1);
    let two = "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@$ .#\n######\n";
    let all =
        run_with_input(&["solve", "sokoban", "-", "--all", "--format", "json"], two.as_bytes());
    let costs: Vec<_> =
        parsed(&all).as_array().expect("two").iter().map(|it| it["cost"].clone()).collect();
    assert_eq!(costs, [json!(1), json!(2)]);
    let second = ["solve", "sokoban", "-", "--index", "2", "--nodes", "0"];
    let stopped = run_with_input(&second, two.as_bytes());
    assert_eq!(stopped.status, 3, "{}", stopped.out);
    assert!(stopped.out.contains("no plan costs less than 2"), "{}", stopped.out);
}

/// The figures of P. Klęsk's two graphs, orders of visits included.
#[test]
fn the_graphs_of_the_textbook() {
    let visits = |algorithm: &[&str]| {
        let arguments = ["solve", "graph", "--example", "small", "--visits"];
        let run = run(&[&arguments, algorithm].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let (before, list) = run.out.split_once("States in order of expansion").expect("a list");
        let (title, list) = list.split_once(":\n").expect("its title");
        let expanded = format!(
            "{} expanded,",
            list.split_whitespace().count() - usize::from(!title.is_empty())
        );
        assert!(before.contains(&expanded), "{}", run.out);
        (run.out.lines().next().unwrap_or("").to_owned(), list.trim().to_owned())
    };
    let expect = |algorithm: &[&str], path: &str, list: &str| {
        assert_eq!(visits(algorithm), (path.to_owned(), list.to_owned()), "{algorithm:?}");
    };
    expect(&["--algorithm", "bfs"], "1 3 7", "0 1 2 5 3 4 6 7");
    expect(&["--algorithm", "dfs", "--depth", "9"], "1 3 7", "0 1 3 7");
    let dijkstra = ["--algorithm", "dijkstra", "--tie-break", "key"];
    expect(&dijkstra, "2 1 3 7", "0 2 1 5 4 3 7");

    let report = solved(&["graph", "--example", "geographical"]);
    assert_eq!(report["moves"], json!(["18", "14", "64", "60", "10", "5", "99"]));
    assert_eq!(report["cost"], json!(149.516_941_062_027_85));
    let counts = &report["counts"];
    assert_eq!((&counts["closed"], &counts["open"]), (&json!(18), &json!(38)));
    let report = solved(&["graph", "--example", "geographical", "--algorithm", "dijkstra"]);
    assert_eq!(report["counts"]["closed"], 100);
}

#[test]
fn the_straight_line_is_checked_when_a_graph_is_read() {
    let text = "%node home 0 0\n%node shop 3 4\n%node work 6 8\n\
                home shop 5\nshop work 4\nhome work 10\n";
    let path = file("short.edges", text.as_bytes());
    let path = path.to_str().expect("a path");
    let found = run(&["solve", "graph", path, "--from", "home", "--to", "work"]);
    assert_eq!(found.status, 0, "{}", found.err);
    let words = "the arc from shop to work costs 4, but its nodes are 5 apart";
    assert!(found.err.contains("neither admissible nor consistent") && found.err.contains(words));
    assert!(found.out.contains("cost 9, proved optimal"), "{}", found.out);
    let unproved = run(&["solve", "graph", "-f", path, "--heuristic", "euclidean", "--quiet"]);
    assert!(unproved.out.contains("not proved optimal"), "{}", unproved.out);
    assert_eq!(unproved.err, "");
    let right = text.replace("work 4", "work 5");
    let found = run_with_input(&["solve", "graph", "-"], right.as_bytes());
    assert!(!found.err.contains("admissible"), "{}", found.err);
    assert!(found.out.contains("with euclidean, the default"), "{}", found.out);
}

#[test]
fn a_board_of_twenty_by_twenty() {
    let board = run(&["generate", "tiles", "--size", "20x20", "--seed", "3"]).out;
    let solved = run_with_input(&["solve", "tiles", "-", "--format", "json"], board.as_bytes());
    assert_eq!(solved.status, 0, "{}", solved.err);
    let report = parsed(&solved);
    assert_eq!((&report["algorithm"], &report["optimal"]), (&json!("parberry"), &json!(false)));
    assert!(report["length"].as_u64().is_some_and(|length| length <= 5 * 20 * 20 * 20));
    let small = ["tiles", "--korf", "1", "--algorithm", "parberry"];
    assert!(solved_length(&small) >= 57);
    let wide = "0 2 1 3 4 5 6 7 8 9 / 10 11 12 13 14 15 16 17 18 19";
    let none = run(&["solve", "tiles", wide, "--goal", "blank-first"]);
    assert!(none.status == 1 && none.out.contains("parity"), "{}{}", none.out, none.err);
}

fn solved_length(arguments: &[&str]) -> u64 {
    solved(arguments)["length"].as_u64().expect("a length")
}

#[test]
fn mazes_are_drawn() {
    let svg = file("maze.svg", b"");
    let png = file("maze.png", b"");
    let made = ["solve", "maze", "--generate", "61x41", "--seed", "7"];
    let compare = ["--compare", "depth-first-graph, breadth-first"];
    for path in [&svg, &png] {
        let path = path.to_str().expect("a path");
        let run = run(&[&made[..], &compare, &["--braid", "30", "--draw", path]].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert!(
            run.out.contains("depth-first-graph, four\n") && run.out.contains("proved optimal")
        );
    }
    let picture = std::fs::read_to_string(&svg).expect("a picture");
    assert_eq!(picture.matches("id=\"path\"").count(), 2, "two mazes beside one another");
    assert!(picture.contains("proved optimal") && picture.contains("depth-first-graph: "));
    assert!(std::fs::read(&png).expect("a picture").starts_with(b"\x89PNG"));
    let list = run(&[&made[..], &compare, &["--format", "json"]].concat());
    let list: Value = serde_json::from_str(&list.out).expect("a list");
    let lengths = [0, 1].map(|at| list[at]["length"].as_u64().expect("a length"));
    assert!(lengths[0] >= lengths[1] && list[1]["optimal"] == true, "{lengths:?}");
    assert_eq!(list[0]["optimal"], false, "depth-first search proves nothing");

    let shown = run(&["solve", "maze", "S../.#./..G", "--show", "--order", "nearest-first"]);
    assert!(shown.out.contains("**G\n") && shown.out.contains("S? \n"), "{}", shown.out);
    let colored = run(&["solve", "maze", "S../.#./..G", "--show", "--color", "always"]);
    assert!(colored.out.contains("\u{1b}[30;48;2;"), "{}", colored.out);
    for method in ["kruskal", "prim", "wilson", "recursive-division"] {
        let arguments =
            ["maze", "--generate", "19x19", "--kind", method, "--movement", "eight-no-corners"];
        assert!(solved_length(&arguments) >= 16);
    }
    let open = ["maze", "--generate", "19x19", "--kind", "random", "--walls", "0"];
    assert_eq!(solved_length(&open), 36);
}

#[test]
fn graphs_that_are_none() {
    let node = |links: &str| {
        format!(
            "{{\"directed\": true, \"multigraph\": false,\n\"nodes\": [{{\"id\": \"a\", \"x\": 0, \
             \"y\": 0}}, {{\"id\": \"b\", \"x\": 1, \"y\": 1}}],\n\"links\": [{links}]}}"
        )
    };
    let link = "{\"source\": \"a\", \"target\": \"b\", \"weight\": 1}";
    let cases: &[(&str, &str, &[&str])] = &[
        ("negative", "a b 1\nb c -2\n", &["line 2, column 5", "`-2`", "zero or more"]),
        ("unknown node", "%node a\n%node b\na c 2\n", &["line 3, column 3", "`c`"]),
        ("double", "%simple\na b 1\na b 2\n", &["line 3, column 1", "one arc between"]),
        ("double both ways", "%undirected\n%simple\na b 1\nb a 2\n", &["line 4, column 1"]),
        ("some coordinates", "%node a 0 0\n%node b\n", &["line 2, column 8", "coordinates"]),
        (
            "late coordinates",
            "%node a\n%node b 1 1\n",
            &["line 2, column 7", "the other nodes have none"],
        ),
        ("half a place", "%node a 0\n", &["line 1, column 10", "a second coordinate"]),
        ("no head", "a\n", &["line 1, column 2"]),
        ("empty", "", &["line 1, column 1"]),
        ("nothing in it", "# none\n", &["line 1", "a graph with a node"]),
        ("JSON: negative", &node(&link.replace('1', "-1")), &["line 3", "zero or more"]),
        ("JSON: unknown", &node(&link.replace("\"b\"", "\"z\"")), &["line 3", "a node of"]),
        ("JSON: double", &node(&format!("{link},\n{link}")), &["line 4, column 1"]),
        (
            "JSON: some coordinates",
            &node(link).replace(", \"x\": 1, \"y\": 1", ""),
            &["line 2", "coordinates"],
        ),
        ("JSON: cut", "{\"nodes\": [", &["line 1, column 12"]),
    ];
    for (what, text, words) in cases {
        let refused = run_with_input(&["solve", "graph", "-"], text.as_bytes());
        assert_refused(&refused, words, what);
    }
    let small = |options: &[&str]| run(&[&["solve", "graph", "a b 1"], options].concat());
    assert_refused(&small(&["--from", "c"]), &["--from:1:1", "`a` to `b`"], "--from");
    assert_refused(&small(&["--to", ""]), &["--to:1:1"], "--to");
    let straight = ["--algorithm", "a-star", "--heuristic", "euclidean"];
    assert_refused(&small(&straight), &["no coordinates"], "no places");
    assert_refused(&small(&["--example", "small"]), &["no other instance: --example"], "both");
    assert_refused(&run(&["solve", "graph", "--example", "x"]), &["`geographical`"], "a name");
    assert_refused(&run(&["solve", "graph"]), &["a graph, --file FILE"], "nothing");
}

#[test]
fn mazes_that_are_none() {
    let cases: &[(&str, &[&str])] = &[
        ("..\n.G\n", &["line 2, column 3", "a start"]),
        ("S..\n.G\n", &["line 2, column 3", "a row of 3"]),
        ("S.\n.G.\n", &["line 2, column 3", "a row of 2"]),
        ("Sx\n.G\n", &["line 1, column 2", "`x`"]),
        ("S.\nSG\n", &["line 2, column 1", "one start"]),
    ];
    for (text, words) in cases {
        let refused = run_with_input(&["solve", "maze", "-"], text.as_bytes());
        assert_refused(&refused, words, text);
    }
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["a grid, --file FILE or --generate SIZE"]),
        (&["SG", "--generate", "2x2"], &["no other instance: --generate"]),
        (&["SG", "--kind", "prim"], &["`--kind` does not apply"]),
        (&["SG", "--weights", "9"], &["`--weights` does not apply"]),
        (&["--generate", "0x2"], &["--generate:1:1"]),
        (&["--generate", "2x2", "--kind", "prmi"], &["--kind:1:1"]),
        (&["--generate", "9x9", "--walls", "30"], &["`--walls` does not apply"]),
        (&["--generate", "9x9", "--kind", "city", "--braid", "3"], &["`--braid` does not apply"]),
        (&["--generate", "2x2", "--braid", "101"], &["--braid:1:1"]),
        (&["SG", "--order", "far"], &["--order:1:1"]),
        (&["SG", "--draw", "x.gif"], &[".svg or .png"]),
        (&["SG", "--compare", "bfs,dsf"], &["--compare:1:1", "did you mean"]),
        (&["SG", "--compare", "bfs", "--algorithm", "bfs"], &["--compare"]),
        (&["SG", "--show", "--format", "json"], &["`--show` does not apply"]),
        (&["--generate", "601x5", "--show"], &["more than 400"]),
    ];
    let drawn = run(&["solve", "maze", "SG", "--draw", "no-such-folder/x.svg"]);
    assert_eq!(drawn.status, 3, "{}", drawn.err);
    assert!(drawn.out.contains("proved optimal"), "the result is not lost: {}", drawn.out);
    assert!(drawn.err.contains("cannot write no-such-folder/x.svg"), "{}", drawn.err);
    for (options, words) in cases {
        let arguments = [&["solve", "maze"], *options].concat();
        assert_refused(&run(&arguments), words, &options.join(" "));
    }
}

#[test]
fn small_texts_that_are_none() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("pancake", "1 2 2", &["line 1, column 5", "each size once"]),
        ("pancake", "2 1\n\n3 1 # too few\n", &["line 3, column 1", "from 1 to 2"]),
        ("pancake", "# none\n", &["the sizes of pancakes"]),
        ("jugs", "jugs 8 5\ngoal 9 0\n", &["line 2, column 6", "at most 8 litres"]),
        ("jugs", "jugs 3; goal 3\n\njugs 3\ngoal any 4\n", &["line 4, column 10"]),
        ("rivers", "who a b\nboat 2\nrows c\n", &["line 3, column 6", "the name of a passenger"]),
        ("rivers", "who a b\nboat 2\nnever a with b\n", &["line 3, column 1"]),
        ("sudoku", "# one\n1234341221434322\n", &["line 2, column 16", "row 4", "column 3"]),
        ("sudoku", "Grid 01\n12..\n.z..\n", &["line 3, column 2", "a digit"]),
        ("sudoku", "12..1..3....4", &["line 1, column 14", "81 cells", "found 13 cells"]),
        ("sokoban", "; one\n#####\n#@$ #\n#####\n", &["line 2, column 1", "1 boxes, 0 goals"]),
        ("sokoban", "#####\n#@$.\n#####\n", &["line 2, column 5", "not enclosed"]),
        ("tiles", &format!("{} 3", "1 ".repeat(399)), &["line 1, column 3", "a second 1"]),
    ];
    for (domain, text, words) in cases {
        let refused = run_with_input(&["solve", domain, "-"], text.as_bytes());
        assert_refused(&refused, words, text);
    }
    for domain in ["pancake", "jugs", "rivers", "sudoku", "sokoban"] {
        let nothing = run(&["solve", domain]);
        assert_refused(&nothing, &["line 1, column 1"], domain);
    }
    assert_refused(&run(&["solve", "rivers", "--example", "x"]), &["`bridge`"], "an example");
    assert_refused(&run(&["generate", "pancake", "--size", "0"]), &["--size"], "no pancakes");
    let listed = ["solve", "pancake", "3 1 2", "--visits", "--format", "json"];
    assert_refused(&run(&listed), &["`--visits` does not apply"], "a list in JSON");
}

/// The help of a domain shows exactly the options that some algorithm takes there.
#[test]
fn help_shows_the_options_that_a_domain_takes() {
    let checkpoint = support::folder().join("option.checkpoint");
    let checkpoint = checkpoint.to_str().expect("text");
    file("made", b"");
    for domain in tremaux_registry::DOMAINS {
        let info = domain.info();
        let help = run(&["solve", info.name, "--help"]).out;
        for option in [
            &["--heuristic", "blind"][..],
            &["--tie-break", "fifo"],
            &["--depth", "30"],
            &["--checkpoint", checkpoint],
            &["--visits"],
        ] {
            let is_taken = domain.algorithms().iter().any(|algorithm| {
                let example = algorithm.component.example;
                let arguments = ["solve", info.name, info.example, "--algorithm", example];
                let limits = ["--nodes", "1", "--time", "200ms"];
                run(&[&arguments[..], &limits, option].concat()).status != 2
            });
            assert_eq!(help.contains(option[0]), is_taken, "{} {}", info.name, option[0]);
            // What the default does not take is listed with the algorithms that do.
            let heading = |line: &&str| line.trim_start().starts_with(&format!("{} ", option[0]));
            let listed = help.lines().skip_while(|line| !heading(line));
            let item = |(at, line): &(usize, &str)| *at == 0 || !line.trim().starts_with("--");
            let listed = listed.enumerate().take_while(item).map(|it| it.1.trim());
            let listed = listed.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
            let named = listed.split_once("(with ").map(|(_, names)| names);
            let named = named.and_then(|names| names.split([',', ')']).next());
            let (chosen, limits) = (named.map(|it| ["--algorithm", it]), ["--nodes", "1"]);
            let arguments = ["solve", info.name, info.example];
            let chosen = chosen.as_ref().map_or(&[][..], |it| &it[..]);
            let told = run(&[&arguments[..], chosen, &limits, option].concat());
            let is_refused = told.status == 2 && told.err.contains("does not apply");
            assert!(!is_taken || !is_refused, "{} {listed}: {}", info.name, told.err);
        }
    }
}
