//! The map or the graph of a header, as it stands behind the JSON in a file.

use std::sync::Arc;

use crate::bytes::{Bytes, Fault};
use crate::graph_scene::GraphScene;
use crate::header::{Scene, TraceHeader};
use crate::map_rows::{Form, MapRows};

/// What stands for nothing packed; numbers below [`GRAPH`] are the forms of maps.
const NONE: u8 = 0;
/// What stands for a graph.
const GRAPH: u8 = 3;
/// What stands for the map or the graph of the trace before in the same file.
const SAME: u8 = 4;

/// The map or the graph that a header packs.
#[derive(Clone, Debug)]
pub(crate) enum Packed {
    Map(MapRows),
    Graph(Arc<GraphScene>),
}

impl Packed {
    /// That of a scene, if it is packed.
    pub(crate) fn of(scene: &Scene) -> Option<Self> {
        match scene {
            Scene::Grid { rows, .. } if rows.is_packed() => Some(Self::Map(rows.clone())),
            Scene::Graph(graph) if !graph.is_empty() => Some(Self::Graph(Arc::clone(graph))),
            _ => None,
        }
    }

    /// Whether `scene` has this map, or this very graph: to compare another takes longer than to
    /// write it.
    fn is_of(&self, scene: &Scene) -> bool {
        match (self, scene) {
            (Self::Map(known), Scene::Grid { rows, .. }) => known == rows,
            (Self::Graph(known), Scene::Graph(graph)) => Arc::ptr_eq(known, graph),
            _ => false,
        }
    }

    /// Puts it into a scene that has none.
    fn put_into(&self, scene: &mut Scene) -> bool {
        match (self, scene) {
            (Self::Map(known), Scene::Grid { rows, .. }) if rows.is_empty() => {
                rows.clone_from(known);
            }
            (Self::Graph(known), Scene::Graph(graph)) if graph.is_empty() => {
                graph.clone_from(known);
            }
            _ => return false,
        }
        true
    }
}

/// A header without its map or its graph, if that is packed: what is not stays where it is.
pub(crate) fn without_packed(header: &TraceHeader) -> Option<TraceHeader> {
    let scene = match &header.scene {
        Scene::Grid { rows, start, goals } if rows.is_packed() => {
            Scene::Grid { rows: MapRows::default(), start: *start, goals: goals.clone() }
        }
        Scene::Graph(graph) if !graph.is_empty() => Scene::Graph(Arc::default()),
        _ => return None,
    };
    Some(TraceHeader {
        problem: header.problem.clone(),
        instance: header.instance.clone(),
        options: header.options.clone(),
        algorithm: header.algorithm.clone(),
        heuristic: header.heuristic.clone(),
        shape: header.shape,
        selection: header.selection,
        sides: header.sides.clone(),
        judged: header.judged,
        unit: header.unit.clone(),
        scene,
    })
}

/// Puts what is packed of `header` behind what is in `out`, but for the cells of a map or for a
/// graph, which come after that and are returned; none if they are those of the trace before.
pub(crate) fn put_packed<'h>(
    header: &'h TraceHeader,
    before: Option<&Packed>,
    out: &mut Vec<u8>,
) -> &'h [u8] {
    if before.is_some_and(|before| before.is_of(&header.scene)) {
        out.push(SAME);
        return &[];
    }
    match &header.scene {
        Scene::Grid { rows, .. } => {
            if let Some(cells) = rows.put_sides(out) {
                return cells;
            }
            out.push(NONE);
        }
        Scene::Graph(graph) if !graph.is_empty() => {
            out.push(GRAPH);
            return graph.packed();
        }
        _ => out.push(NONE),
    }
    &[]
}

