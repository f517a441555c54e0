//! Instances that begin with a hyphen, such as the function `-x^2` or a board `--XO…`.

use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, Command};

/// The longest name that is taken for that of an option.
const LONGEST_NAME: usize = 30;

/// The arguments with those at the end, after `--`, that are no options although they begin with
/// a hyphen, and all other words. Without such arguments, nothing is changed.
///
/// What looks like an option stays where it is, so that a wrong name is refused.
pub(crate) fn sorted(program: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let (mut sorted, mut words) = (Vec::new(), Vec::new());
    let (mut command, mut path) = (program, vec![program]);
    let mut has_hyphen = false;
    let mut rest = arguments.iter();
    sorted.extend(rest.next().cloned());
    while let Some(argument) = rest.next() {
        if argument == "--" {
            words.extend(rest.by_ref().cloned());
        } else if let Some(takes_next) = option(&path, argument) {
            sorted.push(argument.clone());
            if takes_next {
                sorted.extend(rest.next().cloned());
            }
        } else if let Some(below) = command.find_subcommand(argument).filter(|_| words.is_empty()) {
            command = below;
            path.push(below);
            sorted.push(argument.clone());
        } else {
            has_hyphen |= argument.len() > 1 && argument.as_encoded_bytes()[0] == b'-';
            words.push(argument.clone());
        }
    }
    if !has_hyphen {
        return arguments;
    }
    sorted.push("--".into());
    sorted.extend(words);
    sorted
}

/// Whether the argument is an option, or looks like one, and then whether its value is the next
/// argument.
fn option(path: &[&Command], argument: &OsStr) -> Option<bool> {
    let text = argument.to_str()?;
    let known = |is: &dyn Fn(&Arg) -> bool| {
        path.iter().find_map(|command| command.get_arguments().find(|it| is(it)))
    };
    let takes_value = |arg: &Arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    if let Some(long) = text.strip_prefix("--") {
        let (name, value) =
            long.split_once('=').map_or((long, None), |(it, value)| (it, Some(value)));
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_option = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.len() <= LONGEST_NAME
            && name.chars().all(is_name);
        let found = known(&|it| it.get_long() == Some(name));
        return is_option.then(|| value.is_none() && found.is_some_and(takes_value));
    }
    let mut letters = text.strip_prefix('-')?.chars();
    // Flags may stand together; the rest after an option with a value is the value.
    let mut count = 0;
    while let Some(letter) = letters.next() {
        count += 1;
        match known(&|it| it.get_short() == Some(letter)) {
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
        let program = crate::command();
        let (board, small) = ("-".repeat(27) + "OX------XO", "--xo".repeat(16));
        let cases = [
            ("solve function -x^2 --time 5s", "solve function --time 5s -- -x^2"),
            ("-q solve function -v^2 -v", "-q solve function -v -- -v^2"),
            ("solve function --range -5..5 -2*x", "solve function --range -5..5 -- -2*x"),
            ("trace solve function -x^2 --output=a", "trace solve function --output=a -- -x^2"),
            ("solve graph a -5 b", "solve graph -- a -5 b"),
            ("compare -3", "compare -- -3"),
            ("analyze othello BOARD X --depth 3", "analyze othello --depth 3 -- BOARD X"),
            ("analyze othello SMALL x", "analyze othello -- SMALL x"),
            ("analyze othello --exact ---O_X", "analyze othello --exact -- ---O_X"),
            ("play othello BOARD X", "play othello -- BOARD X"),
            ("path -4.map --from 1,1", "path --from 1,1 -- -4.map"),
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
        ];
        for text in unchanged {
            assert_eq!(sorted(&program, filled(text)), filled(text), "{text}");
        }
    }
}
