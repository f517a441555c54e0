//! The notation: trees as nested brackets, positions as the branches taken.

use std::fmt;

use tremaux_core::{Game, GameDepict, GameNotation, ParseError, Picture, Role, Shape};

use super::rules::{Branch, Entry, GameTree, TreeNode};

impl GameTree {
    /// The maximum nesting depth of brackets.
    pub const MOST_PLIES: usize = 1000;

    /// Reads a tree: numbers are leaves, brackets enclose the children of a node. The root's
    /// brackets may be omitted: `(3 12 8) (2 4 6)` is `((3 12 8) (2 4 6))`. Elements are
    /// separated by spaces or commas.
    ///
    /// # Errors
    ///
    /// Returns the place of an unmatched or empty bracket, of a word that is not a number from
    /// -30000 to 30000 in units of the last decimal, or of the first node beyond the maximum.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let decimals = words(text).map(|(_, word)| decimals_of(word)).max().unwrap_or(0);
        let mut nodes = vec![Entry { parent: 0, children: 0, end: 0, value: 0 }];
        let mut above: Vec<(u32, usize)> = vec![(0, 0)];
        for (at, word) in words(text) {
            let (parent, _) = *above.last().expect("the root stays");
            let is_close = word == ")";
            if is_close {
                if above.len() == 1 {
                    return Err(ParseError::about(
                        text,
                        word,
                        "no closing bracket without an opening one",
                    ));
                }
                if nodes[parent as usize].children == 0 {
                    return Err(ParseError::about(text, word, "a leaf or a node inside"));
                }
                nodes[parent as usize].end = nodes.len() as u32;
                above.pop();
                continue;
            }
            if nodes.len() == Self::MOST_NODES {
                let expected = format!("at most {} nodes", Self::MOST_NODES);
                return Err(ParseError::about(text, word, expected));
            }
            let index = nodes.len() as u32;
            nodes[parent as usize].children += 1;
            if word == "(" {
                if above.len() == Self::MOST_PLIES {
                    let expected = format!("at most {} nested brackets", Self::MOST_PLIES);
                    return Err(ParseError::about(text, word, expected));
                }
                nodes.push(Entry { parent, children: 0, end: 0, value: 0 });
                above.push((index, at));
                continue;
            }
            let value = value_of(word, decimals).ok_or_else(|| {
                let most = decimal(30_000, decimals);
                let expected = format!("a bracket, or a number from -{most} to {most}");
                ParseError::about(text, word, expected)
            })?;
            nodes.push(Entry { parent, children: 0, end: index + 1, value });
        }
        if let [.., (_, opened)] = above[1..] {
            return Err(ParseError::at(text, opened, 1, "`(`", "a `)` to close it"));
        }
        if nodes.len() == 1 {
            return Err(ParseError::at_end(text, "a tree, for example (3 12 8) (2 4 6)"));
        }
        nodes[0].end = nodes.len() as u32;
        let is_wrapped = nodes[0].children == 1 && nodes[1].children > 0;
        Ok(Self { nodes: if is_wrapped { unwrapped(&nodes) } else { nodes }, decimals })
    }

    /// Writes the tree as text that [`GameTree::parse`] can read.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // The ends of the nodes whose brackets are open.
        let mut open: Vec<u32> = Vec::new();
        for (index, entry) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= index as u32) {
                open.pop();
                text.push(')');
            }
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            if entry.children > 0 {
                open.push(entry.end);
                text.push('(');
            } else {
                text += &decimal(entry.value, self.decimals);
            }
        }
        text.extend(open.iter().map(|_| ')'));
        text
    }

    /// The branches from the root to a node.
    fn path(&self, node: &TreeNode) -> Vec<Branch> {
        let mut path = Vec::with_capacity(node.ply as usize);
        let mut index = node.index;
        while index > 0 {
            path.push(self.branch(index));
            index = self.nodes[index as usize].parent;
        }
        path.reverse();
        path
    }
}

