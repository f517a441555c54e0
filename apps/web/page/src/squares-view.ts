/** A board on which pieces go from square to square, or are put down: by pointer, by touch and by keys. */

import type { Board, Role } from "./api";
import { type BoardOptions, type GameView, type GameViewClass, type Judged, type Legal, type PieceSet, PlayedBoard, type Square } from "./board-view";
import outlines from "./chess-pieces.json";
import { ARROWS, pressable, svg } from "./dom";

const UNIT = 60;
/** Chess pieces on a square of 60 units, by letter: what is filled, and lines inside it. */
const OUTLINES: Readonly<Record<string, { name: string; body: string; lines: string }>> = outlines;
/** Around the squares, where letters stand, on a board of at most ten columns. */
const MARGIN = 22;

/** A move of a piece between squares that it names: from where, perhaps by which, and where to. */
type Route = Legal & { squares: Square[] };

const isSame = (one: Square, other: Square): boolean => one[0] === other[0] && one[1] === other[1];

/** The points of a board of lines that are drawn larger, to count by. */
function stars(side: number): Square[] {
  const [edge, middle] = [side < 13 ? 2 : 3, (side - 1) / 2];
  const corners = side < 7 ? [] : [edge, side - 1 - edge];
  const sides = side < 13 ? [] : [middle];
  const isIn = (at: number): boolean => Number.isInteger(at);
  const all = [...corners, ...sides].flatMap((x) => [...corners, ...sides].map((y): Square => [x, y]));
  return [...all, ...(side < 13 ? [[middle, middle] as const] : [])].filter((star) => star.every(isIn));
}

/** The pieces that a side no longer has: what became another piece is not lost. */
function lost(first: Board, now: Board, role: Role): string[] {
  const of = ({ shapes }: Board): string[] => shapes.flatMap((shape) => (shape.type === "glyph" && shape.role === role ? [shape.text] : []));
  const [gone, extra] = [of(first), [] as string[]];
  for (const piece of of(now)) {
    const at = gone.indexOf(piece);
    if (at < 0) extra.push(piece);
    else gone.splice(at, 1);
  }
  const count = (piece: string): number => of(first).filter((other) => other === piece).length;
  // Of the pieces that are there most often, some have become others.
  return gone.sort((one, other) => count(one) - count(other) || one.localeCompare(other)).slice(0, gone.length - extra.length);
}

export class SquaresView extends PlayedBoard implements GameView {
  readonly element = svg("svg", { class: "board squares", role: "img" });
  #width = 8;
  #height = 8;
  #options: BoardOptions | null = null;
  #routes: Route[] = [];
  #picked: Square[] = [];
  /** The drawings of pieces by square. */
  #pieces = new Map<string, SVGElement>();
  /** Marks of squares, below the pieces. */
  readonly #ground = svg("g", { class: "ground" });
  readonly #marks = svg("g", { class: "marks" });
  readonly #choice = svg("g", { class: "choice" });
  /** The first moves of the best lines. */
  readonly #arrows = svg("g", { class: "arrows" });
  /** Where the arrow keys are; nowhere once a pointer is used. */
  #cursor: Square | null = null;
  readonly #cursorMark = svg("rect", { class: "cursor", width: UNIT, height: UNIT });
  readonly #ghost = svg("circle", { class: "ghost", r: 0.4 * UNIT });
  #mover = 0;

  constructor(...told: ConstructorParameters<GameViewClass>) {
    super(...told);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#listen();
  }

