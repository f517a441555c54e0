//! Makes every picture that the documents show: drawings by the program, the page in a browser,
//! and a moving picture of frames that the browser took.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use png::{BitDepth, BlendOp, ColorType, Compression, Decoder, Encoder, FilterType};
use thiserror::Error;

/// Where the pictures are: in the guide, so that a book of it has them.
const FOLDER: &str = "docs/guide/src/pictures";
/// The moving picture of the page.
const FILM: &str = "page.png";
/// The greatest size of the moving picture in bytes.
const FILM_BYTES: u64 = 1_200_000;
/// Drawings, each with the commands that make it.
const DRAWINGS: [(&str, &str); 3] = [
    (
        "caves.svg",
        "tremaux generate map --kind caves --size 96x40 --seed 3 --output caves.map
        tremaux path caves.map --from 5,5 --to 88,33 --algorithm a-star --draw caves.svg",
    ),
    (
        "tiles-tree.svg",
        "tremaux trace solve tiles '1 2 3 / _ 4 6 / 7 5 8' --goal blank-last --algorithm a-star \
             --heuristic misplaced --output tiles-tree.svg",
    ),
    (
        "game-tree.svg",
        "tremaux trace analyze tic-tac-toe xox/oo./x.. --algorithm alpha-beta \
             --output game-tree.svg",
    ),
];

/// Why pictures were not made.
#[derive(Debug, Error)]
pub(crate) enum PicturesError {
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A command could not be started, or failed.
    #[error("`{0}` failed")]
    Command(String),
    /// A frame cannot be read, or the moving picture cannot be written.
    #[error("moving picture: {0}")]
    Film(String),
}

/// Makes all pictures in the repository's root; returns their paths.
pub(crate) fn make() -> Result<Vec<String>, PicturesError> {
    run(Command::new("bash").args(["apps/web/page/browser-test.sh", "prepare"]))?;
    // Times on the page are those of an optimised program.
    let program = match std::env::var_os("TREMAUX_BINARY") {
        Some(path) => PathBuf::from(path),
        None => {
            run(Command::new("cargo").args(["build", "--release", "-p", "tremaux-cli"]))?;
            let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
            Path::new(&target).join("release/tremaux")
        }
    };
    let program = program.canonicalize().map_err(|source| failed(&program, source))?;

    let work = std::env::temp_dir().join(format!("tremaux-pictures-{}", std::process::id()));
    let frames = work.join("frames");
    fs::create_dir_all(&frames).map_err(|source| failed(&frames, source))?;
    fs::create_dir_all(FOLDER).map_err(|source| failed(Path::new(FOLDER), source))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    for (name, commands) in DRAWINGS {
        let mut shell = Command::new("sh");
        shell.args(["-ec", commands]).current_dir(&work).env("PATH", &path);
        run(shell.stdout(Stdio::null()))?;
        let (from, to) = (work.join(name), Path::new(FOLDER).join(name));
        fs::copy(&from, to).map_err(|source| failed(&from, source))?;
    }
    run(Command::new("node")
        .args(["apps/web/page/pictures.js".as_ref(), FOLDER.as_ref(), frames.as_os_str()])
        .env("TREMAUX_BINARY", &program))?;
    join(&frames, &Path::new(FOLDER).join(FILM))?;
    fs::remove_dir_all(&work).map_err(|source| failed(&work, source))?;
    Ok(names(Path::new(FOLDER))?.into_iter().map(|name| format!("{FOLDER}/{name}")).collect())
}

fn failed(path: &Path, source: io::Error) -> PicturesError {
    PicturesError::File { path: path.to_owned(), source }
}

