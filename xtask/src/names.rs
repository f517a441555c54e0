//! Names of algorithms, heuristics, problems and games stand in the tables that define them, and
//! are compared with nothing else: what code wants to know of a thing is a field of its
//! description.

use std::collections::BTreeSet;

/// Names that are also words for other things: values of options, kinds of pictures, commands of
/// protocols, `typeof`.
const WORDS: &[&str] = &[
    "auto",
    "function",
    "go",
    "graph",
    "grid",
    "jugs",
    "max",
    "pegs",
    "propagation",
    "random",
    "depth-first",
];

/// The names that the tables in a source file define.
pub(crate) fn defined(text: &str) -> BTreeSet<String> {
    let literal = |rest: &str| {
        let rest = rest.trim_start().strip_prefix('"')?;
        rest.split_once('"').map(|(name, _)| name.to_owned())
    };
    let components = text.split("Component::new(").skip(1).filter_map(literal);
    let infos = ["DomainInfo {\n    name:", "GameInfo {\n    name:"]
        .into_iter()
        .flat_map(|begin| text.split(begin).skip(1).filter_map(literal));
    let all = components.chain(infos).filter(|name| !name.is_empty());
    all.filter(|name| !WORDS.contains(&name.as_str())).collect()
}

/// The lines, from 1, on which code compares something with one of the `names`, and the name.
pub(crate) fn compared(text: &str, names: &BTreeSet<String>) -> Vec<(usize, String)> {
    let code = text.split("#[cfg(test)]\nmod").next().unwrap_or(text);
    let mut found = Vec::new();
    for (at, line) in code.lines().enumerate() {
        let line = line.split("//").next().unwrap_or(line);
        let parts: Vec<&str> = line.split('"').collect();
        // Every second part is a literal.
        for (before, part) in (0..).zip(&parts).skip(1).step_by(2) {
            let (left, right) = (parts[before - 1].trim_end(), parts.get(before + 1));
            let right = right.map_or("", |right| right.trim_start());
            let is_compared = ["==", "===", "!=", "!==", "contains(", "includes(", "starts_with("]
                .iter()
                .any(|sign| left.ends_with(sign))
                || ["==", "!=", "=>"].iter().any(|sign| right.starts_with(sign))
                || left.trim_start() == "case"
                || left.ends_with('|') && !left.ends_with("||") && right.starts_with(['|', '=']);
            if is_compared && names.contains(*part) {
                found.push((at + 1, (*part).to_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_they_are_defined_and_compared() {
        let table = "static A: Component = Component {\n..Component::new(\n  \"a-star\", \
                     \"title\")\n\
                     };\nstatic INFO: GameInfo = GameInfo {\n    name: \"nim\",\n};\n\
                     Component::new(\"auto\", \"a word\")";
        let names = defined(table);
        assert!(names.iter().eq(["a-star", "nim"]), "{names:?}");
        let code = "if name == \"a-star\" {}\nlet a = \"a-star\"; // == \"a-star\"\n\
                    match name { \"nim\" => 1 }\nif (name !== \"nim\") {}\ncase \"nim\":\n\
                    #[cfg(test)]\nmod tests { name == \"nim\" }";
        let lines: Vec<usize> = compared(code, &names).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }
}
