//! The kind of map in a file.

use crate::graph::{colouring, dimacs, dot, gml, matrix_market, pajek, table};
use crate::grid::DrawnMap;
use crate::xml;

/// A kind of map, by the format of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// A grid map, in one of the forms of [`DrawnMap`].
    Grid,
    /// A road network of the ninth DIMACS challenge.
    Dimacs,
    /// A graph in node-link JSON.
    NodeLink,
    /// A graph in `GraphML`.
    GraphMl,
    /// A graph in GEXF.
    Gexf,
    /// A graph in DOT.
    Dot,
    /// A graph in GML.
    Gml,
    /// A graph in the format of Pajek.
    Pajek,
    /// A graph as a sparse matrix in the Matrix Market format.
    MatrixMarket,
    /// An undirected graph of the DIMACS challenge about colouring.
    Colouring,
    /// A graph as CSV.
    Table,
    /// A list of arcs, one a line.
    EdgeList,
}

impl MapKind {
    /// The kind of the map in `text`: by its header if that leaves no doubt, by the extension of
    /// the file's name if it is known, ignoring `.gz` and `.zst`, otherwise by the beginning of
    /// the text. What is drawn as a grid is one in files whose extension does not say how it is
    /// written, too.
    ///
    /// ```
    /// use tremaux_maps::paths::MapKind;
    /// assert_eq!(MapKind::of("roads.gr.gz", ""), MapKind::Dimacs);
    /// assert_eq!(MapKind::of("-", "type octile\nheight 1\n"), MapKind::Grid);
    /// assert_eq!(MapKind::of("-", " {\"nodes\": []}"), MapKind::NodeLink);
    /// assert_eq!(MapKind::of("-", "..#\n...\n"), MapKind::Grid);
    /// assert_eq!(MapKind::of("-", "home,shop,4\nshop,work,3\n"), MapKind::Table);
    /// assert_eq!(MapKind::of("-", "<graphml>"), MapKind::GraphMl);
    /// assert_eq!(MapKind::of("-", "strict graph { a -- b }"), MapKind::Dot);
    /// assert_eq!(MapKind::of("-", "Creator \"me\" graph [ ]"), MapKind::Gml);
    /// assert_eq!(MapKind::of("-", "home shop 4\n"), MapKind::EdgeList);
    /// ```
    pub fn of(name: &str, text: &str) -> Self {
        if let Some(kind) = Self::of_header(text) {
            return kind;
        }
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        let by_name = extension.and_then(Self::of_extension);
        match by_name.filter(|kind| !matches!(kind, Self::NodeLink | Self::Table)) {
            Some(kind) => kind,
            None if DrawnMap::is_drawn(text) => Self::Grid,
            None => by_name.unwrap_or_else(|| Self::of_text(text)),
        }
    }

    /// Extensions of names of files, in lower case and without the dot, with the kinds of their
    /// maps.
    pub const EXTENSIONS: [(&str, Self); 24] = [
        ("map", Self::Grid),
        ("asc", Self::Grid),
        ("npy", Self::Grid),
        ("pbm", Self::Grid),
        ("pgm", Self::Grid),
        ("png", Self::Grid),
        ("tmj", Self::Grid),
        ("tmx", Self::Grid),
        ("gr", Self::Dimacs),
        ("json", Self::NodeLink),
        ("graphml", Self::GraphMl),
        ("gexf", Self::Gexf),
        ("jgf", Self::NodeLink),
        ("cyjs", Self::NodeLink),
        ("dot", Self::Dot),
        ("gv", Self::Dot),
        ("gml", Self::Gml),
        ("net", Self::Pajek),
        ("mtx", Self::MatrixMarket),
        ("col", Self::Colouring),
        ("csv", Self::Table),
        ("tsv", Self::Table),
        ("edges", Self::EdgeList),
        ("edgelist", Self::EdgeList),
    ];

    fn of_extension(extension: &str) -> Option<Self> {
        let mut all = Self::EXTENSIONS.into_iter();
        all.find(|(known, _)| *known == extension).map(|(_, kind)| kind)
    }

    /// The kind of a text whose beginning no other kind has.
    fn of_header(text: &str) -> Option<Self> {
        type IsFormat = fn(&str) -> bool;
        const HEADERS: &[(IsFormat, MapKind)] = &[
            (dot::is_dot, MapKind::Dot),
            (|text| xml::has_root(text, "gexf"), MapKind::Gexf),
            (|text| xml::has_root(text, "graphml"), MapKind::GraphMl),
            (gml::is_gml, MapKind::Gml),
            (pajek::is_pajek, MapKind::Pajek),
            (matrix_market::is_matrix_market, MapKind::MatrixMarket),
            (colouring::is_colouring, MapKind::Colouring),
        ];
        HEADERS.iter().find(|(is_it, _)| is_it(text)).map(|(_, kind)| *kind)
    }

    fn of_text(text: &str) -> Self {
        match text.trim_start().chars().next() {
            Some('{' | '[') => return Self::NodeLink,
            Some('<') => return Self::GraphMl,
            _ => {}
        }
        if dimacs::is_dimacs(text) {
            return Self::Dimacs;
        }
        if table::is_table(text) { Self::Table } else { Self::EdgeList }
    }

    /// Whether links have attributes in `text`, one of which may be their cost.
    #[must_use]
    pub fn has_keys(self, text: &str) -> bool {
        match self {
            Self::Grid | Self::Dimacs | Self::MatrixMarket | Self::Colouring => false,
            Self::EdgeList => text.contains('{'),
            _ => true,
        }
    }
}
