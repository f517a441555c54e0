//! Small graphs written by hand, one arc per line.
//!
//! `FROM TO COST` is an arc between two named nodes; without a cost it costs 1. The cost may also
//! be one of the attributes in braces that `NetworkX` writes: `FROM TO {'weight': 4}`. A sign may
//! stand between the nodes, then on every line: `FROM -> TO COST` is an arc, `FROM -- TO COST` one
//! in both directions. A text of a single line may have several arcs, separated by `;`. A comment
//! begins with `#` at the start of a line or after a blank, not within a word; a line that begins
//! with `%` and a blank is a comment, too. Other lines that begin with `%` apply to the whole
//! graph:
//!
//! * `%undirected`: every line is an arc in both directions;
//! * `%simple`: parallel arcs are an error;
//! * `%node NAME [X Y]`: a node and its coordinates. If there is one such line, arcs may only
//!   join nodes declared this way;
//! * `%h NAME NUMBER`, anywhere: an estimate of the cost from a node to the goal. All nodes have
//!   one or none.

use std::collections::HashSet;
use std::str::SplitWhitespace;

use super::estimates::EstimatesRead;
use super::link_costs::{Attribute, CostKey, LinkCosts};
use super::{ArcCost, ESTIMATE, Graph, GraphBuilder, Point, estimate, finite};
use crate::tokens::{Syntax, Tokens};
use tremaux_core::ParseError;

/// Signs between the nodes of an arc, and whether it leads one way only.
const SIGNS: [(&str, bool); 3] = [("->", true), ("--", false), ("<->", false)];

/// The arcs of a text, one a line; those of a single line are separated by `;`.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let is_line = !text.trim().contains(['\n', '{']);
    text.split(move |c| c == '\n' || is_line && c == ';')
}

/// A line without its comment, and the comment. A `#` within a word or attributes begins none.
fn without_comment(line: &str) -> (&str, &str) {
    let begins = |&at: &usize| {
        let before = &line[..at];
        before.chars().next_back().is_none_or(char::is_whitespace)
            && (!before.contains('{') || before.trim_end().ends_with('}'))
    };
    let comment = line.match_indices('#').map(|(at, _)| at).find(begins);
    line.split_at(comment.unwrap_or(line.len()))
}

/// Fails if the text is a matrix of numbers, of which three rows could be three arcs.
fn reject_matrix(text: &str) -> Result<(), ParseError> {
    const ARC: usize = 3;
    let rows =
        || text.lines().map(|line| without_comment(line).0.trim()).filter(|it| !it.is_empty());
    let Some(first) = rows().next() else { return Ok(()) };
    let columns = first.split_whitespace().count();
    let is_row = |row: &str| {
        let is_number = |word: &str| matches!(word, "-" | "∞") || word.parse::<f64>().is_ok();
        row.split_whitespace().count() == columns && row.split_whitespace().all(is_number)
    };
    let has_zeros = || {
        let cells = rows().enumerate().map(|(at, row)| row.split_whitespace().nth(at));
        cells.into_iter().all(|cell| cell.and_then(finite) == Some(0.0))
    };
    let is_small = columns == ARC && rows().take(ARC + 1).count() == ARC && has_zeros();
    if columns < ARC || columns == ARC && !is_small || !rows().all(is_row) {
        return Ok(());
    }
    let offset = first.as_ptr() as usize - text.as_ptr() as usize;
    let found = format!("a matrix of {} rows and {columns} columns", rows().count());
    let expected = "a list of arcs: a line `FROM TO COST` for each entry of the matrix";
    Err(ParseError::at(text, offset, first.len(), found, expected))
}

/// What stands between braces in Python.
const SYNTAX: &Syntax = &Syntax {
    signs: &["{", "}", "[", "]", "(", ")", ":", ","],
    quotes: &['\'', '"'],
    has_escapes: false,
    has_angles: false,
    comments: &[],
    is_in_word: |c| !c.is_whitespace() && !"{}[]():,\"'".contains(c),
};

