//! Colours and weight of text output.

/// Whether colours are used.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether there are colours.
    pub is_colored: bool,
}

impl Style {
    /// `text` emphasized.
    pub fn strong(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// `text` in the colour for proved results.
    pub fn proved(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1;32m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// `text` in the colour for results that are not proved.
    pub fn open(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1;33m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
