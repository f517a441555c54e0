//! Random games of one's own against brute force that shares no code with the engine: payoffs of
//! any size and sum, one to three players, chance anywhere, players who move again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tremaux::play::{
    AlphaBeta, ChancePruning, Equilibrium, Expectiminimax, HashedGame, HiddenGame, MaxN, Mcts,
    Minimax, PayoffReport, PayoffSampler, Player, ProofNumber, ProofVariant, SearchParts, evaluate,
};
use tremaux::{Game, Limits, Random, Score, Turn, ZeroSumGame};

/// A node: its payoffs; or who moves, chance if nobody, and the odds and children of its moves.
enum Node {
    End(Vec<f64>),
    Inner(Option<Player>, Vec<(f64, usize)>),
}

/// What shapes a random tree.
#[derive(Clone, Copy)]
struct Shape {
    players: usize,
    is_zero_sum: bool,
    has_chance: bool,
    /// Payoffs are among these and their negations.
    payoffs: &'static [f64],
}

const ANY: &[f64] = &[0.0, 1.0, 37.0, 1e6, 1e9, 0.01, 989_999.0];
const SMALL: &[f64] = &[0.0, 1.0, 37.0, 500.0, 12_345.0];

struct Tree {
    shape: Shape,
    nodes: Vec<Node>,
}

impl Tree {
    fn new(seed: u64, shape: Shape) -> Self {
        let mut tree = Self { shape, nodes: Vec::new() };
        tree.grow(&mut Random::new(seed), 0);
        tree
    }

    fn grow(&mut self, random: &mut Random, ply: u32) -> usize {
        let (at, Shape { players, is_zero_sum, has_chance, payoffs }) =
            (self.nodes.len(), self.shape);
        if ply == 5 || ply > 0 && random.below(5) == 0 {
            let mut draw = || {
                let payoff = payoffs[random.below(payoffs.len() as u64) as usize];
                if random.below(2) == 0 { payoff } else { -payoff }
            };
            let mut all: Vec<f64> = (0..players).map(|_| draw()).collect();
            if is_zero_sum {
                all[1] = -all[0];
            }
            self.nodes.push(Node::End(all));
            return at;
        }
        let is_chance = has_chance && random.below(3) == 0;
        let mover = (!is_chance).then(|| random.below(players as u64) as Player);
        let weights: Vec<u64> = (0..1 + random.below(3)).map(|_| 1 + random.below(9)).collect();
        let sum: u64 = weights.iter().sum();
        self.nodes.push(Node::Inner(mover, Vec::new()));
        for weight in weights {
            let child = self.grow(random, ply + 1);
            if let Node::Inner(_, moves) = &mut self.nodes[at] {
                moves.push((weight as f64 / sum as f64, child));
            }
        }
        at
    }

    fn moves(&self, at: usize) -> &[(f64, usize)] {
        if let Node::Inner(_, moves) = &self.nodes[at] { moves } else { &[] }
    }

    /// What each player gets if each maximises its own payoff, the first of equal moves.
    fn solved(&self, at: usize) -> Vec<f64> {
        let below = |&(_, child): &(f64, usize)| self.solved(child);
        match &self.nodes[at] {
            Node::End(payoffs) => payoffs.clone(),
            Node::Inner(None, moves) => {
                let mut mean = vec![0.0; self.shape.players];
                for (odds, child) in moves {
                    for (sum, payoff) in mean.iter_mut().zip(self.solved(*child)) {
                        *sum += odds * payoff;
                    }
                }
                mean
            }
            Node::Inner(Some(player), moves) => {
                let who = usize::from(*player);
                let better =
                    |best: Vec<f64>, it: Vec<f64>| if it[who] > best[who] { it } else { best };
                moves.iter().map(below).reduce(better).expect("a move")
            }
        }
    }

    fn turn(&self, at: usize) -> Turn {
        match self.nodes[at] {
            Node::End(_) => Turn::Over,
            Node::Inner(mover, _) => mover.map_or(Turn::Chance, Turn::Player),
        }
    }

