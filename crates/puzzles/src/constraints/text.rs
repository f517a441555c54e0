//! Problems of variables and values as text.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

use tremaux_constraints::{Model, ModelError, Table, Variable};
use tremaux_core::ParseError;

use super::Problem;
use super::problem::TotalOf;

/// The greatest number of variables, and of values.
const MOST: usize = 10_000;

/// The greatest total of scores.
const MOST_POINTS: u64 = 1_000_000_000;

const STATEMENT: &str = "`variables`, `different`, `allow`, `forbid`, `fix`, `sum`, `count`, \
                         `element`, `score`, `minimize` or `maximize`";

/// A statement: its words, of which `:` and `/` are words of their own.
struct Statement<'a> {
    text: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Statement<'a> {
    /// The statements in `text`: lines, or parts of a line separated by `;`. Commas count as
    /// spaces, and what follows `#` in a line is ignored.
    fn all(text: &'a str) -> impl Iterator<Item = Self> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        lines.flat_map(|line| line.split(';')).filter_map(move |part| {
            let mut words = Vec::new();
            for word in part.split(|sign: char| sign.is_whitespace() || sign == ',') {
                let mut start = 0;
                for (at, _) in word.match_indices([':', '/']) {
                    words.extend([&word[start..at], &word[at..=at]]);
                    start = at + 1;
                }
                words.push(&word[start..]);
            }
            words.retain(|word| !word.is_empty());
            (!words.is_empty()).then_some(Self { text, words })
        })
    }

    fn wrong<T>(&self, word: &str, expected: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::about(self.text, word, expected))
    }

    /// An error about the end of the statement.
    fn missing<T>(&self, expected: impl Into<String>) -> Result<T, ParseError> {
        let last = self.words[self.words.len() - 1];
        let found = "the end of the statement".to_owned();
        let end = &last[last.len()..];
        Err(ParseError { found, ..ParseError::about(self.text, end, expected) })
    }

    /// The words between the first and the colon, and those after the colon.
    fn sides(&self, after: &str) -> Result<(&[&'a str], &[&'a str]), ParseError> {
        let words = &self.words[1..];
        let Some(colon) = words.iter().position(|&word| word == ":") else {
            return self.missing(format!("`:` and {after}"));
        };
        if colon == 0 {
            return self.wrong(words[0], "a variable");
        }
        if colon + 1 == words.len() {
            return self.missing(after);
        }
        Ok((&words[..colon], &words[colon + 1..]))
    }
}

/// The parts of a range as `Q1..Q8`: the common first part, and both numbers.
fn range(word: &str) -> Option<(&str, i64, i64)> {
    let (first, last) = word.split_once("..")?;
    let split = |word: &str| {
        let digits = word.trim_end_matches(|sign: char| sign.is_ascii_digit()).len();
        let start = digits - usize::from(word[..digits].ends_with('-') && digits == 1);
        (start, word[start..].parse::<i64>().ok())
    };
    let ((start, from), (other, to)) = (split(first), split(last));
    let prefix = &first[..start];
    let is_same = last[..other].is_empty() || &last[..other] == prefix;
    is_same.then_some((prefix, from?, to?))
}

/// A word, or all words of a range.
fn expanded(statement: &Statement<'_>, word: &str) -> Result<Vec<String>, ParseError> {
    if !word.contains("..") {
        return Ok(vec![word.to_owned()]);
    }
    let Some((prefix, from, to)) = range(word) else {
        return statement.wrong(word, "a range such as `1..9` or `Q1..Q8`");
    };
    if from > to || to.abs_diff(from) >= MOST as u64 {
        let expected = format!("a range of at most {MOST}, the lesser number first");
        return statement.wrong(word, expected);
    }
    Ok((from..=to).map(|number| format!("{prefix}{number}")).collect())
}

/// What is known while a text is read.
struct Reader {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    values: Vec<String>,
    value_numbers: HashMap<String, u32>,
    /// The least value, if all values are whole numbers.
    least: Option<i64>,
    variables: Vec<Variable>,
    model: Model,
    /// The highest total of scores so far.
    most: u64,
    total: TotalOf,
}

