//! Poker of two players with jacks, queens and kings. Strategies are judged by the best replies.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::fields::Fields;
use crate::json::Json;
use crate::lines::Lines;
use crate::refused::{Accepted, Refused};

/// The cards, the lowest first.
const CARDS: [&str; 3] = ["J", "Q", "K"];
/// Certainty; probabilities are whole numbers of millionths.
const ONE: i128 = 1_000_000;
/// No player decides more often.
const DECISIONS: u32 = 4;

/// The rules: each player antes 1 and gets a card; after the first of two rounds of bets, a card
/// is dealt to the table.
#[derive(Clone, Copy)]
pub(crate) struct Poker {
    /// The number of cards of each rank.
    copies: i128,
    /// The bet of each round.
    bets: &'static [i128],
    /// The most bets of a round.
    raises: u32,
}

/// The rules with these numbers, and the table at the start.
pub(super) fn rules(
    copies: i128,
    bets: &'static [i128],
    raises: u32,
) -> Result<(Poker, Table), String> {
    Ok((Poker { copies, bets, raises }, start()))
}

impl Poker {
    /// The cards of a rank that are left when these are dealt.
    fn left(&self, rank: usize, dealt: &[usize]) -> i128 {
        (self.copies - dealt.iter().filter(|&&it| it == rank).count() as i128).max(0)
    }

    /// In how many ways the cards can be dealt.
    fn deals(&self) -> i128 {
        let cards = 3 * self.copies;
        (0..1 + self.bets.len() as i128).map(|dealt| cards - dealt).product()
    }
}

/// What everybody sees of a game.
#[derive(Clone, Default)]
pub(crate) struct Table {
    /// The moves, and the card of the table, each after a blank.
    seen: String,
    stakes: [i128; 2],
    round: usize,
    raises: u32,
    actor: usize,
    is_first: bool,
    card: Option<usize>,
}

impl Table {
    /// What the player to move knows if he has this card.
    fn known(&self, card: usize) -> String {
        let mut cards = ["?", "?"];
        cards[self.actor] = CARDS[card];
        format!("{} {}{}", cards[0], cards[1], self.seen)
    }

    /// The table of the next round, after a card is dealt to it.
    fn next_round(&self, card: usize) -> Self {
        let seen = format!("{} {}", self.seen, CARDS[card]);
        let stakes = self.stakes;
        let (round, card) = (self.round + 1, Some(card));
        Self { seen, stakes, round, card, raises: 0, actor: 0, is_first: true }
    }
}

/// What comes after a move.
enum After {
    /// The player gave up.
    Folded,
    /// The other player moves.
    Moves(Table),
    /// The round is over.
    Ends(Table),
}

impl Poker {
    /// The moves there are.
    fn names(&self, table: &Table) -> &'static [&'static str] {
        match (table.stakes[0] != table.stakes[1], table.raises < self.raises) {
            (true, true) => &["fold", "call", "raise"],
            (true, false) => &["fold", "call"],
            (false, _) => &["check", "bet"],
        }
    }

    fn after(&self, table: &Table, name: &str) -> After {
        let mut next = table.clone();
        next.seen = format!("{} {name}", table.seen);
        let most = table.stakes[0].max(table.stakes[1]);
        (next.actor, next.is_first) = (1 - table.actor, false);
        match name {
            "fold" => return After::Folded,
            "bet" | "raise" => {
                next.stakes[table.actor] = most + self.bets[table.round];
                next.raises += 1;
            }
            _ => next.stakes[table.actor] = most,
        }
        let is_over = matches!(name, "check" | "call") && !table.is_first;
        if is_over { After::Ends(next) } else { After::Moves(next) }
    }

    fn is_last(&self, table: &Table) -> bool {
        table.round + 1 == self.bets.len()
    }

    /// What a player can know when he moves, and the moves there are.
    fn decisions(&self) -> BTreeMap<String, &'static [&'static str]> {
        let (mut decisions, mut open) = (BTreeMap::new(), vec![start()]);
        while let Some(table) = open.pop() {
            let names = self.names(&table);
            decisions.extend((0..3).map(|card| (table.known(card), names)));
            for name in names {
                match self.after(&table, name) {
                    After::Moves(next) => open.push(next),
                    After::Ends(next) if !self.is_last(&next) => {
                        open.extend((0..3).map(|card| next.next_round(card)));
                    }
                    After::Ends(_) | After::Folded => {}
                }
            }
        }
        decisions
    }
}

/// What everybody sees at the start.
fn start() -> Table {
    Table { stakes: [1, 1], is_first: true, ..Table::default() }
}

/// The probabilities of the moves of a player who knows this, in the order of their names.
type Strategies = BTreeMap<String, Vec<i128>>;
/// A weight for each card of the player who replies and of the other.
type Weights = [[i128; 3]; 3];
/// What is won with each card of the player who replies, times weights.
type Wins = [i128; 3];

/// The search for the best reply to a strategy.
struct Reply<'a> {
    rules: Poker,
    strategies: &'a Strategies,
    replier: usize,
}

