//! The 2×2×2 cube by name.

use std::sync::Arc;

use tremaux_core::{AnyHeuristic, ParseError};
use tremaux_puzzles::Random;
use tremaux_puzzles::pocket_cube::{Corners, PocketCube, Turn};

use super::reading::{in_instance, moved, number};
use crate::algorithms::AlgorithmInfo;
use crate::capability::With;
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static POCKET_CUBE: PocketCubes = PocketCubes;

/// Cubes.
pub(crate) struct PocketCubes;

static INFO: DomainInfo = DomainInfo {
    name: "pocket-cube",
    aliases: &["cube-2x2x2", "mini-cube"],
    title: "The 2x2x2 cube: its corners brought home by turning faces",
    format: "Turns from the solved cube, as `R U2 F'`; or the 24 facelets of the faces U, R, F, \
             D, L and B, row by row, the corner at the back, below, on the left being D, B and \
             L.\nIn a file: one cube a line; `#` starts a comment.",
    example: "R U R' F2",
    moves: "U, R and F clockwise by a quarter, U2 by two, U' by three",
    options: &[],
    generator: &[OptionInfo {
        name: "turns",
        title: "turns from the solved cube, never two of one face in a row",
        kind: OptionKind::Integer { least: 0, most: 1000 },
        default: Some("20"),
    }],
    defaults: &[DefaultInfo {
        case: "all cubes",
        algorithm: "bidirectional-breadth-first",
        heuristic: "blind",
        why: "there are 3,674,160 cubes and none needs more than 11 turns: from both ends some \
              thousands are seen",
    }],
};

struct PocketCubeProblem;

impl Problem for PocketCubeProblem {
    type Space = PocketCube;
    type Typed = With;
    type Undo = With;
    type Backward = With;
    type Indexed = With;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[];

    fn heuristic(
        _space: &PocketCube,
        component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<PocketCube>>, RegistryError> {
        let reason = "this puzzle has none of its own".into();
        Err(RegistryError::NotOffered { component: component.name.into(), reason })
    }

    fn heuristic_key(_space: &PocketCube) -> String {
        String::new()
    }
}

fn entered(corners: Corners, text: &str) -> Box<dyn Instance> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (space, default_choice) = (Arc::new(PocketCube::new(corners)), &INFO.defaults[0]);
    Box::new(InstanceOf::<PocketCubeProblem> { domain: &INFO, space, text, default_choice })
}

impl DomainEntry for PocketCubes {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<PocketCubeProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<PocketCubeProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        _given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let text = match source {
            Source::One(text) => {
                let corners = Corners::parse(text).map_err(|error| in_instance(text, error))?;
                return Ok(vec![entered(corners, text)]);
            }
            Source::Many(text) => text,
            Source::Options => "",
        };
        let mut instances = Vec::new();
        for line in text.lines() {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let line = line.split('#').next().unwrap_or("");
            if !line.trim().is_empty() {
                let corners = Corners::parse(line)
                    .map_err(|error| in_instance(text, moved(text, start, error)))?;
                instances.push(entered(corners, line));
            }
        }
        if instances.is_empty() {
            let expected = "turns from the solved cube, as `R U2 F'`, or 24 facelets";
            return Err(in_instance(text, ParseError::at_end(text, expected)));
        }
        Ok(instances)
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let turns = number(given, INFO.generator, "turns")?.unwrap_or(20);
        let mut random = Random::new(seed);
        let one = move |_| {
            let turns = Corners::scrambled(turns, &mut random);
            turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ")
        };
        Ok(Box::new((0..count).map(one)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_read_and_made() {
        let made: Vec<String> = POCKET_CUBE.generate(3, 20, &[]).expect("options").collect();
        assert!(made.iter().all(|turns| turns.split(' ').count() == 20));
        let text = made.join(" # scrambled\n");
        let read = POCKET_CUBE.instances(Source::Many(&text), &[]).expect("cubes");
        assert_eq!(read.len(), 20);
        let error = POCKET_CUBE.instances(Source::Many("R U\nR D\n"), &[]).err().expect("D");
        assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some((2, 3)));
    }
}
