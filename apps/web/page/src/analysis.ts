/** The analysis of a position: the evaluation bar, the lines, and the search. */

import { type Board, Refused, stream } from "./api";
import { number, stopped, time } from "./counters";
import { button, el, fill } from "./dom";
import type { Legal, Look } from "./board-view";

/** A position as the server shows it. */
export interface Position extends Look {
  game: string;
  position: string;
  start: string;
  board: Board;
  /** The score of one piece or point. */
  scale: number;
  /** The side that made the first move, or makes it, and the number of that move. */
  first_side: number;
  first_number: number;
  side?: number;
  /** Whether nature is to move. */
  chance: boolean;
  /** The algorithms that the game supports, the default first. */
  algorithms: string[];
  /** Whether a few plies may take hours. */
  wide: boolean;
  moves: Legal[];
  played: string[];
  result?: { outcome: Outcome; lead: number; reason?: string; payoffs?: number[] };
}

export type Outcome = "win" | "draw" | "loss";

interface Value {
  score: number;
  exact: boolean;
  bound?: "at-least" | "at-most";
  outcome?: Outcome;
  plies?: number;
  /** The share of playouts that were won, in a search that samples. */
  win_rate?: number;
}

interface Report extends Value {
  side?: string;
  best?: string;
  depth: number;
  line: string[];
  lines?: (Value & { line: string[] })[];
  moves: (Value & { move: string })[];
  counts: { nodes: number; cutoffs: number; playouts?: number };
  algorithm: string;
  seconds: number;
  stopped?: string;
}

/** How to look at a position. */
export interface Effort {
  algorithm: string;
  depth: number | null;
  seconds: number;
  lines: number;
  exact: boolean;
}

/** A value in words, for the side that it is for; `scale` is the score of one piece or point. */
function inWords(value: Value, scale: number): string {
  const bound = value.bound === "at-least" ? "≥ " : value.bound === "at-most" ? "≤ " : "";
  const outcome = value.outcome;
  if (!outcome) {
    if (value.win_rate !== undefined && !value.exact) return `wins ${(100 * value.win_rate).toFixed(1)} %`;
    const score = scale > 1 ? (value.score / scale).toFixed(2) : number(value.score);
    return `${bound}${value.score > 0 ? "+" : ""}${score}`;
  }
  const plies = value.plies === 1 ? "ply" : "plies";
  const when = value.plies && outcome !== "draw" ? ` in ${value.plies} ${plies}` : "";
  return `${{ win: "wins", draw: "draw", loss: "loses" }[outcome]}${when}`;
}

const OPPOSITE = { win: "loss", draw: "draw", loss: "win", "at-least": "at-most", "at-most": "at-least" } as const;

/** A value for the side to move as one for the first side. */
function forFirst(value: Value, side: number): Value {
  if (side === 0) return value;
  const other: Value = { ...value, score: 0 - value.score };
  if (value.outcome) other.outcome = OPPOSITE[value.outcome];
  if (value.win_rate !== undefined) other.win_rate = 1 - value.win_rate;
  if (value.bound) other.bound = OPPOSITE[value.bound];
  return other;
}

/** The share of the bar that belongs to the first side; so great a score fills most of it. */
function share(value: Value, great: number): number {
  if (value.outcome) return { win: 1, draw: 0.5, loss: 0 }[value.outcome];
  if (value.win_rate !== undefined && !value.exact) return value.win_rate;
  return 0.5 + 0.45 * Math.tanh(value.score / great);
}

export class Analysis {
  readonly bar = el(
    "div",
    { class: "bar", role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 },
    el("div", { class: "bar-first" }),
  );
  readonly lines = el("ol", { class: "lines" });
  readonly state = el("p", { class: "analysis-state" });
  best: string | null = null;
  /** The name of the first side. */
  first = "";
  /** A score that is great in the game. */
  great = 8;
  /** The score of one piece or point. */
  scale = 1;
  #abort = new AbortController();
  readonly #onMove: (move: string) => void;

  constructor(onMove: (move: string) => void) {
    this.#onMove = onMove;
  }

  /** Ends the search if one runs. */
  stop(): void {
    this.#abort.abort();
  }

  /** Shows nothing of a position; the bar stays, so that it does not jump from move to move. */
  clear(): void {
    this.stop();
    this.best = null;
    fill(this.lines);
    this.state.textContent = "";
  }

  /** Searches a position; returns the best move. */
  async run(played: object, position: Position, effort: Effort): Promise<string | null> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.best = null;
    const question = {
      played,
      algorithm: effort.algorithm,
      depth: effort.depth ?? undefined,
      exact: effort.exact && effort.depth === null,
      lines: effort.lines,
      limits: { seconds: effort.seconds },
    };
    try {
      await stream("analyze", question, abort.signal, (name, data) => {
        if (name === "progress") {
          const { depth, nodes, best, score } = data as {
            depth: number;
            nodes: number;
            best: string;
            score: number | null;
          };
          const known = score === null ? "" : `, best so far ${best}`;
          this.state.textContent = `depth ${depth}, ${number(nodes)} positions${known} …`;
          if (score !== null) this.showBar({ score, exact: false }, position.side);
        }
        if (name === "report") this.#show(data as Report, position, effort.exact);
      });
    } catch (error) {
      if (abort.signal.aborted) return null;
      this.state.textContent = error instanceof Refused ? error.message : "No connection to the server.";
    }
    return this.best;
  }

  #show(report: Report, position: Position, wantsProof: boolean): void {
    this.best = report.best ?? null;
    const lines = report.lines ?? [report];
    const items = lines
      .filter((line) => line.line.length > 0)
      .map((line) => {
        const first = line.line[0]!;
        const play = button(first, () => this.#onMove(first), { label: `Play ${first}` });
        const rest = line.line.slice(1, 14).join(" ");
        return el("li", {}, el("span", { class: "worth" }, inWords(line, this.scale)), play, el("span", { class: "rest" }, rest));
      });
    fill(this.lines, ...items);
    const { counts, depth, seconds, exact } = report;
    const proved = exact ? "exact" : `depth ${depth}`;
    // To stop at the time that was set is what was asked for.
    const isNamed = report.stopped && !exact && (report.stopped !== "time-limit" || wantsProof);
    const why = isNamed ? `. ${stopped(report.stopped)}` : "";
    const work = counts.playouts
      ? `${number(counts.playouts)} playouts`
      : `${number(counts.nodes)} positions, ${number(counts.cutoffs)} cutoffs`;
    this.state.textContent = `${report.algorithm}: ${proved}, ${work}, ${time(seconds)}${why}`;
    if (report.score !== undefined) this.showBar(report, position.side);
  }

  /** Shows a value for `side` in the bar, as the first side sees it whoever is to move. */
  showBar(value: Value | null, side = 0): void {
    const seen = value && forFirst(value, side);
    const first = seen ? share(seen, this.great) : 0.5;
    (this.bar.firstElementChild as HTMLElement).style.height = `${first * 100}%`;
    this.bar.setAttribute("aria-valuenow", String(Math.round(first * 100)));
    const words = seen ? inWords(seen, this.scale) : "";
    const text = words && words !== "draw" ? `${this.first} ${words}` : words;
    this.bar.setAttribute("aria-valuetext", text || "unknown");
    this.bar.dataset["text"] = text;
  }
}