    fn payoff(&self, at: usize, player: Player) -> f64 {
        if let Node::End(payoffs) = &self.nodes[at] { payoffs[usize::from(player)] } else { 0.0 }
    }

    /// The value for the player to move at the root, or for the first one.
    fn value(&self) -> f64 {
        let who = if let Turn::Player(player) = self.turn(0) { player } else { 0 };
        self.solved(0)[usize::from(who)]
    }

    /// Fails unless a report has the value of brute force, and its line begins with a best move.
    fn check(&self, report: &PayoffReport<usize>, what: &str) {
        let truth = self.value();
        assert!(report.is_exact && is_near(report.value, truth), "{what}: {report:?}, {truth}");
        let payoffs = report.payoffs.as_ref().expect("of all players");
        let near = payoffs.iter().zip(self.solved(0)).all(|(&found, truth)| is_near(found, truth));
        assert!(near && payoffs.len() == self.shape.players, "{what}: {report:?}");
        if let (Turn::Player(player), Some(&best)) = (self.turn(0), report.line.first()) {
            let after = self.solved(self.moves(0)[best].1)[usize::from(player)];
            assert!(is_near(after, truth), "{what}: {report:?}, {after} of {truth}");
        }
    }
}

fn is_near(found: f64, truth: f64) -> bool {
    (found - truth).abs() <= 1e-9 * truth.abs().max(1.0)
}

/// The rules as a type; a position is a node.
impl Game for Tree {
    type State = usize;
    type Move = usize;
    type Undo = usize;

    fn player_count(&self) -> usize {
        self.shape.players
    }
    fn initial_state(&self) -> usize {
        0
    }
    fn turn(&self, &at: &usize) -> Turn {
        self.turn(at)
    }
    fn moves(&self, &at: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.moves(at).len());
    }
    fn play(&self, at: &mut usize, mv: usize) -> usize {
        std::mem::replace(at, self.moves(*at)[mv].1)
    }
    fn undo(&self, at: &mut usize, _: usize, before: usize) {
        *at = before;
    }
    fn payoff(&self, &at: &usize, player: Player) -> f64 {
        self.payoff(at, player)
    }
    fn probability(&self, &at: &usize, mv: usize) -> f64 {
        self.moves(at)[mv].0
    }
}

/// As margins, which may be too great for a score.
impl ZeroSumGame for Tree {
    fn final_score(&self, &at: &usize, player: Player) -> Score {
        Score::estimate(self.payoff(at, player) as i32)
    }
}

