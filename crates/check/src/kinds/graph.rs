//! Graphs: a list of arcs.

use std::collections::HashMap;

use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::json::Json;
use crate::space::{NUMBERS, Space, Step};

/// A graph with any number of goals.
#[derive(Default)]
pub(crate) struct Graph {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    /// By tail: heads and costs, in the order of the file.
    arcs: Vec<Vec<(u32, Cost)>>,
    least: Cost,
    goals: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, u32), String> {
        let (mut graph, mut least) = (Self::default(), None::<Cost>);
        let expected = "expected arcs such as [\"a\", \"b\", 3]";
        for arc in header.list("arcs")? {
            let Json::List(arc) = &arc else { return Err(expected.to_owned()) };
            let [Json::Text(tail), Json::Text(head), cost] = &arc[..] else {
                return Err(expected.to_owned());
            };
            let (tail, head, cost) = (graph.node(tail), graph.node(head), Cost::read(cost)?);
            graph.arcs[tail as usize].push((head, cost));
            least = Some(least.map_or(cost, |least| least.min(cost)));
        }
        graph.least = least.unwrap_or(Cost::ZERO);
        let start = graph.node(&header.text("from")?);
        graph.goals = header.texts("to")?.iter().map(|name| graph.node(name)).collect();
        Ok((graph, start))
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

    fn is_goal(&self, node: &u32) -> bool {
        self.goals.contains(node)
    }

    fn steps(&self, node: &u32, steps: &mut Vec<Step<u32>>) {
        for (action, &(state, cost)) in (0..).zip(&self.arcs[*node as usize]) {
            steps.push(Step { action, cost, state });
        }
    }

    fn number(state: &u32) -> Option<usize> {
        Some(*state as usize).filter(|number| *number < NUMBERS)
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
