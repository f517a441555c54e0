//! River crossings as text.

use std::fmt;

use tremaux_core::ParseError;

use super::crowd::Crowd;
use super::notation::BOAT;
use super::{CrossingCost, River, Rule};
use crate::clauses::Clause;

const CLAUSES: &str = "`who`, `boat`, `rows`, `never`, `aboard` or `cost`";

/// The maximum time of a crossing.
const LONGEST: u32 = 1_000_000;

impl CrossingCost {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Crossings, Self::Slowest, Self::Sum];

    /// The word in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crossings => "crossings",
            Self::Slowest => "slowest",
            Self::Sum => "sum",
        }
    }
}

/// The passengers, while a text is read.
#[derive(Default)]
struct Travellers {
    names: Vec<Box<str>>,
    times: Vec<u32>,
    all: Crowd,
}

impl Travellers {
    /// Reads `who` and `name`, `name*count`, `name=time`, `name*count=time`.
    fn read(clause: &Clause<'_>) -> Result<Self, ParseError> {
        let mut everybody = Self::default();
        for &word in &clause.words {
            let (rest, time) = word.split_once('=').unwrap_or((word, "1"));
            let (name, count) = rest.split_once('*').unwrap_or((rest, "1"));
            let kind = everybody.names.len();
            if kind == Crowd::MOST_KINDS {
                let expected = format!("at most {} kinds", Crowd::MOST_KINDS);
                return Err(clause.wrong(word, expected));
            }
            let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let is_key = ["with", "without", "more", "than", BOAT].contains(&name);
            if name.is_empty() || !name.chars().all(is_name) || is_key {
                let expected = "a name of letters, digits, `-` and `_`, for example `wolf`, \
                                `wolf*3` (three), `wolf=5` (time 5)";
                return Err(clause.wrong(if name.is_empty() { word } else { name }, expected));
            }
            if everybody.names.iter().any(|other| **other == *name) {
                return Err(clause.wrong(name, "a name not used before"));
            }
            let count = number(count, Crowd::MOST_OF_A_KIND)
                .filter(|&count| count > 0)
                .ok_or_else(|| clause.wrong(count, "a count from 1 to 15"))?;
            let time = number(time, LONGEST)
                .ok_or_else(|| clause.wrong(time, format!("a time from 0 to {LONGEST}")))?;
            everybody.names.push(name.into());
            everybody.times.push(time);
            everybody.all = everybody.all.with(kind, count);
        }
        if everybody.names.is_empty() {
            return Err(clause.missing("the passengers"));
        }
        Ok(everybody)
    }

    fn kind(&self, clause: &Clause<'_>, name: &str) -> Result<usize, ParseError> {
        let kind = self.names.iter().position(|other| **other == *name);
        kind.ok_or_else(|| clause.wrong(name, "the name of a passenger"))
    }

    /// One of each of `names`, at least one.
    fn kinds(&self, clause: &Clause<'_>, names: &[&str]) -> Result<Crowd, ParseError> {
        let mut kinds = Crowd::default();
        for name in names {
            let kind = self.kind(clause, name)?;
            if kinds.of(kind) == 0 {
                kinds = kinds.with(kind, 1);
            }
        }
        Ok(kinds)
    }

    fn rule(&self, clause: &Clause<'_>) -> Result<Rule, ParseError> {
        const FORMS: &str = "`never A with B`, `never A with B without C` or `never more A than B`";
        if let ["more", more, than, other, rest @ ..] = &clause.words[..] {
            if *than != "than" {
                return Err(clause.wrong(than, "`than`"));
            }
            if let [surplus, ..] = rest {
                return Err(clause.wrong(surplus, "the end of the line"));
            }
            return Ok(Rule::More(self.kind(clause, more)?, self.kind(clause, other)?));
        }
        let at = |word: &str| clause.words.iter().position(|other| *other == word);
        let (with, without) = (at("with"), at("without"));
        let end = without.unwrap_or(clause.words.len());
        let Some(with) = with.filter(|&with| with > 0 && with + 1 < end) else {
            return Err(clause.missing(FORMS));
        };
        let unless = match without {
            Some(at) if at + 1 == clause.words.len() => {
                return Err(clause.missing("the passengers that make it safe"));
            }
            Some(at) => self.kinds(clause, &clause.words[at + 1..])?,
            None => Crowd::default(),
        };
        let these = self.kinds(clause, &clause.words[..with])?;
        Ok(Rule::With(these, self.kinds(clause, &clause.words[with + 1..end])?, unless))
    }
}

/// Parses a number of digits that is at most `most`.
fn number(word: &str, most: u32) -> Option<u32> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| is_number && *number <= most)
}

impl River {
    /// Reads an instance: clauses, one per line or separated by `;`, `who` first. What follows
    /// `#` in a line is ignored.
    ///
    /// * `who farmer wolf`, `who cannibal*3`, `who A=1 B=2`: the passengers, the number of each,
    ///   and the time each takes, 1 by default;
    /// * `boat 2`: the capacity of the boat, including those who row;
    /// * `rows farmer`: who can row, everybody by default;
    /// * `never wolf with goat without farmer`: on neither bank may one of the first be with one
    ///   of the second, unless one of the optional third is present;
    /// * `never more cannibal than missionary`: on neither bank may there be more of the first
    ///   than of the second, if there is one of the second;
    /// * `aboard`: the rules also hold in the boat;
    /// * `cost crossings`, `cost slowest` or `cost sum`: a [`CrossingCost`].
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown word or name, of a rule that the starting bank breaks, or
    /// of a boat with too many possible loads; or the end of the text if a clause is missing.
    ///
    /// ```
    /// use tremaux::puzzles::rivers::River;
    /// let error = River::parse("who wolf goat; boat 1; rows farmer").unwrap_err();
    /// let expected = "line 1, column 29: expected the name of a passenger, found `farmer`";
    /// assert_eq!(error.to_string(), expected);
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut clauses = Clauses::default();
        for clause in Clause::all(text) {
            clauses.read(clause)?;
        }
        clauses.river(text)
    }
}

