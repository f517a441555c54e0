//! A Monte Carlo tree search under way.

use std::ops::Deref;

use tremaux_core::{
    Game, GameEvent, GameObserver, GameSearch, GameStatistics, Limits, Meter, Player, Progress,
    Random, ScoreSource, StopReason, Termination, Turn,
};

use super::options::{Mcts, Selection};
use super::report::{MctsReport, SampledMove};
use super::sampler::{Playout, Sampler};
use super::tree::{Node, SampledTree};

/// Who makes moves of chance.
const CHANCE: u8 = u8::MAX;

/// The bounds of a value of which nothing is known.
const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// A running [`Mcts`] search.
pub struct MctsSearch<'a, P, G: Game, S: ?Sized> {
    pub(super) game: P,
    pub(super) sampler: &'a S,
    pub(super) root: G::State,
    pub(super) tree: SampledTree<G::Move>,
    pub(super) worker: Worker<G>,
    pub(super) statistics: GameStatistics,
    /// The sums of all players' rewards.
    pub(super) rewards: Vec<f64>,
    pub(super) stopped: StopReason,
}

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
            for &mv in &self.moves {
                self.chances.push(game.probability(&self.state, mv));
            }
        } else {
            sampler.priors(game, &self.state, &self.moves, &mut self.priors);
        }
        self.order.clear();
        self.order.extend(0..count as u32);
        let sum: f32 = self.priors.iter().sum();
        if sum > 0.0 {
            let priors = &self.priors;
            self.order.sort_by(|&a, &b| priors[b as usize].total_cmp(&priors[a as usize]));
            for &prior in priors {
                self.chances.push(f64::from(prior / sum));
            }
        } else if mover != CHANCE {
            self.chances.resize(count, 1.0 / count as f64);
        }
        let (moves, chances, state) = (&self.moves, &self.chances, &self.state);
        let has_keys = !self.stamps.is_empty() && mover != CHANCE;
        let range = if tree.proves { sampler.range() } else { UNKNOWN };
        tree.add(
            at,
            self.order.iter().map(|&index| {
                let mv = moves[index as usize];
                let key = if has_keys { sampler.key(game, state, mv) } else { 0 };
                Node::new(Some(mv), mover, key, chances[index as usize], range)
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
            self.stamp = self.stamp.wrapping_add(1);
            if self.stamp == 0 {
                self.stamps.fill(0);
                self.stamp = 1;
            }
            for &key in &self.trail {
                self.stamps[key as usize] = self.stamp;
            }
        }
        let mut is_changed = self.known.is_some();
        is_changed &= tree.proves;
        for depth in (0..self.line.len()).rev() {
            let Step { node: at, hash } = self.line[depth];
            if has_later {
                let stamp = self.stamp;
                let (stamps, rewards) = (&self.stamps, &self.rewards);
                for child in tree.children_mut(at) {
                    if child.mover != CHANCE && stamps[child.key as usize] == stamp {
                        child.later_visits += 1;
                        child.later_sum += rewards[usize::from(child.mover)];
                    }
                }
            }
            if is_changed && !tree.node(at).is_leaf() {
                is_changed = bound(tree, at);
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
    fn tell<Ob: GameObserver<G, f64> + ?Sized>(
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
        tell_entered(observer, &states[ply as usize], &line);
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
pub(crate) fn tell_entered<G: Game, Ob: GameObserver<G, f64> + ?Sized>(
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

/// Computes the bounds of a position from those of its moves. Returns whether they changed.
fn bound<M: Copy>(tree: &mut SampledTree<M>, at: u32) -> bool {
    let children = tree.children(at);
    let is_path_dependent = children.iter().any(|child| child.is_path_dependent);
    let (mut low, mut high);
    match children[0].mover {
        CHANCE => {
            (low, high) = (0.0, 0.0);
            for child in children.iter().filter(|child| child.prior > 0.0) {
                low += child.prior * child.low;
                high += child.prior * child.high;
            }
        }
        mover => {
            let is_first = mover == 0;
            let worst = if is_first { f64::NEG_INFINITY } else { f64::INFINITY };
            (low, high) = (worst, worst);
            for child in children {
                if is_first {
                    low = low.max(child.low);
                    high = high.max(child.high);
                } else {
                    low = low.min(child.low);
                    high = high.min(child.high);
                }
            }
        }
    }
    let node = tree.node_mut(at);
    // Bounds from a proof of before may be better than those of moves that were forgotten.
    high = high.min(node.high);
    // Sums of chances are rounded.
    low = low.max(node.low).min(high);
    let is_changed = low > node.low || high < node.high;
    (node.low, node.high) = (low, high);
    node.is_path_dependent |= is_path_dependent;
    is_changed
}

impl<'a, P: Deref<Target = G>, G: Game, S: Sampler<G> + ?Sized> MctsSearch<'a, P, G, S> {
    pub(super) fn new(
        options: Mcts,
        game: P,
        root: &G::State,
        sampler: &'a S,
        tree: Option<SampledTree<G::Move>>,
    ) -> Self {
        let players = game.player_count().max(2);
        let worker = Worker::new(options, root, players, sampler.key_count(&game));
        let mut tree = tree.unwrap_or_else(|| SampledTree::new(options.memory, sampler.range()));
        if tree.proves {
            // What was proved of the root before names no move: only what its moves prove does.
            let node = tree.node_mut(0);
            (node.low, node.high) = sampler.range();
            if !tree.node(0).is_leaf() {
                bound(&mut tree, 0);
            }
        }
        Self {
            game,
            root: root.clone(),
            sampler,
            tree,
            worker,
            statistics: GameStatistics::default(),
            rewards: vec![0.0; players],
            stopped: StopReason::NodeLimit,
        }
    }

    /// The number of playouts so far.
    pub fn playouts(&self) -> u64 {
        self.statistics.nodes
    }

    /// Whether no other move can become the one with the most playouts, if as many follow as were
    /// run so far, times `left`.
    pub fn is_decided(&self, left: f64) -> bool {
        let (mut most, mut second) = (0, 0);
        for child in self.tree.children(0) {
            if child.visits > most {
                (most, second) = (child.visits, most);
            } else {
                second = second.max(child.visits);
            }
        }
        f64::from(most - second) > self.statistics.nodes as f64 * left
    }

    /// The tree, to be kept for the next move: see [`SampledTree::after`] and [`Mcts::resume`].
    pub fn into_tree(self) -> SampledTree<G::Move> {
        self.tree
    }

    /// The player whose values and rewards are reported.
    fn judged(&self) -> Player {
        if let Turn::Player(player) = self.game.turn(&self.root) { player } else { 0 }
    }

    /// The line of the moves that would be played from a node.
    fn line_from(&self, mut at: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(next) = self.best(at) {
            if at != 0 && self.tree.node(next).visits == 0 {
                break;
            }
            line.extend(self.tree.node(next).mv);
            at = next;
        }
        line
    }

    /// The index of the move of a node that would be played.
    fn best(&self, at: u32) -> Option<u32> {
        let children = self.tree.children(at);
        let is_first = children.first()?.mover == 0;
        if children[0].mover == CHANCE {
            return None;
        }
        let bounds = |child: &Node<G::Move>| match is_first {
            true => (child.low, child.high),
            false => (-child.high, -child.low),
        };
        let secure = children.iter().map(|child| bounds(child).0).fold(f64::NEG_INFINITY, f64::max);
        // Playing what is secure, or what may be better.
        let mut best: Option<(usize, (u32, f64))> = None;
        let mut proved = None;
        for (index, child) in children.iter().enumerate() {
            let (low, high) = bounds(child);
            if child.is_solved() {
                if low >= secure && proved.is_none() {
                    proved = Some(index);
                }
            } else if high > secure {
                let rank = (child.visits, child.mean());
                if best.is_none_or(|(_, before)| rank > before) {
                    best = Some((index, rank));
                }
            }
        }
        let chosen = match (best, proved) {
            (Some((open, (_, mean))), Some(proved)) => {
                let value = children[proved].low;
                let reward = self.sampler.reward(value);
                let reward = if is_first { reward } else { 1.0 - reward };
                if reward >= mean { proved } else { open }
            }
            (Some((open, _)), None) => open,
            (None, Some(proved)) => proved,
            (None, None) => children
                .iter()
                .enumerate()
                .max_by_key(|&(index, child)| (child.visits, std::cmp::Reverse(index)))
                .map_or(0, |(index, _)| index),
        };
        Some(self.tree.first(at) + chosen as u32)
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_done(&self) -> bool {
        self.tree.node(0).is_solved() || self.game.turn(&self.root) == Turn::Over
    }
}

impl<P, G, S> GameSearch<G> for MctsSearch<'_, P, G, S>
where
    P: Deref<Target = G>,
    G: Game,
    S: Sampler<G> + ?Sized,
{
    type Value = f64;
    type Report = MctsReport<G::Move>;

    fn advance<Ob: GameObserver<G, f64> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut Ob,
    ) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.nodes);
        let progress = loop {
            if self.is_done() {
                break Progress::Done(Termination::Finished);
            }
            let nodes = self.statistics.nodes;
            if let Err(reason) = meter.check(nodes, || 0) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
            let Self { game, sampler, tree, statistics, worker, .. } = self;
            let (game, sampler): (&G, &S) = (game, sampler);
            worker.select(game, sampler, tree, statistics);
            worker.sample(game, sampler);
            worker.back_up(sampler, tree);
            statistics.nodes += 1;
            if observer.is_used() {
                worker.tell(game, tree, observer);
            }
            for (sum, reward) in self.rewards.iter_mut().zip(&self.worker.rewards) {
                *sum += reward;
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> MctsReport<G::Move> {
        let judged = self.judged();
        let root = self.tree.node(0);
        let for_judged = |node: &Node<G::Move>| match judged == 1 {
            true => (-node.high, -node.low),
            false => (node.low, node.high),
        };
        let mut bounds = for_judged(root);
        if self.game.turn(&self.root) == Turn::Over
            && let Some((value, _)) = self.sampler.known(&self.game, &self.root)
        {
            bounds = (value, value);
        }
        let mut moves: Vec<SampledMove<G::Move>> = Vec::new();
        let children = self.tree.children(0);
        if children.first().is_some_and(|child| child.mover != CHANCE) {
            for (at, child) in (self.tree.first(0)..).zip(children) {
                let mv = child.mv.expect("it is below the root");
                let mut line = vec![mv];
                line.extend(self.line_from(at));
                moves.push(SampledMove {
                    mv,
                    line,
                    visits: child.visits,
                    mean: child.mean(),
                    bounds: for_judged(child),
                });
            }
        }
        let best = self.best(0).map(|best| (best - self.tree.first(0)) as usize);
        let best = best.filter(|_| !moves.is_empty()).map(|best| moves.remove(best));
        moves.sort_by(|a, b| {
            let rank = |mv: &SampledMove<G::Move>| (mv.visits, mv.mean);
            let solved =
                |mv: &SampledMove<G::Move>| mv.bounds.1 <= bounds.0 && bounds.0 > mv.bounds.0;
            let order = solved(a).cmp(&solved(b));
            order.then(rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal))
        });
        moves.splice(0..0, best);
        let mut line = self.line_from(0);
        if line.is_empty() && matches!(self.game.turn(&self.root), Turn::Player(_)) {
            let mut legal = Vec::new();
            self.game.moves(&self.root, &mut legal);
            line.extend(legal.first());
        }
        let samples = self.statistics.nodes.max(1) as f64;
        let rewards: Vec<f64> = self.rewards.iter().map(|sum| sum / samples).collect();
        let is_done = self.is_done();
        debug_assert!(bounds.0 <= bounds.1, "{bounds:?}");
        debug_assert!(
            bounds.0 < bounds.1 || moves.first().is_none_or(|best| best.bounds == bounds),
            "the best move has the value that is proved"
        );
        MctsReport {
            value: (bounds.0 >= bounds.1).then_some(bounds.0),
            bounds,
            mean: rewards[usize::from(judged)],
            rewards,
            line,
            moves,
            visits: root.visits,
            depth: self.tree.depth,
            tree_nodes: self.tree.len(),
            recycled: self.tree.recycled,
            termination: match is_done {
                true => Termination::Finished,
                false => Termination::Stopped(self.stopped),
            },
            statistics: self.statistics.clone(),
        }
    }
}
