/** The recorded steps of a search, and its state after any number of them. */

import { number } from "./dom";
import words from "./words.json";

/** The position of a state, or its text. */
export interface Place {
  x?: number;
  y?: number;
  vertex?: number;
  text?: string;
}

/** A step, as traces write it: see the crate `tremaux-trace`. */
export type TraceEvent =
  | ({ type: "generated"; id: number; parent?: number; action?: string } & Costs & Place)
  | ({ type: "expanded"; id: number; g: number | null } & Place)
  | { type: "reopened"; id: number }
  | { type: "duplicate"; id?: number; parent?: number }
  | { type: "pruned"; id: number; reason: string }
  | { type: "left"; id: number }
  | { type: "iteration"; limit: number | null }
  | { type: "bound"; cost: number | null }
  | { type: "solution"; cost: number | null }
  | ({ type: "path"; id: number } & Place)
  | ({ type: "entered"; id: number; parent?: number; move?: string } & Window & Place)
  | { type: "scored"; id: number; score: number; source: string; payoffs?: number[] }
  | ({ type: "cutoff"; id: number; move: string; tried: number; untried?: number; reason?: string } & Refutation)
  | { type: "line"; depth: number; score: number; exact: boolean; moves: string[] }
  | { type: "end"; status: string };

interface Costs {
  g: number | null;
  h: number | null;
}

/** A score, and what it is not below, or not above. */
interface Refutation {
  score: number;
  beta: number;
}

/** The fields of a trace header that are used here. */
export interface TraceHeader {
  shape?: string;
  /** The instance as text. */
  instance?: string;
  /** The names of the sides of a game. */
  sides?: string[];
  /** The side that all scores are for; if omitted, each is for the side that moved there. */
  judged?: number;
  /** The unit of scores. */
  unit?: string;
}

/** In place of a side: chance moved. */
export const CHANCE = 255;

interface Window {
  side: number;
  ply: number;
  depth: number;
  alpha: number;
  beta: number;
}

/** The kinds of recorded steps. */
export const enum Kind {
  Generate,
  Expand,
  Duplicate,
  Reopen,
  Prune,
  Leave,
  Iterate,
  Bound,
  Solve,
}

/** What events are called, by their names. */
export type Words<T> = Readonly<Record<string, T>>;

const REASONS = Object.keys(words.pruned);

/** The reason for pruning, in words. */
export function inWords(reason: string): string {
  return (words.pruned as Words<string>)[reason] ?? "cut off";
}

/** All steps of one search of a problem. */
export class SearchRecord {
  readonly kind: Kind[] = [];
  readonly node: number[] = [];
  readonly parent: number[] = [];
  readonly g: number[] = [];
  readonly h: number[] = [];
  /** Where each node is, by its number. */
  readonly places: Place[] = [];
  /** The action that first led to each node. */
  readonly actions: string[] = [];
  /** The nodes of the plan that was found. */
  readonly plan: number[] = [];
  /** The start of each frame: an expansion and the steps that follow from it, with the iteration that it begins. */
  readonly #frames: number[] = [];
  /** The iteration that has begun since the last expansion. */
  #begun: number | null = null;

  get length(): number {
    return this.kind.length;
  }

  get nodeCount(): number {
    return this.places.length;
  }

  #place(id: number, place: Place, action = ""): void {
    if (this.places[id] !== undefined) return;
    const { x, y, vertex, text } = place;
    const known: Place = {};
    if (x !== undefined && y !== undefined) [known.x, known.y] = [x, y];
    if (vertex !== undefined) known.vertex = vertex;
    if (text !== undefined) known.text = text;
    this.places[id] = known;
    this.actions[id] = action;
  }

  #push(kind: Kind, node: number, parent = -1, g = Number.NaN, h = Number.NaN): void {
    this.kind.push(kind);
    this.node.push(node);
    this.parent.push(parent);
    this.g.push(g);
    this.h.push(h);
  }

  /** Adds steps. */
  add(events: readonly TraceEvent[]): void {
    for (const event of events) {
      switch (event.type) {
        case "generated":
          this.#place(event.id, event, event.action);
          this.#push(Kind.Generate, event.id, event.parent, known(event.g), known(event.h));
          break;
        case "expanded":
          this.#place(event.id, event);
          this.#frames.push(this.#begun ?? this.length);
          this.#begun = null;
          this.#push(Kind.Expand, event.id, -1, known(event.g));
          break;
        case "duplicate":
          this.#push(Kind.Duplicate, event.id ?? -1, event.parent);
          break;
        case "reopened":
          this.#push(Kind.Reopen, event.id);
          break;
        case "pruned":
          this.#push(Kind.Prune, event.id, REASONS.indexOf(event.reason));
          break;
        case "left":
          this.#push(Kind.Leave, event.id);
          break;
        case "iteration":
          this.#begun = this.length;
          this.#push(Kind.Iterate, -1, -1, known(event.limit));
          break;
        case "bound":
          this.#push(Kind.Bound, -1, -1, known(event.cost));
          break;
        case "solution":
          this.#push(Kind.Solve, -1, -1, known(event.cost));
          break;
        case "path":
          this.#place(event.id, event);
          this.plan.push(event.id);
          break;
        default:
          break;
      }
    }
  }

  /** How many frames there are. */
  get frameCount(): number {
    return this.#frames.length;
  }

  /** After how many steps the frame `nth`, from 1, ends; for 0, where the first one begins. */
  frameEnd(nth: number): number {
    return this.#frames[nth] ?? this.length;
  }
}

