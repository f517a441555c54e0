//! The rules of a grid map, and their text forms: steps, costs, terrain.

use crate::grid::{DrawnMap, DrawnRules, MapFile, Movement, StepCosts, TerrainRules};
use tremaux_core::ParseError;
use tremaux_domain::{OptionInfo, Options, RegistryError, in_words};

/// The names of the movement rules.
const MOVEMENTS: [&str; 4] = {
    let [four, no_corners, one_side, always] = Movement::ALL;
    [four.name(), no_corners.name(), one_side.name(), always.name()]
};

pub(crate) const MOVEMENT: OptionInfo = OptionInfo::choice("movement", &MOVEMENTS)
    .title("allowed steps; on a map of the MovingAI benchmarks the default is eight-no-corners")
    .default(GridRules::MOVEMENT.name());

pub(crate) const COSTS: OptionInfo =
    OptionInfo::word("costs", "sqrt2, or two whole numbers, for example 10/14")
        .title("costs of a straight and a diagonal step")
        .default("sqrt2");

pub(crate) const TERRAIN: OptionInfo =
    OptionInfo::word("terrain", "land, water, or costs, for example land,S=3,W=8")
        .title("passable terrain, with the costs of letters")
        .default("land");

pub(crate) const WALL: OptionInfo =
    OptionInfo::word("wall", "signs, numbers of cells or tiles, or a layer, for example 1,2")
        .title(
            "walls, if the map does not say what they are; of a picture, darker pixels than this",
        );

/// The options of [`GridRules`].
pub const GRID_RULES: [OptionInfo; 4] = [MOVEMENT, COSTS, TERRAIN, WALL];

/// The rules of a grid map: how its text is read, which steps are allowed, and what they cost.
/// Every surface takes them from here.
#[derive(Clone, Debug)]
pub struct GridRules {
    /// `None` for the rule of the map's format.
    movement: Option<Movement>,
    /// What steps cost.
    pub costs: StepCosts,
    terrain: TerrainRules,
    walls: Option<String>,
}

impl Default for GridRules {
    fn default() -> Self {
        let (costs, terrain) = (StepCosts::Euclidean, TerrainRules::land());
        Self { movement: None, costs, terrain, walls: None }
    }
}

impl GridRules {
    /// The movement rule of maps whose format has none.
    pub const MOVEMENT: Movement = Movement::FourNeighbours;
    /// The movement rule of the `MovingAI` benchmarks.
    pub const BENCHMARK_MOVEMENT: Movement = Movement::NoCornerCutting;

    /// The rules that the options [`GRID_RULES`] give.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong in an option.
    pub fn of(options: &Options<'_>) -> Result<Self, RegistryError> {
        let movement =
            options.given("movement").map(|_| options.parsed("movement", parse_movement));
        Ok(Self {
            movement: movement.transpose()?,
            costs: options.parsed("costs", parse_costs)?,
            terrain: options.parsed("terrain", parse_terrain)?,
            walls: options.given("wall").map(str::to_owned),
        })
    }

    /// The movement rule on the map in `text`.
    pub fn movement(&self, text: &str) -> Movement {
        let is_benchmark = MapFile::has_header(text);
        let of_format = if is_benchmark { Self::BENCHMARK_MOVEMENT } else { Self::MOVEMENT };
        self.movement.unwrap_or(of_format)
    }

    pub(super) fn drawn(&self) -> DrawnRules<'_> {
        DrawnRules { terrain: &self.terrain, walls: self.walls.as_deref() }
    }

    /// Reads the map in `text`.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(&self, text: &str) -> Result<DrawnMap, ParseError> {
        DrawnMap::parse(text, &self.drawn())
    }
}

/// Reads the name of a rule of movement.
///
/// # Errors
///
/// Returns all names if it is not known.
pub fn parse_movement(text: &str) -> Result<Movement, ParseError> {
    let found = Movement::ALL.into_iter().find(|known| known.name() == text.trim());
    found.ok_or_else(|| {
        ParseError::about(text, text.trim(), format!("a movement rule: {}", in_words(&MOVEMENTS)))
    })
}

/// What steps cost, as [`parse_costs`] reads it; `None` where every step costs 1.
pub(crate) fn costs_name(costs: StepCosts, movement: Movement) -> Option<String> {
    match (costs, movement) {
        (
            StepCosts::Euclidean | StepCosts::Integers { straight: 1, .. },
            Movement::FourNeighbours,
        ) => None,
        (StepCosts::Euclidean, _) => Some("sqrt2".into()),
        (StepCosts::Integers { straight, diagonal }, _) => Some(format!("{diagonal}/{straight}")),
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
