/** A board of checkers: a piece is picked, then the squares it goes to, one by one. */

import type { Board } from "./api";
import type { BoardOptions, GameView, Legal } from "./board-view";
import { svg } from "./dom";

const UNIT = 60;
/** Around the squares, where letters stand. */
const MARGIN = 22;

/** A square: column and row from the top left, as in positions from the server. */
type Square = readonly [number, number];

/** A move by the squares that it names: where it comes from, perhaps some between, and where to. */
interface Route {
  move: string;
  squares: Square[];
}

const isSame = (one: Square, other: Square): boolean => one[0] === other[0] && one[1] === other[1];

export class CheckersView implements GameView {
  readonly element = svg("svg", { class: "board checkers", role: "img" });
  readonly #onMove: (move: string) => void;
  readonly #onPick: (moves: readonly string[] | null) => void;
  #side = 8;
  #isFlipped = false;
  #isLettered = false;
  /** The dark squares, in the order of their numbers. */
  #dark: Square[] = [];
  #routes: Route[] = [];
  #picked: Square[] = [];
  readonly #marks = svg("g", { class: "marks" });

  /** Calls `onPick` with the moves that match the selection, or with null. */
  constructor(onMove: (move: string) => void, onPick: (moves: readonly string[] | null) => void) {
    this.#onMove = onMove;
    this.#onPick = onPick;
    let from: Square | null = null;
    this.element.addEventListener("pointerdown", (event) => {
      from = this.#squareAt(event);
      this.#pick(from);
    });
    this.element.addEventListener("pointerup", (event) => {
      const to = this.#squareAt(event);
      // A piece may be dragged to where it goes.
      if (from && to && !isSame(from, to)) this.#pick(to);
      from = null;
    });
    this.element.addEventListener("pointermove", (event) => {
      const at = this.#squareAt(event);
      this.element.style.cursor = at && this.#isOpen(at) ? "pointer" : "default";
    });
  }

