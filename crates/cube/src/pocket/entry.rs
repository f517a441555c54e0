//! The domain of the 2×2×2 cube.

use std::sync::Arc;
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator, HeuristicEntry, Instance,
    OptionInfo, Options, Problem, ReadError, RegistryError, Split, instance,
};

use super::facelets::facelets;
use super::{Corners, PocketCube};
use crate::Turn;
use crate::notation::drawn_net;
use tremaux_core::{Random, StateSpace};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static POCKET_CUBE: &dyn DomainEntry = &Entry::<PocketCubes>::new();

/// Cubes.
struct PocketCubes;

static INFO: DomainInfo = DomainInfo {
    name: "pocket-cube",
    aliases: &["cube-2x2x2", "mini-cube"],
    title: "The 2x2x2 cube (Pocket Cube): solve it by turning faces",
    format: "Turns from the solved cube, for example `R U2 F'`; or the 24 facelets of the faces U, \
             R, F, D, L and B, row by row, held so that the corner at the back, bottom, left is D, \
             B and L.\n\
             In a file: one cube per line; `#` starts a comment.",
    example: "R U R' F2",
    moves: "U, R, F: quarter turn clockwise; U2: half turn; U': quarter turn counterclockwise",
    options: &[],
    generator: &[OptionInfo::integer("turns", 0, 1000)
        .title("number of random turns from the solved cube, no two of the same face in a row")
        .default("20")],
    defaults: &[DefaultInfo::new("all cubes", "bidirectional-breadth-first", "blind").why(
        "there are 3,674,160 states and none needs more than 11 turns: searching from both ends \
         visits a few thousand",
    )],
};

impl Problem for PocketCubes {
    type Space = PocketCube;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[];

    fn drawn_start(cube: &PocketCube, with_color: bool) -> Option<String> {
        Some(drawn_net(&facelets(&cube.initial_state()), with_color))
    }

    fn erase(space: Arc<PocketCube>) -> Typed<PocketCube> {
        Typed::new(space).with_predecessors()
    }
}

impl Domain for PocketCubes {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "turns from the solved cube, for example `R U2 F'`, or 24 \
                                    facelets";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let space = Arc::new(PocketCube::new(Corners::parse(text)?));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(instance::<PocketCubes>(&INFO, space, text, &INFO.defaults[0]))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let turns = options.integer("turns");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let turns = Corners::scrambled(turns, &mut random);
            turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
        }))
    }
}
