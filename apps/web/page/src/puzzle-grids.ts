/** Drawings of puzzles on squares: sudokus, levels of Sokoban, and any state written in rows. */

import type { Advice } from "./api";
import { ARROWS, button, el, fill, svg } from "./dom";
import { Drawing } from "./puzzle-views";

const SIDE = 40;

/** The cells of a sudoku, row by row; `null` where one is empty. */
function cellsOf(text: string): (string | null)[] {
  const cells = [...text.replace(/[^0-9A-Pa-p.*_]/g, "")];
  return cells.map((cell) => (/[1-9A-Pa-p]/.test(cell) ? cell : null));
}

/** A sudoku with a digit, as in `r1c3=4`, or without it, as in `r1c3=.`. */
export function withDigit(state: string, move: string): string {
  const [, row = "1", column = "1", digit = "."] = /^r(\d+)c(\d+)=(.)$/.exec(move) ?? [];
  const cells = cellsOf(state);
  const side = Math.round(Math.sqrt(cells.length));
  const at = (Number(row) - 1) * side + Number(column) - 1;
  return cells.map((cell, nth) => (nth === at ? digit : cell ?? ".")).join("");
}

/** Something written that a solution does not have. */
export interface Mistake {
  cell: number;
  text: string;
}

/** The digits of a sudoku that its solution does not have. */
export function wrongDigits(state: string, solution: string): readonly Mistake[] {
  const right = cellsOf(solution);
  const side = Math.round(Math.sqrt(right.length));
  return cellsOf(state).flatMap((digit, cell) =>
    digit === null || digit === right[cell] ? [] : [{ cell, text: `r${Math.floor(cell / side) + 1}c${(cell % side) + 1} is not ${digit}` }]);
}

