//! The map or the graph of a header, as it stands behind the JSON in a file.

use crate::coding::{Bytes, Fault, put};
use crate::columns::{at, far, put_costs, put_numbers, read_costs, read_numbers};
use crate::header::{Line, Point, Scene, TraceHeader};
use crate::map_rows::{Form, MapRows};

/// What stands for nothing packed; numbers below [`GRAPH`] are the forms of maps.
const NONE: u8 = 0;
/// What stands for a graph.
const GRAPH: u8 = 3;

/// A header without its map or its graph, if that is packed: what is not stays where it is.
pub(crate) fn without_packed(header: &TraceHeader) -> Option<TraceHeader> {
    let scene = match &header.scene {
        Scene::Grid { rows, start, goals } if rows.is_packed() => {
            Scene::Grid { rows: MapRows::default(), start: *start, goals: goals.clone() }
        }
        Scene::Graph { names, points, arcs } if is_packed(names, points, arcs) => {
            Scene::Graph { names: Vec::new(), points: Vec::new(), arcs: Vec::new() }
        }
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

fn is_packed(names: &[String], points: &[Point], arcs: &[Line]) -> bool {
    !names.is_empty() || !points.is_empty() || !arcs.is_empty()
}

/// Puts what is packed of `header` behind what is in `out`, but for the cells of a map, which
/// come after that and are returned.
pub(crate) fn put_packed<'h>(header: &'h TraceHeader, out: &mut Vec<u8>) -> &'h [u8] {
    match &header.scene {
        Scene::Grid { rows, .. } => {
            if let Some(cells) = rows.put_sides(out) {
                return cells;
            }
            out.push(NONE);
        }
        Scene::Graph { names, points, arcs } if is_packed(names, points, arcs) => {
            out.push(GRAPH);
            put_graph(names, points, arcs, out);
        }
        _ => out.push(NONE),
    }
    &[]
}

/// Puts a graph in columns: how long the names are, and the names; where the points are; how far
/// the beginning of an arc is from that of the last, its end from its beginning, and what it
/// costs.
fn put_graph(names: &[String], points: &[Point], arcs: &[Line], out: &mut Vec<u8>) {
    let letters: usize = names.iter().map(String::len).sum();
    out.reserve(64 + letters + 4 * names.len() + 8 * points.len() + 6 * arcs.len());
    for count in [names.len(), points.len(), arcs.len()] {
        put(out, count as u64);
    }
    put_numbers(out, names.iter().map(|name| name.len() as u32));
    names.iter().for_each(|name| out.extend_from_slice(name.as_bytes()));
    put_costs(out, points.iter().map(|point| point.0));
    put_costs(out, points.iter().map(|point| point.1));
    put(out, arcs.first().map_or(0, |arc| arc.0.into()));
    put_numbers(out, arcs.windows(2).map(|arcs| far(arcs[0].0, arcs[1].0)));
    put_numbers(out, arcs.iter().map(|arc| far(arc.0, arc.1)));
    put_costs(out, arcs.iter().map(|arc| arc.2));
}

/// Puts the map or the graph back into `header`.
pub(crate) fn unpack(bytes: &[u8], header: &mut TraceHeader) -> Result<(), Fault> {
    let mut bytes = Bytes(bytes);
    match bytes.byte()? {
        NONE if bytes.0.is_empty() => Ok(()),
        GRAPH => match &mut header.scene {
            Scene::Graph { names, points, arcs } if !is_packed(names, points, arcs) => {
                header.scene = read_graph(bytes)?;
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

fn read_graph(mut bytes: Bytes<'_>) -> Result<Scene, Fault> {
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
    Ok(Scene::Graph { names, points: x.into_iter().zip(y).collect(), arcs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Shape;

    /// What is left of the JSON, and what is packed.
    fn packed(header: &TraceHeader) -> (TraceHeader, Vec<u8>) {
        let mut out = vec![7];
        let cells = put_packed(header, &mut out);
        out.extend(cells);
        (without_packed(header).unwrap_or_else(|| header.clone()), out[1..].to_vec())
    }

    fn check(scene: Scene, is_packed: bool) {
        let header =
            TraceHeader { scene, unit: Some("a".into()), ..TraceHeader::new("maze", Shape::Graph) };
        let (mut left, bytes) = packed(&header);
        assert_eq!(bytes.len() > 1, is_packed, "{header:?}");
        assert_eq!(left != header, is_packed, "{header:?}");
        assert_eq!(unpack(&bytes, &mut left), Ok(()));
        assert_eq!(left, header);
    }

    fn graph(side: u32) -> Scene {
        let nodes = 0..side * side;
        let to = |node: u32, to: u32| (node, to, f64::from(90 + node % 80));
        Scene::Graph {
            names: nodes.clone().map(|node| format!("é{}", node * 7)).collect(),
            points: nodes.clone().map(|node| (f64::from(node % side), -0.5)).collect(),
            arcs: nodes.rev().flat_map(|node| [to(node, node / 2), to(node, u32::MAX)]).collect(),
        }
    }

    #[test]
    fn graphs_are_unpacked_as_they_were_packed() {
        for side in [1, 2, 9, 30] {
            check(graph(side), true);
        }
        let none = || (Vec::new(), Vec::new(), Vec::new());
        let (names, points, arcs) = none();
        check(Scene::Graph { names, points, arcs }, false);
        let (names, points, _) = none();
        check(Scene::Graph { names, points, arcs: vec![(u32::MAX, 0, f64::INFINITY)] }, true);
        let (_, points, arcs) = none();
        check(Scene::Graph { names: vec![String::new(), "b".into()], points, arcs }, true);
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
            assert!(unpack(bytes, &mut map(&[])).is_err(), "{bytes:?}");
        }
        let packed = [BITS, 1, 1, 1];
        assert!(unpack(&packed, &mut map(&["."])).is_err(), "a map twice");
        assert!(unpack(&packed, &mut header(Scene::Nowhere)).is_err(), "no grid");
        assert_eq!(unpack(&packed, &mut map(&[])), Ok(()));
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let header = |scene| TraceHeader { scene, ..TraceHeader::new("graph", Shape::Graph) };
        let (left, bytes) = packed(&header(graph(3)));
        for end in 0..bytes.len() {
            assert!(unpack(&bytes[..end], &mut left.clone()).is_err(), "cut at {end}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(unpack(&longer, &mut left.clone()).is_err(), "more than a graph");
        assert!(unpack(&bytes, &mut header(graph(2))).is_err(), "a graph twice");
        assert!(unpack(&bytes, &mut header(Scene::Nowhere)).is_err(), "no graph");
        let bare = header(Scene::Graph { names: Vec::new(), points: Vec::new(), arcs: Vec::new() });
        assert_eq!(unpack(&[GRAPH, 0, 0, 1, 5, 1, 9, 1, 0], &mut bare.clone()), Ok(()), "an arc");
        // Names that are no text, and counts that nobody can have.
        assert!(unpack(&[GRAPH, 1, 0, 0, 1, 1, 0xff, 0], &mut bare.clone()).is_err());
        let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
        let many = [&[GRAPH][..], &most, &most, &most, &[1, 0, 0, 0]].concat();
        assert!(unpack(&many, &mut left.clone()).is_err());
        // Bytes at random: refused or read, in little memory.
        let mut random = 1_u32;
        for round in 0..20_000 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + round % 4 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (random >> 8) as usize % bytes.len();
                bytes[at] = random as u8;
            }
            let _ = unpack(&bytes, &mut left.clone());
        }
    }
}
