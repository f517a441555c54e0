//! Searches as tidy trees, with boards in their nodes.

use super::part::{self, Part, Role};
use super::{Style, caption, tally};
use crate::header::TraceShape;
use crate::picture::{Board, Piece, Svg, Theme, TidyTree, legend};
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
        svg.rounded((0.0, 0.0), (self.width, self.height), 4.0, (fill, line, breadth));
        let mut y = PADDING;
        if let Some(board) = &self.board {
            let left = (self.width - board.columns() as f64 * CELL) / 2.0;
            let (is_of_lines, is_of_squares) = (board.is_of_lines(), board.is_of_squares());
            if is_of_lines {
                let size = (board.columns() as f64 * CELL, board.rows.len() as f64 * CELL);
                svg.rounded((left, y), size, 0.0, (theme.ground, theme.faint, 0.6));
            }
            for (at, row) in board.rows.iter().enumerate() {
                for (column, cell) in row.iter().enumerate() {
                    let (x, top) = (left + column as f64 * CELL, y + at as f64 * CELL);
                    if is_of_lines {
                        draw_line(svg, theme, (x, top), cell);
                        continue;
                    }
                    if is_of_squares {
                        draw_square(svg, theme, (x, top), cell);
                        continue;
                    }
                    let is_blank = Board::is_blank(cell);
                    let paper = if is_blank { theme.cut } else { theme.ground };
                    svg.rounded((x, top), (CELL, CELL), 0.0, (paper, theme.faint, 0.6));
                    if !is_blank {
                        let size = if cell.chars().count() > 2 { 7.0 } else { LETTER };
                        let middle = (x + CELL / 2.0, top + CELL / 2.0);
                        svg.text(middle, size, theme.ink, cell);
                    }
                }
            }
            y += board.rows.len() as f64 * CELL + 3.0;
        }
        for line in &self.lines {
            let at = (self.width / 2.0, y + LETTER / 2.0 + 1.0);
            svg.text(at, LETTER, theme.on_color, line);
            y += LETTER + 3.0;
        }
    }
}

/// A square of a draughts board with its piece: a man is a disc, a king has a K.
fn draw_square(svg: &mut Svg, theme: &Theme, (x, top): (f64, f64), cell: &str) {
    svg.rounded((x, top), (CELL, CELL), 0.0, (Board::wood(cell), theme.faint, 0.6));
    let Some(Piece { is_king, color, line }) = Board::piece(cell) else { return };
    let middle = (x + CELL / 2.0, top + CELL / 2.0);
    svg.circle(middle, CELL * 0.38, (color, line, 1.0));
    if is_king {
        svg.text(middle, 8.0, line, "K");
    }
}

/// A dot, or a line between dots, which covers its cell and half of each neighbour.
fn draw_line(svg: &mut Svg, theme: &Theme, (x, top): (f64, f64), cell: &str) {
    let middle = (x + CELL / 2.0, top + CELL / 2.0);
    match cell {
        "•" => svg.circle(middle, 2.2, (theme.ink, theme.ink, 0.0)),
        "─" => {
            let (from, to) = ((x - CELL / 2.0, middle.1), (x + CELL * 1.5, middle.1));
            svg.line(from, to, theme.ink, 2.2);
        }
        "│" => {
            let (from, to) = ((middle.0, top - CELL / 2.0), (middle.0, top + CELL * 1.5));
            svg.line(from, to, theme.ink, 2.2);
        }
        _ => {}
    }
}

