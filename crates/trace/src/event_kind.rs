//! The kinds of events in the file; numbers of a released version are never used anew.

pub(crate) const GENERATED: u8 = 1;
pub(crate) const EXPANDED: u8 = 2;
pub(crate) const REOPENED: u8 = 3;
pub(crate) const DUPLICATE: u8 = 4;
pub(crate) const PRUNED: u8 = 5;
pub(crate) const LEFT: u8 = 6;
pub(crate) const ITERATION: u8 = 7;
pub(crate) const BOUND: u8 = 8;
pub(crate) const SOLUTION: u8 = 9;
pub(crate) const PATH: u8 = 10;
pub(crate) const ENTERED: u8 = 11;
pub(crate) const SCORED: u8 = 12;
pub(crate) const CUTOFF: u8 = 13;
pub(crate) const LINE: u8 = 14;
pub(crate) const END: u8 = 15;
// Since version 2, in fewer bytes what is so nearly always.
/// A new node, generated from the one expanded last, and its place is not told.
pub(crate) const NEXT: u8 = 16;
/// Expanded, and its place is not told.
pub(crate) const EXPANDED_THERE: u8 = 17;
/// A duplicate of a node, generated from the one expanded last.
pub(crate) const DUPLICATE_OF: u8 = 18;
/// A position below the one entered last at the ply above; its place is not told.
pub(crate) const ENTERED_BELOW: u8 = 19;
// Since version 3, steps along a path. Bytes from `FIRST_CODE` on are such steps too; in a
// graph they are new nodes, generated from the one expanded last.
/// The root of a path: the unit, and g and h in what is 1 to the search.
pub(crate) const PATH_ROOT: u8 = 20;
/// What the next code stands for.
pub(crate) const PATH_CODE: u8 = 21;
/// A step that has no code.
pub(crate) const PATH_STEP: u8 = 22;
/// The end of the path is left.
pub(crate) const BACK: u8 = 23;
/// What was generated last, or else the root, is expanded.
pub(crate) const EXPANDED_LAST: u8 = 24;
/// What was generated last is pruned.
pub(crate) const PRUNED_LAST: u8 = 25;
/// The actions of the plan, and where they lead.
pub(crate) const PLAN: u8 = 26;
/// The node after the one expanded last is expanded, at the same cost; its place is not told.
pub(crate) const EXPANDED_NEXT: u8 = 32;
// Positions on a line of play; there, bytes from `line_coder::ENTERED` on are such too.
/// The code of a move, and its word.
pub(crate) const MOVE_WORD: u8 = 27;
/// A position is entered.
pub(crate) const LINE_ENTERED: u8 = 28;
/// The end of the line has a score, and is left.
pub(crate) const LINE_SCORED: u8 = 29;
/// The same for another position on it.
pub(crate) const LINE_SCORED_AT: u8 = 30;
/// A move refuted a position.
pub(crate) const LINE_CUTOFF: u8 = 31;
// Since version 4, of games with chance or for more than two.
/// A score, and what each side gets.
pub(crate) const SCORED_PAYOFFS: u8 = 33;
/// A cutoff, and why.
pub(crate) const CUTOFF_BECAUSE: u8 = 34;
/// So many payoffs come in place of every score of a position on a line of play from here on:
/// it is that of the side judged, who is to move at the root. With their source
/// stands whether they are the last ones again.
pub(crate) const LINE_PAYOFFS: u8 = 35;
/// A move is enough to leave out the others of a position on the line, and why.
pub(crate) const LINE_CUTOFF_BECAUSE: u8 = 36;
/// A new node, generated from the one expanded last, at a cell or a vertex.
pub(crate) const NEXT_AT: u8 = 37;
/// Costs in events are this many times what they are, from here on.
pub(crate) const COST_UNIT: u8 = 38;
// Since version 5.
/// A position is entered that has what the last at its ply had, by a move that has no short
/// code.
pub(crate) const LINE_ENTERED_BY: u8 = 39;
/// The same, and its score follows: nothing is below.
pub(crate) const LINE_LEAF_BY: u8 = 40;
/// A node that was told of is generated once more, from the one expanded last.
pub(crate) const AGAIN: u8 = 41;
// The same as others, in fewer bytes. How far a node or a vertex is from another are two. By how
// much a cost is more than another are two or three, as a bit says, or this kind or the next
// one; the others are that of the node expanded last for g, and for h that of the one generated
// last. A word is the lower six bits of a byte; the upper ones are those for g and for h.
/// [`DUPLICATE_OF`]: the node, from that of the last event, where that has it the other way
/// round.
pub(crate) const DUPLICATE_NEAR: u8 = 42;
/// [`NEXT`]: the word, g, h.
pub(crate) const NEXT_NEAR: u8 = 43;
/// [`NEXT_AT`]: the word, g, h, and the vertex, from that of the node which was generated last
/// at one, or of the last [`PATH_AT_NEAR`].
pub(crate) const NEXT_AT_NEAR: u8 = 44;
/// [`NEXT_AT`]: the word, g, h, and the column and the row of a cell, two bytes each.
pub(crate) const NEXT_AT_CELL: u8 = 45;
/// [`AGAIN`]: the word, g, h, and the node, from that of the last event.
pub(crate) const AGAIN_NEAR: u8 = 46;
/// [`BOUND`]: by how much it is more than the last one, in two bytes.
pub(crate) const BOUND_NEAR: u8 = 47;
/// The same in three.
pub(crate) const BOUND_NEAR_LONG: u8 = BOUND_NEAR + 1;
/// [`EXPANDED_THERE`]: the node, from that of the last event, and g, in two bytes.
pub(crate) const EXPANDED_NEAR: u8 = 49;
/// The same in three.
pub(crate) const EXPANDED_NEAR_LONG: u8 = EXPANDED_NEAR + 1;
/// [`PATH`]: the node, from that of the last event; its place is not told.
pub(crate) const PATH_NEAR: u8 = 51;
/// [`PATH`]: a new node, and its vertex, as for [`NEXT_AT_NEAR`].
pub(crate) const PATH_AT_NEAR: u8 = 52;
/// [`PATH`]: a new node, and its cell, as for [`NEXT_AT_CELL`].
pub(crate) const PATH_AT_CELL: u8 = 53;
