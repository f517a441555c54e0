/** A board of backgammon: twenty-four points, the bar, and moves picked point by point. */

import type { Board } from "./api";
import type { BoardOptions, GameView, Legal } from "./board-view";
import { svg } from "./dom";

const WIDE = 44;
const TALL = 400;
const DISC = 19;
/** The most checkers of a point that are drawn one by one. */
const MOST_DISCS = 5;
const DIE = 34;

/** The pips of each face of a die, in thirds of it from its middle. */
const PIPS: readonly (readonly [number, number])[][] = [1, 2, 3, 4, 5, 6].map((face) => [
  ...(face % 2 === 1 ? ([[0, 0]] as const) : []),
  ...(face > 1 ? ([[-1, -1], [1, 1]] as const) : []),
  ...(face > 3 ? ([[1, -1], [-1, 1]] as const) : []),
  ...(face === 6 ? ([[-1, 0], [1, 0]] as const) : []),
]);

function die(x: number, y: number, face: number, side: number): SVGElement {
  const corner = { x: x - DIE / 2, y: y - DIE / 2, width: DIE, height: DIE, rx: 6 };
  const pips = PIPS[face - 1]!.map(([dx, dy]) =>
    svg("circle", { class: "pip", cx: x + dx * 9, cy: y + dy * 9, r: 3.2 }),
  );
  return svg("g", { class: `die side-${side}` }, svg("rect", corner), ...pips);
}

export class BackgammonView implements GameView {
  readonly element = svg("svg", { class: "board backgammon", role: "img" });
  readonly #onMove: (move: string) => void;
  readonly #onPick: (moves: readonly string[] | null) => void;
  #legal: Legal[] = [];
  #isFlipped = false;
  #picked: [number, number][] = [];
  readonly #marks = svg("g", {});

  /** Calls `onPick` with the moves that match the selection, or with null. */
  constructor(onMove: (move: string) => void, onPick: (moves: readonly string[] | null) => void) {
    this.#onMove = onMove;
    this.#onPick = onPick;
    this.element.setAttribute("viewBox", `-6 -6 ${13 * WIDE + 12} ${TALL + 12}`);
    this.element.style.maxWidth = "640px";
    let from: [number, number] | null = null;
    this.element.addEventListener("pointerdown", (event) => {
      from = this.#placeAt(event);
      this.#pick(from);
    });
    this.element.addEventListener("pointerup", (event) => {
      const to = this.#placeAt(event);
      // A checker may be dragged to where it goes.
      if (from && (from[0] !== to[0] || from[1] !== to[1])) this.#pick(to);
      from = null;
    });
  }

