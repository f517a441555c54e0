//! Go against a naive board, published counts and values, and SGF.

use std::collections::HashSet;
use std::time::Instant;

use tremaux_core::{
    Evaluator, Game, GameNotation, HashedGame, Limits, MoveKey, ParseError, Player, Random, Score,
    Turn, ZeroSumGame,
};
use tremaux_games::go::{AreaLead, Go, Move, Playouts, Position, Ruleset, SgfGame};
use tremaux_testkit as testkit;

fn go(size: usize) -> Go {
    Go::new(size).expect("a board")
}

/// A board that is filled by flooding, and remembers every earlier one.
#[derive(Clone)]
struct Naive {
    size: usize,
    stones: Vec<Option<Player>>,
    earlier: Vec<Vec<Option<Player>>>,
    mover: Player,
    allows_suicide: bool,
}

impl Naive {
    fn new(size: usize, allows_suicide: bool) -> Self {
        let stones = vec![None; size * size];
        Self { size, earlier: vec![stones.clone()], stones, mover: 0, allows_suicide }
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        let (x, y, size) = ((cell % self.size) as i32, (cell / self.size) as i32, self.size as i32);
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let cells = steps.iter().map(|&(dx, dy)| (x + dx, y + dy));
        cells
            .filter(|&(x, y)| (0..size).contains(&x) && (0..size).contains(&y))
            .map(|(x, y)| (y * size + x) as usize)
            .collect()
    }

    /// The cells with the same contents that are connected with this one, and all beside them.
    fn region(&self, cell: usize) -> (HashSet<usize>, HashSet<usize>) {
        let (mut region, mut border) = (HashSet::from([cell]), HashSet::new());
        let mut open = vec![cell];
        while let Some(at) = open.pop() {
            for other in self.beside(at) {
                if self.stones[other] != self.stones[cell] {
                    border.insert(other);
                } else if region.insert(other) {
                    open.push(other);
                }
            }
        }
        (region, border)
    }

    fn capture(&mut self, owner: Player) {
        let dead: Vec<usize> = (0..self.stones.len())
            .filter(|&cell| self.stones[cell] == Some(owner))
            .filter(|&cell| self.region(cell).1.iter().all(|&at| self.stones[at].is_some()))
            .collect();
        for cell in dead {
            self.stones[cell] = None;
        }
    }

    /// The board after a move; `None` if it is not legal.
    fn after(&self, cell: usize) -> Option<Self> {
        if self.stones[cell].is_some() {
            return None;
        }
        let mut next = self.clone();
        next.stones[cell] = Some(self.mover);
        next.capture(1 - self.mover);
        next.capture(self.mover);
        if next.stones[cell].is_none() && !self.allows_suicide
            || self.earlier.contains(&next.stones)
        {
            return None;
        }
        next.earlier.push(next.stones.clone());
        next.mover = 1 - self.mover;
        Some(next)
    }

    fn area(&self, player: Player) -> u32 {
        let is_of = |cell: usize| match self.stones[cell] {
            Some(owner) => owner == player,
            None => {
                let border = self.region(cell).1;
                !border.is_empty() && border.iter().all(|&at| self.stones[at] == Some(player))
            }
        };
        (0..self.stones.len()).filter(|&cell| is_of(cell)).count() as u32
    }
}

fn play(game: &Go, position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(position, mv);
    }
}

