//! Endings of checkers solved backwards, against published counts and forward search.

use tremaux_core::{Game, GameNotation, IndexedGame, Limits, Score, Turn};
use tremaux_games::checkers::{
    Brazilian, Checkers, EndingTables, Endings, English, International, Material, Russian, Variant,
    WithEndings,
};
use tremaux_play::{AlphaBeta, History, Quiescence, SearchParts, SolvedGame, retrograde_analysis};
use tremaux_tables::{Cache, EndgameValue, TranspositionTable, TwoLevel};
use tremaux_testkit as testkit;

fn solved<V: Variant>(pieces: u32) -> (Endings<V>, SolvedGame) {
    let endings = Endings::new(pieces);
    let solved = retrograde_analysis(&endings, &Limits::default()).expect("no limit");
    (endings, solved)
}

/// The number of ways to place so many pieces on the board.
fn placements<V: Variant>(most: u32) -> Vec<usize> {
    let endings: Endings<V> = Endings::new(most);
    let mut counts = vec![0; most as usize];
    for layer in endings.layers() {
        // All with the first player to move; then all with the other.
        let half = layer.numbers.start + layer.numbers.len() / 2;
        for (index, with_other) in (layer.numbers.start..half).zip(half..) {
            let positions = [index, with_other].map(|index| endings.position(index));
            for (position, index) in positions.iter().zip([index, with_other]) {
                assert!(position.is_none_or(|position| endings.index(&position) == index));
            }
            if let Some(position) = positions[0].or(positions[1]) {
                let count: u32 =
                    (0..2).map(|player| position.men(player) + position.kings(player)).sum();
                counts[count as usize - 1] += 1;
            }
        }
    }
    assert_eq!(endings.position(endings.position_count()), None);
    counts
}

#[test]
fn endings_are_numbered() {
    // Schaeffer, Culberson, Treloar, Knight, Lu and Szafron, A World Championship Caliber
    // Checkers Program, 1992.
    assert_eq!(placements::<English>(3), [120, 6_972, 261_224]);
    assert_eq!(placements::<Russian>(2), [120, 6_972]);
    assert_eq!(placements::<International>(2)[0], 2 * (50 + 45));
}

#[test]
#[ignore = "takes a minute: cargo test --release -p tremaux-games checkers_endgames -- --ignored"]
fn five_pieces_are_numbered() {
    assert_eq!(placements::<English>(5), [120, 6_972, 261_224, 7_092_774, 148_688_232]);
}

/// The tables of layers, built one after the other.
fn tables<V: Variant>(pieces: u32) -> EndingTables<V> {
    EndingTables::build(Endings::new(pieces), &Limits::default(), |_, _, build| build())
        .expect("no limit")
}

fn layers_are_the_whole<V: Variant>(pieces: u32) {
    let (endings, solved) = solved::<V>(pieces);
    let tables = tables::<V>(pieces);
    for index in 0..endings.position_count() {
        let Some(position) = endings.position(index) else { continue };
        assert_eq!(tables.get(&position), Some(solved.get(index)), "{index}");
    }
}

#[test]
fn tables_of_layers_are_those_of_the_whole_game() {
    layers_are_the_whole::<English>(3);
    layers_are_the_whole::<Brazilian>(2);
    layers_are_the_whole::<Russian>(2);
    layers_are_the_whole::<International>(2);
}

/// What search finds within a few plies is what the tables say of so many random positions.
fn agrees_with_search<V: Variant>(tables: &EndingTables<V>, count: u32) {
    let endings = tables.endings();
    let game: Checkers<V> = Checkers::without_draws();
    let mut walker = testkit::Walker::new(3);
    let mut compared = 0;
    while compared < count {
        let index = walker.below(endings.position_count());
        let Some(position) = endings.position(index) else { continue };
        if game.turn(&position) == Turn::Over {
            continue;
        }
        compared += 1;
        const PLIES: u32 = 7;
        let cache = TranspositionTable::<TwoLevel>::with_scheme(1 << 16);
        let parts = SearchParts::new().ordering(History::default()).table(cache);
        let options = AlphaBeta::default().max_depth(PLIES);
        let report = options.solve(&game, &position, parts, &Limits::default());
        let value = tables.get(&position).and_then(EndgameValue::score).expect("a value");
        let is_near = value.plies_to_end().is_some_and(|plies| plies <= PLIES);
        let text = game.position_text(&position);
        if is_near {
            assert_eq!(report.score, value, "{text}");
        } else {
            assert!(!report.score.is_decisive(), "{text} {report:?}");
        }
        // With the tables a search is done at once.
        let evaluator = WithEndings { tables, evaluator: Material };
        let parts = SearchParts::new().evaluator(evaluator).horizon(Quiescence::default());
        let one = AlphaBeta::default().max_depth(1);
        let report = one.solve(&game, &position, parts, &Limits::default());
        assert_eq!((report.score, report.is_exact), (value, true), "{text}");
    }
}

