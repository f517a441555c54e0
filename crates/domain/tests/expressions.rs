//! Expressions of components and their options: what is read, and how errors point.

use tremaux_domain::{Component, Expression, Operands, OptionInfo, Options};

#[test]
fn what_is_written_is_read_back() {
    for text in ["a", "a(b)", "a(b=c)", "a(b=c(d, 1.5), e)", "pdb(6-6-3)", "a(1e-3)"] {
        let expression = Expression::parse(text).expect(text);
        assert_eq!(expression.to_string(), text);
    }
    assert_eq!(Expression::parse(" a ( ) ").expect("empty brackets").to_string(), "a");
}

#[test]
fn errors_tell_where() {
    let column = |text: &str| Expression::parse(text).expect_err(text).column;
    let wrong = [
        ("", 1),
        ("(", 1),
        ("a(", 3),
        ("a(b", 4),
        ("a b", 3),
        ("a(b,)", 5),
        ("a(,b)", 3),
        ("a(b c)", 5),
        ("a(b=)", 5),
        ("a(b) c", 6),
        ("a(é)", 3),
        ("a(b))", 5),
    ];
    for (text, expected) in wrong {
        assert_eq!(column(text), expected, "{text}");
    }
}

/// A hundred thousand short texts of characters that occur in expressions, and some that do
/// not.
#[test]
fn no_text_is_too_much() {
    let letters: Vec<char> = "ab1.-_(),=  \n\té€".chars().collect();
    let mut bits = 1_u64;
    let mut good = 0;
    for _ in 0..100_000 {
        let mut text = String::new();
        loop {
            // Knuth's linear congruential generator, its upper bits.
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let draw = (bits >> 33) as usize % (letters.len() + 2);
            let Some(&letter) = letters.get(draw) else { break };
            text.push(letter);
        }
        match Expression::parse(&text) {
            Ok(expression) => {
                let written = expression.to_string();
                let again = Expression::parse(&written).expect(&written);
                assert_eq!(again.to_string(), written, "{text:?}");
                good += 1;
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.offset), "{text:?}");
                assert!(error.line > 0 && error.column > 0, "{text:?}");
            }
        }
    }
    assert!(good > 1000, "{good}");
}

#[test]
fn depth_and_breadth_are_limited() {
    let nested = |depth: usize| format!("{}a{}", "a(".repeat(depth), ")".repeat(depth));
    assert!(Expression::parse(&nested(Expression::MOST_NESTING)).is_ok());
    let error = Expression::parse(&nested(Expression::MOST_NESTING + 1)).expect_err("deep");
    assert_eq!(error.column, 2 * Expression::MOST_NESTING + 2);
    assert!(Expression::parse(&"a(".repeat(1_000_000)).is_err());
    assert!(Expression::parse(&format!("a({}b)", "b,".repeat(40))).is_err());
}

static SCALED: Component = Component {
    operands: Operands { least: 1, most: 1 },
    options: &[
        OptionInfo::number("factor", 0.0, 100.0).title("what it is multiplied by"),
        OptionInfo::integer("rounds", 1, 9).title("how often").default("1"),
    ],
    example: "scaled(manhattan, 0.5)",
    ..Component::new("scaled", "a test")
};

fn read(text: &str) -> Result<(f64, u64), String> {
    let expression = Expression::parse(text).map_err(|error| error.to_string())?;
    let options = Options::read(&SCALED, &expression).map_err(|e| e.to_string())?;
    assert_eq!(options.operands.len(), 1);
    Ok((options.number("factor"), options.integer("rounds")))
}

#[test]
fn options_are_given_by_place_or_name() {
    assert_eq!(read("scaled(a, 0.5)"), Ok((0.5, 1)));
    assert_eq!(read("scaled(a, 0.5, 3)"), Ok((0.5, 3)));
    assert_eq!(read("scaled(a, rounds=2, factor=4)"), Ok((4.0, 2)));
    assert_eq!(read("scaled(factor=1, a)"), Ok((1.0, 1)));
}

#[test]
fn wrong_options_are_pointed_at() {
    for (text, column, word) in [
        ("scaled", 1, "brackets"),
        ("scaled(a)", 1, "factor"),
        ("scaled(a, x)", 11, "a number from 0 to 100"),
        ("scaled(a, NaN)", 11, "a number from 0 to 100"),
        ("scaled(a, 1e9)", 11, "a number from 0 to 100"),
        ("scaled(a, 1, 10)", 14, "a whole number from 1 to 9"),
        ("scaled(a, 1, 2, 3)", 17, "at most 2"),
        ("scaled(a, facotr=1)", 11, "did you mean `factor`?"),
        ("scaled(a, factor=1, factor=2)", 21, "once"),
        ("scaled(a, 1(2))", 11, "a number"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(&format!("column {column}:")), "{text}: {error}");
        assert!(error.contains(word), "{text}: {error}");
    }
}
