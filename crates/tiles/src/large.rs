//! Large boards: more cells than a [`Size`](super::Size) allows.

use std::fmt;

use tremaux_core::{
    BackwardSpace, Guarantees, Heuristic, Notation, ParseError, Plan, Predecessor, StateSpace,
    UndoSpace,
};

use super::parberry::parity;
use super::{Slide, constructive_plan};
use tremaux_core::Random;

/// A board of 2 to 256 columns and rows: its tiles row by row, 0 for the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargeBoard {
    columns: usize,
    tiles: Box<[u16]>,
    blank: usize,
}

impl LargeBoard {
    /// The maximum number of columns, and of rows.
    pub const MOST_SIDE: usize = 256;

    /// The board with these tiles, row by row.
    ///
    /// Returns `None` unless there are whole rows, from 2 to [`LargeBoard::MOST_SIDE`] rows and
    /// columns, and the tiles are a permutation.
    pub fn new(columns: usize, tiles: &[u16]) -> Option<Self> {
        let sides = 2..=Self::MOST_SIDE;
        if !sides.contains(&columns) || !tiles.len().is_multiple_of(columns) {
            return None;
        }
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        let is_order = sorted.iter().enumerate().all(|(at, &tile)| usize::from(tile) == at);
        if !is_order || !sides.contains(&(tiles.len() / columns)) {
            return None;
        }
        let blank = tiles.iter().position(|&tile| tile == 0)?;
        Some(Self { columns, tiles: tiles.into(), blank })
    }

    /// The board of this size with tiles in order, the blank first or last.
    ///
    /// Returns `None` for a side below 2 or above [`LargeBoard::MOST_SIDE`].
    pub fn ordered(columns: usize, rows: usize, is_blank_first: bool) -> Option<Self> {
        let most = Self::MOST_SIDE;
        if columns > most || rows > most {
            return None;
        }
        let cells = columns * rows;
        let shift = usize::from(!is_blank_first);
        let tiles: Vec<u16> = (0..cells).map(|at| ((at + shift) % cells) as u16).collect();
        Self::new(columns, &tiles)
    }

