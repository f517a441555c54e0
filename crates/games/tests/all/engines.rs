//! The other engines on these games: retrograde analysis, max^n, expectiminimax.

use std::collections::HashMap;

use tremaux_core::{Game, GameNotation, IndexedGame, Limits, PayoffEvaluator, Player, Turn};
use tremaux_games::backgammon::{Backgammon, BearOffEquity, Board, Phase, PipCount, TwoSided};
use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes, Position};
use tremaux_games::nim::Nim;
use tremaux_games::tic_tac_toe::TicTacToe;
use tremaux_play::{Expectiminimax, MaxN, SearchParts, retrograde_analysis};
use tremaux_tables::{Cache, EndgameTable, EndgameValue, Origin};
use tremaux_testkit::textbook_games::{expected_payoffs, minimax};

/// Every position that moves lead to has its number.
fn check_numbers<G: IndexedGame>(game: &G)
where
    G::State: PartialEq + std::fmt::Debug,
{
    let mut moves = Vec::new();
    for index in 0..game.position_count() {
        let Some(state) = game.position(index) else { continue };
        assert_eq!(game.index(&state), index, "{state:?}");
        moves.clear();
        if game.turn(&state) != Turn::Over {
            game.moves(&state, &mut moves);
        }
        for &mv in &moves {
            let mut child = state.clone();
            let _ = game.play(&mut child, mv);
            assert_eq!(game.position(game.index(&child)).as_ref(), Some(&child));
        }
    }
    assert_eq!(game.position(game.position_count()), None);
}

#[test]
fn tic_tac_toe_backwards() {
    let game = TicTacToe;
    check_numbers(&game);
    let solved = retrograde_analysis(&game, &Limits::default()).expect("a small game");
    let mut legal = 0;
    for index in 0..game.position_count() {
        let value = solved.get(index);
        let Some(position) = game.position(index) else {
            assert_eq!(value, EndgameValue::Invalid);
            continue;
        };
        legal += 1;
        let mover = position.player_to_move();
        if game.turn(&position) == Turn::Over {
            continue;
        }
        let score = minimax(&game, &(), &mut position.clone(), mover, 9, &mut 0);
        let expected = match (score.plies_to_end(), score.get().signum()) {
            (Some(plies), 1) => EndgameValue::Win(plies as u16),
            (Some(plies), _) => EndgameValue::Loss(plies as u16),
            (None, _) => EndgameValue::Draw,
        };
        assert_eq!(value, expected, "{position:?}");
    }
    // All 5,478 positions that can be reached, and no others.
    assert_eq!(legal, 5478);
}

