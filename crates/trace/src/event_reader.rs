//! Events read one by one, as they stand in a block.

use crate::bytes::{Bytes, Fault, unzigzag};
use crate::context::{Context, Station};
use crate::counts::TraceCounts;
use crate::event::{Entry, Place, Reason, Refutation, Source, TraceEvent};
use crate::line_coder::{ALIKE, ENTERED, LEAF, SHORT_MOVES};
use crate::line_reader::LineReader;
use crate::path_coder::FIRST_CODE;
use crate::path_reader::PathReader;
use crate::short_change::{LONG_G, LONG_H, cost_after};
use crate::{event_kind, place_kind};

fn read_place(bytes: &mut Bytes<'_>) -> Result<Option<Place<'static>>, Fault> {
    Ok(match bytes.byte()? {
        place_kind::NONE => None,
        place_kind::CELL => Some(Place::Cell { x: bytes.small()?, y: bytes.small()? }),
        place_kind::VERTEX => Some(Place::Vertex { vertex: bytes.small()? }),
        place_kind::TEXT => Some(Place::Text { text: bytes.text()?.to_owned().into() }),
        place_kind::UNKNOWN => Some(Place::Unknown {}),
        _ => return Err(Fault::Wrong("a place of an unknown kind")),
    })
}

fn read_option(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
) -> Result<Option<std::borrow::Cow<'static, str>>, Fault> {
    match bytes.byte()? {
        0 => Ok(None),
        1 => Ok(Some(bytes.word(words)?.into())),
        _ => Err(Fault::Wrong("a word that is none")),
    }
}

