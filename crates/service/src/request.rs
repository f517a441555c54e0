//! The requests by name.

use crate::asked::Asked;
use crate::ceilings::Ceilings;
use crate::refusal::Refusal;
use crate::viewer::Viewer;
use crate::{catalogue, generate, play, record, search, trace, tree};

/// What a request has beside its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nothing: the answer is always the same, and at once.
    None,
    /// JSON.
    Json,
    /// A file of at most so many bytes.
    File(usize),
}

/// What one can ask.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Its name, which may contain `/`.
    pub name: &'static str,
    /// What it has beside its name.
    pub body: Body,
    run: fn(&Asked<'_>) -> Result<(), Refusal>,
}

const fn json(name: &'static str, run: fn(&Asked<'_>) -> Result<(), Refusal>) -> Request {
    Request { name, body: Body::Json, run }
}

const REQUESTS: &[Request] = &[
    Request { name: "catalogue", body: Body::None, run: catalogue::catalogue },
    json("generate", generate::generate),
    json("search", search::search),
    json("look", search::look),
    json("trace", trace::write),
    Request { name: "trace/read", body: Body::File(trace::LONGEST), run: trace::read },
    json("tree", tree::tree),
    json("position", play::position),
    json("analyze", play::analyze),
    json("record", record::write),
    json("record/read", record::read),
];

impl Request {
    /// The request of this name, and what follows it after a `/`.
    pub fn named(name: &str) -> Option<(&'static Self, &str)> {
        let rest = |it: &Self| name.strip_prefix(it.name)?.strip_prefix('/');
        let exact = REQUESTS.iter().find(|it| it.name == name).map(|it| (it, ""));
        // Only files may hold several things.
        let takes_rest = |it: &&Self| matches!(it.body, Body::File(_));
        let longer = || REQUESTS.iter().filter(takes_rest).find_map(|it| Some((it, rest(it)?)));
        exact.or_else(longer)
    }
}

/// Answers the request of this name within `ceilings`, in this thread, until the viewer leaves.
///
/// # Errors
///
/// Fails with what is wrong with the request, or why there is no answer; the viewer may have
/// received events by then.
pub fn answer(
    name: &str,
    body: &[u8],
    ceilings: &Ceilings,
    viewer: &dyn Viewer,
) -> Result<(), Refusal> {
    let (request, rest) = Request::named(name).ok_or(Refusal::NotFound)?;
    (request.run)(&Asked { rest, body, ceilings, viewer })
}
