//! Each check is seen to fail.

use std::path::{Path, PathBuf};

use super::floors::climbs_between;
use super::modules::arrows_of;
use super::{Code, Numbers, Source, circles};

fn code(text: &str) -> Code {
    let mut code = Code::default();
    code.add(Path::new("a.rs"), &syn::parse_file(text).expect("Rust"));
    code
}

#[test]
fn circles_are_groups_that_reach_each_other() {
    let none: [Vec<usize>; 3] = [vec![1, 2], vec![2], vec![]];
    assert_eq!(circles(&none), Vec::<Vec<usize>>::new());
    let two = [vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0]];
    assert_eq!(circles(&two), [vec![0, 1, 2], vec![3, 4]]);
}

#[test]
fn imports_are_arrows_to_the_files_that_define() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; pub use a::A; use b::B;"),
        ("a.rs", "use crate::c::C; fn f() -> super::B { crate::c::g() } struct A;"),
        ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ("c/mod.rs", "mod d; pub use d::C; pub fn g() {}"),
        ("c/d.rs", "use super::super::A; pub struct C;"),
    ];
    // Names that are passed on lead to where they are defined, and passing on is not using.
    assert_eq!(arrows_of(&files), [vec![2], vec![2, 3, 4], vec![], vec![], vec![1]]);
    let files: Vec<(PathBuf, &str)> =
        files.iter().map(|(path, text)| (PathBuf::from(path), *text)).collect();
    let files: Vec<(&Path, &str)> =
        files.iter().map(|(path, text)| (path.as_path(), *text)).collect();
    let numbers = Numbers::of(&[Source { folder: PathBuf::new(), files }]);
    assert_eq!(numbers.circles, [["a.rs", "c/d.rs"].map(PathBuf::from).to_vec()]);
}

#[test]
fn arrows_up_a_floor_are_found() {
    let files = ["lib.rs", "low/a.rs", "high/b.rs", "c.rs"].map(Path::new);
    let arrows = [vec![1, 2, 3], vec![2], vec![1], vec![]];
    let found = climbs_between(&["low", "high"], Path::new(""), &files, &arrows);
    assert_eq!(found, ["low/a.rs uses high/b.rs", "c.rs is on no floor"]);
}

#[test]
fn more_than_is_allowed_is_an_excess() {
    assert_eq!(Numbers::default().excesses(), []);
    let circle: Vec<PathBuf> = (0..100).map(|at| PathBuf::from(format!("{at}.rs"))).collect();
    let places = vec!["a.rs:1".to_owned(); 1000];
    let [long, very_long, tuples] = [0; 3].map(|_| places.clone());
    let [hidden, addresses, names] = [0; 3].map(|_| places.clone());
    let [stations, rows, entries, heads] = [0; 4].map(|_| places.clone());
    let code =
        Code { long, very_long, tuples, hidden, addresses, names, stations, rows, entries, heads };
    let (climbs, lines) = (places.clone(), 1_000_000);
    let circles = vec![circle; 100];
    let [program, tools, checker] = [lines; 3];
    let excesses = Numbers { circles, climbs, code, program, tools, checker }.excesses();
    let texts: Vec<String> = excesses.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 16, "{texts:?}");
    assert!(texts[5].starts_with("parameters that are tuples: 1000, more than"), "{texts:?}");
}

#[test]
fn long_functions_are_found_without_their_documentation() {
    let body = |lines: usize| format!("/// One\n/// two.\nfn f() {{{}}}", "\n".repeat(lines - 1));
    let found = |lines| {
        let code = code(&body(lines));
        (code.long.len(), code.very_long.len())
    };
    assert_eq!([60, 61, 100, 101].map(found), [(0, 0), (1, 0), (1, 0), (1, 1)]);
    let method = format!("impl A {{\n fn f() {{{}}}\n}}", "\n".repeat(70));
    assert_eq!(code(&method).long, ["a.rs:2"]);
}

#[test]
fn tuples_and_hidden_items_are_found() {
    let text = "fn f(a: (u8, u8), (): (), b: &(u8, u8)) {}\n#[doc(hidden)]\npub fn g(a: u8) {}\n\
                #[test]\nfn h(a: (u8, u8)) {}\n";
    let found = code(text);
    assert_eq!((found.tuples, found.hidden), (vec!["a.rs:1".into(); 2], vec!["a.rs:2".into()]));
}

#[test]
fn descriptions_that_are_compared_are_found() {
    let text = "fn f() {\n ptr::eq(info, &raw const IDA_STAR);\n std::ptr::eq(&BLIND, it);\n \
                ptr::eq(a, b);\n}";
    assert_eq!(code(text).addresses, ["a.rs:2", "a.rs:3"]);
    let text = "fn f() {\n info.name == BEAM.component.name;\n NAME != it.name;\n \
                game.info().name == CHESS.info().name;\n a.name == b.name;\n a.name == name;\n}";
    assert_eq!(code(text).names, ["a.rs:2", "a.rs:3", "a.rs:4"]);
}

#[test]
fn what_requests_pass_and_what_describes_is_found() {
    let text = "struct A {\n algorithm: String,\n}\nstruct B(Option<&'static AlgorithmInfo>);\n\
                struct OtherAlgorithmInfo {\n component: Component,\n}\n\
                trait MapEntry {}\nstruct C {\n name: String,\n}\n\
                fn f() {\n Report { schema: 1, ..it };\n Report { schema: SCHEMA };\n}";
    let found = code(text);
    assert_eq!((found.stations.len(), found.rows), (2, vec!["a.rs:5".to_owned()]));
    assert_eq!((found.entries, found.heads), (vec!["a.rs:8".into()], vec!["a.rs:13".into()]));
}
