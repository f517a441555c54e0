/** The moves played, numbered as books do. */

import type { Position } from "./analysis";
import { button, el } from "./dom";

/** A list item for each move; `onBack` goes back to a move. */
export function historyItems(position: Position, onBack: (nth: number) => void): HTMLElement[] {
  const { played, first_side: side, first_number: first } = position;
  return played.map((move, nth) => {
    let number = `${nth + 1}.`;
    if (position.pieces) {
      // A number for the moves of both sides.
      const ply = side + nth;
      number = ply % 2 === 0 ? `${first + ply / 2}.` : nth === 0 ? `${first}…` : "";
    }
    const back = button(move, () => onBack(nth), { label: `Go back to move ${nth + 1}: ${move}`, class: "quiet" });
    return el("li", { "data-number": number }, back);
  });
}