impl HashedGame for Tree {
    fn hash(&self, &at: &usize) -> u64 {
        (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    fn code(&self, _: &usize, mv: usize) -> u16 {
        mv as u16
    }
}

/// Each seed with one to three players, sums of zero and others, with and without chance.
fn shapes() -> impl Iterator<Item = (u64, Shape)> {
    (0..400).flat_map(|seed| {
        [(1, false), (2, false), (2, true), (3, false)].into_iter().map(
            move |(players, is_zero_sum)| {
                (seed, Shape { players, is_zero_sum, has_chance: seed % 4 > 0, payoffs: ANY })
            },
        )
    })
}

fn sampler(is_zero_sum: bool) -> PayoffSampler<()> {
    PayoffSampler { evaluator: (), plies: u32::MAX, range: (-1e9, 1e9), is_zero_sum }
}

#[test]
fn a_game_type_has_the_value_of_brute_force() {
    let limits = Limits::default();
    let (mut chance_first, mut sampled) = (0, 0);
    for (seed, shape) in shapes() {
        let tree = Tree::new(seed, shape);
        let what = format!("seed {seed}, {} players, {}", shape.players, shape.is_zero_sum);
        let selfish = MaxN::default().solve(&tree, &0, SearchParts::new(), &limits);
        tree.check(&selfish, &what);
        chance_first += u32::from(tree.turn(0) == Turn::Chance);
        if shape.is_zero_sum {
            for pruning in [ChancePruning::None, ChancePruning::Star1, ChancePruning::Star2] {
                let search = Expectiminimax::default().pruning(pruning);
                // One that holds, none, and one that ends may break.
                for range in [(-1e9, 1e9), (f64::NEG_INFINITY, f64::INFINITY)] {
                    let search = search.range(range);
                    let report = search.solve(&tree, &0, SearchParts::new(), &limits);
                    tree.check(&report, &what);
                }
            }
        } else if shape.players != 2 {
            // It is not a game for two players, whatever it claims.
            let report = Expectiminimax::default().solve(&tree, &0, SearchParts::new(), &limits);
            tree.check(&report, &what);
        }
        if seed % 8 == 1 {
            let limits = Limits::default().with_nodes(3000);
            let search = Mcts::default().memory(1 << 18);
            let report = search.solve(&tree, &0, &sampler(shape.is_zero_sum), &limits);
            let is_true = report.value.is_none_or(|value| is_near(value, tree.value()));
            assert!(is_true, "{what}: {report:?}, {}", tree.value());
            let is_known = shape.is_zero_sum || tree.turn(0) == Turn::Over;
            assert!(is_known || report.value.is_none(), "{what}: {report:?}");
            assert_eq!(report.is_exact, report.value.is_some(), "{what}");
            sampled += u32::from(report.is_exact);
        }
    }
    assert!(chance_first > 300 && sampled > 40, "{chance_first} {sampled}");
}

/// Scores say exact only of margins that they hold.
#[test]
fn scores_are_exact_only_of_margins_that_fit() {
    let limits = Limits::default();
    let (mut exact, mut clamped) = (0, 0);
    for seed in 0..1200 {
        let payoffs = if seed % 3 == 0 { SMALL } else { ANY };
        let shape = Shape { players: 2, is_zero_sum: true, has_chance: false, payoffs };
        let tree = Tree::new(seed, shape);
        let (truth, parts) = (tree.value().trunc(), SearchParts::new);
        let pruned = AlphaBeta::default().solve(&tree, &0, parts(), &limits);
        let plain = Minimax::default().solve(&tree, &0, parts(), &limits);
        let mut found = vec![
            ("alpha-beta", pruned.is_exact, f64::from(pruned.score.get())),
            ("minimax", plain.is_exact, f64::from(plain.score.get())),
        ];
        for variant in [ProofVariant::Tree, ProofVariant::SecondLevel, ProofVariant::DepthFirst] {
            let search = ProofNumber::default().variant(variant).memory(1 << 20);
            let proved = search.solve(&tree, &0, &limits);
            found.push(("proof numbers", proved.is_exact, proved.value.expect("a small tree")));
        }
        for (what, is_exact, value) in found {
            assert!(!is_exact || value == truth, "seed {seed}, {what}: {value}, truly {truth}");
            assert!(is_exact || payoffs == ANY, "seed {seed}, {what}: {value} is not exact");
            assert!(truth.abs() < 989_999.0 || value == 989_999.0_f64.copysign(truth));
            exact += u32::from(is_exact);
            clamped += u32::from(truth.abs() > 989_999.0);
        }
    }
    assert!(exact > 2000 && clamped > 500, "{exact} {clamped}");
}

/// The same by closures, where each end says what all players get.
fn check_closures<const N: usize>(seed: u64, tree: &Tree) {
    let ended = |&at: &usize| match &tree.nodes[at] {
        Node::End(payoffs) => payoffs[..].try_into().ok(),
        Node::Inner(..) => None::<[f64; N]>,
    };
    let moves = |&at: &usize| 0..tree.moves(at).len();
    let game = tremaux::game(0, moves, |&at, mv| tree.moves(at)[mv].1, ended)
        .with_turns(|&at| tree.turn(at))
        .with_probability(|&at, mv| tree.moves(at)[mv].0);
    let (start, limits) = (game.initial_state(), Limits::default());
    let report = MaxN::default().solve(&game, &start, SearchParts::new(), &limits);
    tree.check(&report, &format!("seed {seed}, {N} players"));
    if seed % 8 == 1 && tree.shape.is_zero_sum {
        let limits = Limits::default().with_nodes(3000);
        let report = Mcts::default().memory(1 << 18).solve(&game, &start, &sampler(true), &limits);
        assert!(report.value.is_none_or(|value| is_near(value, tree.value())), "seed {seed}");
    }
}

#[test]
fn closures_with_payoffs_have_the_value_of_brute_force() {
    for (seed, shape) in shapes() {
        let tree = Tree::new(seed, shape);
        match shape.players {
            1 => check_closures::<1>(seed, &tree),
            2 => check_closures::<2>(seed, &tree),
            _ => check_closures::<3>(seed, &tree),
        }
    }
}

#[test]
fn closures_with_scores_have_the_value_of_brute_force() {
    let limits = Limits::default();
    for seed in 0..600 {
        let has_chance = seed % 2 == 0;
        let shape = Shape { players: 2, is_zero_sum: true, has_chance, payoffs: SMALL };
        let tree = Tree::new(seed, shape);
        // Where the game is over, nobody moves: the score is for the first player.
        let ended = |&at: &usize| {
            let score = || Score::estimate(tree.payoff(at, 0) as i32);
            (tree.turn(at) == Turn::Over).then(score)
        };
        let moves = |&at: &usize| 0..tree.moves(at).len();
        let game = tremaux::game(0, moves, |&at, mv| tree.moves(at)[mv].1, ended)
            .with_turns(|&at| tree.turn(at))
            .with_probability(|&at, mv| tree.moves(at)[mv].0);
        let start = game.initial_state();
        let report = Expectiminimax::default().solve(&game, &start, SearchParts::new(), &limits);
        tree.check(&report, &format!("seed {seed}"));
        if !has_chance {
            let report = AlphaBeta::default().solve(&game, &start, SearchParts::new(), &limits);
            let score = f64::from(report.score.get());
            assert_eq!((score, report.is_exact), (tree.value(), true), "seed {seed}");
            let plain = Minimax::default().solve(&game, &start, SearchParts::new(), &limits);
            assert_eq!((plain.score, plain.is_exact), (report.score, true), "seed {seed}");
            let proved = ProofNumber::default().memory(1 << 20).solve(&game, &start, &limits);
            assert_eq!(proved.value, Some(tree.value()), "seed {seed}");
        }
    }
}

/// The message of a panic.
fn panics<T>(what: impl FnOnce() -> T) -> String {
    let Err(message) = catch_unwind(AssertUnwindSafe(what)) else { panic!("nothing is refused") };
    let text = message.downcast_ref::<String>().cloned();
    text.or(message.downcast_ref::<&str>().map(|it| (*it).to_owned())).expect("a text")
}

/// The first player moves on to a die, which ends the game; each knows everything.
struct Die {
    odds: [f64; 2],
    payoffs: [f64; 2],
}

impl Game for Die {
    type State = Vec<u8>;
    type Move = u8;
    type Undo = ();

    fn initial_state(&self) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, line: &Vec<u8>) -> Turn {
        [Turn::Player(0), Turn::Chance, Turn::Over][line.len()]
    }
    fn moves(&self, line: &Vec<u8>, moves: &mut Vec<u8>) {
        moves.extend(0..2 - u8::from(line.is_empty()));
    }
    fn play(&self, line: &mut Vec<u8>, mv: u8) {
        line.push(mv);
    }
    fn undo(&self, line: &mut Vec<u8>, _: u8, (): ()) {
        line.pop();
    }
    fn payoff(&self, _: &Vec<u8>, player: Player) -> f64 {
        self.payoffs[usize::from(player)]
    }
    fn probability(&self, _: &Vec<u8>, mv: u8) -> f64 {
        self.odds[usize::from(mv)]
    }
}

impl ZeroSumGame for Die {}

impl HashedGame for Die {
    fn hash(&self, line: &Vec<u8>) -> u64 {
        line.len() as u64
    }
    fn code(&self, _: &Vec<u8>, mv: u8) -> u16 {
        mv.into()
    }
}

impl HiddenGame for Die {
    type Information = Vec<u8>;