/// Puts the map or the graph back into `header`, or that of the trace before.
pub(crate) fn unpack(
    bytes: &[u8],
    before: Option<&Packed>,
    header: &mut TraceHeader,
) -> Result<(), Fault> {
    let mut bytes = Bytes(bytes);
    match bytes.byte()? {
        NONE if bytes.0.is_empty() => Ok(()),
        SAME if bytes.0.is_empty() => {
            let is_put = before.is_some_and(|before| before.put_into(&mut header.scene));
            is_put.then_some(()).ok_or(Fault::Wrong("the map of a trace before, and there is none"))
        }
        GRAPH => match &mut header.scene {
            Scene::Graph(graph) if graph.is_empty() => {
                *graph = GraphScene::read(bytes)?.into();
                Ok(())
            }
            _ => Err(Fault::Wrong("a graph where there is none")),
        },
        code => {
            let wrong = Fault::Wrong("a map that is none");
            let packed = MapRows::read(Form::of(code).ok_or(wrong)?, bytes)?;
            match &mut header.scene {
                Scene::Grid { rows, .. } if rows.is_empty() => *rows = packed,
                _ => return Err(wrong),
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Shape;

    /// What is left of the JSON, and what is packed.
    fn packed(header: &TraceHeader) -> (TraceHeader, Vec<u8>) {
        let mut out = vec![7];
        let cells = put_packed(header, None, &mut out);
        out.extend(cells);
        (without_packed(header).unwrap_or_else(|| header.clone()), out[1..].to_vec())
    }

    fn check(scene: Scene, is_packed: bool) {
        let header =
            TraceHeader { scene, unit: Some("a".into()), ..TraceHeader::new("maze", Shape::Graph) };
        let (mut left, bytes) = packed(&header);
        assert_eq!(bytes.len() > 1, is_packed, "{header:?}");
        assert_eq!(left != header, is_packed, "{header:?}");
        assert_eq!(unpack(&bytes, None, &mut left), Ok(()));
        assert_eq!(left, header);
    }

    fn scene(names: Vec<String>, points: Vec<(f64, f64)>, arcs: Vec<(u32, u32, f64)>) -> Scene {
        Scene::Graph(GraphScene::new(names, points, arcs).into())
    }

    fn graph(side: u32) -> Scene {
        let nodes = 0..side * side;
        let to = |node: u32, to: u32| (node, to, f64::from(90 + node % 80));
        let names = nodes.clone().map(|node| format!("é{}", node * 7)).collect();
        let points = nodes.clone().map(|node| (f64::from(node % side), -0.5)).collect();
        let arcs = nodes.rev().flat_map(|node| [to(node, node / 2), to(node, u32::MAX)]).collect();
        scene(names, points, arcs)
    }

    #[test]
    fn graphs_are_unpacked_as_they_were_packed() {
        for side in [1, 2, 9, 30] {
            check(graph(side), true);
        }
        check(Scene::Graph(Arc::default()), false);
        check(scene(Vec::new(), Vec::new(), vec![(u32::MAX, 0, f64::INFINITY)]), true);
        check(scene(vec![String::new(), "b".into()], Vec::new(), Vec::new()), true);
        check(Scene::Nowhere, false);
    }

    #[test]
    fn maps_are_unpacked_as_they_were_packed() {
        let long = ".#..##.#".repeat(9) + "#.#";
        let others = [".".repeat(75), "#".repeat(75)];
        let (one, last) = (long.replacen(".#", "x#", 3), "#".repeat(74) + "x");
        let cases: [(&[&str], bool); 10] = [
            (&[&long, &others[0], &others[1]], true),
            (&["#"], true),
            (&["........", "#######."], true),
            (&["2.#9", "#345", "678."], true),
            (&["ab", "é"], false),
            (&[&long, &one], false),
            (&[&long, &last], false),
            (&["..", "."], false),
            (&["", ""], false),
            (&[], false),
        ];
        for (rows, is_packed) in cases {
            let rows = rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>().into();
            check(Scene::Grid { rows, start: Some((1, 0)), goals: vec![(0, 1)] }, is_packed);
        }
    }

    #[test]
    fn what_is_no_map_is_refused() {
        const BITS: u8 = 1;
        const WEIGHTS: u8 = 2;
        let header = |scene| TraceHeader { scene, ..TraceHeader::new("maze", Shape::Graph) };
        let map = |rows: &[&str]| {
            let rows = rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>().into();
            header(Scene::Grid { rows, start: None, goals: Vec::new() })
        };
        let bytes: [&[u8]; 8] = [
            &[],
            &[9],
            &[NONE, 0],
            &[BITS, 0, 9],
            &[BITS, 9, 1, 0],
            &[BITS, 9, 1, 0, 0, 0],
            &[BITS, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 9, 0],
            &[WEIGHTS, 2, 1, 0xa0],
        ];
        for bytes in bytes {
            assert!(unpack(bytes, None, &mut map(&[])).is_err(), "{bytes:?}");
        }
        let packed = [BITS, 1, 1, 1];
        assert!(unpack(&packed, None, &mut map(&["."])).is_err(), "a map twice");
        assert!(unpack(&packed, None, &mut header(Scene::Nowhere)).is_err(), "no grid");
        assert_eq!(unpack(&packed, None, &mut map(&[])), Ok(()));
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let header = |scene| TraceHeader { scene, ..TraceHeader::new("graph", Shape::Graph) };
        let (left, bytes) = packed(&header(graph(3)));
        for end in 0..bytes.len() {
            assert!(unpack(&bytes[..end], None, &mut left.clone()).is_err(), "cut at {end}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(unpack(&longer, None, &mut left.clone()).is_err(), "more than a graph");
        assert!(unpack(&bytes, None, &mut header(graph(2))).is_err(), "a graph twice");
        assert!(unpack(&bytes, None, &mut header(Scene::Nowhere)).is_err(), "no graph");
        let bare = header(Scene::Graph(Arc::default()));
        assert_eq!(
            unpack(&[GRAPH, 0, 0, 1, 5, 1, 9, 1, 0], None, &mut bare.clone()),
            Ok(()),
            "an arc"
        );
        // Names that are no text, and counts that nobody can have.
        assert!(unpack(&[GRAPH, 1, 0, 0, 1, 1, 0xff, 0], None, &mut bare.clone()).is_err());
        let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
        let many = [&[GRAPH][..], &most, &most, &most, &[1, 0, 0, 0]].concat();
        assert!(unpack(&many, None, &mut left.clone()).is_err());
        // Bytes at random: refused or read, in little memory.
        let mut random = 1_u32;
        for round in 0..20_000 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + round % 4 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (random >> 8) as usize % bytes.len();
                bytes[at] = random as u8;
            }
            let _ = unpack(&bytes, None, &mut left.clone());
        }
    }
}
