//! One playout: from the root down the tree, on to the end of the game, and back.

use tremaux_core::{Game, GameEvent, GameObserver, GameStatistics, Random, ScoreSource, Turn};

use super::options::{Mcts, Selection};
use super::sampler::{Playout, Sampler};
use super::tree::{CHANCE, Node, SampledTree};
use crate::contract::odds_of;

/// The bounds of a value of which nothing is known.
const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// A position on the line of a playout.
struct Step {
    node: u32,
    hash: Option<u64>,
}

/// One playout, from the root.
pub(super) struct Worker<G: Game> {
    pub(super) options: Mcts,
    root: G::State,
    state: G::State,
    line: Vec<Step>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    /// The priors that sum to one, or the probabilities of moves of chance.
    chances: Vec<f64>,
    order: Vec<u32>,
    trail: Vec<u32>,
    pub(super) rewards: Vec<f64>,
    /// For each key of a move, the last playout in which it was played.
    stamps: Vec<u32>,
    stamp: u32,
    random: Random,
    /// The value of the position that was reached, if that is known: no playout is needed.
    known: Option<f64>,
    /// Whether the playout ended as the sampler's promises exclude.
    breaks_promise: bool,
    /// How often the tree had been made smaller.
    recycled: u32,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(options: Mcts, root: &G::State, players: usize, keys: usize) -> Self {
        Self {
            options,
            root: root.clone(),
            state: root.clone(),
            line: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            chances: Vec::new(),
            order: Vec::new(),
            trail: Vec::new(),
            rewards: vec![0.0; players],
            stamps: vec![0; if options.rave > 0.0 { keys } else { 0 }],
            stamp: 0,
            random: Random::new(options.seed),
            known: None,
            breaks_promise: false,
            recycled: 0,
        }
    }

    /// Selects moves from the root to a position without moves in the tree, and adds them if it was
    /// visited before.
    pub(super) fn select<S: Sampler<G> + ?Sized>(
        &mut self,
        game: &G,
        sampler: &S,
        tree: &mut SampledTree<G::Move>,
        statistics: &mut GameStatistics,
    ) {
        if self.walk(game, sampler, tree, statistics) {
            return;
        }
        tree.recycle();
        if !self.walk(game, sampler, tree, statistics) {
            // The moves of one position do not fit: the playout starts above them.
            let at = self.line[self.line.len() - 1].node;
            tree.node_mut(at).pending += 1;
        }
    }

    /// The same; returns false if there is no room for the moves of the last position on the line.
    fn walk<S: Sampler<G> + ?Sized>(
        &mut self,
        game: &G,
        sampler: &S,
        tree: &mut SampledTree<G::Move>,
        statistics: &mut GameStatistics,
    ) -> bool {
        self.state.clone_from(&self.root);
        self.line.clear();
        self.known = None;
        self.recycled = tree.recycled;
        let mut at = 0;
        loop {
            let is_solved = tree.node(at).is_solved();
            let hash = if is_solved { None } else { sampler.hash(game, &self.state) };
            self.line.push(Step { node: at, hash });
            if is_solved {
                self.known = Some(tree.node(at).low);
                break;
            }
            if tree.node(at).is_leaf() {
                // What is known of the root names no move.
                let known =
                    if at == 0 { None } else { self.value_known(game, sampler, tree, hash) };
                if let Some((value, is_path_dependent)) = known {
                    let node = tree.node_mut(at);
                    (node.low, node.high) = (value, value);
                    node.is_path_dependent = is_path_dependent;
                    tree.depends_on_line |= is_path_dependent;
                    self.known = Some(value);
                    break;
                }
                let is_due = tree.node(at).visits >= self.options.expands_after;
                if !is_due || game.turn(&self.state) == Turn::Over {
                    break;
                }
                self.moves.clear();
                game.moves(&self.state, &mut self.moves);
                if !tree.has_room(self.moves.len()) {
                    return false;
                }
                self.expand(game, sampler, tree, at);
                statistics.expanded += 1;
                statistics.generated += self.moves.len() as u64;
            }
            tree.node_mut(at).pending += 1;
            at = self.choose(tree, at);
            let mv = tree.node(at).mv.expect("it is below the root");
            let _ = game.play(&mut self.state, mv);
        }
        tree.node_mut(at).pending += 1;
        tree.depth = tree.depth.max(self.line.len() as u32 - 1);
        true
    }

