//! Graphs: a list of arcs.

use std::collections::HashMap;

use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::space::{Space, Step};

/// A graph with a start and any number of goals.
pub(crate) struct Graph {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    /// By tail: heads and costs, in the order of the file.
    arcs: Vec<Vec<(u32, Cost)>>,
    least: Cost,
    start: u32,
    goals: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(header: &mut Fields) -> Result<Self, String> {
        let (numbers, names, arcs) = (HashMap::new(), Vec::new(), Vec::new());
        let (least, goals) = (Cost::ZERO, Vec::new());
        let mut graph = Self { numbers, names, arcs, least, start: 0, goals };
        let mut least = None::<Cost>;
        for arc in header.list("arcs")? {
            let wrong = || format!("expected an arc such as [\"a\", \"b\", 3], found {arc}");
            let (Some(tail), Some(head)) = (arc[0].as_str(), arc[1].as_str()) else {
                return Err(wrong());
            };
            if arc.as_array().is_none_or(|arc| arc.len() != 3) {
                return Err(wrong());
            }
            let (tail, head, cost) = (graph.node(tail), graph.node(head), Cost::read(&arc[2])?);
            graph.arcs[tail as usize].push((head, cost));
            least = Some(least.map_or(cost, |least| least.min(cost)));
        }
        graph.least = least.unwrap_or(Cost::ZERO);
        graph.start = graph.node(&header.text("from")?);
        graph.goals = header.texts("to")?.iter().map(|name| graph.node(name)).collect();
        Ok(graph)
    }

    /// The number of a node, which is added if it is new.
    fn node(&mut self, name: &str) -> u32 {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.names.push(name.to_owned());
            self.arcs.push(Vec::new());
        }
        number
    }
}

impl Space for Graph {
    type State = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: &u32) -> bool {
        self.goals.contains(node)
    }

    fn steps(&self, node: &u32, steps: &mut Vec<Step<u32>>) {
        for (action, &(state, cost)) in (0..).zip(&self.arcs[*node as usize]) {
            steps.push(Step { action, cost, state });
        }
    }

    fn word(&self, node: &u32, action: u32) -> String {
        let (head, _) = self.arcs[*node as usize][action as usize];
        self.names[head as usize].clone()
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        self.numbers.get(text).copied().ok_or_else(|| format!("`{text}` is not a node"))
    }

    fn least_cost(&self) -> Cost {
        self.least
    }

    /// The cheapest arc to the node of this name; `b#2` is the second of those to b, and `#2` the
    /// second of all.
    fn find(&self, _node: &u32, steps: &[Step<u32>], word: &str) -> Option<usize> {
        let to = |name: &str| {
            let head = self.numbers.get(name).copied();
            steps.iter().enumerate().filter(move |(_, step)| Some(step.state) == head)
        };
        if let Some((at, _)) = to(word).min_by_key(|(_, step)| step.cost) {
            return Some(at);
        }
        let (name, number) = word.rsplit_once('#')?;
        let place = usize::try_from(digits(number)?.checked_sub(1)?).ok()?;
        match name {
            "" => Some(place).filter(|place| *place < steps.len()),
            _ => to(name).nth(place).map(|(at, _)| at),
        }
    }
}