    /// A random board from which this one can be reached; all such boards are equally likely.
    pub fn random(&self, random: &mut Random) -> Self {
        let mut tiles = self.tiles.to_vec();
        random.shuffle(&mut tiles);
        if parity(self.columns, &tiles) != parity(self.columns, &self.tiles) {
            // Two tiles exchanged: every board of the other parity comes of one of this.
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            let pair = cells.next().zip(cells.next());
            if let Some((a, b)) = pair {
                tiles.swap(a, b);
            }
        }
        Self::new(self.columns, &tiles).expect("the tiles of a board")
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.tiles.len() / self.columns)
    }

    /// The tiles, row by row.
    #[inline]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// Reads the tiles row by row, 0 or `_` for the blank. The size (columns and rows) comes
    /// from rows separated by `/`, or else from `size`; otherwise the board must be square.
    ///
    /// # Errors
    ///
    /// Returns the place where the text is not a board, and what was expected there.
    pub fn parse(text: &str, size: Option<(usize, usize)>) -> Result<Self, ParseError> {
        let is_between = |c: char| c.is_whitespace() || c == ',';
        let rows = || text.split('/').map(|row| row.split(is_between).filter(|it| !it.is_empty()));
        let words: Vec<&str> = rows().flatten().collect();
        let sides = format!("from 2 to {} rows and columns", Self::MOST_SIDE);
        let (columns, count) = match size {
            Some(size) => size,
            None if text.contains('/') => {
                (rows().next().map_or(0, Iterator::count), rows().count())
            }
            None => (words.len().isqrt(), words.len().isqrt()),
        };
        let range = 2..=Self::MOST_SIDE;
        if !range.contains(&columns) || !range.contains(&count) {
            return Err(ParseError::about(text, words.first().copied().unwrap_or(""), sides));
        }
        let cells = columns * count;
        if let Some(surplus) = words.get(cells) {
            let expected = format!("the end after the {cells} tiles of a {columns}x{count} board");
            return Err(ParseError::about(text, surplus, expected));
        }
        let mut tiles = Vec::with_capacity(cells);
        let mut is_there = vec![false; cells];
        for word in &words {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let tile = if *word == "_" { Some(0) } else { word.parse().ok() };
            let tile = tile.filter(|&tile: &usize| tile < cells && (is_number || *word == "_"));
            let expected =
                || format!("a tile from 0 to {} of a {columns}x{count} board", cells - 1);
            let tile = tile.ok_or_else(|| ParseError::about(text, word, expected()))?;
            if std::mem::replace(&mut is_there[tile], true) {
                let error = ParseError::about(text, word, "each tile once");
                return Err(ParseError { found: format!("a second {tile}"), ..error });
            }
            tiles.push(tile as u16);
        }
        let odd = rows().find_map(|row| {
            let row: Vec<&str> = row.collect();
            (row.len() != columns).then(|| row.last().copied().unwrap_or(""))
        });
        if let Some(word) = odd.filter(|_| text.contains('/')) {
            return Err(ParseError::about(text, word, format!("a row of {columns} tiles")));
        }
        let board = Self::new(columns, &tiles);
        board.ok_or_else(|| {
            let expected = format!("the {cells} tiles of a {columns}x{count} board");
            let found = format!("{} tiles", words.len());
            ParseError { found, ..ParseError::at_end(text, expected) }
        })
    }

    /// The goal of a board for which none is given: the one of the two ordered boards that it can
    /// reach, the one with the blank last if both or neither.
    pub fn usual_goal(&self) -> Self {
        let (columns, rows) = self.size();
        let ordered = [false, true].map(|is_first| Self::ordered(columns, rows, is_first));
        let [Some(last), Some(first)] = ordered else { return self.clone() };
        let is_reached = |goal: &Self| parity(columns, &goal.tiles) == parity(columns, &self.tiles);
        if is_reached(&first) && !is_reached(&last) { first } else { last }
    }

    /// A goal as [`LargeBoard::parse_goal`] reads it: by its name if it has one.
    pub fn goal_text(&self) -> String {
        let (columns, rows) = self.size();
        let is = |is_first| Self::ordered(columns, rows, is_first).as_ref() == Some(self);
        match () {
            () if is(false) => "blank-last".to_owned(),
            () if is(true) => "blank-first".to_owned(),
            () => format!("{self:#}"),
        }
    }

    /// Reads a goal of this size: `blank-first`, `blank-last`, or the tiles.
    ///
    /// # Errors
    ///
    /// Returns the place where the text is not such a goal, and what was expected there.
    pub fn parse_goal(text: &str, columns: usize, rows: usize) -> Result<Self, ParseError> {
        let word = text.trim();
        let named = match word {
            "blank-first" => Self::ordered(columns, rows, true),
            "blank-last" => Self::ordered(columns, rows, false),
            _ if word.starts_with(char::is_alphabetic) => {
                let expected = "`blank-first`, `blank-last`, or a board (others have up to 8x8)";
                return Err(ParseError::about(text, word, expected));
            }
            _ => return Self::parse(text, Some((columns, rows))),
        };
        named.ok_or_else(|| ParseError::about(text, word, "a goal of this size"))
    }

    #[inline]
    fn slide(&mut self, slide: Slide) {
        if let Some(cell) = self.beside(slide) {
            self.tiles.swap(self.blank, cell);
            self.blank = cell;
        }
    }

    /// The cell to which the blank moves by `slide`.
    #[inline]
    fn beside(&self, slide: Slide) -> Option<usize> {
        let column = self.blank % self.columns;
        match slide {
            Slide::Up => self.blank.checked_sub(self.columns),
            Slide::Down => Some(self.blank + self.columns).filter(|&it| it < self.tiles.len()),
            Slide::Left => (column > 0).then(|| self.blank - 1),
            Slide::Right => (column + 1 < self.columns).then_some(self.blank + 1),
        }
    }
}

/// Writes the tiles row by row, with `/` between rows in the alternate form.
impl fmt::Display for LargeBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles.iter().enumerate() {
            let is_row = cell % self.columns == 0;
            f.write_str(match cell {
                0 => "",
                _ if is_row && f.alternate() => " / ",
                _ => " ",
            })?;
            tile.fmt(f)?;
        }
        Ok(())
    }
}

/// The sliding puzzle on a [`LargeBoard`]: for [`constructive_plan`], and for suboptimal
/// searches.
#[derive(Clone, Debug)]
pub struct LargePuzzle {
    start: LargeBoard,
    goal: LargeBoard,
    homes: Vec<u32>,
}

impl LargePuzzle {
    /// The puzzle from `start` to `goal`; `None` if they differ in size.
    pub fn new(start: LargeBoard, goal: LargeBoard) -> Option<Self> {
        let mut homes = vec![0; goal.tiles.len()];
        for (cell, &tile) in goal.tiles.iter().enumerate() {
            homes[usize::from(tile)] = cell as u32;
        }
        (start.size() == goal.size()).then_some(Self { start, goal, homes })
    }

    /// The start.
    #[inline]
    pub const fn start(&self) -> &LargeBoard {
        &self.start
    }

    /// The goal.
    #[inline]
    pub const fn goal(&self) -> &LargeBoard {
        &self.goal
    }

    /// [`constructive_plan`] of the puzzle.
    pub fn plan(&self) -> Option<Plan<Slide, u32>> {
        let Self { start, goal, .. } = self;
        let actions = constructive_plan(start.columns, &start.tiles, &goal.tiles)?;
        let cost = actions.len() as u32;
        Some(Plan { actions, cost })
    }

