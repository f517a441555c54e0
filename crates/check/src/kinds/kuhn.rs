//! Kuhn poker: a jack, a queen and a king, one bet. Strategies are judged by all replies to them.

use std::io::BufRead;

use serde_json::{Map, Value};

use crate::fields::Fields;
use crate::lines::Lines;
use crate::refused::{Accepted, Refused};

/// The cards, the lowest first.
const CARDS: [&str; 3] = ["J", "Q", "K"];
/// Certainty; probabilities are whole numbers of millionths.
const ONE: i128 = 1_000_000;

/// A probability for each card: of a bet, or of a call.
type ByCard = [Option<i128>; 3];

/// The strategies of both players.
#[derive(Clone, Default)]
pub(crate) struct Kuhn {
    /// The first player bets.
    opens: ByCard,
    /// The first player calls a bet after a check.
    calls_late: ByCard,
    /// The second player bets after a check.
    bets: ByCard,
    /// The second player calls a bet.
    calls: ByCard,
}

impl Kuhn {
    pub(crate) fn new(_header: &mut Fields) -> Result<Self, String> {
        Ok(Self::default())
    }

    /// Where the probability stands that a player who knows this bets or calls, and whether it is
    /// of a call.
    fn place(&mut self, text: &str) -> Option<(&mut Option<i128>, bool)> {
        let words: Vec<&str> = text.split(' ').collect();
        let (places, card, is_call) = match words[..] {
            [card, "?"] => (&mut self.opens, card, false),
            [card, "?", "check", "bet"] => (&mut self.calls_late, card, true),
            ["?", card, "check"] => (&mut self.bets, card, false),
            ["?", card, "bet"] => (&mut self.calls, card, true),
            _ => return None,
        };
        let card = CARDS.iter().position(|it| *it == card)?;
        Some((&mut places[card], is_call))
    }

    /// Reads what a player knows, and the probabilities of both moves.
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (known, moves): (String, Map<String, Value>) = serde_json::from_str(line)
            .map_err(|error| format!("expected what is known, and probabilities: {error}"))?;
        let (place, is_call) = self.place(&known).ok_or_else(|| format!("unknown `{known}`"))?;
        let names = if is_call { ["fold", "call"] } else { ["check", "bet"] };
        let number = |name: &str| moves.get(name).and_then(Value::as_u64).map(i128::from);
        match (number(names[0]), number(names[1])) {
            (Some(rest), Some(bet)) if moves.len() == 2 && rest + bet == ONE => *place = Some(bet),
            _ => return Err(format!("expected {names:?}, which sum up to {ONE}")),
        }
        Ok(())
    }
}

/// The probabilities of one player: of the first move that is his, and of a call.
type Strategy = [[i128; 3]; 2];

/// What the first player gets on average, times six (for the deals) and `ONE` to the third.
fn payoff([opens, calls_late]: &Strategy, [bets, calls]: &Strategy) -> i128 {
    let deals = (0..3).flat_map(|one| (0..3).map(move |other| (one, other)));
    let payoffs = deals.filter(|(one, other)| one != other).map(|(one, other)| {
        let sign = if one > other { 1 } else { -1 };
        let call = |chance: i128, folded: i128| chance * 2 * sign + (ONE - chance) * folded;
        let after_bet = call(calls[other], 1) * ONE;
        let late = bets[other] * call(calls_late[one], -1);
        let after_check = late + (ONE - bets[other]) * sign * ONE;
        opens[one] * after_bet + (ONE - opens[one]) * after_check
    });
    payoffs.sum()
}

/// All strategies without chance: a bit for each card and decision.
fn pure_strategies() -> impl Iterator<Item = Strategy> {
    let chance = |bits: u32, at: usize| if bits >> at & 1 == 1 { ONE } else { 0 };
    (0..64).map(move |bits| [0, 3].map(|first| [0, 1, 2].map(|card| chance(bits, first + card))))
}

/// Reads the strategies and judges the claim: what each guarantees.
///
/// A player can do no better against a strategy than by one without chance: what is best for each
/// card and decision does not depend on what is done elsewhere.
pub(crate) fn judge(
    kind: &str,
    empty: &Kuhn,
    lines: &mut Lines<impl BufRead>,
) -> Result<Accepted, Refused> {
    let mut kuhn = empty.clone();
    let mut claim = lines.read_to_claim(|line, _| kuhn.read(line))?;
    let number = lines.number;
    let judged = guarantees(kind, &kuhn, &mut claim).and_then(|accepted| {
        claim.finish()?;
        Ok(accepted)
    });
    lines.finish(judged.map_err(|reason| Refused::at(number, reason)))
}

fn guarantees(kind: &str, kuhn: &Kuhn, claim: &mut Fields) -> Result<Accepted, String> {
    if claim.text("claim")? != "equilibrium" {
        return Err("the claim about this game is an `equilibrium`".to_owned());
    }
    let [low, high] = [claim.millionths("at_least")?, claim.millionths("at_most")?];
    let whole = |places: [ByCard; 2]| -> Option<Strategy> {
        let [one, other] = places.map(|places| Some([places[0]?, places[1]?, places[2]?]));
        Some([one?, other?])
    };
    let first = whole([kuhn.opens, kuhn.calls_late]);
    let second = whole([kuhn.bets, kuhn.calls]);
    let (Some(first), Some(second)) = (first, second) else {
        return Err("a decision is missing in a strategy".to_owned());
    };
    let least = pure_strategies().map(|reply| payoff(&first, &reply)).min();
    let most = pure_strategies().map(|reply| payoff(&reply, &second)).max();
    // A millionth of an ante, in the unit of payoffs.
    let unit = 6 * ONE * ONE;
    if least.is_none_or(|least| least < low * unit) {
        return Err("the first player's strategy guarantees less".to_owned());
    }
    if most.is_none_or(|most| most > high * unit) {
        return Err("against the second player's strategy, the first can get more".to_owned());
    }
    let claim = format!(
        "{kind}: the strategies guarantee the first player at least {low} and at most {high} \
         millionths of an ante"
    );
    Ok(Accepted { claim, closed: 0, steps: 0 })
}
