//! Games: positions and their analysis.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tremaux_core::{Limits, Picture, Turn};
use tremaux_registry::{
    AnalysisRequest, GameTable, Look, Outcome, PlayedGame, Player, RegistryError, Square,
    TableSource, game,
};

use crate::asked::Asked;
use crate::board::{Board, changes, glyph};
use crate::ceilings::RequestLimits;
use crate::generate::option_values;
use crate::refusal::Refusal;
use crate::text::text;

/// A game: its initial position and the moves played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The initial position; the standard one if blank.
    #[serde(default, deserialize_with = "text")]
    start: String,
    #[serde(default)]
    moves: Vec<String>,
    /// If chance is to move: a number from 0 to 1 that selects its move.
    roll: Option<f64>,
}

impl Played {
    /// The game with its moves played.
    pub(crate) fn open(&self, limits: &Limits) -> Result<Box<dyn PlayedGame>, Refusal> {
        let entry = game(&self.game)?;
        let options = option_values(entry.info().options, &self.options)?;
        let tables = TableSource::default();
        tables.limit(limits);
        let mut played = entry.open_with(&options, &self.start, &tables)?;
        for mv in &self.moves {
            played.play(mv)?;
        }
        if let Some(mv) = self.roll.and_then(|at| played.chance_move(at.clamp(0.0, 1.0))) {
            played.play(&mv)?;
        }
        Ok(played)
    }
}

/// A position as the page shows it.
#[derive(Debug, Serialize)]
struct Position {
    game: &'static str,
    position: String,
    start: String,
    board: Board,
    #[serde(flatten)]
    look: Look,
    /// What the last move changed, if moves name no squares: centers in cells.
    changed: Vec<(f32, f32)>,
    picture: String,
    /// Names of the sides in order of play.
    sides: &'static [&'static str],
    /// The side to move, from 0; omitted if the game is over or chance is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    /// Whether chance is to move.
    chance: bool,
    /// The algorithms that the game supports, its default first.
    algorithms: Vec<&'static str>,
    /// Whether a few plies may take hours.
    wide: bool,
    moves: Vec<LegalMove>,
    played: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameEnd>,
}

/// A legal move, and where it can be clicked.
#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    /// The squares that it names, if the game's moves are described by squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<Square>,
    /// The piece on its last square afterwards, as in the picture, if other moves name the same
    /// squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    becomes: Option<String>,
    /// Otherwise the positions that it changes, in cells from the corner of the picture.
    places: Vec<(f32, f32)>,
}

/// How a game ended for the first side, and by how much it leads.
#[derive(Debug, Serialize)]
struct GameEnd {
    outcome: Outcome,
    lead: i64,
    /// Why the game is over, if there are several reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The payoff of each side, in games that are not only won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    payoffs: Option<Vec<f64>>,
}

/// Maximum number of legal moves in an answer.
const MOST_MOVES: usize = 1000;

/// Maximum number of shapes of a board for which click positions are computed.
const MOST_SHAPES: usize = 1000;

/// Replies with a [`Position`].
pub(crate) fn position(asked: &Asked<'_>) -> Result<(), Refusal> {
    let mut played = asked.json::<Played>()?.open(&asked.limits())?;
    asked.viewer.send_reply(&shown(&mut *played)?);
    Ok(())
}

fn shown(played: &mut dyn PlayedGame) -> Result<Position, Refusal> {
    let (picture, mut look) = (played.depict(), played.look());
    // Moves that name no squares are seen by what they changed.
    let last = match played.played().pop() {
        Some(last) if look.last.is_empty() && picture.shapes.len() <= MOST_SHAPES => {
            played.take_back();
            let before = played.depict();
            played.play(&last)?;
            changes(&before, &picture)
        }
        _ => Vec::new(),
    };
    let moves = legal_moves(played, std::mem::take(&mut look.moves), &picture)?;
    let side = match played.turn() {
        Turn::Player(player) => Some(player),
        _ => None,
    };
    let payoffs = played.payoffs();
    let result = played.result().map(|(outcome, lead)| GameEnd {
        outcome,
        lead,
        reason: played.reason(),
        payoffs,
    });
    Ok(Position {
        game: played.info().name,
        position: played.position(),
        start: played.start(),
        board: picture.into(),
        look,
        changed: last,
        picture: played.picture(),
        sides: &played.info().sides[..played.player_count()],
        side,
        chance: played.turn() == Turn::Chance,
        algorithms: played.algorithms(),
        wide: played.is_wide(),
        moves,
        played: played.played(),
        result,
    })
}

