//! Goofspiel: sizes in closed form, a published best response, and equilibria against backward
//! induction over matrix games, which shares no code with the rules.

use std::collections::HashMap;

use tremaux_core::{Game, GameNotation, HiddenGame, Limits, Turn};
use tremaux_games::goofspiel::{Goofspiel, Prizes};
use tremaux_play::{Equilibrium, evaluate, every_line};

const ORDERS: [Prizes; 3] = [Prizes::Shuffled, Prizes::Ascending, Prizes::Descending];

fn game(cards: u8, prizes: Prizes) -> Goofspiel {
    Goofspiel::new(cards, prizes).expect("a number of cards")
}

#[test]
fn contracts() {
    for prizes in ORDERS {
        super::hidden::check(&game(4, prizes));
    }
    super::hidden::check(&game(Goofspiel::MOST, Prizes::Shuffled));
    assert_eq!(Goofspiel::new(0, Prizes::Shuffled), None);
    assert_eq!(Goofspiel::new(Goofspiel::MOST + 1, Prizes::Shuffled), None);
    let error = game(3, Prizes::Shuffled).parse_position("prize-3 2 2 prize-3").expect_err("spent");
    assert_eq!((error.column, error.expected.as_str()), (13, "one of prize-1, prize-2"));
}

/// After r rounds of n cards each has bid n! / (n - r)! lines of cards, and as many lines of prizes
/// have come up; both have one information set for each, and for each prize that comes up next.
#[test]
fn sizes_are_those_of_the_formula() {
    for (cards, prizes) in (1..=4).flat_map(|cards| ORDERS.map(|prizes| (cards, prizes))) {
        let game = game(cards, prizes);
        let (mut sets, mut ends) = (std::collections::HashSet::new(), 0);
        every_line(&game, &mut game.initial_state(), &mut |state| match game.turn(state) {
            Turn::Player(player) => drop(sets.insert((player, game.information(state, player)))),
            Turn::Over => ends += 1,
            Turn::Chance => {}
        });
        let cards = u64::from(cards);
        let lines = |rounds: u64| (cards - rounds + 1..=cards).product::<u64>();
        let of_round = |rounds| match prizes {
            Prizes::Shuffled => 2 * lines(rounds).pow(3) * (cards - rounds),
            _ => 2 * lines(rounds).pow(2),
        };
        let expected: u64 = (0..cards).map(of_round).sum();
        let power = if prizes == Prizes::Shuffled { 3 } else { 2 };
        assert_eq!((sets.len() as u64, ends), (expected, lines(cards).pow(power)), "{game:?}");
    }
}

/// What both have left to bid, the prizes left and the prize that came up, as the second player
/// sees it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Round {
    hands: [Vec<u8>; 2],
    prizes: Vec<u8>,
    prize: u8,
}

/// The round of a position in which a player is to move, read from its notation.
fn round_of(game: &Goofspiel, cards: u8, order: Prizes, state: &str) -> Round {
    let all: Vec<u8> = (1..=cards).collect();
    let mut round = Round { hands: [all.clone(), all.clone()], prizes: all, prize: 0 };
    let words: Vec<&str> = state.split(' ').filter(|word| *word != "start").collect();
    let (drawn, bids): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with("prize-"));
    let number = |word: &str| word.parse::<u8>().expect(state);
    for pair in bids.chunks_exact(2) {
        for (hand, bid) in round.hands.iter_mut().zip(pair) {
            hand.retain(|&card| card != number(bid));
        }
    }
    let rounds = bids.len() / 2 + 1;
    let mut prizes: Vec<u8> = match order {
        Prizes::Shuffled => drawn.iter().map(|word| number(&word["prize-".len()..])).collect(),
        Prizes::Ascending => (1..=cards).take(rounds).collect(),
        Prizes::Descending => (1..=cards).rev().take(rounds).collect(),
    };
    round.prizes.retain(|prize| !prizes.contains(prize));
    round.prize = prizes.pop().expect("a prize has come up");
    assert_eq!(prizes.len() + 1, rounds, "{game:?} {state}");
    round
}

/// The value of a matrix game and the mix of the player of its rows: a linear program by the
/// simplex method.
fn solve_matrix(rows: &[Vec<f64>]) -> (f64, Vec<f64>) {
    // With all payoffs positive: maximize Σ y where Σ payoff · y ≤ 1 for each row. The value is
    // 1 / Σ y, and the mix of the rows are the prices of these constraints.
    let shift = 1.0 - rows.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let (height, width) = (rows.len(), rows[0].len());
    let mut table: Vec<Vec<f64>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let slack = (0..height).map(|it| f64::from(u8::from(it == at)));
        table.push(row.iter().map(|it| it + shift).chain(slack).chain([1.0]).collect());
    }
    let costs = (0..width + height + 1).map(|it| if it < width { -1.0 } else { 0.0 });
    table.push(costs.collect());
    let mut basis: Vec<usize> = (width..width + height).collect();
    // Bland's rule.
    while let Some(enter) = (0..width + height).find(|&it| table[height][it] < -1e-12) {
        let ratio = |row: usize| table[row][width + height] / table[row][enter];
        let leave = (0..height)
            .filter(|&row| table[row][enter] > 1e-12)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])));
        let leave = leave.expect("payoffs are positive");
        let pivot = table[leave][enter];
        table[leave].iter_mut().for_each(|it| *it /= pivot);
        let pivot_row = table[leave].clone();
        for (at, row) in table.iter_mut().enumerate().filter(|(at, _)| *at != leave) {
            let _ = at;
            let factor = row[enter];
            row.iter_mut().zip(&pivot_row).for_each(|(it, by)| *it -= factor * by);
        }
        basis[leave] = enter;
    }
    let sum = table[height][width + height];
    let prices = table[height][width..width + height].iter().map(|price| price / sum);
    (1.0 / sum - shift, prices.collect())
}

