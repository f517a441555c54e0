//! Reading instances: TSPLIB files, and points written in a line.
//!
//! The format: G. Reinelt, *TSPLIB 95*, 1995.

use tremaux_core::ParseError;

use super::cities::{Cities, MOST, MOST_CITIES, MOST_EXPLICIT, Metric};
use super::table;

/// The words of a section, with their places.
struct Words<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.rest = &rest[end..];
        (end > 0).then(|| &rest[..end])
    }

    fn number(&mut self, expected: &str) -> Result<f64, ParseError> {
        let Some(word) = self.next() else { return Err(ParseError::at_end(self.text, expected)) };
        let number: Option<f64> = word.parse().ok();
        let number = number.filter(|number| number.abs() < MOST);
        number.ok_or_else(|| ParseError::about(self.text, word, expected))
    }

    /// The next word, which ends before a `:` too.
    fn key(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| c.is_whitespace() || c == ':');
        // A colon at the beginning belongs to the word, so that there is one.
        let end = match end.unwrap_or(self.rest.len()) {
            0 => self.rest.chars().next()?.len_utf8(),
            end => end,
        };
        let key = &self.rest[..end];
        self.rest = &self.rest[end..];
        Some(key)
    }

    /// Skips a colon, perhaps after blanks on the same line; returns whether there was one.
    fn skip_colon(&mut self) -> bool {
        let after = self.rest.trim_start_matches([' ', '\t']).strip_prefix(':');
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Fails if a number is next, although a section is complete.
    fn end_section(&self, complete: &str) -> Result<(), ParseError> {
        let next = self.rest.split_whitespace().next();
        match next.filter(|word| word.parse::<f64>().is_ok()) {
            None => Ok(()),
            Some(word) => {
                let expected = format!("a section or EOF after {complete}");
                Err(ParseError::about(self.text, word, expected))
            }
        }
    }

    /// The rest of the line.
    fn line(&mut self) -> &'a str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        self.rest = &self.rest[end..];
        line.trim()
    }
}

/// Which distances a matrix lists, row by row.
#[derive(Clone, Copy)]
enum Form {
    Full,
    Upper { has_diagonal: bool },
    Lower { has_diagonal: bool },
}

const FORMS: [(&str, Form); 9] = [
    ("FULL_MATRIX", Form::Full),
    ("UPPER_ROW", Form::Upper { has_diagonal: false }),
    ("LOWER_ROW", Form::Lower { has_diagonal: false }),
    ("UPPER_DIAG_ROW", Form::Upper { has_diagonal: true }),
    ("LOWER_DIAG_ROW", Form::Lower { has_diagonal: true }),
    // By columns, each is the transposed other one.
    ("UPPER_COL", Form::Lower { has_diagonal: false }),
    ("LOWER_COL", Form::Upper { has_diagonal: false }),
    ("UPPER_DIAG_COL", Form::Lower { has_diagonal: true }),
    ("LOWER_DIAG_COL", Form::Upper { has_diagonal: true }),
];

/// What the head of a file says, and the sections read so far.
#[derive(Default)]
struct File<'a> {
    name: &'a str,
    count: Option<usize>,
    metric: Option<Metric>,
    is_explicit: bool,
    form: Option<Form>,
    places: Vec<(f64, f64)>,
    matrix: Vec<u32>,
}

