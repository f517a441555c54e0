//! Numbers that may be infinite, in formats such as JSON that have no infinity: none stands for it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// For plus infinity.
pub(crate) fn serialize<S: Serializer>(number: &f64, out: S) -> Result<S::Ok, S::Error> {
    number.is_finite().then_some(number).serialize(out)
}

/// Its inverse.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(input)?.unwrap_or(f64::INFINITY))
}

/// For a lower and an upper bound.
pub(crate) mod bounds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer, B>(bounds: &B, out: S) -> Result<S::Ok, S::Error>
    where
        B: Copy + Into<[f64; 2]>,
    {
        (*bounds).into().map(|bound| bound.is_finite().then_some(bound)).serialize(out)
    }

    pub(crate) fn deserialize<'de, D>(input: D) -> Result<(f64, f64), D::Error>
    where
        D: Deserializer<'de>,
    {
        let (low, high): (Option<f64>, Option<f64>) = Deserialize::deserialize(input)?;
        Ok((low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)))
    }
}
