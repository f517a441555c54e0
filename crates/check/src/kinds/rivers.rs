//! River crossings.

use super::{clauses, number};
use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{Space, Step};

/// The most ways to fill the boat.
const MOST_LOADS: usize = 1 << 16;
/// The greatest number in a text.
const MOST: u64 = 1_000_000;

/// Words that are not names.
const KEYS: [&str; 5] = ["with", "without", "more", "than", "boat"];

/// The number of passengers of each kind.
type Crowd = Vec<u8>;

/// A rule that holds on both banks.
enum Rule {
    /// None of the first may be with one of the second, unless one of the third is there.
    With(Vec<usize>, Vec<usize>, Vec<usize>),
    /// Not more of the first than of the second, if there is one of the second.
    More(usize, usize),
}

/// Passengers, all on the near bank at the start, and on the far one at the goal.
#[derive(Default)]
pub(crate) struct River {
    names: Vec<String>,
    times: Vec<u64>,
    all: Crowd,
    capacity: u64,
    /// Who can row.
    rowers: Vec<usize>,
    rules: Vec<Rule>,
    is_aboard: bool,
    /// What a crossing costs: `slowest`, `sum` or 1.
    fare: String,
    loads: Vec<Crowd>,
}

impl Rule {
    fn allows(&self, crowd: &[u8]) -> bool {
        let has = |kinds: &[usize]| kinds.iter().any(|kind| crowd[*kind] > 0);
        match self {
            Self::With(these, those, unless) => !has(these) || !has(those) || has(unless),
            Self::More(more, than) => crowd[*than] == 0 || crowd[*more] <= crowd[*than],
        }
    }
}

