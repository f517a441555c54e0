//! Ctrl-C and termination at random moments.

use std::time::Duration;

use rustix::process::Signal;

use super::report::Fault;
use super::{Allowed, Attack};

/// Commands that take long, each with what its output must hold when it is stopped.
const COMMANDS: &[(&str, &str)] = &[
    ("solve tiles --korf 88 --heuristic blind --format json", "\"status\""),
    ("solve tiles --korf 88 --algorithm anytime-a-star --format json", "\"bound\""),
    ("solve tiles --korf 88 --algorithm memory-bounded-a-star --memory 40M --format json", "bound"),
    ("solve tiles --korf 88 --algorithm recursive-best-first --format json", "\"bound\""),
    ("solve tiles --korf 88 --heuristic pdb(6-6-3) --cache DIR/NEW --format json", "\"status\""),
    ("solve tiles --korf 88 --threads 2 --checkpoint DIR/NEW --heuristic manhattan", ""),
    ("solve tiles --korf 88 --algorithm ida-star --checkpoint DIR/NEW --format json", "\"bound\""),
    ("solve tiles --korf 88 --algorithm branch-and-bound --format json", "\"bound\""),
    ("trace solve tiles --korf 88 --output DIR/NEW", ""),
    ("analyze connect-four 444441 --exact --format json", "\"best\""),
    ("analyze mnk --size 15x15 --row 5 --time 1h --lines 3 --format json", "\"best\""),
    ("analyze checkers --time 1h --threads 2 --format json", "\"best\""),
    ("lab match connect-four scout(time=0.05) random --games 100000 --format json", "\"games\""),
    ("build tiles pdb(6-6-3) --cache DIR/NEW --threads 1", ""),
    ("lab compare --domain tiles --random 1000 --algorithm a-star --database DIR/NEW", ""),
    ("lab reproduce 7-3 --trials 100000 --format json", ""),
    ("generate map --size 20000x20000 --kind caves --output DIR/NEW", ""),
    ("path DIR/roads.gr --random 1000M --format json", "\"queries\""),
];

/// How soon after its start the program listens.
const SETTLING: Duration = Duration::from_millis(150);

/// Sends signals until the time is over.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let mut random = attack.random(2);
    let mut number = 0;
    while !attack.is_over() {
        let (line, expected) = COMMANDS[number % COMMANDS.len()];
        number += 1;
        let mut case = attack.case(&line.replace("NEW", &format!("new-{number}")));
        let at = Duration::from_millis(random.below(2000) as u64);
        case.signal = Some((at, *random.pick(&[Signal::INT, Signal::TERM])));
        let ending = attack.run(&case)?;
        if ending.status.code().is_none() && !ending.is_hung && at < SETTLING {
            // It had not begun to listen.
            attack.count(&case);
            continue;
        }
        attack.judge(&case, &ending, Allowed::default());
        let Some(after) = ending.after_signal.filter(|_| !ending.is_hung) else { continue };
        let seconds = after.as_secs_f64();
        let [out, _] = ending.texts();
        let told = format!("{seconds:.2} s from {:?} to the end", case.signal);
        if seconds > 1.0 {
            attack.fail(&case, Fault::Other, &told);
        } else if at >= SETTLING && !out.contains(expected) {
            attack.fail(&case, Fault::Other, &format!("no result; {told}"));
        }
    }
    Ok(())
}
