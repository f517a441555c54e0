//! Instances and values that begin with a hyphen, such as the function `-x^2`, a board `--XO…` or
//! the number after `--seed -5`.

use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, Command};

/// The longest name that is taken for that of an option.
const LONGEST_NAME: usize = 30;

/// The arguments with those at the end, after `--`, that are no options although they begin with
/// a hyphen, and all other words. Without such arguments, their order is not changed.
///
/// What looks like an option stays where it is, so that a wrong name is refused. A value that
/// begins with a hyphen is joined to its option by `=`, unless it is an option itself: then the
/// value is missing.
pub(crate) fn sorted(program: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let mut rest = arguments.into_iter().peekable();
    let (mut options, mut words) = (Vec::new(), Vec::new());
    let (mut command, mut path) = (program, vec![program]);
    let mut has_hyphen = false;
    options.extend(rest.next());
    let mut in_order = options.clone();
    while let Some(mut argument) = rest.next() {
        if argument == "--" {
            in_order.push(argument);
            in_order.extend(rest.clone());
            words.extend(rest);
            break;
        }
        if let Some(takes_next) = option(&path, &argument) {
            let is_value = |next: &OsString| takes_next && !is_known_option(&path, next);
            let mut value = rest.next_if(is_value);
            if let Some(joined) = value.take_if(|it| begins_with_hyphen(it)) {
                argument.push("=");
                argument.push(joined);
            }
            for list in [&mut options, &mut in_order] {
                list.push(argument.clone());
                list.extend(value.clone());
            }
            continue;
        }
        in_order.push(argument.clone());
        if let Some(below) = command.find_subcommand(&argument).filter(|_| words.is_empty()) {
            command = below;
            path.push(below);
            options.push(argument);
        } else {
            has_hyphen |= begins_with_hyphen(&argument);
            words.push(argument);
        }
    }
    if !has_hyphen {
        return in_order;
    }
    options.push("--".into());
    options.extend(words);
    options
}

/// Whether an argument begins with a hyphen and is not the name of standard input.
fn begins_with_hyphen(argument: &OsStr) -> bool {
    argument.len() > 1 && argument.as_encoded_bytes()[0] == b'-'
}

/// The option of the commands on the path for which `is` holds.
fn known<'a>(path: &[&'a Command], is: impl Fn(&Arg) -> bool) -> Option<&'a Arg> {
    path.iter().find_map(|command| command.get_arguments().find(|it| is(it)))
}

/// Whether the argument is the end of options or one of the options of the commands on the path.
fn is_known_option(path: &[&Command], argument: &OsStr) -> bool {
    let Some(text) = argument.to_str().and_then(|it| it.strip_prefix('-')) else { return false };
    // Those of clap's own.
    if matches!(text, "h" | "-help") {
        return true;
    }
    if let Some(long) = text.strip_prefix('-') {
        let name = long.split('=').next();
        return long.is_empty() || known(path, |it| it.get_long() == name).is_some();
    }
    let mut letters = text.chars();
    let letter = letters.next();
    letter.is_some()
        && letters.next().is_none()
        && known(path, |it| it.get_short() == letter).is_some()
}