/** Infinity is no number in JSON. */
function known(value: number | null): number {
  return value ?? Number.POSITIVE_INFINITY;
}

/** The status of a state. */
export const enum Status {
  Unknown,
  Open,
  Closed,
  Left,
}

/** What is drawn of a search: its state after some steps, or at its end. */
export interface Moment {
  /** After how many steps it is. */
  readonly at: number;
  /** The node of each cell of a grid or vertex of a graph, or -1. */
  readonly nodeAt: Int32Array;
  readonly status: Uint8Array;
  readonly g: Float64Array;
  readonly h: Float64Array;
  readonly parent: Int32Array;
  /** Which expansion the last one of a state was, from 1. */
  readonly order: Int32Array;
  readonly expanded: number;
  readonly current: number;
  /** Why the search went no farther from a state that is left, among {@link REASONS}; -1 if it tried everything. */
  readonly reason: Int8Array;
  /** The plan that was found, or the path to the current node. */
  readonly path: { nodes: readonly number[]; isPlan: boolean };
  /** The cell or vertex of a node, or -1. */
  cell(node: number): number;
}

/** The steps to neighbours on a grid, as plans name them. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1],
};

/** What no search has looked at. */
export const NOTHING = { nodeAt: new Int32Array(0), status: new Uint8Array(0), order: new Int32Array(0) };

/** The end of a search on a grid whose steps were not recorded: the plan, and perhaps the cells that it has seen. */
export class End implements Moment {
  readonly at = 0;
  readonly nodeAt: Int32Array = NOTHING.nodeAt;
  readonly status: Uint8Array = NOTHING.status;
  readonly g = new Float64Array(0);
  readonly h = new Float64Array(0);
  readonly parent = new Int32Array(0);
  readonly order: Int32Array = NOTHING.order;
  readonly reason = new Int8Array(0);
  readonly current = -1;
  readonly expanded = 0;
  readonly path: { nodes: readonly number[]; isPlan: boolean };

  /** Of a plan of directions or places, from a cell of a grid with rows of `width`; `seen` has the
   * status of each cell as a digit. */
  constructor(plan: readonly string[], start: number, width: number, seen: string) {
    if (seen) {
      this.status = new TextEncoder().encode(seen);
      this.nodeAt = new Int32Array(seen.length);
      for (let cell = 0; cell < seen.length; cell += 1) {
        this.status[cell]! -= 48;
        this.nodeAt[cell] = this.status[cell] === Status.Unknown ? -1 : cell;
      }
    }
    const nodes = [start];
    for (const word of plan) {
      const at = nodes.at(-1)!;
      const [x, y] = STEPS[word] ?? [Number.NaN, 0];
      const [column, row] = word.split(",").map(Number);
      nodes.push(Number.isNaN(x) ? row! * width + column! : at + y * width + x);
    }
    this.path = { nodes, isPlan: plan.length > 0 };
  }

  cell(node: number): number {
    return node;
  }
}

/** The state of a search after some steps. */
export class Replay implements Moment {
  readonly record: SearchRecord;
  at = 0;
  status = new Uint8Array(0);
  g = new Float64Array(0);
  h = new Float64Array(0);
  parent = new Int32Array(0);
  reason = new Int8Array(0);
  order = new Int32Array(0);
  expanded = 0;
  generated = 0;
  duplicates = 0;
  reopened = 0;
  pruned = 0;
  iterations = 0;
  bound = 0;
  solution = Number.NaN;
  current = -1;
  readonly nodeAt: Int32Array;
  readonly #width: number;

  /** Of a grid of `cells` cells with rows of `width`; of a graph, if that is 0. */
  constructor(record: SearchRecord, width: number, cells: number) {
    this.record = record;
    this.#width = width;
    this.nodeAt = new Int32Array(cells);
    this.#reset();
  }

