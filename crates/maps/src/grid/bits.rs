//! Lines of cells as bits, in which jumps are found 64 cells at a time.

use super::movement::Movement;

/// Words before the first cell of a line, and after the last: all blocked.
const MARGIN: usize = 1;

/// The rows or the columns of a map as bits: which cells are free, and where a straight jump
/// ends.
///
/// Jump points are computed when the map is built, 64 cells at a time, and stored as bits next
/// to the free cells; a scan then reads one word for each 64 cells it passes. An edit changes
/// only the words around it.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Words in a line.
    stride: usize,
    free: Vec<u64>,
    /// Blocked cells, and jump points for travel from lower coordinates.
    stop_up: Vec<u64>,
    /// The same for travel from higher coordinates.
    stop_down: Vec<u64>,
    movement: Movement,
}

impl Lines {
    pub(super) fn new(
        length: usize,
        count: usize,
        movement: Movement,
        is_free: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let stride = length.div_ceil(64) + 2 * MARGIN;
        let mut free = vec![0; stride * (count + 2)];
        for line in 0..count {
            let words = &mut free[(line + 1) * stride + MARGIN..];
            for (word, first) in words.iter_mut().zip((0..length).step_by(64)) {
                for at in first..length.min(first + 64) {
                    *word |= u64::from(is_free(at, line)) << (at - first);
                }
            }
        }
        Self::of(free, stride, movement)
    }

    /// The lines whose free cells are these.
    fn of(free: Vec<u64>, stride: usize, movement: Movement) -> Self {
        let blocked = vec![u64::MAX; free.len()];
        let mut lines =
            Self { stride, free, stop_up: blocked.clone(), stop_down: blocked, movement };
        for line in 1..lines.free.len() / stride - 1 {
            for word in MARGIN..stride - MARGIN {
                lines.refresh(line * stride + word);
            }
        }
        lines
    }

    /// The lines across these, which have so many cells.
    pub(super) fn across(&self, length: usize) -> Self {
        let stride = (self.free.len() / self.stride - 2).div_ceil(64) + 2 * MARGIN;
        Self::of(self.turned(&self.free, length, stride), stride, self.movement)
    }

    /// These bits of all lines as bits of the lines across them, which have so many words.
    pub(super) fn turned(&self, bits: &[u64], length: usize, stride: usize) -> Vec<u64> {
        let count = bits.len() / self.stride - 2;
        let mut turned = vec![0; stride * (length + 2)];
        for first in (0..count).step_by(64) {
            for word in 0..self.stride - 2 * MARGIN {
                let mut block = [0; 64];
                for (row, line) in block.iter_mut().zip(first..count) {
                    *row = bits[(line + 1) * self.stride + word + MARGIN];
                }
                transpose(&mut block);
                for (row, line) in block.iter().zip(word * 64..length) {
                    turned[(line + 1) * stride + first / 64 + MARGIN] = *row;
                }
            }
        }
        turned
    }

    /// The bits of the cells from which, upwards or else downwards, a jump point comes before a
    /// blocked cell.
    pub(super) fn leads(&self, is_up: bool) -> Vec<u64> {
        let stops = if is_up { &self.stop_up } else { &self.stop_down };
        let mut leads = vec![0; stops.len()];
        // Downwards, bits and words are read the other way round.
        let turned = |word: u64| if is_up { word } else { word.reverse_bits() };
        for line in 1..stops.len() / self.stride - 1 {
            let mut lead_after = 0;
            for word in (MARGIN..self.stride - MARGIN).rev() {
                let word = if is_up { word } else { self.stride - 1 - word };
                let at = line * self.stride + word;
                let stop = turned(stops[at]);
                let jump = stop & turned(self.free[at]);
                // The cell beyond the word: a jump point, or else one that passes on what it has.
                let mut lead = jump >> 1 | lead_after << 63;
                let mut passes = !(stop >> 1 | 1 << 63);
                for width in [1, 2, 4, 8, 16, 32] {
                    lead |= passes & lead >> width;
                    passes &= passes >> width;
                }
                leads[at] = turned(lead);
                lead_after = (jump | !stop & lead) & 1;
            }
        }
        leads
    }

