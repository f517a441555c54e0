//! Looks up domains and games by name.

use tremaux_domain::{DomainEntry, DomainInfo, Kind, RegistryError, nearest_names, unknown};
use tremaux_games::named::{GameEntry, GameInfo};

/// Looks up a domain by name or alias.
///
/// # Errors
///
/// Returns the nearest names if there is no such domain.
pub fn domain(name: &str) -> Result<&'static dyn DomainEntry, RegistryError> {
    let domains = crate::DOMAINS;
    let is_called = |info: &DomainInfo| info.name == name || info.aliases.contains(&name);
    domains.iter().map(|domain| **domain).find(|domain| is_called(domain.info())).ok_or_else(|| {
        let names = domains.iter().map(|domain| domain.info().name);
        let near = nearest_names(name, names.clone());
        unknown(Kind::Domain, names, name, 0, name, near)
    })
}

/// Looks up a game by name or alias.
///
/// # Errors
///
/// Returns the nearest names if there is no such game.
///
/// ```
/// use tremaux::Limits;
/// use tremaux_registry::{AnalysisRequest, GameTable, game};
///
/// let mut played = game("nim")?.open(&[], "3 4 5")?;
/// let mut table = GameTable::new(1 << 16)?;
/// let request = AnalysisRequest::default();
/// let report = played.analyze(&request, &mut table, &Limits::default(), &mut |_| {});
/// assert_eq!((report.best.as_deref(), report.exact), (Some("1-2"), true));
/// played.play("1-2")?;
/// assert!(played.play("1-2").is_err(), "one is left");
/// assert!(played.take_back() && !played.take_back());
/// # Ok::<(), tremaux_registry::RegistryError>(())
/// ```
pub fn game(name: &str) -> Result<&'static GameEntry, RegistryError> {
    let games = crate::GAMES;
    let is_called = |info: &GameInfo| info.name == name || info.aliases.contains(&name);
    games.iter().copied().find(|game| is_called(game.info())).ok_or_else(|| {
        let names = games.iter().map(|game| game.info().name);
        let near = nearest_names(name, names.clone());
        unknown(Kind::Game, names, name, 0, name, near)
    })
}