impl Problem {
    /// Reads a problem: statements on lines of their own or separated by `;`. What follows `#` in
    /// a line is ignored.
    ///
    /// | statement | meaning |
    /// |---|---|
    /// | `variables A B C1..C9: red green 1..5` | these variables have these values |
    /// | `different A B C1` | no two have the same value |
    /// | `different A+1 B+2 C1-3` | no two have the same value plus that number; values must be whole numbers |
    /// | `allow A B: red red / red green` | together they have one of these rows of values |
    /// | `forbid A B: red red / green red` | they have none of these; one or two variables |
    /// | `fix A red` | it has this value |
    /// | `sum 3*A B -2*C: <= 9` | the sum of the values, which must be whole numbers; also `>= 9`, `= 9` and `2..9` |
    /// | `count A B C: red <= 2` | so many of these variables have the value |
    /// | `element C1..C9: I X` | the variable at the place `I`, counted from 1, has the value of `X` |
    /// | `score A B: red 3 green 1` | points for values; the total is maximized |
    /// | `minimize 3*A B`, `maximize A B` | the sum of the values is to be least or greatest |
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name, of what has no meaning there, or of a second value
    /// for a fixed variable.
    ///
    /// ```
    /// use tremaux::puzzles::constraints::Problem;
    /// let problem = Problem::parse("variables A B: red green\ndifferent A B\nfix A red")?;
    /// assert_eq!(problem.model().count(9), 1);
    /// let error = Problem::parse("variables A B: red green; fix C red").unwrap_err();
    /// let expected = "line 1, column 31: expected a variable: A or B, found `C`";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let statements: Vec<Statement<'_>> = Statement::all(text).collect();
        let mut reader = Reader::with_values(&statements)?;
        for statement in statements.iter().filter(|it| it.words[0] == "variables") {
            reader.add_variables(statement)?;
        }
        if reader.names.is_empty() {
            let expected = "`variables`, names, `:` and values, for example `variables A B: 1..3`";
            return Err(ParseError::at_end(text, expected));
        }
        let mut fixed = HashMap::new();
        for statement in &statements {
            match statement.words[0] {
                "variables" => {}
                "different" => reader.different(statement)?,
                "allow" => reader.allow(statement)?,
                "forbid" => reader.forbid(statement)?,
                "fix" => reader.fix(statement, &mut fixed)?,
                "sum" => reader.sum(statement)?,
                "count" => reader.count(statement)?,
                "element" => reader.element(statement)?,
                "score" => reader.score(statement)?,
                "minimize" => reader.optimize(statement, true)?,
                "maximize" => reader.optimize(statement, false)?,
                word => return statement.wrong(word, STATEMENT),
            }
        }
        let Reader { names, values, variables, model, total, .. } = reader;
        Ok(Self::new(normalized(&statements), names, values, variables, model, total))
    }
}

