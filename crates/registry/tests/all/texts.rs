//! Every format of every domain and game, as files of other systems have it: with a byte order
//! mark, other line ends, no last line end, packed.

use std::io::Write;

use tremaux_registry::reading::{ReadLimits, TextSource, read_text};
use tremaux_registry::{DOMAINS, DomainEntry, GAMES, OptionPairs, Source, TableSource};

/// The text in all these forms, as read.
fn forms(text: &str) -> Vec<(String, String)> {
    let mut forms = Vec::new();
    for (mark, mark_name) in [("", "plain"), ("\u{feff}", "with a mark")] {
        for end in ["\n", "\r\n", "\r"] {
            for last in ["", end] {
                let written = format!("{mark}{}{last}", text.trim_end().replace('\n', end));
                let mut packer =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                packer.write_all(written.as_bytes()).expect("a vector takes all");
                let packed = packer.finish().expect("a vector takes all");
                for (bytes, packing) in [(written.as_bytes(), ""), (&packed, ", packed")] {
                    let input = read_text(TextSource::Bytes("test", bytes), &ReadLimits::default());
                    let name = format!("{mark_name}, line ends {end:?}, at last {last:?}{packing}");
                    forms.push((name, input.expect("a text").text));
                }
            }
        }
    }
    forms
}

/// The instances of a text in words.
fn instances(domain: &dyn DomainEntry, text: &str, given: OptionPairs<'_>) -> Vec<String> {
    let instances = domain.instances(Source::Many(text), given);
    let instances = instances.unwrap_or_else(|error| {
        panic!("{}: {error}\n{text}", domain.info().name);
    });
    instances.iter().map(|instance| instance.text().to_owned()).collect()
}

#[test]
fn domains_read_texts_of_all_systems() {
    for domain in DOMAINS {
        let name = domain.info().name;
        let mut texts = vec![domain.info().example.to_owned()];
        let mut generated = domain.generate(1, 1, &[]).expect("the defaults are right");
        texts.extend(generated.next());
        for text in texts {
            let expected = instances(**domain, &text, &[]);
            for (form, read) in forms(&text) {
                assert_eq!(instances(**domain, &read, &[]), expected, "{name}, {form}");
            }
        }
    }
}

#[test]
fn games_read_texts_of_all_systems() {
    let tables = TableSource::default();
    for entry in GAMES {
        let name = entry.info().name;
        let open = |text: &str| {
            let noted = entry.open_noted(&[], text, &tables);
            let noted = noted.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            noted.game.position()
        };
        let example = entry.info().example;
        let expected = open(example);
        for (form, read) in forms(example) {
            assert_eq!(open(&read), expected, "{name}, {form}");
        }
        // Whole games.
        let Some(record) = entry.open_with(&[], "", &tables).ok().and_then(|game| game.record())
        else {
            continue;
        };
        let records = |text: &str| {
            let records = entry.read_records(&[], text);
            let records = records.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            records.into_iter().map(|record| (record.title, record.start)).collect::<Vec<_>>()
        };
        let expected = records(&record);
        for (form, read) in forms(&record) {
            assert_eq!(records(&read), expected, "{name}, {form}");
        }
    }
}