    /// The value of the current position for player 0, if it is over, known or proved before.
    fn value_known<S: Sampler<G> + ?Sized>(
        &self,
        game: &G,
        sampler: &S,
        tree: &SampledTree<G::Move>,
        hash: Option<u64>,
    ) -> Option<(f64, bool)> {
        if !tree.proves {
            return None;
        }
        if let Some(known) = sampler.known(game, &self.state) {
            return Some(known);
        }
        let value = tree.proof(hash?)?;
        let is_first = game.turn(&self.state) != Turn::Player(1);
        Some((if is_first { value } else { -value }, false))
    }

    /// Gives a leaf its moves, the most promising first.
    fn expand<S: Sampler<G> + ?Sized>(
        &mut self,
        game: &G,
        sampler: &S,
        tree: &mut SampledTree<G::Move>,
        at: u32,
    ) {
        let turn = game.turn(&self.state);
        let mover = if let Turn::Player(player) = turn { player } else { CHANCE };
        let count = self.moves.len();
        self.priors.clear();
        self.chances.clear();
        if mover == CHANCE {
            let line = || Some(self.line.iter().filter_map(|it| tree.node(it.node).mv).collect());
            self.chances.extend(odds_of(game, &self.state, &self.moves, line));
        } else {
            sampler.priors(game, &self.state, &self.moves, &mut self.priors);
        }
        self.order.clear();
        self.order.extend(0..count as u32);
        let sum: f32 = self.priors.iter().sum();
        if sum > 0.0 {
            let priors = &self.priors;
            sort_by_priors(&mut self.order, priors);
            for &prior in priors {
                self.chances.push(f64::from(prior / sum));
            }
        } else if mover != CHANCE {
            self.chances.resize(count, 1.0 / count as f64);
        }
        let (moves, chances, state) = (&self.moves, &self.chances, &self.state);
        let has_keys = !self.stamps.is_empty() && mover != CHANCE;
        let (low, high) = if tree.proves { sampler.range() } else { UNKNOWN };
        tree.add(
            at,
            self.order.iter().map(|&index| {
                let mv = moves[index as usize];
                let key = if has_keys { sampler.key(game, state, mv) } else { 0 };
                Node::new(Some(mv), mover, key, chances[index as usize], low, high)
            }),
        );
    }

