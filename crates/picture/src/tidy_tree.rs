//! Layout of tidy trees.

/// No node.
const NONE: u32 = u32::MAX;

/// The layout of a tree: the `x` of the nodes' centres, in the unit of the widths, and their
/// depths. Nodes not connected to the root have the depth `u32::MAX`.
#[derive(Clone, Debug, PartialEq)]
pub struct TidyTree {
    /// The centres; the left edge of the leftmost node is at 0.
    pub x: Vec<f64>,
    /// The depths, the root's being 0.
    pub depth: Vec<u32>,
    /// The total width.
    pub width: f64,
}

/// A node while it is being placed.
#[derive(Clone, Copy)]
struct PlacedNode {
    parent: u32,
    /// The place among its siblings.
    number: u32,
    preliminary: f64,
    modifier: f64,
    shift: f64,
    change: f64,
    thread: u32,
    ancestor: u32,
}

/// Lays out a tree tidily (Reingold and Tilford 1981; Walker 1990), in linear time (Buchheim,
/// Jünger and Leipert 2002).
///
/// Parents are centred over their children, equal subtrees look equal, and two nodes of a level
/// are at least `gap` apart. `children` returns the children of a node, `width` its width. Takes
/// O(n) time and memory, without recursion. A node with several parents is placed under the
/// first.
///
/// ```
/// use tremaux_picture::TidyTree;
/// let tree = TidyTree::new(&[vec![1, 2], vec![], vec![]], 0, |_| 10.0, 2.0);
/// assert_eq!((tree.x, tree.width), (vec![11.0, 5.0, 17.0], 22.0));
/// ```
impl TidyTree {
    /// Lays out the tree below `root`.
    pub fn new(children: &[Vec<u32>], root: u32, width: impl Fn(u32) -> f64, gap: f64) -> Self {
        let count = children.len();
        let mut tree = Self { x: vec![0.0; count], depth: vec![u32::MAX; count], width: 0.0 };
        if (root as usize) >= count {
            return tree;
        }
        let mut layout = Layout::new(children, root, &mut tree.depth, &width, gap);
        for at in (0..layout.order.len()).rev() {
            layout.place(layout.order[at]);
        }
        // Second pass, top-down: add the shifts of the parents.
        let mut sums = vec![0.0; count];
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for &node in &layout.order {
            let knot = &layout.knots[node as usize];
            let above = if knot.parent == NONE { 0.0 } else { sums[knot.parent as usize] };
            let x = knot.preliminary + above;
            sums[node as usize] = above + knot.modifier;
            tree.x[node as usize] = x;
            least = least.min(x - width(node) / 2.0);
            most = most.max(x + width(node) / 2.0);
        }
        for &node in &layout.order {
            tree.x[node as usize] -= least;
        }
        tree.width = most - least;
        tree
    }
}

/// The layout in progress.
struct Layout<'a, W> {
    children: Vec<Vec<u32>>,
    knots: Vec<PlacedNode>,
    /// Each node after its parent.
    order: Vec<u32>,
    width: &'a W,
    gap: f64,
}