#[test]
fn every_board_agrees_with_the_naive_one() {
    let mut random = Random::new(5);
    for size in 1..=9 {
        for (rules, allows_suicide) in [(Ruleset::TrompTaylor, true), (Ruleset::Chinese, false)] {
            let game = go(size).rules(rules);
            for _ in 0..if size < 4 { 40 } else { 3 } {
                let mut naive = Naive::new(size, allows_suicide);
                let mut position = game.initial_state();
                for ply in 0..(size * size * 4).max(12) {
                    let cells = 0..size * size;
                    let legal: Vec<usize> =
                        cells.filter(|&cell| naive.after(cell).is_some()).collect();
                    let point =
                        |cell: usize| game.point(cell % size, cell / size).expect("on the board");
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let mut expected: Vec<Move> = legal.iter().map(|&cell| point(cell)).collect();
                    expected.push(Move::PASS);
                    assert_eq!(moves, expected, "{size}: {}", game.position_text(&position));
                    let board = position.board();
                    assert_eq!(board.area(), [naive.area(0), naive.area(1)]);
                    let Some(&cell) = legal.get(random.below(legal.len() as u64 + 1) as usize)
                    else {
                        if ply > 0 && board.player_to_move() == 0 {
                            break;
                        }
                        naive.mover = 1 - naive.mover;
                        game.play(&mut position, Move::PASS);
                        continue;
                    };
                    naive = naive.after(cell).expect("legal");
                    let before = position.clone();
                    let undo = game.play(&mut position, point(cell));
                    let mut again = position.clone();
                    game.undo(&mut again, point(cell), undo);
                    assert_eq!(again, before);
                    for (at, &stone) in naive.stones.iter().enumerate() {
                        assert_eq!(position.board().stone(at % size, at / size), stone);
                    }
                }
            }
        }
    }
}

/// Undoing whole games leads back through every position, with the same legal moves.
#[test]
fn whole_games_are_undone() {
    let game = go(5);
    let mut random = Random::new(2);
    for _ in 0..20 {
        let mut position = game.initial_state();
        let mut trail = Vec::new();
        let moves_of = |position: &Position| {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            moves
        };
        while game.turn(&position) != Turn::Over && trail.len() < 300 {
            let moves = moves_of(&position);
            let mv = moves[random.below(moves.len() as u64) as usize];
            let before = position.clone();
            let undo = game.play(&mut position, mv);
            trail.push((before, moves, mv, undo));
        }
        for (before, moves, mv, undo) in trail.into_iter().rev() {
            game.undo(&mut position, mv, undo);
            assert_eq!((&position, moves_of(&position)), (&before, moves));
        }
    }
}

#[test]
fn contracts() {
    for size in [1, 2, 3, 7, 9] {
        for rules in [Ruleset::TrompTaylor, Ruleset::Chinese] {
            let game = go(size).rules(rules);
            testkit::check_zero_sum_game(&game, 1, 5);
            testkit::check_hashed_game(&game, 3, 5);
            testkit::check_game_notation(&game, 2, 5);
        }
    }
    let game = go(9);
    testkit::play_at_random(&game, 4, 3, |position, moves| {
        let keys: HashSet<usize> = moves.iter().map(|&mv| game.move_key(position, mv)).collect();
        assert!(keys.len() == moves.len() && keys.iter().all(|&key| key < game.key_count()));
        let mut weights = Vec::new();
        game.priors(position, moves, &mut weights);
        assert_eq!(weights.len(), moves.len());
        assert!(weights.iter().all(|&weight| weight > 0.0 && weight < 1e4));
        assert!(AreaLead.evaluate(&game, position).get().abs() <= 8850);
    });
}

/// Tromp and Farnebäck: Combinatorics of Go (2007), table 1.
fn count_legal_positions(size: usize) -> u64 {
    let game = go(size);
    let cells = size * size;
    let mut text = String::new();
    let mut count = 0;
    for number in 0..3_u64.pow(cells as u32) {
        text.clear();
        let mut rest = number;
        for cell in 0..cells {
            if cell > 0 && cell % size == 0 {
                text.push('/');
            }
            text.push(['.', 'X', 'O'][(rest % 3) as usize]);
            rest /= 3;
        }
        count += u64::from(game.parse_position(&text).is_ok());
    }
    count
}

#[test]
fn legal_positions_are_counted() {
    assert_eq!([1, 2, 3].map(count_legal_positions), [1, 57, 12675]);
}

#[test]
#[ignore = "takes a minute"]
fn legal_positions_of_4x4_are_counted() {
    assert_eq!(count_legal_positions(4), 24_318_165);
}

