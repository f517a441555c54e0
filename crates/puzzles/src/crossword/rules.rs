//! Filling a grid word by word, as a state space.

#[cfg(feature = "catalog")]
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use tremaux_core::StateSpace;
use tremaux_core::codes::ActionCode;

use super::words::Words;
use super::{Cell, Grid, Region, Slot, WordList};

/// What makes one filling better than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Nothing: each word costs 1, so that all fillings cost the same.
    #[default]
    Any,
    /// The total of scores: a word costs the points that it has less than the best of the list.
    Score,
}

/// What is to be done with a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A word is wanted.
    Fill,
    /// All letters are given. The word need not be in the list, but occurs nowhere else.
    Given,
    /// It ends outside the region: some word must match its letters.
    Border,
    /// It ends outside the region, and the cells there are given: the words that cross it complete
    /// a word of the list, which occurs nowhere else.
    Crossed,
    /// It is outside the region.
    Outside,
}

/// A word for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The number of the slot.
    pub slot: u16,
    /// The number of the word among those of its length, in alphabetical order.
    pub word: u32,
}

impl ActionCode for Entry {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.slot) << 32 | u64::from(self.word)
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self { slot: (code >> 32) as u16, word: code as u32 }
    }
}

/// The letters of all cells: their numbers in the alphabet from 1, 0 for a cell without one.
pub(super) type Letters = Box<[u16]>;

/// A crossword to be filled, and its own state space.
///
/// An action puts a word into the slot that the fewest words of the list match, the first of
/// these. So each filling has exactly one plan. The cost of an action is that of the words that it
/// completes, those that cross it included; all fillings by words that are equally good cost the
/// same. No word occurs twice.
#[derive(Clone, Debug)]
pub struct Crossword {
    grid: Grid,
    words: Arc<WordList>,
    objective: Objective,
    slots: Vec<Slot>,
    roles: Vec<Role>,
    /// The letters of the list, then the others of the grid.
    alphabet: Vec<char>,
    start: Letters,
    pub(super) model: OnceLock<super::variables::Filling>,
}

/// Why a grid cannot be filled, known without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(feature = "catalog")]
pub(super) enum Obstacle {
    /// No word of the list fits into a slot with these letters.
    NoWord { slot: String, pattern: String },
    /// Two slots have the same given word.
    Twice { word: String, slots: [String; 2] },
}

impl Role {
    /// Whether it gets a word, or has one: no two of these are equal.
    const fn is_word(self) -> bool {
        matches!(self, Self::Fill | Self::Given | Self::Crossed)
    }

    /// Whether it must match the list.
    const fn is_listed(self) -> bool {
        matches!(self, Self::Fill | Self::Border | Self::Crossed)
    }
}

#[cfg(feature = "catalog")]
impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoWord { slot, pattern } if pattern.chars().all(|sign| sign == '.') => {
                write!(f, "no word in the list has {} letters, for {slot}", pattern.len())
            }
            Self::NoWord { slot, pattern } => {
                write!(f, "no word in the list matches `{pattern}`, for {slot}")
            }
            Self::Twice { word, slots: [one, other] } => {
                write!(f, "{one} and {other} are both {word}, and no word may occur twice")
            }
        }
    }
}

impl Crossword {
    /// A crossword with this grid, to be filled from this list: all of it, or only the words that
    /// lie in a region.
    pub fn new(
        grid: Grid,
        words: Arc<WordList>,
        objective: Objective,
        region: Option<Region>,
    ) -> Self {
        let mut alphabet = words.alphabet().to_vec();
        let mut number = |letter: char| {
            let known = alphabet.iter().position(|&it| it == letter);
            let at = known.unwrap_or_else(|| {
                alphabet.push(letter);
                alphabet.len() - 1
            });
            at as u16 + 1
        };
        let start: Letters = grid
            .cells()
            .iter()
            .map(|cell| if let Cell::Letter(letter) = cell { number(*letter) } else { 0 })
            .collect();
        let slots = grid.slots();
        let is_inside = |cell: u16| {
            let place = (usize::from(cell) / grid.width(), usize::from(cell) % grid.width());
            region.is_none_or(|region| region.contains(place.0, place.1))
        };
        let mut roles: Vec<Role> = slots
            .iter()
            .map(|slot| {
                let is_given = slot.cells.iter().all(|&cell| start[usize::from(cell)] > 0);
                match slot.cells.iter().all(|&cell| is_inside(cell)) {
                    _ if is_given => Role::Given,
                    true => Role::Fill,
                    false => Role::Outside,
                }
            })
            .collect();
        let mut is_filled = vec![false; start.len()];
        for (slot, _) in slots.iter().zip(&roles).filter(|(_, role)| **role == Role::Fill) {
            slot.cells.iter().for_each(|&cell| is_filled[usize::from(cell)] = true);
        }
        for (slot, role) in slots.iter().zip(&mut roles).filter(|(_, role)| **role == Role::Outside)
        {
            let mut cells = slot.cells.iter().map(|&cell| usize::from(cell));
            if cells.clone().all(|cell| is_filled[cell] || start[cell] > 0) {
                *role = Role::Crossed;
            } else if cells.any(|cell| is_filled[cell]) {
                *role = Role::Border;
            }
        }
        let model = OnceLock::new();
        Self { grid, words, objective, slots, roles, alphabet, start, model }
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The list of words.
    pub fn words(&self) -> &Arc<WordList> {
        &self.words
    }

    /// What makes one filling better than another.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The places for words.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(super) fn roles(&self) -> &[Role] {
        &self.roles
    }

