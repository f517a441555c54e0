//! A map under construction.

/// A map under construction: `.` is free, `@` and `T` are blocked.
pub(super) struct Canvas {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) letters: Vec<u8>,
}

impl Canvas {
    pub(super) fn new(width: u16, height: u16, letter: u8) -> Self {
        let letters = vec![letter; usize::from(width) * usize::from(height)];
        Self { width, height, letters }
    }

    pub(super) fn index(&self, x: u16, y: u16) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }

    /// Sets the cells of a rectangle, as far as they are on the map.
    pub(super) fn fill(&mut self, x: u16, y: u16, width: u16, height: u16, letter: u8) {
        let end = x.saturating_add(width).min(self.width);
        for y in y..y.saturating_add(height).min(self.height) {
            let row = self.index(0, y);
            if x < end {
                self.letters[row + usize::from(x)..row + usize::from(end)].fill(letter);
            }
        }
    }
}