#[test]
fn search_finds_what_the_tables_say() {
    agrees_with_search(&tables::<English>(3), 400);
    agrees_with_search(&tables::<Brazilian>(2), 400);
    agrees_with_search(&tables::<Russian>(2), 400);
    agrees_with_search(&tables::<International>(2), 400);
}

#[test]
#[ignore = "takes minutes without tables in $TREMAUX_CACHE: cargo test --release -p tremaux-games \
            checkers_endgames -- --ignored --nocapture"]
fn five_pieces_agree_with_search() {
    let cache = std::env::var_os("TREMAUX_CACHE").map_or(Cache::none(), Cache::at);
    let tables = EndingTables::<English>::build(
        Endings::new(5),
        &Limits::default(),
        |layer, name, build| cache.table(name, layer.numbers.len(), build).map(|(table, _)| table),
    )
    .expect("no limit");
    agrees_with_search(&tables, 10_000);
    let endings = tables.endings();
    let mut counts = [[0_u64; 3]; 5];
    for layer in endings.layers().iter().filter(|layer| layer.is_first()) {
        let both = 1 + u64::from(layer.men[0] != layer.men[1] || layer.kings[0] != layer.kings[1]);
        let pieces = layer.men.iter().chain(&layer.kings).sum::<u32>();
        let counts = &mut counts[pieces as usize - 1];
        for position in layer.numbers.clone().filter_map(|index| endings.position(index)) {
            match tables.get(&position).expect("few pieces") {
                // Finished games count for the first player; who cannot move has lost.
                EndgameValue::Win(0) | EndgameValue::Loss(_) => counts[2] += both,
                EndgameValue::Win(_) => counts[0] += both,
                EndgameValue::Draw => counts[1] += both,
                EndgameValue::Invalid => panic!("a position without a value"),
            }
        }
    }
    println!("won, drawn, lost for the player to move, by pieces: {counts:?}");
    // Twice the placements, but where one side stands alone only the other is to move.
    let counted = counts.map(|[won, drawn, lost]| won + drawn + lost);
    assert_eq!(counted, [120, 10_460, 457_256, 13_302_090, 288_139_040]);
}

#[test]
fn two_kings_beat_one_in_english_draughts_alone() {
    fn counts<V: Variant>() -> [u64; 3] {
        let (endings, solved) = solved::<V>(3);
        let mut counts = [0; 3];
        for index in 0..endings.position_count() {
            let Some(position) = endings.position(index) else { continue };
            let is_it = [0, 1].map(|player| (position.men(player), position.kings(player)))
                == [(0, 2), (0, 1)];
            if is_it && position.player_to_move() == 0 {
                counts[match solved.get(index) {
                    EndgameValue::Win(_) => 0,
                    EndgameValue::Draw => 1,
                    _ => 2,
                }] += 1;
            }
        }
        counts
    }
    // 32·31·30/2 positions each. By English rules only what is lost at once is not won; flying
    // kings escape from two in most.
    let [won, drawn, lost] = counts::<English>();
    assert_eq!(won + drawn + lost, 14_880);
    assert!(won > 14_800 && lost == 0, "{won} {drawn} {lost}");
    let [won, drawn, lost] = counts::<Brazilian>();
    assert_eq!(won + drawn + lost, 14_880);
    assert!(drawn > won && lost == 0, "{won} {drawn} {lost}");
}

#[test]
fn what_a_draw_by_number_may_spoil_is_not_called_known() {
    let tables = tables::<English>(3);
    let game: Checkers<English> = Checkers::new();
    let evaluator = WithEndings { tables: &tables, evaluator: Material };
    let known = |text: &str| {
        let position = game.parse_position(text).expect(text);
        tremaux_core::Evaluator::known(&evaluator, &game, &position)
    };
    let score = known("B:WK1:BK14,K18").expect("three pieces");
    let plies = score.plies_to_end().expect("a win") as u16;
    assert!(score > Score::DRAW && plies > 1);
    let late = 80 - plies;
    assert_eq!(known(&format!("B:WK1:BK14,K18:H{late}")), Some(score));
    assert_eq!(known(&format!("B:WK1:BK14,K18:H{}", late + 1)), None);
    assert_eq!(known("B:WK1,K2:BK14,K18"), None);
}
