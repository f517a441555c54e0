//! Steps of a search of a graph, of which there are millions, written at once.

use crate::context::Context;
use crate::event::Place;
use crate::event_kind;
use crate::short_change::{LONG_G, LONG_H, ShortChange, short_step};
use crate::writer::Direct;

/// A node that is generated from the one expanded last: its kind, its word, g and h, how many
/// bytes that is, and what follows; nothing if it is not near. `context` is as it was before it.
#[inline(always)]
fn near_below(
    context: &Context,
    (id, word): (u32, u32),
    (g, h): (f64, f64),
    place: Option<&Place<'_>>,
) -> Option<((u64, usize), (u64, usize))> {
    let is_new = id == context.next;
    let (more_g, more_h) = (ShortChange::new(context.g, g), ShortChange::new(context.h, h));
    let (kind, is_near, follows) = match place {
        None if is_new => (event_kind::NEXT_NEAR, true, (0, 0)),
        None => {
            let (step, is_near) = short_step(context.last, id);
            (event_kind::AGAIN_NEAR, is_near, (step, 2))
        }
        Some(Place::Vertex { vertex }) => {
            let (step, is_near) = short_step(context.vertex, *vertex);
            (event_kind::NEXT_AT_NEAR, is_near, (step, 2))
        }
        Some(&Place::Cell { x, y }) => {
            (event_kind::NEXT_AT_CELL, (x | y) >> 16 == 0, (u64::from(x | y << 16), 4))
        }
        Some(_) => (0, false, (0, 0)),
    };
    // All at once: each alone would be a guess.
    let is_near = is_near & more_g.is_near & more_h.is_near & (word < u32::from(LONG_G));
    let long = (LONG_G * u8::from(more_g.is_long)) | (LONG_H * u8::from(more_h.is_long));
    let word = word as u8 | long;
    let bytes = u64::from(kind) | u64::from(word) << 8 | more_g.bytes << 16;
    let before = 2 + more_g.count();
    let bytes = bytes | more_h.bytes << (8 * before);
    is_near.then_some(((bytes, before + more_h.count()), follows))
}