#[test]
fn what_is_solved_is_kept_and_mapped() {
    let folder = std::env::temp_dir().join(format!("tremaux-solved-{}", std::process::id()));
    let cache = Cache::at(&folder);
    let game = TicTacToe;
    let load = || -> (EndgameTable, Origin) {
        let solve = || retrograde_analysis(&game, &Limits::default());
        let build = || solve().map(|solved| solved.table("tic-tac-toe"));
        cache.table("tic-tac-toe", game.position_count(), build).expect("a small game")
    };
    let (built, origin) = load();
    assert!(matches!(origin, Origin::Built { replaced: None, not_stored: None }), "{origin:?}");
    let (mapped, origin) = load();
    assert!(matches!(origin, Origin::Mapped), "{origin:?}");
    for index in 0..game.position_count() {
        assert_eq!(built.get(index), mapped.get(index));
    }
    drop((built, mapped));
    let file = std::fs::read_dir(&folder).expect("a folder").next().expect("one file");
    let path = file.expect("a file").path();
    let whole = std::fs::read(&path).expect("read");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 16;
    for wrong in [damaged, whole[..whole.len() / 2].to_vec(), Vec::new()] {
        std::fs::write(&path, wrong).expect("written");
        let (_, origin) = load();
        assert!(matches!(origin, Origin::Built { replaced: Some(_), .. }), "{origin:?}");
        assert_eq!(std::fs::read(&path).expect("read"), whole);
    }
    // An analysis that is stopped leaves what was there, and no file where none was.
    std::fs::remove_file(&path).expect("removed");
    let stopped = cache.table("tic-tac-toe", game.position_count(), || {
        let limits = Limits::default().with_nodes(100);
        retrograde_analysis(&game, &limits).map(|solved| solved.table("tic-tac-toe"))
    });
    assert!(stopped.is_err() && !path.exists());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn nim_backwards() {
    for game in
        [Nim::new(&[3, 4, 2]).expect("heaps"), Nim::new(&[3, 4, 2]).expect("heaps").misere()]
    {
        check_numbers(&game);
        let solved = retrograde_analysis(&game, &Limits::default()).expect("small");
        for index in 0..game.position_count() {
            let heaps = game.position(index).expect("every number is a position");
            if game.turn(&heaps) == Turn::Over {
                continue;
            }
            let is_won = matches!(solved.get(index), EndgameValue::Win(_));
            assert_eq!(is_won, game.is_won(&heaps), "{heaps:?}");
        }
    }
}

/// What each player can be sure to get when all want most boxes, the first of equals.
fn best(
    game: &DotsAndBoxes<3>,
    position: Position,
    known: &mut HashMap<Position, [f64; 3]>,
) -> [f64; 3] {
    let Turn::Player(mover) = game.turn(&position) else {
        return [0, 1, 2].map(|player| game.payoff(&position, player));
    };
    if let Some(&payoffs) = known.get(&position) {
        return payoffs;
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut result: Option<[f64; 3]> = None;
    for mv in moves {
        let mut child = position;
        let _ = game.play(&mut child, mv);
        let payoffs = best(game, child, known);
        let own = usize::from(mover);
        result = Some(result.filter(|best| best[own] >= payoffs[own]).unwrap_or(payoffs));
    }
    let result = result.expect("an unfinished game offers a move");
    known.insert(position, result);
    result
}

#[test]
fn three_players_by_max_n() {
    let game: DotsAndBoxes<3> = DotsAndBoxes::new(3, 1).expect("a board");
    for (text, depth) in [("-.-/.||./...", 10), ("---/.|../-..", 6), ("..-/||../-.-", 5)] {
        let position = game.parse_position(text).expect(text);
        let mut known = HashMap::new();
        let expected = best(&game, position, &mut known);
        for payoff_sum in [None, Some(3.0)] {
            let options = MaxN::default().payoff_sum(payoff_sum);
            let report = options.solve(
                &game,
                &position,
                SearchParts::new().evaluator(BoxLead),
                &Limits::default(),
            );
            let Turn::Player(mover) = game.turn(&position) else { panic!("not over") };
            assert!(report.is_exact && report.depth <= depth, "{text}");
            assert_eq!(report.value, expected[usize::from(mover)], "{text} {payoff_sum:?}");
            let mut end = position;
            for &edge in &report.line {
                let _ = game.play(&mut end, edge);
            }
            assert_eq!(game.payoff(&end, mover), report.value, "{text}");
        }
    }
}

#[test]
fn bearing_off_by_expectiminimax() {
    // Searched to the end of the game, or to where the table knows: the same equity.
    let table = TwoSided::new(3);
    let exact = BearOffEquity::new(table.clone(), PipCount);
    for text in ["UgAAEAwAAAAAAA", "UgAAEAwAAAAAAA 2", "UgAAEAwAAAAAAA 1 21"] {
        let position = Backgammon.parse_position(text).expect(text);
        let mut payoffs = [0.0; 2];
        exact.estimate(&Backgammon, &position, &mut payoffs);
        assert_eq!(payoffs[0], -payoffs[1]);
        let player = position.player_on_roll();
        let options = Expectiminimax::default().max_depth(3).range((-3.0, 3.0));
        let limits = Limits::default();
        let report =
            options.solve(&Backgammon, &position, SearchParts::new().evaluator(&exact), &limits);
        let points = |player: Player| position.board.bear_off(player).expect("at home");
        let (mine, theirs) = (points(player), points(1 - player));
        let equity = |win: f64| 2.0 * win - 1.0;
        let expected = match position.phase {
            Phase::Play(_, dice) => equity(table.best_play(mine, theirs, dice).1),
            _ => equity(table.win(mine, theirs)),
        };
        // A root of chance is valued for the first player.
        let expected = match Backgammon.turn(&position) {
            Turn::Chance if player == 1 => -expected,
            _ => expected,
        };
        assert!((report.value - expected).abs() < 1e-9, "{text}: {} {expected}", report.value);
    }
    // To the very end, without a table.
    let mut points = [[0; 25]; 2];
    (points[0][5], points[1][4]) = (1, 1);
    let board = Board::new(points).expect("one checker each");
    let position = tremaux_games::backgammon::Position { board, phase: Phase::Roll(0) };
    let options = Expectiminimax::default().range((-3.0, 3.0));
    let report = options.solve(
        &Backgammon,
        &position,
        SearchParts::new().evaluator(PipCount),
        &Limits::default(),
    );
    let payoffs = expected_payoffs(&Backgammon, &mut position.clone());
    assert!(report.is_exact && (report.value - payoffs[0]).abs() < 1e-12);
    let win = 27.0 / 36.0 + 9.0 / 36.0 * (5.0 / 36.0);
    assert!((payoffs[0] - (2.0 * win - 1.0)).abs() < 1e-12);
}
