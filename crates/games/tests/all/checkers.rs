//! The rules of checkers: published counts, a naive board, the contracts of games.

use tremaux_core::{Game, GameNotation, Score, TacticalGame, Turn, ZeroSumGame};
use tremaux_games::checkers::{
    Brazilian, Checkers, Colour, English, International, Position, Russian, Variant,
};
use tremaux_play::perft;
use tremaux_testkit as testkit;

/// Counts of lines of 1, 2, 3 … moves from the start.
fn counts_are<V: Variant>(expected: &[u64]) {
    let game: Checkers<V> = Checkers::new();
    for (depth, &expected) in (1..).zip(expected) {
        let count = perft(&game, &mut game.initial_state(), depth);
        assert_eq!(count, expected, "{} to depth {depth}", V::NAME);
    }
}

#[test]
fn published_perft() {
    // OEIS A133046 and A. Bik: captures in different orders are different moves.
    counts_are::<English>(&[7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680]);
    // A. Bik's label perft: they are one move.
    counts_are::<International>(&[9, 81, 658, 4265, 27_117, 167_140, 1_049_442, 6_483_961]);
    // R. Halbersma.
    counts_are::<Brazilian>(&[7, 49, 302, 1469, 7473, 37_628, 187_302]);
}

/// What the data page holds, as deep as it goes below some hours.
#[test]
#[ignore = "takes minutes: cargo test --release -p tremaux-games checkers:: -- --ignored"]
fn published_perft_deep() {
    counts_are::<English>(&[
        7,
        49,
        302,
        1469,
        7361,
        36_768,
        179_740,
        845_931,
        3_963_680,
        18_391_564,
        85_242_128,
        388_623_673,
        1_766_623_630,
    ]);
    counts_are::<International>(&[
        9,
        81,
        658,
        4265,
        27_117,
        167_140,
        1_049_442,
        6_483_961,
        41_022_423,
        258_895_763,
    ]);
}

/// A second implementation of the rules on a board of characters, by column and row from the top
/// left, without bitboards.
#[derive(Clone)]
struct Board {
    cells: Vec<Vec<char>>,
    white_moves: bool,
}

type Place = (usize, usize);
/// The squares a piece goes by and the pieces that it takes, sorted.
type NaiveMove = (Vec<Place>, Vec<Place>);

