//! Lists of words.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use tremaux_constraints::Table;
use tremaux_core::ParseError;
use tremaux_reading::{Table as TextTable, TableCell};

use super::grid::letter_of;

const WORD: &str = "a word of letters, or `WORD;score`";
const SCORE: &str = "a score, a whole number up to 100,000";
/// The greatest score.
const HIGHEST: u32 = 100_000;
/// The score of a word without one.
const USUAL: u32 = 50;

/// A list of words with scores, from which crosswords are filled.
///
/// ```
/// use tremaux::puzzles::crossword::WordList;
/// let words = WordList::parse("cat;60\ndog\n# animals\nhen 40\nco-op")?;
/// assert_eq!((words.len(), words.score("DOG"), words.score("COW")), (3, Some(50), None));
/// let (count, first) = words.left_out().expect("co-op cannot stand in a grid");
/// assert_eq!(count, 1);
/// assert_eq!(
///     first.to_string(),
///     "line 5, column 3: expected a word of letters, or `WORD;score`, found `-`",
/// );
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordList {
    /// By length.
    lengths: BTreeMap<usize, Words>,
    /// The letters that occur, in order.
    alphabet: Box<[char]>,
    highest: u32,
    /// The number of lines that were left out, and what is wrong with the first.
    left_out: Option<(usize, ParseError)>,
    /// The columns of a table, in words.
    columns: Option<String>,
    is_built_in: bool,
}

/// Names of the columns of words and of scores in tables.
const WORDS: &[&str] = &["word", "words", "answer", "entry", "term", "text", "lemma"];
const SCORES: &[&str] = &["score", "scores", "value", "points", "quality"];

/// The words of one length. Letters are their numbers in the alphabet of the list, from 1.
#[derive(Clone, Debug)]
pub(super) struct Words {
    length: usize,
    /// In alphabetical order, one after the other.
    letters: Box<[u16]>,
    pub(super) scores: Box<[u32]>,
    /// For each place and letter, the set of the words that have it there.
    sets: Box<[u64]>,
    /// The number of letters of the alphabet.
    alphabet: usize,
    /// The words as rows of a table, for searches that need it.
    table: OnceLock<Arc<Table>>,
}

