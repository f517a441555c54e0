//! Looks up problems, heuristics and algorithms by name.
//!
//! A user interface, such as the command line or the web page, looks up a [`domain`], reads an
//! [`Instance`] of it, and starts a search by the names of an algorithm and a heuristic. All
//! entries describe themselves as data, from which lists, help and forms are built.
//!
//! ```
//! use tremaux_registry::{SolveRequest, HeuristicCache, Source, domain};
//! use tremaux::Limits;
//!
//! let tiles = domain("tiles")?;
//! let instance = &tiles.instances(Source::One("1 2 3 / 4 0 6 / 7 5 8"), &[])?[0];
//! let request = SolveRequest {
//!     algorithm: Some("a-star".into()),
//!     heuristic: Some("max(manhattan, misplaced)".into()),
//!     ..SolveRequest::default()
//! };
//! let mut search = instance.start(&request, &HeuristicCache::default())?;
//! search.advance(&Limits::default());
//! let report = search.report()?;
//! assert_eq!((report.length, report.optimal), (Some(2), Some(true)));
//! # Ok::<(), tremaux_registry::RegistryError>(())
//! ```
//!
//! A new problem is a folder with its rules and its entry, and a line in the list of its crate
//! (`catalog.rs`), which [`DOMAINS`] joins with the others; a new algorithm is a line in
//! [`algorithms`](mod@algorithms). They are independent, so N problems and M algorithms are N + M
//! entries.

mod concepts;
mod listed;
mod lookup;
mod place_restorer;
pub mod quantity;
mod readers;

pub use concepts::{CONCEPTS, Concept};
pub use listed::{Field, Listed, algorithms_of, listed_algorithms};
pub use lookup::{domain, game};
pub use place_restorer::{PlaceRestorer, traced_instance};
pub use readers::readers_of;
pub use tremaux_domain::*;
pub use tremaux_games::catalog::build_checkers_endings;
pub use tremaux_games::named::*;
pub use tremaux_maps::paths;

use tremaux_games::catalog as games;
use tremaux_puzzles::catalog as puzzles;

/// Every domain. The references are to statics of other crates, so that nothing of a domain is
/// compiled again here.
pub static DOMAINS: &[&&dyn DomainEntry] = &joined::<_, { count(DOMAIN_LISTS) }>(DOMAIN_LISTS);

/// Every game.
pub static GAMES: &[&GameEntry] = &joined::<_, { count(GAME_LISTS) }>(GAME_LISTS);

const DOMAIN_LISTS: &[&[&&dyn DomainEntry]] = &[
    tremaux_tiles::catalog::DOMAINS,
    puzzles::PERMUTATIONS,
    tremaux_cube::catalog::DOMAINS,
    puzzles::DOMAINS,
    tremaux_maps::catalog::DOMAINS,
    tremaux_optimization::catalog::DOMAINS,
];

const GAME_LISTS: &[&[&GameEntry]] = &[
    games::BOARD_GAMES,
    tremaux_chess::catalog::GAMES,
    tremaux_othello::catalog::GAMES,
    games::OTHER_GAMES,
];

const fn count<T>(lists: &[&[T]]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < lists.len() {
        count += lists[at].len();
        at += 1;
    }
    count
}

/// The entries of all lists, `N` in all.
const fn joined<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut from) = (0, 0);
    while list < lists.len() {
        all.split_at_mut(from).1.split_at_mut(lists[list].len()).0.copy_from_slice(lists[list]);
        from += lists[list].len();
        list += 1;
    }
    all
}