impl Reply<'_> {
    /// What the reply wins from a table on, `left` decisions of the other player before the most
    /// there can be. The depth is that of the longest game.
    fn wins(&self, table: &Table, weights: &Weights, left: u32) -> Option<Wins> {
        let is_reply = table.actor == self.replier;
        let mut best: Option<Wins> = None;
        for (nth, name) in self.rules.names(table).iter().enumerate() {
            let (mut weights, mut left) = (*weights, left);
            if !is_reply {
                left = left.checked_sub(1)?;
                for card in 0..3 {
                    let chance = *self.strategies.get(&table.known(card))?.get(nth)?;
                    weights.iter_mut().for_each(|row| row[card] *= chance);
                }
            }
            let wins = match self.rules.after(table, name) {
                After::Folded => self.folded(table, &weights, left),
                After::Moves(next) => self.wins(&next, &weights, left)?,
                After::Ends(next) if self.rules.is_last(&next) => shown(&next, &weights, left),
                After::Ends(next) => self.next_round(&next, &weights, left)?,
            };
            best = Some(match best {
                None => wins,
                Some(best) if is_reply => [0, 1, 2].map(|card| best[card].max(wins[card])),
                Some(best) => [0, 1, 2].map(|card| best[card] + wins[card]),
            });
        }
        best
    }

    fn folded(&self, table: &Table, weights: &Weights, left: u32) -> Wins {
        let stake = table.stakes[table.actor];
        let won = if table.actor == self.replier { -stake } else { stake };
        // The cards of the table, and the decisions, that this game did not need.
        let cards = 3 * self.rules.copies;
        let dealt = if table.card.is_some() { self.rules.deals() } else { cards * (cards - 1) };
        let scale = won * (self.rules.deals() / dealt) * ONE.pow(left);
        weights.map(|row| row.iter().sum::<i128>() * scale)
    }

    fn next_round(&self, table: &Table, weights: &Weights, left: u32) -> Option<Wins> {
        let mut sum = [0; 3];
        for card in 0..3 {
            let mut weights = *weights;
            for (mine, theirs) in pairs() {
                weights[mine][theirs] *= self.rules.left(card, &[mine, theirs]);
            }
            let wins = self.wins(&table.next_round(card), &weights, left)?;
            sum = [0, 1, 2].map(|card| sum[card] + wins[card]);
        }
        Some(sum)
    }
}

/// The cards of two players.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|mine| (0..3).map(move |theirs| (mine, theirs)))
}

/// What the reply wins when the cards are shown: a pair with the card of the table beats others.
fn shown(table: &Table, weights: &Weights, left: u32) -> Wins {
    let strength = |card: usize| if table.card == Some(card) { 3 } else { card };
    let mut sum = [0; 3];
    for (mine, theirs) in pairs() {
        let sign = strength(mine).cmp(&strength(theirs)) as i128;
        sum[mine] += sign * table.stakes[0] * weights[mine][theirs] * ONE.pow(left);
    }
    sum
}

/// What the best reply of a player wins, times the deals and `ONE` to the power `DECISIONS`.
fn best_reply(rules: Poker, strategies: &Strategies, replier: usize) -> Result<i128, String> {
    let ways = |mine: usize, theirs| rules.copies * rules.left(theirs, &[mine]);
    let weights = [0, 1, 2].map(|mine| [0, 1, 2].map(|theirs| ways(mine, theirs)));
    let wins = Reply { rules, strategies, replier }.wins(&start(), &weights, DECISIONS);
    let wins = wins.ok_or("a decision is missing in a strategy")?;
    Ok(wins.iter().sum())
}

/// Reads what a player knows, and the probabilities of his moves.
fn read(
    line: &str,
    known: &BTreeMap<String, &'static [&'static str]>,
) -> Result<(String, Vec<i128>), String> {
    let Ok((text, Json::Fields(moves))) = serde_json::from_str::<(String, Json)>(line) else {
        return Err("expected what is known, and probabilities".to_owned());
    };
    let names = *known.get(&text).ok_or_else(|| format!("nobody decides at `{text}`"))?;
    let number = |name: &&str| match moves.get(*name) {
        Some(Json::Number(number)) if *number >= 0 => Some(*number),
        _ => None,
    };
    let chances: Option<Vec<i128>> = names.iter().map(number).collect();
    let chances = chances.filter(|it| moves.len() == it.len() && it.iter().sum::<i128>() == ONE);
    let wrong = || format!("expected {names:?}, which sum up to {ONE}");
    Ok((text, chances.ok_or_else(wrong)?))
}

/// Reads the strategies and judges the claim: what each guarantees.
pub(crate) fn judge(
    kind: &str,
    rules: &mut Poker,
    _: Table,
    lines: &mut Lines<impl BufRead>,
) -> Result<Accepted, Refused> {
    let (known, mut strategies) = (rules.decisions(), Strategies::new());
    let claim = lines.read_to_claim(|line, _| {
        strategies.extend([read(line, &known)?]);
        Ok(())
    })?;
    lines.finish(claim, |claim| Ok(guarantees(kind, *rules, &strategies, claim)?))
}

fn guarantees(
    kind: &str,
    rules: Poker,
    strategies: &Strategies,
    claim: &mut Fields,
) -> Result<Accepted, String> {
    if claim.text("claim")? != "equilibrium" {
        return Err("the claim about this game is an `equilibrium`".to_owned());
    }
    let [low, high] = [claim.whole("at_least")?, claim.whole("at_most")?];
    let most = best_reply(rules, strategies, 0)?;
    let least = -best_reply(rules, strategies, 1)?;
    // A millionth of an ante, in the unit of what is won; nobody wins a thousand antes.
    let within = |bound: i128| bound.clamp(-1000 * ONE, 1000 * ONE);
    let unit = rules.deals() * ONE.pow(DECISIONS - 1);
    if least < within(low) * unit {
        return Err("the first player's strategy guarantees less".to_owned());
    }
    if most > within(high) * unit {
        return Err("against the second player's strategy, the first can get more".to_owned());
    }
    let claim = format!(
        "{kind}: the strategies guarantee the first player at least {low} and at most {high} \
         millionths of an ante"
    );
    Ok(Accepted { claim, closed: 0, steps: 0 })
}
