//! Games with hidden information: contracts, published values and equilibria, and what they are by
//! name.

use std::time::{Duration, Instant};

use tremaux_core::{
    Game, GameDepict, GameNotation, HiddenGame, HiddenNotation, Limits, Player, Random, StopReason,
    Turn,
};
use tremaux_games::catalog;
use tremaux_games::kuhn_poker::KuhnPoker;
use tremaux_games::leduc_poker::LeducPoker;
use tremaux_games::liars_dice::LiarsDice;
use tremaux_games::matrix_game::MatrixGame;
use tremaux_games::named::{
    AnalysisReport, AnalysisRequest, GameEntry, GameTable, PlayedGame, Player as NamedPlayer,
};
use tremaux_play::{Equilibrium, EquilibriumMethod, EquilibriumReport, every_line};
use tremaux_testkit as testkit;

pub(crate) fn check<G>(game: &G)
where
    G: HiddenNotation + GameDepict,
    G::State: PartialEq + std::fmt::Debug,
    G::Move: PartialEq,
{
    testkit::check_game(game, 1, 200);
    testkit::check_chance_game(game, 2, 200);
    testkit::check_game_notation(game, 3, 200);
    testkit::check_hidden_game(game, 5, 2000);
    testkit::play_at_random(game, 4, 200, |state, moves| {
        let _ = game.depict(state).to_text();
        for player in [0, 1] {
            let text = game.information_text(state, player);
            assert!(!text.contains('\n') && !text.is_empty(), "{text:?}");
        }
        if moves.is_empty() {
            assert_eq!(game.payoff(state, 0) + game.payoff(state, 1), 0.0);
        }
    });
}

#[test]
fn contracts() {
    check(&KuhnPoker);
    check(&LeducPoker);
    check(&LiarsDice::default());
    check(&LiarsDice::new(4, false).expect("4 sides"));
    check(&MatrixGame::default());
    assert_eq!((LiarsDice::new(1, true), LiarsDice::new(7, true)), (None, None));
}

/// The information sets, ways to end and positions of a game, by walking through all of it.
fn counts<G: HiddenGame>(game: &G) -> (usize, u64) {
    let (mut sets, mut ends) = (std::collections::HashSet::new(), 0);
    every_line(game, &mut game.initial_state(), &mut |state| match game.turn(state) {
        Turn::Player(player) => drop(sets.insert((player, game.information(state, player)))),
        Turn::Over => ends += 1,
        Turn::Chance => {}
    });
    (sets.len(), ends)
}

/// Kuhn 1950: 12 information sets, 30 ways to end. Leduc hold'em with cards of a rank alike: 288
/// information sets (936 with suits). Liar's dice: bids only rise, so that a history is a set of
/// the 12 bids, with either die 6 · 2^12 information sets, and doubted unless empty 36 · (2^12 - 1)
/// ends.
#[test]
fn sizes_are_as_published() {
    assert_eq!(counts(&KuhnPoker), (12, 30));
    assert_eq!(counts(&LeducPoker).0, 288);
    assert_eq!(counts(&LiarsDice::default()), (24_576, 147_420));
}

fn probability<G: HiddenNotation>(
    game: &G,
    report: &EquilibriumReport<G::State, G::Move>,
    information: &str,
    mv: &str,
) -> f64 {
    let is_it =
        |player: Player, state: &G::State| game.information_text(state, player) == information;
    let set = report.strategy.iter().find(|set| is_it(set.player, &set.state)).expect(information);
    let found = set.moves.iter().find(|(it, _)| game.move_text(&set.state, *it) == mv);
    found.expect(mv).1
}

