//! Fixed-width byte forms of states: for files, networks and arenas.

/// A packed state with a fixed-width byte form.
///
/// The bytes mean the same on every machine (little-endian) and in every later version, so that
/// they can be stored in files and sent over a network.
///
/// ```
/// use tremaux::search::FixedPacked;
/// let mut bytes = [0; 10];
/// (7_u64, 9_u16).write(&mut bytes);
/// assert_eq!(<(u64, u16)>::read(&bytes), Some((7, 9)));
/// ```
pub trait FixedPacked: Sized {
    /// The number of bytes.
    const WIDTH: usize;

    /// Writes exactly [`FixedPacked::WIDTH`] bytes to the front of `bytes`.
    ///
    /// # Panics
    ///
    /// Panics if `bytes` is shorter.
    fn write(&self, bytes: &mut [u8]);

    /// Reads what [`FixedPacked::write`] wrote; `None` if `bytes` is too short or invalid.
    fn read(bytes: &[u8]) -> Option<Self>;
}

macro_rules! impl_fixed_packed {
    ($($integer:ty),*) => {$(
        impl FixedPacked for $integer {
            const WIDTH: usize = size_of::<$integer>();

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                bytes[..Self::WIDTH].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.first_chunk().map(|chunk| Self::from_le_bytes(*chunk))
            }
        }
    )*};
}

impl_fixed_packed!(u8, u16, u32, u64, u128, i8, i16, i32, i64);

impl<const N: usize> FixedPacked for [u8; N] {
    const WIDTH: usize = N;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[..N].copy_from_slice(self);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().copied()
    }
}

impl<const N: usize> FixedPacked for [u16; N] {
    const WIDTH: usize = 2 * N;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        for (pair, word) in bytes[..2 * N].chunks_exact_mut(2).zip(self) {
            pair.copy_from_slice(&word.to_le_bytes());
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.get(..2 * N)?;
        Some(std::array::from_fn(|at| u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])))
    }
}

impl<const N: usize, const M: usize> FixedPacked for [[u8; N]; M] {
    const WIDTH: usize = N * M;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[..N * M].copy_from_slice(self.as_flattened());
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut rows = [[0; N]; M];
        rows.as_flattened_mut().copy_from_slice(bytes.get(..N * M)?);
        Some(rows)
    }
}

impl<A: FixedPacked, B: FixedPacked> FixedPacked for (A, B) {
    const WIDTH: usize = A::WIDTH + B::WIDTH;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
        self.1.write(&mut bytes[A::WIDTH..]);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes.get(A::WIDTH..)?)?))
    }
}