/// The clauses of a text.
#[derive(Default)]
struct Clauses<'a> {
    everybody: Option<Travellers>,
    /// The capacity of the boat, with its place.
    boat: Option<(u32, &'a str)>,
    rowers: Option<Crowd>,
    aboard: Option<()>,
    fare: Option<CrossingCost>,
    rules: Vec<Rule>,
}

impl<'a> Clauses<'a> {
    fn read(&mut self, clause: Clause<'a>) -> Result<(), ParseError> {
        if clause.head == "who" {
            return clause.once(&mut self.everybody, Travellers::read(&clause)?);
        }
        let Some(everybody) = &self.everybody else {
            let expected = "`who` first, for example `who wolf goat cabbage`";
            return Err(clause.wrong(clause.head, expected));
        };
        match clause.head {
            "boat" => {
                const PLACES: &str = "the capacity of the boat, 1 to 240";
                let word = clause.only(PLACES)?;
                let places = number(word, 240).filter(|&places| places > 0);
                let places = places.ok_or_else(|| clause.wrong(word, PLACES))?;
                clause.once(&mut self.boat, (places, word))
            }
            "rows" if clause.words.is_empty() => Err(clause.missing("the passengers who can row")),
            "rows" => clause.once(&mut self.rowers, everybody.kinds(&clause, &clause.words)?),
            "never" => {
                let rule = everybody.rule(&clause)?;
                if !rule.allows(everybody.all) {
                    let expected = "a rule that the starting bank does not already break";
                    return Err(clause.wrong(clause.head, expected));
                }
                self.rules.push(rule);
                Ok(())
            }
            "aboard" => {
                clause.alone()?;
                clause.once(&mut self.aboard, ())
            }
            "cost" => {
                const FARES: &str = "`crossings`, `slowest` or `sum`";
                let word = clause.only(FARES)?;
                let found = CrossingCost::ALL.into_iter().find(|fare| fare.name() == word);
                clause.once(&mut self.fare, found.ok_or_else(|| clause.wrong(word, FARES))?)
            }
            _ => Err(clause.wrong(clause.head, CLAUSES)),
        }
    }

    /// The river of these clauses, which are all of `text`.
    fn river(self, text: &str) -> Result<River, ParseError> {
        let missing = |expected: &str| ParseError::at_end(text, expected);
        let everybody =
            self.everybody.ok_or_else(|| missing("the passengers, for example `who wolf goat`"))?;
        let (capacity, place) = self.boat.ok_or_else(|| missing("a boat, for example `boat 2`"))?;
        let Travellers { names, times, all } = everybody;
        let everyone = (0..names.len()).fold(Crowd::default(), |all, kind| all.with(kind, 1));
        let mut river = River {
            names,
            times,
            all,
            rowers: self.rowers.unwrap_or(everyone),
            capacity,
            rules: self.rules,
            rules_hold_aboard: self.aboard.is_some(),
            fare: self.fare.unwrap_or_default(),
            loads: Vec::new(),
        };
        if !river.list_loads() {
            let expected = format!("a boat with at most {} possible loads", River::MOST_LOADS);
            return Err(ParseError::about(text, place, expected));
        }
        Ok(river)
    }
}

/// Writes one line that [`River::parse`] can read.
impl fmt::Display for River {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("who")?;
        for (kind, name) in self.names.iter().enumerate() {
            write!(f, " {name}")?;
            if self.all.of(kind) > 1 {
                write!(f, "*{}", self.all.of(kind))?;
            }
            if self.times[kind] != 1 {
                write!(f, "={}", self.times[kind])?;
            }
        }
        write!(f, "; boat {}", self.capacity)?;
        let names = |f: &mut fmt::Formatter<'_>, crowd: Crowd| {
            let mut kinds = crowd.iter();
            kinds.try_for_each(|(kind, _)| write!(f, " {}", self.names[kind]))
        };
        if self.rowers.iter().count() < self.names.len() {
            f.write_str("; rows")?;
            names(f, self.rowers)?;
        }
        for rule in &self.rules {
            f.write_str("; never")?;
            match *rule {
                Rule::More(more, than) => {
                    write!(f, " more {} than {}", self.names[more], self.names[than])?;
                }
                Rule::With(these, those, unless) => {
                    names(f, these)?;
                    f.write_str(" with")?;
                    names(f, those)?;
                    f.write_str(if unless.is_empty() { "" } else { " without" })?;
                    names(f, unless)?;
                }
            }
        }
        f.write_str(if self.rules_hold_aboard { "; aboard" } else { "" })?;
        match self.fare {
            CrossingCost::Crossings => Ok(()),
            fare => write!(f, "; cost {}", fare.name()),
        }
    }
}