/// For each board that can be reached, a set of the boards that a stone of either player leads to;
/// the empty board is the first.
fn boards_of_2x2() -> Vec<u64> {
    let game = go(2);
    let text = |position: &Position| {
        let letter = |(column, row)| {
            position.board().stone(column, row).map_or('.', |it| ['X', 'O'][usize::from(it)])
        };
        let row = |row| [(0, row), (1, row)].map(letter).iter().collect::<String>();
        format!("{}/{}", row(0), row(1))
    };
    let mut boards = vec!["../..".to_owned()];
    let mut next = Vec::new();
    while next.len() < boards.len() {
        let mut reached = 0;
        for player in 0..2 {
            let board = game.parse_position(&boards[next.len()]).expect("a board");
            let position = board.with_player_to_move(player);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves.into_iter().filter(|&mv| mv != Move::PASS) {
                let mut after = position.clone();
                game.play(&mut after, mv);
                let after = text(&after);
                let number = boards.iter().position(|it| *it == after).unwrap_or_else(|| {
                    boards.push(after);
                    boards.len() - 1
                });
                reached |= 1_u64 << number;
            }
        }
        next.push(reached);
    }
    next
}

/// The number of ways on from a board that never repeat one, with the one that ends here.
fn count_games(next: &[u64], board: usize, unseen: u64) -> u64 {
    let mut left = next[board] & unseen;
    let mut count = 1;
    while left != 0 {
        let to = left.trailing_zeros() as usize;
        left &= left - 1;
        count += count_games(next, to, unseen & !(1 << to));
    }
    count
}

/// All boards of 2×2 that are legal can be reached.
#[test]
fn boards_are_reached() {
    let next = boards_of_2x2();
    assert_eq!((next.len(), next[0].count_ones()), (57, 8));
    // Whoever moves, the board that was there cannot come back.
    assert!(next.iter().enumerate().all(|(board, to)| to & 1 << board == 0));
}

/// Tromp and Farnebäck: Combinatorics of Go (2007), table 6: games of Go are the paths from the
/// empty board that never repeat a board, whoever moves.
#[test]
#[ignore = "takes minutes"]
fn games_of_2x2_are_counted() {
    let next = boards_of_2x2();
    let unseen = (1 << next.len()) - 2;
    // The eight first stones are the same but for symmetry.
    let first = next[0].trailing_zeros() as usize;
    let games = 1 + 8 * count_games(&next, first, unseen & !(1 << first));
    assert_eq!(games, 386_356_909_593);
}

