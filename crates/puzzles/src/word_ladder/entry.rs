//! The domain of word ladders.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::{ParseError, Random};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    Stated, Statement, instance,
};

use super::notation::LadderReader;
use super::{DifferingLetters, LadderWords, WordLadder, built_in_ladder_words};
use crate::crossword::WordList;

/// The domain's entry in the list of domains.
pub static WORD_LADDER: &dyn DomainEntry = &Entry::<WordLadderDomain>::new();

/// Word ladders.
struct WordLadderDomain;

static INFO: DomainInfo = DomainInfo {
    name: "word-ladder",
    aliases: &["word-ladders", "doublets"],
    title: "Word ladders: change one word into another, one letter at a time",
    format: "Two words of equal length, also with `->` between them; case is ignored.\n\
             In a file: one ladder per line; `#` starts a comment.",
    example: "COLD -> WARM",
    moves: "the next word",
    options: &[OptionInfo::file(
        "words",
        "one word per line; words with characters other than letters are skipped",
    )
    .title("the list of words; by default a small one that is built in")],
    generator: &[OptionInfo::integer("length", 3, 5).title("number of letters").default("4")],
    defaults: &[DefaultInfo::new("all ladders", "a-star", "letters").why(
        "a list has few words of one length, and many paths lead to the same word, so a search \
         that detects duplicates is fast",
    )],
};

static LETTERS: Component = Component {
    guarantees: "consistent",
    use_when: "always: it costs almost nothing",
    avoid_when: "you want to see a search without an estimate",
    ..Component::new("letters", "number of letters that differ from the last word")
};

impl Problem for WordLadderDomain {
    type Space = WordLadder;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &LETTERS, build: |_, _, _| Ok(Built::new(DifferingLetters)) }];

    const STEP: [&'static str; 2] = ["step", "steps"];

    fn erase(space: Arc<WordLadder>) -> Typed<WordLadder> {
        Typed::new(space).with_predecessors()
    }

    fn statement(space: &WordLadder, _text: &str) -> Option<Statement> {
        let words = space.words();
        let [from, to] = [space.start, space.goal].map(|word| words.text(word).into());
        let all = Stated::texts((0..words.len() as u32).map(|word| words.text(word)));
        Some(Statement::new(vec![("from", from), ("to", to), ("words", all)]))
    }

    fn proof_of_no_solution(space: &WordLadder) -> Option<Cow<'static, str>> {
        let word = space.words().text(space.isolated_end()?);
        Some(format!("no word of the list differs from {word} in one letter").into())
    }

    fn notes(space: &WordLadder) -> Vec<String> {
        space.list().notes()
    }

    fn assumes(space: &WordLadder, cost: Option<f64>) -> Option<String> {
        cost.is_none().then(|| space.list().as_assumption())
    }
}

/// The words that `--words` selects.
fn word_list(options: &Options<'_>) -> Result<Arc<WordList>, RegistryError> {
    match options.given("words") {
        None => Ok(built_in_ladder_words()),
        Some(_) => options.parsed("words", WordList::parse).map(Arc::new),
    }
}

fn entered(ladder: WordLadder) -> Box<dyn Instance> {
    let text = ladder.to_string();
    instance::<WordLadderDomain>(&INFO, Arc::new(ladder), text, &INFO.defaults[0])
}

impl Domain for WordLadderDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "two words of equal length";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        Ok(entered(WordLadder::parse(text, &word_list(options)?)?))
    }

    /// Reads the list of words once for all ladders.
    fn read_all(
        text: &str,
        options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        let all = || -> Result<_, ReadError> {
            let list = word_list(options)?;
            let mut reader = LadderReader::new(&list);
            let lines = text.lines().map(|line| line.split('#').next().unwrap_or(line));
            let mut instances = Vec::new();
            for line in lines.filter(|line| !line.trim().is_empty()) {
                instances.push(entered(reader.read(text, line)?));
            }
            if instances.is_empty() {
                return Err(ParseError::at_end(text, Self::INSTANCE).into());
            }
            Ok(instances)
        };
        Some(all())
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let length = options.integer("length") as usize;
        let words = LadderWords::new(&built_in_ladder_words(), length);
        let words = words.ok_or_else(|| options.wrong("length", "a length of built-in words"))?;
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let pair = words.random_pair(&mut random).expect("the built-in words are linked");
            pair.map(|word| words.text(word)).join(" -> ")
        }))
    }
}
