/** The room of puzzles: a puzzle drawn, a solver at work, its solution played. */

import { type Catalogue, type Domain, type Look, type SolveReport, Refused, ask, domainOf, reasonOf, solve } from "./api";
import { Attempt } from "./attempt";
import { Chooser, optionControls } from "./chooser";
import { bytes, number, time } from "./counters";
import { atLeast, button, el, fill, labelled, select, sentence } from "./dom";
import { saveDrawing } from "./download";
import { type PuzzleKind, type PuzzleView, puzzleKinds } from "./puzzle-kinds";
import type { TraceEvent } from "./record";
import { type Context, type Room, SceneRoom, isUnknown } from "./scene";
import { sharing } from "./share";
import type { Undo } from "./undo";
import { Timeline } from "./timeline";
import { type TraceForm, saveTrace } from "./trace-export";

interface Progress {
  expanded: number;
  generated: number;
  bound: number | null;
  cost?: number | null;
  bytes: number;
  seconds: number;
}

/** The first words of a solution. */
function shortened(words: readonly string[]): string {
  const most = 100;
  return words.slice(0, most).join(" ") + (words.length > most ? " …" : "");
}

export class Puzzles extends SceneRoom implements Room {
  readonly element = el("div", { class: "room with-aside puzzles" });
  readonly #timeline: Timeline;
  readonly #aside = el("aside", { class: "controls", "aria-label": "Settings" });
  readonly #picture = el("div", { class: "picture-box" });
  readonly #status = el("p", { class: "verdict", role: "status" });
  readonly #progress = el("p", { class: "hint progress" });
  readonly #moves = el("p", { class: "plan" });
  readonly #aim = el("p", { class: "hint" });
  readonly #turns = el("div", { class: "buttons turns", role: "group", "aria-label": "Manual moves" });
  readonly #text = el("textarea", { rows: 3, spellcheck: "false" });
  readonly #kinds: readonly PuzzleKind[];
  readonly #kind: PuzzleKind;
  readonly #domain: Domain;
  readonly #chooser: Chooser;
  readonly #view: PuzzleView;
  readonly #generator: Record<string, string> = {};
  /** Options of the domain. */
  readonly #options: Record<string, string> = {};
  /** The goal of the instance, where there is just one. */
  #goal: string | null = null;
  #seed = 0;
  readonly #candidates = el("input", { type: "checkbox", change: () => {
    this.#advise(false);
    this.remember();
  } });
  readonly #wantsCandidates = el("label", { class: "check" }, this.#candidates, "Candidates");
  /** What a solver begins with: with the moves made by hand, if an instance is written like a state. */
  #instance: string;
  /** The instance that manual moves began with. */
  #given: string;
  /** The last state that the server told about. */
  #looked: Look | null = null;
  #making = Promise.resolve();
  #rest = 0;
  /** The known states, starting with the initial one. */
  #states: string[] = [];
  #plan: string[] = [];
  /** Whether the plan was made by hand. */
  #isByHand = false;
  #abort = new AbortController();
  #drawn = "";
  /** The step from the link, until the solution is known. */
  #wanted: number | null = null;

  readonly #undo: Undo;
  readonly #attempt = new Attempt(() => this.#set(this.#given));

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    super(catalogue, context);
    this.#undo = context.undo;
    this.#undo.restore = (scene) => this.#restore(scene);
    this.#kinds = puzzleKinds(catalogue.domains, catalogue.landscapes);
    const named = parameters.get("puzzle") ?? parameters.get("domain");
    const known = this.#kinds.map(({ domain }) => domain);
    if (isUnknown("puzzle", named, known, context)) parameters = new URLSearchParams();
    this.#kind = this.#kinds.find(({ domain }) => domain === named) ?? this.#kinds[0]!;
    this.#timeline = new Timeline("moves", 1, (at) => this.#show(at));
    this.#domain = this.#domainOf();
    const { algorithm, heuristic } = this.#kind;
    this.#chooser = new Chooser(
      this.#domain,
      parameters.get("algorithm") ?? algorithm,
      parameters.get("heuristic") ?? heuristic,
      () => this.remember(),
    );
    this.#view = this.#kind.view((move) => this.#move(move));
    const board = parameters.get("board");
    this.#given = (board && this.#read(board)) || this.#kind.instances[0]!.text;
    this.#candidates.checked = parameters.has("candidates");
    const now = parameters.get("now");
    this.#instance = (now && this.#read(now)) || this.#given;
    for (const name of this.#kind.options ?? []) {
      const value = parameters.get(name);
      if (value) this.#options[name] = value;
    }
    this.#controls();
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Puzzles"),
      this.#aside,
      el("div", { class: "stage" },
        el("section", { class: "panel puzzle", "aria-label": "Puzzle view" },
          this.#picture, this.#turns, this.#status, this.#attempt.element, this.#progress, this.#moves, this.#aim),
        this.#timeline.element),
    );
    const [step, made] = [parameters.get("step"), parameters.getAll("move")];
    const wanted = step === null ? null : Number(step) || 0;
    if (made.length > 0) void this.#replay(made, wanted ?? made.length);
    else {
      this.#put(this.#instance, this.#given);
      this.#wanted = wanted;
      if (wanted === null || this.#kind.isPictured) this.#note();
      else void this.#solve();
    }
  }

  close(): void {
    this.#abort.abort();
    this.#attempt.stop();
    this.#timeline.pause();
  }

  key(event: KeyboardEvent): boolean {
    if (this.#undo.key(event)) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const move = this.#kind.key?.(event.key);
    if (move) this.#move(move);
    else if (this.#view.key?.(event.key)) return true;
    else if (event.key === "s") void this.#solve();
    else if (event.key === "h" && !this.#kind.isPictured) void this.#hint();
    else return this.#timeline.key(event);
    return true;
  }

  #domainOf(): Domain {
    const domain = domainOf(this.catalogue, this.#kind.domain);
    if (!this.#kind.isOneWay) return domain;
    const algorithms = domain.algorithms.filter(({ needs }) => !needs.includes("predecessors"));
    return { ...domain, algorithms };
  }

  /** A normalized instance, or `null` if it is invalid. */
  #read(text: string): string | null {
    const { read } = this.#kind;
    return read ? read(text) : text.trim() || null;
  }

  /** Shows a puzzle that was shown before. */
  #restore(scene: string): void {
    const [instance, given, plan, states, verdict] = JSON.parse(scene) as [string, string, string[], string[], string | null];
    this.#put(instance, given);
    if (plan.length === 0) return;
    this.#go(plan, states);
    if (verdict === null) return;
    this.#isByHand = false;
    this.#say(verdict, "solved");
    this.#timeline.seek(0);
  }

  /** Makes moves again that were made by hand. */
  async #replay(moves: readonly string[], at: number): Promise<void> {
    const { signal } = this.#abort;
    this.#text.value = this.#instance;
    const [plan, states]: [string[], string[]] = [[], []];
    try {
      let looked = await this.#look();
      this.#aimAt(looked.goal);
      states.push(looked.state);
      for (const move of moves) {
        const after = new Map(looked.moves).get(move);
        if (after === undefined) break;
        looked = await this.#look(after);
        plan.push(move);
        states.push(after);
      }
    } catch (error) {
      return this.#fail(error);
    }
    if (signal.aborted) return;
    this.#go(plan, states);
    this.#timeline.seek(at);
  }

  /** Shows another instance; the one before stays in the history. */
  async #take(instance: string): Promise<void> {
    await this.context.begin();
    this.#attempt.reset();
    this.#set(instance);
  }

  #controls(): void {
    const kinds = this.#kinds.map(({ domain, name }) => ({ value: domain, text: name }));
    const known = this.#kind.instances.map(({ name, text }) => ({ value: text, text: name }));
    const isKnown = known.some(({ value }) => value === this.#given);
    if (!isKnown) known.unshift({ value: this.#given, text: "custom" });
    const isOffered = (name: string): boolean => this.#kind.options?.includes(name) ?? false;
    const chosen = optionControls(this.#domain.options.filter(({ name }) => isOffered(name)), this.#options, (set) => {
      set();
      this.#set(this.#instance, this.#given);
    });
    // Instances are made for the options that are chosen.
    const options = this.#domain.generator.filter(({ name }) => !isOffered(name));
    const generator = optionControls(options, this.#generator, (set) => {
      set();
      void this.#generate();
    });
    // Pictures are no steps that a trace could hold.
    const traces = this.#kind.isPictured ? [] : [
      button("Trace", () => this.#export("trace")),
      button("Page (HTML)", () => this.#export("html")),
      button("Graphviz", () => this.#export("dot")),
    ];
    fill(this.#picture, this.#view.element);
    // Keys of a drawing need the focus to be there.
    const keys = { tabindex: "0", role: "application", "aria-label": "Board: its keys make moves" };
    for (const [name, value] of Object.entries(keys)) {
      if (this.#view.key) this.#picture.setAttribute(name, value);
      else this.#picture.removeAttribute(name);
    }
    this.#offer();
    fill(this.#aside,
      this.#undo.element,
      el("details", { open: true }, el("summary", {}, "Puzzle"),
        labelled("Puzzle", select(kinds, this.#kind.domain, (puzzle) => this.context.choose({ puzzle }))),
        labelled("Instance", select(known, this.#given, (text) => void this.#take(this.#read(text) ?? text))),
        ...chosen),
      el("details", { open: true }, el("summary", {}, "Solver"),
        this.#chooser.element,
        el("div", { class: "buttons" },
          this.#kind.isPictured ? "" : button("Hint", () => void this.#hint(), { key: "h" }),
          button("Solve", () => void this.#solve(), { class: "primary", key: "s" }),
          button("Stop", () => this.#abort.abort())),
        this.#wantsCandidates),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Edit instance"),
        ...generator,
        button("Random instance", () => {
          this.#seed += 1;
          void this.#generate();
        }),
        labelled("Text", this.#text),
        el("div", { class: "buttons" },
          button("Apply", () => {
            const text = this.#read(this.#text.value);
            if (text) void this.#take(text);
            else this.#say(`Expected: ${this.#domain.format.split("\n")[0]}`, "refused");
          })),
        el("p", { class: "hint" }, this.#kind.hint)),
      el("details", {}, el("summary", {}, "Export and share"),
        ...sharing(this.context,
          button("Drawing (SVG)", () => saveDrawing(`${this.#kind.domain}.svg`, this.#view.element)),
          ...traces)));
  }

  #export(form: TraceForm): void {
    saveTrace(form, { search: this.#question() }, (text) => this.#say(text, "refused"));
  }

  #say(text: string, status: string): void {
    this.#status.textContent = text;
    this.#status.dataset["status"] = status;
  }

  async #generate(): Promise<void> {
    const options = { ...this.#kind.generator, ...this.#generator, ...this.#options };
    try {
      const question = { domain: this.#kind.domain, seed: this.#seed, options };
      const { instance } = await ask<{ instance: string }>("generate", question);
      const text = instance.trim();
      await this.#take(this.#read(text.replace(/\n+/g, "; ")) ?? text);
    } catch (error) {
      this.#say(reasonOf(error), "refused");
    }
  }

  #set(instance: string, given = instance): void {
    this.#put(instance, given);
    this.#note();
  }

  #put(instance: string, given: string): void {
    this.#abort.abort();
    this.#wanted = null;
    this.#given = given;
    this.#looked = null;
    this.#instance = instance;
    this.#text.value = instance;
    [this.#plan, this.#isByHand] = [[], false];
    this.#states = this.#kind.after || this.#kind.isState ? [instance] : [];
    this.#goal = null;
    this.#aim.textContent = "";
    this.#say("Not solved yet.", "running");
    fill(this.#moves);
    this.#progress.textContent = "";
    this.#timeline.setLength(0);
    this.#timeline.seek(0);
    if (this.#kind.isPictured) void this.#solve();
    else void this.#begin();
  }

  #note(): void {
    const states = this.#plan.length > 0 ? this.#states : [];
    const verdict = this.#plan.length > 0 && !this.#isByHand ? this.#status.textContent : null;
    this.#undo.note(JSON.stringify([this.#instance, this.#given, this.#plan, states, verdict]));
  }

  /** Asks for the moves of a state, or of the first one. */
  #look(state?: string): Promise<Look> {
    const { domain, isState } = this.#kind;
    const [options, instance] = [this.#options, this.#instance];
    const question = isState ? { domain, options, instance: state } : { domain, options, instance, state };
    return ask<Look>("look", question);
  }

  /** Shows the puzzle as it begins, unsolved. */
  async #begin(): Promise<void> {
    const instance = this.#instance;
    try {
      const looked = await this.#look(this.#kind.isState ? instance : undefined);
      if (instance !== this.#instance) return;
      this.#aimAt(looked.goal);
      if (this.#plan.length > 0 || this.#wanted !== null) {
        this.#draw(this.#timeline.at);
        return;
      }
      if (!this.#kind.after) this.#states = [looked.state];
      this.#show(0);
      this.#tell(looked);
      this.#advise(false);
    } catch (error) {
      if (instance === this.#instance) this.#fail(error);
    }
  }

  /** Takes the goal of the instance, and names it where the drawing does not show it. */
  #aimAt(goal: string | null): void {
    this.#goal = goal === null ? null : this.#kind.like?.(goal, this.#instance) ?? goal;
    this.#aim.textContent = this.#kind.namesGoal && this.#goal ? `Goal: ${this.#goal}` : "";
  }

  /** Takes what the server tells about the state that is shown; what a solver has found of all of them remains. */
  #tell(looked: Look): void {
    this.#looked = looked;
    const isFound = this.#plan.length > 0 && !this.#isByHand;
    if (!isFound && looked.is_goal) {
      this.#say("Solved.", "solved");
      this.#attempt.stop();
    }
    else if (this.#status.textContent === "Solved.") this.#say("Not solved yet.", "running");
    this.#offer();
  }

  /** The buttons of moves: those that the puzzle always has, or those that are possible now. */
  #offer(): void {
    const { moves, after, isPictured } = this.#kind;
    const known = (this.#looked?.moves ?? []).map(([move]) => move);
    const isOnPicture = this.#view.offer ? this.#view.offer(known) : this.#view.key !== undefined;
    const isDirect = after !== undefined || isPictured === true || isOnPicture;
    const most = 60;
    const possible = isDirect ? [] : known.slice(0, most);
    const offered = moves ?? possible;
    fill(this.#turns, ...offered.map((move) => button(move, () => this.#move(move), { label: moves ? `Turn ${move}` : move })), this.#view.tools);
    this.#turns.hidden = this.#turns.childElementCount === 0;
    this.#wantsCandidates.hidden = !this.#looked?.advice;
  }

  /** Shows what the server advises; candidates only if they are wanted. */
  #advise(isHint: boolean): void {
    const advice = this.#looked?.advice;
    if (!advice) return;
    const candidates = this.#candidates.checked || isHint ? advice.candidates : [];
    this.#view.advise?.({ ...advice, candidates }, isHint);
  }

  /** Makes a move of the search, or writes what the server accepts. */
  async #make(move: string): Promise<void> {
    const { at } = this.#timeline;
    const state = this.#states[at] ?? this.#instance;
    const text = this.#kind.write?.(state, move);
    try {
      if (text !== undefined && !this.#kind.keepsDrafts) await this.#look(text);
      if (text !== undefined) return this.#made(() => this.#set(text, this.#given));
      const looked = this.#looked?.state === state ? this.#looked : await this.#look(state);
      const after = new Map(looked.moves).get(move);
      if (after !== undefined && this.#kind.isState) return this.#made(() => this.#set(after, this.#given));
      if (after !== undefined) return this.#made(() => this.#go([...this.#plan.slice(0, at), move], [...this.#states.slice(0, at + 1), after]));
      this.#say(`${move} is not possible here, or leads to no solution.`, "refused");
    } catch (error) {
      this.#fail(error);
    }
    this.#view.refused?.();
  }

  /** Shows the state after a move made by hand. */
  #made(show: () => void): void {
    show();
    this.#attempt.moved();
  }

  /** Shows moves made by hand from the beginning, and the states that they lead to. */
  #go(plan: string[], states: string[]): void {
    this.#abort.abort();
    this.#wanted = null;
    [this.#plan, this.#states, this.#isByHand] = [plan, states, true];
    this.#note();
    this.#say("Not solved yet.", "running");
    this.#progress.textContent = "";
    this.#list();
    this.#timeline.setLength(plan.length);
    this.#timeline.seek(plan.length);
  }

  /** The moves of the plan as buttons. */
  #list(): void {
    fill(this.#moves, ...this.#plan.map((move, nth) =>
      button(move, () => this.#timeline.seek(nth + 1), { label: `After move ${nth + 1}, ${move}`, class: "quiet" })));
  }

  #fail(error: unknown): void {
    // What the engine refuses is said, whatever else was stopped.
    if (error instanceof Refused || !this.#abort.signal.aborted) this.#say(reasonOf(error), "refused");
  }

  /** Names the next move of a solution from here. */
  async #hint(): Promise<void> {
    await this.#making;
    if (await this.#contradicts()) return;
    const { steps = [], contradiction = null } = this.#looked?.advice ?? {};
    if (steps.length > 0 || contradiction) {
      this.#advise(true);
      if (contradiction) this.#say(`No solution: ${contradiction}.`, "no-solution");
      else this.#say(steps.map(({ text }) => sentence(text)).join(" "), "running");
      return;
    }
    const { isState, after, from } = this.#kind;
    const [first, state] = [this.#instance, this.#states[this.#timeline.at]];
    const isFirst = this.#timeline.at === 0 || isState || after || state === undefined;
    const instance = isFirst ? first : from?.(first, state) ?? null;
    if (instance === null) {
      this.#say("Here hints are given for the first state: go back to it, or undo.", "refused");
      return;
    }
    const { signal } = (this.#abort = new AbortController());
    this.#say("Searching …", "running");
    try {
      const { report } = await solve({ ...this.#question(), instance }, signal);
      const [move] = report.moves ?? [];
      if (move) this.#say(`Hint: ${move}. ${report.verdict.replace("Solved: ", "From here: ")}`, "running");
      else this.#say(report.length === 0 ? "Solved." : report.verdict, report.status);
    } catch (error) {
      if (!signal.aborted) this.#say(reasonOf(error), "refused");
    }
  }

  /** Says what is written that the puzzle's only solution does not have, or that nothing leads on from there. */
  async #contradicts(): Promise<boolean> {
    const { domain, write, mistakes } = this.#kind;
    const [instance, given] = [this.#instance, this.#given];
    if (!mistakes || !write || instance === given) return false;
    const solved = async (text: string): Promise<SolveReport | null> => {
      const question = { domain, options: this.#options, instance: text, limits: { seconds: 2 } };
      return solve(question, new AbortController().signal).then(({ report }) => report, () => null);
    };
    const whole = await solved(given);
    const wrong = whole?.only ? mistakes(instance, (whole.moves ?? []).reduce((state, move) => write(state, move) ?? state, given)) : [];
    const isDead = wrong.length > 0 || (await solved(instance))?.status === "no-solution";
    if (!isDead || instance !== this.#instance) return false;
    const steps = wrong.map(({ cell, text }) => ({ text, cells: [cell], excluded: [] }));
    const candidates = this.#looked?.advice?.candidates ?? [];
    this.#view.advise?.({ candidates: this.#candidates.checked ? candidates : [], steps, action: null, contradiction: null }, true);
    this.#say(wrong.length > 0 ? `Wrong: ${wrong.map(({ text }) => text).join(", ")}.` : "What you wrote contradicts the puzzle: no solution is left.", "refused");
    return true;
  }

  /** Moves by hand. */
  #move(move: string): void {
    const state = this.#states[this.#timeline.at] ?? this.#instance;
    if (!this.#kind.after) {
      // One at a time, as each is answered by the server.
      this.#making = this.#making.then(() => this.#make(move));
      return;
    }
    const after = this.#kind.after(state, move);
    if (after) this.#made(() => this.#set(after, this.#given));
  }

  #question(): object {
    const { info, algorithm, heuristic } = this.#chooser;
    return {
      domain: this.#kind.domain,
      options: this.#options,
      instance: this.#instance,
      algorithm,
      heuristic: info?.is_informed ? heuristic : undefined,
      depth: info?.depth === "required" ? 40 : undefined,
      limits: this.#kind.isPictured ? { seconds: 10 } : undefined,
    };
  }

  async #solve(): Promise<void> {
    // Moves that were made before come first.
    await this.#making;
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#say("Searching …", "running");
    const told: string[] = [];
    const path: string[] = [];
    const pictures: string[] = [];
    // If at least one step is requested, the server also sends the states of the plan.
    const question = { ...this.#question(), steps: this.#kind.after || this.#kind.isPictured ? 0 : 1 };
    try {
      const { report } = await solve(question, abort.signal, (name, data) => {
        if (name === "progress") this.#count(data as Progress);
        if (name === "steps") {
          for (const event of data as TraceEvent[]) {
            if (event.type === "generated" || event.type === "expanded" || event.type === "path") told[event.id] ??= event.text ?? "";
            if (event.type === "path") path.push(told[event.id] ?? "");
          }
        }
        if (name === "picture") {
          pictures.push(data as string);
          this.#states = pictures;
          this.#timeline.setLength(pictures.length - 1);
        }
      });
      const states = this.#kind.isPictured ? pictures : path.length > 0 ? path : told.slice(0, 1);
      this.#solved(report, this.#kind.after ? null : states);
    } catch (error) {
      if (abort.signal.aborted) {
        if (this.#abort === abort) this.#say("Stopped.", "limit");
      } else this.#say(reasonOf(error), "refused");
    }
  }

  #count({ expanded, bound, cost, bytes: held, seconds }: Progress): void {
    const [plan, counted] = this.#kind.isPictured ? ["solution", "evaluated"] : ["plan", "expanded"];
    // Where each goal can be reached in one way only, as in a sudoku, no plan is cheaper than another.
    const isCosted = !this.#kind.isOneWay;
    const least = bound === null || bound <= 0 || !isCosted ? "" : `; no ${plan} costs less than ${atLeast(bound)}`;
    const best = cost === undefined || cost === null || !isCosted ? "" : `, best ${plan} so far costs ${number(cost)}`;
    const rate = seconds > 0 ? `, ${number(Math.round(expanded / seconds))} a second` : "";
    this.#progress.textContent = `${number(expanded)} ${counted} in ${time(seconds)}${rate}, ${bytes(held)}${least}${best}`;
  }

  /** Shows the result; `states` are those of the plan, if the server sent them. */
  #solved(report: SolveReport, states: string[] | null): void {
    const goal = this.#kind.namesGoal && report.goal ? ` Goal: ${report.goal}.` : "";
    this.#say(report.verdict + goal, report.status);
    const { counts } = report;
    const { isPictured } = this.#kind;
    const [expanded, generated] = [number(counts["expanded"] ?? 0), number(counts["generated"] ?? 0)];
    const counted = isPictured ? `${generated} evaluated` : `${expanded} expanded, ${generated} generated`;
    // Local searches look at many states for each that they go to.
    const evaluated = counts["evaluated"] ?? 0;
    const looked = evaluated > 2 * Math.max(counts["expanded"] ?? 0, counts["generated"] ?? 0);
    const parts = [counted, looked && `${number(evaluated)} evaluated`, report.peak_bytes && bytes(report.peak_bytes), time(report.seconds)];
    this.#progress.textContent = parts.filter(Boolean).join(", ");
    [this.#plan, this.#isByHand] = [isPictured ? [] : report.moves ?? [], false];
    if (states) this.#states = states.length > 0 || !this.#kind.isState ? states : [this.#instance];
    else {
      this.#states = [this.#instance];
      for (const move of this.#plan) {
        const last = this.#states.at(-1)!;
        this.#states.push(this.#kind.after?.(last, move) ?? last);
      }
    }
    // Moves made by hand that were there before are had again by undoing.
    if (!isPictured) this.#note();
    this.#list();
    if (isPictured) fill(this.#moves, shortened(report.moves ?? []));
    const last = isPictured ? Math.max(this.#states.length - 1, 0) : this.#plan.length;
    this.#timeline.setLength(last);
    const wanted = this.#wanted;
    this.#wanted = null;
    this.#timeline.seek(wanted ?? (isPictured ? last : 0));
    this.context.announce(this.#status.textContent ?? "");
  }

  /** Draws a state; returns it. */
  #draw(at: number): string | undefined {
    const state = this.#states[at] ?? this.#states[0];
    if (state === undefined) return state;
    this.#view.show(state, this.#given, this.#goal);
    // Moves that were offered are those of another state.
    if (state !== this.#drawn) this.#view.offer?.([]);
    return (this.#drawn = state);
  }

  #show(at: number): void {
    const state = this.#draw(at);
    // Moves by hand go on from any state, once it is at rest.
    clearTimeout(this.#rest);
    if (state !== undefined && this.#states.length > 1 && !this.#kind.isPictured && !this.#kind.after) {
      this.#rest = setTimeout(() => void this.#look(state).then((looked) => {
        if (this.#states[this.#timeline.at] === state) this.#tell(looked);
      }, () => {}), 150);
    }
    [...this.#moves.children].forEach((child, nth) => {
      if (nth === at - 1) child.setAttribute("aria-current", "step");
      else child.removeAttribute("aria-current");
    });
    this.remember();
  }

  protected override parameters(): URLSearchParams {
    const parameters = new URLSearchParams({
      puzzle: this.#kind.domain,
      board: this.#given,
      algorithm: this.#chooser.algorithm,
      heuristic: this.#chooser.heuristic,
      ...this.#options,
    });
    if (this.#instance !== this.#given) parameters.set("now", this.#instance);
    if (this.#candidates.checked) parameters.set("candidates", "yes");
    if (this.#isByHand) for (const move of this.#plan) parameters.append("move", move);
    const hasSteps = this.#plan.length > 0 || (this.#kind.isPictured && this.#states.length > 0);
    if (hasSteps || this.#wanted !== null) parameters.set("step", String(this.#wanted ?? this.#timeline.at));
    return parameters;
  }
}
