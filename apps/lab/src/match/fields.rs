//! Options of several numbers: `moves=3,score=700`.

use tremaux_registry::nearest_names;

/// Reads `name=number` pairs separated by commas, in the order of `names`.
pub(super) fn fields<const N: usize>(
    text: &str,
    names: [&str; N],
) -> Result<[Option<f64>; N], String> {
    let mut values = [None; N];
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .map_or((part.trim(), ""), |(name, value)| (name.trim(), value.trim()));
        let Some(at) = names.iter().position(|known| *known == name) else {
            let near = nearest_names(name, names);
            let expected = if near.is_empty() { names.to_vec() } else { near };
            return Err(format!("found `{name}`, expected {}", expected.join(", ")));
        };
        let number = value.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| format!("{name}: found `{value}`, expected a number"))?;
        if values[at].replace(number).is_some() {
            return Err(format!("{name} is there twice"));
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn pairs_are_read_in_any_order() {
        assert_eq!(fields("b=-2, a=1.5", ["a", "b", "c"]), Ok([Some(1.5), Some(-2.0), None]));
        for (wrong, part) in [
            ("", "expected moves, score"),
            ("moves", "expected a number"),
            ("moves=x", "`x`"),
            ("moves=inf", "`inf`"),
            ("moves=1,moves=2", "twice"),
            ("mvoes=1", "expected moves"),
        ] {
            let error = fields(wrong, ["moves", "score"]).expect_err(wrong);
            assert!(error.contains(part), "{wrong}: {error}");
        }
    }
}
