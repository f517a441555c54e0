/** Grids as text: rows of `#`, `.`, `1` to `9`, `S`, `G` and `X`. */

const code = (letter: string): number => letter.charCodeAt(0);
const [WALL, FREE, START, GOAL, BOTH] = ["#", ".", "S", "G", "X"].map(code) as [number, number, number, number, number];

/** A grid that can be edited. */
export class GridText {
  /** The cells of starts, of which there is one as a rule, and of goals. */
  readonly starts = new Set<number>();
  readonly goals = new Set<number>();
  /** How often walls or weights have changed. */
  changes = 0;
  #text: string | null = null;

  /** With the letter of each cell, row by row. */
  constructor(readonly width: number, readonly height: number, readonly cells: Uint8Array) {
    for (let cell = 0; cell < cells.length; cell += 1) if (cells[cell]! > code("9")) this.#note(cell);
  }

  /** An empty grid with a start and a goal. */
  static empty(width: number, height: number): GridText {
    const cells = new Uint8Array(width * height).fill(FREE);
    const middle = Math.floor(height / 2);
    cells[middle * width + Math.min(3, width - 1)] = START;
    cells[middle * width + Math.max(width - 4, 0)] = GOAL;
    return new GridText(width, height, cells);
  }

  /** An empty grid with a wall around the direct way to its goal. */
  static first(width: number, height: number): GridText {
    const grid = GridText.empty(width, height);
    const [right, top, bottom] = [Math.floor(width * 0.7), Math.floor(height * 0.2), Math.floor(height * 0.75)];
    for (let y = top; y <= bottom; y += 1) grid.paint(right, y, "#");
    for (const y of [top, bottom]) for (let x = Math.floor(width * 0.45); x < right; x += 1) grid.paint(x, y, "#");
    return grid;
  }

  /** Reads rows that are lines or parted by slashes; short ones are filled with walls. */
  static parse(text: string): GridText {
    const rows = text.trim().split(/\r?\n|\//);
    const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
    const cells = new Uint8Array(width * rows.length).fill(WALL);
    const encoder = new TextEncoder();
    // Letters of several bytes are no cells: the engine says so.
    rows.forEach((row, y) => encoder.encodeInto(row, cells.subarray(y * width, (y + 1) * width)));
    return new GridText(width, rows.length, cells);
  }

  /** The grid on one line. */
  toString(): string {
    if (this.#text === null) {
      const { width, height, cells } = this;
      const line = new Uint8Array(height * (width + 1)).fill(code("/"));
      for (let y = 0; y < height; y += 1) line.set(cells.subarray(y * width, (y + 1) * width), y * (width + 1));
      this.#text = new TextDecoder().decode(line.subarray(0, -1));
    }
    return this.#text;
  }

  rows(): string[] {
    return this.toString().split("/");
  }

  /** The letter of a cell. */
  at(x: number, y: number): string | undefined {
    const isInside = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return isInside ? String.fromCharCode(this.cells[y * this.width + x]!) : undefined;
  }

  /** Keeps in mind what stands on a cell. */
  #note(cell: number): void {
    const letter = this.cells[cell];
    for (const [places, own] of [[this.starts, START], [this.goals, GOAL]] as const) {
      if (letter === own || letter === BOTH) places.add(cell);
      else places.delete(cell);
    }
  }

  #put(cell: number, letter: number): void {
    const ground = (letter: number): number => (letter > code("9") ? FREE : letter);
    if (ground(this.cells[cell]!) !== ground(letter)) this.changes += 1;
    this.cells[cell] = letter;
    this.#text = null;
    this.#note(cell);
  }

  /** Puts a letter into a cell; says whether that changed anything. A start is moved. */
  paint(x: number, y: number, letter: string): boolean {
    const old = this.at(x, y);
    if (old === undefined || old === letter) return false;
    const index = y * this.width + x;
    if (letter === "S") {
      for (const start of this.starts) this.#put(start, this.goals.has(start) ? GOAL : FREE);
      this.#put(index, old === "G" ? BOTH : START);
    } else if (letter === "G") {
      // There may be several goals.
      this.#put(index, old === "S" ? BOTH : old === "X" ? START : GOAL);
    } else if (old === "S" || old === "X") {
      // There is always a start: it is moved, not painted over.
      return false;
    } else this.#put(index, code(letter));
    return true;
  }

  /** Moves a goal to a cell where there is none; says whether it could be. */
  moveGoal(fromX: number, fromY: number, x: number, y: number): boolean {
    const [from, to] = [fromY * this.width + fromX, y * this.width + x];
    if (!this.goals.has(from) || this.at(x, y) === undefined || this.goals.has(to)) return false;
    this.#put(from, this.starts.has(from) ? START : FREE);
    this.#put(to, this.starts.has(to) ? BOTH : GOAL);
    return true;
  }
}

/** Reads a map of the MovingAI benchmarks: `.`, `G` and `S` are free, all else is wall. */
export function fromMovingAi(text: string): GridText {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => line.trim() === "map");
  const side = (name: string): number => {
    const line = lines.slice(0, Math.max(at, 0)).find((line) => line.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };
  const [width, height] = [side("width"), side("height")];
  const isWhole = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (at < 0 || !isWhole) {
    throw new Error("expected a MovingAI map: `type`, `height`, `width` and `map`, then rows");
  }
  const rows = lines.slice(at + 1, at + 1 + height);
  if (rows.length < height || rows.some((row) => row.length < width)) {
    throw new Error(`expected ${height} rows of ${width} letters`);
  }
  const cells = new Uint8Array(width * height).fill(WALL);
  rows.forEach((row, y) => {
    for (let x = 0; x < width; x += 1) if (".GS".includes(row[x]!)) cells[y * width + x] = FREE;
  });
  const first = cells.indexOf(FREE);
  if (first >= 0) {
    cells[first] = START;
    const last = cells.lastIndexOf(FREE);
    if (last >= 0) cells[last] = GOAL;
    else cells[first] = BOTH;
  }
  return new GridText(width, height, cells);
}

/** Writes a map of the MovingAI benchmarks; weights are not part of that format. */
export function toMovingAi(grid: GridText): string {
  const rows = grid.rows().map((row) => row.replace(/[^#]/g, ".").replace(/#/g, "@"));
  return `type octile\nheight ${grid.height}\nwidth ${grid.width}\nmap\n${rows.join("\n")}\n`;
}