/// The tree below the only child of the root.
fn unwrapped(nodes: &[Entry]) -> Vec<Entry> {
    let below = nodes[1..].iter();
    below
        .map(|entry| Entry { parent: entry.parent.saturating_sub(1), end: entry.end - 1, ..*entry })
        .collect()
}

/// The most decimals of a leaf.
pub(super) const MOST_DECIMALS: usize = 3;

/// The number of decimals of a word, at most as many as a leaf may have.
fn decimals_of(word: &str) -> usize {
    let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    decimals.min(MOST_DECIMALS)
}

/// The value of a leaf in units of its last decimal.
fn value_of(word: &str, decimals: usize) -> Option<i32> {
    let (whole, rest) = word.split_once('.').unwrap_or((word, ""));
    let digits = whole.trim_start_matches(['-', '+']).len() + rest.len();
    let is_plain = rest.bytes().all(|byte| byte.is_ascii_digit());
    if rest.len() > decimals || !is_plain || digits == 0 || word.ends_with('.') {
        return None;
    }
    let scaled = format!("{whole}{rest:0<decimals$}");
    scaled.parse().ok().filter(|value| (-30_000..=30_000).contains(value))
}

/// A value as a number with these decimals.
fn decimal(value: i32, decimals: usize) -> String {
    format!("{:.decimals$}", f64::from(value) / 10_f64.powi(decimals as i32))
}

/// Brackets and words, and their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start_matches(is_gap).len());
        let rest = &text[start..];
        let first = rest.chars().next()?;
        let length = if matches!(first, '(' | ')') {
            1
        } else {
            rest.find(|letter| is_gap(letter) || matches!(letter, '(' | ')')).unwrap_or(rest.len())
        };
        at = start + length;
        Some((start, &text[start..at]))
    })
}

/// Positions are written as the branches taken from the root, numbered from 1 and separated by
/// dots: `2.1`; the root is `root`. Moves are the number of the branch.
impl GameNotation for GameTree {
    fn write_position(&self, node: &TreeNode, out: &mut dyn fmt::Write) -> fmt::Result {
        let path = self.path(node);
        if path.is_empty() {
            return out.write_str("root");
        }
        for (nth, branch) in path.iter().enumerate() {
            write!(out, "{}{}", if nth > 0 { "." } else { "" }, branch.0 + 1)?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<TreeNode, ParseError> {
        let mut node = self.initial_state();
        let path = text.trim();
        if path == "root" {
            return Ok(node);
        }
        for word in path.split('.') {
            let branch = self.parse_move(&node, word);
            let branch = branch.map_err(|error| ParseError::about(text, word, error.expected))?;
            self.play(&mut node, branch);
        }
        Ok(node)
    }

    fn write_move(&self, _: &TreeNode, branch: Branch, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", branch.0 + 1)
    }

    fn parse_move(&self, node: &TreeNode, text: &str) -> Result<Branch, ParseError> {
        let word = text.trim();
        let count = self.nodes[node.index as usize].children;
        let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|number| is_plain && (1..=count).contains(number));
        number.map(|number: u32| Branch(number - 1)).ok_or_else(|| {
            let expected = match count {
                0 => "no branch: this is a leaf".to_owned(),
                _ => format!("a branch from 1 to {count}"),
            };
            ParseError::about(text, word, expected)
        })
    }
}

impl GameDepict for GameTree {
    /// Draws the children of a node side by side: a leaf's number, or the number of children.
    fn depict(&self, node: &TreeNode) -> Picture {
        let entry = self.nodes[node.index as usize];
        let number = |x: u32, entry: Entry| {
            let (text, role) = match entry.children {
                0 => (decimal(entry.value, self.decimals), Role::Label),
                children => (format!("({children})"), Role::Piece),
            };
            Shape::Glyph { x: x as i32, y: 0, text, role }
        };
        let shapes = if entry.children == 0 {
            vec![number(0, entry)]
        } else {
            let mut child = node.index + 1;
            let mut next = |x| {
                let entry = self.nodes[child as usize];
                child = entry.end;
                number(x, entry)
            };
            (0..entry.children).map(&mut next).collect()
        };
        Picture { width: entry.children.max(1), height: 1, shapes }
    }
}