/// Reads an event of a search of a graph.
pub(crate) fn read_in_graph(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    (context, path): (&mut Context, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
    let (Some(&byte), Some(_)) = (bytes.0.first(), context.expanded) else {
        return read_event(bytes, words, (context, path));
    };
    if byte < FIRST_CODE {
        return read_event(bytes, words, (context, path));
    }
    let _ = bytes.byte()?;
    let (id, parent) = (context.next, context.expanded);
    if id == u32::MAX {
        return Err(Fault::Wrong("a node that is none"));
    }
    let (word, change) = path.meaning(byte)?;
    let (g, h) = (context.g + change.0, context.h + change.1);
    context.h = h;
    context.about(id);
    let action = Some(word.into());
    Ok(Some(TraceEvent::Generated { id, parent, action, g, h, place: None }))
}

/// Reads an event of a search of a game.
pub(crate) fn read_on_line(
    bytes: &mut Bytes<'_>,
    (words, context): (&mut Vec<Box<str>>, &mut Context),
    (line, path): (&mut LineReader, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
    let mut rest = *bytes;
    let event = match rest.byte()? {
        byte @ (LEAF.. | event_kind::LINE_LEAF_BY) => {
            let mv = read_move(byte, &mut rest)?;
            let entered = line.enter_like(mv)?;
            let score = read_score(&mut rest, line)?;
            let scored = line.leave(None, score)?;
            line.pending.push_back(scored);
            entered
        }
        byte @ (ENTERED.. | event_kind::LINE_ENTERED_BY) => {
            let mv = read_move(byte, &mut rest)?;
            line.enter_like(mv)?
        }
        event_kind::MOVE_WORD => {
            let (mv, word) = (rest.small()?, rest.word(words)?);
            line.learn(mv, &word)?;
            *bytes = rest;
            return Ok(None);
        }
        event_kind::LINE_ENTERED => {
            let (mv, side, ply) = (rest.small()?, rest.byte()?, rest.small()?);
            let (depth, alpha, beta) = (rest.signed()?, rest.signed()?, rest.signed()?);
            let entry = Entry { side, ply, depth, alpha, beta };
            line.enter(mv, entry, read_place(&mut rest)?)?
        }
        event_kind::LINE_PAYOFFS => {
            line.payoff_count = rest.byte()?;
            *bytes = rest;
            return Ok(None);
        }
        event_kind::LINE_SCORED => {
            let score = read_score(&mut rest, line)?;
            line.leave(None, score)?
        }
        event_kind::LINE_SCORED_AT => {
            let ply = rest.small()?;
            let score = read_score(&mut rest, line)?;
            line.leave(Some(ply), score)?
        }
        kind @ (event_kind::LINE_CUTOFF | event_kind::LINE_CUTOFF_BECAUSE) => {
            let (mv, up, tried) = (rest.small()?, rest.signed()?, rest.small()?);
            let (score, beta) = (rest.signed()?, rest.signed()?);
            let reason = match kind {
                event_kind::LINE_CUTOFF => Refutation::default(),
                _ => read_refutation(&mut rest)?,
            };
            line.cut((mv, up), tried, (score, beta, reason))?
        }
        event_kind::PLAN => {
            let mut line_words = Vec::new();
            for _ in 0..rest.number()? {
                line_words.push(rest.word(words)?);
                let _ = read_place(&mut rest)?;
            }
            line.plan(&line_words)?
        }
        _ => return read_event(bytes, words, (context, path)),
    };
    *bytes = rest;
    Ok(Some(event))
}

/// Bytes from here on mean nothing on a line of play.
const NO_LEAF: u8 = LEAF + SHORT_MOVES;

/// The move by which a position is entered, in its first byte or after it.
fn read_move(byte: u8, bytes: &mut Bytes<'_>) -> Result<u32, Fault> {
    match byte {
        ..ENTERED => bytes.small(),
        ENTERED..NO_LEAF => Ok(u32::from(byte % SHORT_MOVES)),
        NO_LEAF.. => Err(Fault::Wrong("an event of an unknown kind")),
    }
}

/// A score, where it comes from, and what each side gets, if that is told.
fn read_score(
    bytes: &mut Bytes<'_>,
    line: &mut LineReader,
) -> Result<(i32, Source, Vec<i32>), Fault> {
    let source = |byte: u8| Source::ALL.get(usize::from(byte)).copied().unwrap_or(Source::Other);
    if line.payoff_count == 0 {
        let value = bytes.number()?;
        let score = i32::try_from(unzigzag(value >> 4));
        let score = score.map_err(|_| Fault::Wrong("a number of more than 32 bits"))?;
        return Ok((score, source((value & 15) as u8), Vec::new()));
    }
    let byte = bytes.byte()?;
    if byte & ALIKE == 0 {
        let payoffs = (0..line.payoff_count).map(|_| bytes.signed());
        line.payoffs = payoffs.collect::<Result<_, _>>()?;
    }
    let score = line.payoffs.get(usize::from(line.judged)).copied();
    let score = score.ok_or(Fault::Wrong("payoffs of others than the side judged"))?;
    Ok((score, source(byte & !ALIKE), line.payoffs.clone()))
}

fn read_refutation(bytes: &mut Bytes<'_>) -> Result<Refutation, Fault> {
    let known = Refutation::ALL.get(usize::from(bytes.byte()?)).copied();
    Ok(known.unwrap_or(Refutation::Other))
}

pub(crate) fn read_event(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    (context, path): (&mut Context, &mut PathReader),
) -> Result<Option<TraceEvent<'static>>, Fault> {
    let read_kind = bytes.byte()?;
    let has_node = matches!(
        read_kind,
        event_kind::GENERATED
            | event_kind::EXPANDED
            | event_kind::REOPENED
            | event_kind::PRUNED
            | event_kind::LEFT
            | event_kind::PATH
            | event_kind::ENTERED
            | event_kind::SCORED
            | event_kind::CUTOFF
            | event_kind::SCORED_PAYOFFS
            | event_kind::CUTOFF_BECAUSE
            | event_kind::EXPANDED_THERE
            | event_kind::AGAIN
    );
    let has_near_node = matches!(
        read_kind,
        event_kind::EXPANDED_NEAR | event_kind::EXPANDED_NEAR_LONG | event_kind::PATH_NEAR
    );
    let mut id = context.last;
    if has_node {
        let wrong = Fault::Wrong("a node that is none");
        let step = bytes.number()?;
        let step = (step >> 1) as i64 ^ -((step & 1) as i64);
        let next = i64::from(id).checked_add(step).and_then(|id| u32::try_from(id).ok());
        id = next.ok_or(wrong)?;
    } else if has_near_node {
        id = near_node(id, bytes)?;
    }
    let event = match read_kind {
        FIRST_CODE.. => path.code(read_kind)?,
        event_kind::BACK => path.back()?,
        event_kind::EXPANDED_LAST => path.expand_last()?,
        event_kind::PRUNED_LAST => path.prune_last(bytes.byte()?)?,
        event_kind::PATH_ROOT => {
            let costs = [bytes.cost()?, bytes.cost()?, bytes.cost()?];
            path.begin(costs, read_place(bytes)?)?
        }
        event_kind::PATH_CODE => {
            let (outcome, left, word) = (bytes.byte()?, bytes.byte()?, bytes.word(words)?);
            path.learn((outcome, left), &word, (bytes.cost()?, bytes.cost()?))?;
            return Ok(None);
        }
        event_kind::PATH_STEP => {
            let (outcome, word) = (bytes.byte()?, bytes.word(words)?);
            path.step(outcome, &word, (bytes.cost()?, bytes.cost()?))?
        }
        event_kind::PLAN => {
            let count = bytes.number()?;
            let first = path.begin_plan()?;
            for _ in 0..count {
                let word = bytes.word(words)?;
                path.add_to_plan(&word, read_place(bytes)?);
            }
            first
        }
        event_kind::COST_UNIT => {
            context.unit = bytes.cost()?;
            if !(context.unit > 0.0 && context.unit.is_finite()) {
                return Err(Fault::Wrong("a unit that is none"));
            }
            return Ok(None);
        }
        event_kind::GENERATED => TraceEvent::Generated {
            id,
            parent: bytes.node(id)?,
            action: read_option(bytes, words)?,
            g: bytes.cost()?,
            h: bytes.cost()?,
            place: read_place(bytes)?,
        },
        event_kind::NEXT_NEAR
        | event_kind::NEXT_AT_NEAR
        | event_kind::NEXT_AT_CELL
        | event_kind::AGAIN_NEAR => {
            let byte = bytes.byte()?;
            let action = Some(Bytes::known_word(byte & (LONG_G - 1), words)?.into());
            let g = cost_after(context.g, bytes.change(byte & LONG_G != 0)?);
            let h = cost_after(context.h, bytes.change(byte & LONG_H != 0)?);
            let parent;
            (id, parent) = match read_kind {
                event_kind::AGAIN_NEAR => (near_node(id, bytes)?, Some(expanded(context)?)),
                _ => next_node(context)?,
            };
            let place = match read_kind {
                event_kind::NEXT_AT_NEAR => Some(near_vertex(context, bytes)?),
                event_kind::NEXT_AT_CELL => Some(near_cell(bytes)?),
                _ => None,
            };
            TraceEvent::Generated { id, parent, action, g, h, place }
        }
        event_kind::NEXT | event_kind::NEXT_AT => {
            let parent;
            (id, parent) = next_node(context)?;
            let action = Some(bytes.word(words)?.into());
            let (g, h) = (bytes.cost()?, bytes.cost()?);
            let place = match read_kind {
                event_kind::NEXT => None,
                _ => read_place(bytes)?,
            };
            TraceEvent::Generated { id, parent, action, g, h, place }
        }
        event_kind::AGAIN => {
            let parent = Some(expanded(context)?);
            let action = Some(bytes.word(words)?.into());
            let (g, h) = (bytes.cost()?, bytes.cost()?);
            TraceEvent::Generated { id, parent, action, g, h, place: None }
        }
        event_kind::EXPANDED => {
            TraceEvent::Expanded { id, g: bytes.cost()?, place: read_place(bytes)? }
        }
        event_kind::EXPANDED_THERE => TraceEvent::Expanded { id, g: bytes.cost()?, place: None },
        event_kind::EXPANDED_NEAR | event_kind::EXPANDED_NEAR_LONG => {
            let change = bytes.change(read_kind == event_kind::EXPANDED_NEAR_LONG)?;
            TraceEvent::Expanded { id, g: cost_after(context.g, change), place: None }
        }
        event_kind::EXPANDED_NEXT => {
            let next = context.expanded.and_then(|expanded| expanded.checked_add(1));
            id = next.ok_or(Fault::Wrong("a node that is none"))?;
            TraceEvent::Expanded { id, g: context.g, place: None }
        }
        event_kind::DUPLICATE_OF => {
            let known = i64::from(id).checked_sub(unzigzag(bytes.number()?));
            let known = known.and_then(|known| u32::try_from(known).ok());
            let known = Some(known.ok_or(Fault::Wrong("a node that is none"))?);
            TraceEvent::Duplicate { id: known, parent: context.expanded }
        }
        event_kind::DUPLICATE_NEAR => {
            TraceEvent::Duplicate { id: Some(near_node(id, bytes)?), parent: context.expanded }
        }
        event_kind::ENTERED_BELOW => {
            let (entered, ply) = read_entered(bytes, words, context)?;
            id = entered.0.id;
            let Station { side, depth, window: (alpha, beta), .. } = entered.0;
            let (parent, mv) = (Some(entered.1), Some(entered.2.into()));
            TraceEvent::Entered { id, parent, mv, side, ply, depth, alpha, beta, place: None }
        }
        event_kind::REOPENED => TraceEvent::Reopened { id },
        event_kind::DUPLICATE => {
            TraceEvent::Duplicate { id: bytes.node(id)?, parent: bytes.node(id)? }
        }
        event_kind::PRUNED => {
            let reason = Reason::ALL.get(usize::from(bytes.byte()?)).copied();
            TraceEvent::Pruned { id, reason: reason.unwrap_or(Reason::Other) }
        }
        event_kind::LEFT => TraceEvent::Left { id },
        event_kind::ITERATION => TraceEvent::Iteration { limit: bytes.cost()? },
        event_kind::BOUND => TraceEvent::Bound { cost: bytes.cost()? },
        event_kind::BOUND_NEAR | event_kind::BOUND_NEAR_LONG => {
            let change = bytes.change(read_kind == event_kind::BOUND_NEAR_LONG)?;
            TraceEvent::Bound { cost: cost_after(context.bound, change) }
        }
        event_kind::SOLUTION => TraceEvent::Solution { cost: bytes.cost()? },
        event_kind::PATH => TraceEvent::Path { id, place: read_place(bytes)? },
        event_kind::PATH_NEAR => TraceEvent::Path { id, place: None },
        event_kind::PATH_AT_NEAR | event_kind::PATH_AT_CELL => {
            id = new_node(context)?;
            let place = match read_kind {
                event_kind::PATH_AT_NEAR => near_vertex(context, bytes)?,
                _ => near_cell(bytes)?,
            };
            TraceEvent::Path { id, place: Some(place) }
        }
        event_kind::ENTERED => TraceEvent::Entered {
            id,
            parent: bytes.node(id)?,
            mv: read_option(bytes, words)?,
            side: bytes.byte()?,
            ply: bytes.small()?,
            depth: bytes.signed()?,
            alpha: bytes.signed()?,
            beta: bytes.signed()?,
            place: read_place(bytes)?,
        },
        event_kind::SCORED | event_kind::SCORED_PAYOFFS => {
            let score = bytes.signed()?;
            let source = Source::ALL.get(usize::from(bytes.byte()?)).copied();
            let source = source.unwrap_or(Source::Other);
            let mut payoffs = Vec::new();
            if read_kind == event_kind::SCORED_PAYOFFS {
                for _ in 0..bytes.number()? {
                    payoffs.push(bytes.signed()?);
                }
            }
            TraceEvent::Scored { id, score, source, payoffs }
        }
        event_kind::CUTOFF | event_kind::CUTOFF_BECAUSE => {
            let (mv, tried) = (bytes.word(words)?.into(), bytes.small()?);
            let (score, beta) = (bytes.signed()?, bytes.signed()?);
            let mut reason = Refutation::default();
            if read_kind == event_kind::CUTOFF_BECAUSE {
                reason = read_refutation(bytes)?;
            }
            TraceEvent::Cutoff { id, mv, tried, score, beta, reason }
        }
        event_kind::LINE => {
            let (depth, score) = (bytes.small()?, bytes.signed()?);
            let exact = bytes.byte()? != 0;
            let count = bytes.number()?;
            let mut moves = Vec::new();
            for _ in 0..count {
                moves.push(bytes.word(words)?.into());
            }
            TraceEvent::Line { depth, score, exact, moves }
        }
        event_kind::END => {
            let mut counts = [0; TraceCounts::FIELDS];
            for count in &mut counts {
                *count = bytes.number()?;
            }
            let counts = TraceCounts::from_array(counts);
            TraceEvent::End { counts, status: bytes.text()?.to_owned().into() }
        }
        _ => return Err(Fault::Wrong("an event of an unknown kind")),
    };
    // A duplicate, and what is about the whole search, is about no node of its own; a step along a
    // path is the affair of the path.
    let is_short = matches!(
        read_kind,
        event_kind::NEXT
            | event_kind::NEXT_AT
            | event_kind::NEXT_NEAR
            | event_kind::NEXT_AT_NEAR
            | event_kind::NEXT_AT_CELL
            | event_kind::AGAIN_NEAR
            | event_kind::PATH_AT_NEAR
            | event_kind::PATH_AT_CELL
            | event_kind::ENTERED_BELOW
            | event_kind::EXPANDED_NEXT
    );
    let is_about_node = has_node || has_near_node || is_short;
    if is_about_node {
        context.about(id);
    }
    match event {
        TraceEvent::Expanded { g, .. } if is_about_node => {
            (context.expanded, context.g) = (Some(id), g);
        }
        TraceEvent::Generated { h, ref place, .. } if is_about_node => {
            context.generates(h, place.as_ref());
        }
        TraceEvent::Bound { cost } => context.bound = cost,
        TraceEvent::Iteration { .. } => path.begin_iteration(),
        TraceEvent::Entered { side, ply, depth, alpha, beta, .. } => {
            context.enter(ply, Station { id, side, depth, window: (alpha, beta) });
        }
        _ => {}
    }
    Ok(Some(event))
}

/// The node expanded last.
fn expanded(context: &Context) -> Result<u32, Fault> {
    context.expanded.ok_or(Fault::Wrong("a node that is none"))
}

/// A new node.
fn new_node(context: &Context) -> Result<u32, Fault> {
    let is_one = context.next < u32::MAX;
    is_one.then_some(context.next).ok_or(Fault::Wrong("a node that is none"))
}

/// A new node, and the one expanded last, from which it is generated.
fn next_node(context: &Context) -> Result<(u32, Option<u32>), Fault> {
    Ok((new_node(context)?, Some(expanded(context)?)))
}

/// Reads a vertex by how far it is from the last one.
fn near_vertex(context: &mut Context, bytes: &mut Bytes<'_>) -> Result<Place<'static>, Fault> {
    let vertex = context.vertex.checked_add_signed(bytes.step()?.into());
    context.vertex = vertex.ok_or(Fault::Wrong("a vertex that is none"))?;
    Ok(Place::Vertex { vertex: context.vertex })
}

/// Reads a cell by its column and its row.
fn near_cell(bytes: &mut Bytes<'_>) -> Result<Place<'static>, Fault> {
    let (x, y) = (bytes.step()? as u16, bytes.step()? as u16);
    Ok(Place::Cell { x: x.into(), y: y.into() })
}

/// Reads a node by how far it is from another.
fn near_node(from: u32, bytes: &mut Bytes<'_>) -> Result<u32, Fault> {
    from.checked_add_signed(bytes.step()?.into()).ok_or(Fault::Wrong("a node that is none"))
}

/// Reads a position below the one entered last at the ply above, its parent and its move, and
/// the ply.
fn read_entered(
    bytes: &mut Bytes<'_>,
    words: &mut Vec<Box<str>>,
    context: &Context,
) -> Result<((Station, u32, String), u32), Fault> {
    let wrong = Fault::Wrong("a position that is below none");
    let ply = i64::from(context.ply) + i64::from(bytes.signed()?);
    let ply = u32::try_from(ply).map_err(|_| wrong)?;
    let back = bytes.small()?;
    let id = context.next.checked_sub(back).filter(|&id| id < u32::MAX).ok_or(wrong)?;
    let above = (ply as usize).checked_sub(1).and_then(|at| context.line.get(at)).ok_or(wrong)?;
    let mv = bytes.word(words)?;
    let station = match bytes.byte()? {
        0 => {
            let beside = context.line.get(ply as usize).ok_or(wrong)?;
            Station { id, ..*beside }
        }
        1 => Station {
            id,
            side: bytes.byte()?,
            depth: bytes.signed()?,
            window: (bytes.signed()?, bytes.signed()?),
        },
        _ => return Err(wrong),
    };
    Ok(((station, above.id, mv), ply))
}
