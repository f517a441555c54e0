//! The whole game as flat arrays: its tree, information sets and sequences of moves.
//!
//! A sequence is a move in an information set together with the player's own moves that lead to
//! it, which perfect recall makes unique. So a player's probability of reaching a position belongs
//! to the sequence, and everything that a best response or an update of regrets needs of the tree
//! is the payoffs by pairs of sequences (the sequence form, Koller, Megiddo and von Stengel 1996).

use std::collections::{HashMap, VecDeque};
use std::mem::size_of;

use tremaux_core::{HiddenGame, Player, Turn};

use crate::contract::odds_of;
use crate::sampling::cancel_out;

/// The actor of a node where chance moves, and where the game is over.
pub(super) const CHANCE: u8 = 2;
pub(super) const OVER: u8 = 3;

/// A node of the tree. Children are contiguous and follow their parent.
pub(super) struct Node {
    /// The player to move, [`CHANCE`] or [`OVER`].
    pub(super) actor: u8,
    pub(super) set: u32,
    pub(super) first: u32,
    pub(super) count: u32,
    /// The probability of the chance move that leads here.
    pub(super) probability: f64,
    /// What the first player gets, if the game is over.
    pub(super) payoff: f64,
}

impl Node {
    const fn new(probability: f64) -> Self {
        Self { actor: OVER, set: 0, first: 0, count: 0, probability, payoff: 0.0 }
    }
}

/// An information set. The set of its parent has a smaller number.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub(super) player: u8,
    /// The sequence of its first move; the others follow.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The sequence that leads here.
    pub(super) parent: u32,
}