/// Values of rounds by backward induction, for the first player.
struct Reference {
    order: Prizes,
    values: HashMap<Round, f64>,
}

impl Reference {
    /// What the first player gains on average from what is left, before a prize comes up.
    fn rest(&mut self, hands: [Vec<u8>; 2], prizes: &[u8]) -> f64 {
        let next = match self.order {
            _ if prizes.is_empty() => return 0.0,
            Prizes::Shuffled => prizes,
            Prizes::Ascending => &prizes[..1],
            Prizes::Descending => &prizes[prizes.len() - 1..],
        };
        let mut sum = 0.0;
        for &prize in next {
            let prizes = prizes.iter().copied().filter(|&it| it != prize).collect();
            let round = Round { hands: hands.clone(), prizes, prize };
            sum += match self.values.get(&round) {
                Some(value) => *value,
                None => {
                    let value = solve_matrix(&self.matrix(&round, false)).0;
                    self.values.insert(round, value);
                    value
                }
            };
        }
        sum / next.len() as f64
    }

    /// The payoffs of the bids of a round for the first player, or for the second.
    fn matrix(&mut self, round: &Round, is_for_second: bool) -> Vec<Vec<f64>> {
        let without = |hand: &[u8], bid: u8| hand.iter().copied().filter(|&it| it != bid).collect();
        let [own, other] = match is_for_second {
            false => [&round.hands[0], &round.hands[1]],
            true => [&round.hands[1], &round.hands[0]],
        };
        let mut rows = Vec::new();
        for &bid in own {
            let mut row = Vec::new();
            for &against in other {
                let won = match bid.cmp(&against) {
                    std::cmp::Ordering::Less => -1.0,
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Greater => 1.0,
                };
                let hands = [without(own, bid), without(other, against)];
                // The rest is worth to whoever comes first in `hands` what it is to a first player.
                row.push(won * f64::from(round.prize) + self.rest(hands, &round.prizes));
            }
            rows.push(row);
        }
        rows
    }
}

/// The strategy of backward induction cannot be exploited, by the evaluation of strategies; and
/// what CFR+ finds has bounds around the value of a symmetric game.
#[test]
fn equilibria_are_those_of_backward_induction() {
    for (cards, order) in (1..=4).flat_map(|cards| ORDERS.map(|order| (cards, order))) {
        let game = game(cards, order);
        let mut reference = Reference { order, values: HashMap::new() };
        let mut mixes: HashMap<(Round, bool), Vec<f64>> = HashMap::new();
        let value = evaluate(&game, |state, mv| {
            let round = round_of(&game, cards, order, &game.position_text(state));
            let is_second = game.turn(state) == Turn::Player(1);
            let hand = round.hands[usize::from(is_second)].clone();
            let mix = mixes
                .entry((round.clone(), is_second))
                .or_insert_with(|| solve_matrix(&reference.matrix(&round, is_second)).1);
            let bid = game.move_text(state, mv);
            let at = hand.iter().position(|card| card.to_string() == bid);
            mix[at.expect("a card in hand")]
        });
        assert!(value.exploitability() < 1e-9 && value.value.abs() < 1e-9, "{game:?} {value:?}");
        let report = Equilibrium::default().target(0.01).solve(&game, &Limits::default());
        assert!(report.exploitability <= 0.01, "{game:?} {}", report.exploitability);
        assert!(report.bounds.0 <= 1e-9 && report.bounds.1 >= -1e-9, "{:?}", report.bounds);
        assert!(report.value.abs() <= 0.02, "{}", report.value);
    }
}

/// Ross 1971: the best response to random bids is to bid the number of the prize, which gains
/// (n² - 1) / 6 points on average.
#[test]
fn the_best_response_to_random_bids_is_as_published() {
    for (cards, order) in (1..=4).flat_map(|cards| ORDERS.map(|order| (cards, order))) {
        let game = game(cards, order);
        let value = evaluate(&game, |state, mv| {
            let round = round_of(&game, cards, order, &game.position_text(state));
            let is_match = game.move_text(state, mv) == round.prize.to_string();
            f64::from(u8::from(is_match || game.turn(state) == Turn::Player(1)))
        });
        let expected = (f64::from(cards).powi(2) - 1.0) / 6.0;
        assert!((value.value - expected).abs() < 1e-9, "{game:?} {value:?}");
        assert!((value.best_responses[0] - expected).abs() < 1e-9, "{game:?} {value:?}");
    }
}
