/** A cube in three dimensions, turned and painted by hand; beside it, unfolded. */

import { button, el, fill, svg } from "./dom";
import { Drawing } from "./puzzle-views";

type Vector = readonly [number, number, number];

/** A face: where it looks, where its rows and columns go, and its place in the net. */
interface Face {
  name: string;
  colour: string;
  out: Vector;
  right: Vector;
  down: Vector;
  net: readonly [number, number];
}

/** The faces in the order in which facelets are written. x goes to the right, y up, z to the viewer. */
const FACES: readonly Face[] = [
  { name: "U", colour: "white", out: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1], net: [1, 0] },
  { name: "R", colour: "red", out: [1, 0, 0], right: [0, 0, -1], down: [0, -1, 0], net: [2, 1] },
  { name: "F", colour: "green", out: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0], net: [1, 1] },
  { name: "D", colour: "yellow", out: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1], net: [1, 2] },
  { name: "L", colour: "orange", out: [-1, 0, 0], right: [0, 0, 1], down: [0, -1, 0], net: [0, 1] },
  { name: "B", colour: "blue", out: [0, 0, -1], right: [-1, 0, 0], down: [0, -1, 0], net: [3, 1] },
];

/** Quarters clockwise by what is written behind a face. */
const QUARTERS: readonly (readonly [string, number])[] = [["", 1], ["2", 2], ["'", -1]];

const [CENTRE_X, CENTRE_Y, SCALE, EYE] = [160, 160, 94, 13];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The sum of vectors, each by a factor. */
function combine(...parts: readonly (readonly [number, Vector])[]): Vector {
  const at = (nth: 0 | 1 | 2): number => parts.reduce((sum, [by, vector]) => sum + by * vector[nth], 0);
  return [at(0), at(1), at(2)];
}

/** Turned about an axis of length 1, clockwise as seen from its tip. */
function turned(vector: Vector, axis: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return combine([cos, vector], [-sin, cross(axis, vector)], [(1 - cos) * dot(axis, vector), axis]);
}

/** A layer while it turns: its face, and the angle in radians. */
interface Turn {
  face: Face;
  angle: number;
}

