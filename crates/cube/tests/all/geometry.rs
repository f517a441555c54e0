//! The cube as 54 stickers in space, which shares nothing with the library but the order of
//! faces: a face is turned by rotating the nine cubies of its layer.

type Vector = [i32; 3];

/// The outward directions of the faces U, R, F, D, L and B: x to the right, y up, z to the front.
const OUTWARD: [Vector; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];
/// Along the rows of each face, and down its columns, as seen from outside.
const RIGHT: [Vector; 6] = [[1, 0, 0], [0, 0, -1], [1, 0, 0], [1, 0, 0], [0, 0, 1], [-1, 0, 0]];
const DOWN: [Vector; 6] = [[0, 0, 1], [0, -1, 0], [0, -1, 0], [0, 0, -1], [0, -1, 0], [0, -1, 0]];

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// A quarter turn clockwise about `axis`, as seen from its tip.
fn turned(v: Vector, axis: Vector) -> Vector {
    let cross = [
        axis[1] * v[2] - axis[2] * v[1],
        axis[2] * v[0] - axis[0] * v[2],
        axis[0] * v[1] - axis[1] * v[0],
    ];
    std::array::from_fn(|at| dot(v, axis) * axis[at] - cross[at])
}

/// The cubie and the outward direction of a sticker.
fn sticker(number: usize) -> (Vector, Vector) {
    let (face, column, row) = (number / 9, number as i32 % 3 - 1, number as i32 % 9 / 3 - 1);
    let cubie = |at: usize| OUTWARD[face][at] + column * RIGHT[face][at] + row * DOWN[face][at];
    (std::array::from_fn(cubie), OUTWARD[face])
}

/// The letters of the stickers after these turns, each a face and a number of quarters.
pub(crate) fn letters_after(turns: &[(usize, u8)]) -> String {
    let mut letters: Vec<u8> = (0..54).map(|at| b"URFDLB"[at / 9]).collect();
    for &(face, quarters) in turns {
        for _ in 0..quarters {
            let before = letters.clone();
            for (from, &letter) in before.iter().enumerate() {
                let (cubie, outward) = sticker(from);
                if dot(cubie, OUTWARD[face]) != 1 {
                    continue;
                }
                let after = (turned(cubie, OUTWARD[face]), turned(outward, OUTWARD[face]));
                let to = (0..54).find(|&to| sticker(to) == after).expect("a sticker");
                letters[to] = letter;
            }
        }
    }
    let faces: Vec<&str> =
        letters.chunks(9).map(|face| std::str::from_utf8(face).unwrap()).collect();
    faces.join(" ")
}
