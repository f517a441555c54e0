//! Colours for the parts of pictures.

/// Colours by their role.
///
/// The hues are those of Okabe and Ito (2008), which are distinguishable with any kind of colour
/// vision; they also differ in lightness, so that they are distinguishable in greyscale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The background.
    pub ground: &'static str,
    /// Letters and outlines.
    pub ink: &'static str,
    /// Less important lines and letters.
    pub faint: &'static str,
    /// Obstacles.
    pub wall: &'static str,
    /// Boxes and cells without a role.
    pub paper: &'static str,
    /// The initial state.
    pub start: &'static str,
    /// A goal.
    pub goal: &'static str,
    /// States on the open list.
    pub open: &'static str,
    /// Expanded states.
    pub expanded: &'static str,
    /// The plan or the principal variation.
    pub path: &'static str,
    /// Pruned states.
    pub cut: &'static str,
    /// Positions answered by the table.
    pub table: &'static str,
    /// A won position.
    pub win: &'static str,
    /// A drawn position.
    pub draw: &'static str,
    /// A lost position.
    pub loss: &'static str,
    /// Letters on coloured parts.
    pub on_color: &'static str,
}

impl Theme {
    /// A light theme.
    pub const LIGHT: Self = Self {
        ground: "#ffffff",
        ink: "#1f2328",
        faint: "#8b949e",
        wall: "#3b4252",
        paper: "#f3f4f6",
        start: "#009e73",
        goal: "#cc79a7",
        open: "#f0e442",
        expanded: "#a6d4f2",
        path: "#d55e00",
        cut: "#d0d4da",
        table: "#e8c6dc",
        win: "#8fd3bd",
        draw: "#f3ecb0",
        loss: "#f2b58a",
        on_color: "#1f2328",
    };

    /// A dark theme.
    pub const DARK: Self = Self {
        ground: "#14171c",
        ink: "#e6e9ee",
        faint: "#7d8590",
        wall: "#5b6373",
        paper: "#22272f",
        start: "#00b384",
        goal: "#d98cb7",
        open: "#8a8320",
        expanded: "#1f5f8a",
        path: "#ff8c3a",
        cut: "#333a44",
        table: "#5e3a52",
        win: "#1d6b55",
        draw: "#5f5a1d",
        loss: "#7f4419",
        on_color: "#f4f6f8",
    };
}
