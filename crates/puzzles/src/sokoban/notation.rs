//! The notation of positions and pushes, and pictures.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape, StateSpace};

use super::direction::Direction;
use super::level::Level;
use super::rules::{Position, Push, Sokoban};
use super::squares::{Square, Squares};
use crate::notation::possible_action;

/// The steps of a shortest walk from `from` to `to` around `boxes`; `None` if there is none.
pub(super) fn walk<const W: usize>(
    level: &Level<W>,
    boxes: &Squares<W>,
    from: Square,
    to: Square,
) -> Option<Vec<Direction>> {
    let mut came_by = vec![None; level.squares()];
    let mut closed = *boxes;
    closed.insert(Level::<W>::WALL);
    closed.insert(to);
    // Search from the end, so that the steps are found in order.
    let mut queue = vec![to];
    let mut next = 0;
    while !closed.contains(from) {
        let &square = queue.get(next)?;
        next += 1;
        for direction in Direction::ALL {
            let before = level.next(square, direction.opposite());
            if !closed.contains(before) {
                closed.insert(before);
                came_by[usize::from(before)] = Some(direction);
                queue.push(before);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = from;
    while at != to {
        let direction = came_by[usize::from(at)]?;
        steps.push(direction);
        at = level.next(at, direction);
    }
    Some(steps)
}

impl<const W: usize> Sokoban<W> {
    /// Writes `pushes`, played from the start of the level, as words: for each push the steps to
    /// the box in lower case and the push in upper case, as `lluR`. All words together are the
    /// solution in LURD notation. `None` if a push is not possible.
    ///
    /// ```
    /// use tremaux::{Algorithm, Limits};
    /// use tremaux::puzzles::sokoban::{MinimalMatching, Sokoban};
    /// use tremaux::search::BestFirst;
    /// let level = Sokoban::parse("######|#@___#|#_$._#|######")?;
    /// let limits = Limits::default();
    /// let report = BestFirst::a_star().solve(&level, MinimalMatching, &limits, &mut ());
    /// let lurd = report.plan.and_then(|plan| level.lurd(&plan.actions));
    /// assert_eq!(lurd, Some(vec!["dR".to_owned()]));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn lurd(&self, pushes: &[Push]) -> Option<Vec<String>> {
        let mut position = self.initial_state();
        let mut possible = Vec::new();
        let word = |&push: &Push| {
            possible.clear();
            self.actions(&position, &mut possible);
            if !possible.contains(&push) {
                return None;
            }
            let behind = self.level().next(push.from, push.direction.opposite());
            let steps = walk(self.level(), &position.boxes, position.player, behind)?;
            self.apply(&mut position, push);
            let steps = steps.into_iter().map(Direction::letter);
            Some(steps.chain([push.direction.letter().to_ascii_uppercase()]).collect())
        };
        pushes.iter().map(word).collect()
    }
}

const PUSH: &str = "a push: column and row of a box, from 0, and `U`, `L`, `R` or `D`, for example \
                    `3,2R`";

/// A position is written as the level on one line, with the player on the first reachable
/// square. A push is written as the column and row of the box, from 0, and a letter: `3,2R`.
impl<const W: usize> Notation for Sokoban<W> {
    fn write_state(&self, position: &Position<W>, out: &mut dyn fmt::Write) -> fmt::Result {
        let player = position.reach.first().unwrap_or(position.player);
        self.level().write(&position.boxes, player, out)
    }

    fn parse_state(&self, text: &str) -> Result<Position<W>, ParseError> {
        let there: Level<W> = text.parse()?;
        let level = self.level();
        let is_same = there.size() == level.size()
            && there.squares() == level.squares()
            && (0..level.squares())
                .all(|at| level.place(at as Square) == there.place(at as Square))
            && there.goals() == level.goals();
        if is_same {
            Ok(self.position(*there.boxes(), there.player()))
        } else {
            let expected = format!("the walls and goals of {level}");
            Err(ParseError::at(text, 0, text.len(), "another level", expected))
        }
    }

    fn write_action(
        &self,
        _position: &Position<W>,
        push: Push,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let (column, row) = self.level().place(push.from);
        write!(out, "{column},{row}{}", push.direction.letter().to_ascii_uppercase())
    }

    fn parse_action(&self, position: &Position<W>, text: &str) -> Result<Push, ParseError> {
        possible_action(self, position, text, PUSH)
    }
}

impl<const W: usize> Depict for Sokoban<W> {
    fn depict(&self, position: &Position<W>) -> Picture {
        let level = self.level();
        let (width, height) = level.size();
        let mut picture = Picture::default();
        (picture.width, picture.height) = (width as u32, height as u32);
        let mut inside = vec![false; width * height];
        for square in 0..level.squares() {
            let (x, y) = level.place(square as Square);
            inside[usize::from(y) * width + usize::from(x)] = true;
        }
        for (at, is_inside) in inside.into_iter().enumerate() {
            if !is_inside {
                let (x, y) = ((at % width) as i32, (at / width) as i32);
                picture.shapes.push(Shape::Cell { x, y, role: Role::Wall });
            }
        }
        let mut draw = |squares: &Squares<W>, role| {
            for square in squares.iter() {
                let (x, y) = level.place(square);
                picture.shapes.push(Shape::Cell { x: x.into(), y: y.into(), role });
            }
        };
        draw(level.goals(), Role::Goal);
        draw(&position.boxes, Role::Piece);
        draw(&[position.player].into_iter().collect(), Role::Start);
        picture
    }
}