/// Whether the argument is an option, or looks like one, and then whether its value is the next
/// argument.
fn option(path: &[&Command], argument: &OsStr) -> Option<bool> {
    let text = argument.to_str()?;
    let takes_value = |arg: &Arg| {
        matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
            && !arg.is_require_equals_set()
    };
    if let Some(long) = text.strip_prefix("--") {
        let (name, value) =
            long.split_once('=').map_or((long, None), |(it, value)| (it, Some(value)));
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_option = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.len() <= LONGEST_NAME
            && name.chars().all(is_name);
        let found = known(path, |it| it.get_long() == Some(name));
        return is_option.then(|| value.is_none() && found.is_some_and(takes_value));
    }
    let mut letters = text.strip_prefix('-')?.chars();
    // Flags may stand together; the rest after an option with a value is the value.
    let mut count = 0;
    while let Some(letter) = letters.next() {
        count += 1;
        match known(path, |it| it.get_short() == Some(letter)) {
            Some(found) if takes_value(found) => return Some(letters.as_str().is_empty()),
            Some(_) => {}
            // A single unknown letter is refused as an option.
            None if count == 1 && letter.is_ascii_alphabetic() && letters.as_str().is_empty() => {
                return Some(false);
            }
            None => return None,
        }
    }
    (count > 0).then_some(false)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::sorted;

    fn arguments(text: &str) -> Vec<OsString> {
        text.split(' ').map(|word| word.replace('_', " ").into()).collect()
    }

    /// For every verb that takes instances, wherever they stand.
    #[test]
    fn what_is_no_option_is_an_instance() {
        let program = crate::PROGRAM.command();
        let (board, small) = ("-".repeat(27) + "OX------XO", "--xo".repeat(16));
        let cases = [
            ("solve function -x^2 --time 5s", "solve function --time 5s -- -x^2"),
            ("-q solve function -v^2 -v", "-q solve function -v -- -v^2"),
            ("trace solve function -x^2 --output=a", "trace solve function --output=a -- -x^2"),
            ("solve graph a -5 b", "solve graph -- a -5 b"),
            ("explain -3", "explain -- -3"),
            ("analyze othello BOARD X --depth 3", "analyze othello --depth 3 -- BOARD X"),
            ("analyze othello SMALL x", "analyze othello -- SMALL x"),
            ("analyze othello --exact ---O_X", "analyze othello --exact -- ---O_X"),
            ("play othello BOARD X", "play othello -- BOARD X"),
            ("path -4.map --from 1,1", "path --from 1,1 -- -4.map"),
            // Values, which stay where they are.
            ("solve tiles --seed -5 a", "solve tiles --seed=-5 a"),
            ("solve function --range -5..5 x", "solve function --range=-5..5 x"),
            ("solve function --range -5..5 -x^2", "solve function --range=-5..5 -- -x^2"),
            ("solve tiles -qf --x-- -v", "solve tiles -qf=--x-- -v"),
        ];
        let filled = |text: &str| {
            let text = text.replace("BOARD", &board).replace("SMALL", &small);
            arguments(&format!("tremaux {text}"))
        };
        for (given, expected) in cases {
            assert_eq!(sorted(&program, filled(given)), filled(expected), "{given}");
        }
        // Options, right or wrong, and what is read without help.
        let unchanged = [
            "solve function x^2 -q --time 5s",
            "solve function --tme 5s x^2",
            "solve function -x",
            "solve function -- -x",
            "solve tiles - --time=5s",
            "solve sokoban -fboard.txt",
            "solve tiles -qv -f a",
            "--unknown",
            "solve crossword --example --algorithm a-star",
            "solve tiles --seed -v",
            "solve tiles --seed --help",
            "solve tiles --seed -h",
            "solve tiles -f - --time=5s",
            "solve tiles --file -- a",
        ];
        for text in unchanged {
            assert_eq!(sorted(&program, filled(text)), filled(text), "{text}");
        }
    }

    /// The next option is not taken for the value of an option, whatever the verb.
    #[test]
    fn missing_values_are_told() {
        let mut program = crate::PROGRAM.command();
        program.build();
        let mut count = 0;
        let mut check = |words: &[&str], command: &clap::Command| {
            let takes_value = |it: &&clap::Arg| {
                it.get_action().takes_values() && !it.is_require_equals_set() && !it.is_hide_set()
            };
            for option in command.get_arguments().filter(takes_value) {
                let Some(long) = option.get_long() else { continue };
                let long = format!("--{long}");
                let given = [&["tremaux"], words, &[&long, "--verbose"]].concat();
                let given = given.into_iter().map(OsString::from).collect();
                let error = crate::PROGRAM.command().try_get_matches_from(sorted(&program, given));
                let text = error.expect_err("a value is missing").to_string();
                assert!(text.contains("a value is required for"), "{words:?} {long}: {text}");
                count += 1;
            }
        };
        for verb in program.get_subcommands() {
            check(&[verb.get_name()], verb);
        }
        let solve = program.find_subcommand("solve").expect("a verb");
        for domain in solve.get_subcommands().take(3) {
            check(&["solve", domain.get_name()], domain);
        }
        assert!(count > 60, "{count} options");
    }
}
