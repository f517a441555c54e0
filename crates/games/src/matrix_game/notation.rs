//! The notation: the numbers of the row and the column.

use tremaux_core::ParseError;

use super::rules::{Choice, MatrixError, MatrixGame};
use crate::history::history_notation;

history_notation!(MatrixGame, 2, |_game, _before, choice, out| match choice {
    Choice::Unseen => out.write_char('?'),
    Choice::Number(number) => write!(out, "{}", u32::from(number) + 1),
});

impl MatrixGame {
    /// Reads rows separated by `/` or line ends, payoffs separated by spaces or commas.
    ///
    /// # Errors
    ///
    /// Returns the first row or payoff that is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut rows = Vec::new();
        let texts: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
        for row in &texts {
            let words = row.split(|letter: char| letter.is_whitespace() || letter == ',');
            let mut payoffs = Vec::new();
            for word in words.filter(|word| !word.is_empty()) {
                match word.parse::<f64>() {
                    Ok(payoff) if payoff.abs() <= 1e9 => payoffs.push(payoff),
                    _ => return Err(ParseError::about(text, word, "a number from -1e9 to 1e9")),
                }
            }
            rows.push(payoffs);
        }
        Self::new(&rows).map_err(|error| {
            let number = match error {
                MatrixError::Ragged(number) => number,
                _ => rows.iter().position(Vec::is_empty).map_or(1, |row| row + 1),
            };
            ParseError::about(text, texts[number - 1], format!("rows of payoffs: {error}"))
        })
    }
}
