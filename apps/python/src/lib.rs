//! Python's view of the catalogue, of state spaces and of maps.

mod background;
mod by_name;
mod errors;
mod game;
mod graph;
mod grid;
mod hidden_game;
mod knowledge;
mod named_game;
mod problem;
mod progress;
mod scoring;
mod space;

use pyo3::prelude::*;

/// What the package `tremaux` is made of.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InputError", py.get_type::<errors::InputError>())?;
    module.add_function(wrap_pyfunction!(by_name::solve, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::generate, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::command, module)?)?;
    module.add_function(wrap_pyfunction!(problem::search, module)?)?;
    module.add_function(wrap_pyfunction!(problem::distances, module)?)?;
    module.add_function(wrap_pyfunction!(named_game::analyze_own, module)?)?;
    module.add_function(wrap_pyfunction!(graph::draw_graph, module)?)?;
    module.add_class::<grid::Grid>()?;
    module.add_class::<graph::Graph>()?;
    module.add_class::<graph::StraightLine>()?;
    Ok(())
}
