//! Reconstructs the positions of a trace from the rules of the game.

use tremaux_core::{Game, GameNotation};
use tremaux_trace::{Place, place_of_position};

use super::kind::{Kind, StateOf};
use tremaux_domain::{StateReconstructor, StatesByNode};

/// Reconstructs positions by playing the moves of a trace.
pub(crate) struct GameStates<K: Kind> {
    kind: K,
    root: StateOf<K>,
    positions: StatesByNode<StateOf<K>>,
}

impl<K: Kind> GameStates<K> {
    pub(crate) fn new(kind: K, root: StateOf<K>) -> Self {
        Self { kind, root, positions: StatesByNode::default() }
    }
}

impl<K: Kind> StateReconstructor for GameStates<K> {
    fn count_mention(&mut self) {
        self.positions.count_mention();
    }

    // A drawing cannot be parsed. A trace that has one also has those of all nodes below it.
    fn store_known(&mut self, _id: u32, _place: &Place<'_>) {}

    fn root(&mut self, id: u32) {
        self.positions.insert(id, self.root.clone());
    }

    fn reconstruct(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        if self.positions.get(id).is_some() {
            return None;
        }
        let game = self.kind.game();
        let mut position = self.positions.get(parent)?.clone();
        let mv = game.parse_move(&position, word).ok()?;
        let _ = game.play(&mut position, mv);
        let place = place_of_position(game, &position, &mut String::new()).to_owned_place();
        self.positions.insert(id, position);
        Some(place)
    }
}
