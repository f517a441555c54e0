//! The rule sets of Go: suicide, repetition, scoring.

/// By which rules Go is played. Two passes end a game, and all stones then count as alive.
///
/// ```
/// use tremaux::games::go::Ruleset;
/// assert_eq!(Ruleset::of_sgf("Japanese"), Some(Ruleset::Japanese));
/// assert_eq!(Ruleset::of_sgf("AGA-2009"), Some(Ruleset::Aga));
/// assert_eq!(Ruleset::of_sgf("house rules"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ruleset {
    /// Area; no board repeats; suicide of several stones is legal (Tromp and Taylor 1995).
    #[default]
    TrompTaylor,
    /// Area; no board repeats; White receives a point for each handicap stone.
    Chinese,
    /// Area, as that of the American Go Association (also the British and the French): a player
    /// does not repeat a board of his own; White receives a point for each handicap stone but one.
    Aga,
    /// Area; a player does not repeat a board of his own; suicide of several stones is legal.
    NewZealand,
    /// Area, by the rules of Ing (GOE) without their exceptions for kos: no board repeats; suicide
    /// of several stones is legal.
    Ing,
    /// Territory and prisoners, also for Korean rules: only the simple ko is forbidden. Searches
    /// still never repeat a board, and territory in a seki counts.
    Japanese,
}

/// Which boards must not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ko {
    /// The one before the last move.
    Simple,
    /// None.
    Positional,
    /// None that the same player has made.
    Situational,
}

/// The name of a rule set as an option and in SGF, and the words that mean it in SGF.
struct Names {
    rules: Ruleset,
    option: &'static str,
    sgf: &'static str,
    words: &'static [&'static str],
}

const NAMES: [Names; 6] = [
    Names {
        rules: Ruleset::TrompTaylor,
        option: "tromp-taylor",
        sgf: "Tromp-Taylor",
        words: &["tromp", "logical", "tt"],
    },
    Names {
        rules: Ruleset::Chinese,
        option: "chinese",
        sgf: "Chinese",
        words: &["chinese", "china", "cn", "cgos"],
    },
    Names {
        rules: Ruleset::Aga,
        option: "aga",
        sgf: "AGA",
        words: &["aga", "bga", "french", "ffg", "american"],
    },
    Names {
        rules: Ruleset::NewZealand,
        option: "new-zealand",
        sgf: "NZ",
        words: &["nz", "newzealand", "zealand", "zealandic"],
    },
    Names { rules: Ruleset::Ing, option: "ing", sgf: "GOE", words: &["ing", "goe"] },
    Names {
        rules: Ruleset::Japanese,
        option: "japanese",
        sgf: "Japanese",
        words: &["japanese", "japan", "jp", "korean", "korea", "kr", "territory"],
    },
];

impl Ruleset {
    /// The names as options.
    pub const OPTIONS: &[&str] = &{
        let mut options = [""; NAMES.len()];
        let mut at = 0;
        while at < NAMES.len() {
            options[at] = NAMES[at].option;
            at += 1;
        }
        options
    };

    fn names(self) -> &'static Names {
        NAMES.iter().find(|it| it.rules == self).unwrap_or(&NAMES[0])
    }

    /// The name as an option.
    pub fn option(self) -> &'static str {
        self.names().option
    }

    /// The rules of this name as an option; `None` if there are none.
    pub fn of_option(name: &str) -> Option<Self> {
        NAMES.iter().find(|it| it.option == name).map(|it| it.rules)
    }

    /// The name in SGF.
    pub fn sgf(self) -> &'static str {
        self.names().sgf
    }

    /// The rules that a file in SGF means by these words; `None` if they are not known.
    pub fn of_sgf(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let mut words = text.split(|it: char| !it.is_alphanumeric());
        words.find_map(|word| {
            let found = NAMES.iter().find(|it| it.words.contains(&word));
            found.map(|it| it.rules)
        })
    }

    pub(super) fn allows_suicide(self) -> bool {
        matches!(self, Self::TrompTaylor | Self::NewZealand | Self::Ing)
    }

    pub(super) fn ko(self) -> Ko {
        match self {
            Self::TrompTaylor | Self::Chinese | Self::Ing => Ko::Positional,
            Self::Aga | Self::NewZealand => Ko::Situational,
            Self::Japanese => Ko::Simple,
        }
    }

    /// Whether territory and prisoners count, not area.
    pub fn counts_territory(self) -> bool {
        self == Self::Japanese
    }

    /// The points of White for handicap stones.
    pub(super) fn compensation(self, stones: u32) -> i32 {
        match self {
            Self::Chinese => stones as i32,
            Self::Aga => stones.saturating_sub(1) as i32,
            _ => 0,
        }
    }
}