    fn information(&self, line: &Vec<u8>, _: Player) -> Vec<u8> {
        line.clone()
    }
}

#[test]
fn what_is_not_a_game_is_refused_with_its_place() {
    let (limits, start) = (Limits::default(), Vec::new());
    for odds in [[0.5, 0.6], [0.5, 0.4], [-0.5, 1.5], [f64::NAN, 0.5], [0.5, f64::INFINITY]] {
        let die = Die { odds, payoffs: [3.0, -3.0] };
        let texts = [
            panics(|| MaxN::default().solve(&die, &start, SearchParts::new(), &limits)),
            panics(|| Expectiminimax::default().solve(&die, &start, SearchParts::new(), &limits)),
            panics(|| Mcts::default().solve(&die, &start, &sampler(true), &limits)),
            panics(|| Equilibrium::default().iterations(9).solve(&die, &limits)),
            panics(|| evaluate(&die, |_, _| 1.0)),
        ];
        for (nth, text) in texts.iter().enumerate() {
            let (first, second) = (odds[0], odds[1]);
            let place = if nth < 3 { " after [0]" } else { "" };
            let expected = format!("the chances{place} are [(0, {first:?}), (1, {second:?})]");
            assert!(text.starts_with(&expected), "{nth}: {text} instead of {expected}");
        }
    }
    let die = Die { odds: [0.5, 0.5], payoffs: [f64::NAN, 1.0] };
    for text in [
        panics(|| MaxN::default().solve(&die, &start, SearchParts::new(), &limits)),
        panics(|| Expectiminimax::default().solve(&die, &start, SearchParts::new(), &limits)),
    ] {
        assert_eq!(text, "player 0 gets NaN after Some([0, 0])");
    }
    // A general sum: solved as one, or refused.
    let die = Die { odds: [0.5, 0.5], payoffs: [3.0, 37.0] };
    let report = Expectiminimax::default().solve(&die, &start, SearchParts::new(), &limits);
    assert_eq!((report.payoffs, report.is_exact), (Some(vec![3.0, 37.0]), true));
    let text = panics(|| Equilibrium::default().iterations(9).solve(&die, &limits));
    assert_eq!(text, "payoffs are 3 and 37; expected a zero-sum game");
    // Chance, and one player, where a search has no place for them.
    let text = panics(|| AlphaBeta::default().solve(&die, &start, SearchParts::new(), &limits));
    assert_eq!(text, "alpha-beta is for games without chance");
    let text = panics(|| ProofNumber::default().memory(1 << 16).solve(&die, &start, &limits));
    assert_eq!(text, "proof-number search is for games without chance");
    let shape = Shape { players: 1, is_zero_sum: false, has_chance: false, payoffs: ANY };
    let alone = Tree::new(1, shape);
    let text = panics(|| Minimax::default().solve(&alone, &0, SearchParts::new(), &limits));
    assert!(text.contains("searches by scores are for two players"), "{text}");
    let text = panics(|| ProofNumber::default().memory(1 << 16).solve(&alone, &0, &limits));
    assert!(text.contains("proof-number search is for two players"), "{text}");
    // A margin beyond what a score holds.
    let ended = |&at: &u8| (at == 1).then(|| Score::estimate(1_000_000_000));
    let great = tremaux::game(0, |_| [1], |_, mv| mv, ended);
    let start = great.initial_state();
    let text = panics(|| AlphaBeta::default().solve(&great, &start, SearchParts::new(), &limits));
    assert_eq!(text, "a margin beyond +989999: return what each player gets instead");
}