  #reset(): void {
    const count = this.record.nodeCount;
    this.at = 0;
    this.status = new Uint8Array(count);
    this.g = new Float64Array(count).fill(Number.NaN);
    this.h = new Float64Array(count).fill(Number.NaN);
    this.parent = new Int32Array(count).fill(-1);
    this.reason = new Int8Array(count);
    this.order = new Int32Array(count);
    this.nodeAt.fill(-1);
    this.expanded = this.generated = this.duplicates = this.reopened = 0;
    this.pruned = this.iterations = this.bound = 0;
    this.solution = Number.NaN;
    this.current = -1;
  }

  /** The cell or vertex of a node, or -1. */
  cell(node: number): number {
    const place = this.record.places[node];
    if (place?.vertex !== undefined) return place.vertex;
    if (place?.x === undefined || place.y === undefined) return -1;
    return place.y * this.#width + place.x;
  }

  #stand(node: number): void {
    const cell = this.cell(node);
    if (cell >= 0 && cell < this.nodeAt.length) this.nodeAt[cell] = node;
  }

  /** Goes to the state after the given number of steps. */
  seek(step: number): void {
    if (step < this.at || this.status.length !== this.record.nodeCount) this.#reset();
    const { kind, node, parent, g, h } = this.record;
    for (; this.at < step && this.at < this.record.length; this.at += 1) {
      const at = this.at;
      const state = node[at]!;
      switch (kind[at]!) {
        case Kind.Generate:
          if (parent[at]! >= 0) this.generated += 1;
          this.status[state] = Status.Open;
          this.g[state] = g[at]!;
          this.h[state] = h[at]!;
          this.parent[state] = parent[at]!;
          this.#stand(state);
          break;
        case Kind.Expand:
          this.expanded += 1;
          this.status[state] = Status.Closed;
          // Some searches do not report that they begin with a state.
          if (Number.isNaN(this.g[state])) this.g[state] = g[at]!;
          this.order[state] = this.expanded;
          this.current = state;
          this.#stand(state);
          break;
        case Kind.Duplicate:
          this.generated += 1;
          this.duplicates += 1;
          break;
        case Kind.Reopen:
          this.reopened += 1;
          break;
        case Kind.Prune:
          this.pruned += 1;
          if (this.order[state] === 0) this.status[state] = Status.Left;
          this.reason[state] = parent[at]!;
          break;
        case Kind.Leave:
          this.status[state] = Status.Left;
          this.reason[state] = -1;
          break;
        case Kind.Iterate:
          this.iterations += 1;
          this.status.fill(Status.Unknown);
          this.order.fill(0);
          this.nodeAt.fill(-1);
          this.current = -1;
          break;
        case Kind.Bound:
          this.bound = g[at]!;
          break;
        case Kind.Solve:
          this.solution = g[at]!;
          break;
      }
    }
  }

  /** The nodes of the plan once the search is over, and before that of the path to the current one. */
  get path(): { nodes: readonly number[]; isPlan: boolean } {
    const isPlan = this.at >= this.record.length && this.record.plan.length > 0;
    return { nodes: isPlan ? this.record.plan : this.pathTo(this.current), isPlan };
  }

  /** The nodes from the start to `node`. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    // A truncated record may contain a cycle.
    for (let at = node; at >= 0 && path.length <= this.parent.length; at = this.parent[at] ?? -1) {
      path.push(at);
    }
    return path.reverse();
  }
}

/** Describes the current state of a node. */
export function describeNode(replay: Moment, node: number, isInformed: boolean): string {
  const [g, h] = [replay.g[node] ?? Number.NaN, replay.h[node] ?? Number.NaN];
  const parts: string[] = [];
  const status = replay.status[node];
  if (status === Status.Unknown || status === undefined) return "not reached";
  if (node === replay.current && !replay.path.isPlan) parts.push("expanded now");
  if (status === Status.Open) parts.push("open");
  const order = replay.order[node];
  if (status === Status.Closed) parts.push(order ? `closed, expansion ${order}` : "closed");
  if (status === Status.Left) {
    const reason = replay.reason[node] ?? -1;
    parts.push(reason < 0 ? "backtracked" : `cut off: ${inWords(REASONS[reason] ?? "")}`);
  }
  if (Number.isNaN(g)) return parts.join();
  if (isInformed || h > 0) parts.push(`f = g + h = ${number(g)} + ${number(h)} = ${number(g + h)}`);
  else parts.push(`g = ${number(g)}`);
  return parts.join("; ");
}
