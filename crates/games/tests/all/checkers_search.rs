//! Checkers searched: the counts of the textbook, its studies, engines against plain minimax.

use tremaux_core::{
    Bound, Evaluator, Game, GameNotation, Limits, MoveOrdering, Score, TacticalGame, Turn,
};
use tremaux_games::checkers::{
    Bozykowski, Brazilian, Checkers, English, International, Material, Position, Russian, Variant,
};
use tremaux_play::{
    AlphaBeta, History, Killers, NoisyFirst, Quiescence, RootScores, SearchParts, Textbook, Window,
};
use tremaux_testkit as testkit;
use tremaux_testkit::textbook_games::minimax;

const ENDLESS: Checkers<Brazilian> = Checkers::without_draws();

#[test]
fn states_of_the_textbook() {
    // P. Klesk, with the library SaC: Minimax with quiescence from the opening.
    let start = ENDLESS.initial_state();
    let solve = |search: Textbook| {
        let parts = SearchParts::new().evaluator(Bozykowski).horizon(Quiescence::default());
        let report = search.quiescence(true).solve(&ENDLESS, &start, parts, &Limits::default());
        (report.score, report.statistics.nodes)
    };
    let minimax = |plies, table| Textbook::default().max_depth(plies).prunes(false).table(table);
    let states = [(2, false), (3, false), (4, false), (3, true)];
    assert_eq!(states.map(|(plies, it)| solve(minimax(plies, it)).1), [86, 779, 4_238, 693]);
    // Pruning does not change the score.
    for plies in 2..=5 {
        let (expected, states) = solve(minimax(plies, false));
        for table in [false, true] {
            let (score, found) = solve(minimax(plies, table).prunes(true));
            assert_eq!(score, expected, "{plies} {table}");
            assert!(found < states);
        }
    }
}

/// All best moves at this depth in plies, with quiescence.
fn best(position: &Position, plies: u32) -> (Score, Vec<String>) {
    let parts = SearchParts::new()
        .evaluator(Bozykowski)
        .ordering(NoisyFirst)
        .horizon(Quiescence::default());
    let options = AlphaBeta::default().max_depth(plies).root_scores(RootScores::Ties);
    let report = options.solve(&ENDLESS, position, parts, &Limits::default());
    let is_best = |score, bound| score == report.score && bound == Bound::Exact;
    let moves = report.root_moves.iter().filter(|mv| is_best(mv.score, mv.bound));
    let mut moves: Vec<String> = moves.map(|mv| ENDLESS.move_text(position, mv.mv)).collect();
    moves.sort();
    (report.score, moves)
}

#[test]
fn four_kings_catch_one() {
    let position = ENDLESS.parse_position("W:WKB2,KB8,KC1,KA1:BKD8").expect("five kings");
    let moves = ["b2-d4", "b8-d6", "b8-f4"].map(str::to_owned).to_vec();
    assert_eq!(best(&position, 7), (Score::win_in(9), moves));
}

/// Whether the printed line of the study is best play from a position, and its first move is the
/// only one that wins in this many plies.
fn is_the_study(mut position: Position) -> bool {
    let line = ["G5:H6", "G7:F6", "F4:G5", "F6:E5", "G5:F6", "E5:G7", "H6:F8:D6"];
    for (nth, text) in line.into_iter().enumerate() {
        if ENDLESS.turn(&position) == Turn::Over {
            return false;
        }
        let Ok(mv) = ENDLESS.parse_move(&position, text) else { return false };
        let left = (line.len() - nth) as u32;
        let is_white = nth % 2 == 0;
        let value = if is_white { Score::win_in(left) } else { Score::loss_in(left) };
        let (score, moves) = best(&position, left.max(2));
        let is_best = moves.contains(&ENDLESS.move_text(&position, mv));
        if score != value || !is_best || (nth == 0 && moves.len() > 1) {
            return false;
        }
        let _ = ENDLESS.play(&mut position, mv);
    }
    ENDLESS.turn(&position) == Turn::Over
}

#[test]
fn the_line_of_the_study_wins_on_one_board() {
    // The board is known from a picture alone. The line moves two men of White and takes two of
    // Black; with these alone it does not win, and of all men that may be added just one helps.
    let board = |white: &str, black: &str| {
        ENDLESS.parse_position(&format!("W:Wg5,f4{white}:Bg7,e7{black}")).ok()
    };
    assert!(!is_the_study(board("", "").expect("four men")));
    let mut found = Vec::new();
    for square in 1..=32 {
        for (name, white, black) in [("white", square, 0), ("black", 0, square)] {
            let word = |square| if square > 0 { format!(",{square}") } else { String::new() };
            let position = board(&word(white), &word(black));
            if position.is_some_and(is_the_study) {
                found.push((name, square));
            }
        }
    }
    // h4, where it keeps Black from taking g5.
    assert_eq!(found, [("white", 20)]);
}