impl<'a, W: Fn(u32) -> f64> Layout<'a, W> {
    fn new(children: &[Vec<u32>], root: u32, depth: &mut [u32], width: &'a W, gap: f64) -> Self {
        let blank = |id| PlacedNode {
            parent: NONE,
            number: 0,
            preliminary: 0.0,
            modifier: 0.0,
            shift: 0.0,
            change: 0.0,
            thread: NONE,
            ancestor: id,
        };
        let mut knots: Vec<PlacedNode> = (0..children.len() as u32).map(blank).collect();
        let mut kept = vec![Vec::new(); children.len()];
        let mut order = vec![root];
        depth[root as usize] = 0;
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &child in &children[node as usize] {
                if depth.get(child as usize) != Some(&u32::MAX) {
                    continue;
                }
                depth[child as usize] = depth[node as usize] + 1;
                let of_node: &mut Vec<u32> = &mut kept[node as usize];
                let knot = &mut knots[child as usize];
                (knot.parent, knot.number) = (node, of_node.len() as u32);
                of_node.push(child);
                order.push(child);
            }
        }
        Self { children: kept, knots, order, width, gap }
    }

    fn knot(&mut self, node: u32) -> &mut PlacedNode {
        &mut self.knots[node as usize]
    }

    /// The least distance between the centres of two neighbours.
    fn distance(&self, left: u32, right: u32) -> f64 {
        ((self.width)(left) + (self.width)(right)) / 2.0 + self.gap
    }

    /// Places the children of a node side by side; their own subtrees are already placed.
    fn place(&mut self, node: u32) {
        let children = std::mem::take(&mut self.children[node as usize]);
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else {
            return;
        };
        let mut ancestor = first;
        for (at, &child) in children.iter().enumerate() {
            // So far, the child is only placed relative to its own children.
            let own = self.knot(child).preliminary;
            if at > 0 {
                let left = children[at - 1];
                let x = self.knots[left as usize].preliminary + self.distance(left, child);
                let modifier = if self.children_of(child) { x - own } else { 0.0 };
                let knot = self.knot(child);
                (knot.preliminary, knot.modifier) = (x, modifier);
                ancestor = self.apportion(&children, at, ancestor);
            }
        }
        self.children[node as usize] = children;
        self.shift_children(node);
        let (left, right) =
            (self.knots[first as usize].preliminary, self.knots[last as usize].preliminary);
        self.knot(node).preliminary = (left + right) / 2.0;
    }

    fn children_of(&self, node: u32) -> bool {
        !self.children[node as usize].is_empty()
    }

    fn next_left(&self, node: u32) -> u32 {
        let first = self.children[node as usize].first();
        first.copied().unwrap_or(self.knots[node as usize].thread)
    }

    fn next_right(&self, node: u32) -> u32 {
        let last = self.children[node as usize].last();
        last.copied().unwrap_or(self.knots[node as usize].thread)
    }

    /// Moves the subtree of a child to the right until it clears those on its left.
    fn apportion(&mut self, siblings: &[u32], at: usize, mut ancestor: u32) -> u32 {
        let node = siblings[at];
        let (mut inside_right, mut outside_right) = (node, node);
        let (mut inside_left, mut outside_left) = (siblings[at - 1], siblings[0]);
        let modifier = |layout: &Self, node: u32| layout.knots[node as usize].modifier;
        let mut sum_inside_right = modifier(self, inside_right);
        let mut sum_outside_right = modifier(self, outside_right);
        let mut sum_inside_left = modifier(self, inside_left);
        let mut sum_outside_left = modifier(self, outside_left);
        loop {
            let (left, right) = (self.next_right(inside_left), self.next_left(inside_right));
            if left == NONE || right == NONE {
                break;
            }
            (inside_left, inside_right) = (left, right);
            outside_left = self.next_left(outside_left);
            outside_right = self.next_right(outside_right);
            self.knot(outside_right).ancestor = node;
            let preliminary = |node: u32| self.knots[node as usize].preliminary;
            let shift = preliminary(inside_left) + sum_inside_left
                - (preliminary(inside_right) + sum_inside_right)
                + self.distance(inside_left, inside_right);
            if shift > 0.0 {
                let parent = self.knots[node as usize].parent;
                let candidate = self.knots[inside_left as usize].ancestor;
                let is_sibling = self.knots[candidate as usize].parent == parent;
                let mover = if is_sibling { candidate } else { ancestor };
                self.move_subtree(mover, node, shift);
                sum_inside_right += shift;
                sum_outside_right += shift;
            }
            sum_inside_left += modifier(self, inside_left);
            sum_inside_right += modifier(self, inside_right);
            sum_outside_left += modifier(self, outside_left);
            sum_outside_right += modifier(self, outside_right);
        }
        let left = self.next_right(inside_left);
        if left != NONE && self.next_right(outside_right) == NONE {
            let knot = self.knot(outside_right);
            knot.thread = left;
            knot.modifier += sum_inside_left - sum_outside_right;
        }
        let right = self.next_left(inside_right);
        if right != NONE && self.next_left(outside_left) == NONE {
            let knot = self.knot(outside_left);
            knot.thread = right;
            knot.modifier += sum_inside_right - sum_outside_left;
            ancestor = node;
        }
        ancestor
    }

    fn move_subtree(&mut self, left: u32, right: u32, shift: f64) {
        let from = self.knots[left as usize].number;
        let knot = self.knot(right);
        let between = f64::from(knot.number.saturating_sub(from).max(1));
        knot.change -= shift / between;
        knot.shift += shift;
        knot.preliminary += shift;
        knot.modifier += shift;
        self.knot(left).change += shift / between;
    }

    /// Spreads the children between two that were moved apart.
    fn shift_children(&mut self, node: u32) {
        let (mut shift, mut change) = (0.0, 0.0);
        let children = std::mem::take(&mut self.children[node as usize]);
        for &child in children.iter().rev() {
            let knot = self.knot(child);
            knot.preliminary += shift;
            knot.modifier += shift;
            change += knot.change;
            shift += knot.shift + change;
        }
        self.children[node as usize] = children;
    }
}