  show(board: Board, legal: Legal[], _side: number, options: BoardOptions, marked: readonly string[], label: string): void {
    this.#side = Math.max(board.width, 1);
    this.#isFlipped = options.flipped;
    this.#picked = [];
    const isLight = (x: number, y: number): boolean => (x + y) % 2 === 0;
    const squares = [...Array(this.#side * this.#side).keys()]
      .map((at) => [at % this.#side, Math.floor(at / this.#side)] as const);
    this.#dark = squares.filter(([x, y]) => !isLight(x, y));
    if (legal[0]) this.#isLettered = /^[a-j]/.test(legal[0].move);
    this.#routes = legal.map(({ move }) => ({ move, squares: this.#squaresOf(move) }));
    const size = this.#side * UNIT;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`);
    this.element.style.maxWidth = "620px";
    this.element.setAttribute("aria-label", label);
    const parts: SVGElement[] = [
      svg("rect", { class: "frame", x: -MARGIN, y: -MARGIN, width: size + 2 * MARGIN, height: size + 2 * MARGIN, rx: 10 }),
    ];
    for (const [x, y] of squares) {
      const [left, top] = this.#corner([x, y]);
      const shade = isLight(x, y) ? "light" : "dark";
      parts.push(svg("rect", { class: `field ${shade}`, x: left, y: top, width: UNIT, height: UNIT }));
    }
    parts.push(...(this.#isLettered ? this.#letters() : this.#numbers()));
    for (const shape of board.shapes) {
      if (shape.type === "glyph" && shape.text.trim() !== "") {
        parts.push(...this.#piece([shape.x, shape.y], shape.text));
      }
    }
    for (const { squares: route } of this.#routes.filter(({ move }) => marked.includes(move))) {
      for (const square of route) parts.push(this.#ring(square, "hint-mark"));
    }
    this.element.replaceChildren(...parts, this.#marks);
    this.#mark();
  }

  /** The corner of a square on the drawing. */
  #corner([x, y]: Square): [number, number] {
    const place = (at: number): number => (this.#isFlipped ? this.#side - 1 - at : at) * UNIT;
    return [place(x), place(y)];
  }

  #middle(square: Square): [number, number] {
    const [left, top] = this.#corner(square);
    return [left + UNIT / 2, top + UNIT / 2];
  }

  /** The squares that a move names, by number or by letter. */
  #squaresOf(move: string): Square[] {
    const words = move.split(/[-x:]/);
    const squares = words.map((word): Square | undefined => {
      if (!this.#isLettered) return this.#dark[Number(word) - 1];
      return [word.charCodeAt(0) - "a".charCodeAt(0), this.#side - Number(word.slice(1))];
    });
    return squares.filter((square) => square !== undefined);
  }

  #squareAt(event: PointerEvent): Square | null {
    const box = this.element.getBoundingClientRect();
    const scale = this.element.viewBox.baseVal.width / box.width;
    const place = (at: number): number => {
      const shown = Math.floor((at * scale - MARGIN) / UNIT);
      return this.#isFlipped ? this.#side - 1 - shown : shown;
    };
    const [x, y] = [place(event.clientX - box.left), place(event.clientY - box.top)];
    const isOn = x >= 0 && y >= 0 && x < this.#side && y < this.#side;
    return isOn ? [x, y] : null;
  }

  /** The moves that start with the selected squares, or end on the last one. */
  #going(picked: readonly Square[]): Route[] {
    return this.#routes.filter(({ squares }) => picked.every((square, nth) => squares[nth] && isSame(squares[nth]!, square)));
  }

  /** Whether a square is one to be picked next. */
  #isOpen(square: Square): boolean {
    return this.#going([...this.#picked, square]).length > 0 || this.#ending(square).length > 0;
  }

  /** The moves matching the selection that end on a square. */
  #ending(square: Square): Route[] {
    if (this.#picked.length === 0) return [];
    return this.#going(this.#picked).filter(({ squares }) => isSame(squares.at(-1)!, square));
  }

  #pick(square: Square | null): void {
    if (!square) return;
    const [ending, going] = [this.#ending(square), this.#going([...this.#picked, square])];
    // Where one move alone ends there, the squares between need not be picked.
    if (ending.length === 1) {
      this.#onMove(ending[0]!.move);
      return;
    }
    if (going.length > 0) this.#picked = [...this.#picked, square];
    else this.#picked = this.#going([square]).length > 0 ? [square] : [];
    const left = this.#going(this.#picked);
    this.#onPick(this.#picked.length > 0 ? left.map(({ move }) => move) : null);
    this.#mark();
  }

  /** Marks the squares that can be selected next. */
  #mark(): void {
    const parts = this.#picked.map((square) => this.#ring(square, "picked"));
    const nth = this.#picked.length;
    const going = this.#going(this.#picked);
    const next = going.flatMap(({ squares }) => (nth === 0 ? [squares[0]!] : [squares[nth]!, squares.at(-1)!]));
    const once = new Map(next.filter(Boolean).map((square) => [String(square), square] as const));
    for (const square of once.values()) {
      const [cx, cy] = this.#middle(square);
      if (nth === 0) parts.push(this.#ring(square, "legal movable"));
      else parts.push(svg("circle", { class: "legal target", cx, cy, r: 0.16 * UNIT }));
    }
    this.#marks.replaceChildren(...parts);
  }

  #ring(square: Square, kind: string): SVGElement {
    const [cx, cy] = this.#middle(square);
    return svg("circle", { class: kind, cx, cy, r: 0.43 * UNIT });
  }

  /** A man is a disc with a rim, a king two of them and a crown. */
  #piece(square: Square, letter: string): SVGElement[] {
    const colour = letter.toLowerCase() === "w" ? "white" : "black";
    const isKing = letter !== letter.toLowerCase();
    const [cx, cy] = this.#middle(square);
    const disc = (y: number): SVGElement => svg("circle", { class: `man ${colour}`, cx, cy: y, r: 0.36 * UNIT });
    const parts = isKing ? [disc(cy + 4), disc(cy - 4)] : [disc(cy)];
    if (!isKing) {
      parts.push(svg("circle", { class: `rim ${colour}`, cx, cy, r: 0.24 * UNIT }));
      return parts;
    }
    const [w, top, bottom] = [13, cy - 15, cy + 5];
    const d = `M${cx - w} ${bottom}L${cx - w - 1} ${top + 3}L${cx - 6} ${top + 9}L${cx} ${top}L${cx + 6} ${top + 9}L${cx + w + 1} ${top + 3}L${cx + w} ${bottom}z`;
    parts.push(svg("path", { class: `crown ${colour}`, d }));
    return parts;
  }

  /** The numbers of the dark squares, in their corners. */
  #numbers(): SVGElement[] {
    return this.#dark.map((square, nth) => {
      const [left, top] = this.#corner(square);
      return svg("text", { class: "square-number", x: left + 2, y: top + 10, "font-size": 10 }, String(nth + 1));
    });
  }

  /** Letters below and numbers beside the board. */
  #letters(): SVGElement[] {
    const size = this.#side * UNIT;
    return [...Array(this.#side).keys()].flatMap((at) => {
      const [middle] = this.#middle([at, 0]);
      const [, row] = this.#middle([0, at]);
      return [
        svg("text", { class: "edge-letter", x: middle, y: size + 15, "font-size": 14 }, String.fromCharCode(97 + at)),
        svg("text", { class: "edge-letter", x: -MARGIN / 2, y: row + 5, "font-size": 14 }, String(this.#side - at)),
      ];
    });
  }
}
