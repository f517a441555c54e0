//! Ctrl-C and termination at random moments.

use std::time::Duration;

use rustix::process::Signal;

use super::case::Case;
use super::{Allowed, Attack};

/// Commands that take long, each with what its output must hold when it is stopped.
const COMMANDS: &[(&str, &str)] = &[
    ("solve tiles --korf 88 --heuristic blind --format json", "\"status\""),
    ("solve tiles --korf 88 --algorithm anytime-a-star --format json", "\"bound\""),
    ("solve tiles --korf 88 --algorithm memory-bounded-a-star --memory 40M --format json", "bound"),
    ("solve tiles --korf 88 --algorithm recursive-best-first --format json", "\"bound\""),
    ("solve tiles --korf 88 --heuristic pdb(6-6-3) --cache CACHE --format json", "\"status\""),
    ("solve tiles --korf 88 --threads 2 --checkpoint FILE --heuristic manhattan", ""),
    ("solve tiles --korf 88 --algorithm ida-star --checkpoint FILE --format json", "\"bound\""),
    ("solve pancake --file PANCAKES --algorithm branch-and-bound --format json", "\"bound\""),
    ("trace solve tiles --korf 88 --output FILE", ""),
    ("analyze connect-four --exact --format json", "\"best\""),
    ("analyze mnk --size 15x15 --row 5 --time 1h --lines 3 --format json", "\"best\""),
    ("analyze checkers --time 1h --threads 2 --format json", "\"best\""),
    ("match connect-four scout(time=0.05) random --games 100000 --format json", "\"games\""),
    ("build tiles pdb(6-6-3) --cache CACHE --threads 1", ""),
    ("compare --domain tiles --random 1000 --algorithm a-star --database DATABASE", ""),
    ("reproduce 7-3 --trials 100000 --format json", ""),
    ("generate map --size 20000x20000 --kind caves --output FILE", ""),
    ("path MAP --random 1000M --format json", "\"queries\""),
];

/// How soon after its start the program listens.
const SETTLING: Duration = Duration::from_millis(150);

/// Sends signals until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut random = attack.random(2);
    let pancakes = attack.path("pancakes.txt");
    let text = attack.output(&["generate", "pancake", "--size", "100"])?;
    std::fs::write(&pancakes, text).map_err(|error| error.to_string())?;
    let roads = attack.path("roads.gr");
    let mut number = 0;
    while !attack.is_over() {
        let (line, expected) = COMMANDS[number % COMMANDS.len()];
        number += 1;
        let words = line.split(' ').map(|word| match word {
            "FILE" => attack.path(&format!("signal-{number}")),
            "CACHE" => attack.path(&format!("cache-{number}")),
            "DATABASE" => attack.path(&format!("signal-{number}.sqlite")),
            "PANCAKES" => pancakes.clone(),
            "MAP" => roads.clone(),
            word => word.to_owned(),
        });
        let mut case = Case::new(words);
        let at = Duration::from_millis(random.below(2000) as u64);
        case.signal = Some((at, *random.pick(&[Signal::INT, Signal::TERM])));
        let ending = attack.run(&case)?;
        if ending.status.code().is_none() && !ending.is_hung && at < SETTLING {
            // It had not begun to listen.
            attack.row().cases += 1;
            continue;
        }
        attack.judge(&case, &ending, Allowed::default());
        let Some(after) = ending.after_signal.filter(|_| !ending.is_hung) else { continue };
        let row = attack.row();
        let seconds = after.as_secs_f64();
        row.worst_time = Some(row.worst_time.map_or(seconds, |worst| worst.max(seconds)));
        let [out, _] = ending.texts();
        let told = format!("{seconds:.2} s from {:?} to the end", case.signal);
        if seconds > 1.0 {
            attack.object(&case, &told);
        } else if at >= SETTLING && !out.contains(expected) {
            attack.object(&case, &format!("no result; {told}"));
        }
    }
    Ok(())
}