/// Kuhn 1950: the value, and the relations that all equilibria satisfy.
#[test]
fn kuhn_poker_has_its_value_and_equilibria() {
    for method in [
        EquilibriumMethod::CfrPlus,
        EquilibriumMethod::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 },
    ] {
        let search = Equilibrium::default().method(method).target(5e-7);
        let limits = Limits::default().with_nodes(100_000_000);
        let report = search.solve(&KuhnPoker, &limits);
        assert!(report.exploitability <= 5e-7, "{report:?}");
        assert!((report.value + 1.0 / 18.0).abs() < 1e-6, "{}", report.value);
        let of = |information: &str, mv: &str| probability(&KuhnPoker, &report, information, mv);
        let alpha = of("J ?", "bet");
        for (information, mv, expected) in [
            ("K ?", "bet", 3.0 * alpha),
            ("Q ?", "bet", 0.0),
            ("Q ? check bet", "call", alpha + 1.0 / 3.0),
            ("J ? check bet", "call", 0.0),
            ("K ? check bet", "call", 1.0),
            ("? J check", "bet", 1.0 / 3.0),
            ("? Q check", "bet", 0.0),
            ("? K check", "bet", 1.0),
            ("? J bet", "call", 0.0),
            ("? Q bet", "call", 1.0 / 3.0),
            ("? K bet", "call", 1.0),
        ] {
            let found = of(information, mv);
            assert!((found - expected).abs() < 2e-3, "{information}, {mv}: {found} {expected}");
        }
        assert!((0.0..=1.0 / 3.0 + 1e-3).contains(&alpha), "{alpha}");
    }
}

#[test]
fn every_variant_converges_on_kuhn_poker() {
    for (method, iterations, most) in [
        (EquilibriumMethod::Cfr, 10_000, 1e-3),
        (EquilibriumMethod::CfrPlus, 10_000, 5e-5),
        (EquilibriumMethod::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 }, 10_000, 5e-5),
        (EquilibriumMethod::ExternalSampling, 300_000, 4e-3),
        (EquilibriumMethod::OutcomeSampling { exploration: 0.6 }, 1_000_000, 8e-3),
    ] {
        let search = Equilibrium::default().method(method).iterations(iterations).seed(1);
        let report = search.solve(&KuhnPoker, &Limits::default());
        assert!(report.exploitability < most, "{method:?}: {}", report.exploitability);
        let again = search.solve(&KuhnPoker, &Limits::default());
        assert_eq!(again.strategy, report.strategy, "{method:?}");
    }
}

