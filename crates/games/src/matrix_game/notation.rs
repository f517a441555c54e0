//! The notation: the numbers of the row and the column.

use tremaux_core::ParseError;

use super::rules::{Choice, MatrixGame};
use crate::history::history_notation;

history_notation!(MatrixGame, |_before, choice, out| match choice {
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
        Self::new(&rows).ok_or_else(|| {
            let columns = rows[0].len();
            let odd = rows.iter().position(|row| row.is_empty() || row.len() != columns);
            let expected = match odd {
                Some(_) => "rows of payoffs, all of the same length".to_owned(),
                None => format!("at most {} rows and columns of payoffs", Self::MOST),
            };
            ParseError::about(text, texts[odd.unwrap_or(0)], expected)
        })
    }
}
