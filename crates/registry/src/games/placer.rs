//! The positions of a trace, as the rules tell them.

use tremaux_core::{Game, GameNotation};
use tremaux_trace::{DescribeGame, Drawn, Place};

use super::kind::{Kind, StateOf};
use crate::places::{ByNode, Placer};

/// The positions that moves lead to.
pub(super) struct PlacerOf<K: Kind> {
    kind: K,
    root: StateOf<K>,
    positions: ByNode<StateOf<K>>,
}

impl<K: Kind> PlacerOf<K> {
    pub(super) fn new(kind: K, root: StateOf<K>) -> Self {
        Self { kind, root, positions: ByNode::default() }
    }
}

impl<K: Kind> Placer for PlacerOf<K> {
    fn tell(&mut self) {
        self.positions.tell();
    }

    // A drawing cannot be read: where one was told, so are those of all that is below.
    fn know(&mut self, _id: u32, _place: &Place<'_>) {}

    fn root(&mut self, id: u32) {
        self.positions.keep(id, self.root.clone());
    }

    fn reach(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        if self.positions.get(id).is_some() {
            return None;
        }
        let game = self.kind.game();
        let mut position = self.positions.get(parent)?.clone();
        let mv = game.parse_move(&position, word).ok()?;
        let _ = game.play(&mut position, mv);
        let place = Drawn.place(game, &position, &mut String::new()).to_owned_place();
        self.positions.keep(id, position);
        Some(place)
    }
}
