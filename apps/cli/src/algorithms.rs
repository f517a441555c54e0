//! What algorithms are called in lists and explanations.

use tremaux_registry::Field;

/// The kind of an algorithm, and the maps that it is for.
pub(crate) fn kind_of(field: Field) -> (&'static str, Option<&'static str>) {
    match field {
        Field::Domains => ("algorithm", None),
        Field::Grids => ("path-algorithm", Some("grids")),
        Field::Graphs => ("path-algorithm", Some("graphs")),
        Field::Games => ("game-algorithm", None),
    }
}