    pub(super) fn alphabet(&self) -> &[char] {
        &self.alphabet
    }

    /// The numbers of the slots to be filled.
    pub(super) fn to_fill(&self) -> impl Iterator<Item = usize> {
        (0..self.slots.len()).filter(|&slot| self.roles[slot] == Role::Fill)
    }

    /// The cell of each place of a slot in a state.
    #[inline]
    pub(super) fn letters_of(&self, slot: usize, letters: &Letters) -> impl Iterator<Item = u16> {
        self.slots[slot].cells.iter().map(|&cell| letters[usize::from(cell)])
    }

    /// The words that have the length of a slot.
    #[inline]
    pub(super) fn words_for(&self, slot: usize) -> Option<&Words> {
        self.words.of_length(self.slots[slot].cells.len())
    }

    /// The number of the word in a slot that is full; `None` if it is not in the list.
    pub(super) fn word_in(&self, slot: usize, letters: &Letters) -> Option<usize> {
        let word: Vec<u16> = self.letters_of(slot, letters).collect();
        self.words_for(slot)?.find(&word)
    }

    #[inline]
    fn is_full(&self, slot: usize, letters: &Letters) -> bool {
        self.letters_of(slot, letters).all(|letter| letter > 0)
    }

    /// The cell of a state.
    pub(super) fn cell(&self, cell: usize, letters: &Letters) -> Cell {
        match (self.grid.cells()[cell], letters[cell]) {
            (Cell::Block, _) => Cell::Block,
            (_, 0) => Cell::Empty,
            (_, letter) => Cell::Letter(self.alphabet[usize::from(letter) - 1]),
        }
    }

    /// The letters in a slot, `.` for an empty cell.
    #[cfg(feature = "catalog")]
    pub(super) fn pattern(&self, slot: usize, letters: &Letters) -> String {
        let sign = |letter: u16| match letter {
            0 => '.',
            letter => self.alphabet[usize::from(letter) - 1],
        };
        self.letters_of(slot, letters).map(sign).collect()
    }

    /// Two full slots with the same word, if there are any.
    pub(super) fn twins(&self, letters: &Letters) -> Option<[usize; 2]> {
        let is_word = |&slot: &usize| self.roles[slot].is_word() && self.is_full(slot, letters);
        let mut full: Vec<usize> = (0..self.slots.len()).filter(is_word).collect();
        let word = |slot: &usize| self.letters_of(*slot, letters).collect::<Vec<u16>>();
        full.sort_by_cached_key(word);
        full.windows(2).find_map(|pair| {
            let is_same = self.letters_of(pair[0], letters).eq(self.letters_of(pair[1], letters));
            is_same.then(|| [pair[0].min(pair[1]), pair[0].max(pair[1])])
        })
    }

    /// Puts the words that match a slot into `set`, without those of other slots that are full.
    /// Returns their number.
    pub(super) fn candidates(&self, slot: usize, letters: &Letters, set: &mut Vec<u64>) -> u32 {
        set.clear();
        let Some(words) = self.words_for(slot) else { return 0 };
        words.matches(self.letters_of(slot, letters), set);
        if self.roles[slot].is_word() {
            let length = self.slots[slot].cells.len();
            for other in 0..self.slots.len() {
                if other != slot
                    && self.slots[other].cells.len() == length
                    && self.roles[other].is_word()
                    && self.is_full(other, letters)
                    && let Some(word) = self.word_in(other, letters)
                {
                    set[word / 64] &= !(1 << (word % 64));
                }
            }
        }
        set.iter().map(|word| word.count_ones()).sum()
    }

    /// Visits each open slot with the words that match it and their number. Returns false, having
    /// visited some, if two slots have the same word or one has no matching word.
    pub(super) fn visit_open(
        &self,
        letters: &Letters,
        mut visit: impl FnMut(usize, &[u64], u32),
    ) -> bool {
        if self.twins(letters).is_some() {
            return false;
        }
        let mut set = Vec::new();
        for slot in 0..self.slots.len() {
            if !self.roles[slot].is_listed() {
                continue;
            }
            let count = self.candidates(slot, letters, &mut set);
            if count == 0 {
                return false;
            }
            if self.roles[slot] == Role::Fill && !self.is_full(slot, letters) {
                visit(slot, &set, count);
            }
        }
        true
    }