fn agrees_with_minimax<V: Variant>(seed: u64) {
    let game: Checkers<V> = Checkers::new();
    let (mut nth, mut walker) = (0, testkit::Walker::new(seed));
    testkit::play_at_random(&game, seed, 6, |position, moves| {
        nth += 1;
        if moves.is_empty() || nth % 7 != 0 {
            return;
        }
        let depth = 1 + walker.below(4) as u32;
        let mover = position.player_to_move();
        let expected = minimax(&game, &Material, &mut position.clone(), mover, depth, &mut 0);
        for window in [Window::Full, Window::Scout, Window::Mtd] {
            let options = AlphaBeta::default().max_depth(depth).window(window);
            let ordering = (NoisyFirst, (Killers::default(), History::default()));
            let parts = SearchParts::new().evaluator(Material).ordering(ordering);
            let report = options.solve(&game, position, parts, &Limits::default());
            assert_eq!(report.score, expected, "{} {depth}", game.position_text(position));
        }
    });
}

#[test]
fn engines_agree_with_minimax() {
    agrees_with_minimax::<English>(1);
    agrees_with_minimax::<Brazilian>(2);
    agrees_with_minimax::<International>(3);
    agrees_with_minimax::<Russian>(4);
}

fn evaluations_are_fair<V: Variant>() {
    let game: Checkers<V> = Checkers::new();
    let start = game.initial_state();
    assert_eq!(Bozykowski.evaluate(&game, &start), Score::DRAW);
    assert_eq!(Material.evaluate(&game, &start), Score::DRAW);
    // Turned round with the colours changed, a position is worth the same to the side to move.
    testkit::play_at_random(&game, 7, 8, |position, _| {
        let turned = turned(&game, position);
        let judge =
            |position| [Bozykowski.evaluate(&game, position), Material.evaluate(&game, position)];
        assert_eq!(judge(position), judge(&turned), "{}", game.position_text(position));
    });
}

/// The board turned round, White for Black.
fn turned<V: Variant>(game: &Checkers<V>, position: &Position) -> Position {
    let squares = V::SIDE * V::SIDE / 2;
    let mut sides = [Vec::new(), Vec::new()];
    for square in 1..=squares {
        if let Some((player, is_king)) = game.piece(position, square) {
            let sign = if is_king { "K" } else { "" };
            sides[usize::from(player)].push(format!("{sign}{}", squares + 1 - square));
        }
    }
    // By player, the first of whom is White but in English draughts.
    let [first, second] = sides.map(|side| side.join(","));
    let mover = usize::from(position.player_to_move());
    let (names, mover) = if V::WHITE_BEGINS {
        (["B", "W"], ["B", "W"][mover])
    } else {
        (["W", "B"], ["W", "B"][mover])
    };
    let text = format!("{mover}:{}{first}:{}{second}", names[0], names[1]);
    game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn evaluations() {
    evaluations_are_fair::<English>();
    evaluations_are_fair::<Brazilian>();
    evaluations_are_fair::<International>();
    evaluations_are_fair::<Russian>();
    let value = |text: &str| {
        let position = ENDLESS.parse_position(text).expect(text);
        Bozykowski.evaluate(&ENDLESS, &position).get()
    };
    // A man on the edge that moves freely and cannot be taken, against one like it.
    assert_eq!(value("W:Wa3:Bh6"), 0);
    // A king, which cannot be taken on the edge, against a man.
    assert_eq!(value("W:WKa1:Bh6"), 85 - 13);
    // One step from promotion: 6 more.
    assert_eq!(value("W:Wa7:Bh6"), 6);
    // Each can capture the other, so neither is safe.
    assert_eq!(value("W:Wd4:Be5"), 0);
    // d8 is shut in behind its own; nothing can be taken.
    assert_eq!(value("W:Wa3:Bd8,c7,e7"), 13 - 3 * 13 + 1 - 3 + 1);
}

#[test]
fn loud_moves_come_first() {
    let game: Checkers<Russian> = Checkers::new();
    let position = game.parse_position("W:Wc3,h2:Bd4,f6,g3").expect("two captures");
    let (mut moves, mut ratings) = (Vec::new(), Vec::new());
    game.moves(&position, &mut moves);
    NoisyFirst.rate(&game, &position, 0, &moves, &mut ratings);
    let loudest = (0..moves.len()).max_by_key(|&nth| ratings[nth]).expect("two");
    assert_eq!(game.move_text(&position, moves[loudest]), "c3xe5xg7");
    assert_eq!(game.loudness(&position, moves[loudest]), 4);
}
