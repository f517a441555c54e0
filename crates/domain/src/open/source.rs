//! Where instances come from.

/// Where an instance comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A text with a single instance.
    One(&'a str),
    /// A text that may contain many instances.
    Many(&'a str),
    /// Only the options, such as `--korf 17`.
    Options,
}