impl Board {
    /// From the picture of a position.
    fn of<V: Variant>(game: &Checkers<V>, position: &Position) -> Self {
        let mut cells = vec![vec!['.'; V::SIDE as usize]; V::SIDE as usize];
        let mut square = 0;
        for (y, row) in cells.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                if (x + y) % 2 == 1 {
                    square += 1;
                    if let Some((player, is_king)) = game.piece(position, square) {
                        *cell = match (game.colour(player), is_king) {
                            (Colour::White, false) => 'w',
                            (Colour::White, true) => 'W',
                            (Colour::Black, false) => 'b',
                            (Colour::Black, true) => 'B',
                        };
                    }
                }
            }
        }
        let white_moves = game.colour(position.player_to_move()) == Colour::White;
        Self { cells, white_moves }
    }

    fn at(&self, (x, y): (isize, isize)) -> Option<char> {
        let row = self.cells.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn is_enemy(&self, cell: Option<char>) -> bool {
        let enemies = if self.white_moves { ['b', 'B'] } else { ['w', 'W'] };
        cell.is_some_and(|cell| enemies.contains(&cell))
    }

    /// The squares that a piece can move to, up to `reach` squares away; also the first obstacle
    /// and its square.
    fn look(&self, from: Place, step: (isize, isize), reach: usize) -> (Vec<Place>, isize) {
        let mut free = Vec::new();
        let (mut x, mut y) = (from.0 as isize + step.0, from.1 as isize + step.1);
        while free.len() < reach && self.at((x, y)) == Some('.') {
            free.push((x as usize, y as usize));
            (x, y) = (x + step.0, y + step.1);
        }
        let count = free.len() as isize;
        (free, count)
    }

    /// All ways on for a piece at the end of `path` that has taken `taken`; the captured stay
    /// on the board, the piece itself is off it.
    fn hunt<V: Variant>(
        &self,
        is_king: bool,
        path: &[Place],
        taken: &[Place],
        found: &mut Vec<NaiveMove>,
    ) {
        let here = *path.last().expect("a place");
        let forwards: isize = if self.white_moves { -1 } else { 1 };
        let flies = is_king && V::KINGS_FLY;
        let mut ways = Vec::new();
        for step in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
            if !is_king && !V::MEN_CAPTURE_BACKWARDS && step.1 != forwards {
                continue;
            }
            let (_, run) = self.look(here, step, if flies { 99 } else { 0 });
            let over = (here.0 as isize + step.0 * (run + 1), here.1 as isize + step.1 * (run + 1));
            let is_taken = taken.iter().any(|&(x, y)| (x as isize, y as isize) == over);
            if !self.is_enemy(self.at(over)) || is_taken {
                continue;
            }
            let over = (over.0 as usize, over.1 as usize);
            let (landings, _) = self.look(over, step, if flies { 99 } else { 1 });
            let mut ways_behind = Vec::new();
            for landing in landings {
                let last_row = if self.white_moves { 0 } else { self.cells.len() - 1 };
                let becomes_king = V::PROMOTES_IN_PASSING && landing.1 == last_row;
                let path = [path, &[landing]].concat();
                let taken = [taken, &[over]].concat();
                let mut on = Vec::new();
                self.hunt::<V>(is_king || becomes_king, &path, &taken, &mut on);
                ways_behind.push((path, taken, on));
            }
            // If some landing allows another capture, the capture must continue.
            let leads_on = ways_behind.iter().any(|(_, _, on)| !on.is_empty());
            for (path, taken, on) in ways_behind {
                if leads_on {
                    ways.extend(on);
                } else {
                    ways.push((path, taken));
                }
            }
        }
        found.extend(ways);
    }

    /// The legal moves: captures in the order in which pieces are taken.
    fn moves<V: Variant>(&self) -> Vec<NaiveMove> {
        let (own, forwards) = if self.white_moves { (['w', 'W'], -1) } else { (['b', 'B'], 1) };
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        let side = self.cells.len();
        for from in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let cell = self.cells[from.1][from.0];
            if !own.contains(&cell) {
                continue;
            }
            let is_king = cell == own[1];
            let mut lifted = self.clone();
            lifted.cells[from.1][from.0] = '.';
            lifted.hunt::<V>(is_king, &[from], &[], &mut captures);
            for step in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                if is_king || step.1 == forwards {
                    let reach = if is_king && V::KINGS_FLY { 99 } else { 1 };
                    let (free, _) = self.look(from, step, reach);
                    steps.extend(free.into_iter().map(|to| (vec![from, to], Vec::new())));
                }
            }
        }
        if captures.is_empty() {
            return steps;
        }
        if V::MOST_MUST_BE_TAKEN {
            let most = captures.iter().map(|(_, taken)| taken.len()).max();
            captures.retain(|(_, taken)| Some(taken.len()) == most);
        }
        captures
    }

    /// Plays a move: a king wherever a man ends, or has been in Russian draughts, on the last row.
    fn play<V: Variant>(&mut self, (path, taken): &NaiveMove) {
        let (from, to) = (path[0], *path.last().expect("an end"));
        let mut cell = std::mem::replace(&mut self.cells[from.1][from.0], '.');
        for &(x, y) in taken {
            self.cells[y][x] = '.';
        }
        let last_row = if self.white_moves { 0 } else { self.cells.len() - 1 };
        let passes = path[1..].iter().any(|&(_, y)| y == last_row);
        if to.1 == last_row || V::PROMOTES_IN_PASSING && passes {
            cell = cell.to_ascii_uppercase();
        }
        self.cells[to.1][to.0] = cell;
        self.white_moves = !self.white_moves;
    }

    fn text(&self) -> String {
        let rows = self.cells.iter().map(|row| row.iter().collect::<String>() + "\n");
        rows.collect::<String>() + if self.white_moves { "W" } else { "B" }
    }
}

/// What the moves of a position lead to, each as often as there are ways that differ in what the
/// variant tells apart.
///
/// `quiet` counts the plies since the last capture or move of a man, apart from the game's own
/// counter.
fn agrees<V: Variant>(game: &Checkers<V>, position: &Position, quiet: u16) {
    let board = Board::of(game, position);
    let mut naive = board.moves::<V>();
    // One way for each order of taking: squares between two pieces in a row tell no difference.
    naive.sort_by_key(|(path, taken)| (path[0], path.last().copied(), taken.clone()));
    naive.dedup_by_key(|(path, taken)| (path[0], path.last().copied(), taken.clone()));
    if V::ORDERS_ARE_ONE_MOVE {
        naive.iter_mut().for_each(|(_, taken)| taken.sort_unstable());
        naive.sort_by_key(|(path, taken)| (path[0], path.last().copied(), taken.clone()));
        naive.dedup_by_key(|(path, taken)| (path[0], path.last().copied(), taken.clone()));
    }
    let after = |mv: &NaiveMove| {
        let mut board = board.clone();
        board.play::<V>(mv);
        (board.text(), mv.1.len() as u32)
    };
    let mut expected: Vec<(String, u32)> = naive.iter().map(after).collect();
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut found: Vec<(String, u32)> = moves
        .iter()
        .map(|&mv| {
            let mut child = *position;
            let _ = game.play(&mut child, mv);
            (Board::of(game, &child).text(), mv.captures())
        })
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{} {}", V::NAME, game.position_text(position));
    assert_eq!(position.quiet_plies(), quiet, "{} {}", V::NAME, game.position_text(position));
    let is_over = naive.is_empty() || quiet >= moves_to_draw(V::NAME);
    assert_eq!(game.turn(position) == Turn::Over, is_over);
    if is_over && !naive.is_empty() {
        assert_eq!(game.final_score(position, 0), Score::DRAW);
    }
    let takes = naive.first().is_some_and(|(_, taken)| !taken.is_empty());
    assert_eq!(game.can_capture(position), takes);
    assert_eq!(game.may_rest(position), !takes);
    let mut noisy = Vec::new();
    game.noisy_moves(position, &mut noisy);
    assert_eq!(noisy.len(), if takes { naive.len() } else { 0 });
}

