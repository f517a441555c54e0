//! Options that an engine declares.

use super::error::EngineError;

/// An option of an outside engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: OptionType,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// `true` or `false`.
    Check,
    /// A number.
    Spin {
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// An action without a value.
    Button,
    /// Any text.
    Text,
}

impl EngineOption {
    /// The option called `name`, whatever its case, if `value` is one of its values.
    ///
    /// # Errors
    ///
    /// Returns what is expected instead; `engine` is the engine's name.
    pub(super) fn find<'a>(
        declared: &'a [Self],
        engine: &str,
        name: &str,
        value: &str,
    ) -> Result<&'a Self, EngineError> {
        let same = |option: &&Self| option.name.eq_ignore_ascii_case(name);
        let Some(option) = declared.iter().find(same) else {
            let near = near(name, declared);
            let message = match near.as_slice() {
                [] if declared.is_empty() => format!("{engine} has no options"),
                [] => format!("{engine} has no option `{name}`"),
                near => format!("{engine} has no option `{name}`; did you mean {}?", list(near)),
            };
            return Err(EngineError::Unsupported(message));
        };
        let expected = match &option.kind {
            OptionType::Check if !matches!(value, "true" | "false") => "true or false".to_owned(),
            OptionType::Spin { least, most }
                if !value.parse().is_ok_and(|number| (*least..=*most).contains(&number)) =>
            {
                format!("a number from {least} to {most}")
            }
            OptionType::Combo(words) if !words.iter().any(|it| it.eq_ignore_ascii_case(value)) => {
                format!("one of {}", list(words))
            }
            OptionType::Button if !value.is_empty() => "no value: it is an action".to_owned(),
            _ => return Ok(option),
        };
        let name = &option.name;
        let message = format!("option {name} of {engine}: found `{value}`, expected {expected}");
        Err(EngineError::Unsupported(message))
    }
}

/// At most three options whose names are similar.
fn near<'a>(name: &str, declared: &'a [EngineOption]) -> Vec<&'a str> {
    // A text much longer than any name is similar to none.
    let name: String = name.to_lowercase().chars().take(64).collect();
    let mut near: Vec<(usize, &str)> = declared
        .iter()
        .filter_map(|option| {
            let known = option.name.to_lowercase();
            let distance = strsim::osa_distance(&name, &known);
            let is_part = name.len() >= 3 && known.contains(&name);
            (is_part || distance <= 1 + name.len() / 4).then_some((distance, option.name.as_str()))
        })
        .collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: OptionType) -> EngineOption {
        EngineOption { name: name.into(), kind }
    }

    #[test]
    fn names_and_values_are_checked() {
        let declared = [
            option("Hash", OptionType::Spin { least: 1, most: 64 }),
            option("OwnBook", OptionType::Check),
            option("Style", OptionType::Combo(vec!["Calm".into(), "Wild".into()])),
            option("Clear Hash", OptionType::Button),
            option("Book File", OptionType::Text),
        ];
        let find = |name, value| EngineOption::find(&declared, "X", name, value);
        for (name, value) in
            [("hash", "64"), ("OwnBook", "false"), ("style", "calm"), ("Clear Hash", "")]
        {
            assert!(find(name, value).is_ok(), "{name}={value}");
        }
        for (name, value, part) in [
            ("Hahs", "1", "did you mean `Hash`?"),
            ("Zebra", "1", "X has no option `Zebra`"),
            ("Hash", "65", "from 1 to 64"),
            ("Hash", "", "from 1 to 64"),
            ("OwnBook", "yes", "true or false"),
            ("Style", "odd", "`Calm`, `Wild`"),
            ("Clear Hash", "1", "an action"),
        ] {
            let error = find(name, value).expect_err("it is wrong").to_string();
            assert!(error.contains(part), "{name}={value}: {error}");
        }
    }
}
