/** One search of a problem: its algorithm, its run on the server, its record, its counts. */

import { type Domain, type SolveReport, reasonOf, solve } from "./api";
import { Chooser } from "./chooser";
import { Counters, number, time } from "./counters";
import { atLeast, el, sentence } from "./dom";
import { End, type Moment, Replay, SearchRecord, type TraceEvent, describeNode } from "./record";

/** The problem that lanes search. */
export interface Problem {
  domain: string;
  options: Record<string, string>;
  instance: string;
  /** Columns and cells, if it is a grid. */
  width: number;
  cells: number;
}

export interface LaneEvents {
  /** Another record is shown from now on. */
  onShown(): void;
  /** The search has made progress or has ended. */
  onProgress(): void;
  /** Another algorithm was chosen. */
  onChoice(): void;
}

/** How long an old picture stays while a search runs, in milliseconds. */
const PATIENCE = 400;

export class Lane {
  readonly chooser: Chooser;
  readonly counters = new Counters();
  readonly verdict = el("p", { class: "verdict" });
  record = new SearchRecord();
  /** What is drawn: the record after some steps, or the end of a search without one. */
  moment: Moment = new Replay(this.record, 0, 0);
  report: SolveReport | null = null;
  /** Whether not all steps were sent. */
  isCut = false;
  isRunning = false;
  /** What the whole search has found. */
  #result = "";
  #abort = new AbortController();
  readonly #domain: Domain;
  readonly #events: LaneEvents;

  constructor(domain: Domain, algorithm: string, heuristic: string, events: LaneEvents) {
    this.#domain = domain;
    this.#events = events;
    this.chooser = new Chooser(domain, algorithm, heuristic, () => events.onChoice());
  }

  get isInformed(): boolean {
    return this.chooser.info?.is_informed ?? false;
  }

  /**
   * Starts a search of `problem` that records so many steps; with 0, only its plan is shown, and the
   * cells that it has seen if `showsCells`. What was shown stays until the search is over, or for a
   * moment if it takes longer and is of another problem.
   */
  async run(problem: Problem, steps: number, showsCells = false): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const record = new SearchRecord();
    this.isRunning = true;
    let isShown = false;
    const show = (moment: Moment): void => {
      clearTimeout(timer);
      if (isShown || abort.signal.aborted) return;
      isShown = true;
      [this.record, this.moment, this.report, this.isCut] = [record, moment, null, false];
      this.#events.onShown();
    };
    const showRecord = (): void => {
      if (isShown || abort.signal.aborted) return;
      this.verdict.textContent = "Searching …";
      this.verdict.dataset["status"] = "running";
      show(new Replay(record, problem.width, problem.cells));
    };
    const patience = steps > 0 && !(this.moment instanceof End) ? PATIENCE : 1e9;
    const timer = setTimeout(showRecord, patience);
    const limits = { nodes: 3_000_000, seconds: 20 };
    const question = { ...this.#question(problem), limits, steps, columns: showsCells ? problem.width : undefined };
    let notes: string[] = [];
    let seen = "";
    try {
      const { report, cut } = await solve(question, abort.signal, (name, data) => {
        if (name === "steps") record.add(data as TraceEvent[]);
        if (name === "notes") notes = data as string[];
        if (name === "cells") seen = data as string;
        if (isShown) this.#events.onProgress();
      });
      if (steps > 0) showRecord();
      else show(new End(report.path ?? report.moves ?? [], startOf(problem), problem.width, seen));
      [this.report, this.isCut] = [report, cut];
      this.#judge(report, notes);
      if (steps === 0) this.counters.showReport(report);
    } catch (error) {
      if (abort.signal.aborted) return;
      showRecord();
      this.verdict.textContent = reasonOf(error);
      this.verdict.dataset["status"] = "refused";
    }
    this.isRunning = false;
    this.#events.onProgress();
  }

  /** The request to the server. */
  #question(problem: Problem): object {
    const { domain, options, instance } = problem;
    const { chooser } = this;
    return {
      domain,
      options,
      instance,
      algorithm: chooser.algorithm,
      heuristic: this.isInformed ? chooser.heuristic : undefined,
      depth: chooser.info?.depth === "required" ? Math.min(problem.cells, 200) : undefined,
    };
  }

  /** The request for a trace of the search. */
  traceQuestion(problem: Problem): object {
    return { search: this.#question(problem) };
  }

  #judge(report: SolveReport, told: readonly string[]): void {
    const notes = [report.verdict];
    // Notes are about the heuristic of the map, and matter only to searches that use it.
    const isAbout = this.isInformed && this.chooser.heuristic.includes(this.#domain.heuristics[0]!.name);
    if (isAbout) notes.push(...told.map((note) => sentence(note.replace(/\d+\.\d{4,}/g, (digits) => number(Number(digits))))));
    if (report.counts["reopened"]) {
      // A weighted estimate is not consistent even where the heuristic is.
      const why = this.isInformed
        ? "the estimate that orders the search is not consistent"
        : "a cheaper path to them was found later";
      const count = report.counts["reopened"];
      const states = count === 1 ? "1 state was" : `${number(count)} states were`;
      notes.push(`${states} expanded again: ${why}.`);
    }
    const promise = this.chooser.info?.is_informed && report.optimal === false && report.cost;
    if (promise && (report.bound ?? 0) <= 0 && notes.length === 1) notes.push("This search does not guarantee optimality.");
    if (this.isCut) {
      notes.push(`The replay shows the first ${number(this.record.length)} steps; totals cover the whole search.`);
    }
    this.verdict.textContent = this.#result = notes.join(" ");
    this.verdict.dataset["status"] = report.status;
  }

  /** Ends the search if it runs. */
  stop(): void {
    this.#abort.abort();
    this.isRunning = false;
  }

  /** Shows the counts and what is known after the frame `nth`. */
  show(nth: number): void {
    const { moment } = this;
    if (moment instanceof Replay) moment.seek(this.record.frameEnd(nth));
    const isOver = nth >= this.record.frameCount;
    if (this.report && isOver) this.counters.showReport(this.report);
    else if (moment instanceof Replay) this.counters.showMoment(moment, this.isInformed);
    if (!this.report) return;
    const isMoment = !isOver && moment instanceof Replay;
    this.verdict.textContent = isMoment ? this.#soFar(moment, this.report) : this.#result;
    this.verdict.toggleAttribute("data-moment", isMoment);
  }

  /** What is known at the moment that is shown. */
  #soFar({ expanded, solution, bound }: Replay, { counts }: SolveReport): string {
    const plan = Number.isNaN(solution) ? "no plan yet" : `a plan of cost ${number(solution)}`;
    const least = bound > 0 ? `; none costs less than ${atLeast(bound)}` : "";
    return `After ${number(expanded)} of ${number(counts["expanded"] ?? this.record.frameCount)} expansions: ${plan}${least}.`;
  }

  /** What the search took, in a few words. */
  get effort(): string {
    const { report } = this;
    if (!report) return "";
    const count = report.counts["expanded"] ?? 0;
    return `${time(report.seconds)} · ${number(count)} ${count === 1 ? "cell" : "cells"}`;
  }

  /** Describes a node. */
  describe(node: number): string {
    return describeNode(this.moment, node, this.isInformed);
  }
}

/** The cell where a search of a grid starts. */
function startOf({ instance, width }: Problem): number {
  const at = Math.max(instance.indexOf("S"), instance.indexOf("X"));
  return at - Math.floor(at / (width + 1));
}