impl Words {
    fn new(length: usize, mut words: Vec<(Vec<u16>, u32)>, alphabet: usize) -> Self {
        words.sort_unstable();
        let blocks = words.len().div_ceil(64);
        let mut sets = vec![0; length * alphabet * blocks];
        for (number, (word, _)) in words.iter().enumerate() {
            for (place, &letter) in word.iter().enumerate() {
                let set = place * alphabet + usize::from(letter) - 1;
                sets[set * blocks + number / 64] |= 1 << (number % 64);
            }
        }
        Self {
            length,
            scores: words.iter().map(|&(_, score)| score).collect(),
            letters: words.into_iter().flat_map(|(word, _)| word).collect(),
            sets: sets.into(),
            alphabet,
            table: OnceLock::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// The letters of a word.
    #[inline]
    pub(super) fn word(&self, number: usize) -> &[u16] {
        &self.letters[number * self.length..(number + 1) * self.length]
    }

    /// The number of a word.
    pub(super) fn find(&self, word: &[u16]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.word(middle).cmp(word) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// Puts the set of the words that match a pattern, with 0 for an unknown letter, into `set`.
    pub(super) fn matches(&self, pattern: impl Iterator<Item = u16>, set: &mut Vec<u64>) {
        let blocks = self.len().div_ceil(64);
        set.clear();
        set.resize(blocks, u64::MAX);
        if let (Some(last), 1..) = (set.last_mut(), self.len() % 64) {
            *last = (1 << (self.len() % 64)) - 1;
        }
        for (place, letter) in pattern.enumerate().filter(|&(_, letter)| letter > 0) {
            if usize::from(letter) > self.alphabet {
                set.fill(0);
                return;
            }
            let start = (place * self.alphabet + usize::from(letter) - 1) * blocks;
            for (word, &more) in set.iter_mut().zip(&self.sets[start..start + blocks]) {
                *word &= more;
            }
        }
    }

    /// The words as rows of a table; values are the numbers of letters less 1.
    pub(super) fn table(&self) -> &Arc<Table> {
        self.table.get_or_init(|| {
            let values = self.letters.iter().map(|&letter| u32::from(letter) - 1);
            Arc::new(Table::new(self.length, values))
        })
    }
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word as it is written, and its score.
type Written<'a> = (&'a str, Option<&'a str>);

/// The words of a list or a table; of a table also what its columns mean, in words.
fn entries(text: &str) -> Result<(Vec<Written<'_>>, Option<String>), ParseError> {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let header = TextTable::parse(first.unwrap_or_default()).ok();
    let is_header = header.is_some_and(|header| {
        let cells = header.rows.first().map_or(&[][..], |row| row);
        let is_name = |cell: &TableCell<'_>| !is_digits(cell.text.trim());
        cells.len() > 1
            && cells.iter().all(is_name)
            && header.column(WORDS).is_some()
            && first.is_some_and(|line| line.contains([';', ',', '\t']))
    });
    if !is_header {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        return Ok((lines.filter(|line| !line.is_empty()).map(entry).collect(), None));
    }
    let table = TextTable::parse(text)?;
    let head = table.rows.iter().position(|row| row.len() > 1).unwrap_or(0);
    let (word, score) = (table.column(WORDS).unwrap_or(0), table.column(SCORES));
    let mut entries = Vec::new();
    for row in &table.rows[head + 1..] {
        let cell = |column: usize| {
            let cell = table.cell(row, column, WORD)?;
            Ok(cell.written.trim_matches('"').trim())
        };
        entries.push((cell(word)?, score.map(cell).transpose()?));
    }
    let name = |column: usize| format!("`{}`", table.rows[head][column].text);
    let scores = score.map_or(String::new(), |score| format!(", scores in {}", name(score)));
    Ok((entries, Some(format!("words are in the column {}{scores}", name(word)))))
}

/// A word with its score, if there is one after it.
fn entry(line: &str) -> Written<'_> {
    let separators = [';', ',', '\t', ' '];
    // A space before other text is a part of the word.
    let parts = line.rsplit_once(separators).filter(|(word, score)| {
        let is_blank = line[word.len()..].starts_with(' ') && !word.ends_with(separators);
        !is_blank || is_digits(score)
    });
    match parts {
        None => (line, None),
        Some((word, score)) => (word.trim_end_matches(separators), Some(score)),
    }
}

impl WordList {
    /// Reads one word per line, or a table whose first row names a column `word`, `answer` or the
    /// like, and perhaps one `score`. A line is `WORD` or `WORD;score`, where a tab, a comma or a
    /// space may replace the semicolon; a word without a score has 50. Case is ignored, and so is
    /// what follows `#`. Of equal words, the highest score counts. Words with characters other than
    /// letters cannot stand in a grid: they are [left out](WordList::left_out).
    ///
    /// # Errors
    ///
    /// Returns the place of what is not a score, or of the first wrong sign if no word is left.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (lines, columns) = entries(text)?;
        let mut scores: HashMap<Vec<char>, u32> = HashMap::new();
        let mut left_out: Option<(usize, ParseError)> = None;
        for (written, score) in lines {
            let score = match score {
                None => USUAL,
                Some(score) => {
                    let number = score.parse().ok().filter(|it| is_digits(score) && *it <= HIGHEST);
                    number.ok_or_else(|| ParseError::about(text, score, SCORE))?
                }
            };
            if written.is_empty() {
                return Err(ParseError::about(text, written, WORD));
            }
            let letters: Option<Vec<char>> = written.chars().map(letter_of).collect();
            let Some(word) = letters else {
                let (at, sign) = written
                    .char_indices()
                    .find(|(_, sign)| letter_of(*sign).is_none())
                    .expect("a sign that is not a letter");
                let part = &written[at..at + sign.len_utf8()];
                let first = || (0, ParseError::about(text, part, WORD));
                left_out.get_or_insert_with(first).0 += 1;
                continue;
            };
            let known = scores.entry(word).or_insert(score);
            *known = (*known).max(score);
        }
        if scores.is_empty() {
            let nothing = || ParseError::at_end(text, WORD);
            return Err(left_out.map_or_else(nothing, |(_, first)| first));
        }
        Ok(Self { left_out, columns, ..Self::of(scores) })
    }

    fn of(scores: impl IntoIterator<Item = (Vec<char>, u32)>) -> Self {
        let words: Vec<(Vec<char>, u32)> = scores.into_iter().collect();
        let letters: BTreeSet<char> = words.iter().flat_map(|(word, _)| word).copied().collect();
        let alphabet: Box<[char]> = letters.into_iter().collect();
        let highest = words.iter().map(|&(_, score)| score).max().unwrap_or(0);
        let mut lengths: BTreeMap<usize, Vec<(Vec<u16>, u32)>> = BTreeMap::new();
        for (word, score) in words {
            let number = |letter| alphabet.binary_search(letter).map_or(0, |at| at as u16 + 1);
            let numbers: Vec<u16> = word.iter().map(number).collect();
            lengths.entry(numbers.len()).or_default().push((numbers, score));
        }
        let words = |(length, words)| (length, Words::new(length, words, alphabet.len()));
        let lengths = lengths.into_iter().map(words).collect();
        Self { lengths, alphabet, highest, left_out: None, columns: None, is_built_in: false }
    }

    /// The words with at least this score; `None` if there is none.
    pub fn with_score(&self, least: u32) -> Option<Self> {
        let all = self.lengths.values().flat_map(|words| {
            let letter = |&number: &u16| self.alphabet[usize::from(number) - 1];
            let word = move |at: usize| words.word(at).iter().map(letter).collect::<Vec<char>>();
            (0..words.len()).map(move |at| (word(at), words.scores[at]))
        });
        let list = Self::of(all.filter(|&(_, score)| score >= least));
        let (left_out, columns) = (self.left_out.clone(), self.columns.clone());
        let list = Self { left_out, columns, is_built_in: self.is_built_in, ..list };
        (!list.lengths.is_empty()).then_some(list)
    }

    /// The number of lines that were left out because their words have other signs than letters,
    /// and what is wrong with the first; `None` if there is none.
    pub fn left_out(&self) -> Option<(usize, &ParseError)> {
        self.left_out.as_ref().map(|(count, first)| (*count, first))
    }

    /// How the list was read and what was left out, in words: for notes to the user.
    #[cfg(feature = "catalog")]
    pub(crate) fn notes(&self) -> Vec<String> {
        let left_out = self.left_out().map(|(count, first)| {
            let words = if count == 1 { "word is" } else { "words are" };
            format!("{count} {words} left out of the list: {first}")
        });
        self.columns.clone().into_iter().chain(left_out).collect()
    }

    /// What a proof with these words assumes.
    #[cfg(feature = "catalog")]
    pub(crate) fn as_assumption(&self) -> String {
        let digits = self.len().to_string();
        let mut count = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                count.push(',');
            }
            count.push(digit);
        }
        match self.is_built_in {
            true => format!(
                "each word is one of the {count} built-in ones, which are a sample: --words FILE \
                 gives a larger list"
            ),
            false => format!("each word is one of the {count} in the list"),
        }
    }

