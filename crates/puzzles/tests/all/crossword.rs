//! Crosswords, compared with trying all letters in all cells. The reference reads grids itself and
//! shares no code with the library.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tremaux_constraints::{Propagation, Settings, ValueOrder};
use tremaux_core::{
    Algorithm, Limits, NoHeuristic, Notation, Random, Search, SearchReport, StateSpace, Termination,
};
use tremaux_puzzles::catalog::{CROSSWORD, CROSSWORD_EXAMPLES as EXAMPLES};
use tremaux_puzzles::crossword::{
    Crossword, Entry, Grid, Objective, OpenWords, Region, Scarcity, WordList, built_in_words,
};
use tremaux_search::BestFirst;
use tremaux_testkit::{check_depict, check_heuristic, check_notation, check_space};

/// The slots of a grid: at least two cells in a line between blocks.
fn slots(rows: &[Vec<char>]) -> Vec<Vec<(usize, usize)>> {
    let (height, width) = (rows.len(), rows[0].len());
    let mut all = Vec::new();
    let lines = (0..height)
        .map(|row| (0..width).map(|column| (row, column)).collect::<Vec<_>>())
        .chain((0..width).map(|column| (0..height).map(|row| (row, column)).collect()));
    for line in lines {
        for run in line.split(|&(row, column)| rows[row][column] == '#') {
            if run.len() > 1 {
                all.push(run.to_vec());
            }
        }
    }
    all
}

fn rows(text: &str) -> Vec<Vec<char>> {
    text.split('/').map(|row| row.chars().collect()).collect()
}

/// The words of a filled grid that are not given, if it is filled by the rules.
pub(crate) fn checked_words(
    grid: &str,
    filled: &str,
    scores: &HashMap<String, u32>,
) -> Result<Vec<String>, String> {
    let (grid, filled) = (rows(grid), rows(filled));
    let shape = |rows: &[Vec<char>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(&grid) != shape(&filled) {
        return Err("another shape".to_owned());
    }
    for (given, found) in grid.iter().flatten().zip(filled.iter().flatten()) {
        if *given != '.' && given != found {
            return Err(format!("{given} became {found}"));
        }
    }
    let (mut seen, mut words) = (BTreeSet::new(), Vec::new());
    for slot in slots(&grid) {
        let letters = |rows: &[Vec<char>]| {
            slot.iter().map(|&(row, column)| rows[row][column]).collect::<String>()
        };
        let word = letters(&filled);
        if word.contains('.') {
            return Err(format!("{word} is open"));
        }
        if !seen.insert(word.clone()) {
            return Err(format!("{word} occurs twice"));
        }
        if letters(&grid).contains('.') {
            if !scores.contains_key(&word) {
                return Err(format!("{word} is no word"));
            }
            words.push(word);
        }
    }
    Ok(words)
}

struct Case {
    grid: String,
    scores: HashMap<String, u32>,
    letters: Vec<char>,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let letters: Vec<char> = "ABC".chars().take(2 + random.below(2) as usize).collect();
        let (width, height) = (2 + random.below(2), 2 + random.below(2));
        let sign = |random: &mut Random| match random.below(12) {
            0 | 1 => '#',
            2 => letters[random.below(letters.len() as u64) as usize],
            3 if random.below(4) == 0 => 'Z',
            _ => '.',
        };
        let row = |random: &mut Random| (0..width).map(|_| sign(random)).collect::<String>();
        let grid = (0..height).map(|_| row(random)).collect::<Vec<_>>().join("/");
        let mut scores = HashMap::new();
        for _ in 0..3 + random.below(22) {
            let length = 2 + random.below(2);
            let letter = |_| letters[random.below(letters.len() as u64) as usize];
            let word: String = (0..length).map(letter).collect();
            scores.insert(word, random.below(5) as u32);
        }
        Self { grid, scores, letters }
    }

    fn list(&self) -> Arc<WordList> {
        let mut lines: Vec<String> =
            self.scores.iter().map(|(word, score)| format!("{word};{score}")).collect();
        lines.sort_unstable();
        Arc::new(WordList::parse(&lines.join("\n")).expect("words"))
    }

    fn crossword(&self, objective: Objective) -> Crossword {
        let grid = Grid::parse(&self.grid).expect("a grid");
        Crossword::new(grid, self.list(), objective, None)
    }

    /// All fillings with their totals, by trying every letter in every cell of a slot.
    fn fillings(&self) -> Vec<(String, u64)> {
        let grid = rows(&self.grid);
        let wanted: BTreeSet<(usize, usize)> = slots(&grid)
            .into_iter()
            .flatten()
            .filter(|&(row, column)| grid[row][column] == '.')
            .collect();
        let mut all = vec![grid];
        for (row, column) in wanted {
            let mut next = Vec::new();
            for partial in all {
                for &letter in &self.letters {
                    let mut longer = partial.clone();
                    longer[row][column] = letter;
                    next.push(longer);
                }
            }
            all = next;
        }
        let text = |rows: Vec<Vec<char>>| {
            rows.into_iter().map(String::from_iter).collect::<Vec<String>>().join("/")
        };
        let mut found = Vec::new();
        for filled in all.into_iter().map(text) {
            if let Ok(words) = checked_words(&self.grid, &filled, &self.scores) {
                let total = words.iter().map(|word| u64::from(self.scores[word])).sum();
                found.push((filled, total));
            }
        }
        found.sort();
        found
    }
}