    /// For each bit of a word of a line, and of those beside it, the eight around it, clockwise
    /// from above: in words, where the bit is free.
    pub(super) fn around(&self, word: usize, line: usize) -> [u64; 8] {
        let here = (line + 1) * self.stride + word + MARGIN;
        let read = |word: usize| {
            let (before, here, after) = (self.free[word - 1], self.free[word], self.free[word + 1]);
            [here << 1 | before >> 63, here, here >> 1 | after << 63]
        };
        let free = self.free[here];
        let [above, beside, below] = [here - self.stride, here, here + self.stride].map(read);
        let [north_west, north, north_east] = above;
        let [south_west, south, south_east] = below;
        let [west, _, east] = beside;
        [north, north_east, east, south_east, south, south_west, west, north_west]
            .map(|cells| cells & free)
    }

    /// The words of a line of bits that are arranged as these lines are.
    pub(super) fn words<'a>(&self, bits: &'a [u64], line: usize) -> &'a [u64] {
        &bits[(line + 1) * self.stride + MARGIN..(line + 2) * self.stride - MARGIN]
    }

    /// The number of words of a line, with those before and after it.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of free cells.
    pub(super) fn free_count(&self) -> usize {
        self.free.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Computes the stops in one word of a line.
    fn refresh(&mut self, word: usize) {
        // The word of a line, and its bits moved by one to either side.
        let read = |word: usize| {
            let (before, here, after) = (self.free[word - 1], self.free[word], self.free[word + 1]);
            (here << 1 | before >> 63, here, here >> 1 | after << 63)
        };
        let (free_before, free, free_after) = read(word);
        let (mut up, mut down) = (0, 0);
        for beside in [read(word - self.stride), read(word + self.stride)] {
            let (before, beside, after) = beside;
            match self.movement {
                // Past a blocked cell, the way to the side opens one cell later.
                Movement::FourNeighbours | Movement::NoCornerCutting => {
                    up |= beside & !before;
                    down |= beside & !after;
                }
                // It opens at once, diagonally.
                Movement::OneSideFree => {
                    up |= !beside & after & free_after;
                    down |= !beside & before & free_before;
                }
                Movement::CornersAlways => {
                    up |= !beside & after;
                    down |= !beside & before;
                }
            }
        }
        self.stop_up[word] = up | !free;
        self.stop_down[word] = down | !free;
    }

    /// Blocks or frees a cell.
    pub(super) fn set(&mut self, at: usize, line: usize, is_free: bool) {
        let middle = (line + 1) * self.stride + at / 64 + MARGIN;
        let bit = 1 << (at % 64);
        if is_free {
            self.free[middle] |= bit;
        } else {
            self.free[middle] &= !bit;
        }
        let (last_line, words) = (self.free.len() / self.stride - 2, self.stride - 2 * MARGIN);
        let first_word = (at.saturating_sub(1)) / 64;
        for line in line.max(1)..=(line + 2).min(last_line) {
            for word in first_word..=((at + 1) / 64).min(words - 1) {
                self.refresh(line * self.stride + word + MARGIN);
            }
        }
    }

    /// Whether a cell is free; also `false` just beyond the ends of a line.
    #[inline]
    pub(super) fn is_free(&self, at: usize, line: usize) -> bool {
        let word = (line + 1) * self.stride + at / 64 + MARGIN;
        self.free[word] >> (at % 64) & 1 != 0
    }

    /// Whether a jump upwards, or else downwards, ends at a cell, or is blocked there.
    #[inline]
    pub(super) fn stops(&self, at: usize, line: usize, is_up: bool) -> bool {
        let word = (line + 1) * self.stride + at / 64 + MARGIN;
        let stops = if is_up { &self.stop_up } else { &self.stop_down };
        stops[word] >> (at % 64) & 1 != 0
    }

    /// The free cells of a line in words, with all other bits zero.
    #[inline]
    pub(super) fn free_words(&self, line: usize) -> &[u64] {
        self.words(&self.free, line)
    }

    /// The steps upwards from a cell to the next jump point, or `stop` if that is nearer;
    /// `None` if a blocked cell comes first.
    #[inline]
    pub(super) fn scan_up(&self, at: usize, line: usize, stop: usize) -> Option<usize> {
        let from = at + 1 + 64 * MARGIN;
        let start = (line + 1) * self.stride;
        let mut word = start + from / 64;
        let mut stops = self.stop_up[word] >> (from % 64) << (from % 64);
        while stops == 0 {
            word += 1;
            stops = self.stop_up[word];
        }
        let bit = stops.trailing_zeros() as usize;
        let steps = (word - start) * 64 + bit + 1 - from;
        if stop <= steps {
            return Some(stop).filter(|&stop| stop < steps || self.free[word] >> bit & 1 != 0);
        }
        (self.free[word] >> bit & 1 != 0).then_some(steps)
    }

    /// Like [`Lines::scan_up`], downwards.
    #[inline]
    pub(super) fn scan_down(&self, at: usize, line: usize, stop: usize) -> Option<usize> {
        let from = at + 64 * MARGIN - 1;
        let start = (line + 1) * self.stride;
        let mut word = start + from / 64;
        let mut stops = self.stop_down[word] << (63 - from % 64) >> (63 - from % 64);
        while stops == 0 {
            word -= 1;
            stops = self.stop_down[word];
        }
        let bit = 63 - stops.leading_zeros() as usize;
        let steps = from + 1 - ((word - start) * 64 + bit);
        if stop <= steps {
            return Some(stop).filter(|&stop| stop < steps || self.free[word] >> bit & 1 != 0);
        }
        (self.free[word] >> bit & 1 != 0).then_some(steps)
    }

    /// The number of jump points for travel upwards plus those for travel downwards.
    pub(super) fn jump_point_count(&self) -> u64 {
        let mut count = 0;
        for ((free, up), down) in self.free.iter().zip(&self.stop_up).zip(&self.stop_down) {
            count += u64::from((free & up).count_ones() + (free & down).count_ones());
        }
        count
    }
}