/** A sudoku; given digits are emphasized, and the others can be written. */
export class SudokuView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing sudoku", role: "img" });
  /** The signs, for those who have no keys. */
  readonly tools = el("div", { class: "buttons", role: "group", "aria-label": "Digits" });
  #state = "";
  #given = "";
  #chosen: number | null = null;
  #advice: Advice | null = null;
  #isHint = false;

  /** Shows what each cell can take, and perhaps the reason of the next digit. */
  advise(advice: Advice, isHint: boolean): void {
    // What is pressed just now stays where it is, if nothing else is seen.
    const isSeen = [this.#advice, advice].some((each) => (each?.candidates.length ?? 0) > 0) || this.#isHint || isHint;
    [this.#advice, this.#isHint] = [advice, isHint];
    const [, row, column] = (isHint && /^r(\d+)c(\d+)=/.exec(advice.action ?? "")) || [];
    const side = Math.round(Math.sqrt(advice.candidates.length));
    if (row && column) this.#chosen = (Number(row) - 1) * side + Number(column) - 1;
    if (isSeen) this.#draw();
  }

  key(key: string): boolean {
    const cells = cellsOf(this.#state);
    const side = Math.round(Math.sqrt(cells.length));
    const step = ARROWS[key];
    if (step) {
      const at = this.#chosen ?? 0;
      const [x, y] = this.#chosen === null ? [0, 0] : [(at % side) + step[0], Math.floor(at / side) + step[1]];
      if (x < 0 || y < 0 || x >= side || y >= side) return true;
      this.#choose(y * side + x);
      return true;
    }
    const digit = /^[1-9A-Pa-p]$/.test(key) ? key : key === "Backspace" || key === "Delete" ? "." : null;
    if (digit === null || this.#chosen === null || (digit > "9" && side < 10)) return false;
    const [row, column] = [Math.floor(this.#chosen / side) + 1, (this.#chosen % side) + 1];
    if (cellsOf(this.#given)[this.#chosen] === null) this.onMove(`r${row}c${column}=${digit.toUpperCase()}`);
    return true;
  }

  #choose(cell: number): void {
    this.#chosen = cell;
    this.#draw();
  }

  show(state: string, instance: string): void {
    // What is pressed just now stays where it is.
    if (state === this.#state && instance === this.#given) return;
    if (state !== this.#state) this.#advice = null;
    [this.#state, this.#given] = [state, instance];
    this.#draw();
  }

  #draw(): void {
    const [cells, given] = [cellsOf(this.#state), cellsOf(this.#given)];
    const reasons = this.#isHint ? this.#advice?.steps ?? [] : [];
    const side = Math.round(Math.sqrt(cells.length));
    const box = Math.floor(Math.sqrt(side));
    const [high, wide] = [box, side / box];
    this.element.setAttribute("viewBox", `-2 -2 ${side * SIDE + 4} ${side * SIDE + 4}`);
    if (this.tools.childElementCount !== side + 1) {
      const signs = Array.from({ length: side }, (_, nth) => (nth + 1).toString(36).toUpperCase());
      fill(this.tools, ...signs.map((sign) => button(sign, () => this.key(sign), { label: `Write ${sign}` })),
        button("⌫", () => this.key("Backspace"), { label: "Empty the cell" }));
    }
    const parts: SVGElement[] = [];
    for (const [at, cell] of cells.entries()) {
      const [x, y] = [(at % side) * SIDE, Math.floor(at / side) * SIDE];
      const isReason = reasons.some((step) => step.cells.includes(at));
      const role = `cell${at === this.#chosen ? " chosen" : ""}${isReason ? " reason" : ""}`;
      const square = svg("rect", { class: role, x, y, width: SIDE, height: SIDE });
      square.addEventListener("click", () => this.#choose(at));
      parts.push(square);
      if (cell === null) {
        const excluded = reasons.flatMap((step) => step.excluded).filter(([other]) => other === at);
        for (const sign of this.#advice?.candidates[at] ?? []) {
          // Each has a place of its own, so that the eye finds it.
          const nth = Number.parseInt(sign, 36) - 1;
          const [left, top] = [x + ((nth % wide) + 0.5) * (SIDE / wide), y + (Math.floor(nth / wide) + 0.5) * (SIDE / high)];
          const isOut = excluded.some(([, other]) => other === sign);
          parts.push(svg("text", { class: `candidate${isOut ? " out" : ""}${isReason ? " strong" : ""}`, x: left, y: top, "font-size": 30 / Math.max(wide, high) }, sign));
        }
        continue;
      }
      parts.push(svg("text", { class: given[at] ? "given" : "filled", x: x + SIDE / 2, y: y + SIDE / 2, "font-size": 22 }, cell));
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

type Spot = readonly [number, number];

/** A level of Sokoban: walls, goals, boxes and the player, who walks on free squares and asks for pushes. */
export class SokobanView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing sokoban", role: "img" });
  #state = "";
  #player: Spot = [0, 0];
  /** Where the player will be when a push is answered: where the box was. */
  #next: Spot | null = null;
  /** The keys since then. */
  readonly #keys: string[] = [];
  #chosen: Spot | null = null;

  constructor(onMove: (move: string) => void) {
    super(onMove);
    this.#listen();
  }

  key(key: string): boolean {
    const step = ARROWS[key];
    if (!step) return false;
    if (this.#next) return this.#keys.push(key) > 0;
    const spot: Spot = [this.#player[0] + step[0], this.#player[1] + step[1]];
    const square = this.#at(spot);
    if ("$*".includes(square)) this.#push(spot, key);
    else if (square !== "#") {
      this.#player = spot;
      this.#draw();
    }
    return true;
  }

  #rows(): string[] {
    return this.#state.split(/[|\n]/).filter((row) => row.length > 0);
  }

  #at([x, y]: Spot): string {
    return this.#rows()[y]?.[x] ?? "#";
  }

  /** Asks for a push as an arrow key goes. */
  #push(box: Spot, key: string): void {
    this.#next = box;
    this.onMove(`${box[0]},${box[1]}${key.charAt("Arrow".length)}`);
  }

  #press(spot: Spot): void {
    const box = this.#chosen;
    const isBox = "$*".includes(this.#at(spot));
    this.#chosen = isBox ? spot : null;
    const way = Object.entries(ARROWS).find(([, [x, y]]) => box && box[0] + x === spot[0] && box[1] + y === spot[1]);
    if (box && way && !isBox) this.#push(box, way[0]);
    else this.#draw();
  }

  show(state: string): void {
    // The player stays where the level does.
    if (state === this.#state) return this.#draw();
    const next = this.#next;
    this.#next = null;
    this.#state = state;
    this.#chosen = null;
    const rows = this.#rows();
    const y = rows.findIndex((row) => /[@+]/.test(row));
    this.#player = next && !"#$*".includes(this.#at(next)) ? next : [rows[y]?.search(/[@+]/) ?? 0, y];
    this.#draw();
    const key = this.#keys.shift();
    if (key) this.key(key);
  }

  refused(): void {
    this.#next = null;
    this.#keys.length = 0;
  }

  /** Boxes are pressed and then the square beside them, or dragged, also by several squares. */
  #listen(): void {
    let from: Spot | null = null;
    const spotOf = ({ clientX, clientY }: PointerEvent): Spot => {
      const place = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM()!.inverse());
      return [Math.floor(place.x / SIDE), Math.floor(place.y / SIDE)];
    };
    this.element.addEventListener("pointerdown", (event) => {
      from = spotOf(event);
    });
    this.element.addEventListener("pointerup", (event) => {
      const [to, was] = [spotOf(event), from];
      from = null;
      if (!was || this.#next) return;
      const [x, y] = [to[0] - was[0], to[1] - was[1]];
      const way = Object.entries(ARROWS).find(([, [dx, dy]]) => (Math.abs(x) > Math.abs(y) ? dx === Math.sign(x) : x !== y && dy === Math.sign(y)));
      if (!way || !"$*".includes(this.#at(was))) return this.#press(to);
      for (let left = Math.max(Math.abs(x), Math.abs(y)); left > 1; left -= 1) this.#keys.push(way[0]);
      this.#push(was, way[0]);
    });
  }

  #draw(): void {
    const [state, rows] = [this.#state, this.#rows()];
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
          const isChosen = this.#chosen?.[0] === x && this.#chosen[1] === y;
          const role = (square === "*" ? "box home" : "box") + (isChosen ? " chosen" : "");
          parts.push(svg("rect", { class: role, x: left + 4, y: top + 4, width: SIDE - 8, height: SIDE - 8, rx: 4 }));
        }
        if (this.#player[0] === x && this.#player[1] === y) {
          parts.push(svg("circle", { class: "player", cx: left + SIDE / 2, cy: top + SIDE / 2, r: SIDE / 2 - 7 }));
        }
      }
    }
    this.element.setAttribute("aria-label", `Sokoban: ${home} of ${boxes} boxes on goals; ${state.split(/[|\n]/).join(" / ")}`);
    fill(this.element, ...parts);
  }
}

/** The cells that a move names: row and column, `2,3`, or letter and row, `d2-d4`. */
function cellsIn(move: string): Spot[] {
  const [, row, column] = /^(\d+),(\d+)$/.exec(move) ?? [];
  if (row && column) return [[Number(column) - 1, Number(row) - 1]];
  if (!/^[a-z]\d+(-[a-z]\d+)+$/.test(move)) return [];
  return move.split("-").map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
}

const isSame = (one: Spot | null, other: Spot | null): boolean => String(one) === String(other);

/** Any state: rows of characters as cells, other text as it is. Cells that moves name are pressed. */
export class CellsView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing cells", role: "img" });
  readonly #name: string;
  /** What signs are drawn as, where that is not a wall, a peg or a letter. */
  readonly #signs: Readonly<Record<string, string>>;
  #state = "";
  #moves: { move: string; cells: Spot[] }[] = [];
  #picked: Spot | null = null;
  #cursor: Spot | null = null;

  constructor(name: string, onMove: (move: string) => void, signs: Readonly<Record<string, string>> = {}) {
    super(onMove);
    [this.#name, this.#signs] = [name, signs];
  }

  show(state: string): void {
    if (state !== this.#state) this.#picked = null;
    this.#state = state;
    this.#draw();
  }

  /** Returns whether all moves can be made on the drawing. */
  offer(moves: readonly string[]): boolean {
    this.#moves = moves.map((move) => ({ move, cells: cellsIn(move) })).filter(({ cells }) => cells.length > 0);
    this.#draw();
    return moves.length > 0 && this.#moves.length === moves.length;
  }

  key(key: string): boolean {
    const step = ARROWS[key];
    const rows = this.#rows();
    if (rows.length < 2) return false;
    if (step) {
      const [x, y] = this.#cursor ? [this.#cursor[0] + step[0], this.#cursor[1] + step[1]] : [0, 0];
      if (rows[y]?.[x] !== undefined) this.#cursor = [x, y];
    } else if (key === "Enter" || key === " ") {
      if (this.#cursor) this.#press(this.#cursor);
    } else return false;
    this.#draw();
    return true;
  }

  #press(cell: Spot): void {
    const begins = this.#moves.filter(({ cells }) => isSame(cells[0]!, this.#picked ?? cell));
    const whole = begins.find(({ cells }) => isSame(cells.at(-1)!, cell));
    if (whole) return this.onMove(whole.move);
    const isOpen = this.#moves.some(({ cells }) => isSame(cells[0]!, cell));
    this.#picked = isOpen && !isSame(this.#picked, cell) ? cell : null;
    this.#draw();
  }

  #rows(): string[] {
    return this.#state.split(/[|/\n]/).map((row) => row.trim()).filter((row) => row.length > 0);
  }

  #draw(): void {
    const rows = this.#rows();
    const width = Math.max(1, ...rows.map((row) => row.length));
    const isBoard = rows.length > 1;
    this.element.setAttribute("viewBox", `-2 -2 ${width * (isBoard ? SIDE : 14) + 4} ${rows.length * SIDE + 4}`);
    this.element.setAttribute("aria-label", `${this.#name}: ${rows.join(" / ")}`);
    if (!isBoard) {
      fill(this.element, svg("text", { x: width * 7, y: SIDE / 2, "font-size": 20 }, rows[0] ?? ""));
      return;
    }
    const next = this.#moves.filter(({ cells }) => this.#picked && isSame(cells[0]!, this.#picked)).map(({ cells }) => cells.at(-1)!);
    const parts: SVGElement[] = [];
    for (const [y, row] of rows.entries()) {
      for (const [x, sign] of [...row].entries()) {
        const [left, top] = [x * SIDE, y * SIDE];
        if (sign === " ") continue;
        const role = this.#signs[sign] ?? (sign === "#" ? "wall" : "cell");
        if (role === "none") continue;
        const isOpen = this.#moves.some(({ cells }) => isSame(cells[0]!, [x, y]));
        const states = [isOpen && "open", isSame(this.#picked, [x, y]) && "chosen", next.some((it) => isSame(it, [x, y])) && "next", isSame(this.#cursor, [x, y]) && "at"];
        const square = svg("rect", { class: [role, ...states.filter(Boolean)].join(" "), x: left, y: top, width: SIDE, height: SIDE, rx: role === "hole" ? SIDE / 2 : 0, "data-cell": `${x},${y}` });
        square.addEventListener("click", () => this.#press([x, y]));
        parts.push(square);
        const [cx, cy] = [left + SIDE / 2, top + SIDE / 2];
        if (sign === "o") parts.push(svg("circle", { class: "peg", cx, cy, r: SIDE / 2 - 7 }));
        else if (role === "cell" && !"#.0_".includes(sign)) parts.push(svg("text", { x: cx, y: cy, "font-size": 22 }, sign));
      }
    }
    fill(this.element, ...parts);
  }
}

/** A crossword with a letter, as in `r1c3=A`, or without it, as in `r1c3=.`. */
export function withLetter(state: string, move: string): string | undefined {
  const [, row, column, letter] = /^r(\d+)c(\d+)=(.)$/.exec(move) ?? [];
  if (!row || !column || !letter) return undefined;
  const rows = state.split(/[/\n]/).map((line) => [...line.trim()]);
  rows[Number(row) - 1]![Number(column) - 1] = letter;
  return rows.map((line) => line.join("")).join("/");
}

/** A crossword: letters are typed along a word, across or down. */
export class CrosswordView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing cells crossword", role: "img" });
  /** The letters, for those who have no keys. */
  readonly tools = el("div", { class: "buttons letters", role: "group", "aria-label": "Letters" },
    ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => button(letter, () => this.key(letter), { label: `Write ${letter}` })),
    button("⌫", () => this.key("Backspace"), { label: "Empty the cell" }));
  #state = "";
  #given = "";
  #chosen: Spot | null = null;
  #isDown = false;

  show(state: string, instance: string): void {
    [this.#state, this.#given] = [state, instance];
    this.#draw();
  }

  key(key: string): boolean {
    const step = ARROWS[key];
    if (step) {
      const isDown = step[0] === 0;
      // The first press turns to the other direction, as in newspapers' crosswords.
      if (this.#chosen && isDown !== this.#isDown) this.#isDown = isDown;
      else this.#go(step[0] + step[1]);
    } else if (key === "Enter" || key === " ") this.#isDown = !this.#isDown;
    else if (/^[A-Za-z]$/.test(key) && this.#chosen) {
      this.#write(key.toUpperCase());
      this.#go(1);
    } else if ((key === "Backspace" || key === "Delete") && this.#chosen) {
      const wasEmpty = this.#at(this.#state, this.#chosen) === ".";
      if (wasEmpty && key === "Backspace") this.#go(-1);
      this.#write(".");
    } else return false;
    this.#draw();
    return true;
  }

  #at(text: string, [x, y]: Spot): string {
    return text.split(/[/\n]/)[y]?.trim()[x] ?? "#";
  }

  #write(letter: string): void {
    const [x, y] = this.#chosen!;
    if (this.#at(this.#given, [x, y]) !== ".") return;
    const move = `r${y + 1}c${x + 1}=${letter}`;
    // Letters are typed faster than they are answered.
    this.#state = withLetter(this.#state, move)!;
    this.onMove(move);
  }

  #next([x, y]: Spot, by: number, isDown = this.#isDown): Spot {
    return isDown ? [x, y + by] : [x + by, y];
  }

  /** Goes along the word by a cell, unless it ends here. */
  #go(by: number): void {
    const to = this.#chosen ? this.#next(this.#chosen, by) : ([0, 0] as const);
    if (this.#at(this.#state, to) !== "#") this.#chosen = to;
  }

  #press(cell: Spot): void {
    if (isSame(this.#chosen, cell)) this.#isDown = !this.#isDown;
    this.#chosen = cell;
    this.#draw();
  }

  /** Whether a cell belongs to the word that is typed. */
  #isInWord(cell: Spot): boolean {
    if (!this.#chosen) return false;
    for (const by of [1, -1]) {
      let at: Spot = this.#chosen;
      while (this.#at(this.#state, at) !== "#") {
        if (isSame(at, cell)) return true;
        at = this.#next(at, by);
      }
    }
    return false;
  }

  #draw(): void {
    const rows = this.#state.split(/[/\n]/).map((row) => row.trim());
    const width = Math.max(1, ...rows.map((row) => row.length));
    this.element.setAttribute("viewBox", `-2 -2 ${width * SIDE + 4} ${rows.length * SIDE + 4}`);
    this.element.setAttribute("aria-label", `Crossword: ${rows.join(" / ")}`);
    let number = 0;
    const parts = rows.flatMap((row, y) => [...row].flatMap((sign, x) => {
      const [left, top, cell] = [x * SIDE, y * SIDE, [x, y] as const];
      const states = [isSame(this.#chosen, cell) ? " chosen" : "", this.#isInWord(cell) ? " word" : ""];
      const square = svg("rect", { class: (sign === "#" ? "wall" : "cell") + states.join(""), x: left, y: top, width: SIDE, height: SIDE });
      if (sign === "#") return [square];
      square.addEventListener("click", () => this.#press(cell));
      const begins = [false, true].some((isDown) => {
        const is = (by: number): boolean => this.#at(this.#state, this.#next(cell, by, isDown)) !== "#";
        return !is(-1) && is(1);
      });
      const drawn: SVGElement[] = [square];
      if (begins) drawn.push(svg("text", { class: "slot", x: left + 7, y: top + 8, "font-size": 10 }, String((number += 1))));
      const kind = this.#at(this.#given, cell) === "." ? "filled" : "given";
      if (sign !== ".") drawn.push(svg("text", { class: kind, x: left + SIDE / 2, y: top + SIDE / 2 + 2, "font-size": 22 }, sign));
      return drawn;
    }));
    fill(this.element, ...parts);
  }
}
