//! Games: positions, and what they are worth.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tremaux_core::Turn;
use tremaux_registry::{
    AnalysisRequest, GameTable, Outcome, PlayedGame, Player, RegistryError, game,
};

use crate::answer::Asked;
use crate::board::{Board, changes};
use crate::generate::given;
use crate::limits;
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::stream::stream;

/// A game by its first position and the moves since.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The first position; where the game starts, if blank.
    #[serde(default)]
    start: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Where nature is to move: a number from 0 to 1 that chooses what it does.
    roll: Option<f64>,
}

impl Played {
    /// The game with its moves played.
    pub(crate) fn open(&self) -> Result<Box<dyn PlayedGame>, Refusal> {
        let entry = game(&self.game)?;
        let options = given(entry.info().options, &self.options)?;
        let mut played = entry.open(&options, &self.start)?;
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
pub(crate) struct Position {
    game: &'static str,
    position: String,
    start: String,
    board: Board,
    picture: String,
    /// What the sides are called, the one that begins first.
    sides: &'static [&'static str],
    /// The side to move, from 0; left out if the game is over or nature is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    /// Whether nature is to move.
    chance: bool,
    moves: Vec<Legal>,
    played: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Ended>,
}

/// A legal move, and where it may be clicked.
#[derive(Debug, Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
    /// The places that it changes, in cells from the corner of the picture.
    places: Vec<(f32, f32)>,
}

/// How a game ended for the first side, and by how much it leads.
#[derive(Debug, Serialize)]
struct Ended {
    outcome: Outcome,
    lead: i64,
    /// What each side gets, in games that are not only won and lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    payoffs: Option<Vec<f64>>,
}

/// No more legal moves are told than this.
const MOST_MOVES: usize = 1000;

/// Where moves may be clicked is not worked out on boards of more shapes than this.
const MOST_SHAPES: usize = 1000;

/// Answers `POST /api/position`.
pub(crate) async fn position(
    State(shared): State<Shared>,
    Asked(request): Asked<Played>,
) -> Result<Json<Position>, Refusal> {
    let slot = shared.slots().take()?;
    let shown = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        shown(&mut *request.open()?)
    });
    Ok(Json(shown.await.map_err(|_| Refusal::Busy)??))
}

fn shown(played: &mut dyn PlayedGame) -> Result<Position, Refusal> {
    let picture = played.depict();
    let mut moves = Vec::new();
    for mv in played.moves().into_iter().take(MOST_MOVES) {
        let mut places = Vec::new();
        if picture.shapes.len() <= MOST_SHAPES {
            played.play(&mv)?;
            places = changes(&picture, &played.depict());
            played.take_back();
        }
        moves.push(Legal { mv, places });
    }
    let side = match played.turn() {
        Turn::Player(player) => Some(player),
        _ => None,
    };
    let payoffs = played.payoffs();
    let result = played.result().map(|(outcome, lead)| Ended { outcome, lead, payoffs });
    Ok(Position {
        game: played.info().name,
        position: played.position(),
        start: played.start(),
        board: picture.into(),
        picture: played.picture(),
        sides: &played.info().sides[..played.player_count()],
        side,
        chance: played.turn() == Turn::Chance,
        moves,
        played: played.played(),
        result,
    })
}

/// Asks what a position is worth.
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
    /// Whether the search is that of the books.
    #[serde(default)]
    plain: bool,
    /// How many steps are told, of those who ask for steps.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: limits::Asked,
}

const fn one() -> usize {
    1
}

impl Analysis {
    /// How many steps are told.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The limits that are asked for.
    pub(crate) fn limits(&self) -> limits::Asked {
        self.limits
    }

    /// The game with its moves played.
    pub(crate) fn open(&self) -> Result<Box<dyn PlayedGame>, Refusal> {
        self.played.open()
    }

    /// What to find out, and how.
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
            let player = Player::parse(text)?;
            request.algorithm = player.algorithm.ok_or_else(|| RegistryError::NotOffered {
                component: player.text.clone(),
                reason: "it looks at no move".into(),
            })?;
            request.depth = request.depth.or(player.depth);
        }
        Ok(request)
    }
}

/// The most bytes of a table.
pub(crate) const TABLE: usize = 16 << 20;

/// Answers `POST /api/analyze`: events `progress`, then one `report`.
pub(crate) async fn analyze(
    State(shared): State<Shared>,
    Asked(analysis): Asked<Analysis>,
) -> Result<Response, Refusal> {
    let request = analysis.request()?;
    let slot = shared.slots().take()?;
    let opened = tokio::task::spawn_blocking(move || {
        analysis.open().map(|played| (slot, played, analysis.limits()))
    });
    let (slot, played, limits) = opened.await.map_err(|_| Refusal::Busy)??;
    let ceilings = *shared.ceilings();
    Ok(stream(slot, move |viewer| {
        let mut table = match GameTable::new(TABLE.min(ceilings.bytes)) {
            Ok(table) => table,
            Err(error) => return viewer.send("refusal", &json!({ "message": error.to_string() })),
        };
        let limits = limits.within(&ceilings, viewer.cancel());
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
    }))
}
