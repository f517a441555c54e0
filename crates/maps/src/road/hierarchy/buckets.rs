//! Distances to many nodes at once (many-to-many queries).

use std::ops::Deref;

use super::ContractionHierarchy;
use super::query::HierarchySearch;
use crate::graph::sorted_by;
use crate::road::weight::Weight;

/// An entry of a bucket: a target and the distance down to it.
#[derive(Clone, Copy, Debug)]
struct Entry<W> {
    target: u32,
    distance: W,
}

/// A set of targets, prepared for searches from many sources (Knopp, Sanders, Schultes, Schulz
/// and Wagner 2007).
///
/// Every node above a target has a bucket that holds the target and the distance down to it; a
/// search from a source scans the buckets on its way. Building it takes one small search per
/// target and four bytes per node.
#[derive(Clone, Debug)]
pub struct TargetBuckets<W: Weight = u32> {
    first: Vec<u32>,
    entries: Vec<Entry<W>>,
    targets: usize,
}

impl<W: Weight> TargetBuckets<W> {
    /// Prepares `targets`, which may contain duplicates, for searches by `search` or other
    /// searches of the same hierarchy.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn new<P: Deref<Target = ContractionHierarchy<W>>>(
        search: &mut HierarchySearch<W, P>,
        targets: &[u32],
    ) -> Self {
        let mut found: Vec<(u32, Entry<W>)> = Vec::new();
        for (number, &target) in targets.iter().enumerate() {
            search.start();
            search.begin::<1>(target);
            let target = number as u32;
            search.exhaust::<1>(|place, distance| {
                found.push((place, Entry { target, distance }));
            });
        }
        let places = found.iter().map(|&(place, _)| place);
        let (first, order) = sorted_by(places, search.hierarchy().node_count());
        let entries = order.into_iter().map(|item| found[item as usize].1).collect();
        Self { first, entries, targets: targets.len() }
    }

    /// Writes the distances from `source` to each target into `distances`, `None` if there is no
    /// path. Takes one small search.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node, or `search` is on another hierarchy.
    pub fn distances_from<P: Deref<Target = ContractionHierarchy<W>>>(
        &self,
        search: &mut HierarchySearch<W, P>,
        source: u32,
        distances: &mut Vec<Option<W>>,
    ) {
        let nodes = search.hierarchy().node_count();
        assert_eq!(nodes + 1, self.first.len(), "another hierarchy");
        distances.clear();
        distances.resize(self.targets, None);
        search.start();
        search.begin::<0>(source);
        search.exhaust::<0>(|place, up| {
            let place = place as usize;
            let bucket = self.first[place] as usize..self.first[place + 1] as usize;
            for entry in &self.entries[bucket] {
                let through = up.saturating_plus(entry.distance);
                let known = &mut distances[entry.target as usize];
                if through < known.unwrap_or(W::INFINITY) {
                    *known = Some(through);
                }
            }
        });
    }

    /// Returns the distances from each of `sources` to each target, one row per source.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node, or `search` is on another hierarchy.
    pub fn matrix<P: Deref<Target = ContractionHierarchy<W>>>(
        &self,
        search: &mut HierarchySearch<W, P>,
        sources: &[u32],
    ) -> Vec<Vec<Option<W>>> {
        let row = |&source: &u32| {
            let mut row = Vec::new();
            self.distances_from(search, source, &mut row);
            row
        };
        sources.iter().map(row).collect()
    }
}
