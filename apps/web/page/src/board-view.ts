/** A board drawn from the description that a game provides, with clickable positions. */

import type { Board, GameInfo, Role, Shape } from "./api";
import { ARROWS, svg } from "./dom";

/** A square: column and row from the top left. */
export type Square = readonly [number, number];

/** How pieces that go from square to square are drawn. */
export type PieceSet = "figures" | "men" | "discs";

/** A legal move, the squares that it names if it does, and the places that it changes otherwise. */
export interface Legal {
  move: string;
  squares?: Square[];
  /** The piece on the last square afterwards, if several moves name the same squares. */
  becomes?: string;
  places: [number, number][];
}

/** What there is to see of a position beside its picture. */
export interface Look {
  pieces?: PieceSet;
  labels: { top: string[]; bottom: string[]; left: string[]; right: string[] };
  /** The squares of the last move. */
  last: Square[];
  /** Squares to point out, such as that of a king in check. */
  alerts: Square[];
  /** The squares that belong to a side, such as territory: column, row and side. */
  owned: [number, number, number][];
  /** What each side has that counts, such as discs. */
  counts: number[];
  /** What the last move changed, if moves name no squares. */
  changed: [number, number][];
  /** Names of the sides in order of play. */
  sides: string[];
}

export interface BoardOptions extends Look {
  /** What the game says that its positions look like. */
  drawn: GameInfo["drawn"];
  /** Names of the sides as the page says them. */
  names: string[];
  /** Seen from the other side, or left and right swapped. */
  flipped: boolean;
  /** The position as text. */
  position: string;
  /** The board before the first move. */
  first: Board;
}

/** Creates a board; `onPick` is called with the moves that match a selection, or with null, and `onSay`
 * with what a screen reader should say. */
export type GameViewClass = new (
  onMove: (move: string) => void,
  onPick: (moves: readonly string[] | null) => void,
  onSay: (text: string) => void,
) => GameView;

/** A board of a game. */
export interface GameView {
  readonly element: SVGSVGElement;
  /** Shows a position; `side` is to move, `marked` are moves to point at. */
  show(
    board: Board,
    legal: Legal[],
    side: number,
    options: BoardOptions,
    marked: readonly string[],
    label: string,
  ): void;
  /** Shows what is proved of moves, and the first moves of the best lines. */
  judge?(moves: readonly Judged[], best: readonly string[]): void;
}

/** A move and what is proved of it, for the side to move. */
export interface Judged {
  move: string;
  text: string;
  kind: "win" | "draw" | "loss" | "open";
}

/** A board that says what is done on it. */
export abstract class PlayedBoard {
  constructor(
    protected readonly onMove: (move: string) => void,
    protected readonly onPick: (moves: readonly string[] | null) => void,
    protected readonly onSay: (text: string) => void,
  ) {}
}

const UNIT = 60;
/** The height of what stands above columns, in cells. */
const JUDGED = 0.55;
/** How far rows of hexagons are from each other, in cells. */
const ROW = Math.sqrt(3) / 2;

/** Where a move is clicked: the lowest place that it changes. */
function placeOf(legal: Legal): [number, number] | null {
  return legal.places.reduce<[number, number] | null>(
    (best, place) => (best && best[1] >= place[1] ? best : place),
    null,
  );
}

/**
 * Moves of nim, such as `2-3`, at the lowest object that each takes. The places that they change
 * do not tell: without the tallest heap the whole picture is lower.
 */
function ofHeaps(board: Board, legal: readonly Legal[]): Legal[] {
  return legal.map(({ move }) => {
    const [heap, count] = move.split("-").map(Number) as [number, number];
    const rows = board.shapes.flatMap((shape) => (shape.type === "cell" && shape.x === heap - 1 ? [shape.y] : []));
    // Of a large heap not all objects are drawn.
    const place: [number, number] = [heap - 0.5, Math.min(...rows) + count - 0.5];
    return { move, places: count <= rows.length ? [place] : [] };
  });
}

export class BoardView extends PlayedBoard implements GameView {
  readonly element = svg("svg", { class: "board", role: "img" });
  #legal: Legal[] = [];
  #board: Board = { width: 1, height: 1, shapes: [] };
  #drawn: GameInfo["drawn"] = "squares";
  #isFlipped = false;
  #ghost: SVGElement | null = null;
  readonly #judged = svg("g", { class: "judged" });
  #side = 0;
  /** The move that the arrow keys have chosen. */
  #chosen: Legal | null = null;

