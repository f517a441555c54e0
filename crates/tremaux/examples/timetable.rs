//! A timetable as variables and constraints: lessons get hours, so that no class and no teacher is
//! in two places, there are rooms enough, and as few lessons as possible are in the last hour.
//!
//! Run it with `cargo run --example timetable -p tremaux --features constraints`.

use tremaux::Limits;
use tremaux::constraints::{Model, ModelError};

const HOURS: u32 = 5;
const ROOMS: i64 = 3;

/// Class, teacher and subject of each lesson.
const LESSONS: [(u8, &str, &str); 13] = [
    (1, "Ada", "algebra"),
    (1, "Ada", "algebra"),
    (1, "Euler", "graphs"),
    (1, "Noether", "rings"),
    (2, "Ada", "algebra"),
    (2, "Euler", "graphs"),
    (2, "Euler", "graphs"),
    (2, "Noether", "rings"),
    (3, "Ada", "algebra"),
    (3, "Euler", "graphs"),
    (3, "Noether", "rings"),
    (3, "Noether", "rings"),
    (3, "Gauss", "primes"),
];

/// The hour of each lesson, and the number of them in the last hour.
pub(crate) fn solve() -> Result<(Vec<u32>, usize), ModelError> {
    let mut model = Model::new();
    let hours = model.variables(LESSONS.len(), HOURS);
    for (lesson, &(class, teacher, _)) in LESSONS.iter().enumerate() {
        for (other, &(its_class, its_teacher, _)) in LESSONS[..lesson].iter().enumerate() {
            if class == its_class || teacher == its_teacher {
                model.all_different(&[hours[lesson], hours[other]]);
            }
        }
    }
    for hour in 0..HOURS {
        model.occurrences(&hours, hour, ..=ROOMS)?;
    }
    // Gauss comes after eleven, which is the third hour.
    model.restrict(hours[12], |hour| hour >= 2);
    // 1 for each lesson in the last hour.
    let is_late = model.variables(LESSONS.len(), 2);
    for (&hour, &late) in hours.iter().zip(&is_late) {
        model.relation(hour, late, |hour, late| (hour == HOURS - 1) == (late == 1));
    }
    let late: Vec<_> = is_late.iter().map(|&late| (late, 1)).collect();
    model.minimize(&late)?;
    let solution = model.solve_within(&Limits::default().with_nodes(1_000_000));
    assert!(solution.is_proved(), "no timetable has fewer late lessons");
    let mut hours = solution.values.expect("a timetable");
    hours.truncate(LESSONS.len());
    let late = hours.iter().filter(|&&hour| hour == HOURS - 1).count();
    Ok((hours, late))
}

pub(crate) fn main() {
    let (hours, late) = solve().expect("a model that makes sense");
    for (&(class, teacher, subject), hour) in LESSONS.iter().zip(&hours) {
        println!("hour {}: class {class}, {subject} with {teacher}", hour + 1);
    }
    // Thirteen lessons, twelve places in the first four hours.
    assert_eq!(late, 1);
}
