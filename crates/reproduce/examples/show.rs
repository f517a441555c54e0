//! temporary
use tremaux_reproduce::*;
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let rows = if names.is_empty() {
        quick()
    } else {
        names.iter().flat_map(|n| find(n).unwrap()).collect()
    };
    let mut total = 0.0;
    run(&rows, &Context::default(), 1, &mut |event| {
        if let Event::Done(o) = event {
            total += o.seconds;
            let figs: Vec<String> = o
                .obtained
                .iter()
                .flatten()
                .zip(o.entry.printed)
                .map(|(a, b)| {
                    let mut t = format!("{} [{}]", a.text(b), b.text());
                    if t.len() > 90 {
                        t = t.chars().take(90).collect();
                    }
                    if let Difference::Within(x) = b.difference(a) {
                        t += &format!(" ±{x:.3}");
                    }
                    t
                })
                .collect();
            println!(
                "{:<40} {:?} {:.2} s  {}",
                o.entry.id,
                o.verdict(),
                o.seconds,
                figs.join(" | ")
            );
            for c in o.complaints() {
                println!("   !! {c}");
            }
        }
    });
    println!("{total:.1} s");
}
