//! Leaves the names of functions, a quarter of the program, out of release builds. Cargo's `strip`
//! does not apply to a package with a profile of its own.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-s");
    }
}
