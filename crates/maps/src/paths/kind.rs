//! The kind of map in a file.

/// A kind of map, by the format of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// A grid map of the MovingAI benchmarks.
    Grid,
    /// A road network of the ninth DIMACS challenge.
    Dimacs,
    /// A graph in node-link JSON.
    NodeLink,
    /// A list of arcs, one a line.
    EdgeList,
}

impl MapKind {
    /// The kind of the map in `text`: by the extension of the file's name if it is known,
    /// ignoring `.gz` and `.zst`, otherwise by the beginning of the text.
    ///
    /// ```
    /// use tremaux::maps::paths::MapKind;
    /// assert_eq!(MapKind::of("roads.gr.gz", ""), MapKind::Dimacs);
    /// assert_eq!(MapKind::of("-", "type octile\nheight 1\n"), MapKind::Grid);
    /// assert_eq!(MapKind::of("-", " {\"nodes\": []}"), MapKind::NodeLink);
    /// assert_eq!(MapKind::of("-", "home shop 4\n"), MapKind::EdgeList);
    /// ```
    #[must_use]
    pub fn of(name: &str, text: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("map") => Self::Grid,
            Some("gr") => Self::Dimacs,
            Some("json") => Self::NodeLink,
            Some("edges" | "edgelist") => Self::EdgeList,
            _ => Self::of_text(text),
        }
    }

    fn of_text(text: &str) -> Self {
        if text.trim_start().starts_with('{') {
            return Self::NodeLink;
        }
        for line in text.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (None | Some("c"), _) => {}
                (Some("type" | "height" | "width"), Some(_)) if words.next().is_none() => {
                    return Self::Grid;
                }
                (Some("p"), Some("sp")) => return Self::Dimacs,
                (Some("a"), Some(_)) if words.count() == 2 => return Self::Dimacs,
                _ => return Self::EdgeList,
            }
        }
        Self::EdgeList
    }
}
