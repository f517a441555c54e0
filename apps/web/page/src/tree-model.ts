/** The tree of a search: its nodes, and their state after any number of steps. */

import { CHANCE, type TraceEvent, type TraceHeader, type Words, inWords } from "./record";
import words from "./words.json";

/** The status of a node. */
export const enum Mark {
  Unseen,
  Entered,
  Done,
  Cut,
}

interface Change {
  node: number;
  mark: Mark;
  value?: string;
  note?: string;
  window?: string;
  /** The window of the parent, which the value has narrowed. */
  above?: string;
  /** The best line from now on, as nodes. */
  best?: ReadonlySet<number>;
}

const NO_LINE: ReadonlySet<number> = new Set();

/** Counts of a search, by the engine's names. */
export type Counts = Readonly<Record<string, number>>;

/** What an event adds one to. */
function countedBy(event: TraceEvent): readonly string[] {
  if (event.type === "generated" && event.parent === undefined) return [];
  if (event.type === "scored" && event.source === "moves") return [];
  if (event.type === "scored" && event.source === "table") return ["leaves", "table_hits"];
  return (words.counted as Words<readonly string[]>)[event.type] ?? [];
}

const WIN = 1_000_000;
const NEARLY_WON = 900_000;

/** Whether a score is a win or a loss after some plies, where games have such scores. */
export function isDecided(score: number): boolean {
  return Math.abs(score) > NEARLY_WON;
}

/** A score as people read it. */
export function scoreText(score: number): string {
  const size = Math.abs(score);
  if (size > WIN) return score > 0 ? "∞" : "−∞";
  if (isDecided(score)) return `${score > 0 ? "win" : "loss"} in ${WIN - size}`;
  return score < 0 ? `−${size}` : String(score);
}

/** A bound of a window: beyond every win it is infinite. */
function boundText(bound: number): string {
  return Math.abs(bound) >= WIN ? (bound > 0 ? "∞" : "−∞") : scoreText(bound);
}

/** Sources of scores that are exact whatever the window was. */
const EXACT: readonly string[] = ["final", "estimate", "known", "repetition"];

/** Why moves were left out, of searches of payoffs: with words before the score, before the bound, and after it. */
function refutation(reason: string, score: string, bound: string): string {
  const [before, between, after] = (words.cutoffs as Words<readonly string[]>)[reason] ?? ["", "vs. ", ""];
  return `${before}${score} ${between}${bound}${after}`;
}

/** Who is to move in a node, as seen from the side to move at the root. */
export type Mover = "max" | "min" | "chance";

export class TreeModel {
  readonly parent: number[] = [];
  readonly children: number[][] = [];
  /** The move or action that leads to a node. */
  readonly label: string[] = [];
  /** A text picture of a node, if known. */
  readonly picture: string[] = [];
  readonly ply: number[] = [];
  readonly isGame: boolean;
  /** Whether the whole tree was known before it was searched. */
  isWritten = false;
  /** How many positions were looked at once more to complete the best line. */
  again = 0;
  /** The window in which the search entered each node, and what values have left of it since. */
  readonly #windows: (readonly [number, number])[] = [];
  readonly #bounds: [number, number][] = [];
  readonly #changes: Change[] = [];
  /** How many steps of a record of the search there are before each change. */
  readonly #recorded: number[] = [];
  #records = 0;
  /** The nodes whose values rest on estimates. */
  readonly #estimated = new Set<number>();
  /** What was counted by each change, as the engine counts it, and until now. */
  readonly #counts: Counts[] = [];
  #counted: Counts = {};
  /** Nodes by parent and move, for trees that were known before they were searched. */
  readonly #byMove = new Map<string, number>();
  readonly #ids = new Map<number, number>();
  /** Who moved into each node; at the root who is to move. */
  readonly #side: number[] = [];
  /** The side to move in each node, if known. */
  readonly #turn: number[] = [];
  /** Whom values are for: the side to move at the root, or the first where chance is. */
  #rootSide = 0;
  #header: TraceHeader = {};

  // The state after `at` changes.
  at = 0;
  mark: Uint8Array = new Uint8Array(0);
  value: string[] = [];
  note: string[] = [];
  window: string[] = [];
  /** The best line that is known, as nodes. */
  best = NO_LINE;
  current = -1;

