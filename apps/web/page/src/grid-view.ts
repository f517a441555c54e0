/** A search on a grid, drawn. */

import type { Camera } from "./camera";
import { FONT, MapView, arrow, outline, strokePath } from "./canvas-view";
import type { GridText } from "./grid-text";
import { NOTHING, Status } from "./record";
import type { Phase } from "./strokes";
import { colours, heat, rgb } from "./theme";

export interface CellEvents {
  onHover(cell: number | null): void;
  onPaint(x: number, y: number, phase: Phase): void;
  /** Whether paths of the algorithm run at any angle. */
  isAnyAngle(): boolean;
  /** Whether steps go in four directions alone. */
  isOfFour(): boolean;
}

export class GridView extends MapView<number> {
  cursor: { x: number; y: number } | null = null;
  label = "";
  #grid: GridText;
  #pixels = document.createElement("canvas");
  /** Pixels of the canvas for a cell. */
  #size = 1;
  /** What the pixels show, and how many of them were filled until now. */
  #drawn: readonly unknown[] = [];
  #filled = 0;
  readonly #events: CellEvents;

  constructor(grid: GridText, camera: Camera, events: CellEvents) {
    super("grid", camera, events.onHover, (event, phase) => {
      const [x, y] = this.#cellAt(event);
      const end = phase === "down" ? this.#endNear(event) : undefined;
      if (end === undefined) events.onPaint(x, y, phase);
      else events.onPaint(end % this.#grid.width, Math.floor(end / this.#grid.width), phase);
    });
    this.#grid = grid;
    this.#events = events;
  }

  #cellAt(event: MouseEvent): [number, number] {
    const { scale, left, top } = this.shown;
    const [x, y] = this.at(event);
    return [Math.floor((x + left) / scale), Math.floor((y + top) / scale)];
  }

  protected override under(event: MouseEvent): number | null {
    const [x, y] = this.#cellAt(event);
    return this.#grid.at(x, y) === undefined ? null : y * this.#grid.width + x;
  }

  /** The start or goal that a pointer takes: on a fine grid it need not hit the cell. */
  #endNear(event: PointerEvent): number | undefined {
    const { left, top } = this.shown;
    const [px, py] = this.at(event);
    const { ratio } = this;
    const reach = Math.max(this.#radius / ratio, event.pointerType === "touch" ? 18 : 0);
    const { starts, goals } = this.#grid;
    return [...starts, ...goals].find((cell) => {
      const [x, y] = this.#endAt(cell);
      return Math.hypot(x / ratio - left - px, y / ratio - top - py) <= reach;
    });
  }

  /** Shows another grid, and no search. */
  show(grid: GridText): void {
    this.#grid = grid;
    this.setReplay(null);
  }

