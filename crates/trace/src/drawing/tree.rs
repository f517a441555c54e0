//! Searches as tidy trees, with boards in their nodes.

use super::part::{self, Part, Role};
use super::{Style, caption, tally};
use crate::header::TraceShape;
use crate::picture::{Board, CellGrid, Legend, Paint, Point, Rect, Svg, Theme, TidyTree, legend};
use crate::replay::Trace;

/// The size of a cell of a board, in pixels.
const CELL: f64 = 15.0;
/// The font size in a node.
const LETTER: f64 = 10.0;
/// The margin of a node.
const PADDING: f64 = 5.0;

/// A node as it is drawn.
struct NodeBox {
    board: Option<Board>,
    lines: Vec<String>,
    role: Role,
    width: f64,
    height: f64,
}

impl NodeBox {
    fn of(trace: &Trace, id: u32) -> Self {
        let board = part::board(&trace.nodes[id as usize]);
        let mut lines = part::values(trace, id);
        if board.is_none() {
            lines.insert(0, part::name(trace, id));
        }
        let words = lines.iter().map(|line| legend::text_width(line, LETTER)).fold(0.0, f64::max);
        let (wide, high) = board.as_ref().map_or((0.0, 0.0), |board| {
            (board.columns() as f64 * CELL, board.rows.len() as f64 * CELL)
        });
        let width = wide.max(words).max(20.0) + 2.0 * PADDING;
        let gap = if board.is_some() && !lines.is_empty() { 3.0 } else { 0.0 };
        let height = high + gap + lines.len() as f64 * (LETTER + 3.0) + 2.0 * PADDING;
        Self { board, lines, role: Role::of(trace, id), width, height }
    }

    /// So many moves that were cut off.
    fn of_cut(count: u32) -> Self {
        let lines = vec![part::cut_in_words(count)];
        let width = legend::text_width(&lines[0], LETTER) + 2.0 * PADDING;
        let height = LETTER + 3.0 + 2.0 * PADDING;
        Self { board: None, lines, role: Role::Cut, width, height }
    }

    fn draw(&self, svg: &mut Svg, style: Style, is_on_path: bool) {
        let theme = &style.theme;
        let fill = if self.role == Role::Path { theme.paper } else { self.role.color(theme) };
        let (line, breadth) = match is_on_path || self.role == Role::Path {
            true => (theme.path, 3.0),
            false => (theme.faint, 1.0),
        };
        let outline = Point::default().rect(self.width, self.height);
        svg.rounded(outline, 4.0, Paint::new(fill, line, breadth));
        let mut y = PADDING;
        if let Some(board) = &self.board {
            let (columns, rows) = (board.columns(), board.rows.len());
            let corner = Point::new((self.width - columns as f64 * CELL) / 2.0, y);
            board.draw(svg, theme, &CellGrid { corner, side: CELL, columns, rows });
            y += rows as f64 * CELL + 3.0;
        }
        for line in &self.lines {
            let at = Point::new(self.width / 2.0, y + LETTER / 2.0 + 1.0);
            svg.text(at, LETTER, theme.on_color, line);
            y += LETTER + 3.0;
        }
    }
}

/// The boxes of a part of a trace and where they are.
struct Layout {
    /// The boxes of the drawn nodes; the box after that of the artificial root and those that
    /// follow are of moves that were cut off.
    boxes: Vec<Option<NodeBox>>,
    tree: TidyTree,
    /// The top of each depth.
    tops: Vec<f64>,
    /// The bottom of the last.
    bottom: f64,
    /// Where the tree begins.
    left: f64,
}

/// The space between two depths.
const BETWEEN: f64 = 42.0;
const MARGIN: f64 = 14.0;

