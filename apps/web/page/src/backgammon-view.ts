/** A board of backgammon: points, the bar and trays; a play is made step by step. */

import type { Board } from "./api";
import { type BoardOptions, type GameView, type GameViewClass, type Legal, PlayedBoard } from "./board-view";
import { ARROWS, svg } from "./dom";

const WIDE = 44;
const TALL = 400;
/** Around the board, where the points have their numbers. */
const MARGIN = 18;
const DISC = 19;
/** The most checkers of a point that are drawn one by one. */
const MOST_DISCS = 5;
const DIE = 34;
/** The columns of the bar and of the trays; the others hold points. */
const [BAR, TRAY] = [6, 13];
/** The checkers of a side. */
const CHECKERS = 15;

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

/** A place: column from the left and row, as the first side sees them. */
type Place = readonly [number, number];

const isSame = (one: Place | null, other: Place | null): boolean => String(one) === String(other);

/** A checker's way by one die, between places as the mover names them: a number, `bar` or `off`. */
interface Step {
  from: string;
  to: string;
}

/** The steps of a move such as `24/18 6/4*(2)`. */
function stepsOf(move: string): Step[] {
  return move.split(" ").flatMap((word) => {
    const [, path = "", count = "1"] = /^([^(]*)(?:\((\d)\))?$/.exec(word.replaceAll("*", "")) ?? [];
    const places = path.split("/");
    const steps = places.slice(1).map((to, nth) => ({ from: places[nth]!, to }));
    return Array<Step[]>(Number(count)).fill(steps).flat();
  });
}

/** What is left of steps without others; nothing if one of those is missing. */
function without(steps: readonly Step[], taken: readonly Step[]): Step[] | null {
  const rest = [...steps];
  for (const { from, to } of taken) {
    const at = rest.findIndex((step) => step.from === from && step.to === to);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** The ways of one checker from a place by one step or several. */
function ways(steps: readonly Step[], from: string): Step[][] {
  return steps.filter((step) => step.from === from).flatMap((step) => [
    [step],
    ...ways(without(steps, [step])!, step.to).map((way) => [step, ...way]),
  ]);
}

/** The checkers of a place: whose they are, and how many. */
interface Stack {
  side: number;
  count: number;
}

export class BackgammonView extends PlayedBoard implements GameView {
  readonly element = svg("svg", { class: "board backgammon", role: "img" });
  #board: Board = { width: 0, height: 0, shapes: [] };
  #legal: Legal[] = [];
  #options: BoardOptions | null = null;
  #marked: readonly string[] = [];
  #side = 0;
  /** The steps that are made of the play. */
  #taken: Step[] = [];
  /** Where the checker is that goes next. */
  #from: Place | null = null;
  #cursor: Place | null = null;

  constructor(...told: ConstructorParameters<GameViewClass>) {
    super(...told);
    const [wide, tall] = [(TRAY + 1) * WIDE + 2 * MARGIN, TALL + 2 * MARGIN];
    this.element.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${wide} ${tall}`);
    this.element.style.maxWidth = "700px";
    this.element.addEventListener("keydown", (event) => this.#key(event));
    let from: Place | null = null;
    this.element.addEventListener("pointerdown", (event) => {
      this.#cursor = null;
      from = this.#placeAt(event);
      this.#pick(from);
    });
    this.element.addEventListener("pointerup", (event) => {
      const to = this.#placeAt(event);
      // A checker may be dragged to where it goes.
      if (from && this.#from && !isSame(from, to)) this.#pick(to);
      from = null;
    });
  }

  show(board: Board, legal: Legal[], side: number, options: BoardOptions, marked: readonly string[], label: string): void {
    [this.#board, this.#legal, this.#side, this.#options, this.#marked] = [board, legal, side, options, marked];
    [this.#taken, this.#from] = [[], null];
    const pips = options.names.map((name, nth) => `${name} has ${this.#pips(nth)} pips and ${this.#off(nth)} off`);
    this.element.setAttribute("aria-label", `${label} ${pips.join(", ")}.`);
    this.#draw();
  }

  /** The checkers by place, after the steps that are made. */
  #stacks(): Map<string, Stack> {
    const stacks = new Map<string, Stack>();
    for (const shape of this.#board.shapes) {
      if (shape.type !== "glyph") continue;
      stacks.set(String([shape.x, shape.y]), { side: shape.role === "piece" ? 0 : 1, count: Number(shape.text.slice(1)) });
    }
    const put = (place: Place, side: number): void => {
      if (place[0] === TRAY) return;
      const there = stacks.get(String(place));
      if (there && there.side !== side) put([BAR, there.side], there.side);
      stacks.set(String(place), { side, count: there?.side === side ? there.count + 1 : 1 });
    };
    for (const { from, to } of this.#taken) {
      const stack = stacks.get(String(this.#place(from)));
      if (stack) stack.count -= 1;
      put(this.#place(to), this.#side);
    }
    return stacks;
  }

  /** Where a place is that the mover names. */
  #place(name: string): Place {
    if (name === "bar") return [BAR, this.#side];
    if (name === "off") return [TRAY, 1 - this.#side];
    const { top = [], bottom = [] } = this.#options?.labels ?? {};
    const row = bottom.includes(name) ? 1 : 0;
    return [(row === 1 ? bottom : top).indexOf(name), row];
  }

  #name([x, row]: Place): string {
    const { top = [], bottom = [] } = this.#options?.labels ?? {};
    return x === TRAY ? "off" : (row === 1 ? bottom : top)[x] ?? "";
  }

  /** How far the checkers of a side have to go. */
  #pips(side: number): number {
    // The points are numbered from the end of whoever is to move.
    const isFirst = this.#options?.labels.bottom.at(-1) === "1";
    const sum = [...this.#stacks()].filter(([, stack]) => stack.side === side).map(([at, { count }]) => {
      const place = at.split(",").map(Number) as [number, number];
      const number = Number(this.#name(place));
      if (place[0] === BAR) return count * 25;
      return count * (isFirst === (side === 0) ? number : 25 - number);
    });
    return sum.reduce((all, each) => all + each, 0);
  }

  /** The checkers of a side that are borne off. */
  #off(side: number): number {
    const counts = [...this.#stacks().values()].filter((stack) => stack.side === side).map(({ count }) => count);
    return CHECKERS - counts.reduce((all, each) => all + each, 0);
  }

  /** What is left of each play that begins with the steps made. */
  #rests(): { move: string; rest: Step[] }[] {
    return this.#legal.flatMap(({ move }) => {
      const rest = without(stepsOf(move), this.#taken);
      return rest ? [{ move, rest }] : [];
    });
  }

  /** The ways of the checker on a place; from the bar first. */
  #ways(place: Place): Step[][] {
    const [name, rests] = [this.#name(place), this.#rests()];
    const stack = this.#stacks().get(String(place));
    if (!stack || stack.count === 0 || stack.side !== this.#side) return [];
    if (name !== "bar" && rests.some(({ rest }) => rest.some(({ from }) => from === "bar"))) return [];
    return rests.flatMap(({ rest }) => ways(rest, name)).sort((one, other) => one.length - other.length);
  }

  /** Picks the checker that goes, or where it goes; anything else takes the steps back. */
  #pick(place: Place): void {
    const way = this.#from && this.#ways(this.#from).find((steps) => isSame(this.#place(steps.at(-1)!.to), place));
    if (way) [this.#taken, this.#from] = [[...this.#taken, ...way], null];
    else if (this.#ways(place).length > 0) this.#from = isSame(this.#from, place) ? null : place;
    else [this.#taken, this.#from] = [[], null];
    const rests = this.#rests();
    const whole = this.#taken.length > 0 && rests.find(({ rest }) => rest.length === 0);
    if (whole) {
      this.onMove(whole.move);
      return;
    }
    this.onPick(this.#taken.length > 0 || this.#from ? rests.map(({ move }) => move) : null);
    this.#draw();
  }

  #draw(): void {
    const options = this.#options!;
    const parts: SVGElement[] = [
      svg("rect", { class: "frame", x: -MARGIN, y: -MARGIN, width: (TRAY + 1) * WIDE + 2 * MARGIN, height: TALL + 2 * MARGIN, rx: 10 }),
      svg("rect", { class: "felt", x: this.#left(0, 13), y: 0, width: 13 * WIDE, height: TALL }),
      svg("rect", { class: "bar-column", x: this.#left(BAR), y: 0, width: WIDE, height: TALL }),
    ];
    for (const row of [0, 1]) {
      parts.push(svg("rect", { class: "tray", x: this.#left(TRAY) + 4, y: row * (TALL - 170), width: WIDE - 8, height: 170 }));
      for (let x = 0; x < TRAY; x += 1) {
        if (x === BAR) continue;
        const [base, tip] = row === 0 ? [0, 170] : [TALL, TALL - 170];
        const shade = (x + (x > BAR ? 1 : 0) + row) % 2 === 0 ? "light" : "dark";
        const left = this.#left(x);
        parts.push(svg("path", { class: `point ${shade}`, d: `M${left} ${base}h${WIDE}L${left + WIDE / 2} ${tip}z` }));
        const y = row === 0 ? -MARGIN / 2 : TALL + MARGIN / 2;
        parts.push(svg("text", { class: "point-number", x: left + WIDE / 2, y, "font-size": 13 }, this.#name([x, row])));
      }
    }
    for (const [at, { side, count }] of this.#stacks()) {
      const [x, row] = at.split(",").map(Number) as [number, number];
      parts.push(...this.#stack(x, row, side, count));
    }
    for (const side of [0, 1]) parts.push(...this.#borneOff(side));
    parts.push(...this.#dice(options.position));
    const hints = this.#legal.filter(({ move }) => this.#marked.includes(move)).flatMap(({ move }) => stepsOf(move));
    for (const { from, to } of hints) parts.push(this.#ring(this.#place(from), "hint-mark"), this.#ring(this.#place(to), "hint-mark"));
    const open = this.#from
      ? this.#ways(this.#from).map((steps) => this.#place(steps.at(-1)!.to))
      : [...this.#stacks().keys()].map((at) => at.split(",").map(Number) as [number, number]).filter((at) => this.#ways(at).length > 0);
    const once = new Map(open.map((place) => [String(place), place] as const));
    for (const place of once.values()) {
      if (this.#from) parts.push(this.#ring(place, "target"));
      else {
        const [cx, cy] = this.#middle(place, 0);
        parts.push(svg("circle", { class: "legal", cx, cy: cy + (place[1] === 0 ? -13 : 13), r: 4 }));
      }
    }
    if (this.#from) parts.push(this.#ring(this.#from, "picked"));
    if (this.#cursor) {
      const corner = { x: this.#left(this.#cursor[0]), y: (this.#cursor[1] * TALL) / 2, width: WIDE, height: TALL / 2 };
      parts.push(svg("rect", { class: "cursor", ...corner }));
    }
    this.element.replaceChildren(...parts);
  }

  /** The dice, the last word of a position, on the half of the board of who moves. */
  #dice(position: string): SVGElement[] {
    const [, side, faces] = /\s(\w+) ([1-6]{2})$/.exec(position) ?? [];
    if (!faces) return [];
    const middle = this.#left(side === "2" ? 3 : 10) + (this.#options?.flipped ? WIDE : 0);
    return [...faces].map((face, nth) =>
      die(middle + (nth === 0 ? -DIE : DIE) * 0.65, TALL / 2, Number(face), side === "2" ? 1 : 0),
    );
  }

  /** The left edge of a column, or of several. */
  #left(x: number, count = 1): number {
    return (this.#options?.flipped ? TRAY + 1 - x - count : x) * WIDE;
  }

  /** The middle of the checker `nth` of a place, from the edge. */
  #middle([x, row]: Place, nth: number): [number, number] {
    const depth = DISC + 2 + nth * DISC * 1.85;
    return [this.#left(x) + WIDE / 2, row === 0 ? depth : TALL - depth];
  }

  #stack(x: number, row: number, side: number, count: number): SVGElement[] {
    if (count === 0) return [];
    const drawn = Math.min(count, MOST_DISCS);
    const parts: SVGElement[] = [];
    for (let nth = 0; nth < drawn; nth += 1) {
      const [cx, cy] = this.#middle([x, row], nth);
      parts.push(svg("circle", { class: `stone side-${side}`, cx, cy, r: DISC - 1 }));
    }
    const [cx, cy] = this.#middle([x, row], drawn - 1);
    if (count > MOST_DISCS) parts.push(svg("text", { class: "stone-letter", x: cx, y: cy, "font-size": 16 }, String(count)));
    return parts;
  }

  /** The tray of a side: its borne-off checkers on edge, and beside the middle how many pips are left. */
  #borneOff(side: number): SVGElement[] {
    const [x, count] = [this.#left(TRAY), this.#off(side)];
    const [high, row] = [10, 1 - side];
    const parts: SVGElement[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const y = row === 0 ? 4 + nth * (high + 1) : TALL - 4 - high - nth * (high + 1);
      parts.push(svg("rect", { class: `stone side-${side}`, x: x + 7, y, width: WIDE - 14, height: high, rx: 3 }));
    }
    const y = row === 0 ? 184 : TALL - 184;
    parts.push(svg("text", { class: `pip-count side-${side}`, x: x + WIDE / 2, y, "font-size": 16 }, String(this.#pips(side))));
    return parts;
  }

  #ring(place: Place, kind: string): SVGElement {
    const stack = this.#stacks().get(String(place));
    // On top of the checkers that are there.
    const [cx, cy] = this.#middle(place, stack && place[0] !== TRAY ? Math.min(Math.max(stack.count, 1), MOST_DISCS) - 1 : 0);
    return svg("circle", { class: kind, cx, cy, r: DISC + 1 });
  }

  #placeAt(event: PointerEvent): Place {
    const box = this.element.getBoundingClientRect();
    const scale = this.element.viewBox.baseVal.width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - MARGIN) / WIDE);
    const row = (event.clientY - box.top) * scale - MARGIN < TALL / 2 ? 0 : 1;
    const shown = Math.min(Math.max(column, 0), TRAY);
    const x = this.#options?.flipped ? TRAY - shown : shown;
    // The bar and the trays have no rows to aim at.
    if (x === BAR) return [BAR, this.#side];
    return x === TRAY ? [TRAY, 1 - this.#side] : [x, row];
  }

  /** The arrow keys go from point to point, Enter picks, Escape takes the steps back. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) {
      const [x, row] = this.#cursor ?? [TRAY - 1, 1];
      const right = this.#cursor ? way[0] * (this.#options?.flipped ? -1 : 1) : 0;
      const down = this.#cursor ? way[1] : 0;
      this.#cursor = [Math.min(Math.max(x + right, 0), TRAY), Math.min(Math.max(row + down, 0), 1)];
    } else if (event.key === "Escape") {
      [this.#taken, this.#from] = [[], null];
      this.onPick(null);
    } else if ((event.key === "Enter" || event.key === " ") && this.#cursor) this.#pick(this.#cursor);
    else return;
    event.preventDefault();
    this.#draw();
    if (this.#cursor) this.onSay(this.#described(this.#cursor));
  }

  /** A place as a screen reader says it. */
  #described(place: Place): string {
    const [names, name] = [this.#options?.names ?? [], this.#name(place)];
    const stack = this.#stacks().get(String(place));
    const there = stack && stack.count > 0 ? `${stack.count} of ${names[stack.side]}` : "empty";
    const isTo = this.#from && this.#ways(this.#from).some((steps) => isSame(this.#place(steps.at(-1)!.to), place));
    const role = isSame(this.#from, place) ? "picked" : isTo ? "possible" : this.#ways(place).length > 0 ? "can move" : "";
    const title = name === "off" ? `tray of ${names[1 - place[1]]}` : name === "bar" ? "bar" : `point ${name}`;
    return [title, name === "off" ? `${this.#off(1 - place[1])} off` : there, role].filter(Boolean).join(", ");
  }
}
