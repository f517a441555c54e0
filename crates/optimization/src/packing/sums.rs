//! What sums of some numbers there are.

/// A set of whole numbers up to a greatest one.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    words: Vec<u64>,
    most: u32,
}

impl Sums {
    /// Empties the set but for 0, and makes room for numbers up to `most`.
    pub(super) fn reset(&mut self, most: u32) {
        self.most = most;
        self.words.clear();
        self.words.resize(most as usize / 64 + 1, 0);
        self.words[0] = 1;
    }

    /// Adds each number of the set plus each of these.
    pub(super) fn add(&mut self, numbers: &[u32]) {
        // From the top, so that words not yet changed are read.
        for at in (0..self.words.len()).rev() {
            let mut word = self.words[at];
            for &number in numbers {
                let (whole, bits) = (number as usize / 64, number % 64);
                if let Some(from) = at.checked_sub(whole) {
                    word |= self.words[from] << bits;
                    if bits > 0 && from > 0 {
                        word |= self.words[from - 1] >> (64 - bits);
                    }
                }
            }
            self.words[at] = word;
        }
    }

    /// Whether the set has this number.
    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        number <= self.most && self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// The greatest number of the set that is at most this one.
    pub(super) fn floor(&self, number: u32) -> u32 {
        let number = number.min(self.most);
        let mut at = number as usize / 64;
        let mut word = self.words[at] & (u64::MAX >> (63 - number % 64));
        while word == 0 {
            // 0 is in the set.
            at -= 1;
            word = self.words[at];
        }
        at as u32 * 64 + 63 - word.leading_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::Sums;

    #[test]
    fn sums_are_those_of_subsets() {
        let mut sums = Sums::default();
        sums.reset(300);
        for numbers in [&[3][..], &[64], &[70, 5], &[130]] {
            sums.add(numbers);
        }
        let expected = |number: u32| {
            [0, 3].iter().any(|a| {
                [0, 64].iter().any(|b| {
                    [0, 70, 5].iter().any(|c| [0, 130].iter().any(|d| a + b + c + d == number))
                })
            })
        };
        for number in 0..=300 {
            assert_eq!(sums.contains(number), expected(number), "{number}");
            let floor = (0..=number).rev().find(|&it| expected(it));
            assert_eq!(Some(sums.floor(number)), floor, "{number}");
        }
    }
}
