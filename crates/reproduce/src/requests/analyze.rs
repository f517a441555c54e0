//! Searches of games by the command that a user types.

use serde::Deserialize;
use tremaux_core::Limits;
use tremaux_registry::reading::shell_words;
use tremaux_registry::{AnalysisRequest, GameTable, OptionInfo, Options, PlayedGame, Player, game};

use crate::context::Context;
use crate::figure::{Figures, Obtained};

/// Commands without the name of the program, each for a column with its positions visited:
/// `analyze GAME POSITION --algorithm …`; an empty one for a column of which nothing is printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct AnalyzeCommands(pub(crate) Vec<String>);

impl AnalyzeCommands {
    pub(super) fn run(&self, context: &Context) -> Figures {
        let mut figures = Vec::new();
        for command in &self.0 {
            context.check()?;
            figures.push(match command.is_empty() {
                true => Obtained::Text("–".to_owned()),
                false => Obtained::Count(nodes_of(command)),
            });
        }
        Ok(figures)
    }
}

/// The positions visited by a command, which is part of the program.
fn nodes_of(command: &str) -> u64 {
    let words = shell_words(command).expect("quotes that are closed");
    let [name, rest @ ..] = &*words else { panic!("expected a game") };
    let entry = game(name).expect("a game");
    let (mut position, mut algorithm, mut options) = ("", "", Vec::new());
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.strip_prefix("--") {
            None => position = word,
            Some("algorithm") => algorithm = rest.next().expect("a value"),
            Some(option) => {
                let option: &OptionInfo =
                    Options::named(entry.info().options, option).expect("an option");
                options.push((option.name, rest.next().expect("a value").clone()));
            }
        }
    }
    nodes(&*entry.open(&options, position).expect("a position"), algorithm)
}

/// The positions that an algorithm of this name visits.
pub(super) fn nodes(played: &dyn PlayedGame, algorithm: &str) -> u64 {
    let mut request = AnalysisRequest::default();
    // Without limits, minimax visits the whole tree once.
    let mut limits = Limits::default();
    let player = Player::parse(algorithm).expect("an algorithm of the program");
    player.apply(&mut request, &mut limits).expect("an algorithm that searches");
    let mut table = GameTable::new(1 << 10).expect("a small table");
    played.analyze(&request, &mut table, &limits, &mut |_| ()).counts.nodes
}
