//! The bear-off tables against published figures, the rules, and exhaustive search.

use std::collections::{HashMap, HashSet};

use tremaux_core::{Game, Turn};
use tremaux_games::backgammon::{
    Backgammon, BearOffPoints, Board, OneSided, Phase, Position, TwoSided, bear_off_plays,
    roll_probability, rolls,
};
use tremaux_tables::{Cache, Origin};
use tremaux_testkit::Walker;
use tremaux_testkit::textbook_games::expected_payoffs;

/// Checkers at random on the last six points.
fn random_points(walker: &mut Walker, most: usize) -> BearOffPoints {
    let mut points = [0; 6];
    for _ in 0..=walker.below(most) {
        points[walker.below(6)] += 1;
    }
    points
}

/// A board where the first player has `mine` and the other `theirs` to bear off.
fn board(mine: BearOffPoints, theirs: BearOffPoints) -> Board {
    let mut points = [[0; 25]; 2];
    points[0][..6].copy_from_slice(&mine);
    points[1][..6].copy_from_slice(&theirs);
    Board::new(points).expect("a board")
}

#[test]
fn plays_are_those_of_the_rules() {
    let mut walker = Walker::new(3);
    for _ in 0..2000 {
        let points = random_points(&mut walker, 15);
        for dice in rolls() {
            let position =
                Position { board: board(points, [0, 0, 0, 0, 0, 2]), phase: Phase::Play(0, dice) };
            let mut moves = Vec::new();
            Backgammon.moves(&position, &mut moves);
            let expected: HashSet<BearOffPoints> = moves
                .into_iter()
                .map(|mv| {
                    let mut child = position;
                    let _ = Backgammon.play(&mut child, mv);
                    child.board.bear_off(0).expect("still at home")
                })
                .collect();
            let mut results = Vec::new();
            bear_off_plays(&points, dice, &mut results);
            assert_eq!(results.len(), expected.len(), "{points:?} {dice:?}");
            assert!(results.iter().all(|result| expected.contains(result)));
        }
    }
}

#[test]
fn probabilities_of_bearing_off_two_checkers_in_one_roll() {
    // The table that every book prints: rolls of 36 that take off the last two checkers.
    let table = OneSided::new(2);
    let published = [
        [36, 36, 34, 29, 23, 15],
        [36, 26, 25, 23, 19, 13],
        [34, 25, 17, 17, 14, 10],
        [29, 23, 17, 11, 10, 8],
        [23, 19, 14, 10, 6, 6],
        [15, 13, 10, 8, 6, 4],
    ];
    for (first, row) in published.iter().enumerate() {
        for (second, rolls) in row.iter().enumerate() {
            let mut points = [0; 6];
            points[first] += 1;
            points[second] += 1;
            let chance = table.distribution(points)[1] * 36.0;
            assert!((chance - f64::from(*rolls)).abs() < 1e-9, "{points:?}: {chance}");
        }
    }
    let one = [36, 36, 36, 34, 31, 27];
    for (point, rolls) in one.into_iter().enumerate() {
        let mut points = [0; 6];
        points[point] = 1;
        assert!((table.distribution(points)[1] * 36.0 - f64::from(rolls)).abs() < 1e-9);
    }
}

