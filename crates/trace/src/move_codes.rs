//! Codes of the moves of a game.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tremaux_core::Game;

use crate::game_recorder::DescribeGame;
use crate::line_coder::NO_MOVE;
use crate::word::Word;
use crate::writer::Direct;

/// Moves with numbers below this are found at once.
const SMALL: usize = 64;
/// How many other moves with numbers are found without a search.
const RECENT: usize = 256;

/// A code for each word of a move, in the order in which they come: the first ones are short. Of a
/// move that has a number the word is written once; that of any other is written whenever it is
/// told of, to be known by it.
///
/// Takes memory for each different word.
pub(crate) struct MoveCodes {
    /// By number, one more than the code of a move; 0 where there is none.
    small: [u32; SMALL],
    /// By a hash, one more than the number of a move, and its code.
    recent: Box<[(u64, u32); RECENT]>,
    by_number: HashMap<u64, u32, FixedState>,
    by_word: HashMap<Box<str>, u32, FixedState>,
    next: u32,
    word: Word,
}

impl MoveCodes {
    pub(crate) fn new() -> Self {
        Self {
            small: [0; SMALL],
            recent: Box::new([(0, 0); RECENT]),
            by_number: HashMap::with_hasher(FixedState::with_seed(7)),
            by_word: HashMap::with_hasher(FixedState::with_seed(7)),
            next: 0,
            word: Word::default(),
        }
    }

    /// The code of `mv`, which is legal in `state`. If it is new, its word is written.
    #[inline(always)]
    pub(crate) fn code<G: Game, D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, G::Move),
        about: (&G, &D),
        out: &mut Direct<'_>,
    ) -> u32 {
        let Some(number) = about.1.move_number(about.0, state, mv) else {
            return self.code_of_word((state, mv), about, out);
        };
        if number >= SMALL as u64 {
            return self.code_of_number(number, (state, mv), about, out);
        }
        match self.small[number as usize % SMALL].checked_sub(1) {
            Some(code) => code,
            None => self.learn(number as usize % SMALL, (state, mv), about, out),
        }
    }

    /// The code of a move with a number so small, which is new.
    #[cold]
    #[inline(never)]
    fn learn<G: Game, D: DescribeGame<G>>(
        &mut self,
        number: usize,
        mv: (&G::State, G::Move),
        about: (&G, &D),
        out: &mut Direct<'_>,
    ) -> u32 {
        let code = self.code_of_word(mv, about, out);
        self.small[number] = code + 1;
        code
    }

    /// The code of a move by its number.
    #[inline(never)]
    fn code_of_number<G: Game, D: DescribeGame<G>>(
        &mut self,
        number: u64,
        (state, mv): (&G::State, G::Move),
        about: (&G, &D),
        out: &mut Direct<'_>,
    ) -> u32 {
        let key = number.wrapping_add(1);
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % RECENT;
        let (known, code) = self.recent[slot];
        if known == key && key != 0 {
            return code;
        }
        let code = match self.by_number.get(&number) {
            Some(&code) => code,
            None => {
                let code = self.code_of_word((state, mv), about, out);
                self.by_number.insert(number, code);
                code
            }
        };
        self.recent[slot] = (key, code);
        code
    }

    /// The code of a move by its word.
    #[inline(never)]
    fn code_of_word<G: Game, D: DescribeGame<G>>(
        &mut self,
        (state, mv): (&G::State, G::Move),
        (game, describe): (&G, &D),
        out: &mut Direct<'_>,
    ) -> u32 {
        let word = self.word.written(|out| describe.write_move(game, state, mv, out));
        if let Some(&code) = self.by_word.get(word) {
            return code;
        }
        let code = self.next;
        self.next += if code + 1 == NO_MOVE { 2 } else { 1 };
        self.by_word.insert(word.into(), code);
        out.move_word(code, word);
        code
    }
}
