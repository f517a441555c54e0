//! How far nodes and costs are from others, in two bytes or three.

/// How far `to` is from `from`, as 16 bits, and whether that is enough.
#[inline(always)]
pub(crate) const fn short_step(from: u32, to: u32) -> (u64, bool) {
    let step = to as i64 - from as i64;
    (step as u16 as u64, step as i16 as i64 == step)
}

/// With the number of a word: by how much g is more has three bytes.
pub(crate) const LONG_G: u8 = 0x40;
/// The same for h.
pub(crate) const LONG_H: u8 = 0x80;

/// By how much a cost is more than another, in two bytes, or in three if those are not enough.
#[derive(Clone, Copy)]
pub(crate) struct ShortChange {
    pub(crate) bytes: u64,
    /// Whether it is three.
    pub(crate) is_long: bool,
    /// Whether the cost can be had again from this, by [`cost_after`].
    pub(crate) is_near: bool,
}

impl ShortChange {
    #[inline(always)]
    pub(crate) fn new(from: f64, cost: f64) -> Self {
        let step = whole(cost - from) << 8 >> 8;
        let is_long = i32::from(step as i16) != step;
        Self {
            bytes: step as u32 as u64 & (0xffff | (u64::from(is_long) * 0xff_0000)),
            is_long,
            is_near: cost_after(from, step) == cost,
        }
    }

    /// How many bytes it is.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        2 + self.is_long as usize
    }
}

/// A cost that is so much more than another.
#[inline(always)]
pub(crate) fn cost_after(from: f64, step: i32) -> f64 {
    from + f64::from(step)
}

/// A cost as a whole number, if it is one and small: by a sum, as there are many and a conversion
/// takes longer.
#[inline(always)]
pub(crate) fn whole(value: f64) -> i32 {
    // Among numbers as great one more is the next.
    (value + 1.5 * (1_u64 << 52) as f64).to_bits() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Bytes;

    #[test]
    fn what_is_near_is_had_again() {
        let nodes = [0, 1, 7, 32_767, 32_768, 32_774, 32_775, 65_535, 65_536, u32::MAX];
        for (from, to) in nodes.iter().flat_map(|from| nodes.map(|to| (*from, to))) {
            let (step, is_near) = short_step(from, to);
            let far = i64::from(to) - i64::from(from);
            assert_eq!(is_near, (-32_768..32_768).contains(&far), "{from} to {to}");
            if is_near {
                assert_eq!(from.checked_add_signed((step as i16).into()), Some(to));
            }
        }
        let most = (1_u64 << 53) as f64;
        let costs = [0.0, 1.0, 0.1, 1.1, 0.3, 32_767.0, 32_768.0, 65_536.25, 65_537.25, most];
        let far = [-8_388_608.0, -8_388_609.0, 8_388_607.0, 8_388_608.0, 16_777_216.0];
        let others = [-32_768.0, -32_769.0, most - 1.0, 1e300, f64::INFINITY, f64::MIN_POSITIVE];
        let costs: Vec<f64> = costs.into_iter().chain(others).chain(far).collect();
        let (mut short, mut long) = (0, 0);
        for (&from, &cost) in costs.iter().flat_map(|from| costs.iter().map(move |to| (from, to))) {
            let change = ShortChange::new(from, cost);
            let bytes = change.bytes.to_le_bytes();
            let (bytes, rest) = bytes.split_at(change.count());
            assert!(rest.iter().all(|&byte| byte == 0), "{from} to {cost}");
            let again = cost_after(from, Bytes(bytes).change(change.is_long).expect("as many"));
            assert_eq!(change.is_near, again == cost, "{from} to {cost}");
            let step = cost - from;
            let is_within = |most: f64| step.fract() == 0.0 && (-most..most).contains(&step);
            let (is_short, is_within) = (is_within(32_768.0), is_within(8_388_608.0));
            assert!(change.is_near || !is_within || from + step != cost, "{from} to {cost}");
            if change.is_near && is_within {
                assert_eq!(change.is_long, !is_short, "{from} to {cost}");
                short += u32::from(is_short);
                long += u32::from(!is_short);
            }
        }
        assert!(short > 20 && long > 20, "{short} {long}");
        let is_near = |from, cost| ShortChange::new(from, cost).is_near;
        assert!(!is_near(f64::NAN, 1.0) && !is_near(1.0, f64::NAN));
    }
}