/// Draws a part of the search as a tree.
pub(super) fn draw(trace: &Trace, style: Style) -> String {
    let theme = &style.theme;
    let mut part = Part::of(trace, style.most_nodes);
    let mut cards: Vec<Option<NodeBox>> = Vec::new();
    cards.resize_with(trace.nodes.len() + 1, || None);
    for &id in &part.nodes {
        cards[id as usize] = Some(NodeBox::of(trace, id));
    }
    // An artificial root above all roots; not drawn. Then what was cut off and is no node.
    let above = trace.nodes.len() as u32;
    part.children.push(part.roots.clone());
    for &(parent, count) in &part.cut {
        part.children[parent as usize].push(cards.len() as u32);
        part.children.push(Vec::new());
        cards.push(Some(NodeBox::of_cut(count)));
    }
    let width = |id: u32| cards[id as usize].as_ref().map_or(0.0, |card| card.width);
    let tree = TidyTree::new(&part.children, above, width, 12.0);

    let mut heights: Vec<f64> = Vec::new();
    let cut = above + 1..cards.len() as u32;
    for id in part.nodes.iter().copied().chain(cut) {
        let depth = tree.depth[id as usize];
        if depth == u32::MAX {
            continue;
        }
        let depth = depth as usize - 1;
        if heights.len() <= depth {
            heights.resize(depth + 1, 0.0);
        }
        let high = cards[id as usize].as_ref().map_or(0.0, |card| card.height);
        heights[depth] = heights[depth].max(high);
    }
    let between = 42.0;
    let (margin, mut tops) = (14.0, Vec::with_capacity(heights.len()));
    let mut y = margin + legend::HEIGHT;
    for high in &heights {
        tops.push(y);
        y += high + between;
    }
    let is_game = trace.header.shape == TraceShape::Game;
    let roles = part.roles(trace).map(|role| (role.color(theme), role.in_words(is_game)));
    let colors: Vec<(&str, &str)> = roles.collect();
    let told = match part.drawn(trace) {
        Some(drawn) => format!("{} · {drawn}", tally(trace)),
        None => tally(trace),
    };
    let texts = (caption(trace), told);
    let texts = (texts.0.as_str(), texts.1.as_str());
    let whole = tree.width.max(legend::width(texts, &colors)) + 2.0 * margin;
    let left = (whole - tree.width) / 2.0;
    let height = (y - between + margin).max(legend::HEIGHT + 2.0 * margin);
    let mut svg = Svg::new(whole, height, &format!("{}: {}", texts.0, texts.1));
    svg.rect((0.0, 0.0), (whole, height), theme.ground);
    legend::draw(&mut svg, theme, (margin, margin), texts, &colors);

    let place = |id: u32| {
        let depth = *tree.depth.get(id as usize)?;
        let top = *tops.get((depth as usize).checked_sub(1)?)?;
        Some((left + tree.x[id as usize], top))
    };
    // Lines first, so that nodes cover their ends.
    for &id in &part.nodes {
        let node = &trace.nodes[id as usize];
        let Some((from, to)) = node
            .parent
            .filter(|&parent| (parent as usize) < trace.nodes.len())
            .and_then(|parent| Some(((parent, place(parent)?), place(id)?)))
        else {
            continue;
        };
        let (parent, (x, top)) = from;
        let Some(card) = &cards[parent as usize] else { continue };
        let is_on_path = node.is_on_path && trace.nodes[parent as usize].is_on_path;
        let (color, breadth) = if is_on_path { (theme.path, 3.0) } else { (theme.faint, 1.2) };
        let start = (x, top + card.height);
        svg.line(start, to, color, breadth);
        if !node.action.is_empty() {
            let middle = (start.0 + (to.0 - start.0) * 0.62, start.1 + (to.1 - start.1) * 0.62);
            let wide = legend::text_width(&node.action, 9.5) + 4.0;
            svg.rect((middle.0 - wide / 2.0, middle.1 - 6.0), (wide, 12.0), theme.ground);
            svg.text(middle, 9.5, theme.ink, &node.action);
        }
    }
    let mut cut = above + 1;
    for &(parent, _) in &part.cut {
        if let (Some((x, top)), Some(to), Some(card)) =
            (place(parent), place(cut), &cards[parent as usize])
        {
            svg.line((x, top + card.height), to, theme.cut, 1.2);
        }
        cut += 1;
    }
    for id in part.nodes.iter().copied().chain(above + 1..cut) {
        if let (Some((x, top)), Some(card)) = (place(id), &cards[id as usize]) {
            svg.group((x - card.width / 2.0, top), "node");
            let is_on_path = trace.nodes.get(id as usize).is_some_and(|node| node.is_on_path);
            card.draw(&mut svg, style, is_on_path);
            svg.end_group();
        }
    }
    svg.finish()
}
