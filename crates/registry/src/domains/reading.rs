//! What the domains have in common when they read instances and options.

use tremaux_core::ParseError;

use crate::component::{OptionInfo, OptionKind};
use crate::domain::{Given, Source};
use crate::error::RegistryError;

/// What was given for the option `name`.
pub(super) fn value<'a>(given: Given<'a>, name: &str) -> Option<&'a str> {
    given.iter().find(|(option, _)| *option == name).map(|(_, value)| value.as_str())
}

/// An error in the text of an instance.
pub(super) fn in_instance(text: &str, error: ParseError) -> RegistryError {
    RegistryError::Instance { option: None, text: text.to_owned(), error: error.into() }
}

/// An error in the value of an option.
pub(super) fn in_option(option: &'static str, text: &str, error: ParseError) -> RegistryError {
    RegistryError::Instance { option: Some(option), text: text.to_owned(), error: error.into() }
}

/// The value of an option is not what was expected.
pub(super) fn wrong(
    option: &'static str,
    text: &str,
    expected: impl Into<String>,
) -> RegistryError {
    in_option(option, text, ParseError::about(text, text.trim(), expected))
}

/// The whole number given for one of `options`, or its default.
pub(super) fn number(
    given: Given<'_>,
    options: &'static [OptionInfo],
    name: &'static str,
) -> Result<Option<u64>, RegistryError> {
    let option = options.iter().find(|option| option.name == name);
    let option = option.expect("an option of this domain");
    let OptionKind::Integer { least, most } = option.kind else { return Ok(None) };
    let Some(text) = value(given, name).or(option.default) else { return Ok(None) };
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.map(Some).ok_or_else(|| wrong(name, text, option.kind.in_words()))
}

/// Where the instances in a text start and end, if they are parted by blank lines.
pub(super) fn parts(text: &str) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let (mut offset, mut is_inside) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        let end = offset + line.len();
        match parts.last_mut() {
            Some((_, last)) if is_inside && !is_blank => *last = end,
            _ if !is_blank => parts.push((offset, end)),
            _ => {}
        }
        (is_inside, offset) = (!is_blank, end);
    }
    if parts.is_empty() { vec![(0, text.len())] } else { parts }
}

/// `error`, which was found in a text that begins at the byte `start` of `whole`.
pub(super) fn moved(whole: &str, start: usize, error: ParseError) -> ParseError {
    ParseError::at(whole, start + error.offset, error.length, error.found, error.expected)
}

/// The instances of a source of texts parted by blank lines, or of the one that `--example`
/// names among `examples`. `what` is asked for where there is neither.
pub(super) fn with_examples<T>(
    source: Source<'_>,
    given: Given<'_>,
    examples: &[(&str, &str)],
    what: &str,
    parse: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<Vec<T>, RegistryError> {
    let named = value(given, "example");
    let (text, parts) = match source {
        Source::One(text) | Source::Many(text) if named.is_some() => {
            let expected = "no instance beside --example, which names one";
            return Err(in_instance(text, ParseError::about(text, text.trim(), expected)));
        }
        Source::One(text) => (text, vec![(0, text.len())]),
        Source::Many(text) => (text, parts(text)),
        Source::Options => match named {
            Some(name) => (example(examples, name)?, vec![(0, usize::MAX)]),
            None => {
                let expected = format!("{what}, --file FILE or --example NAME");
                return Err(in_instance("", ParseError::at_end("", expected)));
            }
        },
    };
    let parts = parts.into_iter().map(|(start, end)| {
        let parsed = parse(&text[start..end.min(text.len())]);
        parsed.map_err(|error| in_instance(text, moved(text, start, error)))
    });
    parts.collect()
}

/// The text of an example by name.
pub(super) fn example<'a>(
    examples: &[(&str, &'a str)],
    name: &str,
) -> Result<&'a str, RegistryError> {
    let found = examples.iter().find(|(known, _)| *known == name.trim());
    found.map(|(_, text)| *text).ok_or_else(|| {
        let names: Vec<&str> = examples.iter().map(|(name, _)| *name).collect();
        wrong("example", name, crate::suggest::in_words(&names))
    })
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn instances_are_parted_by_blank_lines() {
        assert_eq!(parts("\nS.\n.G\n\n\nSG\n"), [(1, 7), (9, 12)]);
        assert_eq!(parts(""), [(0, 0)]);
        assert_eq!(parts("a\n \t\nb"), [(0, 2), (5, 6)]);
    }
}
