//! What commands and the levels of players are called.

use clap::Command;
use tremaux_cli::PROGRAM;
use tremaux_cli::games::level::level;

#[test]
fn verbs_are_called_what_their_commands_are() {
    for verb in PROGRAM.verbs {
        assert_eq!((verb.command)().get_name(), verb.name);
    }
}

/// Comments in the code are not help: they would describe all commands of a kind alike.
#[test]
fn every_command_has_a_description_of_its_own() {
    fn check(command: &Command, path: &str) {
        let mut seen = std::collections::HashSet::new();
        for under in command.get_subcommands() {
            let name = format!("{path} {}", under.get_name());
            let about = under.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(!about.is_empty() && !about.starts_with("The options"), "{name}: {about}");
            assert!(under.get_long_about().is_none(), "{name}");
            assert!(seen.insert(about.clone()), "{name}: {about}");
            check(under, &name);
        }
    }
    check(&PROGRAM.command(), "tremaux");
}

#[test]
fn commands_of_games_and_domains_have_their_titles() {
    let program = PROGRAM.command();
    let about = |verb: &str, name: &str| {
        let command = program.find_subcommand(verb)?.find_subcommand(name)?;
        command.get_about().map(ToString::to_string)
    };
    for game in tremaux_registry::GAMES {
        let info = game.info();
        for verb in ["analyze", "play"] {
            assert_eq!(about(verb, info.name).as_deref(), Some(info.title), "{verb}");
        }
    }
    for domain in tremaux_registry::DOMAINS {
        let info = domain.info();
        assert_eq!(about("solve", info.name).as_deref(), Some(info.title));
    }
}

#[test]
fn levels_are_words_plies_times_and_players() {
    for (text, meaning) in [
        ("easy", "engine(depth=1, time=1)"),
        ("medium", "engine(depth=5, time=1)"),
        ("7", "engine(depth=7)"),
        ("500ms", "engine(time=0.5)"),
        ("mtd-f(nodes=100)", "mtd-f(nodes=100)"),
        ("random", "random"),
    ] {
        assert_eq!(level(text, "").ok().map(|it| it.text).as_deref(), Some(meaning), "{text}");
    }
    for wrong in ["", "0", "5000", "-1", "haard", "scout", "1y", "xyzzy", "scout(depth=0)"] {
        assert!(level(wrong, "").is_err(), "{wrong}");
    }
}