fn named<T: Copy>(
    text: &str,
    word: &str,
    names: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, ParseError> {
    let found = names.clone().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, value)| value).ok_or_else(|| {
        let all: Vec<&str> = names.map(|(name, _)| name).collect();
        ParseError::about(text, word, tremaux_reading::in_words(&all))
    })
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Result<Self, ParseError> {
        let mut file = Self::default();
        let mut words = Words { text, rest: text };
        while let Some(key) = words.key() {
            let name = key.to_ascii_uppercase();
            let has_colon = words.skip_colon();
            if name == "EOF" {
                break;
            }
            if name.ends_with("_SECTION") {
                file.section(key, &name, &mut words)?;
                continue;
            }
            let is_name = |b: u8| b.is_ascii_alphabetic() || b == b'_';
            if !has_colon || key.len() < 2 || !key.bytes().all(is_name) {
                let expected = "a keyword of TSPLIB followed by `:`, a section or EOF";
                return Err(ParseError::about(text, key, expected));
            }
            file.keyword(text, &name, words.line())?;
        }
        Ok(file)
    }

    fn keyword(&mut self, text: &str, key: &str, value: &'a str) -> Result<(), ParseError> {
        let wrong = |expected: &str| Err(ParseError::about(text, value, expected));
        match key {
            "NAME" => self.name = value,
            "TYPE" => {
                let kind = value.split_whitespace().next().unwrap_or("");
                if kind.eq_ignore_ascii_case("TOUR") {
                    return wrong("`TSP`, a problem: this is a tour through the cities of one");
                }
                if !kind.eq_ignore_ascii_case("TSP") {
                    return wrong(
                        "`TSP`: other problems, such as asymmetric ones, are not supported",
                    );
                }
            }
            "DIMENSION" => {
                let count = value.parse().ok().filter(|count| (1..=MOST_CITIES).contains(count));
                let Some(count) = count else {
                    return wrong(&format!("a number of cities from 1 to {MOST_CITIES}"));
                };
                self.count = Some(count);
            }
            "EDGE_WEIGHT_TYPE" if value.eq_ignore_ascii_case("EXPLICIT") => self.is_explicit = true,
            "EDGE_WEIGHT_TYPE" => {
                let names = Metric::NAMES.into_iter().map(|(name, metric)| (name, Some(metric)));
                self.metric = named(text, value, names.chain([("EXPLICIT", None)]))?;
            }
            "EDGE_WEIGHT_FORMAT" if !value.eq_ignore_ascii_case("FUNCTION") => {
                self.form = Some(named(text, value, FORMS.into_iter())?);
            }
            _ => {}
        }
        Ok(())
    }

    fn section(
        &mut self,
        key: &'a str,
        name: &str,
        words: &mut Words<'a>,
    ) -> Result<(), ParseError> {
        let text = words.text;
        let wrong = |expected: &str| Err(ParseError::about(text, key, expected));
        let Some(count) = self.count else { return wrong("DIMENSION before this section") };
        match name {
            "NODE_COORD_SECTION" | "DISPLAY_DATA_SECTION" => self.coordinates(count, words),
            "EDGE_WEIGHT_SECTION" => self.distances(key, count, words),
            "TOUR_SECTION" => {
                wrong("a section of coordinates or distances: this is a tour, no problem")
            }
            "FIXED_EDGES_SECTION" => wrong("no fixed edges: they are not supported"),
            _ => wrong("a section of coordinates or distances"),
        }
    }

    fn coordinates(&mut self, count: usize, words: &mut Words<'a>) -> Result<(), ParseError> {
        let text = words.text;
        let mut places = vec![None; count];
        for _ in 0..count {
            let expected = format!("a new city from 1 to {count}, as DIMENSION says");
            let Some(word) = words.next() else {
                return Err(ParseError::at_end(text, expected));
            };
            let slot = word
                .parse::<usize>()
                .ok()
                .and_then(|id| places.get_mut(id.checked_sub(1)?).filter(|slot| slot.is_none()));
            let Some(slot) = slot else {
                return Err(ParseError::about(text, word, expected));
            };
            let coordinate = "a coordinate below 1e9";
            *slot = Some((words.number(coordinate)?, words.number(coordinate)?));
        }
        self.places = places.into_iter().flatten().collect();
        words.end_section(&format!("{count} cities, as DIMENSION says"))
    }

    fn distances(
        &mut self,
        key: &str,
        count: usize,
        words: &mut Words<'a>,
    ) -> Result<(), ParseError> {
        let text = words.text;
        let wrong = |expected: &str| Err(ParseError::about(text, key, expected));
        let Some(form) = self.form else {
            return wrong("EDGE_WEIGHT_FORMAT before this section");
        };
        if count > MOST_EXPLICIT {
            return wrong(&format!("at most {MOST_EXPLICIT} cities with listed distances"));
        }
        self.matrix = vec![0; count * count];
        for row in 0..count {
            let columns = match form {
                Form::Full => 0..count,
                Form::Upper { has_diagonal } => row + usize::from(!has_diagonal)..count,
                Form::Lower { has_diagonal } => 0..row + usize::from(has_diagonal),
            };
            for column in columns {
                let before = words.rest;
                let distance = words.number("a whole distance from 0 to 1e9")?;
                let is_known = matches!(form, Form::Full) && column < row;
                let other = f64::from(self.matrix[column * count + row]);
                let expected = match () {
                    () if distance < 0.0 || distance.fract() != 0.0 => {
                        "a whole distance from 0 to 1e9".to_owned()
                    }
                    () if is_known && distance != other => {
                        format!("{other}, as in the other direction")
                    }
                    () => {
                        self.matrix[row * count + column] = distance as u32;
                        if !matches!(form, Form::Full) {
                            self.matrix[column * count + row] = distance as u32;
                        }
                        continue;
                    }
                };
                let word = before.split_whitespace().next().unwrap_or("");
                return Err(ParseError::about(text, word, expected));
            }
        }
        words.end_section(&format!("the distances of {count} cities"))
    }
}

