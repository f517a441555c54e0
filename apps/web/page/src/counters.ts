/** Counts of a search, in a table. */

import type { SolveReport } from "./api";
import { el, fill } from "./dom";
import type { Replay } from "./record";

/** A number for people. */
export function number(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return "∞";
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}

/** A time for people. */
export function time(seconds: number): string {
  if (seconds >= 1) return `${seconds.toLocaleString("en", { maximumSignificantDigits: 3 })} s`;
  return `${(seconds * 1000).toLocaleString("en", { maximumSignificantDigits: 2 })} ms`;
}

/** Bytes for people. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [size, unit] = [value, 0];
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${size.toLocaleString("en", { maximumSignificantDigits: 3 })} ${units[unit]}`;
}

type Row = [name: string, value: string, title: string];

/** The rows at a moment of a search under way. */
function rowsAt(replay: Replay, isInformed: boolean): Row[] {
  const rows: Row[] = [
    ["expanded", number(replay.expanded), "states whose successors were generated"],
    ["generated", number(replay.generated), "successors generated, known ones included"],
  ];
  if (replay.reopened > 0) rows.push(["reopened", number(replay.reopened), "expanded again"]);
  if (replay.pruned > 0) rows.push(["pruned", number(replay.pruned), "gone no farther from"]);
  if (replay.iterations > 0) rows.push(["iterations", number(replay.iterations), "searches begun"]);
  if (isInformed) rows.push(["bound", number(replay.bound), "no plan is cheaper"]);
  rows.push(["cost", number(replay.solution), "of the best plan so far"]);
  return rows;
}

/** The rows of the report of a search that is over: what the command line prints. */
function rowsOf(report: SolveReport): Row[] {
  const { counts } = report;
  const rows: Row[] = [
    ["expanded", number(counts["expanded"] ?? 0), "states whose successors were generated"],
    ["generated", number(counts["generated"] ?? Number.NaN), "successors generated, known ones included"],
  ];
  for (const name of ["reopened", "pruned", "iterations"]) {
    if (counts[name]) rows.push([name, number(counts[name]), ""]);
  }
  const infinite = report.status === "no-solution" ? Number.POSITIVE_INFINITY : Number.NaN;
  rows.push(["bound", number(report.bound ?? infinite), "no plan is cheaper"]);
  rows.push(["cost", number(report.cost ?? Number.NaN), "of the plan"]);
  return rows;
}

/** What came of a search, in one line. */
export function verdict(report: SolveReport): string {
  if (report.status === "no-solution") return "No goal can be reached: proved.";
  if (report.cost === undefined) return "Stopped by a limit: no plan yet.";
  const length = report.length === undefined ? "" : `${number(report.length)} ${report.length === 1 ? "move" : "moves"}, `;
  const moves = `${length}cost ${number(report.cost)}`;
  if (report.optimal) return `${moves}: proved optimal.`;
  if (report.bound !== undefined && report.bound > 0) {
    return `${moves}; no plan costs less than ${number(report.bound)}.`;
  }
  return `${moves}; nothing is proved of its cost.`;
}

export class Counters {
  readonly element = el("dl", { class: "counters" });

  /** Shows a moment of a search. */
  showMoment(replay: Replay, isInformed: boolean): void {
    this.#show(rowsAt(replay, isInformed));
  }

  /** Shows the counts of a search that is over. */
  showReport(report: SolveReport): void {
    this.#show(rowsOf(report));
  }

  #show(rows: Row[]): void {
    const items = rows.map(([name, value, title]) =>
      el(
        "div",
        { title: title || undefined },
        el("dt", {}, name),
        el("dd", { "data-count": name }, value),
      ),
    );
    fill(this.element, ...items);
  }
}