fn run(command: &mut Command) -> Result<(), PicturesError> {
    let is_successful = command.status().is_ok_and(|status| status.success());
    is_successful.then_some(()).ok_or_else(|| PicturesError::Command(format!("{command:?}")))
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Result<BTreeSet<String>, PicturesError> {
    let entries = fs::read_dir(folder).map_err(|source| failed(folder, source))?;
    entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()
        .map_err(|source| failed(folder, source))
}

/// A frame: its colours row by row, and how long it is shown.
struct Frame {
    pixels: Vec<[u8; 3]>,
    milliseconds: u16,
}

/// Reads a frame called `NUMBER-MILLISECONDS.png`; returns its size, too.
fn read(path: &Path) -> Result<(Frame, (u32, u32)), PicturesError> {
    let bad =
        |why: &dyn std::fmt::Display| PicturesError::Film(format!("{}: {why}", path.display()));
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let milliseconds = stem.split_once('-').and_then(|(_, time)| time.parse().ok());
    let milliseconds = milliseconds.ok_or_else(|| bad(&"expected NUMBER-MILLISECONDS.png"))?;
    let file = File::open(path).map_err(|source| failed(path, source))?;
    let mut reader = Decoder::new(BufReader::new(file)).read_info().map_err(|error| bad(&error))?;
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes).map_err(|error| bad(&error))?;
    let samples = match (info.color_type, info.bit_depth) {
        (ColorType::Rgb, BitDepth::Eight) => 3,
        (ColorType::Rgba, BitDepth::Eight) => 4,
        other => return Err(bad(&format!("unexpected colours {other:?}"))),
    };
    let pixels = bytes[..info.buffer_size()].chunks_exact(samples);
    let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok((Frame { pixels, milliseconds }, (info.width, info.height)))
}

/// The number of the transparent colour, which leaves a pixel as it is.
const UNCHANGED: u8 = 0;

