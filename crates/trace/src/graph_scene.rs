//! The graph that a search takes place in.

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::block::put;
use crate::bytes::{Bytes, Fault};
use crate::columns::{at, far, put_costs, put_numbers, read_costs, read_numbers};
use crate::header::{Line, Point};

/// A graph behind a search: the names of its vertices, where they are, and its arcs.
///
/// It is shared by the headers of all searches in it, and packed for their files once.
///
/// ```
/// use tremaux_trace::GraphScene;
/// let names = vec!["a".to_owned(), "b".to_owned()];
/// let graph = GraphScene::new(names, Vec::new(), vec![(0, 1, 7.0)]);
/// assert_eq!((graph.names().len(), graph.arcs()), (2, &[(0, 1, 7.0)][..]));
/// ```
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct GraphScene {
    names: Vec<String>,
    points: Vec<Point>,
    arcs: Vec<Line>,
    /// It as it stands in a file.
    #[serde(skip)]
    packed: OnceLock<Vec<u8>>,
}

impl fmt::Debug for GraphScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, points, arcs, packed: _ } = self;
        let mut debug = f.debug_struct("GraphScene");
        debug.field("names", names).field("points", points).field("arcs", arcs).finish()
    }
}

impl PartialEq for GraphScene {
    fn eq(&self, other: &Self) -> bool {
        (&self.names, &self.points, &self.arcs) == (&other.names, &other.points, &other.arcs)
    }
}

impl GraphScene {
    /// A graph of vertices with these names, at these places, `y` upwards, or nowhere that is
    /// known if there are none; with arcs from where, to where, at which cost.
    #[must_use]
    pub const fn new(
        names: Vec<String>,
        points: Vec<(f64, f64)>,
        arcs: Vec<(u32, u32, f64)>,
    ) -> Self {
        Self { names, points, arcs, packed: OnceLock::new() }
    }

    /// The names of the vertices.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where they are, `y` upwards; none if nobody knows.
    #[must_use]
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// From where, to where, at which cost.
    #[must_use]
    pub fn arcs(&self) -> &[(u32, u32, f64)] {
        &self.arcs
    }

    /// Whether there is nothing.
    pub(crate) const fn is_empty(&self) -> bool {
        self.names.is_empty() && self.points.is_empty() && self.arcs.is_empty()
    }

    /// The graph in columns: how long the names are, and the names; where the points are; how far
    /// the beginning of an arc is from that of the last, its end from its beginning, and what it
    /// costs.
    pub(crate) fn packed(&self) -> &[u8] {
        self.packed.get_or_init(|| self.pack())
    }

    fn pack(&self) -> Vec<u8> {
        let Self { names, points, arcs, .. } = self;
        let letters: usize = names.iter().map(String::len).sum();
        let length = 64 + letters + 4 * names.len() + 8 * points.len() + 6 * arcs.len();
        let mut out = Vec::with_capacity(length);
        for count in [names.len(), points.len(), arcs.len()] {
            put(&mut out, count as u64);
        }
        put_numbers(&mut out, names.iter().map(|name| name.len() as u32));
        names.iter().for_each(|name| out.extend_from_slice(name.as_bytes()));
        put_costs(&mut out, points.iter().map(|point| point.0));
        put_costs(&mut out, points.iter().map(|point| point.1));
        put(&mut out, arcs.first().map_or(0, |arc| arc.0.into()));
        put_numbers(&mut out, arcs.windows(2).map(|arcs| far(arcs[0].0, arcs[1].0)));
        put_numbers(&mut out, arcs.iter().map(|arc| far(arc.0, arc.1)));
        put_costs(&mut out, arcs.iter().map(|arc| arc.2));
        out
    }

    /// Reads what [`GraphScene::packed`] has.
    pub(crate) fn read(mut bytes: Bytes<'_>) -> Result<Self, Fault> {
        let wrong = Fault::Wrong("a graph that is none");
        let mut count = || bytes.number().map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let counts = [count()?, count()?, count()?];
        let mut names = Vec::new();
        for length in read_numbers(&mut bytes, counts[0])? {
            let (name, rest) = bytes.0.split_at_checked(length as usize).ok_or(Fault::Short)?;
            bytes.0 = rest;
            names.push(std::str::from_utf8(name).map_err(|_| wrong)?.to_owned());
        }
        let (x, y) = (read_costs(&mut bytes, counts[1])?, read_costs(&mut bytes, counts[1])?);
        let mut from = bytes.small()?;
        let steps = read_numbers(&mut bytes, counts[2].saturating_sub(1))?;
        let to = read_numbers(&mut bytes, counts[2])?;
        let costs = read_costs(&mut bytes, counts[2])?;
        let mut arcs = Vec::with_capacity(to.len());
        for ((step, to), cost) in std::iter::once(0).chain(steps).zip(to).zip(costs) {
            from = at(from, step);
            arcs.push((from, at(from, to), cost));
        }
        if !bytes.0.is_empty() {
            return Err(wrong);
        }
        Ok(Self::new(names, x.into_iter().zip(y).collect(), arcs))
    }
}
