//! Differential evolution, with a local search that sharpens its result.

use tremaux_core::Random;
use tremaux_landscape::{Landscape, LocalSearchMethod, Walk};

use super::Function;
use super::sharpening::Sharpening;

tremaux_core::options! {
    /// Differential evolution: adds the difference of two points of a population to a third, mixes
    /// the sum with a fourth, and keeps the better one.
    ///
    /// Scale and mixing adapt to the function (Brest and others 2006). At the beginning, and when
    /// the population has become a point or does not get better any more, the best of it is
    /// sharpened by an evolution strategy with one parent (Igel, Suttorp and Hansen 2006), which
    /// follows narrow valleys to the last digit. Then a new population starts, up to eight times as
    /// large.
    ///
    /// Proves nothing. Source: Storn and Price (1997).
    ///
    /// ```
    /// use tremaux::landscape::{LocalSearch, Optimization};
    /// use tremaux::landscape::function::{DifferentialEvolution, Function};
    /// use tremaux::Limits;
    ///
    /// let valley = Function::parse("rosenbrock 5")?;
    /// let method = DifferentialEvolution::default().steps(20_000);
    /// let mut search = LocalSearch::new(&valley, method, 0);
    /// let _ = search.advance(&Limits::default(), &mut |_| {});
    /// assert!(search.report().best.is_some_and(|(_, value)| value < 1e-12));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct DifferentialEvolution {
        /// The points of the first population; 0 for 10 for each variable, from 20 to 200.
        pub population: usize,
        /// It ends after so many evaluations; 0 for never.
        pub steps: u64,
    }
}

/// A point of the population, with its settings.
#[derive(Clone, Debug)]
struct Member {
    at: Vec<f64>,
    value: f64,
    scale: f64,
    crossover: f64,
}

/// How far differential evolution is.
#[derive(Clone, Debug)]
pub struct Evolution {
    members: Vec<Member>,
    /// The number of points in this population.
    size: usize,
    round: u32,
    /// The member whose successor is evaluated next.
    next: usize,
    /// Whether the population has been sharpened since it was complete.
    is_sharpened: bool,
    sharpening: Option<Sharpening>,
    best: f64,
    /// Generations without a better point.
    stuck: u32,
    done: u64,
}

/// A population that gets no better for so many generations is given up.
const PATIENCE: u32 = 200;

impl DifferentialEvolution {
    fn size(&self, function: &Function, round: u32) -> usize {
        let first = match self.population {
            0 => (10 * function.variables().len()).clamp(20, 200),
            given => given.max(4),
        };
        first << (round % 4)
    }

    fn first_round(&self, function: &Function, round: u32) -> Evolution {
        Evolution {
            members: Vec::new(),
            size: self.size(function, round),
            round,
            next: 0,
            is_sharpened: false,
            sharpening: None,
            best: f64::INFINITY,
            stuck: 0,
            done: 0,
        }
    }
}

impl Evolution {
    /// The place of the best member.
    fn best(&self) -> usize {
        let values = self.members.iter().enumerate();
        values.min_by(|one, other| one.1.value.total_cmp(&other.1.value)).map_or(0, |best| best.0)
    }

    /// Whether the members are as good as one point.
    fn has_converged(&self) -> bool {
        let values = self.members.iter().map(|member| member.value);
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(f64::NEG_INFINITY, f64::max);
        most - least <= 1e-10 * (1.0 + least.abs())
    }

    /// A sharpening of the best member with a first step of the size of the population, and at
    /// most so many evaluations.
    fn sharpening(&self, function: &Function, evaluations: u64) -> Sharpening {
        let best = &self.members[self.best()];
        let (low, high) = function.range();
        let width = high - low;
        let distances = self.members.iter().map(|member| {
            let pairs = member.at.iter().zip(&best.at);
            pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
        });
        let mean = distances.sum::<f64>() / self.members.len() as f64;
        let step = (0.1 * mean).clamp(1e-6 * width, 0.1 * width);
        Sharpening::new(best.at.clone(), best.value, low, high, step, evaluations)
    }

