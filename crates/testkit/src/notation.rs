//! Checks of notations and pictures.

use std::fmt::Debug;

use tremaux_core::parse::floor_char_boundary;
use tremaux_core::{Depict, Notation, Shape};

use crate::walk::walk;

/// Checks that written states and actions parse back to the same values, and that truncated or
/// mangled text never makes the parser panic or report a position outside the text.
pub fn check_notation<S: Notation>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    let mut words: Vec<Option<String>> = vec![None; space.action_count().into()];
    assert!(words.len() <= 64, "more than 64 action numbers");
    walk(space, seed, steps, |state, action, child| {
        let text = space.state_text(child);
        assert!(!text.contains('\n'), "a state takes more than one line: {text:?}");
        let again = space.parse_state(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(space.pack(&again), space.pack(child), "{text:?} parses as a different state");

        let word = space.action_text(state, action);
        assert!(
            !word.is_empty() && !word.contains(char::is_whitespace),
            "invalid action text: {word:?}"
        );
        assert_eq!(
            space.parse_action(state, &word).ok(),
            Some(action),
            "{word:?} parses as a different action"
        );
        let mut actions = Vec::new();
        space.actions(state, &mut actions);
        if !words.is_empty() {
            let known = words[usize::from(space.action_number(action))].get_or_insert(word.clone());
            assert_eq!(*known, word, "two texts for one number");
            let number = space.action_number(action);
            let same = actions.iter().filter(|&&other| space.action_number(other) == number);
            assert_eq!(same.count(), 1, "two actions have the number {number}");
        }
        for other in actions.into_iter().filter(|&other| other != action) {
            let other_word = space.action_text(state, other);
            assert!(other_word != word, "{word:?} is the text of both {action:?} and {other:?}");
        }

        let cuts = text.char_indices().map(|(at, _)| text[..at].to_owned());
        let mangled = ["\u{0}", "-1", "9999999999999999999999", "é", "?"].map(|bad| {
            let middle = floor_char_boundary(&text, text.len() / 2);
            format!("{}{bad}{}", &text[..middle], &text[middle..])
        });
        for bad in cuts.chain(mangled) {
            if let Err(error) = space.parse_state(&bad) {
                let lines: Vec<&str> = bad.split('\n').collect();
                assert!((1..=lines.len()).contains(&error.line), "{bad:?}: {error}");
                let columns = lines[error.line - 1].chars().count() + 1;
                assert!((1..=columns).contains(&error.column), "{bad:?}: {error}");
                assert!(!error.expected.is_empty() && !error.found.is_empty());
            }
            let _ = space.parse_action(state, &bad);
        }
    });
}

/// Checks that pictures have a size and that everything in them lies within it.
pub fn check_depict<S: Depict>(space: &S, seed: u64, steps: usize) {
    walk(space, seed, steps, |_, _, child| {
        let picture = space.depict(child);
        assert!(picture.width > 0 && picture.height > 0, "an empty picture");
        let is_cell = |x: i32, y: i32| {
            (0..i64::from(picture.width)).contains(&x.into())
                && (0..i64::from(picture.height)).contains(&y.into())
        };
        let is_point = |(x, y): (f32, f32)| {
            (0.0..=picture.width as f32).contains(&x) && (0.0..=picture.height as f32).contains(&y)
        };
        for shape in &picture.shapes {
            let is_inside = match shape {
                Shape::Cell { x, y, .. } => is_cell(*x, *y),
                Shape::Glyph { x, y, text, .. } => is_cell(*x, *y) && !text.is_empty(),
                Shape::Line { from, to, .. } => is_point(*from) && is_point(*to),
                _ => true,
            };
            assert!(is_inside, "{shape:?} is outside {} × {}", picture.width, picture.height);
        }
        assert_eq!(picture.to_text().lines().count(), picture.height as usize);
    });
}