    /// Whether the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        let Self { start, goal, .. } = self;
        parity(start.columns, &start.tiles) == parity(goal.columns, &goal.tiles)
    }

    /// [`LargePuzzle::plan`] in the making.
    #[cfg(feature = "catalog")]
    pub(crate) fn begin_plan(&self) -> Option<crate::parberry::TileByTile> {
        crate::parberry::TileByTile::new(self.start.columns, &self.start.tiles, &self.goal.tiles)
    }

    /// The moves from `cell` to where `tile` is to be.
    #[inline]
    fn distance(&self, tile: u16, cell: usize) -> u32 {
        let (columns, home) = (self.start.columns, self.homes[usize::from(tile)] as usize);
        let away = (home % columns).abs_diff(cell % columns);
        (away + (home / columns).abs_diff(cell / columns)) as u32
    }
}

impl StateSpace for LargePuzzle {
    type State = LargeBoard;
    type Packed = Box<[u16]>;
    type Action = Slide;
    type Cost = u32;

    fn initial_state(&self) -> LargeBoard {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, board: &LargeBoard) -> bool {
        board.blank == self.goal.blank && board.tiles == self.goal.tiles
    }

    #[inline]
    fn actions(&self, board: &LargeBoard, actions: &mut Vec<Slide>) {
        actions.extend(Slide::ALL.into_iter().filter(|&slide| board.beside(slide).is_some()));
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }

    #[inline]
    fn prunes_only_inverses(&self) -> bool {
        true
    }

    /// Prunes the reverse of the last slide.
    #[inline]
    fn actions_after(&self, board: &LargeBoard, last: Slide, actions: &mut Vec<Slide>) {
        let is_kept = |&slide: &Slide| slide != last.opposite() && board.beside(slide).is_some();
        actions.extend(Slide::ALL.into_iter().filter(is_kept));
    }

    fn packed_heap_bytes(&self) -> usize {
        // An allocator rounds up, and needs a word or two for itself.
        size_of_val(self.start.tiles()) + 16
    }

    #[inline]
    fn cost(&self, _board: &LargeBoard, _slide: Slide) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, board: &mut LargeBoard, slide: Slide) {
        board.slide(slide);
    }

    #[inline]
    fn pack(&self, board: &LargeBoard) -> Box<[u16]> {
        board.tiles.clone()
    }

    #[inline]
    fn unpack(&self, packed: &Box<[u16]>) -> LargeBoard {
        let blank = packed.iter().position(|&tile| tile == 0).unwrap_or(0);
        LargeBoard { columns: self.start.columns, tiles: packed.clone(), blank }
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl UndoSpace for LargePuzzle {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, board: &mut LargeBoard, slide: Slide) {
        board.slide(slide);
    }

    #[inline]
    fn undo(&self, board: &mut LargeBoard, slide: Slide, (): ()) {
        board.slide(slide.opposite());
    }
}

impl BackwardSpace for LargePuzzle {
    fn goal_states(&self, goals: &mut Vec<LargeBoard>) {
        goals.push(self.goal.clone());
    }

    #[inline]
    fn predecessors(&self, board: &LargeBoard, predecessors: &mut Vec<Predecessor<Self>>) {
        for slide in Slide::ALL.into_iter().filter(|&slide| board.beside(slide).is_some()) {
            let mut before = board.clone();
            before.slide(slide);
            predecessors.push((slide.opposite(), 1, before));
        }
    }
}

/// Manhattan distance: the sum of the tiles' distances to their goal cells. Consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct LargeManhattan;

impl Heuristic<LargePuzzle> for LargeManhattan {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, puzzle: &LargePuzzle, board: &LargeBoard) -> u32 {
        let tiles = board.tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(cell, &tile)| puzzle.distance(tile, cell)).sum()
    }

    #[inline]
    fn estimate_successor(
        &self,
        puzzle: &LargePuzzle,
        parent: &LargeBoard,
        h: u32,
        (): &(),
        slide: Slide,
    ) -> Option<(u32, ())> {
        let from = parent.beside(slide)?;
        let tile = parent.tiles[from];
        Some((h + puzzle.distance(tile, parent.blank) - puzzle.distance(tile, from), ()))
    }
}

/// The same as for smaller boards: the tiles row by row, and `U`, `D`, `L`, `R` for the
/// direction of the blank.
impl Notation for LargePuzzle {
    fn write_state(&self, board: &LargeBoard, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{board}")
    }

    fn parse_state(&self, text: &str) -> Result<LargeBoard, ParseError> {
        LargeBoard::parse(text, Some(self.start.size()))
    }

    fn write_action(
        &self,
        _board: &LargeBoard,
        slide: Slide,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_char(slide.letter())
    }

    #[inline]
    fn action_count(&self) -> u8 {
        4
    }

    #[inline]
    fn action_number(&self, slide: Slide) -> u8 {
        slide as u8
    }

    fn parse_action(&self, board: &LargeBoard, text: &str) -> Result<Slide, ParseError> {
        let word = text.trim();
        let mut letters = word.chars();
        let slide =
            letters.next().and_then(Slide::from_letter).filter(|_| letters.next().is_none());
        let slide = slide.filter(|&slide| board.beside(slide).is_some());
        slide.ok_or_else(|| ParseError::about(text, word, "a move of the blank: U, D, L or R"))
    }
}
