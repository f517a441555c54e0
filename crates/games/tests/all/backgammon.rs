//! Backgammon: a naive move generator, contracts, IDs in circulation, bad input.

use std::collections::HashSet;

use tremaux_core::{Evaluator, Game, GameNotation, Player, Score, Turn, ZeroSumGame};
use tremaux_games::backgammon::{
    Backgammon, BearOffEquity, Board, Move, Phase, PipCount, Position, TwoSided,
};
use tremaux_play::perft;
use tremaux_testkit as testkit;

/// A second implementation of the rules with one row of points for both players: the first
/// player's checkers are positive and move down. It shares no code with the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Naive {
    points: [i32; 24],
    bar: [i32; 2],
    off: [i32; 2],
}

impl Naive {
    fn of(board: &Board) -> Self {
        let mut points = [0; 24];
        for point in 0..24 {
            points[point] += i32::from(board.points(0)[point]);
            points[23 - point] -= i32::from(board.points(1)[point]);
        }
        let bar = [0, 1].map(|player| i32::from(board.points(player)[24]));
        let off = [0, 1].map(|player| 15 - i32::from(board.left(player)));
        Self { points, bar, off }
    }

    /// All boards after one checker of `player` has moved by `die`.
    fn steps(&self, player: usize, die: i32) -> Vec<Self> {
        let sign = [1, -1][player];
        let mut boards = Vec::new();
        // Distances to go: 25 on the bar, 1 on the ace point.
        let at = |distance: i32| if player == 0 { distance - 1 } else { 24 - distance } as usize;
        let own = |distance: i32| match distance {
            25 => self.bar[player],
            _ => (self.points[at(distance)] * sign).max(0),
        };
        for distance in 1..=25 {
            if own(distance) == 0 || self.bar[player] > 0 && distance != 25 {
                continue;
            }
            let mut board = self.clone();
            match distance {
                25 => board.bar[player] -= 1,
                _ => board.points[at(distance)] -= sign,
            }
            let to = distance - die;
            if to >= 1 {
                let there = self.points[at(to)] * sign;
                if there < -1 {
                    continue;
                }
                if there == -1 {
                    board.points[at(to)] = 0;
                    board.bar[1 - player] += 1;
                }
                board.points[at(to)] += sign;
            } else {
                let all_home = (7..=25).all(|distance| own(distance) == 0);
                let none_behind = (distance + 1..=25).all(|distance| own(distance) == 0);
                if !all_home || to < 0 && !none_behind {
                    continue;
                }
                board.off[player] += 1;
            }
            boards.push(board);
        }
        boards
    }

    /// Every way to play `dice` in this order: the board and the dice played.
    fn ways(
        &self,
        player: usize,
        dice: &[i32],
        played: &[i32],
        out: &mut HashSet<(Self, Vec<i32>)>,
    ) {
        out.insert((self.clone(), played.to_vec()));
        if let Some((&die, rest)) = dice.split_first() {
            for board in self.steps(player, die) {
                board.ways(player, rest, &[played, &[die]].concat(), out);
            }
        }
    }

    /// The boards that the rules allow.
    fn legal(&self, player: usize, [high, low]: [i32; 2]) -> HashSet<Self> {
        let mut ways = HashSet::new();
        if high == low {
            self.ways(player, &[high; 4], &[], &mut ways);
        } else {
            self.ways(player, &[high, low], &[], &mut ways);
            self.ways(player, &[low, high], &[], &mut ways);
        }
        let most = ways.iter().map(|(_, played)| played.len()).max().expect("doing nothing");
        ways.retain(|(_, played)| played.len() == most);
        let best = ways.iter().map(|(_, played)| played.iter().sum::<i32>()).max().expect("one");
        ways.into_iter().filter(|(_, dice)| dice.iter().sum::<i32>() == best).map(|w| w.0).collect()
    }
}

/// The boards after each legal play, which must all be different.
fn boards_after(position: &Position) -> HashSet<Naive> {
    let mut moves = Vec::new();
    Backgammon.moves(position, &mut moves);
    let boards: HashSet<Naive> = moves
        .iter()
        .map(|&mv| {
            let mut child = *position;
            let _ = Backgammon.play(&mut child, mv);
            Naive::of(&child.board)
        })
        .collect();
    assert_eq!(boards.len(), moves.len(), "two plays to one position: {position:?}");
    boards
}

#[test]
fn plays_agree_with_the_naive_generator() {
    let mut compared = 0;
    testkit::play_at_random(&Backgammon, 5, 40, |position, _| {
        if let Phase::Play(player, dice) = position.phase
            && Backgammon.turn(position) != Turn::Over
        {
            let naive = Naive::of(&position.board);
            let expected = naive.legal(usize::from(player), dice.map(i32::from));
            assert_eq!(boards_after(position), expected, "{}", Backgammon.position_text(position));
            compared += 1;
        }
    });
    assert!(compared > 1000, "{compared}");
}

