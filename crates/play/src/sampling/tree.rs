//! The tree of a Monte Carlo tree search: a pool of nodes.

/// No index.
const NONE: u32 = u32::MAX;

/// The bits of a value that is not known.
const NO_VALUE: u64 = f64::NAN.to_bits();

/// Who makes moves of chance.
pub(super) const CHANCE: u8 = u8::MAX;

/// A position as the move that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// `None` at the root.
    pub(super) mv: Option<M>,
    /// The first of the moves, and how many there are: zero, and none, if they are not known yet.
    first: u32,
    count: u32,
    parent: u32,
    pub(super) visits: u32,
    /// Playouts under way.
    pub(super) pending: u32,
    /// The sum of the rewards of the player who made the move.
    pub(super) sum: f64,
    /// The sum of rewards of playouts in which the move was played later, and their number.
    pub(super) later_sum: f64,
    pub(super) later_visits: u32,
    /// The key of the move.
    pub(super) key: u32,
    /// The prior of the move, or the probability of a move of chance.
    pub(super) prior: f64,
    /// Who made the move.
    pub(super) mover: u8,
    /// Whether the bounds hold only for the line that leads here.
    pub(super) is_path_dependent: bool,
    /// The least and greatest value for player 0.
    pub(super) low: f64,
    pub(super) high: f64,
}

impl<M> Node<M> {
    pub(super) fn new(mv: Option<M>, mover: u8, key: u32, prior: f64, low: f64, high: f64) -> Self {
        Self {
            mv,
            first: 0,
            count: 0,
            parent: NONE,
            visits: 0,
            pending: 0,
            sum: 0.0,
            later_sum: 0.0,
            later_visits: 0,
            key,
            prior,
            mover,
            is_path_dependent: false,
            low,
            high,
        }
    }

    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.low >= self.high
    }

    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// The mean reward of the player who made the move.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }
}

/// The tree of a Monte Carlo tree search, to be kept from move to move.
#[derive(Clone, Debug)]
pub struct SampledTree<M> {
    nodes: Vec<Node<M>>,
    /// The greatest number of nodes.
    capacity: usize,
    /// Values proved for the player to move, by hash, as bits that differ from [`NO_VALUE`]: what
    /// is zero takes no time and memory before it is used.
    proofs: Vec<(u64, u64)>,
    pub(super) recycled: u32,
    pub(super) depth: u32,
    /// Whether anything that was proved holds only for the line that led there.
    pub(super) depends_on_line: bool,
    /// Whether ends of games are proofs: not after one that the sampler's promises exclude.
    pub(super) proves: bool,
}

impl<M: Copy> SampledTree<M> {
    pub(super) fn new(bytes: usize, low: f64, high: f64) -> Self {
        let proofs = (bytes / 8 / size_of::<(u64, u64)>()).clamp(1, 1 << 22);
        let capacity = (bytes / 8 * 7 / size_of::<Node<M>>()).clamp(64, NONE as usize - 1);
        Self {
            nodes: vec![Node::new(None, 0, 0, 0.0, low, high)],
            capacity,
            proofs: vec![(0, 0); 1 << proofs.ilog2()],
            recycled: 0,
            depth: 0,
            depends_on_line: false,
            proves: true,
        }
    }