/// The filling that a plan leads to, checked step by step, and the plan's cost.
fn replayed(crossword: &Crossword, actions: &[Entry]) -> (String, u32) {
    let mut state = crossword.initial_state();
    let mut cost = 0;
    for &entry in actions {
        let mut offered = Vec::new();
        crossword.actions(&state, &mut offered);
        assert!(offered.contains(&entry), "{}", crossword.state_text(&state));
        cost += crossword.cost(&state, entry);
        crossword.apply(&mut state, entry);
    }
    assert!(crossword.is_goal(&state), "{}", crossword.state_text(&state));
    (crossword.state_text(&state), cost)
}

#[test]
fn all_fillings_are_found_once() {
    let mut random = Random::new(1);
    let (mut unfillable, mut many) = (0, 0);
    for seed in 0..1500 {
        let case = Case::random(&mut random);
        let crossword = case.crossword(Objective::Any);
        let expected: Vec<String> = case.fillings().into_iter().map(|(filled, _)| filled).collect();
        unfillable += u32::from(expected.is_empty());
        many += u32::from(expected.len() > 3);
        let values =
            [ValueOrder::Least, ValueOrder::Random, ValueOrder::Promise][seed as usize % 3];
        let settings = Settings::default().seed(seed).values(values).restart(seed % 4);
        let algorithm = Propagation::default().plan_count(u64::MAX).settings(settings);
        let mut search = algorithm.start(&crossword, NoHeuristic);
        let _ = search.advance(&Limits::default(), &mut ());
        let report = search.report();
        assert_eq!(report.termination, Termination::Exhausted);
        assert_eq!(report.is_proven_unsolvable(), expected.is_empty());
        let mut found = Vec::new();
        for plan in search.solutions() {
            let (filled, cost) = replayed(&crossword, &plan.actions);
            assert_eq!((cost, plan.cost), (report.lower_bound, report.lower_bound));
            found.push(filled);
        }
        found.sort();
        assert_eq!(found, expected, "{} {:?}", case.grid, case.scores);
        let by_search =
            BestFirst::a_star().solve(&crossword, OpenWords, &Limits::default(), &mut ());
        assert_eq!(by_search.plan.is_some(), !expected.is_empty(), "{}", case.grid);
    }
    assert!(unfillable > 200 && many > 100, "{unfillable} unfillable, {many} with many fillings");
}