#[test]
fn fifteen_checkers() {
    let table = OneSided::new(15);
    assert_eq!(table.positions(), 54_264);
    // S. Eide (rec.games.backgammon, 1996): for each pip count the position that wastes
    // least, and how many pips it wastes: effective less real pips.
    let published: [(&str, f64); 41] = [
        ("100000", 7.17),
        ("200000", 6.17),
        ("110000", 5.17),
        ("101000", 4.62),
        ("000010", 4.30),
        ("000001", 4.21),
        ("010010", 5.05),
        ("001010", 5.26),
        ("001001", 5.32),
        ("000101", 5.11),
        ("000011", 5.01),
        ("000002", 5.23),
        ("001101", 5.40),
        ("001011", 5.40),
        ("000111", 5.31),
        ("000021", 5.45),
        ("000012", 5.47),
        ("001111", 5.67),
        ("000211", 5.79),
        ("001012", 5.73),
        ("000112", 5.53),
        ("000022", 5.65),
        ("000013", 5.85),
        ("001112", 6.06),
        ("000212", 6.05),
        ("000122", 5.89),
        ("000113", 5.97),
        ("000023", 6.05),
        ("001122", 6.21),
        ("000222", 6.25),
        ("000132", 6.23),
        ("000123", 6.15),
        ("000114", 6.33),
        ("000024", 6.38),
        ("001123", 6.37),
        ("000223", 6.38),
        ("000133", 6.36),
        ("000124", 6.39),
        ("000034", 6.55),
        ("001133", 6.56),
        ("000233", 6.53),
    ];
    let pips = |points: BearOffPoints| -> u32 {
        points.iter().zip(1..).map(|(&count, pips)| u32::from(count) * pips).sum()
    };
    let mut least: HashMap<u32, (f64, BearOffPoints)> = HashMap::new();
    let mut misses = 0;
    let mut plays = Vec::new();
    for index in 0..table.positions() {
        let points = table.position(index);
        let waste = table.effective_pips(points) - f64::from(pips(points));
        let known = least.entry(pips(points)).or_insert((waste, points));
        if waste < known.0 {
            *known = (waste, points);
        }
        let distribution = table.distribution(points);
        let sum: f64 = distribution.iter().sum();
        let mean: f64 = distribution.iter().enumerate().map(|(n, p)| n as f64 * p).sum();
        assert!((sum - 1.0).abs() < 1e-12 && (mean - table.mean(points)).abs() < 1e-10);

        // How often it is possible to bear a checker off, and better not to.
        let left: u8 = points.iter().sum();
        for dice in rolls().filter(|dice| dice[0] != dice[1] && left > 0) {
            plays.clear();
            bear_off_plays(&points, dice, &mut plays);
            let least = |takes_off: bool| {
                let such =
                    plays.iter().filter(|play| (play.iter().sum::<u8>() < left) == takes_off);
                such.map(|&play| table.mean(play)).fold(f64::INFINITY, f64::min)
            };
            let (off, none) = (least(true), least(false));
            misses += u32::from(off.is_finite() && none < off - 1e-9);
            if index % 50 == 0 {
                let best = table.mean(table.best_play(points, dice));
                assert_eq!(best, off.min(none), "{points:?} {dice:?}");
            }
        }
    }
    for (pips, (name, published)) in (1..).zip(published) {
        let (waste, points) = least[&pips];
        let digits: String = points.iter().map(|count| count.to_string()).collect();
        assert_eq!(digits, name, "{pips} pips");
        assert!((waste - published).abs() < 0.006, "{pips} pips: {waste}");
    }
    // A distribution has about a dozen numbers of six bytes.
    assert!(table.bytes() < 4_300_000, "{}", table.bytes());
    // Taper_Mike (bgonline.org, 2013) counted 3,825 such rolls.
    assert_eq!(misses, 3825);
}

#[test]
fn the_least_mean_by_exhaustive_search() {
    fn mean(points: BearOffPoints, known: &mut HashMap<BearOffPoints, f64>) -> f64 {
        if points == [0; 6] {
            return 0.0;
        }
        if let Some(&mean) = known.get(&points) {
            return mean;
        }
        let mut sum = 1.0;
        for dice in rolls() {
            let mut plays = Vec::new();
            bear_off_plays(&points, dice, &mut plays);
            let means: Vec<f64> = plays.into_iter().map(|play| mean(play, known)).collect();
            sum += roll_probability(dice) * means.into_iter().fold(f64::MAX, f64::min);
        }
        known.insert(points, sum);
        sum
    }
    let table = OneSided::new(5);
    let mut known = HashMap::new();
    for index in 0..table.positions() {
        let points = table.position(index);
        let expected = mean(points, &mut known);
        assert!((table.mean(points) - expected).abs() < 1e-12, "{points:?}");
    }
    assert_eq!(table.positions(), 462);
}

#[test]
fn two_sides_by_exhaustive_search() {
    fn win(
        mine: BearOffPoints,
        theirs: BearOffPoints,
        known: &mut HashMap<(BearOffPoints, BearOffPoints), f64>,
    ) -> f64 {
        if let Some(&win) = known.get(&(mine, theirs)) {
            return win;
        }
        let mut sum = 0.0;
        for dice in rolls() {
            let mut plays = Vec::new();
            bear_off_plays(&mine, dice, &mut plays);
            let chance = |play: BearOffPoints, known: &mut HashMap<_, _>| match play {
                [0, 0, 0, 0, 0, 0] => 1.0,
                _ => 1.0 - win(theirs, play, known),
            };
            let best = plays.into_iter().map(|play| chance(play, known)).fold(0.0, f64::max);
            sum += roll_probability(dice) * best;
        }
        known.insert((mine, theirs), sum);
        sum
    }
    let table = TwoSided::new(6);
    assert_eq!(table.pairs(), 924 * 924);
    let (mut walker, mut known) = (Walker::new(9), HashMap::new());
    for most in [1, 2, 3] {
        for _ in 0..60 {
            let [mine, theirs] = [0, 1].map(|_| random_points(&mut walker, most));
            let expected = win(mine, theirs, &mut known);
            assert!((table.win(mine, theirs) - expected).abs() < 1e-12, "{mine:?} {theirs:?}");
        }
    }
    // Playing for the least mean is near the best there is.
    let one_sided = OneSided::new(6);
    for _ in 0..500 {
        let [mine, theirs] = [0, 1].map(|_| random_points(&mut walker, 6));
        let exact = table.win(mine, theirs);
        let near = one_sided.race(mine, theirs);
        assert!(
            (0.0..=1.0).contains(&exact) && (exact - near).abs() < 0.03 && near < 1.0 + 1e-12,
            "{exact} {near}"
        );
        let dice = [2, 1];
        let (play, chance) = table.best_play(mine, theirs, dice);
        let after = if play == [0; 6] { 1.0 } else { 1.0 - table.win(theirs, play) };
        assert_eq!(chance, after);
    }
}

