//! Names from users and files, made safe to print: control characters escaped, long words
//! shortened.

use std::borrow::Cow;
use std::io::{Write as _, stderr};

/// Longer words are shortened in messages; paths should stay whole.
const MOST_OF_WORD: usize = 600;
/// Longer messages are shortened.
const MOST_OF_MESSAGE: usize = 8000;

/// Whether a terminal would obey a character; line breaks and tabs it may.
pub(crate) fn is_obeyed(c: char) -> bool {
    tremaux_core::is_obeyed(c) && c != '\n' && c != '\t'
}

/// `text` with escaped control characters, except for line breaks and tabs.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_obeyed(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// `message` for standard error: visible, with the middle of long words and its end left out.
pub(crate) fn message(message: &str) -> String {
    let mut shown = String::new();
    for word in visible(message).split_inclusive(char::is_whitespace) {
        let length = word.chars().count();
        if length <= MOST_OF_WORD {
            shown.push_str(word);
        } else {
            let end = length - MOST_OF_WORD / 3;
            shown.extend(word.chars().take(MOST_OF_WORD / 2));
            shown.push('…');
            shown.extend(word.chars().skip(end));
        }
        if shown.len() > MOST_OF_MESSAGE {
            shown.push_str("…\n");
            break;
        }
    }
    shown
}

/// Writes a line to standard error, as `message`. Whether it could be written matters to nobody.
pub fn tell(line: &str) {
    let _ = writeln!(stderr(), "{}", message(line));
}

#[cfg(test)]
mod tests {
    use super::{message, visible};

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("a\u{1b}[31mb\u{9b}\n\té"), "a\\u{1b}[31mb\\u{9b}\n\té");
        assert_eq!(visible("a\u{202e}b"), "a\\u{202e}b");
    }

    #[test]
    fn long_words_and_messages_are_shortened() {
        let long = format!("no command `{}` in x", "y".repeat(300_000));
        let shown = message(&long);
        assert!(shown.len() < 700 && shown.starts_with("no command `yyy"), "{shown}");
        assert!(shown.ends_with("` in x"), "{shown}");
        assert!(message(&"a b ".repeat(100_000)).len() < 8100);
    }
}
