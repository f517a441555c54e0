/** Grids as text: rows of `#`, `.`, `1` to `9`, `S`, `G` and `X`. */

/** A grid that can be edited. */
export class GridText {
  readonly width: number;
  readonly height: number;
  readonly cells: string[];

  constructor(width: number, height: number, cells: string[]) {
    this.width = width;
    this.height = height;
    this.cells = cells;
  }

  /** An empty grid with a start and a goal. */
  static empty(width: number, height: number): GridText {
    const grid = new GridText(width, height, new Array<string>(width * height).fill("."));
    const middle = Math.floor(height / 2);
    grid.cells[middle * width + Math.min(3, width - 1)] = "S";
    grid.cells[middle * width + Math.max(width - 4, 0)] = "G";
    return grid;
  }

  /** Reads rows that are lines or parted by slashes; short ones are filled with walls. */
  static parse(text: string): GridText {
    const rows = text.trim().split(/\r?\n|\//);
    const width = Math.max(1, ...rows.map((row) => row.length));
    const cells = rows.flatMap((row) => [...row.padEnd(width, "#")]);
    return new GridText(width, rows.length, cells);
  }

  /** The grid on one line. */
  toString(): string {
    return this.rows().join("/");
  }

  rows(): string[] {
    const rows: string[] = [];
    for (let y = 0; y < this.height; y += 1) {
      rows.push(this.cells.slice(y * this.width, (y + 1) * this.width).join(""));
    }
    return rows;
  }

  at(x: number, y: number): string | undefined {
    const isInside = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return isInside ? this.cells[y * this.width + x] : undefined;
  }

  /** Puts a letter into a cell; says whether that changed anything. A start is moved. */
  paint(x: number, y: number, letter: string): boolean {
    const old = this.at(x, y);
    if (old === undefined || old === letter) return false;
    const index = y * this.width + x;
    if (letter === "S") {
      this.#clearStart();
      this.cells[index] = old === "G" ? "X" : "S";
      return true;
    }
    if (letter === "G") {
      // There may be several goals.
      this.cells[index] = old === "S" ? "X" : old === "X" ? "S" : "G";
      return true;
    }
    // There is always a start: it is moved, not painted over.
    if (old === "S" || old === "X") return false;
    this.cells[index] = letter;
    return true;
  }

  /** Moves a goal to a cell where there is none; says whether it could be. */
  moveGoal(fromX: number, fromY: number, x: number, y: number): boolean {
    const [from, to] = [fromY * this.width + fromX, y * this.width + x];
    const isGoal = this.cells[from] === "G" || this.cells[from] === "X";
    if (!isGoal || this.at(x, y) === undefined || "GX".includes(this.cells[to]!)) return false;
    this.cells[from] = this.cells[from] === "X" ? "S" : ".";
    this.cells[to] = this.cells[to] === "S" ? "X" : "G";
    return true;
  }

  /** Takes the start away, to be put elsewhere. */
  #clearStart(): void {
    for (const [index, cell] of this.cells.entries()) {
      if (cell === "S") this.cells[index] = ".";
      else if (cell === "X") this.cells[index] = "G";
    }
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
  const letters = rows.flatMap((row) => [...row.slice(0, width)]);
  const cells: string[] = letters.map((letter) => (".GS".includes(letter) ? "." : "#"));
  const grid = new GridText(width, height, cells);
  const first = cells.indexOf(".");
  if (first >= 0) {
    cells[first] = "S";
    const last = cells.lastIndexOf(".");
    if (last >= 0) cells[last] = "G";
    else cells[first] = "X";
  }
  return grid;
}

/** Writes a map of the MovingAI benchmarks; weights are not part of that format. */
export function toMovingAi(grid: GridText): string {
  const rows = grid.rows().map((row) => row.replace(/[^#]/g, ".").replace(/#/g, "@"));
  return `type octile\nheight ${grid.height}\nwidth ${grid.width}\nmap\n${rows.join("\n")}\n`;
}
