/** The analysis of a position: the evaluation bar, the lines, and the search. */

import { type Board, reasonOf, stream } from "./api";
import { number, stopped, time } from "./counters";
import { button, el, fill } from "./dom";
import type { Judged, Legal, Look } from "./board-view";
import type { SavedGame } from "./saved-game";
import { isDecided } from "./tree-model";

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
  moves: (Value & { move: string; at_least?: number; at_most?: number })[];
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

/** A value in words, for the side that it is for; `scale` is the score of one piece or point. What is not proved is about so much. */
function inWords(value: Value, scale: number): string {
  const bound = value.bound === "at-least" ? "≥ " : value.bound === "at-most" ? "≤ " : "";
  const about = isProved(value) ? "" : "≈ ";
  const outcome = value.outcome;
  if (!outcome) {
    if (value.win_rate !== undefined && !value.exact) return `≈ ${(100 * value.win_rate).toFixed(1)} % won`;
    const score = scale > 1 ? (value.score / scale).toFixed(2) : number(value.score);
    return `${about}${bound}${value.score > 0 ? "+" : ""}${score.replace("-", "−")}`;
  }
  const plies = value.plies === 1 ? "ply" : "plies";
  const when = value.plies && outcome !== "draw" ? ` in ${value.plies} ${plies}` : "";
  return `${{ win: "wins", draw: "draw", loss: "loses" }[outcome]}${when}`;
}