#[test]
fn rare_rules() {
    let plays = |text: &str| {
        let position = Backgammon.parse_position(text).expect(text);
        let Phase::Play(player, dice) = position.phase else { panic!("dice are rolled") };
        let expected = Naive::of(&position.board).legal(player.into(), dice.map(i32::from));
        assert_eq!(boards_after(&position), expected, "{text}");
        let mut moves = Vec::new();
        Backgammon.moves(&position, &mut moves);
        let texts = moves.into_iter().map(|mv| Backgammon.move_text(&position, mv));
        texts.collect::<Vec<_>>()
    };
    let with = |mine: &[(usize, u8)], theirs: &[(usize, u8)], dice: [u8; 2]| {
        let mut points = [[0; 25]; 2];
        for (side, checkers) in [mine, theirs].into_iter().enumerate() {
            for &(point, count) in checkers {
                points[side][point - 1] = count;
            }
        }
        let board = Board::new(points).expect("a board");
        let position = Position { board, phase: Phase::Play(0, dice) };
        plays(&Backgammon.position_text(&position))
    };
    // Either die can be played, not both: the higher must be.
    let blocked = &[(25 - 11, 2), (1, 13)];
    assert_eq!(with(&[(18, 1)], blocked, [6, 1]), ["18/12"]);
    // Only if the lower is played first can both be.
    let blocked = &[(25 - 12, 2), (1, 13)];
    assert_eq!(with(&[(18, 1)], blocked, [6, 1]), ["18/17 17/11"]);
    // Nobody enters against six points held.
    let closed: Vec<(usize, u8)> = (1..=6).map(|point| (point, 2)).collect();
    assert_eq!(with(&[(25, 1), (6, 3)], &closed, [6, 5]), ["pass"]);
    // One of two enters, the other stays, and nothing else moves.
    let closed: Vec<(usize, u8)> = (1..=5).map(|point| (point, 2)).collect();
    assert_eq!(with(&[(25, 2), (6, 3)], &closed, [6, 5]), ["bar/19"]);
    // Too high a number takes off the highest checker only.
    assert_eq!(with(&[(4, 1), (2, 1)], &[(1, 2)], [6, 5]), ["4/off 2/off"]);
    assert_eq!(with(&[(4, 1), (2, 1)], &[(1, 2)], [6, 3]), ["4/off 2/off", "4/1 2/off"]);
    // A hit on the way, or none.
    let hits = with(&[(13, 1)], &[(25 - 10, 1), (25 - 9, 1), (1, 13)], [4, 3]);
    assert_eq!(hits, ["13/9* 9/6", "13/10* 10/6"]);
    assert_eq!(with(&[(2, 5)], &[(1, 2)], [1, 1]), ["2/1(4)", "2/1(3) 1/off", "2/1(2) 1/off(2)"]);
}

#[test]
fn perft_of_the_opening() {
    // How many different positions each roll leads to; counted twice, by the game and by
    // the naive generator.
    let mut counts = Vec::new();
    for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
        let position = Position { board: Board::start(), phase: Phase::Play(0, [high, low]) };
        let naive = Naive::of(&position.board).legal(0, [i32::from(high), i32::from(low)]);
        let count = perft(&Backgammon, &mut position.clone(), 1);
        assert_eq!(count, naive.len() as u64, "{high}{low}");
        counts.push(count);
    }
    let expected = [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11];
    assert_eq!(counts, expected);
    let mut start = Backgammon.initial_state();
    let opening: u64 = (2..=6_u64)
        .flat_map(|high| (1..high).map(move |low| high * (high - 1) / 2 + low - 1))
        .map(|roll| 2 * counts[roll as usize])
        .sum();
    assert_eq!(perft(&Backgammon, &mut start, 1), 30);
    assert_eq!(perft(&Backgammon, &mut start, 2), opening);
    assert_eq!(perft(&Backgammon, &mut start, 3), 21 * opening);
    // Two plies deep by the naive generator: every play, then every roll and every answer.
    let mut naive = 0;
    for high in 2..=6 {
        for low in 1..high {
            for board in Naive::of(&Board::start()).legal(0, [high, low]) {
                for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
                    naive += 2 * board.legal(1, [high, low]).len() as u64;
                }
            }
        }
    }
    assert_eq!(perft(&Backgammon, &mut start, 4), naive);
    assert_eq!((opening, naive), (380, 178_306));
}