/// The attributes in braces at the end of a line, which Python writes: `{'weight': 4}`.
fn attributes<'a>(text: &'a str, braces: &'a str) -> Result<Vec<Attribute<'a>>, ParseError> {
    let mut tokens = Tokens::new(text, braces, SYNTAX);
    let end = &braces[braces.len()..];
    let unclosed = || ParseError::about(text, end, "`}` at the end of the attributes");
    tokens.expect("{")?;
    let mut attributes: Vec<Attribute<'a>> = Vec::new();
    while !tokens.take_if("}")? {
        let written = tokens.take()?;
        let Some(key) = written.strip_prefix(['\'', '"']).map(|key| &key[..key.len() - 1]) else {
            let expected = "an attribute such as `'weight': 4`";
            return Err(if written.is_empty() {
                unclosed()
            } else {
                tokens.wrong(written, expected)
            });
        };
        if attributes.iter().any(|it| it.key == key) {
            return Err(tokens.wrong(written, format!("only one `{key}` of a link")));
        }
        if !tokens.take_if(":")? {
            return tokens.expected("`:` and the value of the attribute");
        }
        let (first, mut depth) = (tokens.peek()?, 0_usize);
        let mut last = &first[..0];
        while depth > 0 || ![",", "}"].contains(&tokens.peek()?) {
            last = tokens.take()?;
            match last {
                "" => return Err(unclosed()),
                "[" | "(" | "{" => depth += 1,
                "]" | ")" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        attributes.push(Attribute { key: key.into(), written, value: tokens.between(first, last) });
        tokens.take_if(",")?;
    }
    if !tokens.peek()?.is_empty() {
        return tokens.expected("the end of the line");
    }
    Ok(attributes)
}

/// Reads a graph. Nodes are numbered in the order in which they are first named.
///
/// # Errors
///
/// Returns the line and column of the first word that is wrong or missing.
///
/// ```
/// use tremaux::maps::graph::edge_list;
/// let graph = edge_list::parse::<u32>("%undirected\nhome shop 4\nshop work 3\n")?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (3, 4));
/// let error = edge_list::parse::<u32>("home shop -4").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 11));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_by(text, CostKey::Default)
}

/// Like [`parse`], for a list whose arcs have their costs under this key of their attributes: also
/// returns the place of an arc without one.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    reject_matrix(text)?;
    let mut list = List {
        text,
        builder: GraphBuilder::new(0),
        costs: LinkCosts::new(cost_key, ""),
        seen: HashSet::new(),
        is_undirected: false,
        is_simple: false,
        is_declared: false,
        has_signs: None,
        places: 0,
        arc_words: 0,
        arcs_in_comments: 0,
        estimates: Vec::new(),
    };
    for row in rows(text) {
        let (line, comment) = without_comment(row);
        let line = line.trim_end();
        let line = line.strip_suffix(';').unwrap_or(line);
        let mut words = line.split_whitespace();
        match words.next() {
            None => list.count_comment(comment),
            Some(first) if first.starts_with('%') => list.read_rule(line, first, words)?,
            Some(first) => list.read_arc(line, comment, (first, words))?,
        }
    }
    if list.has_signs == Some(false) && !list.is_undirected {
        list.builder.assume_one_way();
    }
    list.add_estimates()?;
    let List { builder, costs, arcs_in_comments, .. } = list;
    let note = match arcs_in_comments {
        0 => None,
        1 => Some("1 line that begins with `#` reads as an arc and is left out".to_owned()),
        count => Some(format!("{count} lines that begin with `#` read as arcs and are left out")),
    };
    builder.finish(text, costs.notes().into_iter().chain(note))
}

