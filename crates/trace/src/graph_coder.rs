//! New states of a graph in a byte each.

use tremaux_core::{Cost, StateSpace};

use crate::describe::Describe;
use crate::path_coder::{FIRST_CODE, MOST_CODES, PathCoder, change, key_of, near};
use crate::writer::Direct;

/// Writes states that are new, generated from the one expanded last: an action, by how much g
/// is more than there, and h more than what was told last, are one code.
#[derive(Debug)]
pub(crate) struct GraphCoder<C> {
    /// g of the state expanded last.
    pub(crate) g: C,
    /// h of the state generated last.
    pub(crate) h: C,
    /// By [`near`]; 0 where there is none.
    near: Vec<u8>,
    codes: usize,
}

impl<C: Cost> GraphCoder<C> {
    pub(crate) fn new() -> Self {
        Self { g: C::ZERO, h: C::ZERO, near: vec![0; PathCoder::<C>::NEAR], codes: 0 }
    }

    /// Writes a state by its code, if it has one or may have one. Whether it did.
    #[inline]
    pub(crate) fn put<S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        (g, h): (C, C),
        action: S::Action,
        about: (&S, &D),
        out: &mut Direct<'_>,
    ) -> bool {
        let number = about.1.action_number(about.0, action);
        let change = (g.difference(self.g), h.difference(self.h));
        let Some(at) = near(key_of(0, number, 0), change) else { return false };
        let known = self.near[at];
        if known != 0 {
            out.next_code(known, h.to_f64());
            return true;
        }
        self.put_new((at, (g, h)), action, about, out)
    }

    /// Gives a state a code, if any are left.
    #[cold]
    #[inline(never)]
    fn put_new<S: StateSpace<Cost = C>, D: Describe<S>>(
        &mut self,
        (at, (g, h)): (usize, (C, C)),
        action: S::Action,
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) -> bool {
        if self.codes >= MOST_CODES {
            return false;
        }
        let code = FIRST_CODE + self.codes as u8;
        self.codes += 1;
        self.near[at] = code;
        let mut word = String::new();
        let written = describe.write_action(space, &space.initial_state(), action, &mut word);
        written.expect("a string takes everything");
        out.path_code((0, 0), &word, (change(self.g, g), change(self.h, h)));
        out.next_code(code, h.to_f64());
        true
    }
}
