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
    let latin = refused(b"(;CA[UTF-8]\r\nC[na\xEFve])");
    assert!(latin.contains("line 2, column 5") && latin.contains("Latin-1"), "{latin}");
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

/// Texts whose encodings are declared, their bytes, and a part of the text.
#[test]
fn declared_encodings_are_decoded_before_anything_is_parsed() {
    let shift_jis = b"(;GM[1]SZ[9]CA[Shift_JIS]EV[\x90V\x94\x5C];B[ee])";
    let big5 = b" text before\n( ;GM[1]GN[\xA6\xA8\xA5\x5C]CA[Big5];B[ee])";
    let gbk = b"(;CA[gb2312]PB[\x8B\x5C])";
    let korean = b"(;CA[euc-kr]PB[\xC0\xCC\xC3\xA2\xC8\xA3])";
    let latin = b"<?xml version='1.0' encoding = 'ISO-8859-1'?><a b=\"Z\xFCrich\"/>";
    let polish = b"<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><a b=\"\xA3\xF3d\xBC\"/>";
    let cases: [(&[u8], &str); 6] = [
        (shift_jis, "EV[新能]"),
        (big5, "GN[成功]"),
        (gbk, "PB[媆]"),
        (korean, "PB[이창호]"),
        (latin, "Zürich"),
        (polish, "Łódź"),
    ];
    for (bytes, part) in cases {
        for packed in [bytes.to_vec(), gzip(bytes)] {
            let text = read(&packed).unwrap_or_else(|error| panic!("{part}: {error}"));
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    // Beyond the buffer, and in a text that was converted since.
    let long = [&shift_jis[..], b"\n", &shift_jis[28..30].repeat(30_000)].concat();
    assert!(read(&long).expect("decoded").ends_with("新新"));
    let converted = "(;CA[Shift_JIS]EV[新能])";
    assert_eq!(read(converted.as_bytes()).expect("UTF-8"), converted);
    let declared = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a b=\"é\"/>";
    assert_eq!(read(declared.as_bytes()).expect("UTF-8"), declared);
}

#[test]
fn games_that_declare_nothing_are_recognised_by_their_letters() {
    let tag = |name: &[u8]| [b"[White \"", name, b"\"]\n\n1. e4 *\n"].concat();
    let cases: [(&[u8], &str); 9] = [
        (b"M\xFCller", "Müller"),
        (b"P\xF3lya, Gy\xF6rgy", "Pólya, György"),
        (b"\xD8rsted", "Ørsted"),
        (b"Gar\xE7on \xBD-\xBD", "Garçon ½-½"),
        (b"\x89H\x90\xB6\x91P\x8E\xA1", "羽生善治"),
        (b"\x90V\x94\x5C", "新能"),
        (b"\xA6\xD0\xA5\xCD\xB5\xBD\xAAv", "羽生善治"),
        (b"\xB9\xC5\xC1\xA6\xD2\xBB\xBA\xC5", "古力一号"),
        (b"\xC0\xCC\xC3\xA2\xC8\xA3", "이창호"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(bytes, name)| {
            let text = read(&tag(bytes)).unwrap_or_else(|error| panic!("{name}: {error}"));
            (!text.contains(&format!("[White \"{name}\"]"))).then(|| format!("{name}: {text}"))
        })
        .collect();
    assert_eq!(wrong, [""; 0]);
    // Each line by itself: databases are put together from others.
    let mixed = [tag("Łódź".as_bytes()), tag(b"M\xFCller")].concat();
    let text = read(&mixed).expect("a text");
    assert!(text.contains("Łódź") && text.contains("Müller"), "{text}");
}

#[test]
fn what_is_assumed_of_an_encoding_is_noted() {
    let read = |bytes: &[u8]| {
        read_text(TextSource::Bytes("test", bytes), &ReadLimits::default()).expect("a text")
    };
    let old = read(b"from;to\r\nZ\xFCrich;Bern\r\n");
    assert_eq!(old.text, "from;to\nZ\u{fc}rich;Bern\n");
    assert!(old.note.is_some_and(|note| note.contains("windows-1252")));
    for plain in ["from;to\nZ\u{fc}rich;Bern\n", "a b 3\n"] {
        assert_eq!(read(plain.as_bytes()).note, None);
    }
    // Behind the first part that is read at once, and in one line.
    for end in ["\n", " "] {
        let long = [format!("a b{end}").repeat(50_000).as_bytes(), b"Z\xFCrich b"].concat();
        assert!(read(&long).text.ends_with("Z\u{fc}rich b"));
    }
}

#[test]
fn what_cannot_be_decoded_is_refused_with_its_place() {
    let place = |bytes: &[u8]| match read(bytes).expect_err("no text") {
        TextError::NotText { error, .. } => (error.line, error.column, error.to_string()),
        error => panic!("{error}"),
    };
    let (line, column, message) = place(b"(;CA[Shift_JIS]\r\nEV[\x90V\xFF\x20])");
    assert_eq!((line, column), (2, 5), "{message}");
    assert!(message.contains("Shift_JIS") && message.contains("0xFF"), "{message}");
    let message = read(b"\n\n(;CA[martian]PB[\xFC])").expect_err("no encoding").to_string();
    assert!(message.contains("line 3") && message.contains("`martian`"), "{message}");
    let (_, _, message) = place(b"(;CA[UTF-8]PB[M\xFCller])");
    assert!(message.contains("0xFC"), "{message}");
}