impl River {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, <Self as Space>::State), String> {
        let mut river = Self::default();
        let text = header.text("river")?;
        for clause in clauses(&text, "never")? {
            match clause[..] {
                ["who", ref words @ ..] => river.read_passengers(words)?,
                ["boat", places] => river.capacity = number(places, MOST)?,
                ["rows", ref names @ ..] => river.rowers = river.kinds(names)?,
                ["never", ref words @ ..] => river.rules.push(river.rule(words)?),
                ["aboard"] => river.is_aboard = true,
                ["cost", it @ ("crossings" | "slowest" | "sum")] => river.fare = it.to_owned(),
                _ => return Err(format!("unknown clause `{}`", clause.join(" "))),
            }
        }
        let is_crossing = (1..=64).contains(&river.names.len()) && river.capacity > 0;
        if !is_crossing || !river.allows(&river.all) {
            return Err("expected passengers, a boat, and rules that the start keeps".to_owned());
        }
        river.list_loads()?;
        let near = river.all.clone();
        Ok((river, (near, true)))
    }

    /// Reads names such as `wolf`, `cannibal*3`, `A=5` and `A*2=5`.
    fn read_passengers(&mut self, words: &[&str]) -> Result<(), String> {
        for word in words {
            let (rest, time) = word.split_once('=').unwrap_or((word, "1"));
            let (name, count) = rest.split_once('*').unwrap_or((rest, "1"));
            let is_letter = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let is_free = !KEYS.contains(&name) && self.names.iter().all(|other| other != name);
            if name.is_empty() || !name.chars().all(is_letter) || !is_free {
                return Err(format!("`{name}` cannot be a name"));
            }
            self.rowers.push(self.names.len());
            self.names.push(name.to_owned());
            self.times.push(number(time, MOST)?);
            self.all.push(u8::try_from(number(count, MOST)?).map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    fn kinds(&self, names: &[&str]) -> Result<Vec<usize>, String> {
        let kind = |name: &&str| {
            let found = self.names.iter().position(|other| other == name);
            found.ok_or_else(|| format!("`{name}` is not a passenger"))
        };
        names.iter().map(kind).collect()
    }

    fn rule(&self, words: &[&str]) -> Result<Rule, String> {
        if let ["more", more, "than", than] = words {
            let kinds = self.kinds(&[more, than])?;
            return Ok(Rule::More(kinds[0], kinds[1]));
        }
        let mut parts = words.split(|word| *word == "without");
        let (first, unless) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let (these, those) = match first.split(|word| *word == "with").collect::<Vec<_>>()[..] {
            [these, those] if parts.next().is_none() => (these, those),
            _ => return Err("expected `A with B`, `A with B without C` or `more A than B`".into()),
        };
        Ok(Rule::With(self.kinds(these)?, self.kinds(those)?, self.kinds(unless)?))
    }

    fn allows(&self, crowd: &[u8]) -> bool {
        self.rules.iter().all(|rule| rule.allows(crowd))
    }

    /// Lists all ways to fill the boat: with at least one who rows.
    fn list_loads(&mut self) -> Result<(), String> {
        let mut loads = vec![vec![0; self.all.len()]];
        for (kind, count) in self.all.iter().enumerate() {
            for at in 0..loads.len() {
                let seated: u64 = loads[at].iter().map(|it| u64::from(*it)).sum();
                for more in
                    (1..=*count).take_while(|more| seated + u64::from(*more) <= self.capacity)
                {
                    let mut load = loads[at].clone();
                    load[kind] = more;
                    loads.push(load);
                }
                if loads.len() > MOST_LOADS {
                    return Err("there are too many ways to fill the boat".to_owned());
                }
            }
        }
        loads.retain(|load| {
            let has_rower = self.rowers.iter().any(|kind| load[*kind] > 0);
            has_rower && (!self.is_aboard || self.allows(load))
        });
        self.loads = loads;
        Ok(())
    }

    fn fare(&self, load: &[u8]) -> u64 {
        let aboard = || load.iter().zip(&self.times).filter(|(count, _)| **count > 0);
        match &*self.fare {
            "slowest" => aboard().map(|(_, time)| *time).max().unwrap_or(0),
            "sum" => aboard().map(|(count, time)| u64::from(*count) * time).sum(),
            _ => 1,
        }
    }

    /// What is left of `all` without `some`; `None` if there are not so many.
    fn without(all: &[u8], some: &[u8]) -> Option<Crowd> {
        all.iter().zip(some).map(|(all, some)| all.checked_sub(*some)).collect()
    }

    /// Adds passengers such as `cannibal*3` to a crowd.
    fn read_some(&self, word: &str, crowd: &mut Crowd) -> Result<(), String> {
        let (name, count) = word.split_once('*').unwrap_or((word, "1"));
        let kind = self.kinds(&[name])?[0];
        let sum = u64::from(crowd[kind]) + number(count, MOST)?;
        let sum = u8::try_from(sum).ok().filter(|sum| *sum <= self.all[kind]);
        crowd[kind] = sum.ok_or_else(|| format!("there are fewer of `{word}`"))?;
        Ok(())
    }
}

impl Space for River {
    /// Who is on the near bank, and whether the boat is there.
    type State = (Crowd, bool);

    fn is_goal(&self, (near, _): &Self::State) -> bool {
        near.iter().all(|count| *count == 0)
    }

    fn steps(&self, (near, is_near): &Self::State, steps: &mut Vec<Step<Self::State>>) {
        let Some(far) = Self::without(&self.all, near) else { return };
        for (action, load) in (0..).zip(&self.loads) {
            let here = if *is_near { near } else { &far };
            let Some(left) = Self::without(here, load) else { continue };
            let Some(other) = Self::without(&self.all, &left) else { continue };
            if self.allows(&left) && self.allows(&other) {
                let near = if *is_near { left } else { other };
                let cost = Cost::whole(self.fare(load));
                steps.push(Step { action, cost, state: (near, !is_near) });
            }
        }
    }

    fn word(&self, (_, is_near): &Self::State, action: u32) -> String {
        let load = self.loads[action as usize].iter().zip(&self.names);
        let aboard = load.filter(|(count, _)| **count > 0).map(|(count, name)| match count {
            1 => name.clone(),
            _ => format!("{name}*{count}"),
        });
        let sign = if *is_near { ">" } else { "<" };
        format!("{sign}{}", aboard.collect::<Vec<_>>().join("+"))
    }

    /// Reads both banks, such as `missionary*2 boat | missionary cannibal*3`.
    fn read(&self, text: &str) -> Result<Self::State, String> {
        let (near, far) = text.split_once('|').ok_or("expected `|` between the banks")?;
        let boats =
            [near, far].map(|bank| bank.split_whitespace().filter(|it| *it == "boat").count());
        let mut crowds = [vec![0; self.all.len()], vec![0; self.all.len()]];
        for (crowd, bank) in crowds.iter_mut().zip([near, far]) {
            for word in bank.split_whitespace().filter(|word| *word != "boat") {
                self.read_some(word, crowd)?;
            }
        }
        let [near, far] = crowds;
        if Self::without(&self.all, &near) != Some(far) || boats[0] + boats[1] != 1 {
            return Err(format!("expected each passenger and the boat once, found `{text}`"));
        }
        Ok((near, boats[0] == 1))
    }

    fn least_cost(&self) -> Cost {
        Cost::whole(self.loads.iter().map(|load| self.fare(load)).min().unwrap_or(0))
    }
}