    /// The same list, as one that is built in.
    pub(crate) fn built_in(self) -> Self {
        Self { is_built_in: true, ..self }
    }

    /// The lengths of words, in increasing order.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.lengths.keys().copied()
    }

    /// The letters of each word of a length, in alphabetical order.
    pub fn words_of_length(
        &self,
        length: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = char>> {
        let letter = |&number: &u16| self.alphabet[usize::from(number) - 1];
        let words = self.of_length(length).into_iter();
        words.flat_map(move |words| {
            (0..words.len()).map(move |at| words.word(at).iter().map(letter))
        })
    }

    /// The words of a length, if there are any.
    #[inline]
    pub(super) fn of_length(&self, length: usize) -> Option<&Words> {
        self.lengths.get(&length)
    }

    /// The letters that occur, in order.
    pub(super) fn alphabet(&self) -> &[char] {
        &self.alphabet
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.lengths.values().map(Words::len).sum()
    }

    /// Whether it has no word: never.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The highest score.
    pub fn highest(&self) -> u32 {
        self.highest
    }

    /// The score of a word in capitals; `None` if it is not in the list.
    pub fn score(&self, word: &str) -> Option<u32> {
        let number = |letter| Some(self.alphabet.binary_search(&letter).ok()? as u16 + 1);
        let word: Vec<u16> = word.chars().map(number).collect::<Option<_>>()?;
        let words = self.of_length(word.len())?;
        words.find(&word).map(|number| words.scores[number])
    }
}