  /** Squares are picked when they are pressed; a piece may also be dragged to where it goes. What is
   * put down follows the pointer until it is released. */
  #listen(): void {
    let from: Square | null = null;
    let start: [number, number] = [0, 0];
    let dragged: SVGElement | null = null;
    let wasPicked = false;
    const end = (): void => {
      dragged?.removeAttribute("transform");
      dragged?.classList.remove("dragged");
      [from, dragged] = [null, null];
    };
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.#choice.contains(event.target as Node)) return;
      this.#pointAt(null);
      from = this.#squareAt(event);
      if (this.#isPlacing) return this.#preview(from);
      start = [event.clientX, event.clientY];
      const last = this.#picked.at(-1);
      wasPicked = from !== null && last !== undefined && isSame(last, from);
      if (!wasPicked) this.#pick(from);
    });
    this.element.addEventListener("pointermove", (event) => {
      const at = this.#squareAt(event);
      if (this.#isPlacing) this.#preview(at);
      const kind = at && this.#isOpen(at) ? (this.#picked.length === 0 ? "grab" : "pointer") : "default";
      this.element.style.cursor = dragged ? "grabbing" : kind;
      const picked = this.#picked.at(-1);
      if (!from || !picked || !isSame(from, picked)) return;
      const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
      if (!dragged && Math.hypot(x, y) < 5) return;
      if (!dragged) {
        dragged = this.#pieces.get(String(from)) ?? null;
        dragged?.classList.add("dragged");
        // On top of the others.
        dragged?.parentElement?.append(dragged);
        this.element.setPointerCapture(event.pointerId);
      }
      const scale = this.#scale;
      dragged?.setAttribute("transform", `translate(${x * scale} ${y * scale})`);
    });
    this.element.addEventListener("pointerup", (event) => {
      const [to, was] = [this.#squareAt(event), from];
      end();
      if (!was) return;
      if (this.#isPlacing) {
        this.#preview(null);
        return this.#pick(to);
      }
      if (to && !isSame(was, to)) this.#pick(to, true);
      // Pressed once more: it is put down.
      else if (wasPicked) this.#pick(null);
    });
    this.element.addEventListener("pointercancel", end);
    for (const name of ["pointercancel", "pointerleave"]) this.element.addEventListener(name, () => this.#preview(null));
  }

  /** Whether every move puts a piece on one square. */
  get #isPlacing(): boolean {
    return this.#routes.length > 0 && this.#routes.every(({ squares }) => squares.length === 1);
  }

  /** Shows what would be put on a square. */
  #preview(square: Square | null): void {
    this.#ghost.remove();
    if (!square || !this.#isOpen(square)) return;
    const [cx, cy] = this.#middle(square);
    for (const [name, value] of Object.entries({ cx, cy, class: `ghost man ${this.#colour(this.#mover)}` })) {
      this.#ghost.setAttribute(name, String(value));
    }
    this.#marks.after(this.#ghost);
  }

  /** The arrow keys move over the board, Enter picks and plays, Escape puts back. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    const option = (event.target as Element).closest(".option");
    if (option && way) {
      const next = way[0] + way[1] > 0 ? option.nextElementSibling : option.previousElementSibling;
      if (next instanceof SVGElement && next.matches(".option")) next.focus();
    } else if (way) this.#step(way);
    else if (event.key === "Escape") {
      this.#pick(null);
      this.element.focus({ preventScroll: true });
    } else if ((event.key === "Enter" || event.key === " ") && !option) {
      if (!this.#cursor) this.#step([0, 0]);
      else this.#pick(this.#cursor);
      const first = this.#choice.querySelector<SVGElement>(".option");
      if (first) first.focus();
      else if (this.#cursor) this.onSay(this.#described(this.#cursor));
    } else return;
    event.preventDefault();
  }

  #step([dx, dy]: Square): void {
    const turn = this.#options?.flipped ? -1 : 1;
    const within = (at: number, most: number): number => Math.min(Math.max(at, 0), most - 1);
    const begin = this.#options?.last.at(-1) ?? this.#routes[0]?.squares[0] ?? [this.#width >> 1, this.#height >> 1];
    const [x, y] = this.#cursor ?? begin;
    const [right, down] = this.#cursor ? [turn * dx, turn * dy] : [0, 0];
    const square: Square = [within(x + right, this.#width), within(y + down, this.#height)];
    this.#pointAt(square);
    this.onSay(this.#described(square));
  }

  #pointAt(square: Square | null): void {
    this.#cursor = square;
    this.#cursorMark.remove();
    if (!square) return;
    const [x, y] = this.#corner(square);
    for (const [name, value] of Object.entries({ x, y })) this.#cursorMark.setAttribute(name, String(value));
    this.#marks.before(this.#cursorMark);
  }

  /** A square as a screen reader says it: its name, what stands there, and what it is to the next move. */
  #described(square: Square): string {
    const { bottom = [], left = [] } = this.#options?.labels ?? {};
    const [x, y] = square;
    const nth = Math.floor((y * this.#width + x) / 2) + 1;
    const numbered = this.#shade(square) === "dark" ? String(nth) : "light";
    const name = bottom.length > 0 ? `${bottom[x]}${left[y] ?? ""}` : left.length > 0 ? numbered : `column ${x + 1}, row ${y + 1}`;
    const isPicked = this.#picked.some((picked) => isSame(picked, square));
    const isTo = this.#picked.length > 0 && this.#isOpen(square);
    const role = isPicked ? "picked" : isTo ? "possible" : this.#isOpen(square) && !this.#isPlacing ? "can move" : "";
    return [name, this.#pieces.get(String(square))?.dataset["name"] ?? "empty", role].filter(Boolean).join(", ");
  }

  show(board: Board, legal: Legal[], side: number, options: BoardOptions, marked: readonly string[], label: string): void {
    [this.#width, this.#height] = [Math.max(board.width, 1), Math.max(board.height, 1)];
    this.#options = options;
    this.#mover = side;
    this.#picked = [];
    const hadFocus = this.element.contains(document.activeElement);
    this.#routes = legal.filter((each): each is Route => (each.squares?.length ?? 0) > 0);
    const [width, height, margin] = [this.#width * UNIT, this.#height * UNIT, this.#margin];
    this.element.setAttribute("viewBox", [-margin, -margin, width + 2 * margin, height + 2 * margin].join(" "));
    this.element.setAttribute("class", `board squares ${options.pieces} ${options.drawn}`);
    const share = (width + 2 * margin) / (height + 2 * margin);
    this.element.style.maxWidth = `calc(${(100 * share).toFixed(1)}dvh - ${Math.round(290 * share)}px)`;
    this.element.setAttribute("aria-label", label);
    const parts: SVGElement[] = [
      svg("rect", { class: "frame", x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin, rx: 10 }),
    ];
    const squares = [...Array(this.#width * this.#height).keys()]
      .map((at): Square => [at % this.#width, Math.floor(at / this.#width)]);
    if (options.drawn === "lines") parts.push(...this.#lines());
    else for (const square of squares) parts.push(this.#field(square, `field ${this.#shade(square)}`));
    for (const square of options.last) parts.push(this.#field(square, "last"));
    for (const square of options.alerts) parts.push(this.#field(square, "alert"));
    parts.push(this.#ground, ...this.#labels(squares));
    this.#pieces = new Map();
    const men = svg("g", { class: "men" });
    for (const { type, ...shape } of board.shapes) {
      if (type !== "glyph" || !("text" in shape) || !["piece", "other-piece"].includes(shape.role)) continue;
      const square: Square = [shape.x, shape.y];
      const man = this.#piece(this.#middle(square), shape.text, shape.role === "piece" ? 0 : 1);
      // Where a piece can be dragged from, touching does not scroll the page.
      if (this.#going([square]).length > 0) man.classList.add("movable");
      this.#pieces.set(String(square), man);
      men.append(man);
    }
    parts.push(men);
    for (const { squares: route } of this.#routes.filter(({ move }) => marked.includes(move))) {
      for (const square of route) parts.push(this.#ring(square, "hint-mark"));
    }
    if (options.pieces !== "discs") parts.push(...this.#captured(board, options.first));
    for (const [x, y, owner] of options.owned) {
      const [cx, cy] = this.#middle([x, y]);
      const at = { x: cx - 0.14 * UNIT, y: cy - 0.14 * UNIT, width: 0.28 * UNIT, height: 0.28 * UNIT };
      parts.push(svg("rect", { class: `owned man ${this.#colour(owner)}`, ...at }));
    }
    this.#choice.replaceChildren();
    this.#arrows.replaceChildren();
    this.element.replaceChildren(...parts, this.#marks, this.#arrows, this.#choice);
    if (hadFocus) this.element.focus({ preventScroll: true });
    this.#pointAt(this.#cursor);
    this.#mark();
  }

  /** The pieces that each side has lost, above the board: those of the first side on the left. */
  #captured(board: Board, first: Board): SVGElement[] {
    const step = 15;
    return (["piece", "other-piece"] as const).flatMap((role, side) => lost(first, board, role).map((text, nth) => {
      const x = side === 0 ? (nth + 0.5) * step : this.#width * UNIT - (nth + 0.5) * step;
      return svg("g", { class: "captured", transform: `translate(${x} ${-this.#margin / 2}) scale(0.3)` }, this.#piece([0, 0], text, side));
    }));
  }

  /** The lines of a board whose pieces stand where they cross, and its stars. */
  #lines(): SVGElement[] {
    const [half, width, height] = [UNIT / 2, this.#width * UNIT, this.#height * UNIT];
    const down = [...Array(this.#width).keys()].map((x) => `M${x * UNIT + half} ${half}V${height - half}`);
    const across = [...Array(this.#height).keys()].map((y) => `M${half} ${y * UNIT + half}H${width - half}`);
    const marks = stars(this.#width === this.#height ? this.#width : 0).map((star) => {
      const [cx, cy] = this.#middle(star);
      return svg("circle", { class: "star", cx, cy, r: 0.09 * UNIT });
    });
    return [
      svg("rect", { class: "wood", x: 0, y: 0, width, height }),
      svg("path", { class: "lines", d: [...down, ...across].join("") }),
      ...marks,
    ];
  }

  /** Draws arrows of moves, the best one widest; a piece that is put down has its rank there. */
  judge(_moves: readonly Judged[], best: readonly string[]): void {
    const parts = best.flatMap((move, nth): SVGElement[] => {
      const squares = this.#routes.find((route) => route.move === move)?.squares;
      if (!squares) return [];
      const kind = nth === 0 ? "arrow best" : "arrow";
      const [[x, y], [toX, toY]] = [this.#middle(squares[0]!), this.#middle(squares.at(-1)!)];
      if (squares.length === 1) {
        return [svg("text", { class: "rank", x, y, "font-size": 0.4 * UNIT }, String(nth + 1))];
      }
      // The head lies in the last square, and the shaft ends behind it.
      const [length, wide] = [Math.hypot(toX - x, toY - y), nth === 0 ? 6 : 3.5];
      const [dx, dy] = [(toX - x) / length, (toY - y) / length];
      const at = (along: number, aside: number): string => `${x + along * dx - aside * dy} ${y + along * dy + aside * dx}`;
      const neck = length - 3.2 * wide;
      const corners = [at(14, wide / 2), at(neck, wide / 2), at(neck, 1.6 * wide), at(length, 0), at(neck, -1.6 * wide), at(neck, -wide / 2), at(14, -wide / 2)];
      return [svg("path", { class: kind, d: `M${corners.join("L")}z` })];
    });
    this.#arrows.replaceChildren(...parts.reverse());
  }

  get #pieceSet(): PieceSet {
    return this.#options?.pieces ?? "discs";
  }

  /** Boards of discs have squares of one colour. */
  #shade([x, y]: Square): string {
    if (this.#pieceSet === "discs") return "felt";
    return (x + y) % 2 === 0 ? "light" : "dark";
  }

  /** The corner of a square on the drawing. */
  #corner([x, y]: Square): [number, number] {
    const flipped = this.#options?.flipped ?? false;
    return [(flipped ? this.#width - 1 - x : x) * UNIT, (flipped ? this.#height - 1 - y : y) * UNIT];
  }

  #middle(square: Square): [number, number] {
    const [left, top] = this.#corner(square);
    return [left + UNIT / 2, top + UNIT / 2];
  }

  #field(square: Square, kind: string): SVGElement {
    const [x, y] = this.#corner(square);
    return svg("rect", { class: kind, x, y, width: UNIT, height: UNIT });
  }

  #ring(square: Square, kind: string): SVGElement {
    const [cx, cy] = this.#middle(square);
    return svg("circle", { class: kind, cx, cy, r: 0.43 * UNIT });
  }

  /** The size of what stands around the squares: on large boards, letters are larger. */
  get #margin(): number {
    return MARGIN * Math.max(1, this.#width / 10);
  }

  /** Units of the drawing in a pixel of the screen. */
  get #scale(): number {
    return this.element.viewBox.baseVal.width / this.element.getBoundingClientRect().width;
  }

  #squareAt(event: PointerEvent): Square | null {
    const box = this.element.getBoundingClientRect();
    const place = (at: number): number => Math.floor((at * this.#scale - this.#margin) / UNIT);
    const [shownX, shownY] = [place(event.clientX - box.left), place(event.clientY - box.top)];
    if (shownX < 0 || shownY < 0 || shownX >= this.#width || shownY >= this.#height) return null;
    const flipped = this.#options?.flipped ?? false;
    return flipped ? [this.#width - 1 - shownX, this.#height - 1 - shownY] : [shownX, shownY];
  }

  /** The moves that start with the selected squares. */
  #going(picked: readonly Square[]): Route[] {
    return this.#routes.filter(({ squares }) => picked.every((square, nth) => squares[nth] && isSame(squares[nth]!, square)));
  }

  /** The moves matching the selection that end on a square. */
  #ending(square: Square): Route[] {
    if (this.#picked.length === 0) return this.#routes.filter(({ squares }) => squares.length === 1 && isSame(squares[0]!, square));
    return this.#going(this.#picked).filter(({ squares }) => squares.length > 1 && isSame(squares.at(-1)!, square));
  }

  /** Whether a square is one to be picked next. */
  #isOpen(square: Square): boolean {
    return this.#going([...this.#picked, square]).length > 0 || this.#ending(square).length > 0;
  }

  /** Picks a square; a piece that is dropped where it cannot go stays picked. */
  #pick(square: Square | null, isDropped = false): void {
    this.#choice.replaceChildren();
    const ending = square ? this.#ending(square) : [];
    // Where one move alone ends there, the squares between need not be picked.
    if (ending.length === 1) {
      this.onMove(ending[0]!.move);
      return;
    }
    const isOneWay = ending.length > 1 && ending.every(({ squares }) => String(squares) === String(ending[0]!.squares));
    if (square && isOneWay) this.#choose(square, ending);
    else if (square && this.#going([...this.#picked, square]).length > 0) this.#picked = [...this.#picked, square];
    else if (square && this.#going([square]).length > 0) this.#picked = [square];
    else if (!isDropped) this.#picked = [];
    const left = isOneWay ? ending : this.#going(this.#picked);
    this.onPick(this.#picked.length > 0 ? left.map(({ move }) => move) : null);
    this.#mark();
  }

  /** Marks the squares that can be picked next. */
  #mark(): void {
    this.#ground.replaceChildren(...this.#picked.map((square) => this.#field(square, "picked")));
    const parts: SVGElement[] = [];
    const nth = this.#picked.length;
    const going = this.#going(this.#picked);
    const next = going.flatMap(({ squares }) => (nth === 0 ? [squares[0]!] : [squares[nth]!, squares.at(-1)!]));
    const once = new Map(next.filter(Boolean).map((square) => [String(square), square] as const));
    for (const square of once.values()) {
      const [cx, cy] = this.#middle(square);
      const isTaken = this.#pieces.has(String(square));
      if (nth === 0 && isTaken) parts.push(this.#ring(square, "legal movable"));
      else if (isTaken) parts.push(this.#ring(square, "legal target taken"));
      // Almost every point of a board of lines is free.
      else if (this.#options?.drawn !== "lines") parts.push(svg("circle", { class: "legal target", cx, cy, r: 0.16 * UNIT }));
    }
    this.#marks.replaceChildren(...parts);
  }

  /** Lets the user choose among moves that name the same squares, by what the piece becomes. */
  #choose(square: Square, moves: readonly Route[]): void {
    const [left, top] = this.#corner(square);
    // Towards the middle of the board.
    const step = top < (this.#height * UNIT) / 2 ? UNIT : -UNIT;
    const side = this.#side;
    const veil = svg("rect", { class: "veil", x: 0, y: 0, width: this.#width * UNIT, height: this.#height * UNIT });
    veil.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      this.#pick(null);
    });
    const items = moves.map(({ move, becomes }, nth) => {
      const y = top + nth * step;
      const item = svg("g", { class: "option", "data-move": move }, svg("rect", { x: left, y, width: UNIT, height: UNIT }));
      if (becomes) item.append(this.#piece([left + UNIT / 2, y + UNIT / 2], becomes, side));
      else item.append(svg("text", { class: "option-text", x: left + UNIT / 2, y: y + UNIT / 2, "font-size": 16 }, move));
      return pressable(item, `Play ${move}`, () => this.onMove(move));
    });
    this.#choice.replaceChildren(veil, ...items);
  }

  /** The side whose piece is picked. */
  get #side(): number {
    const picked = this.#picked[0];
    return picked && this.#pieces.get(String(picked))?.dataset["side"] === "1" ? 1 : 0;
  }

  /** The colour of a side: its name, or else white begins. */
  #colour(side: number): string {
    const name = this.#options?.sides[side] ?? "";
    return ["white", "black"].includes(name) ? name : ["white", "black"][side]!;
  }

  #piece(middle: [number, number], text: string, side: number): SVGElement {
    const colour = this.#colour(side);
    const [cx, cy] = middle;
    const radius = (this.#options?.drawn === "lines" ? 0.46 : 0.36) * UNIT;
    const disc = (y: number): SVGElement => svg("circle", { class: `man ${colour}`, cx, cy: y, r: radius });
    const parts: SVGElement[] = [];
    const outline = OUTLINES[text.toLowerCase()];
    if (this.#pieceSet === "figures" && outline) {
      // Their foot stays near the lower edge of the square.
      const at = `translate(${cx} ${cy + 20}) scale(1.08) translate(-30 -50)`;
      parts.push(svg("path", { class: `chessman ${colour}`, d: outline.body, transform: at }));
      if (outline.lines) parts.push(svg("path", { class: `detail ${colour}`, d: outline.lines, transform: at }));
    } else if (this.#pieceSet === "men" && text !== text.toLowerCase()) {
      const [w, top, bottom] = [13, cy - 15, cy + 5];
      const d = `M${cx - w} ${bottom}L${cx - w - 1} ${top + 3}L${cx - 6} ${top + 9}L${cx} ${top}L${cx + 6} ${top + 9}L${cx + w + 1} ${top + 3}L${cx + w} ${bottom}z`;
      parts.push(disc(cy + 4), disc(cy - 4), svg("path", { class: `crown ${colour}`, d }));
    } else {
      parts.push(disc(cy));
      if (this.#pieceSet === "men") parts.push(svg("circle", { class: `rim ${colour}`, cx, cy, r: 0.24 * UNIT }));
    }
    const kind = outline && this.#pieceSet === "figures" ? outline.name : this.#pieceSet === "men" ? (text === text.toLowerCase() ? "man" : "king") : "";
    return svg("g", { class: "piece", "data-side": side, "data-name": `${colour} ${kind}`.trim() }, ...parts);
  }

  /** Names of columns and rows, or the numbers of the dark squares in their corners. */
  #labels(squares: readonly Square[]): SVGElement[] {
    const { bottom = [], left = [] } = this.#options?.labels ?? {};
    if (bottom.length === 0 && left.length > 0) {
      return squares.filter((square) => this.#shade(square) === "dark").map((square, nth) => {
        const [x, y] = this.#corner(square);
        return svg("text", { class: "square-number", x: x + 2, y: y + 10, "font-size": 10 }, String(nth + 1));
      });
    }
    const letter = (x: number, y: number, text: string): SVGElement =>
      svg("text", { class: "edge-letter", x, y, "font-size": (14 * this.#margin) / MARGIN }, text);
    return [
      ...bottom.map((text, at) => letter(this.#middle([at, 0])[0], this.#height * UNIT + 0.68 * this.#margin, text)),
      ...left.map((text, at) => letter(-this.#margin / 2, this.#middle([0, at])[1] + 0.23 * this.#margin, text)),
    ];
  }
}