/// The statements on one line.
fn normalized(statements: &[Statement<'_>]) -> String {
    let all = statements.iter().map(|it| it.words.join(" ").replace(" :", ":"));
    all.collect::<Vec<_>>().join("; ")
}

impl Reader {
    /// Collects all values, so that every variable numbers them in the same way: by their size if
    /// all are whole numbers, or else in order of their first occurrence.
    fn with_values(statements: &[Statement<'_>]) -> Result<Self, ParseError> {
        let (mut values, mut known) = (Vec::new(), BTreeSet::new());
        for statement in statements.iter().filter(|it| it.words[0] == "variables") {
            let (_, words) = statement.sides("values")?;
            for word in words {
                if [":", "/"].contains(word) {
                    return statement.wrong(word, "a value");
                }
                for value in expanded(statement, word)? {
                    if known.insert(value.clone()) {
                        values.push(value);
                    }
                }
                if values.len() > MOST {
                    return statement.wrong(word, format!("at most {MOST} values"));
                }
            }
        }
        let numbers: Option<Vec<i64>> = values
            .iter()
            .map(|value| value.parse().ok().filter(|number: &i64| number.to_string() == *value))
            .collect();
        let span = numbers.filter(|all| !all.is_empty()).and_then(|all| {
            let (least, most) = (*all.iter().min()?, *all.iter().max()?);
            (most.abs_diff(least) < MOST as u64).then_some((least, most))
        });
        if let Some((least, most)) = span {
            values = (least..=most).map(|number| number.to_string()).collect();
        }
        let value_numbers = (0..).zip(&values).map(|(at, value)| (value.clone(), at)).collect();
        Ok(Self {
            names: Vec::new(),
            numbers: HashMap::new(),
            values,
            value_numbers,
            least: span.map(|(least, _)| least),
            variables: Vec::new(),
            model: Model::new(),
            most: 0,
            total: TotalOf::default(),
        })
    }

    fn add_variables(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (names, words) = statement.sides("values")?;
        let mut has = vec![false; self.values.len()];
        for word in words {
            for value in expanded(statement, word)? {
                has[self.value(statement, word, &value)? as usize] = true;
            }
        }
        for word in names {
            for name in expanded(statement, word)? {
                let is_name = |sign: char| sign.is_alphanumeric() || "_.'".contains(sign);
                if !name.chars().all(is_name) {
                    return statement.wrong(word, "a name of letters, digits, `_`, `.` or `'`");
                }
                if self.numbers.insert(name.clone(), self.names.len()).is_some() {
                    return statement.wrong(word, format!("each variable once: {name} is known"));
                }
                if self.names.len() == MOST {
                    return statement.wrong(word, format!("at most {MOST} variables"));
                }
                let variable = self.model.variable(self.values.len() as u32);
                self.model.restrict(variable, |value| has[value as usize]);
                self.variables.push(variable);
                self.names.push(name);
            }
        }
        Ok(())
    }

    /// The variable called `name`, which `word` is or contains.
    fn variable(
        &self,
        statement: &Statement<'_>,
        word: &str,
        name: &str,
    ) -> Result<Variable, ParseError> {
        match self.numbers.get(name) {
            Some(&number) => Ok(self.variables[number]),
            None => statement.wrong(word, format!("a variable: {}", listed(&self.names))),
        }
    }

    /// The variables that words name, ranges included, each once.
    fn variables(
        &self,
        statement: &Statement<'_>,
        words: &[&str],
    ) -> Result<Vec<Variable>, ParseError> {
        let mut all = Vec::new();
        for word in words {
            for name in expanded(statement, word)? {
                let variable = self.variable(statement, word, &name)?;
                if all.contains(&variable) {
                    return statement
                        .wrong(word, format!("each variable once: {name} is repeated"));
                }
                all.push(variable);
            }
        }
        Ok(all)
    }

    fn value(&self, statement: &Statement<'_>, word: &str, value: &str) -> Result<u32, ParseError> {
        match self.value_numbers.get(value) {
            Some(&number) => Ok(number),
            None => statement.wrong(word, format!("a value: {}", listed(&self.values))),
        }
    }

    fn different(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let mut terms: Vec<(Variable, i32)> = Vec::new();
        for word in &statement.words[1..] {
            let sign = word.rfind(['+', '-']).filter(|&at| at > 0);
            let Some(at) = sign else {
                let found = self.variables(statement, &[word])?;
                terms.extend(found.into_iter().map(|variable| (variable, 0)));
                continue;
            };
            let number = word[at..].parse::<i32>().ok().filter(|it| it.abs() <= 1_000_000);
            let Some(number) = number else {
                return statement
                    .wrong(&word[at..], "a whole number up to 1,000,000 after its sign");
            };
            if self.least.is_none() {
                let expected = "a variable alone: a number can be added only to whole numbers";
                return statement.wrong(word, expected);
            }
            let name = &word[..at];
            terms.push((self.variable(statement, name, name)?, number));
        }
        if terms.len() < 2 {
            return statement.missing("at least two variables");
        }
        for (at, (variable, _)) in terms.iter().enumerate() {
            if terms[..at].iter().any(|(other, _)| other == variable) {
                let number = self.variables.iter().position(|other| other == variable);
                let name = &self.names[number.unwrap_or(0)];
                let expected = format!("each variable once: {name} is repeated");
                return statement.wrong(statement.words[0], expected);
            }
        }
        self.model.all_different_sums(&terms);
        Ok(())
    }

    /// The variables of a statement, and its rows of as many values.
    fn rows(
        &self,
        statement: &Statement<'_>,
    ) -> Result<(Vec<Variable>, Vec<Vec<u32>>), ParseError> {
        let (names, words) = statement.sides("rows of values")?;
        let variables = self.variables(statement, names)?;
        let expected = || match variables.len() {
            1 => "one value in each row, rows separated by `/`".to_owned(),
            count => format!("{count} values in each row, rows separated by `/`"),
        };
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        for word in words {
            match *word {
                "/" if row.len() == variables.len() => rows.push(std::mem::take(&mut row)),
                value if row.len() < variables.len() && ![":", "/"].contains(&value) => {
                    row.push(self.value(statement, word, value)?);
                }
                _ => return statement.wrong(word, expected()),
            }
        }
        if row.len() != variables.len() {
            return statement.missing(expected());
        }
        rows.push(row);
        Ok((variables, rows))
    }

    fn allow(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (variables, mut rows) = self.rows(statement)?;
        rows.sort_unstable();
        rows.dedup();
        let table = Table::new(variables.len(), rows.into_iter().flatten());
        self.model.table(&variables, &Arc::new(table));
        Ok(())
    }

    fn forbid(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (variables, rows) = self.rows(statement)?;
        match variables[..] {
            [one] => self.model.restrict(one, |value| !rows.contains(&vec![value])),
            [a, b] => {
                let pairs: BTreeSet<(u32, u32)> = rows.iter().map(|row| (row[0], row[1])).collect();
                self.model.relation(a, b, |x, y| !pairs.contains(&(x, y)));
            }
            _ => return statement.wrong(statement.words[3], "at most two variables"),
        }
        Ok(())
    }

    fn fix<'a>(
        &mut self,
        statement: &Statement<'a>,
        fixed: &mut HashMap<Variable, &'a str>,
    ) -> Result<(), ParseError> {
        let &[_, name, word] = &statement.words[..] else {
            return match statement.words.get(3) {
                Some(word) => statement.wrong(word, "the end of the statement after the value"),
                None => statement.missing("a variable and its value"),
            };
        };
        let variable = self.variable(statement, name, name)?;
        let value = self.value(statement, word, word)?;
        if let Some(other) = fixed.insert(variable, word)
            && other != word
        {
            let expected = format!("one value for {name}, which is fixed to {other} already");
            return statement.wrong(word, expected);
        }
        self.model.fix(variable, value);
        Ok(())
    }

    fn score(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (names, words) = statement.sides("values and points")?;
        let variables = self.variables(statement, names)?;
        let mut scores = vec![0; self.values.len()];
        for pair in words.chunks(2) {
            let value = self.value(statement, pair[0], pair[0])?;
            let Some(points) = pair.get(1) else { return statement.missing("points") };
            let number = points.parse::<u32>().ok().filter(|it| *it <= 100_000);
            let Some(number) = number else {
                return statement.wrong(points, "points, a whole number up to 100,000");
            };
            scores[value as usize] = number;
        }
        let most = u64::from(scores.iter().max().copied().unwrap_or(0));
        self.add_points(statement, most * variables.len() as u64, false)?;
        self.model.maximize(&variables, &scores);
        Ok(())
    }

    /// Counts the points that a statement can give at most.
    fn add_points(
        &mut self,
        statement: &Statement<'_>,
        points: u64,
        is_minimized: bool,
    ) -> Result<(), ParseError> {
        let word = statement.words[0];
        if self.most > 0 && self.total.is_minimized != is_minimized {
            return statement.wrong(word, "totals that are all minimized, or all maximized");
        }
        self.most = self.most.saturating_add(points);
        self.total.is_minimized = is_minimized;
        if self.most > MOST_POINTS {
            let expected = "fewer points: all together can be at most 1,000,000,000";
            return statement.wrong(word, expected);
        }
        Ok(())
    }

    /// Variables, each with a coefficient, and what their sum has more than that of the numbers of
    /// their values.
    fn terms(
        &self,
        statement: &Statement<'_>,
        words: &[&str],
    ) -> Result<(Vec<(Variable, i64)>, i64), ParseError> {
        let Some(least) = self.least else {
            return statement.wrong(statement.words[0], "values that are whole numbers");
        };
        let (mut terms, mut offset) = (BTreeMap::new(), 0_i128);
        for word in words {
            let (sign, unsigned) = match word.strip_prefix('-') {
                Some(rest) => (-1, rest),
                None => (1, word.strip_prefix('+').unwrap_or(word)),
            };
            let (factor, name) = match unsigned.split_once('*') {
                Some((factor, name)) => (factor.parse().ok(), name),
                None => (Some(1), unsigned),
            };
            let Some(factor) = factor.filter(|it| (0..=MOST_POINTS as i64).contains(it)) else {
                let expected = "a whole number up to 1,000,000,000 before `*`, as in `3*A`";
                return statement.wrong(word, expected);
            };
            for variable in self.variables(statement, &[name])? {
                let sum = terms.entry(variable).or_insert(0_i64);
                *sum = sum.saturating_add(sign * factor);
                offset += i128::from(sign * factor) * i128::from(least);
            }
        }
        match i64::try_from(offset) {
            Ok(offset) if offset.unsigned_abs() < 1 << 60 => {
                Ok((terms.into_iter().collect(), offset))
            }
            _ => statement.wrong(statement.words[0], "a sum that is less than 2^60"),
        }
    }

    /// The numbers that words such as `<= 9` or `2..9` mean.
    fn bounds(
        statement: &Statement<'_>,
        words: &[&str],
    ) -> Result<RangeInclusive<i64>, ParseError> {
        const EXPECTED: &str = "`<= 9`, `>= 9`, `= 9` or `2..9`, with whole numbers";
        let Some(&word) = words.first() else { return statement.missing(EXPECTED) };
        let text = words.concat();
        let number = |text: &str| text.parse::<i64>().ok().filter(|it| it.abs() < 1 << 60);
        let bounds = if let Some(most) = text.strip_prefix("<=") {
            number(most).map(|most| i64::MIN..=most)
        } else if let Some(least) = text.strip_prefix(">=") {
            number(least).map(|least| least..=i64::MAX)
        } else if let Some((least, most)) = text.split_once("..") {
            number(least).zip(number(most)).map(|(least, most)| least..=most)
        } else {
            number(text.strip_prefix('=').unwrap_or(&text)).map(|it| it..=it)
        };
        match bounds {
            Some(bounds) if bounds.is_empty() => {
                statement.wrong(word, "a range with the lesser number first")
            }
            Some(bounds) => Ok(bounds),
            None => statement.wrong(word, EXPECTED),
        }
    }

    fn sum(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (names, words) = statement.sides("what the sum may be")?;
        let (terms, offset) = self.terms(statement, names)?;
        let bounds = Self::bounds(statement, words)?;
        let [low, high] = [bounds.start(), bounds.end()].map(|end| match *end {
            i64::MIN | i64::MAX => *end,
            end => end.saturating_sub(offset),
        });
        in_words(statement, self.model.linear(&terms, low..=high))
    }

    fn count(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (names, words) = statement.sides("a value and how often it occurs")?;
        let variables = self.variables(statement, names)?;
        let value = self.value(statement, words[0], words[0])?;
        let bounds = Self::bounds(statement, &words[1..])?;
        in_words(statement, self.model.occurrences(&variables, value, bounds))
    }

    fn element(&mut self, statement: &Statement<'_>) -> Result<(), ParseError> {
        let (names, words) = statement.sides("a place and the variable that it is equal to")?;
        let &[place, result] = words else {
            return statement.wrong(words[0], "two variables: a place, and what is there");
        };
        let Some(least) = self.least else {
            return statement.wrong(statement.words[0], "places that are whole numbers");
        };
        let list = self.variables(statement, names)?;
        let index = self.variable(statement, place, place)?;
        let result = self.variable(statement, result, result)?;
        let is_place = |number: u32| (1..=list.len() as i64).contains(&(least + i64::from(number)));
        self.model.restrict(index, is_place);
        let before = usize::try_from(1_i64.saturating_sub(least)).unwrap_or(0);
        let before = before.min(self.values.len());
        let skipped = usize::try_from(least.saturating_sub(1)).unwrap_or(0).min(list.len() - 1);
        // Places below 1 have numbers, too, but the index has none of them.
        let mut all = vec![list[0]; before];
        all.extend_from_slice(&list[skipped..]);
        in_words(statement, self.model.element(&all, index, result))
    }

    fn optimize(
        &mut self,
        statement: &Statement<'_>,
        is_minimized: bool,
    ) -> Result<(), ParseError> {
        if statement.words.len() == 1 {
            return statement.missing("variables, as in `3*A B`");
        }
        let (terms, offset) = self.terms(statement, &statement.words[1..])?;
        if self.total.has_sum {
            return statement.wrong(statement.words[0], "one sum that is to be least or greatest");
        }
        let greatest = self.values.len() as u64 - 1;
        let size = |&(_, factor): &(Variable, i64)| factor.unsigned_abs().saturating_mul(greatest);
        let points = terms.iter().map(size).fold(0, u64::saturating_add);
        self.add_points(statement, points, is_minimized)?;
        let worst = |&(_, factor): &(Variable, i64)| {
            let worst = if is_minimized { factor.max(0) } else { factor.min(0) };
            worst * greatest as i64
        };
        self.total.worst = terms.iter().map(worst).sum::<i64>() + offset;
        self.total.has_sum = true;
        let sign = if is_minimized { 1 } else { -1 };
        let signed: Vec<_> = terms.iter().map(|&(it, factor)| (it, sign * factor)).collect();
        in_words(statement, self.model.minimize(&signed))
    }
}

/// What is wrong with a constraint, at the statement that makes it.
fn in_words(statement: &Statement<'_>, made: Result<(), ModelError>) -> Result<(), ParseError> {
    made.or_else(|error| {
        statement.wrong(statement.words[0], format!("a statement that makes sense: {error}"))
    })
}

/// Some names, at most eight.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    match names {
        [] => "none is declared".to_owned(),
        [one] => one.clone(),
        [first @ .., last] if first.len() < SHOWN => format!("{} or {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
    }
}