  protected override paint(): void {
    const { ratio } = this;
    const context = this.look(this.#grid, 34);
    const { left, top } = this.shown;
    this.#size = this.shown.scale * ratio;
    // Lines of cells lie between pixels of the canvas.
    context.resetTransform();
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    // Of cells smaller than a pixel, each counts.
    context.imageSmoothingEnabled = this.#size < 1;
    context.imageSmoothingQuality = "high";
    const { x, y, right, bottom } = this.#seen;
    this.#fillCells();
    context.translate(-left * ratio, -top * ratio);
    context.drawImage(this.#pixels, x * this.#size, y * this.#size, (right - x) * this.#size, (bottom - y) * this.#size);
    if (this.#size >= 7) this.#drawLines(context);
    if (this.#size >= 5) this.#drawEdges(context);
    const hasNumbers = this.layers.numbers && this.#size >= 20;
    if (this.#size >= 13 && this.layers.arrows && !hasNumbers) this.#drawArrows(context);
    if (this.#size >= 11) this.#drawLetters(context);
    this.#drawPath(context);
    this.#drawEnds(context);
    this.#drawCursor(context);
    this.#drawLabel(context);
  }

  /** The columns and rows in view. */
  get #seen(): { x: number; y: number; right: number; bottom: number } {
    const { scale, left, top, width, height } = this.shown;
    return {
      x: Math.floor(left / scale),
      y: Math.floor(top / scale),
      right: Math.min(Math.ceil((left + width) / scale), this.#grid.width),
      bottom: Math.min(Math.ceil((top + height) / scale), this.#grid.height),
    };
  }

  /** Calls `act` with each cell in view. */
  #eachSeen(act: (cell: number) => void): void {
    const { x, y, right, bottom } = this.#seen;
    for (let row = y; row < bottom; row += 1) {
      for (let column = x; column < right; column += 1) act(row * this.#grid.width + column);
    }
  }

  /** One pixel for each cell in view, unless they are those of the last picture. */
  #fillCells(): void {
    const { cells, changes } = this.#grid;
    const { x, y, right, bottom } = this.#seen;
    const { replay, layers: { heat: hasHeat } } = this;
    const palette = colours();
    const drawn = [cells, changes, x, y, right, bottom, replay?.status, replay?.at, palette, hasHeat];
    if (drawn.every((each, nth) => each === this.#drawn[nth])) return;
    this.#drawn = drawn;
    this.#filled += (right - x) * (bottom - y);
    this.canvas.dataset["filled"] = String(this.#filled);
    const [ground, dear] = [rgb(palette.ground), rgb(palette.ink)];
    const [open, closed] = [rgb(palette.open), rgb(palette.closed)];
    if (this.#pixels.width !== right - x) this.#pixels.width = right - x;
    if (this.#pixels.height !== bottom - y) this.#pixels.height = bottom - y;
    const context = this.#pixels.getContext("2d")!;
    const image = context.createImageData(right - x, bottom - y);
    const pixels = new Uint32Array(image.data.buffer);
    const last = Math.max(replay?.expanded ?? 1, 1);
    const look = (letter: number, status: Status, order: number): number => {
      const weight = weightOf(letter);
      const base = letter === WALL ? rgb(palette.wall) : weight > 1 ? mix(ground, dear, 0.05 + weight * 0.035) : ground;
      if (status === Status.Unknown) return packed(base);
      const found = status === Status.Open ? open : order > 0 ? heat(order / last) : closed;
      const colour = status === Status.Left ? mix(base, found, 0.45) : found;
      return packed(weight > 1 ? mix(colour, dear, weight * 0.03) : colour);
    };
    // What depends on the letter and the status alone, by both.
    const looks = Uint32Array.from({ length: 4 << 8 }, (_, at) => look(at & 255, at >> 8, 0));
    const { nodeAt, status, order } = replay ?? NOTHING;
    const count = nodeAt.length;
    let at = 0;
    for (let row = y; row < bottom; row += 1) {
      const end = row * this.#grid.width + right;
      for (let cell = row * this.#grid.width + x; cell < end; cell += 1, at += 1) {
        const letter = cells[cell]!;
        const state = cell < count ? nodeAt[cell]! : -1;
        const its = state < 0 ? Status.Unknown : status[state]!;
        const isHot = hasHeat && its !== Status.Open && order[state]! > 0;
        pixels[at] = isHot ? look(letter, its, order[state]!) : looks[(its << 8) | letter]!;
      }
    }
    context.putImageData(image, 0, 0);
  }

  #drawLines(context: CanvasRenderingContext2D): void {
    const { x: left, y: top, right, bottom } = this.#seen;
    const size = this.#size;
    context.strokeStyle = colours().line;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = left; x <= right; x += 1) {
      context.moveTo(Math.round(x * size) + 0.5, top * size);
      context.lineTo(Math.round(x * size) + 0.5, bottom * size);
    }
    for (let y = top; y <= bottom; y += 1) {
      context.moveTo(left * size, Math.round(y * size) + 0.5);
      context.lineTo(right * size, Math.round(y * size) + 0.5);
    }
    context.stroke();
  }

  /** Edges of open cells, whose colour alone is too near to that of free ones. */
  #drawEdges(context: CanvasRenderingContext2D): void {
    const replay = this.replay;
    if (!replay) return;
    context.strokeStyle = colours()["open-edge"];
    context.lineWidth = Math.max(1, this.#size / 12);
    context.beginPath();
    const [inset, { width }] = [context.lineWidth / 2 + 0.5, this.#grid];
    this.#eachSeen((cell) => {
      const state = replay.nodeAt[cell]!;
      if (state < 0 || replay.status[state] !== Status.Open) return;
      const [x, y] = [(cell % width) * this.#size, Math.floor(cell / width) * this.#size];
      context.rect(x + inset, y + inset, this.#size - 2 * inset, this.#size - 2 * inset);
    });
    context.stroke();
  }

  #middle(cell: number): [number, number] {
    const { width } = this.#grid;
    return [((cell % width) + 0.5) * this.#size, (Math.floor(cell / width) + 0.5) * this.#size];
  }

  /** Arrows from each known state to its parent; along the path that is drawn they lead on. */
  #drawArrows(context: CanvasRenderingContext2D): void {
    const replay = this.replay;
    if (!replay) return;
    const onPath = new Set(replay.path.nodes);
    context.strokeStyle = colours().faint;
    context.lineWidth = Math.max(1, this.#size / 18);
    context.beginPath();
    this.#eachSeen((cell) => {
      const state = replay.nodeAt[cell]!;
      const parent = replay.parent[state] ?? -1;
      // A weight is written there.
      if (parent < 0 || onPath.has(state) || weightOf(this.#grid.cells[cell]!) > 1) return;
      const [x, y] = this.#middle(replay.cell(state));
      const [px, py] = this.#middle(replay.cell(parent));
      // Jumps lead far: their arrows stay in the cell.
      const reach = (0.34 * this.#size) / Math.max(Math.abs(px - x), Math.abs(py - y), this.#size);
      const [dx, dy] = [(px - x) * reach, (py - y) * reach];
      context.moveTo(x - dx * 0.3, y - dy * 0.3);
      context.lineTo(x + dx, y + dy);
      context.lineTo(x + dx * 0.55 - dy * 0.3, y + dy * 0.55 + dx * 0.3);
      context.moveTo(x + dx, y + dy);
      context.lineTo(x + dx * 0.55 + dy * 0.3, y + dy * 0.55 - dx * 0.3);
    });
    context.stroke();
  }

  /** Weights, or f of each state that is known. */
  #drawLetters(context: CanvasRenderingContext2D): void {
    const replay = this.replay;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const showsNumbers = this.layers.numbers && this.#size >= 20;
    context.font = `${Math.round(this.#size * (showsNumbers ? 0.3 : 0.42))}px ${FONT}`;
    this.#eachSeen((cell) => {
      const state = replay?.nodeAt[cell] ?? -1;
      const weight = weightOf(this.#grid.cells[cell]!);
      const [x, y] = this.#middle(cell);
      if (showsNumbers && replay && state >= 0 && replay.status[state] !== Status.Unknown) {
        const share = replay.order[state]! / Math.max(replay.expanded, 1);
        const isDark = this.layers.heat && replay.status[state] === Status.Closed && share < 0.45;
        context.fillStyle = isDark ? "#fff" : "#000";
        const h = replay.h[state]!;
        const f = replay.g[state]! + (Number.isNaN(h) ? 0 : h);
        context.fillText(String(Math.round(f * 10) / 10), x, y);
      } else if (weight > 1) {
        context.fillStyle = colours().ink;
        context.fillText(String(weight), x, y);
      }
    });
  }

  /**
   * The cells of a path, and where its jumps turn: from a diagonal into a straight line, or
   * from a vertical one into a horizontal one if there are no diagonals.
   */
  #corners(path: readonly number[]): number[] {
    if (this.#events.isAnyAngle()) return [...path];
    const { width } = this.#grid;
    return path.flatMap((cell, nth) => {
      const before = path[nth - 1];
      if (before === undefined) return [cell];
      const [x, y] = [before % width, Math.floor(before / width)];
      const [dx, dy] = [(cell % width) - x, Math.floor(cell / width) - y];
      const isLine = dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy);
      if (isLine) return [cell];
      if (this.#events.isOfFour()) return [(y + dy) * width + x, cell];
      const short = Math.min(Math.abs(dx), Math.abs(dy));
      return [(y + Math.sign(dy) * short) * width + x + Math.sign(dx) * short, cell];
    });
  }

  #drawPath(context: CanvasRenderingContext2D): void {
    const replay = this.replay;
    if (!replay) return;
    const { nodes, isPlan: isFound } = replay.path;
    if (nodes.length === 0) return;
    const palette = colours();
    const spots = this.#corners(nodes.map((state) => replay.cell(state))).map((cell) => this.#middle(cell));
    context.lineJoin = context.lineCap = "round";
    context.globalAlpha = isFound ? 1 : 0.75;
    context.strokeStyle = palette.panel;
    context.lineWidth = Math.max(this.#size * 0.34, 3);
    strokePath(context, spots);
    context.strokeStyle = isFound ? palette.path : palette.cursor;
    context.lineWidth = Math.max(this.#size * 0.2, 2);
    strokePath(context, spots);
    context.globalAlpha = 1;
    if (this.#size >= 13 && this.layers.arrows) this.#drawHeads(context, spots);
  }

  /** Heads of arrows along a path, from its start to its end, some cells apart. */
  #drawHeads(context: CanvasRenderingContext2D, spots: readonly [number, number][]): void {
    context.strokeStyle = colours().ink;
    let since = this.#size;
    for (const [nth, spot] of spots.entries()) {
      const from = spots[nth - 1] ?? spot;
      const length = Math.hypot(spot[0] - from[0], spot[1] - from[1]);
      since += length;
      if (length === 0 || since < 2.5 * this.#size) continue;
      since = 0;
      arrow(context, from, spot, length / 2 - this.#size * 0.18, this.#size * 0.38);
    }
  }

  /** How large starts and goals are drawn: they are found and taken with a finger on any map. */
  get #radius(): number {
    return Math.max(this.#size * 0.36, 7 * this.ratio);
  }

  /** Where a start or a goal is drawn: whole, also in a corner of the map. */
  #endAt(cell: number): [number, number] {
    const [[x, y], { width, height }, radius, size] = [this.#middle(cell), this.#grid, this.#radius, this.#size];
    const within = (place: number, length: number): number => Math.max(Math.min(place, length * size - radius), radius);
    return [within(x, width), within(y, height)];
  }

  #drawEnds(context: CanvasRenderingContext2D): void {
    const palette = colours();
    const { starts, goals } = this.#grid;
    const radius = this.#radius;
    context.lineWidth = Math.max(radius * 0.28, 1.5);
    context.strokeStyle = palette.panel;
    for (const cell of new Set([...starts, ...goals])) {
      const [x, y] = this.#endAt(cell);
      const isStart = starts.has(cell);
      context.fillStyle = isStart ? palette.start : palette.goal;
      // The shapes differ as well as the colours.
      outline(context, x, y, radius * (isStart ? 0.9 : 0.8), !isStart);
      context.stroke();
      context.fill();
      if (isStart && goals.has(cell)) {
        context.fillStyle = palette.goal;
        context.fillRect(x - radius * 0.35, y - radius * 0.35, radius * 0.7, radius * 0.7);
      }
    }
  }

  /** What the search took, beside the goal. */
  #drawLabel(context: CanvasRenderingContext2D): void {
    const [goal] = this.#grid.goals;
    if (this.label === "" || goal === undefined) return;
    const { left, top, width } = this.shown;
    const [radius, ratio, palette] = [this.#radius, this.ratio, colours()];
    const [x, y] = this.#endAt(goal);
    const height = 20 * ratio;
    context.font = `600 ${12 * ratio}px ${FONT}`;
    const length = context.measureText(this.label).width + 12 * ratio;
    const isLeft = x + radius + length > (left + width) * ratio;
    const [from, above] = [isLeft ? x - radius - length - 4 * ratio : x + radius + 4 * ratio, Math.max(y - height / 2, top * ratio)];
    context.fillStyle = palette.panel;
    context.strokeStyle = palette.faint;
    context.lineWidth = ratio;
    context.beginPath();
    context.roundRect(from, above, length, height, 4 * ratio);
    context.fill();
    context.stroke();
    context.fillStyle = palette.ink;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(this.label, from + 6 * ratio, above + height / 2);
  }

  #drawCursor(context: CanvasRenderingContext2D): void {
    if (!this.cursor || document.activeElement !== this.canvas) return;
    const { x, y } = this.cursor;
    const width = Math.max(2, this.#size * 0.12);
    // Two colours, so that it is seen on a wall and on a free cell.
    for (const [colour, share] of [[colours().panel, 2], [colours().cursor, 1]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width * share;
      context.strokeRect(x * this.#size + 1, y * this.#size + 1, this.#size - 2, this.#size - 2);
    }
  }
}

const WALL = "#".charCodeAt(0);

/** How dear a cell with this letter is. */
function weightOf(letter: number): number {
  return letter > 49 && letter < 58 ? letter - 48 : 1;
}

type Colour = readonly [number, number, number];

/** The bytes red, green, blue and opaque, as every browser's processor reads them. */
function packed([red, green, blue]: Colour): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function mix(one: Colour, other: Colour, share: number): [number, number, number] {
  const part = (nth: 0 | 1 | 2): number => Math.round(one[nth] + (other[nth] - one[nth]) * share);
  return [part(0), part(1), part(2)];
}
