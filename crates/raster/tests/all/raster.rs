use resvg::tiny_skia::Pixmap;
use tremaux_raster::{PictureError, png};

fn pixels(svg: &str, scale: f32) -> Pixmap {
    Pixmap::decode_png(&png(svg, scale).expect("a picture")).expect("a PNG")
}

#[test]
fn a_square_is_where_it_belongs() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'>\
               <rect x='2' width='2' height='2' fill='#f00'/></svg>";
    let pixels = pixels(svg, 3.0);
    assert_eq!((pixels.width(), pixels.height()), (12, 6));
    let red = |x, y| pixels.pixel(x, y).map(|pixel| (pixel.red(), pixel.alpha()));
    assert_eq!((red(1, 1), red(10, 1)), (Some((0, 0)), Some((255, 255))));
}

#[test]
fn letters_are_drawn_without_a_font_of_the_system() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>\
               <text x='5' y='30' font-size='30'>β≥♞</text></svg>";
    let inked = pixels(svg, 1.0).pixels().iter().filter(|it| it.alpha() > 128).count();
    assert!(inked > 60, "{inked} pixels of lettering");
}

#[test]
fn what_is_no_picture_is_refused() {
    assert!(matches!(png("<svg", 1.0), Err(PictureError::NoSvg(_))));
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='5000' height='5000'></svg>";
    assert!(matches!(png(svg, 2.0), Err(PictureError::Size { .. })));
    assert!(matches!(png(svg, f32::NAN), Err(PictureError::Size { .. })));
}
