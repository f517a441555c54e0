/** A sliding-tile puzzle, drawn and moved. */

import { fill, svg } from "./dom";

/** A board of sliding tiles; 0 is the blank. */
export class TileBoard {
  constructor(readonly width: number, readonly height: number, readonly cells: readonly number[]) {}

  /** Reads rows that are parted by slashes, or a square board; `null` if it is none. */
  static parse(text: string): TileBoard | null {
    const rows = text
      .trim()
      .split(/[/,\n]/)
      .map((row) => row.trim().split(/\s+/).map((word) => (word === "_" ? 0 : Number(word))));
    const cells = rows.flat();
    if (cells.length < 4 || new Set(cells).size !== cells.length) return null;
    if (cells.some((cell) => !Number.isInteger(cell) || cell < 0 || cell >= cells.length)) return null;
    const side = Math.round(Math.sqrt(cells.length));
    if (rows.length === 1) return side * side === cells.length ? new TileBoard(side, side, cells) : null;
    const width = rows[0]!.length;
    return rows.every((row) => row.length === width) ? new TileBoard(width, rows.length, cells) : null;
  }

  /** A board of the same size with other tiles. */
  with(cells: readonly number[]): TileBoard {
    return new TileBoard(this.width, this.height, cells);
  }

  toString(): string {
    const rows: string[] = [];
    for (let y = 0; y < this.height; y += 1) {
      rows.push(this.cells.slice(y * this.width, (y + 1) * this.width).join(" "));
    }
    return rows.join(" / ");
  }

  /** The board after the blank went `U`, `D`, `L` or `R`; itself if it cannot. */
  after(move: string): TileBoard {
    const blank = this.cells.indexOf(0);
    const [x, y] = [blank % this.width, Math.floor(blank / this.width)];
    const [dx, dy] = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] }[move] ?? [0, 0];
    const [tx, ty] = [x + dx!, y + dy!];
    if (tx < 0 || ty < 0 || tx >= this.width || ty >= this.height) return this;
    const cells = [...this.cells];
    const other = ty * this.width + tx;
    [cells[blank], cells[other]] = [cells[other]!, cells[blank]!];
    return new TileBoard(this.width, this.height, cells);
  }

  /** The move that slides the tile of a cell into the adjacent blank, if there is one. */
  moveOf(cell: number): string | null {
    for (const move of ["U", "D", "L", "R"]) {
      const after = this.after(move);
      if (after !== this && after.cells[cell] === 0) return move;
    }
    return null;
  }
}

const UNIT = 64;

/** Draws a board; tiles slide unless reduced motion is preferred. */
export class TileView {
  readonly element = svg("svg", { class: "tiles", role: "img" });
  #tiles = new Map<number, SVGGElement>();
  #key = "";
  readonly #onPress: (cell: number) => void;
  #board: TileBoard | null = null;

  constructor(onPress: (cell: number) => void) {
    this.#onPress = onPress;
  }

  /** Shows a board; tiles that stand where `goal` has them are marked. */
  show(board: TileBoard, goal: TileBoard | null, label: string): void {
    this.#board = board;
    const key = `${board.width}x${board.height}`;
    if (key !== this.#key) this.#build(board);
    this.#key = key;
    board.cells.forEach((tile, cell) => {
      const [x, y] = [(cell % board.width) * UNIT, Math.floor(cell / board.width) * UNIT];
      const group = this.#tiles.get(tile);
      if (group) group.style.transform = `translate(${x}px, ${y}px)`;
      group?.classList.toggle("home", goal?.cells[cell] === tile);
    });
    this.element.setAttribute("aria-label", label);
  }

  #build(board: TileBoard): void {
    this.#tiles.clear();
    this.element.setAttribute("viewBox", `-4 -4 ${board.width * UNIT + 8} ${board.height * UNIT + 8}`);
    const parts: SVGElement[] = [
      svg("rect", { class: "frame", x: -4, y: -4, width: board.width * UNIT + 8, height: board.height * UNIT + 8, rx: 8 }),
    ];
    for (const tile of board.cells) {
      if (tile === 0) continue;
      const group = svg(
        "g",
        { class: "tile" },
        svg("rect", { x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 6 }),
        svg("text", { x: UNIT / 2, y: UNIT / 2, "font-size": UNIT * 0.42 }, String(tile)),
      );
      group.addEventListener("click", () => this.#onPress(this.#board!.cells.indexOf(tile)));
      this.#tiles.set(tile, group);
      parts.push(group);
    }
    fill(this.element, ...parts);
  }
}
