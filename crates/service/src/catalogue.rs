//! The catalogue of domains, games, algorithms and heuristics with their descriptions.

use serde::Serialize;
use tremaux_registry::{
    AlgorithmInfo, CONCEPTS, Component, Concept, DOMAINS, DomainEntry, DomainInfo, GAME_ALGORITHMS,
    GAMES, GameAlgorithm, GameInfo, RecordFormat, TieBreakName,
};

use crate::asked::Asked;
use crate::ceilings::Ceilings;
use crate::refusal::Refusal;

/// The data for forms and lessons.
#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    domains: Vec<Domain>,
    /// Those whose solutions are improved and drawn.
    landscapes: Vec<Domain>,
    games: Vec<Game>,
    game_algorithms: Vec<&'static GameAlgorithm>,
    tie_breaks: [TieBreakName; 5],
    concepts: &'static [Concept],
    ceilings: Ceilings,
}

/// A domain with its algorithms and heuristics.
#[derive(Serialize)]
struct Domain {
    #[serde(flatten)]
    info: &'static DomainInfo,
    algorithms: Vec<&'static AlgorithmInfo>,
    heuristics: Vec<&'static Component>,
}

/// A game, and the notation of whole games.
#[derive(Serialize)]
struct Game {
    #[serde(flatten)]
    info: &'static GameInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<RecordFormat>,
}

/// Replies with the [`Catalogue`].
pub(crate) fn catalogue(asked: &Asked<'_>) -> Result<(), Refusal> {
    // The page shows states, or pictures of solutions.
    let shown = |is_shown: fn(&dyn DomainEntry) -> bool| -> Vec<Domain> {
        let domains = DOMAINS.iter().filter(|domain| is_shown(***domain));
        let shown = domains.map(|domain| Domain {
            info: domain.info(),
            algorithms: domain.algorithms(),
            heuristics: domain.heuristics(),
        });
        shown.collect()
    };
    let algorithms = GAME_ALGORITHMS.iter();
    asked.viewer.send_reply(&Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        domains: shown(|domain| domain.has_states()),
        landscapes: shown(|domain| !domain.has_states() && domain.draws_solutions()),
        // The page shows positions whole, as they are sent.
        games: GAMES
            .iter()
            .filter(|game| !game.info().is_hidden)
            .map(|game| Game { info: game.info(), record: game.record_format() })
            .collect(),
        game_algorithms: algorithms.filter(|it| !it.needs_hidden_information()).collect(),
        tie_breaks: TieBreakName::ALL,
        concepts: &CONCEPTS,
        ceilings: *asked.ceilings,
    });
    Ok(())
}
