//! Sokoban: how levels are read and written.

use tremaux_core::{Notation, StateSpace};
use tremaux_domain::Source;
use tremaux_puzzles::catalog::SOKOBAN;
use tremaux_puzzles::sokoban::{LargeSokoban, Level, collection};
use tremaux_testkit::data_text;

use super::sokoban::sokoban;

#[test]
fn all_ways_of_writing_a_level_are_read() {
    let plain = "  ####\n###  #\n# @$.#\n######\n";
    let level: Level = plain.parse().expect("a level");
    let others = [
        "--####\r\n###--#\r\n#-@$.#\r\n######",
        "__####|###__#|#_@$.#|######",
        "2-4#|3#2-#|#-@$.#|6#",
        "\n\n  ####  \n###  #\n# @$.#\n######\n\n",
    ];
    for text in others {
        assert_eq!(text.parse::<Level>().as_ref(), Ok(&level), "{text}");
    }
    assert_eq!(level.to_string().parse::<Level>().as_ref(), Ok(&level));
    let file = "Two levels\n\n; one\n####\n#@$.#\n####\n".replace("####\n", "#####\n")
        + "\n; two\n\n#####\n#.$@#\n#####\nTitle: second\nAuthor: me\n";
    let levels = collection(&file).expect("two levels");
    let titles: Vec<_> = levels.iter().map(|it| it.title.as_deref()).collect();
    assert_eq!(titles, [Some("one"), Some("second")]);
    let trailed: Level = "#####|#@$.#__|#####".parse().expect("a level");
    assert_eq!(trailed.to_string().parse::<Level>(), Ok(trailed));
    // Boxes on unreachable goals are decoration.
    let adorned: Level = "#####_###|#@$.#_#*#|#####_###".parse().expect("a level");
    assert_eq!((adorned.boxes().len(), adorned.squares()), (1, 3));
    assert_eq!(adorned.to_string(), "#####_###|#@$.#_#*#|#####_###");
}

#[test]
fn bad_levels_are_refused_with_their_place() {
    let many = format!("{0}\n#@{1}{2}#\n{0}", "#".repeat(140), "$.".repeat(65), "_".repeat(8));
    let wide = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(256), "_".repeat(251));
    let broad =
        format!("{0}\n#@$.{1}#\n#{2}#\n{0}", "#".repeat(203), "_".repeat(198), "_".repeat(201));
    let cases = [
        ("", 1, 1, "rows of"),
        ("; nothing\n\n", 1, 10, "rows of"),
        ("#####\n# $.#\n#####", 1, 1, "a player"),
        ("#####\n#@$.#\n#@  #\n#####", 3, 2, "one player"),
        ("#####\n#@$ #\n#####", 1, 1, "as many boxes as goals"),
        ("####\n#@ #\n####", 1, 1, "1 to 64 boxes"),
        ("#####\n#@$.\n#####", 2, 5, "not enclosed"),
        ("#####\n#@$.#\n# ###", 3, 2, "not enclosed"),
        ("#####\n#@$.#\n##", 3, 3, "not enclosed"),
        ("#####\n#@x$.#\n#####", 2, 3, "`#`, `@`"),
        ("#####\n#@$.#4\n#####", 2, 7, "`#`, `@`"),
        ("999#\n#@$.#", 1, 3, "at most 255 columns"),
        ("#####\n#@$.#\n#####\nand more", 4, 1, "one level"),
        ("#####_###\n#@$.#_#.#\n#####_#$#\n______###", 3, 8, "a box inside the walls"),
        ("#####_###\n#@_*#_#.#\n#####_#_#\n______###", 2, 8, "a goal inside the walls"),
        (&many, 1, 1, "1 to 64 boxes"),
        (&wide, 1, 256, "at most 255 columns"),
        (&broad, 1, 1, "at most 255"),
        ("#####\n#@$.#\n#  .#\n#####", 1, 1, "as many boxes as goals"),
        ("#####\n#@$.#\n#$$.#\n#####", 1, 1, "as many boxes as goals"),
    ];
    for (text, line, column, expected) in cases {
        let error = text.parse::<Level>().expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    let huge =
        format!("{0}\n{1}", "#".repeat(2000), format!("#{}#\n", " ".repeat(1998)).repeat(1998));
    let error = LargeSokoban::parse(&huge).unwrap_err();
    assert_eq!((error.line, error.column), (1, 1024), "{error}");
    assert!(error.expected.contains("at most 1023 columns"), "{error}");
    let error = collection("#####\n#@$.#\n#####\n\n#####\n#@$ #\n#####\n").unwrap_err();
    assert_eq!(error.line, 5, "the second level");
    let space = sokoban("######|#@___#|#_$._#|######");
    for text in ["", "######|#@___#|#_.$_#|######", "#####|#@$.#|#####"] {
        assert!(space.parse_state(text).is_err(), "{text}");
    }
    for text in ["", "2,2", "2,2r", "2,2RR", "2,2R 2", "2,2U", "1,2R", "x"] {
        assert!(space.parse_action(&space.initial_state(), text).is_err(), "{text}");
    }
}

#[test]
fn collections_are_read() {
    for (name, count) in [("xsokoban_90", 90), ("microban_155", 155), ("BoxWorld_100", 100)] {
        let Some(text) = data_text(&format!("sokoban/{name}.xsb")) else { continue };
        let levels = collection(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(levels.len(), count);
        for titled in levels {
            assert_eq!(titled.level.to_string().parse::<Level>().as_ref(), Ok(&titled.level));
            assert!(titled.title.is_some());
        }
    }
}

/// Levels that are wrong or too large refuse only themselves.
#[test]
fn the_other_levels_of_a_collection_are_read() {
    let huge = "#".repeat(2000);
    let text = format!(
        "; a\n#####\n#@$.#\n#####\n\n; b\n{huge}\n#@$.#\n\n; c\n#####\n#@x$.#\n#####\n\n; \
         d\n#####\n#@$.#\n#####\n"
    );
    let levels = SOKOBAN.instances(Source::Many(&text), &[]).expect("levels");
    let refused = levels.iter().map(|level| {
        let (name, error) = level.refusal()?;
        error.place().map(|(_, it)| (name, it.line, it.column))
    });
    let expected = [None, Some(("level 2 (b)", 7, 1024)), Some(("level 3 (c)", 12, 3)), None];
    assert!(refused.eq(expected));
    let titles: Vec<_> = levels.iter().map(|level| level.title()).collect();
    assert_eq!([titles[0], titles[3]], [Some("a"), Some("d")]);
}
