//! Word ladders: contracts, ladders that Carroll published, breadth-first search that compares all
//! pairs of words, texts that are wrong.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use tremaux_core::{Algorithm, Limits, NoHeuristic, Notation, Random, StateSpace};
use tremaux_domain::{DomainEntry, HeuristicCache, SolveRequest, Source, Status};
use tremaux_puzzles::catalog::WORD_LADDER;
use tremaux_puzzles::crossword::{WordList, built_in_words};
use tremaux_puzzles::word_ladder::{
    DifferingLetters, LadderWords, WordLadder, built_in_ladder_words,
};
use tremaux_search::{
    BestFirst, BidirectionalBreadthFirst, IdaStar, NearOptimalBidirectional, plan_cost,
};
use tremaux_testkit as kit;

fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> Arc<WordList> {
    let lines: Vec<&str> = words.into_iter().collect();
    Arc::new(WordList::parse(&lines.join("\n")).expect("words"))
}

fn ladder(text: &str, list: &Arc<WordList>) -> WordLadder {
    WordLadder::parse(text, list).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The fewest steps from one word to another, by comparing every word with every other.
fn distance(words: &[&str], start: &str, goal: &str) -> Option<u32> {
    let differing = |a: &str, b: &str| a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
    let mut found = vec![(start, 0)];
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((word, steps)) = queue.pop_front() {
        if word == goal {
            return Some(steps);
        }
        for &next in words.iter().filter(|next| differing(next, word) == 1) {
            if found.iter().all(|&(known, _)| known != next) {
                found.push((next, steps + 1));
                queue.push_back((next, steps + 1));
            }
        }
    }
    None
}

/// The fewest steps by several searches, which must agree.
fn fewest_steps(ladder: &WordLadder) -> Option<u32> {
    let limits = Limits::default();
    let a_star = BestFirst::a_star().solve(ladder, DifferingLetters, &limits, &mut ());
    assert!(a_star.is_proven_optimal() || a_star.is_proven_unsolvable());
    let steps = a_star.plan.map(|plan| {
        assert_eq!(plan_cost(ladder, &plan.actions), Some(plan.cost));
        plan.cost
    });
    let reports = [
        BestFirst::breadth_first().solve(ladder, NoHeuristic, &limits, &mut ()),
        IdaStar::new().solve(ladder, DifferingLetters, &limits.clone().with_nodes(50_000), &mut ()),
        BidirectionalBreadthFirst.solve(ladder, NoHeuristic, &limits, &mut ()),
        NearOptimalBidirectional::new().solve(ladder, DifferingLetters, &limits, &mut ()),
    ];
    for report in reports.iter().filter(|report| report.lower_bound < u32::MAX) {
        let is_stopped = report.statistics.expanded == 50_000;
        assert!(is_stopped || report.plan.as_ref().map(|plan| plan.cost) == steps, "{ladder}");
    }
    steps
}

/// Carroll's example of 1879, and solutions of puzzles from the same book.
const CARROLL: [&str; 10] = [
    "head heal teal tell tall tail",
    "pig wig wag way say sty",
    "four foul fool foot fort fore fire five",
    "wheat cheat cheap cheep creep creed breed bread",
    "tears sears stars stare stale stile smile",
    "chin coin corn core cote note nose",
    "eye dye die did lid",
    "poor boor book rook rock rick rich",
    "grass crass cress tress trees frees freed greed green",
    "flour floor flood blood brood broad bread",
];

#[test]
fn published_ladders_are_found_in_lists_of_their_words() {
    for text in CARROLL {
        let words: Vec<&str> = text.split(' ').collect();
        let (first, last) = (words[0], words[words.len() - 1]);
        let ladder = ladder(&format!("{first} -> {last}"), &list(words.iter().copied()));
        assert_eq!(fewest_steps(&ladder), Some(words.len() as u32 - 1), "{text}");
        // The ladder as moves.
        let mut state = ladder.initial_state();
        for word in &words[1..] {
            let change = ladder.parse_action(&state, word).expect("the next word");
            ladder.apply(&mut state, change);
        }
        assert!(ladder.is_goal(&state), "{text}");
    }
}

/// The built-in list has most of these words: no ladder in it is longer than Carroll's.
#[test]
fn built_in_words_are_linked() {
    let list = built_in_ladder_words();
    assert!(list.left_out().is_none() && list.len() > 2000);
    assert!(built_in_words().words_of_length(4).all(|word| {
        let word: String = word.collect();
        list.score(&word).is_some()
    }));
    let steps = |text: &str| fewest_steps(&ladder(text, &list));
    let found = ["head tail", "pig sty", "four five", "wheat bread", "tears smile", "poor rich"];
    assert_eq!(found.map(steps), [5, 5, 7, 7, 6, 7].map(Some));
    assert_eq!(steps("cold warm"), Some(4));
    assert_eq!(steps("ape man"), Some(5), "APT, OPT, OAT, MAT");
    for length in 3..=5 {
        let words = LadderWords::new(&list, length).expect("words");
        let count = words.len();
        let alone = (0..count as u32).filter(|&word| words.is_isolated(word)).count();
        assert!(alone * 3 < count, "{alone} of {count} words of {length} letters are alone");
    }
}

/// Random words of a few letters, all in capitals.
fn random_words(random: &mut Random) -> BTreeSet<String> {
    let letters: Vec<char> = "ABÇ".chars().take(2 + random.below(2) as usize).collect();
    let length = 1 + random.below(5);
    let count = 1 + random.below(20);
    let word = |random: &mut Random| {
        (0..length).map(|_| letters[random.below(letters.len() as u64) as usize]).collect()
    };
    (0..count).map(|_| word(random)).collect()
}

#[test]
fn random_lists_agree_with_comparing_all_pairs() {
    let mut random = Random::new(5);
    let (mut solved, mut unsolved, mut alone) = (0, 0, 0);
    for seed in 0..500 {
        let words = random_words(&mut random);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // Words of other lengths do not matter.
        let list = list(words.iter().copied().chain(["ABABABA", "BABABAB"]));
        let [start, goal] = [0, 1].map(|_| words[random.below(words.len() as u64) as usize]);
        let ladder = ladder(&format!("{start} {goal}"), &list);
        let distance = distance(&words, start, goal);
        assert_eq!(fewest_steps(&ladder), distance, "{ladder} with {words:?}");
        assert!(ladder.isolated_end().is_none() || distance.is_none());
        alone += u32::from(ladder.isolated_end().is_some());
        *if distance.is_some() { &mut solved } else { &mut unsolved } += 1;
        assert_eq!(
            ladder.to_string(),
            WordLadder::parse(&ladder.to_string(), &list).expect("it").to_string()
        );
        kit::check_space(&ladder, seed, 30);
        kit::check_pruning(&ladder, seed, 30);
        kit::check_backward(&ladder, seed, 30);
        kit::check_heuristic(&ladder, &DifferingLetters, seed, 50);
        kit::check_notation(&ladder, seed, 10);
        kit::check_depict(&ladder, seed, 5);
    }
    assert!(solved > 200 && unsolved > 50 && alone > 20, "{solved} {unsolved} {alone}");
}

#[test]
fn words_are_found_with_their_neighbours() {
    let list = list(["cat", "cot", "cog", "dog", "a", "antidisestablish", "abcdefghijklmno"]);
    assert_eq!(list.lengths().collect::<Vec<_>>(), [1, 3, 15, 16]);
    assert!(LadderWords::new(&list, 0).is_none() && LadderWords::new(&list, 2).is_none());
    assert!(LadderWords::new(&list, 16).is_none(), "too long");
    assert_eq!(LadderWords::new(&list, 15).map(|words| words.len()), Some(1));
    let words = LadderWords::new(&list, 3).expect("four words");
    let near = |word: u32| {
        let all = (0..3).flat_map(|place| words.neighbours(word, place));
        all.map(|word| words.text(word)).collect::<Vec<_>>()
    };
    assert_eq!([0, 1, 2, 3].map(|word| words.text(word)), ["CAT", "COG", "COT", "DOG"]);
    assert_eq!(
        [0, 1, 2, 3].map(near),
        [vec!["COT"], vec!["DOG", "COT"], vec!["CAT", "COG"], vec!["COG"]]
    );
    assert_eq!(words.find(&['C', 'O', 'W']), None);
}

#[test]
fn bad_ladders_are_refused_with_their_place() {
    let list = list(["cold", "cord", "card", "ward", "warm", "pig", "sty", "elephantine", "hi"]);
    let cases = [
        ("", 1, 1, "two words of equal length"),
        (" \n", 1, 1, "two words"),
        ("-> warm", 1, 1, "two words"),
        ("cold", 1, 5, "a second word of 4 letters"),
        ("cold ->", 1, 8, "a second word of 4 letters"),
        ("cold -> ->", 1, 11, "a second word of 4 letters"),
        ("cold warm pig", 1, 11, "the end after two words"),
        ("cold warm ->", 1, 11, "the end after two words"),
        ("cold\nwar", 2, 1, "a word of 4 letters, like `cold`"),
        ("pig warm", 1, 5, "a word of 3 letters, like `pig`"),
        ("cold wa-m", 1, 8, "a letter"),
        ("c0ld warm", 1, 2, "a letter"),
        ("bread wheat", 1, 1, "words of 2, 3, 4 or 11 letters (the list has no others)"),
        ("cols warm", 1, 1, "a word of the list (did you mean `COLD`?)"),
        ("cold wart", 1, 6, "(did you mean `WARD` or `WARM`?)"),
        ("cold quiz", 1, 6, "a word of the list"),
        ("cold carm", 1, 6, "(did you mean `CARD` or `WARM`?)"),
        ("antidisestablish xxxxxxxxxxxxxxxx", 1, 1, "at most 15 letters"),
    ];
    for (text, line, column, expected) in cases {
        let error = WordLadder::parse(text, &list).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    for text in ["COLD→warm", "cold->WARM", " cold  warm\n", "Cold\tWarm", "cold → warm"] {
        assert_eq!(ladder(text, &list).to_string(), "COLD -> WARM");
    }
    let ladder = ladder("cold warm", &list);
    for text in ["pig", "cole", "", "cord warm"] {
        assert!(ladder.parse_state(text).is_err(), "{text}");
    }
    for text in ["cold", "card", "cole", "pig", ""] {
        let error = ladder.parse_action(&ladder.initial_state(), text).expect_err(text);
        assert!(error.expected.contains("word"), "{text}: {error}");
    }
}

fn solved(entry: &dyn DomainEntry, text: &str, words: Option<&str>) -> (Status, Option<usize>) {
    let given: Vec<(&'static str, String)> =
        words.map(|words| ("words", words.to_owned())).into_iter().collect();
    let instances = entry.instances(Source::One(text), &given).expect("a ladder");
    let mut search =
        instances[0].start(&SolveRequest::default(), &HeuristicCache::default()).expect("a search");
    let _ = search.advance(&Limits::default());
    let report = search.report().expect("a plan that is one");
    (report.status, report.length)
}

#[test]
fn the_entry_takes_a_list_and_reads_files() {
    assert_eq!(solved(WORD_LADDER, "cold warm", None), (Status::Solved, Some(4)));
    let words = "cold;60\ncord\nward\nwarm\nice-cold\n";
    assert_eq!(solved(WORD_LADDER, "cold warm", Some(words)), (Status::NoSolution, None));
    let given = [("words", words.to_owned())];
    let all = |text: &str| WORD_LADDER.instances(Source::Many(text), &given);
    let instances = all("# Carroll\ncold warm\n\n  WARD -> CORD # two\n").expect("two ladders");
    let texts: Vec<&str> = instances.iter().map(|instance| instance.text()).collect();
    assert_eq!(texts, ["COLD -> WARM", "WARD -> CORD"]);
    assert_eq!(
        instances[0].notes(),
        ["1 word is left out of the list: line 5, column 4: expected a word of letters, or \
             `WORD;score`, found `-`"]
    );
    for (text, place) in [("cold warm\nward cards\n", (2, 6)), ("# none\n", (1, 7))] {
        let error = all(text).err().expect(text);
        assert_eq!(error.place().map(|(_, it)| (it.line, it.column)), Some(place), "{error}");
    }
    let alone = [("words", "cold\nwarm\nwart\n".to_owned())];
    let instances = WORD_LADDER.instances(Source::One("cold warm"), &alone).expect("a ladder");
    let proof = instances[0].proof_of_no_solution().expect("COLD is alone");
    assert_eq!(proof, "no word of the list differs from COLD in one letter");
}

#[test]
fn generated_ladders_have_a_solution() {
    for length in ["3", "4", "5"] {
        let given = [("length", length.to_owned())];
        let texts: Vec<String> = WORD_LADDER.generate(7, 20, &given).expect("a length").collect();
        let again: Vec<String> = WORD_LADDER.generate(7, 20, &given).expect("a length").collect();
        assert_eq!(texts, again);
        assert!(texts.iter().collect::<BTreeSet<_>>().len() > 15, "{texts:?}");
        for text in texts {
            let (status, steps) = solved(WORD_LADDER, &text, None);
            assert!(status == Status::Solved && steps > Some(0), "{text}");
        }
    }
    assert!(WORD_LADDER.generate(7, 1, &[("length", "6".to_owned())]).is_err());
    let alone = LadderWords::new(&list(["cold", "warm"]), 4).expect("two words");
    assert_eq!(alone.random_pair(&mut Random::new(1)), None);
}