impl Set {
    /// The sequences of its moves.
    #[inline]
    pub(super) fn moves(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The payoffs of a player by its own sequence, as compressed sparse rows.
#[derive(Default)]
struct Rows {
    starts: Vec<u32>,
    /// The other player's sequence.
    others: Vec<u32>,
    /// The payoff times the probability of chance.
    weights: Vec<f64>,
}

/// The game, enumerated. The sequences 0 and 1 are the empty ones of the players.
pub(super) struct ExtensiveForm<G: HiddenGame> {
    pub(super) nodes: Vec<Node>,
    pub(super) sets: Vec<Set>,
    /// A position of each set.
    pub(super) states: Vec<G::State>,
    /// The sets of each player.
    pub(super) sets_of: [Vec<u32>; 2],
    /// The move of each sequence from 2 on.
    moves: Vec<G::Move>,
    rows: [Rows; 2],
    /// Payoffs by pairs of sequences, while the tree is enumerated.
    payoffs: Vec<([u32; 2], f64)>,
    queue: VecDeque<Open<G::State>>,
    numbers: HashMap<(Player, G::Information), u32>,
    listed: Vec<G::Move>,
}

/// A node whose children are not enumerated yet.
struct Open<S> {
    state: S,
    sequences: [u32; 2],
    chance: f64,
}

impl<G: HiddenGame> ExtensiveForm<G> {
    pub(super) fn new(root: G::State) -> Self {
        let root = Open { state: root, sequences: [0, 1], chance: 1.0 };
        let mut form = Self {
            nodes: Vec::new(),
            sets: Vec::new(),
            states: Vec::new(),
            sets_of: [Vec::new(), Vec::new()],
            moves: Vec::new(),
            rows: [Rows::default(), Rows::default()],
            payoffs: Vec::new(),
            queue: VecDeque::from([root]),
            numbers: HashMap::new(),
            listed: Vec::new(),
        };
        form.nodes.push(Node::new(1.0));
        form
    }

    /// The number of sequences.
    pub(super) fn sequence_count(&self) -> usize {
        self.moves.len() + 2
    }

    /// The move at the end of this sequence, which is not empty.
    pub(super) fn move_of(&self, sequence: usize) -> G::Move {
        self.moves[sequence - 2]
    }

    /// The bytes that the tree takes, and what belongs to it; positions without what they own.
    pub(super) fn bytes(&self) -> usize {
        let of_set = size_of::<Set>() + size_of::<G::State>() + size_of::<G::Information>() + 16;
        let of_move = size_of::<G::Move>() + 5 * size_of::<f64>();
        // Each payoff is kept as it is found and in both rows.
        let of_payoff = size_of::<([u32; 2], f64)>() + 24;
        let leaves = self.payoffs.len().max(self.rows[0].others.len());
        self.nodes.len() * size_of::<Node>()
            + self.queue.len() * size_of::<Open<G::State>>()
            + self.sets.len() * of_set
            + self.moves.len() * of_move
            + leaves * of_payoff
    }

    /// Enumerates the children of the next node; returns false after the last one.
    ///
    /// # Panics
    ///
    /// Panics if a third player moves, if payoffs do not cancel out, or probabilities of chance do
    /// not sum to 1, or if an information set contradicts [`HiddenGame`].
    pub(super) fn expand(&mut self, game: &G) -> bool {
        let Some(Open { state, sequences, chance }) = self.queue.pop_front() else {
            self.finish();
            return false;
        };
        let number = self.nodes.len() - self.queue.len() - 1;
        let first = self.nodes.len() as u32;
        let turn = game.turn(&state);
        self.listed.clear();
        let (actor, set) = match turn {
            Turn::Over => {
                let (payoff, other) = (game.payoff(&state, 0), game.payoff(&state, 1));
                let cancels = cancel_out(payoff, other);
                assert!(cancels, "payoffs are {payoff} and {other}; expected a zero-sum game");
                self.nodes[number].payoff = payoff;
                self.payoffs.push((sequences, chance * payoff));
                return true;
            }
            Turn::Chance => {
                game.moves(&state, &mut self.listed);
                (CHANCE, 0)
            }
            Turn::Player(player) => {
                assert!(player < 2, "a game for two players");
                game.moves(&state, &mut self.listed);
                (player, self.set(game, &state, player, sequences[usize::from(player)]))
            }
        };
        let mut odds = odds_of(game, &state, &self.listed, || None);
        for (nth, &mv) in self.listed.iter().enumerate() {
            let (mut sequences, mut chance, mut probability) = (sequences, chance, 1.0);
            if actor == CHANCE {
                probability = odds.next().unwrap_or_default();
                chance *= probability;
            } else {
                sequences[usize::from(actor)] = self.sets[set as usize].first + nth as u32;
            }
            let mut state = state.clone();
            let _ = game.play(&mut state, mv);
            self.queue.push_back(Open { state, sequences, chance });
            self.nodes.push(Node::new(probability));
        }
        let count = self.listed.len() as u32;
        let node = &mut self.nodes[number];
        (node.actor, node.set, node.first, node.count) = (actor, set, first, count);
        true
    }

    /// The number of the information set of `player` in `state`.
    fn set(&mut self, game: &G, state: &G::State, player: Player, parent: u32) -> u32 {
        let count = self.listed.len() as u32;
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry((player, game.information(state, player))).or_insert(next);
        if number == next {
            let first = self.moves.len() as u32 + 2;
            self.sets.push(Set { player, first, count, parent });
            self.states.push(state.clone());
            self.sets_of[usize::from(player)].push(number);
            self.moves.extend_from_slice(&self.listed);
        }
        let set = self.sets[number as usize];
        assert!(set.count == count, "an information set with different numbers of moves");
        assert!(set.parent == parent, "a player who forgets an own move or what it knew");
        number
    }

    /// Sorts the payoffs into rows.
    fn finish(&mut self) {
        self.queue = VecDeque::new();
        self.numbers = HashMap::new();
        let mut payoffs = std::mem::take(&mut self.payoffs);
        for player in [0, 1] {
            let sign = if player == 0 { 1.0 } else { -1.0 };
            payoffs.sort_by_key(|&(sequences, _)| (sequences[player], sequences[1 - player]));
            payoffs.dedup_by(|next, last| {
                let is_same = next.0 == last.0;
                if is_same {
                    last.1 += next.1;
                }
                is_same
            });
            let rows = &mut self.rows[player];
            rows.starts = vec![0; self.moves.len() + 3];
            for &(sequences, weight) in &payoffs {
                rows.starts[sequences[player] as usize + 1] += 1;
                rows.others.push(sequences[1 - player]);
                rows.weights.push(sign * weight);
            }
            for at in 1..rows.starts.len() {
                rows.starts[at] += rows.starts[at - 1];
            }
        }
    }

    /// What `player` gets at once by the end of `sequence`, where the other player reaches each
    /// sequence with the probability in `reach`.
    #[inline]
    pub(super) fn payoff(&self, player: u8, sequence: usize, reach: &[f64]) -> f64 {
        let rows = &self.rows[usize::from(player)];
        let range = rows.starts[sequence] as usize..rows.starts[sequence + 1] as usize;
        let mut sum = 0.0;
        for (&other, &weight) in rows.others[range.clone()].iter().zip(&rows.weights[range]) {
            sum += weight * reach[other as usize];
        }
        sum
    }
}
