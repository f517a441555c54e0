use tremaux_core::{Picture, Role, Shape};

use tremaux_games::named::rules::{Labels, Paint, board};

fn picture(stones: &[(i32, i32, &str, Role)]) -> Picture {
    let shapes = stones.iter().map(|&(x, y, text, role)| {
        let text = text.to_owned();
        Shape::Glyph { x, y, text, role }
    });
    Picture { width: 3, height: 2, shapes: shapes.collect() }
}

#[test]
fn boards_have_coordinates_and_show_the_last_move() {
    let (x, o) = ((1, 0, "x", Role::Piece), (2, 1, "o", Role::OtherPiece));
    let (before, after) = (picture(&[x]), picture(&[x, o]));
    let labels = Labels::files_and_ranks(3, 2);
    let plain = board(&after, Some(&before), &labels, Paint(false));
    assert_eq!(plain, "2 . x .\n1 . .[o]\n  a b c\n");
    assert_eq!(board(&after, None, &Labels::default(), Paint(false)), " . x .\n . . o\n");
    let colored = board(&after, Some(&before), &labels, Paint(true));
    assert!(colored.contains("\u{1b}[1;36mx") && colored.contains("\u{1b}[7mo"), "{colored}");
}
