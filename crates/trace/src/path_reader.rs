//! Steps along a path, read again: which nodes they are about.

use std::collections::{HashMap, VecDeque};

use foldhash::fast::FixedState;

use crate::bytes::Fault;
use crate::event::{Place, Reason, TraceEvent};
use crate::header::Shape;
use crate::numbering::{NONE, Numbering};
use crate::path_coder::{FIRST_CODE, MOST_CODES, outcome};

/// What a code stands for.
#[derive(Clone, Copy, Debug)]
struct Code {
    outcome: u8,
    /// Steps back after that.
    left: u8,
    word: u32,
    change: (f64, f64),
}

/// A state on the path.
#[derive(Clone, Copy, Debug)]
struct Spot {
    id: u32,
    g: f64,
    h: f64,
}

/// Follows a path, and numbers its states: a node is a path, the same in every iteration.
pub(crate) struct PathReader {
    unit: f64,
    root: Option<Spot>,
    /// Of the states on the path those that are expanded, the root first.
    line: Vec<Spot>,
    last: Option<Spot>,
    codes: Vec<Code>,
    /// The words of actions, by number, and their numbers.
    words: Vec<Box<str>>,
    by_word: HashMap<Box<str>, u32, FixedState>,
    numbering: Numbering<u32>,
    /// What was read and not yet handed out.
    pending: VecDeque<TraceEvent<'static>>,
}

impl std::fmt::Debug for PathReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PathReader").field("line", &self.line).finish_non_exhaustive()
    }
}

impl Default for PathReader {
    fn default() -> Self {
        Self {
            unit: 1.0,
            root: None,
            line: Vec::new(),
            last: None,
            codes: Vec::new(),
            words: Vec::new(),
            by_word: HashMap::with_hasher(FixedState::with_seed(3)),
            numbering: Numbering::new(Shape::Tree),
            pending: VecDeque::new(),
        }
    }
}