/// Whether a text begins with a keyword or a section of TSPLIB.
fn is_tsplib(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default().trim();
    let is_name = |key: &str| key.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    match first.split_once(':') {
        Some((key, _)) => !key.trim().is_empty() && is_name(key.trim()),
        None => {
            let words: Vec<&str> = first.split_whitespace().collect();
            let is_key = |key: &str| ["NAME", "TYPE", "COMMENT", "DIMENSION"].contains(&key);
            first.to_ascii_uppercase().ends_with("_SECTION") && is_name(first)
                || words.len() == 2 && is_key(&words[0].to_ascii_uppercase())
        }
    }
}

impl Cities {
    /// Reads a TSPLIB file, or places as [`Cities::parse_places`] does, with Euclidean distances.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if !is_tsplib(text) {
            return Self::parse_table(text, Metric::Euclidean);
        }
        let file = File::read(text)?;
        let missing = |what: &str| Err(ParseError::at_end(text, what));
        let Some(count) = file.count else { return missing("DIMENSION") };
        let mut cities = if file.is_explicit {
            if file.matrix.is_empty() {
                return missing("EDGE_WEIGHT_SECTION");
            }
            let cities = Self::with_distances(count, file.matrix);
            let mut cities =
                cities.ok_or_else(|| ParseError::at_end(text, "a symmetric matrix"))?;
            cities.places = file.places;
            cities
        } else {
            let Some(metric) = file.metric else { return missing("EDGE_WEIGHT_TYPE") };
            if file.places.len() != count {
                return missing("NODE_COORD_SECTION");
            }
            Self::at(file.places, metric)
        };
        cities.name = file.name.to_owned();
        Ok(cities)
    }

    /// Reads places as [`Cities::parse_places`] does, or a table: with names of columns such as
    /// `name`, `x` and `y`, or `lat` and `lon`; or a square of distances, with the names of cities
    /// or without.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_table(text: &str, metric: Metric) -> Result<Self, ParseError> {
        // The places of numbers alone may be separated in any way.
        let is_sign = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-.,;/eE".contains(c);
        match Self::parse_places(text, metric) {
            Err(_)
                if !text.contains('/') && (text.contains('\n') || !text.chars().all(is_sign)) =>
            {
                table::parse(text, metric)
            }
            places => places,
        }
    }

    /// Reads places such as `0 0 / 3 0 / 3 4`, separated by `/` or line breaks.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_places(text: &str, metric: Metric) -> Result<Self, ParseError> {
        let (what, most) = match metric {
            Metric::GreatCircle => ("latitude and longitude of a city, in degrees", [90.0, 180.0]),
            _ => ("x and y of a city, below 1e9", [MOST; 2]),
        };
        let mut places = Vec::new();
        for part in text.split(['/', '\n']) {
            let mut words = part.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
            let mut words = words.by_ref().filter(|word| !word.is_empty());
            let Some(first) = words.next() else { continue };
            let number = |word: &str, most: f64| {
                let number: Option<f64> = word.parse().ok();
                let number = number.filter(|number| number.abs() <= most && number.abs() < MOST);
                number.ok_or_else(|| ParseError::about(text, word, what))
            };
            let x = number(first, most[0])?;
            let second = words.next().ok_or_else(|| ParseError::about(text, first, what))?;
            places.push((x, number(second, most[1])?));
            if let Some(word) = words.next() {
                return Err(ParseError::about(text, word, "`/` between two cities"));
            }
            if places.len() > MOST_CITIES {
                let expected = format!("at most {MOST_CITIES} cities");
                return Err(ParseError::about(text, first, expected));
            }
        }
        if places.is_empty() {
            return Err(ParseError::at_end(text, what));
        }
        Ok(Self::at(places, metric))
    }
}
