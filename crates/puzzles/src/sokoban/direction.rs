//! The four ways a player walks.

/// A way to walk or to push, by its letter in solutions.
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
    /// All of them, each as far from the front as its opposite from the back.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The letter of a step: small, as a push has the capital one.
    #[must_use]
    pub const fn letter(self) -> char {
        ['u', 'l', 'r', 'd'][self as usize]
    }

    /// The direction of a letter, small or capital.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.letter() == letter.to_ascii_lowercase())
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }
}