/** Whether a value, or the bound that it is, is proved. */
function isProved({ exact, outcome, bound }: Value): boolean {
  return exact || outcome !== undefined || bound !== undefined;
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

/** The least and the greatest score that a move can have. */
type Range = readonly [number, number];

/** What is proved of a move, for the side to move; nothing of an estimate. */
function rangeOf({ exact, score, at_least: least, at_most: most }: Partial<Report["moves"][number]>): Range | null {
  if (exact && score !== undefined) return [score, score];
  return least === undefined || most === undefined ? null : [least, most];
}

/** That in the few signs that a board has room for; `widest` says nothing. */
function judged(move: string, [least, most]: Range, widest: Range): Judged {
  const signed = (score: number): string => (score > 0 ? `+${score}` : String(score).replace("-", "−"));
  const kind = least > 0 ? "win" : most < 0 ? "loss" : least === most ? "draw" : "open";
  if (least === most) return { move, text: signed(least), kind };
  if (least <= widest[0] && most >= widest[1]) return { move, text: "?", kind };
  const text = least > 0 ? `≥ ${signed(least)}` : most < 0 ? `≤ ${signed(most)}` : `${signed(least)} … ${signed(most)}`;
  return { move, text, kind: "open" };
}

/** How long the moves are searched until all are proved, in seconds. */
const ROUNDS = [0.3, 1.5, 8, 40, 200];

export class Analysis {
  readonly bar = el(
    "div",
    { class: "bar", role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 },
    el("div", { class: "bar-first" }),
  );
  readonly heading = el("h2", {}, "Lines");
  readonly lines = el("ol", { class: "lines" });
  readonly state = el("p", { class: "analysis-state" });
  best: string | null = null;
  /** The names of the sides. */
  sides: readonly string[] = [];
  /** What estimates count. */
  evaluation = "";
  /** A score that is great in the game. */
  great = 8;
  /** The score of one piece or point. */
  scale = 1;
  #abort = new AbortController();
  /** What is proved of the moves, and the first moves of the best lines. */
  #ranges = new Map<string, Range>();
  #firsts: string[] = [];
  /** What was known of the moves at first. */
  #widest: Range = [0, 0];
  readonly #onMoves: (moves: readonly string[]) => void;
  readonly #onJudged: (moves: readonly Judged[], best: readonly string[]) => void;

  /** Calls `onMoves` with the moves of a line up to the one that is chosen, and `onJudged` with what
   * is proved of moves and the first moves of the best lines. */
  constructor(
    onMoves: (moves: readonly string[]) => void,
    onJudged: (moves: readonly Judged[], best: readonly string[]) => void,
  ) {
    [this.#onMoves, this.#onJudged] = [onMoves, onJudged];
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
    this.heading.textContent = "Lines";
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
          // A score that decides the game is told by the report, with its meaning.
          if (score !== null && !isDecided(score)) this.showBar({ score, exact: false }, position.side);
        }
        if (name === "report") this.#show(data as Report, position, effort.exact);
      });
    } catch (error) {
      if (abort.signal.aborted) return null;
      this.state.textContent = reasonOf(error);
    }
    return this.best;
  }

  #show(report: Report, position: Position, wantsProof: boolean): void {
    this.best = report.best ?? null;
    const lines = report.lines ?? [report];
    // The bar is for the first side, lines are for the one to move.
    if (position.side !== undefined) this.heading.textContent = `Lines, for ${this.sides[position.side]}`;
    const items = lines
      .filter((line) => line.line.length > 0)
      .map((line) => {
        const play = line.line.slice(0, 14).map((move, nth) =>
          button(move, () => this.#onMoves(line.line.slice(0, nth + 1)), {
            label: nth === 0 ? `Play ${move}` : `Play the line to ${move}`,
            ...(nth > 0 && { class: "quiet" }),
          }));
        const rest = el("span", { class: "rest" }, ...play.slice(1));
        return el("li", {},
          el("span", { class: isProved(line) ? "worth" : "worth estimate", title: this.#meaning(line) }, inWords(line, this.scale)),
          play[0], rest);
      });
    fill(this.lines, ...items);
    this.#firsts = lines.flatMap(({ line }) => line.slice(0, 1));
    this.#widest = [0, 0];
    this.#ranges = new Map(report.moves.flatMap((move) => {
      const range = rangeOf(move);
      return range ? [[move.move, range]] : [];
    }));
    this.#tell();
    const { counts, depth, seconds, exact } = report;
    const proved = exact ? "exact" : `depth ${depth}, ${this.#meaning(report)}`;
    // To stop at the time that was set is what was asked for.
    const isNamed = report.stopped && !exact && (report.stopped !== "time-limit" || wantsProof);
    const why = isNamed ? `. ${stopped(report.stopped)}` : "";
    const work = counts.playouts
      ? `${number(counts.playouts)} playouts`
      : `${number(counts.nodes)} positions, ${number(counts.cutoffs)} cutoffs`;
    this.state.textContent = `${report.algorithm}: ${proved}, ${work}, ${time(seconds)}${why}`;
    if (report.score !== undefined) this.showBar(report, position.side);
  }

  /** What a value rests on. */
  #meaning(value: Value): string {
    if (isProved(value)) return "proved";
    const rate = value.win_rate;
    return `an estimate${rate !== undefined ? " by playouts" : this.evaluation && ` by ${this.evaluation}`}`;
  }

  #tell(): void {
    const [least, most] = this.#widest;
    const all = [...this.#ranges.values()];
    this.#widest = [Math.min(least, ...all.map(([least]) => least)), Math.max(most, ...all.map(([, most]) => most))];
    this.#onJudged([...this.#ranges].map(([move, range]) => judged(move, range, this.#widest)), this.#firsts);
  }

  /** Solves the positions after all moves, longer and longer, until all is proved or another position
   * is asked for. */
  async narrow(played: SavedGame, { side }: Position): Promise<void> {
    const { signal } = this.#abort;
    const said = this.state.textContent;
    for (const seconds of ROUNDS) {
      const question = { played, exact: true, all_moves: true, limits: { seconds } };
      let left = 1;
      await stream("analyze", question, signal, (name, data) => {
        if (name !== "report") return;
        const ranges = (data as Report).moves.map(({ move, ...value }) => [move, rangeOf(value)] as const);
        for (const [move, range] of ranges) if (range) this.#ranges.set(move, range);
        this.#tell();
        const all = [...this.#ranges.values()];
        left = all.filter(([least, most]) => least < most).length;
        this.state.textContent = `${said}. Exact scores: ${all.length - left} of ${all.length} moves`;
        const score = Math.max(...all.map(([least]) => least));
        if (left === 0) this.showBar({ score, exact: true, outcome: score > 0 ? "win" : score < 0 ? "loss" : "draw" }, side);
      }).catch(() => {});
      if (signal.aborted || left === 0) return;
    }
  }

  /** Shows a value for `side` in the bar, as the first side sees it whoever is to move. */
  showBar(value: Value | null, side = 0): void {
    const seen = value && forFirst(value, side);
    const first = seen ? share(seen, this.great) : 0.5;
    (this.bar.firstElementChild as HTMLElement).style.height = `${first * 100}%`;
    this.bar.setAttribute("aria-valuenow", String(Math.round(first * 100)));
    const text = seen ? this.#named(seen) : "";
    this.bar.classList.toggle("estimate", seen !== null && !isProved(seen));
    this.bar.setAttribute("aria-valuetext", seen ? `${text} (${this.#meaning(seen)})` : "unknown");
    this.bar.dataset["text"] = text;
  }

  /** A value for the first side, in words that begin with a side: a loss is the win of the other. */
  #named(value: Value): string {
    if (value.outcome === "draw") return inWords(value, this.scale);
    const [side, seen] = value.outcome === "loss" ? [1, forFirst(value, 1)] : [0, value];
    return `${this.sides[side]} ${inWords(seen, this.scale)}`;
  }
}
