//! Descriptions of components, as data.

use serde::Serialize;

use super::need::Need;

/// The description of an algorithm or heuristic, from which `list`, `explain`, help texts and
/// forms are generated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Component {
    /// The usual name, in kebab-case.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// One line.
    pub title: &'static str,
    /// Who published it, and when.
    pub source: &'static str,
    /// What it proves, and under which conditions.
    pub guarantees: &'static str,
    /// When to use it.
    pub use_when: &'static str,
    /// When to choose another.
    pub avoid_when: &'static str,
    /// The options, in the order in which they may be given without their names.
    pub options: &'static [OptionInfo],
    /// What it needs of a problem.
    pub needs: &'static [Need],
    /// The number of heuristics in brackets before the options.
    pub operands: Operands,
    /// An expression that starts with the name.
    pub example: &'static str,
}

impl Component {
    /// A component without aliases and options, to be completed.
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            title,
            source: "",
            guarantees: "",
            use_when: "",
            avoid_when: "",
            options: &[],
            needs: &[],
            operands: Operands { least: 0, most: 0 },
            example: name,
        }
    }

    /// Whether `name` is its name or an alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Its name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// Whether a problem that `offers` what it needs can be searched by it.
    pub fn fits(&self, offers: impl Fn(Need) -> bool) -> bool {
        self.needs.iter().all(|&need| offers(need))
    }
}

/// How many heuristics a component combines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Operands {
    /// At least.
    pub least: usize,
    /// At most.
    pub most: usize,
}

/// An option of a component or of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OptionInfo {
    /// The name.
    pub name: &'static str,
    /// One line: what it does, with its unit.
    pub title: &'static str,
    /// The type of the value.
    pub kind: OptionKind,
    /// The default; `None` if the option is required.
    pub default: Option<&'static str>,
}

impl OptionInfo {
    const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, title: "", kind, default: None }
    }

    /// A whole number.
    pub const fn integer(name: &'static str, least: u64, most: u64) -> Self {
        Self::new(name, OptionKind::Integer { least, most })
    }

    /// A decimal number.
    pub const fn number(name: &'static str, least: f64, most: f64) -> Self {
        Self::new(name, OptionKind::Number { least, most })
    }

    /// One of some words.
    pub const fn choice(name: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(name, OptionKind::Choice { words })
    }

    /// A word of this form, which the component parses itself.
    pub const fn word(name: &'static str, form: &'static str) -> Self {
        Self::new(name, OptionKind::Word { form })
    }

    /// The content of a file, of this form.
    pub const fn file(name: &'static str, form: &'static str) -> Self {
        Self::new(name, OptionKind::File { form })
    }

    /// Sets [`OptionInfo::title`].
    #[must_use]
    pub const fn title(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    /// Sets [`OptionInfo::default`].
    #[must_use]
    pub const fn default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }
}

/// The type of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum OptionKind {
    /// A whole number.
    Integer {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// A decimal number.
    Number {
        /// The least.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// One of some words.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A word that the component parses itself.
    Word {
        /// A description of the form.
        form: &'static str,
    },
    /// The content of a file: of an instance, not of an algorithm. The command line reads the
    /// file that it names.
    File {
        /// A description of the content.
        form: &'static str,
    },
}

impl OptionKind {
    /// The placeholder of the value in a usage line.
    pub const fn value_name(&self) -> &'static str {
        match self {
            Self::Integer { .. } | Self::Number { .. } => "N",
            Self::Choice { .. } | Self::Word { .. } => "WORD",
            Self::File { .. } => "FILE",
        }
    }

    /// Whether `word` is one of the possible values.
    pub fn takes(&self, word: &str) -> bool {
        match self {
            Self::Integer { least, most } => {
                word.parse().is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Self::Number { least, most } => {
                word.parse().is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Self::Choice { words } => words.contains(&word),
            Self::Word { .. } | Self::File { .. } => true,
        }
    }

    /// A description of the possible values.
    pub fn in_words(&self) -> String {
        match self {
            Self::Integer { least, most: u64::MAX } => format!("a whole number from {least}"),
            Self::Integer { least, most } => format!("a whole number from {least} to {most}"),
            // The greatest number that is accepted says nothing to a reader.
            Self::Number { least, most } if *most > 1e15 => format!("a number from {least}"),
            Self::Number { least, most } => format!("a number from {least} to {most}"),
            Self::Choice { words } => tremaux_reading::in_words(words),
            Self::Word { form } | Self::File { form } => (*form).to_owned(),
        }
    }
}
