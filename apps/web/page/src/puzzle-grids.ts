/** Drawings of puzzles on squares: sudokus, levels of Sokoban, and any state written in rows. */

import { fill, svg } from "./dom";

const SIDE = 40;

/** The cells of a sudoku, row by row; `null` where one is empty. */
function cellsOf(text: string): (string | null)[] {
  const cells = [...text.replace(/[^0-9A-Pa-p.*_]/g, "")];
  return cells.map((cell) => (/[1-9A-Pa-p]/.test(cell) ? cell : null));
}

/** A sudoku; given digits are emphasized. */
export class SudokuView {
  readonly element = svg("svg", { class: "puzzle-drawing sudoku", role: "img" });

  show(state: string, instance: string): void {
    const [cells, given] = [cellsOf(state), cellsOf(instance)];
    const side = Math.round(Math.sqrt(cells.length));
    const box = Math.floor(Math.sqrt(side));
    const [high, wide] = [box, side / box];
    this.element.setAttribute("viewBox", `-2 -2 ${side * SIDE + 4} ${side * SIDE + 4}`);
    const parts: SVGElement[] = [];
    for (const [at, cell] of cells.entries()) {
      const [x, y] = [(at % side) * SIDE, Math.floor(at / side) * SIDE];
      parts.push(svg("rect", { class: "cell", x, y, width: SIDE, height: SIDE }));
      if (cell === null) continue;
      const role = given[at] ? "given" : "filled";
      parts.push(svg("text", { class: role, x: x + SIDE / 2, y: y + SIDE / 2, "font-size": 22 }, cell));
    }
    const all = side * SIDE;
    const lines = [
      ...Array.from({ length: side / wide + 1 }, (_, nth) => `M${nth * wide * SIDE} 0V${all}`),
      ...Array.from({ length: side / high + 1 }, (_, nth) => `M0 ${nth * high * SIDE}H${all}`),
    ];
    parts.push(svg("path", { class: "box", d: lines.join("") }));
    const rows = Array.from({ length: side }, (_, row) =>
      cells.slice(row * side, (row + 1) * side).map((cell) => cell ?? "empty").join(" "));
    this.element.setAttribute("aria-label", `Sudoku, row by row: ${rows.join("; ")}`);
    fill(this.element, ...parts);
  }
}

/** A level of Sokoban: walls, goals, boxes and the player. */
export class SokobanView {
  readonly element = svg("svg", { class: "puzzle-drawing sokoban", role: "img" });

  show(state: string): void {
    const rows = state.split(/[|\n]/).filter((row) => row.length > 0);
    const width = Math.max(1, ...rows.map((row) => row.length));
    this.element.setAttribute("viewBox", `0 0 ${width * SIDE} ${rows.length * SIDE}`);
    const parts: SVGElement[] = [];
    let [boxes, home] = [0, 0];
    for (const [y, row] of rows.entries()) {
      for (const [x, square] of [...row].entries()) {
        const [left, top] = [x * SIDE, y * SIDE];
        if (square === "#") {
          parts.push(svg("rect", { class: "wall", x: left, y: top, width: SIDE, height: SIDE }));
        }
        if (".+*".includes(square)) {
          parts.push(svg("circle", { class: "goal", cx: left + SIDE / 2, cy: top + SIDE / 2, r: 7 }));
        }
        if ("$*".includes(square)) {
          boxes += 1;
          if (square === "*") home += 1;
          const role = square === "*" ? "box home" : "box";
          parts.push(svg("rect", { class: role, x: left + 4, y: top + 4, width: SIDE - 8, height: SIDE - 8, rx: 4 }));
        }
        if ("@+".includes(square)) {
          parts.push(svg("circle", { class: "player", cx: left + SIDE / 2, cy: top + SIDE / 2, r: SIDE / 2 - 7 }));
        }
      }
    }
    this.element.setAttribute("aria-label", `Sokoban: ${home} of ${boxes} boxes on goals; ${rows.join(" / ")}`);
    fill(this.element, ...parts);
  }
}

/** Any state: rows of characters as cells, other text as it is. */
export class CellsView {
  readonly element = svg("svg", { class: "puzzle-drawing cells", role: "img" });
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  show(state: string): void {
    const rows = state.split(/[|/\n]/).map((row) => row.trim()).filter((row) => row.length > 0);
    const width = Math.max(1, ...rows.map((row) => row.length));
    const isBoard = rows.length > 1;
    this.element.setAttribute("viewBox", `-2 -2 ${width * (isBoard ? SIDE : 14) + 4} ${rows.length * SIDE + 4}`);
    this.element.setAttribute("aria-label", `${this.#name}: ${rows.join(" / ")}`);
    if (!isBoard) {
      fill(this.element, svg("text", { x: width * 7, y: SIDE / 2, "font-size": 20 }, rows[0] ?? ""));
      return;
    }
    const parts: SVGElement[] = [];
    for (const [y, row] of rows.entries()) {
      for (const [x, sign] of [...row].entries()) {
        const [left, top] = [x * SIDE, y * SIDE];
        if (sign === " ") continue;
        const role = sign === "#" ? "wall" : "cell";
        parts.push(svg("rect", { class: role, x: left, y: top, width: SIDE, height: SIDE }));
        const [cx, cy] = [left + SIDE / 2, top + SIDE / 2];
        if (sign === "o") parts.push(svg("circle", { class: "peg", cx, cy, r: SIDE / 2 - 7 }));
        else if (!"#.0_".includes(sign)) parts.push(svg("text", { x: cx, y: cy, "font-size": 22 }, sign));
      }
    }
    fill(this.element, ...parts);
  }
}