#[test]
fn two_sides_by_the_rules() {
    // The whole tree of the game, dice and all, for positions near the end.
    let table = TwoSided::new(2);
    for (mine, theirs) in [
        ([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]),
        ([0, 0, 0, 1, 1, 0], [2, 0, 0, 0, 0, 0]),
        ([0, 1, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0]),
        ([0, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1]),
    ] {
        let position = Position { board: board(mine, theirs), phase: Phase::Roll(0) };
        assert_eq!(Backgammon.turn(&position), Turn::Chance);
        let payoffs = expected_payoffs(&Backgammon, &mut position.clone());
        let equity = 2.0 * table.win(mine, theirs) - 1.0;
        assert!((payoffs[0] - equity).abs() < 1e-12, "{mine:?} {theirs:?} {payoffs:?}");
        assert!((payoffs[0] + payoffs[1]).abs() < 1e-12);
    }
}

#[test]
fn databases_are_kept_in_files() {
    let folder = std::env::temp_dir().join(format!("tremaux-bear-off-{}", std::process::id()));
    let cache = Cache::at(&folder);
    let (built, origin) = TwoSided::load_or_build(&cache, 3);
    assert!(matches!(origin, Origin::Built { replaced: None, not_stored: None }), "{origin:?}");
    let (mapped, origin) = TwoSided::load_or_build(&cache, 3);
    assert!(matches!(origin, Origin::Mapped), "{origin:?}");
    let in_memory = TwoSided::new(3);
    let mut walker = Walker::new(5);
    let same = |table: &TwoSided, walker: &mut Walker| {
        for _ in 0..200 {
            let [mine, theirs] = [0, 1].map(|_| random_points(walker, 3));
            assert_eq!(table.win(mine, theirs), in_memory.win(mine, theirs));
        }
    };
    same(&built, &mut walker);
    same(&mapped, &mut walker);
    // A bit that has changed, a file that is cut, one of another table: built again.
    let file = || {
        let files = std::fs::read_dir(&folder).expect("a folder");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        assert_eq!(files.len(), 1, "{files:?}");
        files.remove(0)
    };
    let path = file();
    let whole = std::fs::read(&path).expect("read");
    assert_eq!(whole.len(), built.bytes());
    drop((built, mapped));
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    let elsewhere = folder.join("elsewhere");
    let _ = TwoSided::load_or_build(&Cache::at(&elsewhere), 2);
    let foreign = std::fs::read_dir(&elsewhere).expect("a folder").next().expect("one");
    let foreign = std::fs::read(foreign.expect("a file").path()).expect("read");
    std::fs::remove_dir_all(&elsewhere).expect("removed");
    for wrong in [damaged, whole[..whole.len() - 6].to_vec(), foreign, b"no table".to_vec()] {
        std::fs::write(&path, wrong).expect("written");
        let (table, origin) = TwoSided::load_or_build(&cache, 3);
        assert!(
            matches!(origin, Origin::Built { replaced: Some(_), not_stored: None }),
            "{origin:?}"
        );
        same(&table, &mut walker);
        assert_eq!(std::fs::read(file()).expect("read"), whole);
    }
    std::fs::remove_file(path).expect("removed");

    let (built, origin) = OneSided::load_or_build(&cache, 4);
    assert!(matches!(origin, Origin::Built { replaced: None, not_stored: None }), "{origin:?}");
    let (mapped, origin) = OneSided::load_or_build(&cache, 4);
    assert!(matches!(origin, Origin::Mapped), "{origin:?}");
    for index in 0..built.positions() {
        let points = built.position(index);
        assert_eq!(built.distribution(points), mapped.distribution(points));
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}