#[test]
fn contracts() {
    testkit::check_zero_sum_game(&Backgammon, 1, 30);
    testkit::check_chance_game(&Backgammon, 2, 10);
    testkit::check_game_notation(&Backgammon, 3, 10);
    // Codes of long plays may coincide; hashes tell positions apart.
    testkit::check_folded_game(&Backgammon, 4, 30, |position| *position, false);
    let mut checkers = 0;
    testkit::play_at_random(&Backgammon, 6, 20, |position, _| {
        for player in [0, 1] {
            assert!(position.board.left(player) <= 15);
            checkers += u32::from(position.board.left(player));
        }
        let points = [0, 1].map(|player| *position.board.points(player));
        assert!(Backgammon.turn(position) == Turn::Over || Board::new(points).is_some());
    });
    assert!(checkers > 0);
}

#[test]
fn the_opening_roll_decides_who_begins() {
    let start = Backgammon.initial_state();
    let mut moves = Vec::new();
    Backgammon.moves(&start, &mut moves);
    assert_eq!(moves.len(), 30);
    for mv in moves {
        let Move::Roll(first, second) = mv else { panic!("a roll") };
        let mut position = start;
        let _ = Backgammon.play(&mut position, mv);
        let player = Player::from(second > first);
        let dice = [first.max(second), first.min(second)];
        assert_eq!(position.phase, Phase::Play(player, dice));
        assert_eq!(Backgammon.probability(&start, mv), 1.0 / 30.0);
    }
}

#[test]
fn wins_gammons_and_backgammons() {
    let with = |loser: &[(usize, u8)], off: u8| {
        let mut points = [[0; 25]; 2];
        for &(point, count) in loser {
            points[1][point - 1] = count;
        }
        assert_eq!(points[1].iter().sum::<u8>() + off, 15);
        let board = Board::new(points).expect("a board");
        Position { board, phase: Phase::Roll(1) }
    };
    for (position, points) in [
        (with(&[(1, 14)], 1), 1),
        (with(&[(24, 14)], 1), 1),
        (with(&[(6, 15)], 0), 2),
        (with(&[(18, 15)], 0), 2),
        (with(&[(19, 1), (1, 14)], 0), 3),
        (with(&[(25, 1), (1, 14)], 0), 3),
    ] {
        assert_eq!(Backgammon.turn(&position), Turn::Over);
        assert_eq!(Backgammon.payoff(&position, 0), f64::from(points));
        assert_eq!(Backgammon.payoff(&position, 1), f64::from(-points));
        assert_eq!(Backgammon.final_score(&position, 0), Score::estimate(1000 * points));
    }
}