    /// Whether what is proved may not hold for another line to the same position.
    pub fn depends_on_line(&self) -> bool {
        self.depends_on_line
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn node(&self, at: u32) -> &Node<M> {
        &self.nodes[at as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<M> {
        &mut self.nodes[at as usize]
    }

    /// The index of the first move of a node.
    #[inline]
    pub(super) fn first(&self, at: u32) -> u32 {
        self.nodes[at as usize].first
    }

    /// The moves of a node.
    #[inline]
    pub(super) fn children(&self, at: u32) -> &[Node<M>] {
        let node = &self.nodes[at as usize];
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    #[inline]
    pub(super) fn children_mut(&mut self, at: u32) -> &mut [Node<M>] {
        let node = &self.nodes[at as usize];
        let (first, count) = (node.first as usize, node.count as usize);
        &mut self.nodes[first..][..count]
    }

    /// Whether there is room for so many nodes.
    #[inline]
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.capacity
    }

    /// Gives a leaf its moves.
    pub(super) fn add(&mut self, at: u32, children: impl ExactSizeIterator<Item = Node<M>>) {
        let first = self.nodes.len();
        if first + children.len() > self.nodes.capacity() {
            // By half, not to twice what is needed.
            let more = (first / 2).max(1024).min(self.capacity - first);
            self.nodes.reserve_exact(more.max(children.len()));
        }
        self.nodes.extend(children.map(|child| Node { parent: at, ..child }));
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[at as usize];
        (node.first, node.count) = (first as u32, count as u32);
    }

    /// The value that was proved for a position with this hash, for the player to move.
    #[inline]
    pub(super) fn proof(&self, hash: u64) -> Option<f64> {
        let (stored, bits) = self.proofs[hash as usize & (self.proofs.len() - 1)];
        (stored == hash && bits != 0).then(|| f64::from_bits(bits ^ NO_VALUE))
    }

    /// Forgets all that is proved, and proves nothing from now on.
    pub(super) fn give_proofs_up(&mut self) {
        self.proves = false;
        for node in &mut self.nodes {
            (node.low, node.high) = (f64::NEG_INFINITY, f64::INFINITY);
        }
    }

    pub(super) fn prove(&mut self, hash: u64, value: f64) {
        let slot = hash as usize & (self.proofs.len() - 1);
        self.proofs[slot] = (hash, value.to_bits() ^ NO_VALUE);
    }

    /// Computes the bounds of a position from those of its moves. Returns whether they changed.
    pub(super) fn bound(&mut self, at: u32) -> bool {
        let children = self.children(at);
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
        let node = self.node_mut(at);
        // Bounds from a proof of before may be better than those of moves that were forgotten.
        high = high.min(node.high);
        // Sums of chances are rounded.
        low = low.max(node.low).min(high);
        let is_changed = low > node.low || high < node.high;
        (node.low, node.high) = (low, high);
        node.is_path_dependent |= is_path_dependent;
        is_changed
    }

    /// Frees at least half of the nodes, if possible: positions that were visited least lose their
    /// moves. What is proved about them stays.
    pub(super) fn recycle(&mut self) {
        let root = self.nodes[0].visits;
        let mut least = 2;
        let kept = |least: u32| -> usize {
            let all = self.nodes.iter().filter(|node| node.visits >= least);
            all.map(|node| node.count as usize).sum()
        };
        while least < root && kept(least) > self.capacity / 2 {
            least *= 2;
        }
        self.recycled += 1;
        for node in &mut self.nodes {
            node.pending = 0;
        }
        self.compact(least.min(root));
    }

    /// Moves what is kept to the front: the moves of positions with at least so many visits, and
    /// nothing without a parent.
    fn compact(&mut self, least: u32) {
        let mut end = 1;
        for at in 0..self.nodes.len() {
            let (parent, visits) = (self.nodes[at].parent, self.nodes[at].visits);
            let is_dead = at > 0 && parent == NONE;
            let is_cut = is_dead || visits < least;
            let moved = if at == 0 { 0 } else { end as u32 };
            for child in self.children_mut(at as u32) {
                child.parent = if is_cut { NONE } else { moved };
            }
            if is_cut {
                (self.nodes[at].first, self.nodes[at].count) = (0, 0);
            }
            if is_dead || at == 0 {
                continue;
            }
            let parent = &mut self.nodes[parent as usize];
            if parent.first as usize == at {
                parent.first = end as u32;
            }
            self.nodes.swap(at, end);
            end += 1;
        }
        self.nodes.truncate(end);
    }

    /// Makes the position after `mv` the root, if it is in the tree.
    #[must_use]
    pub fn after(mut self, mv: M) -> Option<Self>
    where
        M: PartialEq,
    {
        let chosen = self.children(0).iter().position(|child| child.mv == Some(mv))?;
        let at = self.nodes[0].first as usize + chosen;
        for child in self.children_mut(0) {
            child.parent = NONE;
        }
        let mut root = self.nodes[at].clone();
        for child in self.children_mut(at as u32) {
            child.parent = 0;
        }
        (self.nodes[at].first, self.nodes[at].count) = (0, 0);
        (root.mv, root.parent) = (None, NONE);
        self.nodes[0] = root;
        self.compact(0);
        self.depth = 0;
        Some(self)
    }
}
