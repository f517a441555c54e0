/** One search of a problem: its algorithm, its run on the server, its record, its counts. */

import { type Component, type Domain, Refused, type SolveReport, stream } from "./api";
import { Chooser } from "./chooser";
import { Counters, number, verdict } from "./counters";
import { el } from "./dom";
import { Replay, SearchRecord, Status, type TraceEvent, inWords } from "./record";

/** The problem that lanes search. */
export interface Problem {
  domain: string;
  options: Record<string, string>;
  instance: string;
  /** Columns and cells, if it is a grid. */
  width: number;
  cells: number;
}

/** The result of a search made for maps. */
interface PathReport extends SolveReport {
  cut: boolean;
}

export interface LaneEvents {
  /** More is known of the search, or it is over. */
  onProgress(): void;
  /** Another algorithm was chosen. */
  onChoice(): void;
}

export class Lane {
  readonly chooser: Chooser;
  readonly counters = new Counters();
  readonly verdict = el("p", { class: "verdict" });
  record = new SearchRecord();
  replay = new Replay(this.record, 0, 0);
  report: SolveReport | null = null;
  /** Whether not all steps were sent. */
  isCut = false;
  isRunning = false;
  #abort = new AbortController();
  readonly #events: LaneEvents;

  constructor(
    domain: Domain,
    more: readonly Component[],
    algorithm: string,
    heuristic: string,
    events: LaneEvents,
  ) {
    this.#events = events;
    this.chooser = new Chooser(domain, more, algorithm, heuristic, () => events.onChoice());
  }

  get isInformed(): boolean {
    return this.chooser.info?.is_informed ?? false;
  }

  /** Searches `problem` anew. */
  async run(problem: Problem, steps: number): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const record = new SearchRecord();
    this.record = record;
    this.replay = new Replay(record, problem.width, problem.cells);
    this.report = null;
    this.isCut = false;
    this.isRunning = true;
    this.verdict.textContent = "Searching …";
    this.verdict.dataset["status"] = "running";
    const question = { ...this.#question(problem), limits: { nodes: 3_000_000, seconds: 20 }, steps };
    const path = this.chooser.isOfMaps ? "/api/path" : "/api/search";
    let notes: string[] = [];
    try {
      await stream(path, question, abort.signal, (name, data) => {
        if (name === "steps") record.add(data as TraceEvent[]);
        if (name === "notes") notes = data as string[];
        if (name === "report" && this.chooser.isOfMaps) {
          const report = data as PathReport;
          [this.report, this.isCut] = [report, report.cut];
        } else if (name === "report") {
          const { report, cut } = data as { report: SolveReport; cut: boolean };
          [this.report, this.isCut] = [report, cut];
        }
        this.#events.onProgress();
      });
      if (this.report) this.#judge(this.report, notes);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.verdict.textContent = error instanceof Refused ? error.message : "The server is gone.";
      this.verdict.dataset["status"] = "refused";
    }
    this.isRunning = false;
    this.#events.onProgress();
  }

  /** What is asked of the server. */
  #question(problem: Problem): object {
    const { domain, options, instance } = problem;
    const { chooser } = this;
    if (chooser.isOfMaps) return { domain, options, instance, algorithm: chooser.title };
    return {
      domain,
      options,
      instance,
      algorithm: chooser.algorithm,
      heuristic: this.isInformed ? chooser.heuristic : undefined,
      depth: chooser.info?.depth === "required" ? Math.min(problem.cells, 200) : undefined,
    };
  }

  /** What is asked for a trace of the search. */
  traceQuestion(problem: Problem): object {
    const question = this.#question(problem);
    return this.chooser.isOfMaps ? { path: question } : { search: question };
  }

  #judge(report: SolveReport, told: readonly string[]): void {
    const notes = [verdict(report)];
    // What is wrong with an estimate matters to those who go by it.
    const isAbout = this.isInformed && this.chooser.heuristic.includes("euclidean");
    if (isAbout) notes.push(...told.map(sentence));
    if (report.counts["reopened"]) {
      const why = this.isInformed
        ? "the heuristic is not consistent"
        : "a cheaper way to them was found later";
      notes.push(`${number(report.counts["reopened"])} states were expanded again: ${why}.`);
    }
    const promise = this.chooser.info?.is_informed && report.optimal === false && report.cost;
    if (promise && (report.bound ?? 0) <= 0 && notes.length === 1) notes.push("The heuristic promises nothing.");
    if (this.isCut) notes.push("Only the first steps are shown; the counts are whole.");
    this.verdict.textContent = notes.join(" ");
    this.verdict.dataset["status"] = report.status;
  }

  /** Ends the search if it runs. */
  stop(): void {
    this.#abort.abort();
    this.isRunning = false;
  }

  /** Shows the counts after the frame `nth`. */
  show(nth: number): void {
    this.replay.seek(this.record.frameEnd(nth));
    if (this.report && nth >= this.record.frameCount) this.counters.showReport(this.report);
    else this.counters.showMoment(this.replay, this.isInformed);
  }

  /** What is known of a node, in words. */
  describe(node: number): string {
    const { replay } = this;
    const [g, h] = [replay.g[node] ?? Number.NaN, replay.h[node] ?? Number.NaN];
    const parts: string[] = [];
    const status = replay.status[node];
    if (status === Status.Unknown || status === undefined) return "not reached";
    if (status === Status.Open) parts.push("open");
    if (status === Status.Closed) parts.push(`closed, expanded as number ${replay.order[node]}`);
    if (status === Status.Left) {
      const reason = this.record.reasons.get(node);
      parts.push(reason ? `cut off: ${inWords(reason)}` : "left again");
    }
    if (this.isInformed || h > 0) parts.push(`f = g + h = ${number(g)} + ${number(h)} = ${number(g + h)}`);
    else parts.push(`g = ${number(g)}`);
    return parts.join("; ");
  }
}

/** With a capital letter, a full stop, and no more decimals than people read. */
function sentence(text: string): string {
  const rounded = text.replace(/\d+\.\d{4,}/g, (digits) => number(Number(digits)));
  return `${rounded.charAt(0).toUpperCase()}${rounded.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
