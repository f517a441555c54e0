/** Counts of a search, in a table. */

import type { SolveReport } from "./api";
import { el, fill, number } from "./dom";
import type { Replay } from "./record";

export { number };

/** Formats a time. */
export function time(seconds: number): string {
  if (seconds >= 1) return `${seconds.toLocaleString("en", { maximumSignificantDigits: 3 })} s`;
  return `${(seconds * 1000).toLocaleString("en", { maximumSignificantDigits: 2 })} ms`;
}

/** Formats a number of bytes. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [size, unit] = [value, 0];
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${size.toLocaleString("en", { maximumSignificantDigits: 3 })} ${units[unit]}`;
}

type Row = [name: string, value: string, title: string];

/** The rows of every search. */
const effort = (expanded: number, generated: number): Row[] => [
  ["expanded", number(expanded), "states whose successors were generated"],
  ["generated", number(generated), "successors generated, including duplicates"],
];

/** The rows during a search. */
function rowsAt(replay: Replay, isInformed: boolean): Row[] {
  const rows = effort(replay.expanded, replay.generated);
  if (replay.reopened > 0) rows.push(["reopened", number(replay.reopened), "states expanded again after a cheaper path was found"]);
  if (replay.pruned > 0) rows.push(["pruned", number(replay.pruned), "states cut off"]);
  if (replay.iterations > 0) rows.push(["iterations", number(replay.iterations), "iterations started"]);
  if (isInformed) rows.push(["bound", number(replay.bound), "proved lower bound on the cost"]);
  rows.push(["cost", number(replay.solution), "cost of the best plan so far"]);
  return rows;
}

/** The rows of a final report: the same as on the command line. */
function rowsOf(report: SolveReport): Row[] {
  const { counts } = report;
  const rows = effort(counts["expanded"] ?? 0, counts["generated"] ?? Number.NaN);
  for (const name of ["reopened", "pruned", "iterations"]) {
    if (counts[name]) rows.push([name, number(counts[name]), ""]);
  }
  const infinite = report.status === "no-solution" ? Number.POSITIVE_INFINITY : Number.NaN;
  rows.push(["bound", number(report.bound ?? infinite), "proved lower bound on the cost"]);
  rows.push(["cost", number(report.cost ?? Number.NaN), "cost of the plan"]);
  const ms = Number((report.seconds * 1000).toPrecision(2));
  rows.push(["ms", number(ms), "milliseconds that the search took, with its steps recorded"]);
  return rows;
}

/** Why a search stopped, by the name of the limit. */
export function stopped(limit: string | undefined): string {
  if (limit === undefined) return "The search ended without a proof";
  if (limit === "cancelled") return "Cancelled";
  return `Stopped at the ${limit.replaceAll("-", " ")}`;
}

export class Counters {
  readonly element = el("dl", { class: "counters" });
  #kinds = "";

  /** Shows a moment of a search. */
  showMoment(replay: Replay, isInformed: boolean): void {
    this.#show(rowsAt(replay, isInformed));
  }

  /** Shows the counts of a search that is over. */
  showReport(report: SolveReport): void {
    this.#show(rowsOf(report));
  }

  /** Shows some of the counts of a trace, if they are not 0. */
  showCounts(counts: Record<string, number>, names: readonly string[]): void {
    const isCounted = (name: string): boolean => (counts[name] ?? 0) > 0;
    this.#show(names.filter(isCounted).map((name) => [name.replaceAll("_", " "), number(counts[name]!), ""]));
  }

  #show(rows: Row[]): void {
    const kinds = rows.map(([name, , title]) => name + title).join();
    if (kinds !== this.#kinds) {
      this.#kinds = kinds;
      fill(this.element, ...rows.map(([name, , title]) =>
        el("div", { title: title || undefined }, el("dt", {}, name), el("dd", { "data-count": name }))));
    }
    // While a search follows a pointer, numbers change and nothing else does.
    for (const [nth, [, value]] of rows.entries()) this.element.children[nth]!.lastElementChild!.textContent = value;
  }
}