    /// The move to try next.
    fn choose(&mut self, tree: &SampledTree<G::Move>, at: u32) -> u32 {
        let (parent, children, first) = (tree.node(at), tree.children(at), tree.first(at));
        let mover = children[0].mover;
        if mover == CHANCE {
            let mut left = self.random.unit();
            let falls = |child: &Node<G::Move>| {
                left -= child.prior;
                left < 0.0
            };
            let found = children.iter().position(falls);
            return first + found.unwrap_or(children.len() - 1) as u32;
        }
        let Mcts { selection, exploration, rave, bias, widening, .. } = self.options;
        let visits = f64::from(parent.visits + parent.pending).max(1.0);
        let considered = match widening > 0.0 {
            true => (visits.powf(widening).ceil() as usize).clamp(1, children.len()),
            false => children.len(),
        };
        // Infinity for a move that was never tried, if nothing else is known about it.
        let is_plain = selection == Selection::Ucb && rave == 0.0 && bias == 0.0;
        let unknown = match parent.mover == mover && at != 0 {
            true => parent.mean(),
            false => 1.0 - parent.mean(),
        };
        let unknown = if at == 0 || self.rewards.len() > 2 { 0.5 } else { unknown };
        let (curious, root) = (visits.ln(), visits.sqrt());
        let (mut best, mut best_worth) = (None, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            if index >= considered && best.is_some() {
                break;
            }
            // What cannot change the value of the position is not tried again.
            let is_open = match mover {
                0 => child.high > parent.low,
                _ => child.low < parent.high,
            };
            if child.is_solved() || !is_open {
                continue;
            }
            let tried = f64::from(child.visits + child.pending);
            let mut mean = if tried > 0.0 { child.sum / tried } else { unknown };
            if child.later_visits > 0 && rave > 0.0 {
                let later = f64::from(child.later_visits);
                let share = later / (later + tried + later * tried / rave);
                mean += share * (child.later_sum / later - mean);
            }
            let prior = child.prior;
            let worth = match selection {
                Selection::Ucb if tried == 0.0 && is_plain => f64::INFINITY,
                Selection::Ucb => mean + exploration * (curious / tried.max(1.0)).sqrt(),
                Selection::Puct => mean + exploration * prior * root / (1.0 + tried),
            };
            let worth = worth + bias * prior * children.len() as f64 / (tried + 1.0);
            if worth > best_worth {
                (best, best_worth) = (Some(index), worth);
            }
        }
        // Without rounding there is always one that is open.
        first + best.unwrap_or(0) as u32
    }

    /// Plays on from the position that was reached.
    pub(super) fn sample<S: Sampler<G> + ?Sized>(&mut self, game: &G, sampler: &S) {
        self.trail.clear();
        match self.known {
            Some(value) => {
                let reward = sampler.reward(value);
                self.rewards[0] = reward;
                self.rewards[1] = 1.0 - reward;
            }
            None => {
                let mut playout = Playout {
                    random: &mut self.random,
                    moves: &mut self.moves,
                    trail: &mut self.trail,
                };
                sampler.sample(game, &mut self.state, &mut playout, &mut self.rewards);
            }
        }
        self.breaks_promise = sampler.breaks_promise(game, &self.state);
    }

    /// Adds the rewards to the line, and the bounds.
    pub(super) fn back_up<S: Sampler<G> + ?Sized>(
        &mut self,
        sampler: &S,
        tree: &mut SampledTree<G::Move>,
    ) {
        if self.breaks_promise && tree.proves {
            tree.give_proofs_up();
        }
        // Another thread made the tree smaller: the line is gone.
        if self.recycled != tree.recycled {
            return;
        }
        let has_later = !self.stamps.is_empty();
        if has_later {
            self.stamp_trail();
        }
        let mut is_changed = self.known.is_some();
        is_changed &= tree.proves;
        for depth in (0..self.line.len()).rev() {
            let Step { node: at, hash } = self.line[depth];
            if has_later {
                self.reward_later_moves(tree, at);
            }
            if is_changed && !tree.node(at).is_leaf() {
                is_changed = tree.bound(at);
                let (node, mover) = (tree.node(at), tree.children(at)[0].mover);
                if node.is_solved() && !node.is_path_dependent {
                    let value = if mover == 1 { -node.low } else { node.low };
                    if let Some(hash) = hash {
                        tree.prove(hash, value);
                    }
                }
            }
            if let Some(below) = self.line.get(depth + 1) {
                self.secure(sampler, tree, at, below.node);
            }
            let mover = tree.node(at).mover;
            let node = tree.node_mut(at);
            node.visits = node.visits.saturating_add(1);
            node.pending = node.pending.saturating_sub(1);
            if mover != CHANCE {
                let player = if depth == 0 { 0 } else { usize::from(mover) };
                node.sum += self.rewards[player];
            }
            if has_later && depth > 0 && mover != CHANCE {
                self.stamps[tree.node(at).key as usize] = self.stamp;
            }
        }
    }