/// What all searches of graphs tell nearly always. Nothing here asks what it need not: a step
/// is a byte for its kind and some numbers.
impl Direct<'_> {
    /// The number of a word that stays where it is, if it was written lately.
    #[inline]
    pub(crate) fn known_word(&mut self, word: &'static str) -> Option<u32> {
        let number = self.coder.words.recent_fixed(word);
        (number > 0).then_some(number)
    }

    /// The number of a word, if it was written lately.
    pub(crate) fn written_word(&self, word: &str) -> Option<u32> {
        let number = self.coder.words.recent(word);
        (number > 0).then_some(number)
    }

    /// A node that is generated from another by the action whose word has this number, and where
    /// it is, if that is to be told.
    #[inline(always)]
    pub(crate) fn node_below(
        &mut self,
        (id, parent, word): (u32, u32, u32),
        (g, h): (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        let Context { next, last, expanded, .. } = self.coder.context;
        let is_there = matches!(place, None | Some(Place::Cell { .. } | Place::Vertex { .. }));
        let is_told = place.is_some();
        if expanded != Some(parent) || !is_there || id > next || is_told && id < next {
            return self.node_anywhere((id, parent, word), (g, h), place);
        }
        let near = near_below(&self.coder.context, (id, word), (g, h), place);
        self.coder.context.about(id);
        self.coder.context.generates(h, place);
        let mut room = self.coder.block.room();
        if let Some(((bytes, count), (follows, more))) = near {
            room.bytes(bytes, count);
            if more > 0 {
                room.bytes(follows, more);
            }
            let length = room.at;
            self.coder.block.add(length);
            return self.end_full_block();
        }
        if id < next {
            room.byte(event_kind::AGAIN);
            room.far(id, last);
        } else {
            room.byte(if is_told { event_kind::NEXT_AT } else { event_kind::NEXT });
        }
        room.number(word.into());
        room.cost(g);
        room.cost(h);
        if is_told {
            Self::put_place(&mut room, place);
        }
        let length = room.at;
        self.coder.block.add(length);
        self.end_full_block();
    }

    /// The same, whichever was expanded last, and wherever it is.
    #[inline(never)]
    fn node_anywhere(
        &mut self,
        (id, parent, word): (u32, u32, u32),
        (g, h): (f64, f64),
        place: Option<&Place<'_>>,
    ) {
        let last = self.coder.context.last;
        self.coder.context.about(id);
        self.coder.context.generates(h, place);
        self.coder.block.put_here(|room| {
            room.byte(event_kind::GENERATED);
            room.far(id, last);
            room.node(Some(parent), id);
            room.byte(1);
            room.number(word.into());
            room.cost(g);
            room.cost(h);
            Self::put_place(room, place);
        });
        if let Some(Place::Text { text }) = place {
            self.coder.block.put_text(text);
        }
        self.end_full_block();
    }

    /// A node that was told of is expanded.
    #[inline(always)]
    pub(crate) fn expanded_node(&mut self, id: u32, g: f64) {
        let Context { expanded, g: last_g, last, .. } = self.coder.context;
        let is_next = expanded.is_some_and(|expanded| expanded.checked_add(1) == Some(id));
        self.coder.context.about(id);
        // Both at once: each alone is hard to foresee.
        if is_next & (g == last_g) {
            self.line_byte(event_kind::EXPANDED_NEXT);
        } else {
            let (step, is_near) = short_step(last, id);
            let more = ShortChange::new(last_g, g);
            let mut room = self.coder.block.room();
            if is_near & more.is_near {
                let kind = event_kind::EXPANDED_NEAR + u8::from(more.is_long);
                room.bytes(u64::from(kind) | step << 8 | more.bytes << 24, 3 + more.count());
            } else {
                room.byte(event_kind::EXPANDED_THERE);
                room.far(id, last);
                room.cost(g);
            }
            let length = room.at;
            self.coder.block.add(length);
            self.end_full_block();
        }
        (self.coder.context.expanded, self.coder.context.g) = (Some(id), g);
    }

    /// A node was reached once more, from another.
    pub(crate) fn reached_again(&mut self, id: Option<u32>, parent: Option<u32>) {
        let Context { last, expanded, .. } = self.coder.context;
        match id {
            Some(id) if parent.is_some() && parent == expanded => self.reached_again_here(id),
            _ => self.reached_somehow(id, parent, last),
        }
    }

    /// The same for a node that was told of, from the one expanded last.
    #[inline(always)]
    pub(crate) fn reached_again_here(&mut self, id: u32) {
        let last = self.coder.context.last;
        let (step, is_near) = short_step(last, id);
        self.coder.block.put_here(|room| {
            if is_near {
                room.bytes(u64::from(event_kind::DUPLICATE_NEAR) | step << 8, 3);
            } else {
                room.byte(event_kind::DUPLICATE_OF);
                room.far(last, id);
            }
        });
        self.end_full_block();
    }

    #[cold]
    fn reached_somehow(&mut self, id: Option<u32>, parent: Option<u32>, last: u32) {
        self.coder.block.put(|room| {
            room.byte(event_kind::DUPLICATE);
            room.node(id, last);
            room.node(parent, last);
        });
        self.end_full_block();
    }

    /// No plan is cheaper than this.
    #[inline(always)]
    pub(crate) fn bound(&mut self, cost: f64) {
        let last = std::mem::replace(&mut self.coder.context.bound, cost);
        let more = ShortChange::new(last, cost);
        self.coder.block.put_here(|room| {
            if more.is_near {
                let kind = event_kind::BOUND_NEAR + u8::from(more.is_long);
                room.bytes(u64::from(kind) | more.bytes << 8, 1 + more.count());
            } else {
                room.byte(event_kind::BOUND);
                room.cost(cost);
            }
        });
        self.end_full_block();
    }

    /// A node of the path that was found, and where it is, if that is to be told.
    pub(crate) fn on_path(&mut self, id: u32, place: Option<&Place<'_>>) {
        let Context { last, next, vertex: near, .. } = self.coder.context;
        let is_next = id == next && id < u32::MAX;
        let (kind, is_near, (step, count)) = match place {
            None => {
                let (step, is_near) = short_step(last, id);
                (event_kind::PATH_NEAR, is_near, (step, 2))
            }
            Some(&Place::Vertex { vertex }) => {
                let (step, is_near) = short_step(near, vertex);
                (event_kind::PATH_AT_NEAR, is_near & is_next, (step, 2))
            }
            Some(&Place::Cell { x, y }) => {
                let is_near = (x | y) >> 16 == 0;
                (event_kind::PATH_AT_CELL, is_near & is_next, (u64::from(x | y << 16), 4))
            }
            Some(_) => (0, false, (0, 0)),
        };
        if !is_near {
            return self.on_path_anywhere(id, place);
        }
        self.coder.context.about(id);
        if let Some(&Place::Vertex { vertex }) = place {
            self.coder.context.vertex = vertex;
        }
        let bytes = u64::from(kind) | step << 8;
        self.coder.block.put_here(|room| room.bytes(bytes, 1 + count));
        self.end_full_block();
    }
}