/// Turns a square of bits about its diagonal (Warren 2002).
fn transpose(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        let mut at = 0;
        while at < 64 {
            let changed = (block[at] >> width ^ block[at + width]) & mask;
            block[at] ^= changed << width;
            block[at + width] ^= changed;
            at = (at + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// The eight bits of each of eight cells, as bytes in their order, of words that have one bit of
/// each cell, beginning at their bit `first` (Warren 2002).
#[inline]
pub(super) fn bytes_of_cells(words: &[u64; 8], first: usize) -> [u8; 8] {
    let mut square = 0;
    for (at, word) in words.iter().enumerate() {
        square |= (word >> first & 0xff) << (8 * at);
    }
    for (width, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let changed = (square ^ square >> width) & mask;
        square ^= changed ^ changed << width;
    }
    square.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Lines, Movement};

    /// Compares scans and edits with a walk cell by cell.
    #[test]
    fn scans_find_what_a_walk_finds() {
        let mut seed = 7_u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % bound
        };
        for round in 0..200 {
            let (length, count) = (1 + below(200) as usize, 1 + below(5) as usize);
            let density = below(60);
            let mut free: Vec<bool> = (0..length * count).map(|_| below(100) >= density).collect();
            let movement = Movement::ALL[round % 4];
            let mut lines =
                Lines::new(length, count, movement, |at, line| free[line * length + at]);
            for _ in 0..20 {
                let (at, line) = (below(length as u64) as usize, below(count as u64) as usize);
                free[line * length + at] ^= true;
                lines.set(at, line, free[line * length + at]);
            }
            let is_free = |at: isize, line: isize| {
                let inside = at >= 0 && line >= 0 && (line as usize) < count;
                inside && (at as usize) < length && free[line as usize * length + at as usize]
            };
            for line in 0..count as isize {
                for at in 0..length as isize {
                    assert_eq!(lines.is_free(at as usize, line as usize), is_free(at, line));
                    for step in [1, -1] {
                        let mut steps = 1;
                        let expected = loop {
                            let here = at + step * steps;
                            if !is_free(here, line) {
                                break None;
                            }
                            let turns =
                                [line - 1, line + 1].into_iter().any(|beside| match movement {
                                    Movement::FourNeighbours | Movement::NoCornerCutting => {
                                        is_free(here, beside) && !is_free(here - step, beside)
                                    }
                                    Movement::OneSideFree => {
                                        !is_free(here, beside)
                                            && is_free(here + step, beside)
                                            && is_free(here + step, line)
                                    }
                                    Movement::CornersAlways => {
                                        !is_free(here, beside) && is_free(here + step, beside)
                                    }
                                });
                            if turns {
                                break Some(steps as usize);
                            }
                            steps += 1;
                        };
                        let (from, line) = (at as usize, line as usize);
                        let found = if step > 0 {
                            lines.scan_up(from, line, usize::MAX)
                        } else {
                            lines.scan_down(from, line, usize::MAX)
                        };
                        assert_eq!(found, expected, "round {round}");
                    }
                }
            }
        }
    }
}