  constructor(isGame: boolean) {
    this.isGame = isGame;
  }

  /** Sets the header, before the steps. */
  set header(header: TraceHeader) {
    this.#header = header;
    this.#rootSide = header.judged ?? 0;
  }

  /** Whether scores are shares in percent: of playouts, without windows. */
  get #isShare(): boolean {
    return this.#header.unit === "%";
  }

  /** The meaning of values, if they are not just win, draw or loss. */
  get meaning(): string {
    const { judged, unit, sides } = this.#header;
    if (judged === undefined) return "";
    const side = sides?.[judged] ?? judged + 1;
    if (this.#isShare && this.#estimated.size === 0) return "This search proves who wins: its nodes have no values.";
    if (this.#isShare) return `Values are the share of playouts that side ${side} won, a payoff counting from 0 % for the least to 100 % for the greatest.`;
    return `Values are ${unit ?? "payoffs"} for side ${side}; lists give each side's.`;
  }

  /** Who is to move in a node. */
  mover(node: number): Mover {
    const turn = this.#turn[node];
    if (turn === CHANCE) return "chance";
    if (turn === undefined) return this.ply[node]! % 2 === 0 ? "max" : "min";
    return turn === this.#rootSide ? "max" : "min";
  }

  get size(): number {
    return this.parent.length;
  }

  get stepCount(): number {
    return this.#changes.length;
  }

  /** Adds a node; `-1` is above the root. */
  addNode(parent: number, label: string, picture = ""): number {
    const node = this.parent.length;
    this.parent.push(parent);
    this.children.push([]);
    this.label.push(label);
    this.picture.push(picture);
    this.ply.push(parent < 0 ? 0 : this.ply[parent]! + 1);
    if (parent >= 0) this.children[parent]!.push(node);
    this.#byMove.set(`${parent}/${label}`, node);
    return node;
  }

  #node(id: number, parent: number | undefined, label: string, picture = ""): number {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const above = parent === undefined ? -1 : (this.#ids.get(parent) ?? -1);
    // Sampled records contain further roots without a parent.
    const written = this.#byMove.get(`${above}/${above < 0 ? "" : label}`);
    const node = written ?? this.addNode(above, above < 0 ? "" : label, picture);
    this.#ids.set(id, node);
    return node;
  }

  /**
   * A score for the side that moved into a node, at the root for the one to move, as one for
   * the side to move at the root; where one side is judged in all nodes, it is that already.
   */
  #forRoot(node: number, score: number): number {
    const isOwn = this.#header.judged !== undefined || this.#side[node] === this.#rootSide;
    return isOwn ? score : -score;
  }

  /** Whether a position is looked at once more, to complete the best line: it hangs nowhere. */
  #isAgain(event: { parent?: number; move?: string }): boolean {
    return event.parent !== undefined && (event.move === undefined || !this.#ids.has(event.parent));
  }

  /** The number of recorded steps after the given number of changes. */
  eventsAt(at: number): number {
    return this.#recorded[at] ?? this.#records;
  }

  /** Adds the steps of a search. */
  add(events: readonly TraceEvent[]): void {
    for (const event of events) {
      this.#add(event);
      const by = countedBy(event);
      if (by.length > 0) this.#counted = { ...this.#counted, ...Object.fromEntries(by.map((name) => [name, (this.#counted[name] ?? 0) + 1])) };
      if (this.#changes.length > 0) this.#counts[this.#changes.length - 1] = this.#counted;
      while (this.#recorded.length < this.#changes.length) this.#recorded.push(this.#records);
      if (event.type !== "path" && event.type !== "end") this.#records += 1;
    }
  }

  #add(event: TraceEvent): void {
    switch (event.type) {
      case "entered": {
        if (this.#isAgain(event)) {
          this.again += 1;
          break;
        }
        const node = this.#node(event.id, event.parent, event.move ?? "", event.text);
        this.#side[node] = event.side;
        if (this.parent[node]! >= 0) this.#turn[this.parent[node]!] = event.side;
        else if (this.#header.judged === undefined && event.ply === 0) this.#rootSide = event.side;
        const [one, other] = [this.#forRoot(node, event.alpha), this.#forRoot(node, event.beta)];
        this.#bounds[node] = [Math.min(one, other), Math.max(one, other)];
        this.#windows[node] = [...this.#bounds[node]];
        this.#changes.push({ node, mark: Mark.Entered, value: "", note: "", window: this.#isShare ? "" : this.#window(node) });
        break;
      }
      case "scored": {
        const node = this.#ids.get(event.id);
        if (node === undefined) break;
        this.#estimate(node, event.source, event.score);
        const value = event.payoffs
          ? event.payoffs.map(scoreText).join(" · ")
          : this.#valueText(node, this.#forRoot(node, event.score), event.source);
        const source = (words.scored as Words<string>)[event.source] ?? event.source;
        const change: Change = { node, mark: Mark.Done, value };
        if (source) change.note = source;
        if (!event.payoffs && !this.#isShare) this.#narrow(change, this.#forRoot(node, event.score));
        this.#changes.push(change);
        break;
      }
      case "cutoff": {
        const node = this.#ids.get(event.id);
        if (node === undefined) break;
        // The previous mover would never allow the value that the current one has at least.
        const isJudged = this.#header.judged !== undefined;
        const sign = isJudged || this.mover(node) === "max" ? 1 : -1;
        const reason = event.reason ?? (sign > 0 ? "at-least" : "at-most");
        const [score, bound] = [scoreText(sign * event.score), boundText(sign * event.beta)];
        const note = refutation(reason, score, bound);
        // After the last branch nothing is left to cut off.
        this.#changes.push({ node, mark: event.untried === 0 ? Mark.Done : Mark.Cut, note });
        break;
      }
      case "line": {
        let node = 0;
        const line = new Set([node]);
        for (const move of event.moves) {
          const next = this.#byMove.get(`${node}/${move}`);
          if (next === undefined) break;
          line.add(next);
          node = next;
        }
        this.#tellBest(line);
        break;
      }
      case "generated": {
        this.#leaveOther(event);
        const node = this.#node(event.id, event.parent, event.action ?? "", placeText(event));
        const [g, h] = [event.g ?? Number.POSITIVE_INFINITY, event.h ?? Number.POSITIVE_INFINITY];
        const value = h === 0 ? `${g}` : `${g}+${h}`;
        this.#changes.push({ node, mark: Mark.Entered, value, note: "" });
        break;
      }
      case "expanded": {
        const node = this.#node(event.id, undefined, "", placeText(event));
        this.#changes.push({ node, mark: Mark.Done });
        break;
      }
      case "pruned": {
        const node = this.#ids.get(event.id);
        if (node !== undefined) {
          this.#changes.push({ node, mark: Mark.Cut, note: inWords(event.reason) });
        }
        break;
      }
      case "path": {
        const node = this.#ids.get(event.id);
        if (node !== undefined) this.#tellBest(new Set([...(this.#changes.at(-1)?.best ?? []), node]));
        break;
      }
      default:
        break;
    }
  }

  /** A score, and that it is only a bound if it left the window of its node. */
  #valueText(node: number, score: number, source: string): string {
    // The share of no playouts is no value.
    if (this.#isShare) return this.#estimated.has(node) || source === "known" ? `${source === "known" ? "" : "≈ "}${score} %` : "";
    const [alpha, beta] = this.#windows[node] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isExact = EXACT.includes(source) || (score > alpha && score < beta);
    const about = this.#estimated.has(node) ? "≈ " : "";
    return `${isExact ? about : score >= beta ? "≥ " : "≤ "}${scoreText(score)}`;
  }

  /** Notes whether the value of a node rests on estimates: its own, or one below; a table does not say so. */
  #estimate(node: number, source: string, score: number): void {
    const isOwn = source === "estimate" || (this.#isShare && source === "known") || (source === "table" && this.#estimated.size > 0);
    const rests = isOwn || this.children[node]!.some((child) => this.#estimated.has(child));
    if (rests && !isDecided(score)) this.#estimated.add(node);
    else this.#estimated.delete(node);
  }

  /** A state that is reached by another path becomes another node, below its new parent. */
  #leaveOther({ id, parent }: { id: number; parent?: number }): void {
    const node = this.#ids.get(id);
    if (node === undefined || parent === undefined || this.#ids.get(parent) === this.parent[node]) return;
    this.#changes.push({ node, mark: Mark.Cut, note: "reached by another path" });
    this.#ids.delete(id);
  }

  /** The bounds of a node in words. */
  #window(node: number): string {
    const [alpha, beta] = this.#bounds[node]!;
    return `α = ${boundText(alpha)}, β = ${boundText(beta)}`;
  }

  /** What the value of a node leaves of its parent's window. */
  #narrow(change: Change, score: number): void {
    const parent = this.parent[change.node]!;
    const bounds = this.#bounds[parent];
    const mover = parent >= 0 ? this.mover(parent) : "chance";
    if (!bounds || mover === "chance") return;
    if (mover === "max") bounds[0] = Math.max(bounds[0], score);
    else bounds[1] = Math.min(bounds[1], score);
    change.above = this.#window(parent);
  }

  /** The best line is known from the last step on. */
  #tellBest(line: ReadonlySet<number>): void {
    const last = this.#changes.at(-1);
    if (last) last.best = line;
  }

  /** Goes to the state after the given number of steps. */
  seek(step: number): void {
    if (step < this.at || this.mark.length !== this.size) {
      this.at = 0;
      this.mark = new Uint8Array(this.size);
      this.value = new Array<string>(this.size).fill("");
      this.note = new Array<string>(this.size).fill("");
      this.window = new Array<string>(this.size).fill("");
      this.best = NO_LINE;
      this.current = -1;
    }
    for (; this.at < step && this.at < this.#changes.length; this.at += 1) {
      const { node, mark, value, note, window, above, best } = this.#changes[this.at]!;
      this.current = node;
      // A refuted position stays refuted when its score is known.
      if (!(mark === Mark.Done && this.mark[node] === Mark.Cut)) this.mark[node] = mark;
      if (value !== undefined) this.value[node] = value;
      if (note !== undefined && !(mark === Mark.Done && this.mark[node] === Mark.Cut)) {
        this.note[node] = note;
      }
      if (window !== undefined) this.window[node] = window;
      if (above !== undefined) this.window[this.parent[node]!] = above;
      if (best) this.best = best;
    }
  }

  /** What the search has counted by now, by the names of its report. */
  get counts(): Counts {
    return this.#counts[this.at - 1] ?? {};
  }

  /** What all its recorded steps have counted. */
  get totals(): Counts {
    return this.#counted;
  }

  /** How many leaves there are, and how many of them were looked at by now. */
  get leaves(): { all: number; seen: number } {
    const leaves = [...this.children.keys()].filter((node) => this.children[node]!.length === 0);
    const seen = leaves.filter((node) => this.mark[node] !== Mark.Unseen);
    return { all: leaves.length, seen: seen.length };
  }

  /** The nodes from the root to `node`. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0; at = this.parent[at]!) path.push(at);
    return path.reverse();
  }

  /** Describes a node. */
  describe(node: number): string {
    const moves = this.pathTo(node)
      .slice(1)
      .map((at) => this.label[at])
      .join(" ");
    const mark = this.mark[node];
    const parts = [moves ? `after ${moves}` : "root"];
    if (mark === Mark.Unseen || mark === undefined) parts.push("not visited");
    const turn = this.#turn[node];
    if (turn === CHANCE) parts.push("chance to move");
    else if (turn !== undefined && this.#header.sides) {
      const side = String(this.#header.sides[turn] ?? turn + 1);
      parts.push(`${/^\d+$/.test(side) ? `side ${side}` : side} to move`);
    }
    if (this.value[node]) parts.push(`value ${this.value[node]}`);
    if (mark === Mark.Cut) parts.push(`cut off: ${this.note[node]}`);
    else if (this.note[node]) parts.push(this.note[node]!);
    if (this.window[node]) parts.push(this.window[node]!);
    if (this.best.has(node)) parts.push(this.isGame ? "on the principal variation" : "on the plan");
    const below = this.children[node]!.length;
    if (below > 0) parts.push(below === 1 ? "1 child" : `${below} children`);
    return parts.join("; ");
  }
}

function placeText(place: { x?: number; y?: number; text?: string }): string {
  if (place.text !== undefined) return place.text;
  return place.x === undefined ? "" : `${place.x},${place.y}`;
}
