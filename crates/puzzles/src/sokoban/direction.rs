//! The four directions.

/// A direction of a step or a push, named by its letter in solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// `u`
    Up,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `d`
    Down,
}

impl Direction {
    /// All directions; each is as far from the front as its opposite is from the back.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The lower-case letter of a step; a push has the upper-case one.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        ['u', 'l', 'r', 'd'][self as usize]
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }
}
