//! Problems of variables and values as text.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tremaux_constraints::{Model, Table, Variable};
use tremaux_core::ParseError;

use super::Problem;

/// The greatest number of variables, and of values.
const MOST: usize = 10_000;

/// The greatest total of scores.
const MOST_POINTS: u64 = 1_000_000_000;

const STATEMENT: &str = "`variables`, `different`, `allow`, `forbid`, `fix` or `score`";

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
    /// | `score A B: red 3 green 1` | points for values; the total is maximized |
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
                "score" => reader.score(statement)?,
                word => return statement.wrong(word, STATEMENT),
            }
        }
        let Reader { names, values, variables, model, .. } = reader;
        Ok(Self::new(normalized(&statements), names, values, variables, model))
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
        self.most += u64::from(scores.iter().max().copied().unwrap_or(0)) * variables.len() as u64;
        if self.most > MOST_POINTS {
            let expected = "fewer points: all together can be at most 1,000,000,000";
            return statement.wrong(statement.words[0], expected);
        }
        self.model.maximize(&variables, &scores);
        Ok(())
    }
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
