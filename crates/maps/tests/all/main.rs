//! The integration tests, in one program: it is built and linked once.

mod graph_entry;
mod graph_estimates;
mod graph_formats;
mod graph_lists;
mod graph_tables;
mod graphs;
mod grid_any_angle;
mod grid_entry;
mod grid_files;
mod grid_generate;
mod grid_hierarchy;
mod grid_mazes;
mod grid_method_choice;
mod grid_movement;
mod grid_paths;
mod grid_small_memory;
mod grid_world;
mod petgraph;
mod preparation;
mod roads;
#[cfg(feature = "serde")]
mod serde;