/// The value that OpenSpiel and others compute: -0.0856 antes. Exploitability below a thousandth of
/// an ante takes less than a minute.
#[test]
fn leduc_poker_has_its_value() {
    let started = Instant::now();
    let search = Equilibrium::default().target(1e-3);
    let report = search.solve(&LeducPoker, &Limits::default());
    assert!(report.exploitability <= 1e-3);
    assert!((report.value + 0.0856).abs() < 1e-3, "{}", report.value);
    assert!(report.bounds.0 <= -0.085606 + 1e-6 && report.bounds.1 >= -0.085606 - 1e-6);
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// The value of 1-die-versus-1-die Dudo, whose rules are the same: Neller and Lanctot, "An
/// Introduction to Counterfactual Regret Minimization" (2013). OpenSpiel's linear program for the
/// sequence form says -0.027131782945736.
#[test]
fn liars_dice_has_its_value() {
    let game = LiarsDice::default();
    let report = Equilibrium::default().target(0.004).solve(&game, &Limits::default());
    assert!(report.exploitability <= 0.004);
    let (least, most) = report.bounds;
    assert!((least..=most).contains(&(-7.0 / 258.0)), "{least} {most}");
    let small = LiarsDice::new(2, true).expect("2 sides");
    let values = [EquilibriumMethod::Cfr, EquilibriumMethod::CfrPlus].map(|method| {
        let search = Equilibrium::default().method(method).iterations(20_000);
        search.solve(&small, &Limits::default()).value
    });
    assert!((values[0] - values[1]).abs() < 1e-3, "{values:?}");
}

/// Whoever is right about the last bid wins, with and without a wild face.
#[test]
fn wild_faces_count_only_where_they_are_wild() {
    let mut differ = 0;
    for sides in 2..=3_u8 {
        let [wild, plain] = [("yes", true), ("no", false)].map(|(word, is_wild)| {
            let game = LiarsDice::new(sides, is_wild).expect("2 or 3 sides");
            let options = [("sides", sides.to_string()), ("wild", word.to_owned())];
            let mut payoffs = Vec::new();
            every_line(&game, &mut game.initial_state(), &mut |state| {
                if game.turn(state) != Turn::Over {
                    return;
                }
                let text = game.position_text(state);
                let words: Vec<&str> = text.split(' ').collect();
                let (count, face) = words[words.len() - 2].split_once('-').expect("a bid");
                let highest = sides.to_string();
                let shows = |&&die: &&&str| die == face || is_wild && die == highest;
                let is_true = words[..2].iter().filter(shows).count() >= count.parse().unwrap();
                // Sides take turns after both dice; the doubt is the last word.
                let doubter = (words.len() - 1) % 2;
                let winner = if is_true { 1 - doubter } else { doubter };
                let expected = if winner == 0 { [1.0, -1.0] } else { [-1.0, 1.0] };
                let found = [game.payoff(state, 0), game.payoff(state, 1)];
                assert_eq!(found, expected, "{text}, wild: {is_wild}");
                let named = catalog::LIARS_DICE.open(&options, &text).expect("an end");
                assert_eq!(named.payoffs().expect("an end"), expected, "{text}, wild: {word}");
                payoffs.push(expected);
            });
            payoffs
        });
        differ += wild.iter().zip(&plain).filter(|(wild, plain)| wild != plain).count();
    }
    assert!(differ > 50, "{differ}");
}

#[test]
fn matrix_games_have_their_values() {
    let limits = Limits::default();
    let search = Equilibrium::default().target(1e-6).iterations(1 << 24);
    for (text, value) in [
        ("0 -1 1 / 1 0 -1 / -1 1 0", 0.0),
        ("-2 3 / 3 -4", 1.0 / 12.0),
        ("3 1 / 2 4", 2.5),
        ("4", 4.0),
        ("1 2 3", 1.0),
    ] {
        let game = MatrixGame::parse(text).expect(text);
        let report = search.solve(&game, &limits);
        assert!((report.value - value).abs() < 1e-5, "{text}: {report:?}");
    }
    assert_eq!(MatrixGame::new(&[]), None);
    assert_eq!(MatrixGame::new(&[vec![1.0], vec![]]), None);
    assert_eq!(MatrixGame::new(&[vec![f64::NAN]]), None);
    assert_eq!(MatrixGame::new(&vec![vec![0.0]; 1001]), None);
    for (text, column) in
        [("", 1), ("1 2 / 3", 7), ("1 x", 3), ("1 / / 2", 4), ("1 1e10", 3), ("1 nan", 3)]
    {
        assert_eq!(MatrixGame::parse(text).expect_err(text).column, column, "{text}");
    }
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    for (text, column, expected) in [
        ("", 1, "`start`"),
        ("K K", 3, "one of J, Q"),
        ("K Q raise", 5, "one of check, bet"),
        ("K Q bet fold call", 14, "the game is over"),
        ("K Q bet check", 9, "one of fold, call"),
        ("? Q", 1, "one of J, Q, K"),
    ] {
        let error = KuhnPoker.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    assert!(LiarsDice::default().parse_position("3 5 1-3 1-2").is_err());
    assert!(LeducPoker.parse_position("J J check check J").is_err());
    assert!(KuhnPoker.parse_position("k q CHECK").is_ok());
}

const ENTRIES: [&GameEntry; 5] = [
    &catalog::KUHN_POKER,
    &catalog::LEDUC_POKER,
    &catalog::LIARS_DICE,
    &catalog::GOOFSPIEL,
    &catalog::MATRIX_GAME,
];

fn analyze(game: &dyn PlayedGame, player: &str, limits: &Limits) -> AnalysisReport {
    let algorithm = NamedPlayer::parse(player).expect(player).algorithm.expect(player);
    let request = AnalysisRequest { algorithm, ..AnalysisRequest::default() };
    let mut table = GameTable::new(1 << 12).expect("a small table");
    game.analyze(&request, &mut table, limits, &mut |_| {})
}

#[test]
fn searches_of_open_positions_are_refused() {
    for entry in ENTRIES {
        let game = entry.open(&[], "").expect("the start");
        for name in ["alpha-beta", "expectiminimax", "max-n", "minimax", "mtd-f"] {
            let algorithm = NamedPlayer::parse(name).expect(name).algorithm.expect(name);
            let error = game.accepts(algorithm, None).expect_err(name);
            assert!(error.to_string().contains("the other player hides"), "{error}");
        }
        let names = ["cfr-plus", "cfr", "discounted-cfr", "external-sampling", "outcome-sampling"];
        assert_eq!(game.algorithms(), names);
    }
    let open = tremaux_games::catalog::NIM.open(&[], "").expect("the start");
    let cfr = NamedPlayer::parse("cfr").expect("a name").algorithm.expect("an algorithm");
    assert!(open.accepts(cfr, None).is_err());
}

#[test]
fn reports_have_the_strategy_and_the_curve() {
    let entry = &catalog::KUHN_POKER;
    let game = entry.open(&[], "").expect("the start");
    let report = analyze(&*game, "cfr-plus(iterations=5000)", &Limits::default());
    assert_eq!((report.strategy.len(), report.curve.len(), report.mix.len()), (12, 13, 0));
    assert_eq!((report.score, report.stopped, report.is_chance), (Some(-56), None, true));
    let [least, most] = report.bounds.expect("bounds");
    assert!(least <= -1.0 / 18.0 && -1.0 / 18.0 <= most);
    // Within a game: how to play with what the player knows, which is not the other card.
    let mixes = ["K J bet", "Q J bet", "K J check", "K Q check bet", "J Q check bet"].map(|text| {
        let game = entry.open(&[], text).expect(text);
        analyze(&*game, "cfr-plus(iterations=5000)", &Limits::default()).mix
    });
    assert_eq!(mixes[0], mixes[1]);
    assert!(mixes[3][1].probability > 0.99 && mixes[4][0].probability > 0.99, "{mixes:?}");
    let stopped = analyze(&*game, "cfr", &Limits::default().with_nodes(10));
    assert_eq!((stopped.score, stopped.stopped), (None, Some(StopReason::NodeLimit)));
    let over = entry.open(&[], "K Q bet fold").expect("a finished game");
    let report = analyze(&*over, "cfr", &Limits::default().with_nodes(0));
    assert_eq!((report.score, report.is_over), (Some(1000), true));
}

/// A table keeps the search for the same game and options, and only for those.
#[test]
fn searches_continue_at_the_next_position() {
    let mut table = GameTable::new(1 << 12).expect("a small table");
    let request = AnalysisRequest::default();
    let limits = Limits::default().with_nodes(5000);
    let mut iterations = |options: &[(&'static str, String)]| {
        let game = catalog::LIARS_DICE.open(options, "").expect("the start");
        game.analyze(&request, &mut table, &limits, &mut |_| {}).counts.nodes
    };
    let three = [("sides", "3".to_owned())];
    assert_eq!((iterations(&three), iterations(&three)), (5000, 10_000));
    assert_eq!(iterations(&[("sides", "2".to_owned())]), 5000);
}

/// Equilibrium against random play: it wins on average, and what a side sees never depends on what
/// the other one holds.
#[test]
fn equilibria_win_and_see_only_their_own() {
    let mut random = Random::new(5);
    for entry in [&catalog::KUHN_POKER, &catalog::LEDUC_POKER] {
        let mut table = GameTable::new(1 << 12).expect("a small table");
        let request = AnalysisRequest::default();
        let mut total = 0.0;
        for round in 0..600_u32 {
            let mut game = entry.open(&[], "").expect("the start");
            let seat = (round % 2) as Player;
            loop {
                let mv = match game.turn() {
                    Turn::Over => break,
                    Turn::Chance => game.chance_move(random.unit()),
                    Turn::Player(player) if player == seat => {
                        let limits = Limits::default().with_nodes(2000);
                        let report = game.analyze(&request, &mut table, &limits, &mut |_| {});
                        report.chosen(random.unit()).map(str::to_owned)
                    }
                    Turn::Player(_) => {
                        let mut moves = game.moves();
                        Some(moves.swap_remove(random.below(moves.len() as u64) as usize))
                    }
                };
                game.play(&mv.expect("a move")).expect("a legal move");
                if game.played().len() >= 2 && game.turn() != Turn::Over {
                    for viewer in [0, 1] {
                        let view = game.view(viewer).expect("a hidden game");
                        let words: Vec<&str> = view.split_whitespace().collect();
                        assert_eq!(words[1 - usize::from(viewer)], "?", "{view}");
                    }
                }
            }
            total += game.payoffs().expect("payoffs")[usize::from(seat)];
        }
        assert!(total > 60.0, "{}: {total}", entry.info().name);
    }
}
