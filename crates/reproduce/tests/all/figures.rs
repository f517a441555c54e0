//! Printed figures beside computed ones.

use tremaux_reproduce::{Difference, Obtained, Printed};

#[test]
fn figures_are_shown_as_texts_print_them() {
    assert_eq!(Printed::Count(549_945).text(), "549,945");
    assert_eq!(Printed::Decimal(14079.1, 1).text(), "14,079.1");
    assert_eq!(Printed::Decimal(-0.5, 2).text(), "−0.50");
    assert_eq!(Printed::About(1.5, 7).text(), "1.5·10⁷");
    assert_eq!(Printed::About(2.5, -12).text(), "2.5·10⁻¹²");
    assert_eq!(Printed::Real(149.516_941_062_027_85).text(), "149.51694106202785");
    assert_eq!(Printed::Counts(&[1, 2, 4]).text(), "1, 2, 4");
    let mean = Obtained::Mean { mean: 1234.567, standard_error: 1.0 };
    assert_eq!(mean.text(&Printed::Decimal(1230.5, 1)), "1,234.57");
}

#[test]
fn a_difference_says_by_how_much() {
    let of = |printed: Printed, ours| match printed.difference(&ours) {
        Difference::By(text) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(of(Printed::Count(2499), Obtained::Count(2488)), "2,488, expected 2,499 (-11)");
    assert_eq!(
        of(Printed::Decimal(94.99, 2), Obtained::Real(95.5)),
        "95.50, expected 94.99 (+0.51)"
    );
    assert_eq!(of(Printed::Text("0 1 3 7"), Obtained::Text("0 5".into())), "0 5, expected 0 1 3 7");
    let counts = Printed::Counts(&[1, 2, 4]);
    assert_eq!(of(counts, Obtained::Counts(vec![1, 2, 3])), "number 2 is 3, expected 4 (-1)");
    assert_eq!(of(counts, Obtained::Counts(vec![1, 2])), "2 numbers, expected 3");
    let mean = Obtained::Mean { mean: 12.0, standard_error: 0.1 };
    assert_eq!(
        of(Printed::Decimal(11.0, 1), mean),
        "12.00, expected 11.0 (+1.000, 10.0 standard errors)"
    );
    // Even the last bit counts if all digits are printed.
    let next = 149.516_941_062_027_85_f64.next_up();
    let real = Printed::Real(149.516_941_062_027_85);
    assert!(!real.difference(&Obtained::Real(next)).is_agreement());
}

#[test]
fn a_mean_agrees_within_its_interval_and_what_rounding_hides() {
    let printed = Printed::Decimal(11.0, 1);
    let of = |mean, standard_error| {
        printed.difference(&Obtained::Mean { mean, standard_error }).is_agreement()
    };
    assert!(of(11.0, 0.0) && of(11.05, 0.0) && !of(11.06, 0.0));
    assert!(of(11.4, 0.1) && of(10.6, 0.1) && !of(11.5, 0.1) && !of(10.5, 0.1));
    assert_eq!(Printed::Nothing.difference(&Obtained::Count(1)), Difference::Unprinted);
}