#[test]
fn position_ids_in_circulation() {
    // The start, as every program prints it.
    assert_eq!(Board::start().position_id(0), "4HPwATDgc/ABMA");
    assert_eq!(Board::start().position_id(1), "4HPwATDgc/ABMA");
    // A bear-off posted on bgonline.org: the player on roll has checkers on 4 and 6.
    let position = Backgammon.parse_position("AAAAkAAAAAAAAA 1").expect("an ID");
    assert_eq!(position.board.bear_off(0), Some([0, 0, 0, 1, 0, 1]));
    assert_eq!(position.board.left(1), 0);
    // A study by A. Mueller: on roll with one checker on 1 and two on 6, 13 pips, against
    // checkers on 2, 4 and 5, 11 pips.
    let position = Backgammon.parse_position("UgAAEAwAAAAAAA").expect("an ID");
    assert_eq!((position.board.pips(0), position.board.pips(1)), (13, 11));
    assert_eq!(position.board.bear_off(0), Some([1, 0, 0, 0, 0, 2]));
    assert_eq!(position.board.bear_off(1), Some([0, 1, 0, 1, 1, 0]));
    let other = Backgammon.parse_position("UgAAEAwAAAAAAA 2").expect("an ID");
    assert_eq!(other.board.bear_off(1), Some([1, 0, 0, 0, 0, 2]));
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    for (text, column, expected) in [
        ("", 1, "a Position ID"),
        ("4HPwATDgc/ABM", 1, "a Position ID"),
        ("4HPwATDgc/ABMAA", 1, "a Position ID"),
        ("4HPwATDgc!ABMA", 1, "a Position ID"),
        ("éééééééééééééé", 1, "a Position ID"),
        ("//////////////", 1, "a Position ID of 25 points"),
        ("4HPwATDgc/ABMB", 1, "a Position ID of 25 points"),
        ("AAAAAAAAAAAAAA", 1, "a board"),
        ("//8AAAAAAAAAAA", 1, "a board"),
        ("AQAAAAAAAgAAAA", 1, "a board"),
        ("4HPwATDgc/ABMA 3", 16, "the player on roll"),
        ("4HPwATDgc/ABMA 1 07", 18, "two dice"),
        ("4HPwATDgc/ABMA 1 6", 18, "two dice"),
        ("4HPwATDgc/ABMA opening 31", 24, "no dice"),
        ("AAAAkAAAAAAAAA 1 31", 18, "no dice"),
        ("4HPwATDgc/ABMA 1 31 x", 21, "the end"),
        ("4HPwATDgc/ABMA:", 16, "a Match ID of GNU Backgammon"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA!", 16, "a Match ID of GNU Backgammon"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA 31", 29, "the end"),
        ("4HPwATDgc/ABM:cAkAAAAAAAAA", 1, "a Position ID"),
        // The example of the manual: a match, the cube on 2.
        ("4HPwATDgc/ABMA:QYkqASAAIAAA", 16, "nobody has doubled"),
        ("4HPwATDgc/ABMA:cAkAAQAAAAAA", 16, "a game for money"),
        ("4HPwATDgc/ABMA:cAEAAAAAAAAA", 16, "nobody has doubled"),
        ("4HPwATDgc/ABMA:cAoAAAAAAAAA", 16, "that is being played"),
    ] {
        let error = Backgammon.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    // The ids of GNU Backgammon: the second player is on roll; it has rolled 3 and 1; the first.
    for (id, right) in [
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "4HPwATDgc/ABMA 2"),
        ("4HPwATDgc/ABMA:cIkFAAAAAAAA", "4HPwATDgc/ABMA 2 31"),
        ("4HPwATDgc/ABMA:MAEAAAAAAAAA", "4HPwATDgc/ABMA 1"),
    ] {
        let position = Backgammon.parse_position(id).expect(id);
        assert_eq!(Backgammon.position_text(&position), right, "{id}");
    }
    let position = Backgammon.parse_position("4HPwATDgc/ABMA 1 31").expect("a position");
    for (text, expected) in [
        ("", "steps"),
        ("8/5", "as many dice"),
        ("8/5 8/5", "as many dice"),
        ("5/8", "towards the ace point"),
        ("7/6 6/3", "a checker"),
        ("24/19", "not held"),
        ("pass", "as many dice"),
        ("8-5", "points from 1 to 24"),
        ("8", "from one point to another"),
        ("8/5(9)", "a repetition"),
        ("25/24", "points from 1 to 24"),
        ("off/bar", "towards"),
        ("6/off", "as many dice"),
    ] {
        let error = Backgammon.parse_move(&position, text).expect_err(text);
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    for text in ["8/5 6/5", "6/5 8/5", "24/20", "24/23/20", "13/9"] {
        assert!(Backgammon.parse_move(&position, text).is_ok(), "{text}");
    }
    let rolling = Backgammon.parse_position("4HPwATDgc/ABMA 1").expect("a position");
    assert_eq!(Backgammon.parse_move(&rolling, "1-3"), Ok(Move::Roll(3, 1)));
    assert!(Backgammon.parse_move(&rolling, "8/5 6/5").is_err());
    assert!(Backgammon.parse_move(&Backgammon.initial_state(), "33").is_err());
    let over = Backgammon.parse_position("AAAAkAAAAAAAAA").expect("a finished game");
    assert!(Backgammon.parse_move(&over, "31").is_err());
}

#[test]
fn the_evaluation_is_fair() {
    // The same position has the same value from either side.
    testkit::play_at_random(&Backgammon, 8, 20, |position, _| {
        let points = [0, 1].map(|player| *position.board.points(player));
        let Some(board) = Board::new([points[1], points[0]]) else { return };
        let phase = match position.phase {
            Phase::Opening => return,
            Phase::Roll(player) => Phase::Roll(1 - player),
            Phase::Play(player, dice) => Phase::Play(1 - player, dice),
        };
        let turned = Position { board, phase };
        let score = PipCount.evaluate(&Backgammon, position);
        assert_eq!(PipCount.evaluate(&Backgammon, &turned), score);
    });
    let exact = BearOffEquity::new(TwoSided::new(3), PipCount);
    let position = Backgammon.parse_position("UgAAEAwAAAAAAA").expect("three against three");
    let win = TwoSided::new(3).win([1, 0, 0, 0, 0, 2], [0, 1, 0, 1, 1, 0]);
    assert_eq!(exact.win(&position), Some(win));
    let equity = exact.evaluate(&Backgammon, &position).get();
    assert!((f64::from(equity) - (2000.0 * win - 1000.0)).abs() <= 0.5);
    let rolled = Backgammon.parse_position("UgAAEAwAAAAAAA 1 21").expect("dice");
    let (_, best) = TwoSided::new(3).best_play([1, 0, 0, 0, 0, 2], [0, 1, 0, 1, 1, 0], [2, 1]);
    assert_eq!(exact.win(&rolled), Some(best));
    assert!(best < win, "a bad roll");
    let start = Backgammon.initial_state();
    let score = exact.evaluate(&Backgammon, &start);
    assert_eq!(score, PipCount.evaluate(&Backgammon, &start));
    assert!(score > Score::DRAW, "it is good to be on roll");
}