/// After how many plies of kings alone without a capture a game is drawn: 40 moves of each side,
/// 20, 25 and 15.
fn moves_to_draw(variant: &str) -> u16 {
    match variant {
        "english" => 80,
        "brazilian" => 40,
        "international" => 50,
        "russian" => 30,
        other => panic!("{other}"),
    }
}

/// The count of quiet plies after a ply from `before` to `after`, which had `quiet` before it.
fn quiet_after(before: &Board, after: &Board, quiet: u16) -> u16 {
    let pieces = |board: &Board| board.cells.iter().flatten().filter(|&&cell| cell != '.').count();
    let own = if before.white_moves { ['w', 'W'] } else { ['b', 'B'] };
    let cells = before.cells.iter().flatten().zip(after.cells.iter().flatten());
    let mut left = cells.filter(|&(old, new)| own.contains(old) && *new == '.');
    let is_of_king = left.next().is_some_and(|(old, _)| *old == own[1]);
    if pieces(before) == pieces(after) && is_of_king { quiet + 1 } else { 0 }
}

/// Plays at random from a position and compares each with the naive board; how often a man moved
/// after quiet plies, and whether the game was drawn by them.
fn walk_agrees<V: Variant>(
    game: &Checkers<V>,
    (mut position, mut quiet): (Position, u16),
    walker: &mut testkit::Walker,
    plies: usize,
) -> (u32, bool) {
    let mut resets = 0;
    let mut moves = Vec::new();
    for _ in 0..plies {
        agrees(game, &position, quiet);
        if game.turn(&position) == Turn::Over {
            return (resets, quiet >= moves_to_draw(V::NAME));
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let before = Board::of(game, &position);
        let mv = moves[walker.below(moves.len())];
        let _ = game.play(&mut position, mv);
        let last = quiet;
        quiet = quiet_after(&before, &Board::of(game, &position), quiet);
        resets += u32::from(last > 0 && quiet == 0 && mv.captures() == 0);
    }
    (resets, false)
}

/// A random position with this many pieces, many of them kings.
fn scattered<V: Variant>(game: &Checkers<V>, walker: &mut testkit::Walker) -> Option<Position> {
    let squares = V::SIDE * V::SIDE / 2;
    let mut sides = [Vec::new(), Vec::new()];
    let kings = 1 + walker.below(4);
    let pieces = 2 + walker.below(squares as usize / 2);
    let mut free: Vec<u32> = (1..=squares).collect();
    for _ in 0..pieces {
        let square = free.swap_remove(walker.below(free.len()));
        let sign = if walker.below(kings) == 0 { "K" } else { "" };
        sides[walker.below(2)].push(format!("{sign}{square}"));
    }
    let mover = ["W", "B"][walker.below(2)];
    let text = format!("{mover}:W{}:B{}", sides[0].join(","), sides[1].join(","));
    game.parse_position(&text).ok()
}

fn agrees_with_naive<V: Variant>(games: usize, positions: usize) {
    let game: Checkers<V> = Checkers::new();
    let mut walker = testkit::Walker::new(5);
    let (mut resets, mut draws) = (0, 0);
    for _ in 0..games {
        resets += walk_agrees(&game, (game.initial_state(), 0), &mut walker, 1000).0;
    }
    assert!(resets >= 10, "{}: men moved {resets} times after quiet plies", V::NAME);
    let mut walker = testkit::Walker::new(6);
    let mut places = testkit::Walker::new(7);
    let found = std::iter::repeat_with(|| scattered(&game, &mut places)).flatten();
    for position in found.take(positions) {
        let quiet = moves_to_draw(V::NAME) - walker.below(4) as u16 - 1;
        let text = format!("{}:H{quiet}", game.position_text(&position));
        let position = game.parse_position(&text).expect(&text);
        let (more, is_drawn) = walk_agrees(&game, (position, quiet), &mut walker, 4);
        (resets, draws) = (resets + more, draws + u32::from(is_drawn));
    }
    assert!(draws >= 30, "{}: {draws} games were drawn by quiet plies", V::NAME);
}

#[test]
fn moves_agree_with_a_naive_board() {
    agrees_with_naive::<English>(100, 2000);
    agrees_with_naive::<Brazilian>(100, 2000);
    agrees_with_naive::<International>(60, 1500);
    agrees_with_naive::<Russian>(100, 2000);
}

fn contracts_hold<V: Variant>() {
    let game: Checkers<V> = Checkers::new();
    testkit::check_zero_sum_game(&game, 1, 40);
    testkit::check_hashed_game(&game, 2, 40);
    testkit::check_game_notation(&game, 3, 15);
}

#[test]
fn contracts() {
    contracts_hold::<English>();
    contracts_hold::<Brazilian>();
    contracts_hold::<International>();
    contracts_hold::<Russian>();
}

fn moves_of<V: Variant>(position: &str) -> Vec<String> {
    let game: Checkers<V> = Checkers::new();
    let position = game.parse_position(position).expect(position);
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut moves: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    moves.sort();
    moves
}

#[test]
fn a_man_passes_the_last_row() {
    // It continues as a man; by Russian rules it continues as a king.
    let passing = "W:Wb6:Bc7,e7,e3";
    assert_eq!(moves_of::<Brazilian>(passing), ["b6xd8xf6"]);
    assert_eq!(moves_of::<Russian>(passing), ["b6xd8xg5xc1", "b6xd8xg5xd2"]);
    assert_eq!(moves_of::<English>("W:W13:B9,2,10"), ["13x6"]);
    assert_eq!(moves_of::<English>("W:W10:B6,7"), ["10x1", "10x3"]);
}

#[test]
fn captured_pieces_stay_until_the_end() {
    // On a5 the king sees c3, but behind it is d2, which was jumped first.
    assert_eq!(moves_of::<Brazilian>("W:WKc1:Bd2,d6,b6,c3"), ["c1xf4xc7xa5"]);
    assert_eq!(moves_of::<Brazilian>("W:WKc1:Bd2,d6,b6"), ["c1xf4xc7xa5"]);
}

#[test]
fn the_most_must_be_taken() {
    let text = "W:Wc3,g3:Bd4,f4,d6";
    assert_eq!(moves_of::<Brazilian>(text), ["c3xe5xc7", "g3xe5xc7"]);
    let text = "W:Wc3,g3:Bd4,f6,h4";
    assert_eq!(moves_of::<Brazilian>(text), ["c3xe5xg7"]);
    assert_eq!(moves_of::<Russian>(text), ["c3xe5xg7"]);
    let text = "W:Wc3,h2:Bd4,f6,g3";
    assert_eq!(moves_of::<Brazilian>(text), ["c3xe5xg7"]);
    assert_eq!(moves_of::<Russian>(text), ["c3xe5xg7", "h2xf4"]);
}

#[test]
fn who_cannot_move_has_lost() {
    let game: Checkers<English> = Checkers::new();
    for (text, is_over) in [("B:W17,22:B13", true), ("W:W17:B13,9", false), ("B:W17:B", true)] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.turn(&position) == Turn::Over, is_over, "{text}");
        if is_over {
            assert_eq!(game.final_score(&position, 0), Score::LOSS, "{text}");
            assert_eq!(game.final_score(&position, 1), Score::WIN, "{text}");
        }
    }
}

#[test]
fn kings_alone_draw_in_the_end() {
    let game: Checkers<Brazilian> = Checkers::new();
    let endless: Checkers<Brazilian> = Checkers::without_draws();
    let mut position = game.parse_position("W:WKa1:BKh4").expect("two kings");
    let back_and_forth = ["a1-b2", "h4-g5", "b2-a1", "g5-h4"];
    for nth in 0..40 {
        assert_eq!(position.quiet_plies(), nth as u16);
        assert_ne!(game.turn(&position), Turn::Over);
        let mv = game.parse_move(&position, back_and_forth[nth % 4]).expect("a move");
        let _ = game.play(&mut position, mv);
    }
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(game.final_score(&position, 0), Score::DRAW);
    assert_ne!(endless.turn(&position), Turn::Over);
    assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
    assert!(endless.parse_position(&game.position_text(&position)).is_err());
}
