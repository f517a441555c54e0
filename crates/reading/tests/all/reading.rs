//! One text in every encoding, with every line end, packed in every way.

use std::io::{Read, Write};

use tremaux_reading::{ReadLimits, TextError, TextSource, clean_text, open_text, read_text};

const TEXT: &str = "héllo, wörld 🙂\n\n  second line\nthird";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("a vector takes all");
    packer.finish().expect("a vector takes all")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes_of).collect()
}

fn read(bytes: &[u8]) -> Result<String, TextError> {
    read_text(TextSource::Bytes("test", bytes), &ReadLimits::default()).map(|input| input.text)
}

#[test]
fn encodings_line_ends_and_compression_do_not_matter() {
    // Longer than any buffer, so that line ends and characters lie across its ends.
    let long = TEXT.repeat(3000);
    for text in [TEXT, &format!("{TEXT}\n"), "", "\n", &long] {
        for end in ["\n", "\r\n", "\r"] {
            let written = text.replace('\n', end);
            let encoded = [
                written.as_bytes().to_vec(),
                format!("\u{feff}{written}").into_bytes(),
                utf16(&written, u16::to_le_bytes),
                utf16(&written, u16::to_be_bytes),
            ];
            for bytes in encoded {
                for packed in [bytes.clone(), gzip(&bytes), zstd(&bytes)] {
                    let read = read(&packed).unwrap_or_else(|error| panic!("{end:?}: {error}"));
                    assert!(read == text, "{end:?}: {:?}", &read[..read.len().min(60)]);
                    // In small parts, as parsers of long files read.
                    let source = TextSource::Bytes("test", &packed);
                    let mut opened = open_text(source).expect("a text");
                    let (mut parts, mut part) = (Vec::new(), [0; 3]);
                    while let count @ 1.. = opened.read(&mut part).expect("a text") {
                        parts.extend_from_slice(&part[..count]);
                    }
                    assert!(parts == text.as_bytes(), "{end:?} in parts");
                }
            }
            assert_eq!(clean_text(&format!("\u{feff}{written}")), text);
        }
    }
}

#[test]
fn what_is_no_text_is_refused_with_its_place_and_kind() {
    let refused = |bytes: &[u8]| read(bytes).expect_err("no text").to_string();
    let latin = refused(b"first\r\nna\xEFve");
    assert!(latin.contains("line 2, column 3") && latin.contains("Latin-1"), "{latin}");
    assert!(refused(b"PK\x03\x04\xFF\xFF").contains("zip archive"));
    assert!(refused(b"a\x00b\x00\xFF\xFF").contains("UTF-16"));
    assert!(refused(b"\x01\x02\xFF").contains("binary"));
    assert!(refused(b"\xFF\xFEa").contains("UTF-16"));
    let truncated = gzip(TEXT.as_bytes());
    assert!(read(&truncated[..truncated.len() - 9]).is_err());
}

#[test]
fn limits_hold_for_what_is_unpacked() {
    let packed = gzip(&vec![b'.'; 3 << 20]);
    let limited = |most| read_text(TextSource::Bytes("bomb", &packed), &ReadLimits::at_most(most));
    assert!(matches!(limited(2 << 20), Err(TextError::TooLarge { .. })));
    assert_eq!(limited(3 << 20).expect("it fits").text.len(), 3 << 20);
}

#[test]
fn missing_files_and_folders_are_errors() {
    let path = std::env::temp_dir();
    let read = |path| read_text(TextSource::File(path), &ReadLimits::default());
    assert!(matches!(read(path.join("tremaux-no-such-file")), Err(TextError::Io { .. })));
    assert!(matches!(read(path), Err(TextError::Io { .. })));
}
