//! Grid maps and mazes: fast shortest paths for games, and a [`GridWorld`] for every search.

mod any_angle;
mod bidirectional;
mod bits;
mod canonical;
mod canvas;
mod cell;
mod components;
mod distances;
mod drawn;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod generate;
mod goal_bounds;
#[allow(clippy::module_inception, reason = "the map is what this module is about")]
mod grid;
mod hierarchy;
mod jump;
mod jump_table;
mod legs;
mod load;
mod map_file;
pub(crate) mod mazes;
mod movement;
mod path_method;
mod path_search;
mod pathfinder;
mod prepared;
mod route;
mod scenario;
mod sight;
mod small_memory;
mod space;
mod terrain;
mod world;

pub use any_angle::{AnyAngle, AnyAngleWorkspace};
pub use cell::{Cell, Direction};
pub use components::Components;
pub use distances::DistanceMap;
pub use drawn::{DrawnMap, DrawnRules};
pub use generate::{MapKind, generate_scenarios};
pub use goal_bounds::GoalBounds;
pub use grid::Grid;
pub use hierarchy::{GridHierarchy, HierarchyWorkspace};
pub use jump::JumpQuery;
pub use load::{load_map, load_scenarios};
pub use map_file::MapFile;
pub use mazes::MazeMethod;
pub use movement::{Movement, StepCosts, StepScale};
pub use path_method::{PathError, PathMethod};
pub use path_search::{PathSearch, Workspace};
pub use pathfinder::Pathfinder;
pub use route::Route;
pub use scenario::{Scenario, ScenarioFile};
pub use small_memory::SmallMemory;
pub use space::{OpenDistance, StepQuery, WeightedQuery};
pub use terrain::TerrainRules;
#[cfg(feature = "catalog")]
pub(crate) use world::WorldCost;
pub use world::{GridWorld, Measure, NeighbourOrder, OtherDistance};