/// A list that is being read.
struct List<'a, 'k, C> {
    text: &'a str,
    builder: GraphBuilder<C>,
    costs: LinkCosts<'k>,
    /// The ends of the arcs so far.
    seen: HashSet<(u32, u32)>,
    is_undirected: bool,
    is_simple: bool,
    /// Whether arcs may only use nodes that are declared.
    is_declared: bool,
    /// Whether signs stand between the nodes of an arc; `None` before the first arc.
    has_signs: Option<bool>,
    /// The number of nodes with coordinates.
    places: usize,
    /// The number of words of the last arc.
    arc_words: usize,
    /// The number of lines that begin with `#` and would be arcs without it.
    arcs_in_comments: usize,
    /// The names of nodes and their estimates.
    estimates: Vec<(&'a str, f64)>,
}

impl<'a, C: ArcCost> List<'a, '_, C> {
    fn wrong(&self, word: &str, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.text, word, expected)
    }

    /// Counts a comment that could be an arc from a node whose name begins with `#`.
    fn count_comment(&mut self, comment: &str) {
        let words = || comment.split_whitespace();
        let has_name = words().next().is_some_and(|word| word.len() > 1);
        let has_cost = words().nth(2).is_none_or(|word| C::parse(word).is_some());
        if has_name && has_cost && words().count() == self.arc_words.max(2) {
            self.arcs_in_comments += 1;
        }
    }

    /// Reads a line that applies to the whole graph.
    fn read_rule(
        &mut self,
        line: &'a str,
        rule: &'a str,
        mut words: SplitWhitespace<'a>,
    ) -> Result<(), ParseError> {
        let is_late = self.has_signs.is_some();
        let is_node = rule == "%node";
        match rule {
            "%" => return Ok(()),
            "%undirected" | "%simple" | "%node" if is_late && !(is_node && self.is_declared) => {
                return Err(self.wrong(rule, "this line before the first arc"));
            }
            "%undirected" => self.is_undirected = true,
            "%simple" => self.is_simple = true,
            "%node" => self.read_node(line, &mut words)?,
            "%h" => self.read_estimate(line, &mut words)?,
            _ => return Err(self.wrong(rule, "`%undirected`, `%simple`, `%node` or `%h`")),
        }
        match words.next() {
            Some(word) => Err(self.wrong(word, "the end of the line")),
            None => Ok(()),
        }
    }

    /// Reads the name of a node, and its coordinates if there are any.
    fn read_node(
        &mut self,
        line: &'a str,
        words: &mut SplitWhitespace<'a>,
    ) -> Result<(), ParseError> {
        self.is_declared = true;
        let end = end_of(line);
        let name = words.next().ok_or_else(|| self.wrong(end, "the name of a node"))?;
        if self.builder.named(name).is_some() {
            return Err(self.wrong(name, "a name not used by another node"));
        }
        let coordinate =
            |word: &'a str| finite(word).ok_or_else(|| self.wrong(word, "a coordinate"));
        let [x, y] = [words.next(), words.next()].map(|word| word.map(coordinate).transpose());
        let (x, y) = (x?, y?);
        match (x, y) {
            (Some(_), None) => return Err(self.wrong(end, "a second coordinate")),
            (None, _) if self.places > 0 => {
                return Err(self.wrong(end, "coordinates, as the other nodes have them"));
            }
            (Some(_), _) if self.places < self.builder.node_count() => {
                return Err(self.wrong(name, "no coordinates, as the other nodes have none"));
            }
            _ => {}
        }
        self.builder.add_named_node(name);
        if let (Some(x), Some(y)) = (x, y) {
            self.places += 1;
            self.builder.add_point(Point { x, y });
        }
        Ok(())
    }

    /// Reads the name of a node and its estimate.
    fn read_estimate(
        &mut self,
        line: &'a str,
        words: &mut SplitWhitespace<'a>,
    ) -> Result<(), ParseError> {
        let missing = |what: &str| self.wrong(end_of(line), what);
        let name = words.next().ok_or_else(|| missing("the name of a node"))?;
        let word = words.next().ok_or_else(|| missing(ESTIMATE))?;
        let h = estimate(word).ok_or_else(|| self.wrong(word, ESTIMATE))?;
        self.estimates.push((name, h));
        Ok(())
    }

    /// Gives the nodes their estimates: all of them have one, or none.
    fn add_estimates(&mut self) -> Result<(), ParseError> {
        let mut known = EstimatesRead::default();
        for &(name, h) in &self.estimates {
            let node = self.builder.named(name);
            let node = node.ok_or_else(|| self.wrong(name, "a node of the graph"))?;
            if !known.add(node, h) {
                return Err(self.wrong(name, "only one estimate of a node"));
            }
        }
        known.give(&mut self.builder).map_err(|name| {
            let expected = format!("a line `%h` for every node or for none: `{name}` has none");
            ParseError::at_end(self.text, expected)
        })
    }

    /// Reads an arc: its first node and the words after it.
    fn read_arc(
        &mut self,
        line: &'a str,
        comment: &'a str,
        (first, mut words): (&'a str, SplitWhitespace<'a>),
    ) -> Result<(), ParseError> {
        let missing = || match comment {
            "" => self.wrong(end_of(line), "the node an arc leads to"),
            _ => {
                let expected = "the node an arc leads to: after a blank, `#` begins a comment (CSV \
                                has names that begin with `#`)";
                self.wrong(comment.trim_end(), expected)
            }
        };
        let mut second = words.next().ok_or_else(missing)?;
        let sign = SIGNS.iter().find(|(sign, _)| *sign == second);
        if sign.is_some() {
            second = words.next().ok_or_else(missing)?;
        }
        let one_way = self.check_sign(first, second, sign)?;
        let (tail, head) = (self.node(first)?, self.node(second)?);
        self.arc_words = 2;
        let cost = match words.next() {
            Some(word) if word.starts_with('{') => {
                let from = word.as_ptr() as usize - line.as_ptr() as usize;
                words = "".split_whitespace();
                let attributes = attributes(self.text, line[from..].trim_end())?;
                self.costs.read(self.text, line.trim(), &attributes)?
            }
            word => {
                self.arc_words += usize::from(word.is_some());
                self.costs.read_plain(self.text, word)?
            }
        };
        if let Some(word) = words.next() {
            return Err(self.wrong(word, "the end of the line"));
        }
        if self.is_simple
            && !(self.seen.insert((tail, head))
                && (one_way || tail == head || self.seen.insert((head, tail))))
        {
            let expected = "at most one arc between two nodes, as `%simple` requires";
            return Err(self.wrong(first, expected));
        }
        self.builder.add_link(tail, head, cost, one_way);
        Ok(())
    }

    /// Whether the arc between two words leads one way only. Signs stand on every line or on none.
    fn check_sign(
        &mut self,
        first: &str,
        second: &str,
        sign: Option<&(&str, bool)>,
    ) -> Result<bool, ParseError> {
        let is_joined = |word: &str| SIGNS.iter().any(|(sign, _)| word.contains(sign));
        let is_cost = second.starts_with('{') || C::parse(second).is_some();
        if sign.is_none() && is_cost && is_joined(first) {
            let expected = "blanks before and after `->` or `--` between two nodes";
            return Err(self.wrong(first, expected));
        }
        if *self.has_signs.get_or_insert(sign.is_some()) != sign.is_some() {
            let expected = "`->` or `--` between the nodes of every arc or of none";
            return Err(self.wrong(second, expected));
        }
        match sign {
            Some((_, true)) if self.is_undirected => {
                Err(self.wrong(second, "no `->` before this node in a list with `%undirected`"))
            }
            Some((_, one_way)) => Ok(*one_way),
            None => Ok(!self.is_undirected),
        }
    }

    /// The node of this name.
    fn node(&mut self, name: &str) -> Result<u32, ParseError> {
        match self.builder.named(name) {
            Some(number) => Ok(number),
            None if self.is_declared => {
                Err(self.wrong(name, "a node declared by an earlier `%node` line"))
            }
            None => Ok(self.builder.add_named_node(name)),
        }
    }
}

/// The place after the last word of a line.
fn end_of(line: &str) -> &str {
    let line = line.trim_end();
    &line[line.len()..]
}