impl Layout {
    fn of(trace: &Trace, part: &mut Part) -> Self {
        let mut boxes: Vec<Option<NodeBox>> = Vec::new();
        boxes.resize_with(trace.nodes.len() + 1, || None);
        for &id in &part.nodes {
            boxes[id as usize] = Some(NodeBox::of(trace, id));
        }
        // An artificial root above all roots; not drawn.
        let above = trace.nodes.len() as u32;
        part.children.push(part.roots.clone());
        for &(parent, count) in &part.cut {
            part.children[parent as usize].push(boxes.len() as u32);
            part.children.push(Vec::new());
            boxes.push(Some(NodeBox::of_cut(count)));
        }
        let width = |id: u32| boxes[id as usize].as_ref().map_or(0.0, |it| it.width);
        let tree = TidyTree::new(&part.children, above, width, 12.0);
        let mut heights: Vec<f64> = Vec::new();
        for (node_box, &depth) in boxes.iter().zip(&tree.depth) {
            let Some(node_box) = node_box.as_ref().filter(|_| depth != u32::MAX) else { continue };
            let depth = depth as usize - 1;
            if heights.len() <= depth {
                heights.resize(depth + 1, 0.0);
            }
            heights[depth] = heights[depth].max(node_box.height);
        }
        let (mut tops, mut bottom) = (Vec::new(), MARGIN + legend::HEIGHT - BETWEEN);
        for height in heights {
            tops.push(bottom + BETWEEN);
            bottom += BETWEEN + height;
        }
        Self { boxes, tree, tops, bottom, left: 0.0 }
    }

    /// The middle of the top of a box.
    fn top(&self, id: u32) -> Option<Point> {
        let depth = *self.tree.depth.get(id as usize)?;
        let top = *self.tops.get((depth as usize).checked_sub(1)?)?;
        Some(Point::new(self.left + self.tree.x[id as usize], top))
    }

    /// The middle of the bottom of a box.
    fn foot(&self, id: u32) -> Option<Point> {
        let node_box = self.boxes.get(id as usize)?.as_ref()?;
        Some(self.top(id)?.moved(0.0, node_box.height))
    }

    /// Draws the line to a node from its parent, and the action.
    fn draw_line(&self, svg: &mut Svg, theme: &Theme, trace: &Trace, id: u32) {
        let node = &trace.nodes[id as usize];
        let parent = node.parent.filter(|&parent| (parent as usize) < trace.nodes.len());
        let ends = parent.and_then(|parent| Some((parent, self.foot(parent)?, self.top(id)?)));
        let Some((parent, from, to)) = ends else { return };
        let is_on_path = node.is_on_path && trace.nodes[parent as usize].is_on_path;
        let (color, breadth) = if is_on_path { (theme.path, 3.0) } else { (theme.faint, 1.2) };
        svg.line(from, to, color, breadth);
        if !node.action.is_empty() {
            let middle = from.toward(to, 0.62);
            let wide = legend::text_width(&node.action, 9.5) + 4.0;
            svg.rect(Rect::around(middle, wide, 12.0), theme.ground);
            svg.text(middle, 9.5, theme.ink, &node.action);
        }
    }
}

/// Draws a part of the search as a tree.
pub(super) fn draw(trace: &Trace, style: Style) -> String {
    let theme = &style.theme;
    let mut part = Part::of(trace, style.most_nodes);
    let mut layout = Layout::of(trace, &mut part);

    let is_game = trace.header.shape == TraceShape::Game;
    let roles = part.roles(trace).map(|role| (role.color(theme), role.in_words(is_game)));
    let counts = match part.drawn(trace) {
        Some(drawn) => format!("{} · {drawn}", tally(trace)),
        None => tally(trace),
    };
    let colors: Vec<_> = roles.collect();
    let legend = Legend { caption: &caption(trace), counts: &counts, colors: &colors };
    let width = layout.tree.width.max(legend.width()) + 2.0 * MARGIN;
    let height = (layout.bottom + MARGIN).max(legend::HEIGHT + 2.0 * MARGIN);
    layout.left = (width - layout.tree.width) / 2.0;
    let mut svg = legend.begin(theme, width, height, MARGIN);

    // Lines first, so that nodes cover their ends.
    for &id in &part.nodes {
        layout.draw_line(&mut svg, theme, trace, id);
    }
    let cut = trace.nodes.len() as u32 + 1..layout.boxes.len() as u32;
    for (&(parent, _), id) in part.cut.iter().zip(cut.clone()) {
        if let Some((from, to)) = layout.foot(parent).zip(layout.top(id)) {
            svg.line(from, to, theme.cut, 1.2);
        }
    }
    for id in part.nodes.iter().copied().chain(cut) {
        if let (Some(top), Some(node_box)) = (layout.top(id), &layout.boxes[id as usize]) {
            svg.group(top.moved(-node_box.width / 2.0, 0.0), "node");
            let is_on_path = trace.nodes.get(id as usize).is_some_and(|node| node.is_on_path);
            node_box.draw(&mut svg, style, is_on_path);
            svg.end_group();
        }
    }
    svg.finish()
}
