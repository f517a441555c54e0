//! Labels of nodes that can all be cleared at once.

use super::weight::Weight;

/// The best path found to a node.
#[derive(Clone, Copy, Debug)]
struct Label<W> {
    distance: W,
    parent: u32,
    /// The query that wrote it.
    query: u32,
}

/// One label per node. A label is valid only if it has the number of the current query, so
/// nothing is cleared between queries.
#[derive(Clone, Debug)]
pub(crate) struct Labels<W> {
    labels: Vec<Label<W>>,
    query: u32,
}

/// The parent of a start node.
pub(crate) const NO_PARENT: u32 = u32::MAX;

impl<W: Weight> Labels<W> {
    /// Labels for `nodes` nodes, 12 or 16 bytes each.
    pub(crate) fn new(nodes: usize) -> Self {
        let label = Label { distance: W::INFINITY, parent: NO_PARENT, query: 0 };
        Self { labels: vec![label; nodes], query: 0 }
    }

    /// The bytes of all labels.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.labels[..])
    }

    /// Forgets everything.
    pub(crate) fn start(&mut self) {
        if self.query == u32::MAX {
            self.labels.iter_mut().for_each(|label| label.query = 0);
            self.query = 0;
        }
        self.query += 1;
    }

    /// The cost of the best path found to `node`.
    #[inline]
    pub(crate) fn distance(&self, node: u32) -> W {
        let label = &self.labels[node as usize];
        if label.query == self.query { label.distance } else { W::INFINITY }
    }

    /// Records a path to `node` if it is better than all earlier ones.
    #[inline]
    pub(crate) fn improve(&mut self, node: u32, distance: W, parent: u32) -> bool {
        let query = self.query;
        let label = &mut self.labels[node as usize];
        let is_better = label.query != query || distance < label.distance;
        if is_better {
            *label = Label { distance, parent, query };
        }
        is_better
    }

    /// The node before `node`, which must have been reached.
    #[inline]
    pub(crate) fn parent(&self, node: u32) -> u32 {
        self.labels[node as usize].parent
    }

    /// Appends the nodes from `node` back to where the search began.
    pub(crate) fn trace(&self, mut node: u32, nodes: &mut Vec<u32>) {
        while node != NO_PARENT {
            nodes.push(node);
            node = self.parent(node);
        }
    }

    /// Pretends that almost all query numbers are used up.
    #[cfg(test)]
    pub(crate) fn wear(&mut self) {
        self.query = u32::MAX - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::Labels;

    #[test]
    fn labels_are_forgotten_also_when_numbers_run_out() {
        let mut labels = Labels::<u32>::new(2);
        labels.wear();
        for _ in 0..3 {
            labels.start();
            assert_eq!(labels.distance(1), u32::MAX);
            assert!(labels.improve(1, 7, 0));
            assert!(!labels.improve(1, 7, 0));
            assert_eq!((labels.distance(1), labels.distance(0)), (7, u32::MAX));
        }
    }
}