    /// Marks the moves of the playout as played.
    fn stamp_trail(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        for &key in &self.trail {
            self.stamps[key as usize] = self.stamp;
        }
    }

    /// Adds the rewards to those moves of a position that were played later.
    fn reward_later_moves(&self, tree: &mut SampledTree<G::Move>, at: u32) {
        for child in tree.children_mut(at) {
            if child.mover != CHANCE && self.stamps[child.key as usize] == self.stamp {
                child.later_visits += 1;
                child.later_sum += self.rewards[usize::from(child.mover)];
            }
        }
    }

    /// Replaces the rewards by those of a solved move, if the player has one that is better than
    /// what was tried. Solved moves are not tried again, so no playout brings them into the mean.
    fn secure<S: Sampler<G> + ?Sized>(
        &mut self,
        sampler: &S,
        tree: &SampledTree<G::Move>,
        at: u32,
        tried: u32,
    ) {
        let (node, tried) = (tree.node(at), tree.node(tried));
        let (least, most) = if tree.proves { sampler.range() } else { UNKNOWN };
        let value = match tried.mover {
            0 if node.low > least => node.low,
            1 if node.high < most => node.high,
            _ => return,
        };
        let reward = sampler.reward(value);
        let own = if tried.mover == 0 { reward } else { 1.0 - reward };
        if tried.mean() < own {
            self.rewards[0] = reward;
            self.rewards[1] = 1.0 - reward;
        }
    }

    /// Tells what one playout did: the line to its position, and the new means.
    pub(super) fn observe_playout<Ob: GameObserver<G, f64> + ?Sized>(
        &self,
        game: &G,
        tree: &SampledTree<G::Move>,
        observer: &mut Ob,
    ) {
        if self.recycled != tree.recycled {
            return;
        }
        let judged = if let Turn::Player(player) = game.turn(&self.root) { player } else { 0 };
        let mut line = Vec::with_capacity(self.line.len());
        line.extend(self.line.iter().filter_map(|step| tree.node(step.node).mv));
        let ply = line.len() as u32;
        let mut states = vec![self.root.clone()];
        for &mv in &line {
            let mut next = states[states.len() - 1].clone();
            let _ = game.play(&mut next, mv);
            states.push(next);
        }
        observe_entered(observer, &states[ply as usize], &line);
        for depth in (0..=ply).rev() {
            let node = tree.node(self.line[depth as usize].node);
            let for_first = match depth == 0 || node.mover == judged {
                true => node.mean(),
                false => 1.0 - node.mean(),
            };
            let score = if depth == 0 && judged != 0 { 1.0 - for_first } else { for_first };
            let source = match (self.known.is_some(), depth == ply) {
                (true, true) => ScoreSource::Known,
                (false, true) => ScoreSource::Estimate,
                _ => ScoreSource::Moves,
            };
            let state = &states[depth as usize];
            observer.observe(GameEvent::Left { state, ply: depth, score, payoffs: &[], source });
        }
    }
}

/// Tells that `state` was entered by the last move of `line` from the root.
pub(crate) fn observe_entered<G: Game, Ob: GameObserver<G, f64> + ?Sized>(
    observer: &mut Ob,
    state: &G::State,
    line: &[G::Move],
) {
    if !line.is_empty() {
        observer.observe(GameEvent::Resumed { line, is_again: false });
    }
    observer.observe(GameEvent::Entered {
        state,
        mv: line.last().copied(),
        ply: line.len() as u32,
        depth: 0,
        alpha: f64::NEG_INFINITY,
        beta: f64::INFINITY,
    });
}

/// Sorts indices by falling priors: compiled once, not for each game.
fn sort_by_priors(order: &mut [u32], priors: &[f32]) {
    order.sort_by(|&a, &b| priors[b as usize].total_cmp(&priors[a as usize]));
}