/// The value of a position for the player to move by full search, without a table: it depends on
/// what came before.
fn value(game: &Go, position: &mut Position, mut alpha: i32, beta: i32) -> i32 {
    let mover = position.board().player_to_move();
    if game.turn(position) == Turn::Over {
        return game.final_score(position, mover).get();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    // After a pass, another one ends the game: it is tried first.
    if position.board().area().iter().sum::<u32>() > 0 {
        moves.rotate_right(1);
    }
    for mv in moves {
        let undo = game.play(position, mv);
        let score = -value(game, position, -beta, -alpha);
        game.undo(position, mv, undo);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Tromp: "The game of Go", tromp.github.io/go.html: Black wins 2×2 by one point.
#[test]
fn two_by_two_is_solved() {
    let game = go(2).komi(0);
    assert_eq!(value(&game, &mut game.initial_state(), -1000, 1000), 100);
    let game = go(1).komi(0);
    assert_eq!(value(&game, &mut game.initial_state(), -1000, 1000), 0);
}

#[test]
fn rules_of_ko_suicide_and_handicap() {
    let game = go(4);
    let start = ".XO./X.XO/.XO./.... w";
    let mut position = game.parse_position(start).expect("a position");
    play(&game, &mut position, "B3");
    assert_eq!(game.position_text(&position), ".XO./XO.O/.XO./.... b ko=C3");
    let error = game.parse_move(&position, "C3").expect_err("ko");
    assert_eq!(error.expected, "a move that does not repeat an earlier board");
    // A threat elsewhere, and its answer, change the board.
    play(&game, &mut position, "D1 A1 C3");
    // Black may kill two stones of its own; White then plays where they stood.
    let text = "XO../.O../OO../.... b";
    let mut position = game.parse_position(text).expect("a position");
    assert!(game.is_legal(&position, game.point(0, 1).expect("a point")));
    let chinese = game.clone().rules(Ruleset::Chinese);
    let error = chinese.parse_move(&position, "A3").expect_err("suicide");
    assert_eq!(error.expected, "a move that is not suicide");
    play(&game, &mut position, "A3");
    assert_eq!(game.position_text(&position), ".O../.O../OO../.... w");
    let game = go(9).rules(Ruleset::Chinese).handicap(4).komi(1);
    let mut position = game.initial_state();
    assert_eq!(position.board().player_to_move(), 1);
    assert_eq!(position.board().stone(2, 2), Some(0));
    play(&game, &mut position, "pass pass");
    // 81 points, less half a point of komi and one for each of four stones.
    assert_eq!(game.final_score(&position, 0), Score::estimate(7650));
    assert_eq!(game.result_text(&position), "B+76.5");
    for (size, stones, count) in [
        (19, 9, Some(9)),
        (19, 5, Some(5)),
        (13, 6, Some(6)),
        (9, 8, Some(8)),
        (7, 4, Some(4)),
        (8, 5, None),
        (6, 2, None),
        (19, 1, None),
        (19, 10, None),
    ] {
        let points = go(size).handicap_points(stones);
        let points = points.map(|it| it.into_iter().collect::<HashSet<_>>().len());
        assert_eq!(points, count, "{stones} stones on {size}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let game = go(3);
    for (text, column, expected) in [
        ("", 1, "3 rows of 3 points"),
        ("...", 4, "3 rows"),
        (".../..../...", 5, "3 rows of 3 points"),
        (".../..a/...", 7, "`X`, `O` or `.`"),
        ("OX./X../...", 1, "a liberty for every stone"),
        ("..././.../... b", 5, "3 rows of 3 points"),
        (".../.../... x", 13, "`b` or `w`"),
        (".../.../... b ko=D1", 15, "`ko=` and an empty point"),
        (
            ".../.../... b passes=3",
            15,
            "`ko=` and a point, `passes=` and 1 or 2, or `prisoners=` and a number",
        ),
        (
            ".../.../... b prisoners=1",
            15,
            "a whole number of prisoners, by rules that count territory",
        ),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!((error.offset + 1, error.expected.as_str()), (column, expected), "{text}");
    }
    let start = game.initial_state();
    for text in ["", "D1", "A0", "A4", "1A", "A+1", "é1", "A"] {
        assert!(game.parse_move(&start, text).is_err(), "{text}");
    }
    assert_eq!(game.parse_move(&start, " c3 ").ok(), game.point(2, 0));
    assert_eq!(game.parse_move(&start, "PASS"), Ok(Move::PASS));
}

fn read(text: &str) -> Result<(Go, Vec<String>, String), ParseError> {
    let games = SgfGame::read_all(text)?;
    let game = games[0].game(text)?;
    let line = games[0].replay(&game, text)?;
    let moves = line.moves.iter().map(|&mv| game.move_text(&line.start, mv)).collect();
    let end = game.position_text(&line.end);
    Ok((game, moves, end))
}

#[test]
fn files_as_people_write_them() {
    for (text, size, moves) in [
        ("(;SZ[9];B[aa];W[bb])", 9, "A9 B8"),
        ("From: a letter (or two)\n\n(;GaMe[1]SiZe[9]\n;Black [aa]\r\n;White[])", 9, "A9 pass"),
        ("(;SZ[9]C[a \\] ; ( \\\\];B[aa]XX[?][:](;W[tt];B[ab])(;W[bb](;B[cc])))", 9, "A9 pass A8"),
        ("(;SZ[9:9]AB[aa:bb]AW[cc];W[dd];W[ee])", 9, "D6 pass E5"),
        ("(;SZ[5];B[aa];W[ba];AE[ba]PL[W];W[bb])", 5, "B4"),
        ("(;SZ[5];B[aa];W[ba];B[];W[];B[])", 5, "A5 B5 pass pass"),
        ("((;SZ[3]))", 3, ""),
        ("(;)\n\u{1a}\0", 19, ""),
        ("(;SZ[9]HA[2]AB[gc][cg];W[ee])", 9, "E5"),
    ] {
        let (game, found, _) = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.size(), found.join(" ").as_str()), (size, moves), "{text}");
    }
    let two = "(;SZ[9];B[aa])\n\n(;SZ[13];B[mm];W[])\n";
    assert_eq!(SgfGame::read_all(two).map(|games| games.len()), Ok(2));
    for (komi, halves) in
        [("6.5", 13), ("375", 15), ("3.75", 15), ("650", 13), ("", 15), ("-5,5", -11)]
    {
        let text = format!("(;SZ[1]KM[{komi}])");
        let game = SgfGame::read_all(&text).expect(komi)[0].game(&text).expect(komi);
        let margin = game.final_score(&game.initial_state(), 1).get();
        assert_eq!(margin, 50 * halves, "{komi}");
    }
}

#[test]
fn errors_in_files_have_places() {
    for (text, line, column, expected) in [
        ("", 1, 1, "a game in SGF, which begins with `(;`"),
        ("hello", 1, 6, "a game in SGF, which begins with `(;`"),
        ("(;B[aa]", 1, 8, "`)` at the end of the game"),
        ("(;\nB[aa", 2, 2, "a value that ends with `]`"),
        ("(;B aa)", 1, 5, "`[` and a value of the property"),
        ("(;B", 1, 4, "`[` and a value of the property"),
        ("(B[aa])", 1, 8, "a game in SGF, which begins with `(;`"),
        ("(;B[aa]!)", 1, 8, "a property, `;`, `(` or `)`"),
        ("(;GM[2])", 1, 6, "1, the number of Go"),
        ("(;SZ[20])", 1, 6, "a square board with at most 19 rows"),
        ("(;SZ[9:13])", 1, 6, "a square board with at most 19 rows"),
        ("(;KM[lots])", 1, 6, "a komi with at most two decimals"),
        ("(;SZ[9];B[aj])", 1, 11, "two letters for a point of the board, or nothing for a pass"),
        ("(;SZ[9];B[aa]\n;W[aa])", 2, 4, "an empty point"),
        ("(;SZ[9]AB[aa]AW[ba][ab])", 1, 21, "a liberty for every stone"),
        ("(;SZ[9]AB[zz])", 1, 11, "points of the board"),
        ("(;SZ[9]PL[x])", 1, 11, "B or W"),
        ("(;B[aa])\n;W[bb])", 2, 1, "the end of the file, or another game"),
    ] {
        let error = read(text).expect_err(text);
        let found = (error.line, error.column, error.expected.as_str());
        assert_eq!(found, (line, column, expected), "{text}");
    }
}

#[test]
fn written_games_are_read_again() {
    let mut random = Random::new(9);
    for size in [2, 5, 9, 19] {
        let game = go(size).rules(Ruleset::Chinese).komi(-3);
        let mut position = game.initial_state();
        let (start, mut line) = (position.clone(), Vec::new());
        while game.turn(&position) != Turn::Over && line.len() < 200 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mv = moves[random.below(moves.len() as u64) as usize];
            game.play(&mut position, mv);
            line.push(mv);
        }
        let text = SgfGame::write(&game, &start, &line);
        let found = &SgfGame::read_all(&text).expect("a game")[0];
        let again = found.game(&text).expect("a game");
        let replayed = found.replay(&again, &text).expect("legal moves");
        assert_eq!((&replayed.start, &replayed.moves, &replayed.end), (&start, &line, &position));
        assert_eq!(again.final_score(&position, 0), game.final_score(&position, 0));
        // From the middle, with stones of both players.
        let text = SgfGame::write(&game, &position, &[]);
        let (_, _, end) = read(&text).expect("a position");
        let middle = game.position_text(&position);
        assert_eq!(
            end,
            middle.split(" ko=").next().expect("a board").split(" passes").next().expect("a board")
        );
    }
}

#[test]
fn long_and_deep_files_end_soon() {
    let started = Instant::now();
    let deep = format!("(;SZ[19]{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_001));
    let error = read(&deep).expect_err("an occupied point");
    assert_eq!(error.expected, "an empty point");
    let open = "(".repeat(100_000);
    assert!(SgfGame::read_all(&open).is_err());
    assert_eq!(SgfGame::read_each(&"(;B[\n".repeat(100_000)).len(), 1);
    let variations = format!("(;SZ[19];B[aa]{})", "(;W[bb];B[cc])".repeat(100_000));
    assert_eq!(read(&variations).map(|(_, moves, _)| moves.len()), Ok(3));
    // Passes of one player: the other one fills the board.
    let points = (0..18_u8).flat_map(|y| (0..19_u8).map(move |x| (x, y)));
    let fill: String = points
        .map(|(x, y)| format!(";B[{}{}]", char::from(b'a' + x), char::from(b'a' + y)))
        .collect();
    let long = format!("(;SZ[19]{})", fill.repeat(300));
    assert!(long.len() > 500_000);
    assert_eq!(read(&long).expect_err("an occupied point").expected, "an empty point");
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn games_played_out_end_with_all_points_owned() {
    for size in [1, 2, 3, 5, 9, 13, 19] {
        let game = go(size);
        let mut random = Random::new(7);
        let (mut trail, mut board) = (Vec::new(), game.initial_state().board().clone());
        let start = board.clone();
        for _ in 0..20 {
            board.clone_from(&start);
            trail.clear();
            let score = game.play_out(&mut board, &mut random, &mut trail);
            assert!(trail.len() <= 3 * size * size);
            assert!(trail.iter().all(|&key| (key as usize) < game.key_count()));
            let [black, white] = board.area().map(|area| area as i32);
            assert_eq!(score, Score::estimate(100 * (black - white) - 750));
            assert!(size < 5 || black + white > (size * size * 9 / 10) as i32);
            // The same moves by the rules, as long as no board repeats.
            let mut position = game.initial_state();
            for &key in &trail {
                let number = key as usize % (size * size + 1);
                let mv = game.point(number % size, number / size).unwrap_or(Move::PASS);
                if !game.is_legal(&position, mv) {
                    break;
                }
                assert_eq!(game.move_key(&position, mv), key as usize);
                game.play(&mut position, mv);
            }
        }
    }
    let (game, mut trails) = (go(9), [Vec::new(), Vec::new()]);
    for trail in &mut trails {
        let mut board = game.initial_state().board().clone();
        game.play_out(&mut board, &mut Random::new(3), trail);
    }
    assert_eq!(trails[0], trails[1]);
}

#[test]
fn hash_tells_ko_passes_and_mover() {
    let game = go(4);
    let texts = [
        ".XO./XO.O/.XO./.... b ko=C3",
        ".XO./XO.O/.XO./.... b",
        ".XO./XO.O/.XO./.... w",
        ".XO./XO.O/.XO./.... w passes=1",
        ".XO./XO.O/.XO./.... b passes=2",
    ];
    let hashes = texts.map(|text| game.hash(&game.parse_position(text).expect("a position")));
    assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), texts.len());
}

/// Solved moves are not tried again, but count in the mean of their position.
#[test]
fn black_wins_on_three_rows() {
    let game = Go::new(3).expect("a size").komi(0);
    let limits = tremaux_core::Limits::default().with_nodes(20_000);
    let options = Playouts::options().memory(1 << 24);
    let report = options.solve(&game, &game.initial_state(), &Playouts, &limits);
    assert_eq!(game.place(report.line[0]), Some((1, 1)));
    assert!(report.moves[0].mean > 0.7, "{}", report.moves[0].mean);
}

/// Boards must not repeat: what a table proves without the line to a position rests on that, and is
/// not told. `--prove` keeps a tree.
#[test]
fn proofs_know_the_line_to_a_position() {
    use tremaux_games::named::{
        AnalysisRequest, GameAlgorithm, GameTable, Outcome, Player as NamedPlayer,
    };
    let analyze = |algorithm| {
        let options = [("size", "2".to_owned()), ("komi", "0".to_owned())];
        let game = tremaux_games::catalog::GO.open(&options, "").expect("a board");
        let request = AnalysisRequest { algorithm, ..AnalysisRequest::default() };
        let mut table = GameTable::new(1 << 22).expect("a small table");
        let limits = Limits::default().with_nodes(500_000);
        game.analyze(&request, &mut table, &limits, &mut |_| {})
    };
    let table = NamedPlayer::parse("df-pn").expect("a name").algorithm.expect("an algorithm");
    let table = analyze(table);
    assert_eq!((table.exact, table.outcome), (false, None), "{table:?}");
    // Black wins by a point on four.
    let tree = analyze(GameAlgorithm::PROOF);
    assert_eq!((&*tree.algorithm, tree.score, tree.exact), ("pn-2", Some(100), true), "{tree:?}");
    assert_eq!(tree.outcome, Some(Outcome::Win));
}