    /// The successor of a member.
    fn child(&self, at: usize, low: f64, high: f64, random: &mut Random) -> Member {
        let count = self.members.len() as u64;
        let mut others = [at; 3];
        for place in 0..3 {
            while at == others[place] || others[..place].contains(&others[place]) {
                others[place] = random.scaled(count) as usize;
            }
        }
        let [base, plus, minus] = others.map(|other| &self.members[other].at);
        let member = &self.members[at];
        let scale = if random.unit() < 0.1 { 0.1 + 0.9 * random.unit() } else { member.scale };
        let crossover = if random.unit() < 0.1 { random.unit() } else { member.crossover };
        let always = random.scaled(member.at.len() as u64) as usize;
        let mut child = member.at.clone();
        for (axis, x) in child.iter_mut().enumerate() {
            if axis == always || random.unit() < crossover {
                let to = base[axis] + scale * (plus[axis] - minus[axis]);
                // Half the way to a bound that lies in between.
                *x = match () {
                    () if to < low => f64::midpoint(low, *x),
                    () if to > high => f64::midpoint(high, *x),
                    () => to,
                };
            }
        }
        Member { at: child, value: f64::INFINITY, scale, crossover }
    }
}

impl LocalSearchMethod<Function> for DifferentialEvolution {
    type State = Evolution;

    fn start(&self, function: &Function, walk: &mut Walk<Function>) -> Evolution {
        let mut evolution = self.first_round(function, 0);
        evolution.add(walk.current().coordinates().to_vec(), walk.value());
        evolution
    }

    fn step(
        &self,
        function: &Function,
        walk: &mut Walk<Function>,
        evolution: &mut Evolution,
    ) -> bool {
        if self.steps > 0 && evolution.done == self.steps {
            return false;
        }
        evolution.done += 1;
        if evolution.sharpening.is_some() {
            self.sharpen(function, walk, evolution);
        } else if evolution.members.is_empty() {
            walk.restart(function);
            evolution.add(walk.current().coordinates().to_vec(), walk.value());
        } else if evolution.members.len() < evolution.size {
            evolution.draw(function, walk);
        } else {
            evolution.breed(function, walk);
        }
        true
    }

    fn bytes(&self, function: &Function, evolution: &Evolution) -> usize {
        let count = function.variables().len();
        let matrix = evolution.sharpening.as_ref().map_or(0, Sharpening::bytes);
        evolution.members.capacity() * (size_of::<Member>() + 8 * count) + matrix
    }
}

impl DifferentialEvolution {
    /// A step of the sharpening; after its end, the best member is replaced, or a new round begins.
    fn sharpen(&self, function: &Function, walk: &mut Walk<Function>, evolution: &mut Evolution) {
        let Some(sharpening) = &mut evolution.sharpening else { return };
        let at = sharpening.candidate(&mut walk.random);
        let value = walk.offer(function, &function.point(at));
        if sharpening.accept(value) {
            return;
        }
        let (at, value) = sharpening.result();
        let best = evolution.best();
        evolution.sharpening = None;
        if evolution.is_sharpened {
            let done = evolution.done;
            *evolution = self.first_round(function, evolution.round + 1);
            evolution.done = done;
        } else if value < evolution.members[best].value {
            (evolution.members[best].at, evolution.members[best].value) = (at, value);
        }
        evolution.is_sharpened = true;
    }
}

impl Evolution {
    /// Adds a random member; a full population is sharpened once.
    fn draw(&mut self, function: &Function, walk: &mut Walk<Function>) {
        let point = function.initial_solution(&mut walk.random);
        let value = walk.offer(function, &point);
        self.add(point.coordinates().to_vec(), value);
        if self.members.len() == self.size {
            let count = function.variables().len() as u64;
            let evaluations = 500 * count + 20 * count * count;
            self.is_sharpened = false;
            self.sharpening = Some(self.sharpening(function, evaluations));
        }
    }

    /// Replaces a member by a better successor; after each generation, decides whether to sharpen.
    fn breed(&mut self, function: &Function, walk: &mut Walk<Function>) {
        let at = self.next;
        let (low, high) = function.range();
        let child = self.child(at, low, high, &mut walk.random);
        let value = walk.offer(function, &function.point(child.at.clone()));
        if value <= self.members[at].value {
            self.members[at] = Member { value, ..child };
            walk.count_accepted();
        }
        self.next = (at + 1) % self.size;
        if self.next == 0 {
            let best = self.members[self.best()].value;
            self.stuck = if best < self.best { 0 } else { self.stuck + 1 };
            self.best = best;
            if self.stuck == PATIENCE || self.has_converged() {
                self.sharpening = Some(self.sharpening(function, u64::MAX));
            }
        }
    }

    fn add(&mut self, at: Vec<f64>, value: f64) {
        self.members.push(Member { at, value, scale: 0.5, crossover: 0.9 });
    }
}
