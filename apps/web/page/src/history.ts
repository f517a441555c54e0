/** The moves played, numbered as books do, and the variations that were tried. */

import type { Position } from "./analysis";
import { button, el } from "./dom";
import { type Ply, pathTo } from "./variations";

/** The number of a move, and whether its side is the second of two that share it. */
function numberOf({ pieces, first_side: side, first_number: first }: Position, nth: number): [number, boolean] {
  // With pieces, a number for the moves of both sides.
  return pieces ? [first + Math.floor((side + nth) / 2), (side + nth) % 2 === 1] : [nth + 1, false];
}

/** A list item for each move that led to a position; `onGo` goes back to one. */
export function historyItems(position: Position, at: Ply, onGo: (ply: Ply) => void): HTMLElement[] {
  return pathTo(at).map((ply, nth) => {
    const { move } = ply;
    const [number, isSecond] = numberOf(position, nth);
    const text = isSecond ? (nth === 0 ? `${number}…` : "") : `${number}.`;
    const back = button(move, () => onGo(ply), { label: `Go back to move ${nth + 1}: ${move}`, class: "quiet" });
    return el("li", { "data-number": text }, back);
  });
}

/** A list item for each position on the way in which other moves were tried, and for the moves that
 * were taken back. */
export function variationItems(position: Position, at: Ply, onGo: (ply: Ply) => void): HTMLElement[] {
  const path = pathTo(at);
  const here = path.at(-1) ?? at;
  const points = [path[0]?.before ?? here, ...path];
  return points.flatMap(({ after }, nth) => {
    const others = after.filter((ply) => ply !== path[nth]);
    if (others.length === 0) return [];
    const [number, isSecond] = numberOf(position, nth);
    const buttons = others.map((ply) =>
      button(ply.move, () => onGo(ply), { label: `Go to the variation ${number}${isSecond ? "…" : "."} ${ply.move}`, class: "quiet" }));
    return [el("li", { "data-number": `${number}${isSecond ? "…" : "."}` }, ...buttons)];
  });
}
