//! The upper edge of packed rectangles.

/// A part of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment {
    pub(super) x: u32,
    pub(super) width: u32,
    pub(super) y: u32,
}

/// The upper edge, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Skyline(Vec<Segment>);

impl Skyline {
    /// The bottom of a container.
    pub(super) fn new(width: u32) -> Self {
        Self(vec![Segment { x: 0, width, y: 0 }])
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.0
    }

    pub(super) fn clone_from_segments(&mut self, segments: &[Segment]) {
        self.0.clear();
        self.0.extend_from_slice(segments);
    }

    /// Raises the part from `x` of this width to `y`, which is above it.
    pub(super) fn raise(&mut self, x: u32, width: u32, y: u32) {
        let end = x + width;
        let first = self.0.partition_point(|it| it.x + it.width <= x);
        let last = self.0.partition_point(|it| it.x < end);
        let (left, right) = (self.0[first], self.0[last - 1]);
        let parts = [
            Segment { width: x - left.x, ..left },
            Segment { x, width, y },
            Segment { x: end, width: right.x + right.width - end, ..right },
        ];
        let parts = parts.into_iter().filter(|part| part.width > 0);
        self.0.splice(first..last, parts);
        // Segments of equal heights become one.
        let mut at = first.saturating_sub(1);
        while at + 1 < self.0.len() && self.0[at].x <= end {
            if self.0[at].y == self.0[at + 1].y {
                self.0[at].width += self.0[at + 1].width;
                self.0.remove(at + 1);
            } else {
                at += 1;
            }
        }
    }

    /// The lowest place for a rectangle of this width, the leftmost among equals; `None` if it is
    /// too wide.
    pub(super) fn lowest(&self, width: u32) -> Option<(u32, u32)> {
        let end = self.0.last().map_or(0, |last| last.x + last.width);
        let mut best: Option<(u32, u32)> = None;
        for (at, segment) in self.0.iter().enumerate() {
            if segment.x + width > end {
                break;
            }
            let mut y = 0;
            for other in &self.0[at..] {
                if other.x >= segment.x + width {
                    break;
                }
                y = y.max(other.y);
            }
            if best.is_none_or(|(_, lowest)| y < lowest) {
                best = Some((segment.x, y));
            }
        }
        best
    }

    /// The lowest segment, the leftmost among equals, and the height of the lower of its walls.
    pub(super) fn niche(&self) -> (Segment, u32) {
        let mut at = 0;
        for (other, segment) in self.0.iter().enumerate() {
            if segment.y < self.0[at].y {
                at = other;
            }
        }
        let left = at.checked_sub(1).map_or(u32::MAX, |left| self.0[left].y);
        let right = self.0.get(at + 1).map_or(u32::MAX, |right| right.y);
        (self.0[at], left.min(right))
    }
}

#[cfg(test)]
mod tests {
    use super::{Segment, Skyline};

    #[test]
    fn the_edge_rises_as_rectangles_are_packed() {
        let mut edge = Skyline::new(10);
        edge.raise(0, 3, 4);
        edge.raise(3, 2, 2);
        edge.raise(5, 5, 2);
        let segment = |x, width, y| Segment { x, width, y };
        assert_eq!(edge.segments(), [segment(0, 3, 4), segment(3, 7, 2)]);
        assert_eq!(edge.niche(), (segment(3, 7, 2), 4));
        assert_eq!(edge.lowest(7), Some((3, 2)));
        assert_eq!(edge.lowest(8), Some((0, 4)));
        assert_eq!(edge.lowest(11), None);
        edge.raise(4, 2, 4);
        assert_eq!(
            edge.segments(),
            [segment(0, 3, 4), segment(3, 1, 2), segment(4, 2, 4), segment(6, 4, 2)]
        );
        edge.raise(3, 1, 4);
        assert_eq!(edge.segments(), [segment(0, 6, 4), segment(6, 4, 2)]);
    }
}
