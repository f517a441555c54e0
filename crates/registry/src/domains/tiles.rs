//! Sliding-tile puzzles by name.
use std::sync::Arc;
use tremaux_core::{AnyHeuristic, ParseError};
use tremaux_puzzles::tiles::{Board, LinearConflict, Manhattan, Misplaced, SlidingPuzzle};
use crate::algorithms::AlgorithmInfo;
use crate::capability::{With, Without};
use crate::component::Component;
use crate::domain::{DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;
pub(crate) struct Tiles;
pub(crate) static TILES: Tiles = Tiles;
static INFO: DomainInfo = DomainInfo { name: "tiles", aliases: &[], title: "t", format: "f", example: "0 1", moves: "m", options: &[], generator: &[], defaults: &[DefaultInfo { case: "all", algorithm: "ida-star", heuristic: "linear-conflict", why: "w" }] };
static MANHATTAN: Component = Component::new("manhattan", "x");
static MISPLACED: Component = Component::new("misplaced", "x");
static LC: Component = Component::new("linear-conflict", "x");
impl Problem for Tiles {
    type Space = SlidingPuzzle<4>;
    type Typed = With; type Undo = With; type Backward = With; type Indexed = Without; type Integer = With;
    const HEURISTICS: &'static [&'static Component] = &[&MANHATTAN, &MISPLACED, &LC];
    fn heuristic(space: &Self::Space, component: &'static Component, _o: &Options<'_>) -> Result<Arc<dyn AnyHeuristic<Self::Space>>, RegistryError> {
        Ok(match component.name { "manhattan" => Arc::new(Manhattan::to_goal(space)), "misplaced" => Arc::new(Misplaced), _ => Arc::new(LinearConflict::to_goal(space)) })
    }
    fn heuristic_key(_s: &Self::Space) -> String { String::new() }
}
impl DomainEntry for Tiles {
    fn info(&self) -> &'static DomainInfo { &INFO }
    fn heuristics(&self) -> Vec<&'static Component> { offers::<Self>().1 }
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> { offers::<Self>().0 }
    fn instances(&self, source: Source<'_>, _g: Given<'_>) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let text = match source { Source::One(t) | Source::Many(t) => t, Source::Options => "" };
        let tiles: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        let err = || RegistryError::Instance { option: None, text: text.into(), error: ParseError::at_end(text, "board") };
        let start = Board::from_tiles::<4>(&tiles.map_err(|_| err())?).map_err(|_| err())?;
        let goal = Board::from_tiles::<4>(&(0..16).collect::<Vec<u8>>()).unwrap();
        Ok(vec![Box::new(InstanceOf::<Self> { domain: &INFO, space: Arc::new(SlidingPuzzle::with_goal(start, goal)), text: text.into(), default_choice: &INFO.defaults[0] })])
    }
    fn generate(&self, _s: u64, _c: u64, _g: Given<'_>) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> { Ok(Box::new(std::iter::empty())) }
}