/// The 255 most frequent colours from number 1, and the number of each colour: that of the nearest
/// one for those that are rarer.
fn palette(frames: &[Frame]) -> (Vec<[u8; 3]>, HashMap<[u8; 3], u8>) {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in frames.iter().flat_map(|frame| &frame.pixels) {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut colours: Vec<[u8; 3]> = counts.keys().copied().collect();
    colours.sort_unstable_by_key(|colour| (std::cmp::Reverse(counts[colour]), *colour));
    let kept: Vec<[u8; 3]> = colours.iter().copied().take(255).collect();
    let distance = |a: &[u8; 3], b: &[u8; 3]| -> u32 {
        a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let nearest = |colour: &[u8; 3]| {
        let near = (1_u8..=255).zip(&kept).min_by_key(|(_, kept)| distance(kept, colour));
        near.map_or(UNCHANGED, |(number, _)| number)
    };
    let numbers = colours.iter().map(|colour| (*colour, nearest(colour))).collect();
    ([[0; 3]].into_iter().chain(kept).collect(), numbers)
}

/// Where a frame differs from the one before: column, row, width and height; one pixel at least.
fn changed(old: &[u8], new: &[u8], width: usize) -> (usize, usize, usize, usize) {
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for at in (0..new.len()).filter(|&at| old[at] != new[at]) {
        (left, right) = (left.min(at % width), right.max(at % width));
        (top, bottom) = (top.min(at / width), bottom.max(at / width));
    }
    if left == usize::MAX { (0, 0, 1, 1) } else { (left, top, right - left + 1, bottom - top + 1) }
}

/// Joins the frames of a folder to an animated PNG that plays for ever.
fn join(folder: &Path, film: &Path) -> Result<(), PicturesError> {
    let bad = |error: png::EncodingError| PicturesError::Film(error.to_string());
    let (mut frames, mut sizes) = (Vec::new(), BTreeSet::new());
    for name in names(folder)? {
        let (frame, size) = read(&folder.join(name))?;
        frames.push(frame);
        sizes.insert(size);
    }
    let &[size] = sizes.into_iter().collect::<Vec<_>>().as_slice() else {
        return Err(PicturesError::Film("expected frames, all of the same size".to_owned()));
    };
    let (colours, numbers) = palette(&frames);
    let width = size.0 as usize;

    let file = File::create(film).map_err(|source| failed(film, source))?;
    let mut encoder = Encoder::new(BufWriter::new(file), size.0, size.1);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.concat());
    encoder.set_trns(vec![0]);
    encoder.set_compression(Compression::Best);
    encoder.set_filter(FilterType::NoFilter);
    encoder.set_animated(frames.len() as u32, 0).map_err(bad)?;
    encoder.set_blend_op(BlendOp::Over).map_err(bad)?;
    let mut writer = encoder.write_header().map_err(bad)?;
    let mut shown = vec![UNCHANGED; frames[0].pixels.len()];
    for frame in &frames {
        let new: Vec<u8> = frame.pixels.iter().map(|colour| numbers[colour]).collect();
        let (x, y, columns, rows) = changed(&shown, &new, width);
        let mut part = Vec::with_capacity(columns * rows);
        for row in y..y + rows {
            for at in row * width + x..row * width + x + columns {
                part.push(if shown[at] == new[at] { UNCHANGED } else { new[at] });
            }
        }
        writer.set_frame_delay(frame.milliseconds, 1000).map_err(bad)?;
        writer.reset_frame_position().map_err(bad)?;
        writer.set_frame_dimension(columns as u32, rows as u32).map_err(bad)?;
        writer.set_frame_position(x as u32, y as u32).map_err(bad)?;
        writer.write_image_data(&part).map_err(bad)?;
        shown = new;
    }
    writer.finish().map_err(bad)?;
    let bytes = fs::metadata(film).map_err(|source| failed(film, source))?.len();
    if bytes > FILM_BYTES {
        return Err(PicturesError::Film(format!("{bytes} bytes are more than {FILM_BYTES}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links to pictures in a document: the alternative text, and the name of the file.
    fn shown(text: &str) -> Vec<(&str, &str)> {
        let links =
            text.split("![").skip(1).filter_map(|part| part.split(')').next()?.split_once("]("));
        links.map(|(alt, path)| (alt, path.rsplit('/').next().unwrap_or_default())).collect()
    }

    #[test]
    fn every_picture_is_shown_and_described() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let guide = root.join("docs/guide/src");
        let mut documents: Vec<PathBuf> = fs::read_dir(&guide)
            .expect("the guide")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|it| it == "md"))
            .collect();
        documents.push(root.join("README.md"));
        let mut used = BTreeSet::new();
        for document in documents {
            let text = fs::read_to_string(&document).expect("a document");
            for (alt, name) in shown(&text) {
                assert!(
                    alt.split(' ').count() >= 4,
                    "{}: {name} needs a description",
                    document.display()
                );
                used.insert(name.to_owned());
            }
        }
        let there = names(&root.join(FOLDER)).expect("the pictures");
        assert_eq!(used, there);
        // Each one is made by `cargo xtask pictures`.
        let script =
            fs::read_to_string(root.join("apps/web/page/pictures.js")).expect("the script");
        for name in there {
            let is_drawing = DRAWINGS.iter().any(|(drawing, _)| *drawing == name);
            let is_shot = name
                .strip_suffix(".png")
                .is_some_and(|it| script.contains(&format!("name: \"{it}\"")));
            assert!(is_drawing || is_shot || name == FILM, "{name}");
        }
    }

    #[test]
    fn frames_are_joined_to_a_film_of_changes() {
        let folder = std::env::temp_dir().join(format!("film-{}", std::process::id()));
        let frames = folder.join("frames");
        fs::create_dir_all(&frames).expect("a folder");
        let mut pixels = vec![200_u8; 3 * 8 * 4];
        for (number, changed) in [(0, 0), (1, 3 * (8 + 5))] {
            pixels[changed] = 10;
            let file = File::create(frames.join(format!("{number}-90.png"))).expect("a file");
            let mut encoder = Encoder::new(file, 8, 4);
            encoder.set_color(ColorType::Rgb);
            let mut writer = encoder.write_header().expect("a header");
            writer.write_image_data(&pixels).expect("a frame");
        }
        let film = folder.join("film.png");
        join(&frames, &film).expect("a film");
        let mut reader = Decoder::new(BufReader::new(File::open(&film).expect("a file")))
            .read_info()
            .expect("a film");
        assert_eq!(reader.info().animation_control().expect("it moves").num_frames, 2);
        let mut bytes = vec![0; reader.output_buffer_size()];
        reader.next_frame(&mut bytes).expect("the first frame");
        reader.next_frame(&mut bytes).expect("the second");
        let control = reader.info().frame_control().expect("it moves");
        assert_eq!(
            (control.x_offset, control.y_offset, control.width, control.height),
            (5, 1, 1, 1)
        );
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
