//! Drawings of recorded searches of games.

use std::collections::BTreeMap;

use tremaux_core::Limits;
use tremaux_games::catalog;
use tremaux_games::named::{AnalysisRequest, GameEntry, GameTable, Player};
use tremaux_trace::drawing::{Part, Role, Style, svg};
use tremaux_trace::picture::Theme;
use tremaux_trace::{Trace, TraceSelection, dot};

fn recorded(entry: &GameEntry, text: &str, player: &str, depth: Option<u32>) -> Trace {
    let played = entry.open(&[], text).expect(text);
    let algorithm = Player::parse(player).expect(player).algorithm.expect("an algorithm");
    let request = AnalysisRequest { algorithm, depth, ..AnalysisRequest::default() };
    let selection = TraceSelection::default();
    let mut trace = Trace::new(played.trace_header(&request, selection));
    let mut table = GameTable::new(1 << 16).expect("a small table");
    let limits = Limits::default();
    let _ =
        played.analyze_recorded(&request, &mut table, &limits, selection, &mut trace, &mut |_| {});
    trace
}

/// The numbers of the legal moves of all nodes, by playing the moves that lead there.
fn legal_moves(entry: &GameEntry, text: &str, trace: &Trace) -> Vec<usize> {
    let mut counts = Vec::new();
    for id in 0..trace.nodes.len() {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some(parent) = trace.nodes[at].parent {
            moves.push(trace.nodes[at].action.clone());
            at = parent as usize;
        }
        let mut played = entry.open(&[], text).expect(text);
        for mv in moves.iter().rev() {
            played.play(mv).expect("a recorded move");
        }
        counts.push(played.moves().len());
    }
    counts
}

/// All iterations are one tree; whose the values are is said; and all moves of a position are
/// drawn, those that were cut off as such.
#[test]
fn a_game_tree_is_drawn_once_with_what_was_cut_off() {
    let (mut cut, mut earlier) = (0, 0);
    for (entry, text, depth) in [
        (&catalog::TIC_TAC_TOE, "xox/.o./...", Some(4)),
        (&catalog::TIC_TAC_TOE, "x../.o./...", Some(3)),
        (&catalog::CONNECT_FOUR, "4453", Some(3)),
        (&catalog::GAME_TREE, "", None),
    ] {
        for player in ["alpha-beta", "scout", "mtd-f", "bisect", "minimax"] {
            let what = format!("{} {text} {player}", entry.info().name);
            let trace = recorded(entry, text, player, depth);
            let part = Part::of(&trace, usize::MAX);
            assert_eq!(part.roots, [0], "{what}");
            let roots = trace.nodes.iter().filter(|node| node.parent.is_none());
            assert_eq!(roots.count(), 1, "{what}");
            let legal = legal_moves(entry, text, &trace);
            let untried: BTreeMap<u32, u32> = part.cut.iter().copied().collect();
            for &id in &part.nodes {
                let drawn = &part.children[id as usize];
                let more = untried.get(&id).copied().unwrap_or(0) as usize;
                let is_refuted = trace.nodes[id as usize].cutoff.is_some();
                let is_earlier = Role::of(&trace, id) == Role::Cut;
                if is_refuted && !is_earlier {
                    assert_eq!(drawn.len() + more, legal[id as usize], "{what}, node {id}");
                }
                assert!(is_refuted || more == 0, "{what}, node {id}");
                assert!(!is_earlier || drawn.is_empty(), "{what}, node {id}");
                cut += more;
                earlier += u32::from(is_earlier);
            }
            let drawing = svg(&trace, Style::default());
            let graph = dot(&trace, Theme::LIGHT, usize::MAX);
            for picture in [&drawing, &graph] {
                assert!(picture.contains("values: "), "{what}");
                assert!(picture.contains(entry.info().sides[0]), "{what}");
            }
        }
    }
    assert!(cut > 50 && earlier > 5, "{cut} {earlier}");
}

/// The tree of Russell and Norvig: two leaves of the second branch are cut off, and nothing of the
/// third, whose last leaf refutes it.
#[test]
fn the_tree_of_the_book_has_two_leaves_cut_off() {
    let trace = recorded(&catalog::GAME_TREE, "", "alpha-beta", None);
    let part = Part::of(&trace, usize::MAX);
    let counts: Vec<u32> = part.cut.iter().map(|it| it.1).collect();
    assert_eq!(counts, [2]);
    let drawing = svg(&trace, Style::default());
    assert!(drawing.contains("2 cut off") && drawing.contains("for side max"));
}