  constructor(...told: ConstructorParameters<GameViewClass>) {
    super(...told);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointermove", (event) => this.#hover(event));
    this.element.addEventListener("pointerdown", (event) => this.#hover(event));
    // Playing on release lets a stone be dragged to its place.
    this.element.addEventListener("pointerup", (event) => {
      const move = this.#moveAt(event);
      if (move) this.onMove(move.move);
    });
    this.element.addEventListener("pointerleave", () => this.#mark(null));
  }

  /** Shows a position; `side` is to move, `marked` are moves to point at. */
  show(
    board: Board,
    legal: Legal[],
    side: number,
    options: BoardOptions,
    marked: readonly string[],
    label: string,
  ): void {
    this.#board = board;
    [this.#drawn, this.#isFlipped] = [options.drawn, options.flipped];
    this.#legal = this.#drawn === "heaps" ? ofHeaps(board, legal) : legal;
    this.#side = side;
    const [width, height] = [Math.max(board.width, 1), Math.max(board.height, 1)];
    const isHexagonal = this.#drawn === "hexagons";
    const margin = isHexagonal ? 0.35 : this.#drawn === "dots" ? 0.25 : 0.15;
    // Above columns stands what their moves are worth.
    const above = this.#drawn === "holes" ? JUDGED : 0;
    // The rows of hexagons are nearer to each other, and the last one lies furthest to the right.
    const wide = width + (isHexagonal ? (height - 1) / 2 : 0) + 2 * margin;
    const high = (isHexagonal ? (height - 1) * ROW + 1 : height) + 2 * margin;
    this.element.setAttribute("viewBox", [-margin, -margin - above, wide, high + above].map((n) => n * UNIT).join(" "));
    this.element.style.maxWidth = `min(${Math.round(width * 110)}px, ${((100 * wide) / high).toFixed(1)}dvh - ${Math.round((290 * wide) / high)}px)`;
    this.element.setAttribute("aria-label", label);
    const parts: SVGElement[] = [];
    parts.push(
      svg("rect", {
        class: `frame ${this.#drawn}`,
        x: -margin * UNIT,
        y: -margin * UNIT,
        width: wide * UNIT,
        height: high * UNIT,
        rx: 10,
      }),
    );
    if (isHexagonal) parts.push(...this.#borders(width, height));
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) parts.push(this.#cell(x, y));
    }
    for (const [x, y, owner] of options.owned) parts.push(...this.#owned(x, y, owner, options.names));
    if (this.#drawn === "dots") parts.push(...this.#legal.map((each) => this.#edge(each, "edge free")));
    for (const shape of board.shapes) parts.push(...this.#shape(shape));
    if (this.#drawn === "dots") parts.push(...this.#corners(width, height));
    for (const each of this.#legal) {
      const place = placeOf(each);
      if (!place) continue;
      const [x, y] = this.#at(place);
      const isMarked = marked.includes(each.move);
      // A free edge is seen already.
      if (this.#drawn === "dots" && !isMarked) continue;
      const radius = (isMarked ? 0.2 : 0.08) * UNIT;
      const at = { cx: x * UNIT, cy: y * UNIT, r: radius };
      parts.push(svg("circle", { ...at, class: isMarked ? "hint-mark" : "legal" }));
    }
    for (const [x, y] of options.alerts) {
      const [cx, cy] = this.#at([x + 0.5, y + 0.5]);
      parts.push(svg("circle", { class: "row-mark", cx: cx * UNIT, cy: cy * UNIT, r: 0.44 * UNIT }));
    }
    for (const place of options.changed) {
      const [x, y] = this.#at(place);
      parts.push(svg("circle", { class: "last-mark", cx: x * UNIT, cy: y * UNIT, r: 0.07 * UNIT }));
    }
    this.#ghost = null;
    this.#judged.replaceChildren();
    this.element.replaceChildren(...parts, this.#judged);
    const move = this.#chosen?.move;
    this.#chosen = this.#legal.find((each) => each.move === move) ?? this.#nearest(this.#chosen);
    if (document.activeElement === this.element) this.#mark(this.#chosen);
  }

  /** Writes what moves are worth above their columns. */
  judge(moves: readonly Judged[]): void {
    if (this.#drawn !== "holes") return;
    const texts = moves.flatMap(({ move, text, kind }) => {
      const legal = this.#legal.find((each) => each.move === move);
      const place = legal && placeOf(legal);
      const at = place && { x: this.#at(place)[0] * UNIT, y: -(JUDGED / 2 + 0.1) * UNIT };
      return at ? [svg("text", { ...at, class: `worth ${kind}`, "font-size": (kind === "open" ? 0.23 : 0.36) * UNIT }, text)] : [];
    });
    this.#judged.replaceChildren(...texts);
  }

  /** A cell that belongs to a side, with the side's initial. */
  #owned(x: number, y: number, owner: number, names: readonly string[]): SVGElement[] {
    const [cx, cy] = this.#at([x + 0.5, y + 0.5]).map((each) => each * UNIT) as [number, number];
    const corner = { x: cx - UNIT / 2, y: cy - UNIT / 2, width: UNIT, height: UNIT };
    const initial = /\d+/.exec(names[owner] ?? "")?.[0] ?? names[owner]?.charAt(0) ?? "";
    return [
      svg("rect", { ...corner, class: `owned side-${owner}` }),
      svg("text", { class: "stone-letter", x: cx, y: cy, "font-size": 0.4 * UNIT }, initial),
    ];
  }

  /** The edge that a move draws: where it changes the picture lies in the middle of it. */
  #edge(legal: Legal, kind: string): SVGElement {
    const [px, y] = placeOf(legal) ?? [0, 0];
    const x = this.#x(px);
    const [dx, dy] = Number.isInteger(y) ? [0.5, 0] : [0, 0.5];
    const ends = { x1: (x - dx) * UNIT, x2: (x + dx) * UNIT, y1: (y - dy) * UNIT, y2: (y + dy) * UNIT };
    return svg("line", { ...ends, class: kind });
  }

  #corners(width: number, height: number): SVGElement[] {
    const count = (width + 1) * (height + 1);
    return [...Array(count).keys()].map((at) =>
      svg("circle", { class: "dot", cx: (at % (width + 1)) * UNIT, cy: Math.floor(at / (width + 1)) * UNIT, r: 0.09 * UNIT }));
  }

  /** The legal move nearest to one that was legal before. */
  #nearest(before: Legal | null): Legal | null {
    const from = before && placeOf(before);
    if (!from) return null;
    const far = (legal: Legal): number => {
      const place = placeOf(legal);
      return place ? Math.hypot(place[0] - from[0], place[1] - from[1]) : Number.POSITIVE_INFINITY;
    };
    return [...this.#legal].sort((one, other) => far(one) - far(other))[0] ?? null;
  }

  #x(x: number): number {
    return this.#isFlipped ? this.#board.width - x : x;
  }

  /** Where a place of the board is drawn, in cells. */
  #at([x, y]: readonly [number, number]): [number, number] {
    if (this.#drawn !== "hexagons") return [this.#x(x), y];
    const [column, row] = this.#isFlipped ? [this.#board.width - x, this.#board.height - y] : [x, y];
    return [column + (row - 0.5) / 2, (row - 0.5) * ROW + 0.5];
  }

  /** The sides to connect: the first player's are top and bottom. */
  #borders(width: number, height: number): SVGElement[] {
    const corner = (x: number, y: number): string => {
      const row = y * ROW + (1 - ROW) / 2;
      return `${(x + (y - 0.5) / 2) * UNIT},${row * UNIT}`;
    };
    const line = (side: number, from: string, to: string): SVGElement =>
      svg("polyline", { class: `border side-${side}`, points: `${from} ${to}` });
    return [
      line(0, corner(0, 0), corner(width, 0)), line(0, corner(0, height), corner(width, height)),
      line(1, corner(0, 0), corner(0, height)), line(1, corner(width, 0), corner(width, height)),
    ];
  }

  #cell(x: number, y: number): SVGElement {
    if (this.#drawn === "hexagons") {
      const [cx, cy] = this.#at([x + 0.5, y + 0.5]);
      const corners = [0, 1, 2, 3, 4, 5].map((nth) => {
        const angle = (nth * Math.PI) / 3 + Math.PI / 6;
        return `${((cx + 0.55 * Math.cos(angle)) * UNIT).toFixed(1)},${((cy + 0.55 * Math.sin(angle)) * UNIT).toFixed(1)}`;
      });
      return svg("polygon", { class: "square", points: corners.join(" ") });
    }
    if (this.#drawn === "holes") {
      const [cx, cy] = [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
      return svg("circle", { class: "hole", cx, cy, r: 0.42 * UNIT });
    }
    const gap = this.#drawn === "dots" ? 0 : 1.5;
    return svg("rect", {
      class: "square",
      x: x * UNIT + gap,
      y: y * UNIT + gap,
      width: UNIT - 2 * gap,
      height: UNIT - 2 * gap,
      rx: 4,
    });
  }

  #shape(shape: Shape): SVGElement[] {
    if (shape.type === "line") {
      const [from, to] = [shape.from, shape.to];
      return [
        svg("line", {
          class: `edge ${shape.role}`,
          x1: this.#x(from[0]) * UNIT,
          y1: from[1] * UNIT,
          x2: this.#x(to[0]) * UNIT,
          y2: to[1] * UNIT,
        }),
      ];
    }
    const [cx, cy] = this.#at([shape.x + 0.5, shape.y + 0.5]).map((each) => each * UNIT) as [number, number];
    const text = shape.type === "glyph" ? shape.text : "";
    return stone(cx, cy, shape.role, text, this.#drawn === "holes");
  }

  #moveAt(event: PointerEvent): Legal | null {
    const box = this.element.getBoundingClientRect();
    const view = this.element.viewBox.baseVal;
    const scale = view.width / box.width / UNIT;
    const x = (event.clientX - box.left) * scale + view.x / UNIT;
    const y = (event.clientY - box.top) * scale + view.y / UNIT;
    const columns = new Set(this.#legal.map((legal) => placeOf(legal)?.[0]));
    // If each move has its own column, a click anywhere in the column counts.
    const isByColumn = columns.size === this.#legal.length && this.#drawn === "holes";
    let [best, least]: [Legal | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const legal of this.#legal) {
      const lowest = placeOf(legal);
      for (const place of isByColumn && lowest ? [lowest] : legal.places) {
        const [px, py] = this.#at(place);
        const distance = Math.abs(px - x) + (isByColumn ? 0 : Math.abs(py - y));
        if (distance < least) [best, least] = [legal, distance];
      }
    }
    return least <= 0.6 ? best : null;
  }

  /** Chooses a move by the arrow keys, and plays it by Enter. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if ((event.key === "Enter" || event.key === " ") && this.#chosen) this.onMove(this.#chosen.move);
    else if (way) {
      this.#chosen = this.#towards(way) ?? this.#chosen;
      this.#mark(this.#chosen);
      if (this.#chosen) this.onSay(this.#chosen.move);
    } else return;
    event.preventDefault();
  }

  /** The move nearest to the chosen one in a direction, or the first of all. */
  #towards([dx, dy]: Square): Legal | null {
    const from = this.#chosen && placeOf(this.#chosen);
    let [best, least]: [Legal | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const legal of this.#legal) {
      const place = placeOf(legal);
      if (!place) continue;
      const [[x, y], before] = [this.#at(place), from && this.#at(from)];
      const [ahead, aside] = before
        ? [(x - before[0]) * dx + (y - before[1]) * dy, (x - before[0]) * dy + (y - before[1]) * dx]
        : [1, Math.hypot(x - this.#board.width / 2, y - this.#board.height / 2)];
      // To the side counts twice: an arrow leads along its row or column where it can.
      const distance = ahead + 2 * Math.abs(aside);
      if (ahead > 0.01 && distance < least) [best, least] = [legal, distance];
    }
    return best;
  }

  #hover(event: PointerEvent): void {
    this.#mark(this.#moveAt(event));
  }

  /** Shows a preview of a move. */
  #mark(legal: Legal | null): void {
    this.#ghost?.remove();
    this.#ghost = null;
    this.element.style.cursor = legal ? "pointer" : "default";
    const place = legal && placeOf(legal);
    if (!place) return;
    const [x, y] = this.#at(place);
    const kind = `ghost side-${this.#side}`;
    if (this.#drawn === "dots") this.#ghost = this.#edge(legal, `edge ${kind}`);
    else this.#ghost = svg("circle", { class: kind, cx: x * UNIT, cy: y * UNIT, r: 0.34 * UNIT });
    this.element.append(this.#ghost);
  }
}

/** A stone or another piece in a cell. */
function stone(cx: number, cy: number, role: Role, text: string, isDisc: boolean): SVGElement[] {
  const side = role === "piece" ? 0 : role === "other-piece" ? 1 : -1;
  if (side >= 0 && isDisc) {
    return [
      svg("circle", { class: `stone side-${side}`, cx, cy, r: 0.4 * UNIT }),
      svg("text", { class: "stone-letter", x: cx, y: cy, "font-size": 0.3 * UNIT }, text),
    ];
  }
  if (side >= 0 && text === "x") {
    const arm = 0.26 * UNIT;
    const d = `M${cx - arm} ${cy - arm}L${cx + arm} ${cy + arm}M${cx + arm} ${cy - arm}L${cx - arm} ${cy + arm}`;
    return [svg("path", { class: `cross side-${side}`, d })];
  }
  if (side >= 0 && text === "o") {
    return [svg("circle", { class: `ring side-${side}`, cx, cy, r: 0.28 * UNIT })];
  }
  if (side >= 0 && text === "") {
    return [svg("circle", { class: `stone side-${side}`, cx, cy, r: 0.36 * UNIT })];
  }
  return [svg("text", { class: `glyph ${role}`, x: cx, y: cy, "font-size": 0.42 * UNIT }, text)];
}