/// The moves with their squares, which may be missing or the same for several: then what changes
/// in the picture tells them apart.
fn legal_moves(
    played: &mut dyn PlayedGame,
    mut squares: Vec<Vec<Square>>,
    picture: &Picture,
) -> Result<Vec<LegalMove>, Refusal> {
    squares.truncate(MOST_MOVES);
    let mut counts = HashMap::new();
    for each in &squares {
        *counts.entry(each.clone()).or_insert(0_u32) += 1;
    }
    squares.resize(played.moves().len().min(MOST_MOVES), Vec::new());
    let mut moves = Vec::new();
    for (mv, squares) in played.moves().into_iter().zip(squares) {
        let (mut becomes, mut places) = (None, Vec::new());
        let is_shared = counts.get(&squares).is_some_and(|&count| count > 1);
        if picture.shapes.len() <= MOST_SHAPES && (squares.is_empty() || is_shared) {
            played.play(&mv)?;
            let after = played.depict();
            played.take_back();
            match squares.last() {
                Some(&square) => becomes = glyph(&after, square).map(str::to_owned),
                None => places = changes(picture, &after),
            }
        }
        moves.push(LegalMove { mv, squares, becomes, places });
    }
    Ok(moves)
}

/// A request for the analysis of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analysis {
    played: Played,
    algorithm: Option<String>,
    depth: Option<u32>,
    #[serde(default)]
    exact: bool,
    #[serde(default = "one")]
    lines: usize,
    #[serde(default)]
    all_moves: bool,
    /// Whether to use the textbook form of the search.
    #[serde(default)]
    plain: bool,
    /// Maximum number of steps to send, for requests with steps.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: RequestLimits,
}

const fn one() -> usize {
    1
}

impl Analysis {
    /// Maximum number of steps to send.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The requested limits, and those in the brackets of the algorithm.
    pub(crate) fn limits(&self) -> RequestLimits {
        let player = self.algorithm.as_deref().and_then(|text| Player::parse(text).ok());
        player.map_or(self.limits, |player| self.limits.or(player.nodes, player.time))
    }

    /// The game with its moves played.
    ///
    /// Refused if the algorithm does not support the game.
    pub(crate) fn open(&self, limits: &Limits) -> Result<Box<dyn PlayedGame>, Refusal> {
        let (played, request) = (self.played.open(limits)?, self.request()?);
        played.accepts(request.algorithm, request.depth)?;
        Ok(played)
    }

    /// The analysis request.
    pub(crate) fn request(&self) -> Result<AnalysisRequest, RegistryError> {
        let mut request = AnalysisRequest {
            depth: self.depth.map(|depth| depth.max(1)),
            exact: self.exact,
            lines: self.lines.clamp(1, 16),
            all_moves: self.all_moves,
            plain: self.plain,
            ..AnalysisRequest::default()
        };
        if let Some(text) = &self.algorithm {
            Player::parse(text)?.apply(&mut request, &mut Limits::default())?;
        }
        Ok(request)
    }
}

/// Maximum size of a table in bytes.
pub(crate) const TABLE: usize = 16 << 20;

/// Sends events `progress`, then one `report`.
pub(crate) fn analyze(asked: &Asked<'_>) -> Result<(), Refusal> {
    let &Asked { ceilings, viewer, .. } = asked;
    let analysis: Analysis = asked.json()?;
    let request = analysis.request()?;
    let played = analysis.open(&asked.limits())?;
    let mut table = GameTable::new(TABLE.min(ceilings.bytes))?;
    let limits = analysis.limits().within(ceilings, viewer.cancel());
    let report = played.analyze(&request, &mut table, &limits, &mut |it| {
        viewer.send(
            "progress",
            &json!({
                "depth": it.depth, "nodes": it.nodes, "score": it.score, "best": it.best,
                "seconds": it.seconds,
            }),
        );
    });
    viewer.send("report", &report);
    Ok(())
}
