//! The text forms of a grid map's rules: steps, costs, terrain, cells.

use crate::grid::{Cell, Grid, Movement, StepCosts, TerrainRules};
use tremaux_core::ParseError;
use tremaux_domain::{in_words, nearest_names};

/// The names of the movement rules, each with a short form.
pub const MOVEMENTS: [(&str, &str, Movement); 4] = [
    ("four", "4", Movement::FourNeighbours),
    ("eight-no-corners", "no-corners", Movement::NoCornerCutting),
    ("eight-one-side", "one-side-free", Movement::OneSideFree),
    ("eight-always", "corners", Movement::CornersAlways),
];

/// The name of a rule of movement.
pub fn movement_name(movement: Movement) -> &'static str {
    let found = MOVEMENTS.iter().find(|(.., other)| *other == movement);
    found.map_or_else(|| movement.name(), |(name, ..)| name)
}

/// Reads the name of a rule of movement.
///
/// # Errors
///
/// Returns the nearest names if it is not known.
pub fn parse_movement(text: &str) -> Result<Movement, ParseError> {
    let found = MOVEMENTS.iter().find(|(name, other, _)| [*name, *other].contains(&text.trim()));
    found.map(|(.., movement)| *movement).ok_or_else(|| {
        let names = MOVEMENTS.map(|(name, ..)| name);
        let near = nearest_names(text.trim(), names);
        let shown = if near.is_empty() { in_words(&names) } else { in_words(&near) };
        ParseError::about(text, text.trim(), format!("a movement rule: {shown}"))
    })
}

/// What steps cost, as it is written: `sqrt2`, or the costs of a diagonal and of a straight
/// step, as `99/70`.
pub fn costs_name(costs: StepCosts) -> String {
    match costs {
        StepCosts::Euclidean => "sqrt2".into(),
        StepCosts::Integers { straight, diagonal } => format!("{diagonal}/{straight}"),
    }
}

/// Reads what steps cost: `sqrt2`, or two whole numbers, the smaller of them for a straight
/// step, as `99/70` and `10/14` are usually written.
///
/// # Errors
///
/// Returns the place of what is not a number, or too large or small.
///
/// ```
/// use tremaux::maps::grid::StepCosts;
/// use tremaux_maps::paths::parse_costs;
/// assert_eq!(parse_costs("10/14"), Ok(StepCosts::TEN_FOURTEEN));
/// assert_eq!(parse_costs("99/70"), Ok(StepCosts::SEVENTY_NINETY_NINE));
/// assert!(parse_costs("10/99").is_err());
/// ```
pub fn parse_costs(text: &str) -> Result<StepCosts, ParseError> {
    if matches!(text.trim(), "sqrt2" | "√2" | "euclidean") {
        return Ok(StepCosts::Euclidean);
    }
    let expected = "`sqrt2`, or two whole numbers, for example `99/70` or `10/14`";
    let Some((one, other)) = text.split_once('/') else {
        return Err(ParseError::about(text, text.trim(), expected));
    };
    let number = |word: &str| -> Result<u32, ParseError> {
        word.trim().parse().map_err(|_| ParseError::about(text, word.trim(), expected))
    };
    let (one, other) = (number(one)?, number(other)?);
    let costs = StepCosts::Integers { straight: one.min(other), diagonal: one.max(other) };
    if costs.is_valid() {
        return Ok(costs);
    }
    let expected = "a cost of 1 to 1000 for a straight step, and at most twice that for a diagonal \
                    one";
    Err(ParseError::about(text, text.trim(), expected))
}

/// Reads terrain rules: `land` or `water`, and weights of letters, as `land,S=3,W=8`.
///
/// # Errors
///
/// Returns the place of anything else.
///
/// ```
/// use tremaux_maps::paths::parse_terrain;
/// let rules = parse_terrain("S=3,W=8").unwrap();
/// assert_eq!((rules.weight(b'.'), rules.weight(b'W')), (Some(1), Some(8)));
/// assert!(parse_terrain("land,S=300").is_err());
/// ```
pub fn parse_terrain(text: &str) -> Result<TerrainRules, ParseError> {
    let mut rules = TerrainRules::land();
    for (at, part) in text.split(',').enumerate() {
        let part = part.trim();
        match (part, part.split_once('=')) {
            ("land", _) if at == 0 => {}
            ("water", _) if at == 0 => rules = TerrainRules::water(),
            (_, Some((letter, weight))) => {
                let letter = match letter.trim().as_bytes() {
                    [letter @ b'!'..=b'~'] => *letter,
                    _ => return Err(ParseError::about(text, letter.trim(), "one letter")),
                };
                let weight = weight.trim();
                let expected = "a weight from 0 (blocked) to 255";
                let weight =
                    weight.parse().map_err(|_| ParseError::about(text, weight, expected))?;
                rules = rules.with_weight(letter, weight);
            }
            _ => {
                let expected = "`land` or `water` first, or a letter's weight, for example `S=3`";
                return Err(ParseError::about(text, part, expected));
            }
        }
    }
    Ok(rules)
}

/// Reads a cell of `grid`, as `10,20`: column and row, from 0. If `must_be_free`, it must not
/// be blocked.
///
/// # Errors
///
/// Returns the place of what is not a number, off the map or blocked.
pub fn parse_cell(text: &str, grid: &Grid, must_be_free: bool) -> Result<Cell, ParseError> {
    let Some((x, y)) = text.split_once(',') else {
        return Err(ParseError::about(
            text,
            text.trim(),
            "a column and a row, for example `10,20`",
        ));
    };
    let side = |word: &str, most: u16, what: &str| -> Result<u16, ParseError> {
        let number = word.trim().parse().ok().filter(|&number: &u16| number < most);
        let expected = || format!("a {what} from 0 to {}", most - 1);
        number.ok_or_else(|| ParseError::about(text, word.trim(), expected()))
    };
    let cell = Cell::new(side(x, grid.width(), "column")?, side(y, grid.height(), "row")?);
    if must_be_free && !grid.is_free(cell) {
        let start = text.len() - text.trim_start().len();
        let found = format!("the blocked cell {cell}");
        return Err(ParseError::at(text, start, text.trim().len(), found, "a free cell"));
    }
    Ok(cell)
}
