/** A tree drawn on a canvas: only what is in view, so that tens of thousands of nodes scroll. */

import { CanvasView, FONT } from "./canvas-view";
import { button, el } from "./dom";
import { type Zoomable, listenToGestures, zoomByKey } from "./gestures";
import { colours, inkOn, onThemeChange } from "./theme";
import { type Layout, foldTo, layOut } from "./tree-layout";
import { Mark, type TreeModel } from "./tree-model";

/** How far apart plies are, in widths of a leaf. */
const PLY = 1.5;
/** Of nodes closer to each other than this, in pixels, only one is drawn. */
const NEAREST = 1.5;
/** The fewest pixels from one ply to the next. */
const LEAST_PLY = 36;
/** The most pixels that are there only because there is room. */
const MOST_PLY = 84;

export class TreeView extends CanvasView implements Zoomable {
  /** Buttons that show more or less of the tree. */
  readonly buttons = el("div", { class: "buttons tree-buttons" },
    button("Fit", () => this.fit(), { label: "Fit tree to view" }),
    button("+", () => this.zoom(1.3), { label: "Zoom in" }),
    button("−", () => this.zoom(0.75), { label: "Zoom out" }),
    button("Expand all", () => this.foldAll(false)),
    button("Collapse all", () => this.foldAll(true)));
  /** The node that is described, in words and as it looks. */
  readonly details = el("p", { class: "details", role: "status", "aria-live": "polite" });
  readonly picture = el("pre", { class: "picture", "aria-label": "Selected node" });
  selected = 0;
  #model: TreeModel;
  #folded = new Set<number>();
  #layout: Layout;
  /** Pixels for the width of a leaf, and what is at the corner of the canvas. */
  #scale = 56;
  #left = 0;
  #top = 0;
  readonly #onOpen: (node: number) => void;
  readonly #forget: () => void;