    /// The open slot that the fewest words match, and these words; `None` if no slot is open, or
    /// in a dead end.
    fn narrowest(&self, letters: &Letters) -> Option<(usize, Vec<u64>)> {
        let (mut best, mut found, mut fewest) = (None, Vec::new(), u32::MAX);
        let is_alive = self.visit_open(letters, |slot, set, count| {
            if count < fewest {
                (best, fewest) = (Some(slot), count);
                found.clear();
                found.extend_from_slice(set);
            }
        });
        best.filter(|_| is_alive).map(|slot| (slot, found))
    }

    /// The slot that the next action fills.
    pub(super) fn next_slot(&self, letters: &Letters) -> Option<usize> {
        self.narrowest(letters).map(|(slot, _)| slot)
    }

    /// What a word costs.
    #[inline]
    pub(super) fn cost_of_word(&self, slot: usize, word: usize) -> u32 {
        match (self.objective, self.words_for(slot)) {
            (Objective::Any, _) | (_, None) => 1,
            (Objective::Score, Some(words)) => self.words.highest() - words.scores[word],
        }
    }

    /// The total of the scores of a filling that costs this.
    #[cfg(feature = "catalog")]
    pub(super) fn total_of(&self, cost: u32) -> u64 {
        let best = self.to_fill().count() as u64 * u64::from(self.words.highest());
        best.saturating_sub(cost.into())
    }

    /// A reason why it cannot be filled, if one is evident.
    #[cfg(feature = "catalog")]
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        if let Some(slots) = self.twins(&self.start) {
            let word = self.pattern(slots[0], &self.start);
            let slots = slots.map(|slot| self.slots[slot].to_string());
            return Some(Obstacle::Twice { word, slots });
        }
        let mut set = Vec::new();
        let dead = (0..self.slots.len())
            .filter(|&slot| self.roles[slot].is_listed())
            .find(|&slot| self.candidates(slot, &self.start, &mut set) == 0)?;
        let (slot, pattern) = (self.slots[dead].to_string(), self.pattern(dead, &self.start));
        Some(Obstacle::NoWord { slot, pattern })
    }

    /// [`Crossword::obstacle`] in words.
    #[cfg(feature = "catalog")]
    pub(super) fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        self.obstacle().map(|obstacle| obstacle.to_string().into())
    }
}

impl StateSpace for Crossword {
    type State = Letters;
    type Packed = Letters;
    type Action = Entry;
    type Cost = u32;

    fn initial_state(&self) -> Letters {
        self.start.clone()
    }

    fn is_goal(&self, letters: &Letters) -> bool {
        let mut set = Vec::new();
        let is_right = |slot: usize, set: &mut Vec<u64>| match self.roles[slot] {
            Role::Fill | Role::Crossed => {
                self.is_full(slot, letters) && self.word_in(slot, letters).is_some()
            }
            Role::Border => self.candidates(slot, letters, set) > 0,
            Role::Given | Role::Outside => true,
        };
        (0..self.slots.len()).all(|slot| is_right(slot, &mut set)) && self.twins(letters).is_none()
    }

    fn actions(&self, letters: &Letters, actions: &mut Vec<Entry>) {
        let Some((slot, set)) = self.narrowest(letters) else { return };
        for (block, mut bits) in set.into_iter().enumerate() {
            while bits != 0 {
                let word = 64 * block as u32 + bits.trailing_zeros();
                actions.push(Entry { slot: slot as u16, word });
                bits &= bits - 1;
            }
        }
    }

    fn cost(&self, letters: &Letters, entry: Entry) -> u32 {
        let mut after = letters.clone();
        self.apply(&mut after, entry);
        let mut sum = 0_u32;
        for slot in self.to_fill() {
            if !self.is_full(slot, letters)
                && self.is_full(slot, &after)
                && let Some(word) = self.word_in(slot, &after)
            {
                sum += self.cost_of_word(slot, word);
            }
        }
        sum
    }

    fn apply(&self, letters: &mut Letters, entry: Entry) {
        let slot = usize::from(entry.slot);
        let Some(words) = self.words_for(slot) else { return };
        let word = words.word(entry.word as usize);
        for (&cell, &letter) in self.slots[slot].cells.iter().zip(word) {
            letters[usize::from(cell)] = letter;
        }
    }

    fn pack(&self, letters: &Letters) -> Letters {
        letters.clone()
    }

    fn unpack(&self, packed: &Letters) -> Letters {
        packed.clone()
    }

    fn packed_heap_bytes(&self) -> usize {
        size_of_val(&*self.start)
    }
}