#[test]
fn the_best_total_is_found_by_propagation_and_by_searches() {
    let mut random = Random::new(2);
    for _ in 0..700 {
        let case = Case::random(&mut random);
        let crossword = case.crossword(Objective::Score);
        let best = case.fillings().into_iter().map(|(_, total)| total).max();
        let total = |report: &SearchReport<Entry, u32>| {
            let plan = report.plan.as_ref()?;
            assert!(report.is_proven_optimal());
            let (filled, cost) = replayed(&crossword, &plan.actions);
            assert_eq!(cost, plan.cost);
            let words = checked_words(&case.grid, &filled, &case.scores).expect("a filling");
            Some(words.iter().map(|word| u64::from(case.scores[word])).sum::<u64>())
        };
        let limits = Limits::default();
        let report = Propagation::default().solve(&crossword, NoHeuristic, &limits, &mut ());
        assert_eq!(total(&report), best, "{}", case.grid);
        let report = BestFirst::a_star().solve(&crossword, OpenWords, &limits, &mut ());
        assert_eq!(total(&report), best, "{}", case.grid);
        let report = BestFirst::dijkstra().solve(&crossword, NoHeuristic, &limits, &mut ());
        assert_eq!(total(&report), best, "{}", case.grid);
    }
}

#[test]
fn a_region_is_filled_alone_and_its_edges_still_match() {
    let grid = "..../..../..../....";
    let words = "AB\nBA\nAA\nABBA\nBABA\nAABB\nBBAA\nABAB\nBAAB";
    let list = Arc::new(WordList::parse(words).expect("words"));
    let parsed = Grid::parse(grid).expect("a grid");
    let region = Region::parse("1,1-2,4", &parsed).expect("a region");
    let crossword = Crossword::new(parsed, Arc::clone(&list), Objective::Any, Some(region));
    let algorithm = Propagation::default().plan_count(u64::MAX);
    let mut search = algorithm.start(&crossword, NoHeuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    let mut found = BTreeSet::new();
    for plan in search.solutions() {
        assert!(found.insert(replayed(&crossword, &plan.actions).0));
    }
    // Two different words across; every pair of letters begins some word down.
    let long: Vec<&str> = words.lines().filter(|word| word.len() == 4).collect();
    let mut expected = BTreeSet::new();
    for one in &long {
        for other in &long {
            let begins =
                |(a, b): (char, char)| long.iter().any(|it| it.starts_with(&format!("{a}{b}")));
            if one != other && one.chars().zip(other.chars()).all(begins) {
                expected.insert(format!("{one}/{other}/..../...."));
            }
        }
    }
    assert_eq!(found, expected);
    assert!(!found.is_empty());
}

/// Words of two cells and more, those at the edge of a region included, are never equal.
#[test]
fn no_word_of_a_region_occurs_twice() {
    let mut random = Random::new(6);
    let (mut completed, mut repeated) = (0, 0);
    for _ in 0..2000 {
        let case = Case::random(&mut random);
        let grid = Grid::parse(&case.grid).expect("a grid");
        let (rows_of_grid, width) = (rows(&case.grid), grid.width());
        let corner = |random: &mut Random| {
            (1 + random.below(grid.height() as u64), 1 + random.below(width as u64))
        };
        let (one, other) = (corner(&mut random), corner(&mut random));
        let text = format!("{},{}-{},{}", one.0, one.1, other.0, other.1);
        let is_inside = |&(row, column): &(usize, usize)| {
            let is_between = |at: usize, a: u64, b: u64| {
                (a.min(b) as usize..=a.max(b) as usize).contains(&(at + 1))
            };
            is_between(row, one.0, other.0) && is_between(column, one.1, other.1)
        };
        // What is filled: the cells of the words that lie in the region.
        let all = slots(&rows_of_grid);
        let is_given = |slot: &Vec<(usize, usize)>| {
            slot.iter().all(|&(row, column)| rows_of_grid[row][column] != '.')
        };
        let inside: Vec<_> =
            all.iter().filter(|slot| !is_given(slot) && slot.iter().all(is_inside)).collect();
        let met: BTreeSet<(usize, usize)> =
            inside.iter().flat_map(|slot| slot.iter().copied()).collect();
        let open = met.iter().filter(|&&(row, column)| rows_of_grid[row][column] == '.');
        let mut fillings = vec![rows_of_grid.clone()];
        for &(row, column) in open {
            let longer = |filled: Vec<Vec<char>>| {
                case.letters.iter().map(move |&letter| {
                    let mut filled = filled.clone();
                    filled[row][column] = letter;
                    filled
                })
            };
            fillings = fillings.into_iter().flat_map(longer).collect();
        }
        let matches = |pattern: &str| {
            case.scores.keys().any(|word| {
                word.len() == pattern.len()
                    && pattern.chars().zip(word.chars()).all(|(a, b)| a == '.' || a == b)
            })
        };
        let is_right = |filled: &Vec<Vec<char>>, is_told_apart: bool| {
            let mut seen = BTreeSet::new();
            all.iter().all(|slot| {
                let is_met = !is_given(slot) && slot.iter().any(|cell| met.contains(cell));
                let word: String = slot.iter().map(|&(row, column)| filled[row][column]).collect();
                let is_full = !word.contains('.');
                let is_new = !is_full || seen.insert(word.clone()) || !is_told_apart;
                is_new && (!is_met || matches(&word))
            })
        };
        let text_of = |filled: &Vec<Vec<char>>| {
            filled.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let right = |is_told_apart| -> BTreeSet<String> {
            fillings.iter().filter(|it| is_right(it, is_told_apart)).map(text_of).collect()
        };
        let expected = right(true);
        completed += u32::from(!expected.is_empty() && inside.len() < all.len());
        repeated += u32::from(expected.len() < right(false).len());
        let region = Region::parse(&text, &grid).expect("a region");
        let crossword = Crossword::new(grid.clone(), case.list(), Objective::Any, Some(region));
        let mut search = Propagation::default().plan_count(u64::MAX).start(&crossword, NoHeuristic);
        let _ = search.advance(&Limits::default(), &mut ());
        let plans = search.solutions();
        let found: BTreeSet<String> =
            plans.iter().map(|plan| replayed(&crossword, &plan.actions).0).collect();
        assert_eq!(found, expected, "{} {text} {:?}", case.grid, case.scores);
        assert_eq!(plans.len(), found.len());
        let searched =
            BestFirst::a_star().solve(&crossword, OpenWords, &Limits::default(), &mut ());
        assert_eq!(searched.plan.is_some(), !expected.is_empty(), "{} {text}", case.grid);
    }
    assert!(completed > 100 && repeated > 20, "{completed} {repeated}");
}

#[test]
fn examples_are_filled_or_refuted() {
    let list = built_in_words();
    let scores = |word: &str| list.score(word);
    for (name, text) in EXAMPLES {
        let grid = Grid::parse(text).expect("a grid");
        let crossword = Crossword::new(grid.clone(), Arc::clone(&list), Objective::Any, None);
        let report =
            Propagation::default().solve(&crossword, NoHeuristic, &Limits::default(), &mut ());
        assert_eq!(report.plan.is_some(), *name != "unfillable", "{name}");
        let Some(plan) = report.plan else { continue };
        let (filled, _) = replayed(&crossword, &plan.actions);
        let known: HashMap<String, u32> = slots(&rows(&filled))
            .iter()
            .map(|slot| slot.iter().map(|&(row, column)| rows(&filled)[row][column]).collect())
            .filter_map(|word: String| Some((word.clone(), scores(&word)?)))
            .collect();
        checked_words(&grid.to_string(), &filled, &known).expect(name);
    }
}

#[test]
fn the_contracts_of_spaces_hold() {
    let list = built_in_words();
    for objective in [Objective::Any, Objective::Score] {
        for text in ["C../.../...", "....#/...../#...."] {
            let grid = Grid::parse(text).expect("a grid");
            let crossword = Crossword::new(grid, Arc::clone(&list), objective, None);
            check_space(&crossword, 5, 30);
            check_notation(&crossword, 5, 30);
            check_depict(&crossword, 5, 30);
            check_heuristic(&crossword, &OpenWords, 5, 30);
            check_heuristic(&crossword, &Scarcity, 5, 30);
        }
    }
}

#[test]
fn words_that_cannot_stand_are_left_out_and_counted() {
    let text = "CAB\t50\nARE, 20\nit's\nice cream;80\nice cream 80\nco-op;9\nTEA 7\nOAK ; 8\nELM\n";
    let list = WordList::parse(text).expect("words");
    let scores = ["CAB", "ARE", "TEA", "OAK", "ELM", "ITS"].map(|word| list.score(word));
    assert_eq!(scores, [Some(50), Some(20), Some(7), Some(8), Some(50), None]);
    let (count, first) = list.left_out().expect("some");
    assert_eq!((count, first.line, first.column), (4, 3, 3));
    let best = list.with_score(40).expect("two words");
    assert_eq!((best.len(), best.left_out().map(|it| it.0)), (2, Some(4)));
    assert!(WordList::parse("CAB\nARE").expect("words").left_out().is_none());
    for (name, scores, left_out) in
        [("16_words_with_apostrophe.txt", [50, 50], 3), ("16b_words_tab_score.txt", [50, 20], 0)]
    {
        let path = format!("odd-input/games/{name}");
        let Some(text) = tremaux_testkit::data_text(&path) else { return };
        let list = WordList::parse(&text).expect(name);
        assert_eq!(["CAB", "ARE"].map(|word| list.score(word)), scores.map(Some), "{name}");
        assert_eq!(list.left_out().map_or(0, |it| it.0), left_out, "{name}");
    }
}

/// Without options, grids are made that the built-in words fill.
#[test]
fn grids_that_are_made_can_be_filled() {
    let made = CROSSWORD.generate(1, 12, &[]).expect("no options");
    for text in made {
        let grid = Grid::parse(&text).expect("a grid");
        let crossword = Crossword::new(grid, built_in_words(), Objective::Any, None);
        let report =
            Propagation::default().solve(&crossword, NoHeuristic, &Limits::default(), &mut ());
        assert!(report.plan.is_some(), "{text}");
    }
}

#[test]
fn random_grids_are_symmetric_and_connected() {
    let mut random = Random::new(4);
    for _ in 0..40 {
        let grid = Grid::random(9, 7, 0.2, &mut random).expect("a grid");
        let cells = grid.cells();
        let half = cells.iter().rev().zip(cells).all(|(one, other)| one == other);
        assert!(half, "{grid}");
        assert!(grid.slots().iter().all(|slot| slot.cells.len() > 2), "{grid}");
        assert_eq!(Grid::parse(&grid.to_string()), Ok(grid));
    }
}

#[test]
fn bad_grids_and_words_are_rejected_with_their_places() {
    let grid = |text: &str| Grid::parse(text).expect_err(text).to_string();
    assert!(grid("..!").starts_with("line 1, column 3: expected a cell"));
    assert!(grid("...\n....").starts_with("line 2, column 4: expected the end of the row after 3"));
    assert!(grid("").contains("rows of cells"));
    assert!(grid(&".".repeat(101)).contains("at most 100 cells"));
    let tall = vec![".."; 101].join("\n");
    assert!(grid(&tall).contains("at most 100 rows"));
    let many = Grid::parse_all("; a\n..\n..\n\n; b\n...\n..\n").expect_err("a short row");
    assert_eq!((many.line, many.column), (7, 3));
    let words = |text: &str| WordList::parse(text).expect_err(text).to_string();
    assert!(words("a b").starts_with("line 1, column 2"));
    assert!(words("ab,").starts_with("line 1, column 4: expected a score"));
    assert!(words("ab\t100001").starts_with("line 1, column 4: expected a score"));
    assert!(words("ab;x").starts_with("line 1, column 4: expected a score"));
    assert!(words("ab\nab;-1").starts_with("line 2, column 4"));
    assert!(words(";5").starts_with("line 1, column 1"));
    assert!(words("# no word").contains("a word of letters"));
}
