//! Questions, one after the other, until the value is known.

use std::ops::Deref;

use tremaux_core::{
    Game, GameEvent, GameObserver, GameSearch, GameStatistics, HashedGame, Limits, Meter, Progress,
    Score, ScoreSource, StopReason, Termination, Turn, ZeroSumGame,
};

use super::Numbers;
use super::depth_first::DepthFirst;
use super::options::{ProofNumber, ProofVariant};
use super::position::{Position, Question};
use super::report::ProofReport;
use super::tree::Tree;
use crate::sampling::{observe_entered, value_of};

/// Where the numbers of a search are kept.
enum Memory<M> {
    Tree(Tree<M>, Option<Second<M>>),
    Table(DepthFirst<M>),
}

/// A second tree, below a leaf of the first one.
struct Second<M> {
    tree: Tree<M>,
    /// The length of the line where it begins.
    base: usize,
    /// The most nodes it may have.
    most: usize,
}

impl ProofNumber {
    /// Creates a search of `state` in its initial state.
    pub fn start<P, G>(&self, game: P, state: &G::State) -> ProofSearch<P, G>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame + HashedGame,
    {
        ProofSearch::new(*self, game, state)
    }

    /// Searches `state` until its value is known or a limit is reached.
    pub fn solve<G: ZeroSumGame + HashedGame>(
        &self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> ProofReport<G::Move> {
        let mut search = self.start(game, state);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}

/// A running [`ProofNumber`] search.
pub struct ProofSearch<P, G: Game> {
    options: ProofNumber,
    game: P,
    root: G::State,
    state: G::State,
    line: Vec<(G::Move, G::Undo)>,
    memory: Memory<G::Move>,
    question: Question,
    bounds: (f64, f64),
    is_exact: bool,
    best: Vec<G::Move>,
    depth: u32,
    statistics: GameStatistics,
    stopped: StopReason,
}

impl<P: Deref<Target = G>, G: ZeroSumGame + HashedGame> ProofSearch<P, G> {
    pub(super) fn new(options: ProofNumber, game: P, root: &G::State) -> Self {
        assert_eq!(game.player_count(), 2, "proof-number search is for two players");
        let turn = game.turn(root);
        let (prover, is_over) = match turn {
            Turn::Player(player) => (player, false),
            _ => (0, turn == Turn::Over),
        };
        let memory = match options.variant {
            ProofVariant::Tree => Memory::Tree(Tree::new(), None),
            ProofVariant::SecondLevel => {
                Memory::Tree(Tree::new(), Some(Second { tree: Tree::new(), base: 0, most: 0 }))
            }
            ProofVariant::DepthFirst => {
                Memory::Table(DepthFirst::new(options.memory, options.epsilon))
            }
        };
        let mut best = Vec::new();
        if !is_over {
            game.moves(root, &mut best);
            best.truncate(1);
        }
        let score = is_over.then(|| game.final_score(root, prover));
        let value = score.map(value_of);
        Self {
            options,
            root: root.clone(),
            state: root.clone(),
            line: Vec::new(),
            memory,
            // A win, by however little.
            question: Question::new(prover, 1.0),
            bounds: value.map_or((value_of(Score::LOSS), value_of(Score::WIN)), |it| (it, it)),
            is_exact: !score.is_some_and(Score::is_clamped),
            best,
            depth: 0,
            statistics: GameStatistics::default(),
            stopped: StopReason::NodeLimit,
            game,
        }
    }

    /// The number of positions visited so far.
    pub fn visited(&self) -> u64 {
        self.statistics.nodes
    }

    fn is_done(&self) -> bool {
        self.bounds.0 >= self.bounds.1
    }

    /// Visits one position. Returns the answer to the question, if there is one now; fails if the
    /// tree is full.
    fn step(&mut self) -> Result<Option<Numbers>, StopReason> {
        let Self { game, state, line, memory, question, statistics, options, .. } = self;
        let mut position = Position { game: &**game, state, line, statistics };
        let (first, second) = match memory {
            Memory::Table(search) => return Ok(search.step(&mut position, question)),
            Memory::Tree(first, second) => (first, second),
        };
        // Two trees share the memory.
        let bytes = if second.is_some() { options.memory / 2 } else { options.memory };
        if first.is_empty() {
            first.begin(&position, question);
        }
        if second.as_ref().is_none_or(|it| it.tree.is_empty()) {
            if first.bytes() > bytes / 2 && first.bytes() + first.bytes() / 2 > bytes {
                return Err(StopReason::MemoryLimit);
            }
            first.select(&mut position);
        }
        let Some(Second { tree: second, base, most }) = second else {
            first.develop(&mut position, question, None);
            return Ok(Some(first.root()).filter(|root| root.is_ended()));
        };
        if second.is_empty() {
            *base = position.line.len();
            second.begin(&position, question);
            // As large as the first, but not beyond the memory.
            *most = first.len().clamp(64, (bytes / 2 / 64).max(64));
        }
        second.select(&mut position);
        second.develop(&mut position, question, None);
        if second.root().is_ended() || second.len() >= *most {
            while position.line.len() > *base {
                position.undo();
            }
            let numbers: Vec<Numbers> = second.root_moves().map(|(_, it)| it).collect();
            first.develop(&mut position, question, Some(&numbers));
            second.clear();
        }
        Ok(Some(first.root()).filter(|root| root.is_ended()))
    }

    /// Takes an answer over, and asks the next question.
    fn answer(&mut self, numbers: Numbers) {
        self.collect(true);
        // Trees know the line of each position.
        let is_table = matches!(self.memory, Memory::Table(_));
        let is_counted_out = numbers.is_proved() == (self.question.value > 0.0)
            && self
                .game
                .plies_to_counted_draw(&self.root)
                .is_some_and(|most| u32::from(numbers.plies) > most);
        self.is_exact &= !(is_table && (numbers.is_path_dependent || is_counted_out));
        self.is_exact &= !self.question.met_clamped;
        let value = if numbers.is_proved() {
            self.bounds.0 = self.bounds.0.max(self.question.least_success);
            self.bounds.0 + 1.0
        } else {
            self.bounds.1 = self.bounds.1.min(self.question.greatest_failure);
            self.bounds.1
        };
        if self.is_done() {
            return;
        }
        self.state.clone_from(&self.root);
        self.line.clear();
        self.question = Question::new(self.question.prover, value);
        match &mut self.memory {
            Memory::Tree(first, second) => {
                first.clear();
                second.iter_mut().for_each(|second| second.tree.clear());
            }
            Memory::Table(search) => search.clear(),
        }
    }

    /// Takes the line of the best move at the root over, if it is of use.
    fn collect(&mut self, is_answered: bool) {
        let rank = |(_, numbers): &(G::Move, Numbers)| {
            (numbers.proof, std::cmp::Reverse(numbers.disproof))
        };
        let best = match &self.memory {
            Memory::Tree(first, _) => first.root_moves().min_by_key(rank),
            Memory::Table(search) => search.root_moves().min_by_key(rank),
        };
        let Some((best, numbers)) = best else { return };
        // A disproof says nothing about which move is best, unless a draw or so was proved before.
        if numbers.is_proved() || !is_answered && self.bounds.0 <= value_of(Score::LOSS) {
            self.best = self.line_from(best, numbers);
        }
    }

    /// The line that begins with `mv`: proved moves, each with a smaller proof than the one before,
    /// so that no position occurs twice.
    fn line_from(&self, mv: G::Move, mut numbers: Numbers) -> Vec<G::Move> {
        let game = &*self.game;
        let mut state = self.root.clone();
        let mut line = vec![mv];
        let _ = game.play(&mut state, mv);
        let Memory::Table(search) = &self.memory else { return line };
        let mut moves = Vec::new();
        // Longer lines tell nobody anything.
        while line.len() < 64 && game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            let proof = |&mv: &G::Move| {
                let mut after = state.clone();
                let _ = game.play(&mut after, mv);
                let question = &self.question;
                let found = match game.turn(&after) {
                    Turn::Over => {
                        let value = value_of(game.final_score(&after, question.prover));
                        Some(Numbers::ended(value >= question.value, false))
                    }
                    _ => search.table.get(game.hash(&after)),
                };
                let found = found.filter(|it| it.is_proved() && it.plies < numbers.plies)?;
                Some((mv, found))
            };
            let proofs = moves.iter().filter_map(proof);
            // The prover hurries, the other player does not.
            let next = match self.question.is_prover(game, &state) {
                true => proofs.min_by_key(|(_, it)| it.plies),
                false => proofs.max_by_key(|(_, it)| it.plies),
            };
            let Some((next, found)) = next else { break };
            line.push(next);
            numbers = found;
            let _ = game.play(&mut state, next);
        }
        line
    }
}

impl<P: Deref<Target = G>, G: ZeroSumGame + HashedGame> GameSearch<G> for ProofSearch<P, G> {
    type Value = f64;
    type Report = ProofReport<G::Move>;

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
            if let Err(reason) = meter.check(self.statistics.nodes, || 0) {
                self.stopped = reason;
                break Progress::Paused(reason);
            }
            let answer = match self.step() {
                Ok(answer) => answer,
                Err(reason) => {
                    self.stopped = reason;
                    break Progress::Paused(reason);
                }
            };
            self.statistics.nodes += 1;
            self.statistics.expanded += 1;
            self.depth = self.depth.max(self.line.len() as u32 + 1);
            if observer.is_used() {
                let line: Vec<G::Move> = self.line.iter().map(|&(mv, _)| mv).collect();
                let (state, ply) = (&self.state, line.len() as u32);
                observe_entered(observer, state, &line);
                let source = ScoreSource::Moves;
                observer.observe(GameEvent::Left { state, ply, score: 0.0, payoffs: &[], source });
            }
            if let Some(numbers) = answer {
                self.answer(numbers);
            }
        };
        if !self.is_done() {
            self.collect(false);
        }
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> ProofReport<G::Move> {
        ProofReport {
            value: self.is_done().then_some(self.bounds.0),
            bounds: self.bounds,
            is_exact: self.is_exact,
            line: self.best.clone(),
            depth: self.depth,
            termination: match self.is_done() {
                true => Termination::Finished,
                false => Termination::Stopped(self.stopped),
            },
            statistics: self.statistics.clone(),
        }
    }
}
