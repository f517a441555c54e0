//! The rules against a naive board, contracts, published counts.

use tremaux_core::{Game, GameNotation, MoveKey, Turn};
use tremaux_othello::{Move, Othello, Position};
use tremaux_play::perft;
use tremaux_testkit as testkit;

/// A board of cells, which shares no code with the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Naive {
    /// 0 and 1 for the discs of Black and White, 2 for an empty square; rows from the top.
    cells: [[u8; 8]; 8],
    mover: u8,
}

impl Naive {
    pub(crate) fn of(position: &Position) -> Self {
        let mut cells = [[2; 8]; 8];
        for (row, cells) in cells.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                for player in 0..2 {
                    if position.discs_of(player) >> (8 * row + column) & 1 == 1 {
                        *cell = player;
                    }
                }
            }
        }
        Self { cells, mover: position.player_to_move() }
    }

    fn at(&self, row: i32, column: i32) -> u8 {
        if (0..8).contains(&row) && (0..8).contains(&column) {
            self.cells[row as usize][column as usize]
        } else {
            3
        }
    }

    /// The squares that a disc of `player` on a square turns.
    fn turned(&self, player: u8, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(row, column) != 2 {
            return all;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                if (down, right) == (0, 0) {
                    continue;
                }
                let mut line = Vec::new();
                let mut place = (row + down, column + right);
                while self.at(place.0, place.1) == 1 - player {
                    line.push(place);
                    place = (place.0 + down, place.1 + right);
                }
                if self.at(place.0, place.1) == player {
                    all.extend(line);
                }
            }
        }
        all
    }

    fn legal(&self, player: u8) -> Vec<u8> {
        let is_legal = |&square: &u8| {
            !self.turned(player, (i32::from(square) / 8, i32::from(square) % 8)).is_empty()
        };
        (0..64).filter(is_legal).collect()
    }

    fn play(&mut self, square: Option<u8>) {
        if let Some(square) = square {
            let place = (i32::from(square) / 8, i32::from(square) % 8);
            for (row, column) in self.turned(self.mover, place) {
                self.cells[row as usize][column as usize] = self.mover;
            }
            self.cells[place.0 as usize][place.1 as usize] = self.mover;
        }
        self.mover = 1 - self.mover;
    }

    fn count(&self, sign: u8) -> i32 {
        self.cells.iter().flatten().filter(|&&cell| cell == sign).count() as i32
    }

    /// The difference at the end for the player to move; empty squares count for the winner.
    fn difference(&self) -> i32 {
        let difference = self.count(self.mover) - self.count(1 - self.mover);
        difference + difference.signum() * self.count(2)
    }

    /// The difference with best play for the player to move.
    pub(crate) fn solve(&self) -> i32 {
        let legal = self.legal(self.mover);
        if legal.is_empty() {
            if self.legal(1 - self.mover).is_empty() {
                return self.difference();
            }
            let mut passed = self.clone();
            passed.play(None);
            return -passed.solve();
        }
        let score = |square: u8| {
            let mut child = self.clone();
            child.play(Some(square));
            -child.solve()
        };
        legal.into_iter().map(score).max().expect("a move")
    }
}

#[test]
fn perft_from_the_start() {
    // Published, for example on A. Bik's page on Othello.
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    for (depth, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&Othello, &mut Othello.initial_state(), depth as u32), count, "{depth}");
    }
}

/// The published counts take a game that ended earlier as a leaf; `perft` leaves it out. A pass
/// counts as a ply.
#[test]
fn perft_from_the_start_deeper() {
    fn ended(position: &Position, depth: u32) -> u64 {
        if Othello.turn(position) == Turn::Over {
            return u64::from(depth > 0);
        }
        if depth == 0 {
            return 0;
        }
        let mut moves = Vec::new();
        Othello.moves(position, &mut moves);
        let after = |mv| {
            let mut after = *position;
            after.play(mv);
            ended(&after, depth - 1)
        };
        moves.into_iter().map(after).sum()
    }
    for (depth, count, over) in [(9, 3_005_288, 0), (10, 24_571_284, 228)] {
        let mut start = Othello.initial_state();
        assert_eq!(ended(&start, depth), over, "{depth}");
        assert_eq!(perft(&Othello, &mut start, depth) + over, count, "{depth}");
    }
}

#[test]
fn games_agree_with_a_naive_board() {
    let mut passes = 0;
    let mut ends_early = 0;
    testkit::play_at_random(&Othello, 1, 300, |position, moves| {
        let naive = Naive::of(position);
        let legal = naive.legal(naive.mover);
        let is_over = legal.is_empty() && naive.legal(1 - naive.mover).is_empty();
        assert_eq!(Othello.turn(position) == Turn::Over, is_over, "{naive:?}");
        if is_over {
            ends_early += u32::from(position.empties() > 0);
            assert_eq!(position.difference(naive.mover), naive.difference(), "{naive:?}");
            return;
        }
        passes += u32::from(legal.is_empty());
        let squares: Vec<u8> = moves.iter().filter_map(|mv| mv.square()).collect();
        assert_eq!(squares, legal);
        for &mv in moves {
            let (mut after, mut expected) = (*position, naive.clone());
            after.play(mv);
            expected.play(mv.square());
            assert_eq!(Naive::of(&after), expected);
            assert!(Othello.move_key(position, mv) < Othello.key_count());
        }
    });
    assert!(passes > 100 && ends_early > 5, "{passes} passes, {ends_early} early ends");
}

#[test]
fn contracts() {
    testkit::check_zero_sum_game(&Othello, 1, 100);
    testkit::check_hashed_game(&Othello, 2, 100);
    testkit::check_game_notation(&Othello, 3, 30);
}

#[test]
fn empty_squares_count_for_the_winner() {
    // The shortest game: Black has all discs after nine plies.
    let end = Othello.parse_position("e6f4e3f6g5d6e7f5c5").expect("legal moves");
    assert_eq!(Othello.turn(&end), Turn::Over);
    assert_eq!((end.discs(0), end.discs(1), end.difference(0)), (13, 0, 64));
    assert_eq!(end.difference(1), -64);
    assert_eq!(Move::PASS.square(), None);
}