  /** Calls `onOpen` with a leaf that is to be opened. */
  constructor(model: TreeModel, onOpen: (node: number) => void = () => {}) {
    super("tree", "tree");
    this.#model = model;
    this.#onOpen = onOpen;
    this.#layout = layOut(model, this.#folded);
    this.canvas.setAttribute(
      "aria-label",
      "Tree. Arrows select parent, child and siblings, Enter collapses and expands, plus and minus zoom",
    );
    this.#listen();
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.canvas);
    const unwatch = onThemeChange(() => this.draw());
    this.#forget = () => {
      observer.disconnect();
      unwatch();
    };
  }

  close(): void {
    this.#forget();
  }

  /** Shows another tree, collapsed to a readable size. */
  show(model: TreeModel, most = 400): void {
    this.#model = model;
    this.selected = 0;
    this.#folded = foldTo(model, most);
    this.#layOut();
    this.fit(false);
  }

  #layOut(): void {
    this.#layout = layOut(this.#model, this.#folded);
  }

  /** Expands everything, or collapses all but the first plies. */
  foldAll(isFolded: boolean): void {
    this.#folded = isFolded ? foldTo(this.#model, 40) : new Set();
    this.#layOut();
    this.fit(false);
  }

  /** Brings what happens now into view and describes it; at the end of a search, the selected node. */
  follow(isAtEnd: boolean): void {
    const { current } = this.#model;
    if (!isAtEnd && current >= 0) this.reveal(current);
    else this.draw();
    this.describe(isAtEnd ? this.selected : current);
  }

  describe(node: number): void {
    const model = this.#model;
    if (node < 0 || node >= model.size) return;
    this.details.textContent = model.describe(node);
    // What leaves are worth is written in them.
    this.picture.textContent = model.isWritten ? "" : (model.picture[node] ?? "").replaceAll(" / ", "\n");
  }

  /** Collapses or expands the subtree of a node. */
  toggle(node: number): void {
    if (this.#model.children[node]!.length === 0) return;
    const before = this.#place(node);
    if (!this.#folded.delete(node)) this.#folded.add(node);
    this.#layOut();
    const after = this.#place(node);
    this.#left += after[0] - before[0];
    this.draw();
  }

  /** Shows the whole tree; unless that is asked for, only if it can be read so, else its top. */
  fit(isAsked = true): void {
    const width = this.canvas.clientWidth || 600;
    const height = this.canvas.clientHeight || 400;
    const plies = this.#layout.rows.length;
    const across = width / (this.#layout.width + 0.4);
    const down = height / (plies * PLY + 0.4);
    this.#scale = Math.min(Math.max(Math.min(across, down), isAsked ? 0.5 : this.#model.isWritten ? 22 : 30), 84);
    const [rootX] = this.#place(0);
    const isWhole = this.#layout.width * this.#scale <= width;
    this.#left = isWhole ? (this.#layout.width * this.#scale - width) / 2 : this.#left + rootX - width / 2;
    this.#top = -0.25 * this.#scale;
    this.draw();
  }

  /** Brings a node into view. */
  reveal(node: number): void {
    for (const above of this.#model.pathTo(node).slice(0, -1)) {
      if (this.#folded.delete(above)) this.#layOut();
    }
    const [x, y] = this.#place(node);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    // Of a node that is in view already, nothing moves.
    const margin = Math.min(Math.max(this.#scale * 0.45, 8), 30);
    if (x < margin || x > width - margin) this.#left += x - width / 2;
    if (y < margin || y > height - margin) this.#top += y - height / 2;
    this.draw();
  }

  /** Moves the tree, in pixels. */
  pan(dx: number, dy: number): void {
    this.#left -= dx;
    this.#top -= dy;
    const width = this.#layout.width * this.#scale;
    const height = this.#layout.rows.length * this.#down;
    const [ownWidth, ownHeight] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const edge = 80;
    this.#left = Math.min(Math.max(this.#left, edge - ownWidth), width - edge);
    this.#top = Math.min(Math.max(this.#top, edge - ownHeight), height - edge);
    this.draw();
  }

  /** Zooms about a place, in pixels from the middle of the canvas. */
  zoom(factor: number, fromMiddleX = 0, fromMiddleY = 0): void {
    const [x, y] = [this.canvas.clientWidth / 2 + fromMiddleX, this.canvas.clientHeight / 2 + fromMiddleY];
    const least = Math.min(30, (this.canvas.clientWidth / this.#layout.width) * 0.9);
    const scale = Math.min(Math.max(this.#scale * factor, least), 160);
    const [across, before] = [scale / this.#scale, this.#down];
    this.#scale = scale;
    this.#left = (this.#left + x) * across - x;
    this.#top = (this.#top + y) * (this.#down / before) - y;
    this.draw();
  }

  /** Pixels between plies: more for wide leaves, and where there is room. */
  get #down(): number {
    const room = this.canvas.clientHeight / (this.#layout.rows.length + 0.2);
    return Math.max(this.#scale * PLY, LEAST_PLY, Math.min(room, MOST_PLY));
  }

  /** Where a ply is on the canvas. */
  #row(ply: number): number {
    return (ply + 1 / 3) * this.#down - this.#top;
  }

  /** Where a node is on the canvas. */
  #place(node: number): [number, number] {
    return [this.#layout.x[node]! * this.#scale - this.#left, this.#row(this.#model.ply[node]!)];
  }

  #nodeAt(x: number, y: number): number | null {
    const ply = Math.round((y + this.#top) / this.#down - 1 / 3);
    const row = this.#layout.rows[ply];
    if (!row) return null;
    const column = (x + this.#left) / this.#scale;
    const at = this.#firstFrom(row, column);
    const near = [row[at - 1], row[at]].filter((node) => node !== undefined);
    const distance = (node: number): number => Math.abs(this.#layout.x[node]! - column);
    const best = near.sort((one, other) => distance(one) - distance(other))[0];
    const isNear = best !== undefined && distance(best) * this.#scale < Math.max(this.#scale * 0.5, 8);
    return isNear ? best : null;
  }

  /** The place in a row of the first node not left of a column. */
  #firstFrom(row: readonly number[], column: number): number {
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#layout.x[row[middle]!]! < column) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #listen(): void {
    const { canvas } = this;
    const under = (event: MouseEvent): number | null => this.#nodeAt(...this.at(event));
    listenToGestures(canvas, this, (event) => {
      const node = under(event);
      if (node !== null) this.#select(node);
    });
    canvas.addEventListener("dblclick", (event) => {
      const node = under(event);
      if (node !== null) this.#open(node);
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("focus", () => this.draw());
    canvas.addEventListener("blur", () => this.draw());
  }

  #open(node: number): void {
    if (this.#model.children[node]!.length > 0) this.toggle(node);
    else this.#onOpen(node);
  }

  #select(node: number): void {
    this.selected = node;
    this.describe(node);
    this.reveal(node);
  }

  #key(event: KeyboardEvent): void {
    const { parent, children } = this.#model;
    const node = this.selected;
    const above = parent[node] ?? -1;
    const siblings = above >= 0 ? children[above]! : [node];
    const place = siblings.indexOf(node);
    const targets: Record<string, number | undefined> = {
      ArrowUp: above >= 0 ? above : undefined,
      ArrowDown: children[node]?.[0],
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
    };
    if (event.key in targets) {
      const target = targets[event.key];
      if (target !== undefined) this.#select(target);
    } else if (event.key === "Enter") this.#open(node);
    else if (!zoomByKey(event, this)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override paint(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === 0 || this.#model.size === 0) return;
    this.canvas.dataset["scale"] = this.#scale.toFixed(3);
    const context = this.sized({ width, height });
    context.fillStyle = colours().ground;
    context.fillRect(0, 0, width, height);
    const shown = this.#inView(width, height);
    this.#drawEdges(context, shown);
    const isReadable = this.#scale >= 20;
    for (const node of shown) {
      if (isReadable) this.#drawNode(context, node);
      else this.#drawDot(context, node);
    }
  }

  /** The visible nodes, without those too close to distinguish. */
  #inView(width: number, height: number): number[] {
    const shown: number[] = [];
    const { rows, x } = this.#layout;
    const [from, to] = [this.#left / this.#scale - 1, (this.#left + width) / this.#scale + 1];
    for (const [ply, row] of rows.entries()) {
      const y = this.#row(ply);
      if (y < -this.#down || y > height + this.#down) continue;
      let last = Number.NEGATIVE_INFINITY;
      for (let at = this.#firstFrom(row, from); at < row.length; at += 1) {
        const node = row[at]!;
        if (x[node]! > to) break;
        const isSpecial = node === this.selected || node === this.#model.current;
        if ((x[node]! - last) * this.#scale < NEAREST && !isSpecial) continue;
        last = x[node]!;
        shown.push(node);
      }
    }
    return shown;
  }

  #drawEdges(context: CanvasRenderingContext2D, shown: readonly number[]): void {
    const { parent, mark, best } = this.#model;
    const palette = colours();
    const kinds: [Path2D, string, number, number[]][] = [
      [new Path2D(), palette.line, 1, [3, 4]],
      [new Path2D(), palette.draw, 1.2, []],
      [new Path2D(), palette.path, 3, []],
    ];
    for (const node of shown) {
      const above = parent[node]!;
      if (above < 0) continue;
      const isBest = best.has(node) && best.has(above) && mark[node] !== Mark.Unseen;
      const kind = isBest ? 2 : mark[node] === Mark.Unseen ? 0 : 1;
      const [x, y] = this.#place(node);
      const [px, py] = this.#place(above);
      const path = kinds[kind]![0];
      path.moveTo(px, py);
      path.lineTo(x, y);
    }
    for (const [path, colour, width, dash] of kinds) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash(dash);
      context.stroke(path);
    }
    context.setLineDash([]);
  }

  #colour(node: number): string {
    const palette = colours();
    switch (this.#model.mark[node]) {
      case Mark.Entered:
        return palette.open;
      case Mark.Done:
        return palette.closed;
      case Mark.Cut:
        return palette.cut;
      default:
        return palette.ground;
    }
  }

  #drawDot(context: CanvasRenderingContext2D, node: number): void {
    const [x, y] = this.#place(node);
    const size = Math.max(Math.min(this.#scale * 0.5, 7), 2);
    context.fillStyle = node === this.#model.current ? colours().cursor : this.#colour(node);
    context.fillRect(x - size / 2, y - size / 2, size, size);
  }

  /**
   * Max is a triangle that points up, min one that points down, chance a circle; other nodes are
   * boxes.
   */
  #drawNode(context: CanvasRenderingContext2D, node: number): void {
    const model = this.#model;
    const palette = colours();
    const [x, y] = this.#place(node);
    const size = Math.min(this.#scale * 0.42, 24);
    const isLeaf = model.children[node]!.length === 0;
    const mover = model.mover(node);
    context.beginPath();
    if (!model.isGame || isLeaf) {
      context.roundRect(x - size, y - size * 0.7, size * 2, size * 1.4, 5);
    } else if (mover === "chance") {
      context.arc(x, y, size * 1.05, 0, 2 * Math.PI);
    } else if (mover === "max") {
      polygon(context, [[x, y - size * 1.05], [x + size * 1.2, y + size * 0.75], [x - size * 1.2, y + size * 0.75]]);
    } else {
      polygon(context, [[x, y + size * 1.05], [x + size * 1.2, y - size * 0.75], [x - size * 1.2, y - size * 0.75]]);
    }
    const isUnseen = model.mark[node] === Mark.Unseen;
    context.fillStyle = this.#colour(node);
    context.fill();
    const isHere = node === model.current;
    const isSelected = node === this.selected && document.activeElement === this.canvas;
    context.strokeStyle = isHere || isSelected ? palette.cursor : model.best.has(node) && !isUnseen ? palette.path : palette.draw;
    context.lineWidth = isHere || isSelected ? 3.5 : model.best.has(node) && !isUnseen ? 2.5 : 1;
    context.setLineDash(isUnseen ? [3, 3] : []);
    context.stroke();
    context.setLineDash([]);
    context.textAlign = "center";
    context.textBaseline = "middle";
    const value = model.value[node] || (isLeaf && model.isGame ? (model.picture[node] ?? "").slice(0, 6) : "");
    const small = Math.max(size * 0.62, 9);
    const shown = value.replace(/^([≥≤≈]) /, "$1").replace("win in ", "W").replace("loss in ", "L");
    context.font = `600 ${fitted(small, shown.length, size)}px ${FONT}`;
    context.fillStyle = isUnseen ? palette.draw : inkOn(this.#colour(node));
    const shift = !model.isGame || isLeaf ? 0 : { max: 0.2, min: -0.2, chance: 0 }[mover] * size;
    context.fillText(shown, x, y + shift);
    this.#drawNotes(context, node, x, y, size);
  }

  #drawNotes(context: CanvasRenderingContext2D, node: number, x: number, y: number, size: number): void {
    const model = this.#model;
    const palette = colours();
    const label = model.label[node]!;
    if (label && this.#scale >= 40) {
      context.font = `${Math.max(size * 0.5, 9)}px ${FONT}`;
      context.fillStyle = palette.ink;
      context.textAlign = "left";
      context.fillText(label.slice(0, 8), x + size * 0.5, y - size * 1.15);
      context.textAlign = "center";
    }
    if (model.mark[node] === Mark.Cut && model.isGame) {
      context.font = `700 ${Math.max(size * 0.55, 10)}px ${FONT}`;
      // If leaves are narrow, show the reason only for the selected node.
      const text = this.#scale >= 40 ? `✂ ${model.note[node]}` : "✂ ";
      const width = context.measureText(text).width + 8;
      context.fillStyle = palette.panel;
      context.fillRect(x - width / 2, y + size * 1.15, width, size * 0.85);
      context.fillStyle = palette.loss;
      context.fillText(text, x, y + size * 1.58);
    }
    if (this.#folded.has(node)) {
      context.font = `700 ${Math.max(size * 0.55, 10)}px ${FONT}`;
      context.fillStyle = palette.ink;
      context.fillText(`+${model.children[node]!.length}`, x, y + size * (model.mark[node] === Mark.Cut ? 2.4 : 1.5));
    }
  }
}

function polygon(context: CanvasRenderingContext2D, points: readonly [number, number][]): void {
  points.forEach(([x, y], nth) => (nth === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
}

/** A font size at which the text fits into a node. */
function fitted(size: number, letters: number, half: number): number {
  return Math.max(Math.min(size, (half * 2.1) / Math.max(letters * 0.58, 1)), 7);
}