impl PathReader {
    /// The next event, of those that were read.
    pub(crate) fn pop(&mut self) -> Option<TraceEvent<'static>> {
        self.pending.pop_front()
    }

    /// The path begins at the root again.
    pub(crate) fn begin_iteration(&mut self) {
        self.line.clear();
        self.last = self.root;
    }

    /// Reads the root: the unit, and its costs.
    pub(crate) fn begin(
        &mut self,
        costs: [f64; 3],
        place: Option<Place<'static>>,
    ) -> Result<TraceEvent<'static>, Fault> {
        let [unit, g, h] = costs;
        if self.root.is_some() || unit.is_nan() || unit <= 0.0 {
            return Err(Fault::Wrong("a root that is none"));
        }
        self.unit = unit;
        let (id, _) = self.numbering.number(NONE, 0);
        self.root = Some(Spot { id, g, h });
        self.begin_iteration();
        let (g, h) = (g / unit, h / unit);
        Ok(TraceEvent::Generated { id, parent: None, action: None, g, h, place })
    }

    /// The number of the word of an action.
    fn word(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.by_word.get(word) {
            return number;
        }
        let number = self.words.len() as u32;
        self.words.push(word.into());
        self.by_word.insert(word.into(), number);
        number
    }

    /// Learns what the next code stands for.
    pub(crate) fn learn(
        &mut self,
        (outcome, left): (u8, u8),
        word: &str,
        change: (f64, f64),
    ) -> Result<(), Fault> {
        if outcome >= outcome::ALL || self.codes.len() >= MOST_CODES {
            return Err(Fault::Wrong("a code too many"));
        }
        let word = self.word(word);
        self.codes.push(Code { outcome, left, word, change });
        Ok(())
    }

    /// What a code does.
    pub(crate) fn code(&mut self, byte: u8) -> Result<TraceEvent<'static>, Fault> {
        let code = byte.checked_sub(FIRST_CODE).and_then(|at| self.codes.get(usize::from(at)));
        let &Code { outcome, left, word, change } = code.ok_or(Fault::Wrong("an unknown code"))?;
        let end = self.end()?;
        let generated = self.generate(outcome, word, end, (end.g + change.0, end.h + change.1))?;
        for _ in 0..left {
            let left = self.back()?;
            self.pending.push_back(left);
        }
        Ok(generated)
    }

    /// The word of a code in a graph, and by how much it changes g and h.
    pub(crate) fn meaning(&self, byte: u8) -> Result<(String, (f64, f64)), Fault> {
        let code = byte.checked_sub(FIRST_CODE).and_then(|at| self.codes.get(usize::from(at)));
        let code = code.ok_or(Fault::Wrong("an unknown code"))?;
        Ok((self.words[code.word as usize].to_string(), code.change))
    }

    /// A step that has no code.
    pub(crate) fn step(
        &mut self,
        outcome: u8,
        word: &str,
        costs: (f64, f64),
    ) -> Result<TraceEvent<'static>, Fault> {
        if outcome >= outcome::ALL {
            return Err(Fault::Wrong("a step of an unknown kind"));
        }
        let word = self.word(word);
        let end = self.end()?;
        self.generate(outcome, word, end, costs)
    }

    fn end(&self) -> Result<Spot, Fault> {
        self.line.last().copied().ok_or(Fault::Wrong("a step from nowhere"))
    }

    fn generate(
        &mut self,
        outcome: u8,
        word: u32,
        end: Spot,
        (g, h): (f64, f64),
    ) -> Result<TraceEvent<'static>, Fault> {
        let (id, _) = self.numbering.number(end.id, word);
        if id == NONE {
            return Err(Fault::Wrong("a node too many"));
        }
        let spot = Spot { id, g, h };
        self.last = None;
        match outcome {
            outcome::GENERATED => self.last = Some(spot),
            outcome::ENTERED => {
                let event = self.enter(spot);
                self.pending.push_back(event);
            }
            _ => {
                let reason = Reason::ALL[usize::from(outcome - outcome::CUT)];
                self.pending.push_back(TraceEvent::Pruned { id, reason });
            }
        }
        let (parent, action) = (Some(end.id), Some(self.words[word as usize].to_string().into()));
        let (g, h) = (g / self.unit, h / self.unit);
        Ok(TraceEvent::Generated { id, parent, action, g, h, place: None })
    }

    fn enter(&mut self, spot: Spot) -> TraceEvent<'static> {
        self.line.push(spot);
        TraceEvent::Expanded { id: spot.id, g: spot.g / self.unit, place: None }
    }

    /// The end of the path is left.
    pub(crate) fn back(&mut self) -> Result<TraceEvent<'static>, Fault> {
        self.last = None;
        let left = self.line.pop().ok_or(Fault::Wrong("a step back from nowhere"))?;
        Ok(TraceEvent::Left { id: left.id })
    }

    /// What was generated last is expanded.
    pub(crate) fn expand_last(&mut self) -> Result<TraceEvent<'static>, Fault> {
        let last = self.last.take().ok_or(Fault::Wrong("nothing is there to be expanded"))?;
        Ok(self.enter(last))
    }

    /// What was generated last is pruned.
    pub(crate) fn prune_last(&mut self, reason: u8) -> Result<TraceEvent<'static>, Fault> {
        let last = self.last.take().ok_or(Fault::Wrong("nothing is there to be pruned"))?;
        let reason = Reason::ALL.get(usize::from(reason)).copied().unwrap_or(Reason::Other);
        Ok(TraceEvent::Pruned { id: last.id, reason })
    }

    /// The root of the plan; the rest follows by [`PathReader::add_to_plan`].
    pub(crate) fn begin_plan(&mut self) -> Result<TraceEvent<'static>, Fault> {
        let root = self.root.ok_or(Fault::Wrong("a plan from nowhere"))?;
        self.line.clear();
        self.last = Some(root);
        Ok(TraceEvent::Path { id: root.id, place: None })
    }

    /// Another state of the plan.
    pub(crate) fn add_to_plan(&mut self, word: &str, place: Option<Place<'static>>) {
        let word = self.word(word);
        let before = self.last.map_or(NONE, |last| last.id);
        let (id, is_new) = self.numbering.number(before, word);
        self.last = Some(Spot { id, g: 0.0, h: 0.0 });
        self.pending.push_back(TraceEvent::Path { id, place: place.filter(|_| is_new) });
    }

    /// Forgets what was read of an event that is cut off.
    pub(crate) fn forget_pending(&mut self) {
        self.pending.clear();
    }
}