export class CubeView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing cube", role: "img" });
  /** The colours to paint with. */
  readonly tools = el("div", { class: "buttons", role: "group", "aria-label": "Paint" });
  readonly #solid = svg("g", { class: "solid" });
  readonly #net = svg("g", { class: "net" });
  #facelets = "";
  #size = 3;
  #yaw = 0.62;
  #pitch = 0.5;
  #paint: string | null = null;
  #frame = 0;

  /** Calls `onMove` with turns, such as `R'`, and with painted facelets, such as `12=R`. */
  constructor(onMove: (move: string) => void) {
    super(onMove);
    this.element.append(this.#solid, this.#net);
    for (const { name, colour } of FACES) {
      const tool = button(name, () => this.#choose(this.#paint === name ? null : name), { label: `Paint ${colour}: ${name}`, class: `paint ${name}` });
      tool.dataset["paint"] = name;
      this.tools.append(tool);
    }
    this.#choose(null);
    this.#listen();
  }

  key(key: string): boolean {
    const step = { ArrowLeft: [0.26, 0], ArrowRight: [-0.26, 0], ArrowUp: [0, 0.26], ArrowDown: [0, -0.26] }[key];
    if (step) this.#look(step[0]!, step[1]!);
    return step !== undefined;
  }

  /** Shows the facelets of the faces U, R, F, D, L and B, each row by row; a turn is seen turning. */
  show(state: string): void {
    const faces = state.split(/\s+/).filter(Boolean);
    const all = faces.join("");
    const size = Math.round(Math.sqrt(all.length / 6));
    // Turns are not facelets: the server tells those.
    if (!/^[URFDLB]+$/.test(all) || size < 2 || size ** 2 * 6 !== all.length) return;
    cancelAnimationFrame(this.#frame);
    const turn = size === this.#size && all !== this.#facelets ? this.#turnTo(all) : null;
    const before = this.#facelets;
    [this.#facelets, this.#size] = [all, size];
    const named = FACES.map(({ name }, nth) => `${name} ${all.slice(nth * size ** 2, (nth + 1) * size ** 2)}`);
    this.element.setAttribute("aria-label", `Cube, face by face: ${named.join(", ")}`);
    // On a telephone the net lies below.
    const isNarrow = matchMedia("(max-width: 700px)").matches;
    this.element.setAttribute("viewBox", isNarrow ? "20 0 280 560" : "0 0 600 320");
    this.#net.setAttribute("transform", isNarrow ? "translate(-302 266)" : "");
    this.#unfold();
    if (turn && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#animate(before, turn);
    else this.#draw(all);
  }

  #choose(paint: string | null): void {
    this.#paint = paint;
    this.element.classList.toggle("painted", paint !== null);
    for (const tool of this.tools.children) {
      tool.setAttribute("aria-pressed", String((tool as HTMLElement).dataset["paint"] === paint));
    }
  }

  /** The middle of a facelet; faces are at distance 1 from the middle of the cube. */
  #middle(at: number): Vector {
    const size = this.#size;
    const { out, right, down } = FACES[Math.floor(at / size ** 2)]!;
    const place = (nth: number): number => (2 * nth + 1) / size - 1;
    return combine([1, out], [place(at % size), right], [place(Math.floor(at / size) % size), down]);
  }

  #isIn(middle: Vector, { out }: Face): boolean {
    return dot(middle, out) > 1 - 2 / this.#size;
  }

  /** The turn of a face that leads from what is shown to other facelets, if one does. */
  #turnTo(facelets: string): Turn | null {
    const middles = [...facelets].map((_, at) => this.#middle(at));
    const name = (place: Vector): string => place.map((each) => Math.round(each * this.#size)).join();
    const places = new Map(middles.map((middle, at) => [name(middle), at]));
    for (const face of FACES) {
      for (const [, quarters] of QUARTERS) {
        const angle = (quarters * Math.PI) / 2;
        const isSame = middles.every((middle, at) => {
          const to = this.#isIn(middle, face) ? places.get(name(turned(middle, face.out, angle))) : at;
          return facelets[to ?? at] === this.#facelets[at];
        });
        if (isSame) return { face, angle };
      }
    }
    return null;
  }

  #animate(before: string, { face, angle }: Turn): void {
    const start = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, (now - start) / 220);
      if (share >= 1) return this.#draw(this.#facelets);
      this.#draw(before, { face, angle: angle * share * (2 - share) });
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** A place as the viewer sees it. */
  #seen(place: Vector): Vector {
    return turned(turned(place, [0, 1, 0], this.#yaw), [1, 0, 0], -this.#pitch);
  }

  #project(place: Vector): readonly [number, number] {
    const [x, y, z] = this.#seen(place);
    const scale = (SCALE * EYE) / (EYE - z);
    return [CENTRE_X + x * scale, CENTRE_Y - y * scale];
  }

  /** A square that is seen from outside; nothing if it is seen from behind. */
  #square(middle: Vector, right: Vector, down: Vector, turn: Turn | null): string | null {
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => {
      const corner = combine([1, middle], [x!, right], [y!, down]);
      return this.#project(turn ? turned(corner, turn.face.out, turn.angle) : corner);
    });
    const [a, b, c] = corners as [readonly [number, number], readonly [number, number], readonly [number, number]];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    return area > 0 ? corners.map((corner) => corner.map((each) => each.toFixed(1)).join()).join(" ") : null;
  }

  #draw(facelets: string, turn: Turn | null = null): void {
    const parts: SVGElement[] = [];
    const half = 1 / this.#size;
    // The layer that turns and the rest are convex: drawn one after the other, nothing overlaps.
    const put = (isLayer: boolean): void => {
      const motion = isLayer ? turn : null;
      if (turn) {
        const { out, right, down } = turn.face;
        const [middle, across] = [combine([1 - 2 * half, out]), isLayer ? combine([-1, right]) : right];
        const points = this.#square(middle, across, down, motion);
        if (points) parts.push(svg("polygon", { class: "inside", points }));
      }
      for (const [at, letter] of [...facelets].entries()) {
        const middle = this.#middle(at);
        if (turn && this.#isIn(middle, turn.face) !== isLayer) continue;
        const { right, down } = FACES[Math.floor(at / this.#size ** 2)]!;
        const points = this.#square(middle, combine([half, right]), combine([half, down]), motion);
        if (points) parts.push(svg("polygon", { class: `facelet ${letter}`, points, "data-at": at }));
      }
    };
    const isNear = turn !== null && EYE * this.#seen(turn.face.out)[2] > 1 - 2 * half;
    if (turn && !isNear) put(true);
    put(false);
    if (isNear) put(true);
    this.#solid.replaceChildren(...parts);
  }

  /** All faces, with letters for people who cannot distinguish the colours. */
  #unfold(): void {
    const [size, edge] = [this.#size, 66 / this.#size];
    const parts = [...this.#facelets].flatMap((letter, at) => {
      const [left, top] = FACES[Math.floor(at / size ** 2)]!.net;
      const x = 326 + left * 68 + (at % size) * edge;
      const y = 58 + top * 68 + (Math.floor(at / size) % size) * edge;
      return [
        svg("rect", { class: `facelet ${letter}`, x, y, width: edge - 1, height: edge - 1, rx: 3, "data-at": at }),
        svg("text", { class: "facelet-letter", x: x + edge / 2, y: y + edge / 2, "font-size": edge * 0.55 }, letter),
      ];
    });
    fill(this.#net, ...parts);
  }

  #look(yaw: number, pitch: number): void {
    this.#yaw += yaw;
    this.#pitch = Math.min(1.5, Math.max(-1.5, this.#pitch + pitch));
    this.#draw(this.#facelets);
  }

  /** The turn of the layer of a facelet that moves it as a pointer moves; nothing for a layer in the middle. */
  #dragged(at: number, x: number, y: number): string | null {
    const middle = this.#middle(at);
    const { out, right, down } = FACES[Math.floor(at / this.#size ** 2)]!;
    const ways = [right, down, combine([-1, right]), combine([-1, down])];
    const along = (way: Vector): number => {
      const [from, to] = [this.#project(middle), this.#project(combine([1, middle], [0.1, way]))];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      return (dx * x + dy * y) / Math.hypot(dx, dy);
    };
    const way = ways.reduce((best, each) => (along(each) > along(best) ? each : best));
    const axis = cross(out, way);
    const face = FACES.find((each) => Math.abs(dot(each.out, axis)) > 0.5 && this.#isIn(middle, each));
    return face ? face.name + (dot(face.out, axis) > 0 ? "'" : "") : null;
  }

  /** A facelet is dragged to turn its layer, or pressed to be painted; anything else turns the whole cube. */
  #listen(): void {
    let [facelet, isPressed, isLook] = [null as number | null, false, false];
    let [x, y] = [0, 0];
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const at = (event.target as Element).getAttribute("data-at");
      [facelet, isPressed, isLook] = [at === null ? null : Number(at), true, at === null];
      [x, y] = [event.clientX, event.clientY];
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!isPressed) return;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      if (facelet !== null) {
        if (Math.hypot(dx, dy) < 10) return;
        const move = this.#dragged(facelet, dx, dy);
        [facelet, isPressed, isLook] = [null, move === null, move === null];
        if (move) return this.onMove(move);
      }
      if (!isLook) return;
      this.#look(-dx / 110, dy / 110);
      [x, y] = [event.clientX, event.clientY];
    });
    this.element.addEventListener("pointerup", () => {
      if (isPressed && facelet !== null && this.#paint) this.onMove(`${facelet}=${this.#paint}`);
      [facelet, isPressed, isLook] = [null, false, false];
    });
    this.element.addEventListener("pointercancel", () => {
      [facelet, isPressed, isLook] = [null, false, false];
    });
  }
}

/** The facelets of a cube with one painted, as in `12=R`; nothing for a move that paints none. */
export function painted(state: string, move: string): string | undefined {
  const [, at, letter] = /^(\d+)=(.)$/.exec(move) ?? [];
  if (at === undefined || letter === undefined) return undefined;
  const facelets = [...state.replace(/\s/g, "")];
  facelets[Number(at)] = letter;
  const face = facelets.length / 6;
  return FACES.map((_, nth) => facelets.slice(nth * face, (nth + 1) * face).join("")).join(" ");
}