  show(board: Board, legal: Legal[], _side: number, options: BoardOptions, marked: readonly string[], label: string): void {
    this.#legal = legal;
    this.#isFlipped = options.flipped;
    this.#picked = [];
    this.element.setAttribute("aria-label", label);
    const parts: SVGElement[] = [
      svg("rect", { class: "frame", x: -6, y: -6, width: 13 * WIDE + 12, height: TALL + 12, rx: 10 }),
      svg("rect", { class: "felt", x: 0, y: 0, width: 13 * WIDE, height: TALL }),
      svg("rect", { class: "bar-column", x: 6 * WIDE, y: 0, width: WIDE, height: TALL }),
    ];
    for (let x = 0; x < 13; x += 1) {
      if (x === 6) continue;
      for (const row of [0, 1]) {
        const base = row === 0 ? 0 : TALL;
        const tip = row === 0 ? 170 : TALL - 170;
        const shade = (x + (x > 6 ? 1 : 0) + row) % 2 === 0 ? "light" : "dark";
        parts.push(svg("path", { class: `point ${shade}`, d: `M${x * WIDE} ${base}h${WIDE}L${(x + 0.5) * WIDE} ${tip}z` }));
      }
    }
    for (const shape of board.shapes) {
      if (shape.type !== "glyph") continue;
      const side = shape.role === "piece" ? 0 : 1;
      const count = Number(shape.text.slice(1));
      parts.push(...this.#stack(shape.x, shape.y, side, count));
    }
    parts.push(...this.#dice(options.position));
    const places = legal.filter(({ move }) => marked.includes(move)).flatMap(({ places }) => places);
    for (const [x, y] of places) parts.push(this.#ring(x, y, "hint-mark"));
    for (const [x, y] of new Map(legal.flatMap(({ places }) => places.map((place) => [String(place), place] as const))).values()) {
      const [cx, cy] = this.#middle(Math.floor(x), Math.floor(y), 0);
      parts.push(svg("circle", { class: "legal", cx, cy: cy + (Math.floor(y) === 0 ? -13 : 13), r: 4 }));
    }
    this.#marks.replaceChildren();
    this.element.replaceChildren(...parts, this.#marks);
  }

  /** The dice, the last word of a position, on the half of the board of who moves. */
  #dice(position: string): SVGElement[] {
    const [, side, faces] = /\s(\w+) ([1-6]{2})$/.exec(position) ?? [];
    if (!faces) return [];
    const middle = ((side === "2") === this.#isFlipped ? 10 : 3) * WIDE;
    return [...faces].map((face, nth) =>
      die(middle + (nth === 0 ? -DIE : DIE) * 0.65, TALL / 2, Number(face), side === "2" ? 1 : 0),
    );
  }

  #column(x: number): number {
    return this.#isFlipped ? 12 - x : x;
  }

  /** The middle of the checker `nth` of a point, from the edge. */
  #middle(x: number, y: number, nth: number): [number, number] {
    const depth = DISC + 2 + nth * DISC * 1.85;
    return [(this.#column(x) + 0.5) * WIDE, y === 0 ? depth : TALL - depth];
  }

  #stack(x: number, y: number, side: number, count: number): SVGElement[] {
    const drawn = Math.min(count, MOST_DISCS);
    const parts: SVGElement[] = [];
    for (let nth = 0; nth < drawn; nth += 1) {
      const [cx, cy] = this.#middle(x, y, nth);
      parts.push(svg("circle", { class: `stone side-${side}`, cx, cy, r: DISC - 1 }));
    }
    const [cx, cy] = this.#middle(x, y, drawn - 1);
    const text = count > MOST_DISCS ? String(count) : side === 0 ? "x" : "o";
    parts.push(svg("text", { class: "stone-letter", x: cx, y: cy, "font-size": 16 }, text));
    return parts;
  }

  #ring(x: number, y: number, kind: string): SVGElement {
    const [cx, cy] = this.#middle(Math.floor(x), Math.floor(y), 0);
    return svg("circle", { class: kind, cx, cy, r: DISC + 3 });
  }

  #placeAt(event: PointerEvent): [number, number] {
    const box = this.element.getBoundingClientRect();
    const scale = (13 * WIDE + 12) / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - 6) / WIDE);
    const row = (event.clientY - box.top) * scale - 6 < TALL / 2 ? 0 : 1;
    return [this.#column(Math.min(Math.max(column, 0), 12)), row];
  }

  #goesBy(legal: Legal): boolean {
    return this.#picked.every(([x, y]) =>
      legal.places.some(([px, py]) => Math.floor(px) === x && Math.floor(py) === y),
    );
  }

  /** Selects a point, or clears the selection if no move uses it. */
  #pick(place: [number, number]): void {
    this.#picked.push(place);
    let moves = this.#legal.filter((legal) => this.#goesBy(legal));
    if (moves.length === 0) {
      this.#picked = [place];
      moves = this.#legal.filter((legal) => this.#goesBy(legal));
    }
    if (moves.length === 0) {
      this.#picked = [];
      this.#marks.replaceChildren();
      return this.#onPick(null);
    }
    this.#marks.replaceChildren(...this.#picked.map(([x, y]) => this.#ring(x, y, "hint-mark")));
    if (moves.length === 1) this.#onMove(moves[0]!.move);
    else this.#onPick(moves.map(({ move }) => move));
  }
}
