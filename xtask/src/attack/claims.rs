//! What reports of games claim when the search was stopped: nothing that a whole search of the same
//! position contradicts.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use super::case::Case;
use super::report::Fault;
use super::{Allowed, Attack, text_of};

/// What a whole search proved.
struct Truth {
    score: i64,
    /// The scores of all moves.
    moves: BTreeMap<String, i64>,
    /// Whether scores count the plies to the end: then searches may prove other lengths.
    has_plies: bool,
}

impl Truth {
    /// The true value of every move of a position that is solved soon; `None` if it is not.
    fn of(attack: &Attack, game: &str, position: &str) -> Result<Option<Self>, String> {
        let mut case = Case::new(["analyze", game, "--exact", "--all-moves", "--format", "json"]);
        case.arguments.extend(["--nodes".into(), "1M".into()]);
        let mut case = case.within(Duration::from_secs(2));
        case.arguments.extend(["--".into(), position.to_owned()]);
        let ending = attack.run(&case)?;
        let report: Value = serde_json::from_slice(&ending.out).unwrap_or_default();
        let of_move = |it: &Value| {
            let score = it["score"].as_i64().filter(|_| it["exact"] == true)?;
            Some((text_of(&it["move"]), score))
        };
        let moves = report["moves"].as_array().into_iter().flatten().map(of_move).collect();
        let (score, moves): (_, Option<BTreeMap<_, _>>) = (report["score"].as_i64(), moves);
        let has_plies = report["outcome"].is_string() && report["plies"].is_u64();
        let is_whole = report["exact"] == true && ending.status.code() == Some(0);
        let whole = score.zip(moves.filter(|it| is_whole && !it.is_empty()));
        Ok(whole.map(|(score, moves)| Self { score, moves, has_plies }))
    }

    fn agrees(&self, claimed: i64, truly: i64) -> bool {
        claimed == truly || self.has_plies && claimed.signum() == truly.signum()
    }

    /// The first claim of a report that is false.
    fn contradiction(&self, report: &Value, lines: usize) -> Option<String> {
        let number = |it: &Value, key: &str| it[key].as_i64();
        let is_within = |it: &Value, truly: i64| {
            let holds = number(it, "at_least").is_none_or(|least| least <= truly)
                && number(it, "at_most").is_none_or(|most| truly <= most);
            let is_exact = it["exact"] == true && it["bound"].is_null();
            let claimed = number(it, "score").filter(|_| is_exact);
            (holds || self.has_plies) && claimed.is_none_or(|score| self.agrees(score, truly))
        };
        let said = |what: &str| Some(format!("{what} {report}"));
        if !is_within(report, self.score) {
            return said("a false score of the position:");
        }
        let outcome = ["loss", "draw", "win"][(self.score.signum() + 1) as usize];
        if report["outcome"].is_string() && report["outcome"] != outcome {
            return said("a false outcome:");
        }
        let best = text_of(&report["best"]);
        let is_proved = report["exact"] == true || report["outcome"].is_string();
        match self.moves.get(&best) {
            None => return said("a best move that is not legal:"),
            Some(&of_best) if is_proved && of_best.signum() != self.score.signum() => {
                return said("a best move that loses what is proved:");
            }
            Some(_) => {}
        }
        let moves = report["moves"].as_array().into_iter().flatten();
        let wrong = |it: &&Value| {
            self.moves.get(&text_of(&it["move"])).is_none_or(|&truly| !is_within(it, truly))
        };
        if let Some(mv) = moves.into_iter().find(wrong) {
            return said(&format!("a false score of {}:", mv["move"]));
        }
        let told = report["lines"].as_array().map_or(0, Vec::len);
        if told > lines { said("more lines than were asked for:") } else { None }
    }
}

/// Stopped searches of examples and of positions that are mutated examples, until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let algorithms = attack.names("game-algorithm")?;
    let is_game = |it: &&super::Target| it.kind == "game";
    let games = attack.targets.iter().filter(is_game);
    let games: Vec<_> = games.map(|it| (it.name.clone(), text_of(&it.info["example"]))).collect();
    let mut random = attack.random(5);
    for number in 0.. {
        if attack.is_over() {
            break;
        }
        let (game, example) = &games[number % games.len()];
        let mut position = example.clone();
        if number >= games.len() {
            let bytes = random.mutated(example.as_bytes(), example.as_bytes());
            // No argument holds a zero.
            position = String::from_utf8_lossy(&bytes).replace('\0', "");
        }
        let Some(truth) = Truth::of(attack, game, &position)? else { continue };
        for _ in 0..12 {
            let lines = 1 + random.below(3);
            let nodes = random.pick(&["1", "2", "5", "10", "50", "200", "1k", "20k"]);
            let memory = random.pick(&["2k", "64k", "4M"]);
            let line = format!(
                "analyze {game} --format json --lines {lines} --nodes {nodes} --memory {memory}"
            );
            let mut case = Case::new(line.split(' '));
            case.arguments.extend(match random.below(6) {
                0 => vec![],
                1 => vec!["--exact".into()],
                2 => vec!["--prove".into()],
                _ => vec!["--algorithm".into(), random.pick(&algorithms).clone()],
            });
            if random.below(2) == 0 {
                case.arguments.push("--all-moves".into());
            }
            case.arguments.extend(["--".into(), position.clone()]);
            let (ending, _) = attack.judged(&case, Allowed::default())?;
            // What does not suit the game is refused.
            let Ok(report) = serde_json::from_slice(&ending.out) else { continue };
            if let Some(claim) = truth.contradiction(&report, lines) {
                attack.fail(&case, Fault::Other, &claim);
            }
        }
    }
    Ok(())
}
