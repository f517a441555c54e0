//! Suggestions for unknown names.

/// The `names` most similar to `name`, nearest first, at most three.
///
/// Similarity is measured by the optimal string alignment distance (Damerau 1964): insertions,
/// deletions, substitutions, and swaps of neighbours. Names that begin with `name` are similar,
/// too.
///
/// ```
/// use tremaux_reading::nearest_names;
/// let known = ["manhattan", "misplaced", "linear-conflict"];
/// assert_eq!(nearest_names("manhatan", known), ["manhattan"]);
/// assert_eq!(nearest_names("linear", known), ["linear-conflict"]);
/// assert!(nearest_names("xyz", known).is_empty());
/// ```
pub fn nearest_names<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // A text much longer than any name is similar to none, and comparing it would take long.
    const MOST: usize = 64;
    if name.len() > MOST {
        return Vec::new();
    }
    let name = name.to_ascii_lowercase().replace('_', "-");
    let allowed = 1 + name.chars().count() / 4;
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|known| {
            let distance = strsim::osa_distance(&name, known);
            let is_start = name.len() >= 3 && known.starts_with(&name);
            (distance <= allowed || is_start).then_some((distance, known))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// The names in backquotes, separated by commas and `or`: for messages.
pub fn in_words(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
