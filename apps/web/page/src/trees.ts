/** The trees room: trees of games, searches, examples, and trace files. */

import { type Catalogue, type GameInfo, type SearchEnd, ask, domainOf, reasonOf, stream } from "./api";
import { fromBrackets, randomTree, withLeaf } from "./bracket-tree";
import type { Position } from "./analysis";
import { optionControls } from "./chooser";
import { number, stopped } from "./counters";
import { button, check, el, field, fill, labelled, legend, refill, select } from "./dom";
import { openFile, saveCanvas } from "./download";
import exampleTrees from "./example-trees.json";
import type { TraceEvent, TraceHeader } from "./record";
import { type Context, type Room, SceneRoom, isUnknown } from "./scene";
import { sharing } from "./share";
import type { Undo } from "./undo";
import { keep, kept } from "./store";
import { Timeline } from "./timeline";
import { type TraceForm, saveTrace } from "./trace-export";
import { TreeModel } from "./tree-model";
import { TreeView } from "./tree-view";

type Source = "lesson" | "game" | "search" | "file";

interface Lesson {
  name: string;
  tree: string;
  text: string;
}

/** The algorithm whose steps the explanations describe. */
const EXPLAINED = "alpha-beta";

/** Small example trees with explanations. */
const LESSONS: readonly Lesson[] = exampleTrees;

const SEARCHES = [
  { value: "tiles", text: "8-puzzle", instance: "8 1 3 / 4 _ 2 / 7 6 5" },
  { value: "grid", text: "small maze", instance: "S..#..../.#.#.##./.#...#../.####.#./......#G" },
] as const;

/** What is shown at first, of each source. */
const BEGINNING = {
  tree: LESSONS[0]!.tree, algorithm: EXPLAINED, game: "tic-tac-toe", start: "x.o/.x./o..", depth: "9", plain: "yes",
  domain: "tiles", instance: "", heuristic: "",
};

type Values = typeof BEGINNING;

/** What describes a tree of each source. */
const NAMES: Readonly<Record<Source, readonly (keyof Values)[]>> = {
  lesson: ["tree", "algorithm"],
  game: ["game", "start", "depth", "algorithm", "plain"],
  search: ["domain", "instance", "algorithm", "heuristic"],
  file: [],
};

export class Trees extends SceneRoom implements Room {
  readonly element = el("div", { class: "room with-aside trees" });
  readonly #timeline: Timeline;
  readonly #view: TreeView;
  readonly #aside = el("aside", { class: "controls", "aria-label": "Settings" });
  readonly #note = el("p", { class: "note" });
  readonly #algorithms = el("div", {});
  /** The file that is shown, and its name on the device. */
  #file: Blob | null = null;
  #keptAs: string | null = null;
  /** The number of the current search, if the file has several. */
  #shown = 1;
  readonly #nth = el("input", { type: "number", min: 1,
    change: () => this.#turnTo(Math.floor(this.#nth.valueAsNumber) || 1) });
  readonly #previous = button("Previous search", () => this.#turnTo(this.#nth.valueAsNumber - 1));
  readonly #next = button("Next search", () => this.#turnTo(this.#nth.valueAsNumber + 1));
  readonly #instance = el("p", { class: "hint" });
  readonly #searches = el("div", { class: "searches", hidden: true },
    labelled("Search", this.#nth), el("div", { class: "buttons" }, this.#previous, this.#next), this.#instance);
  readonly #lesson = el("p", { class: "lesson-text" });
  readonly #counts = el("p", { class: "counts", "data-counts": "" });
  #model = new TreeModel(true);
  /** The counts of the whole search, once it is over. */
  #totals: Record<string, number> = {};
  #source: Source = "lesson";
  #values = { ...BEGINNING };
  #options: Record<string, string> = {};
  /** The algorithms that the game supports, the default first. */
  #fitting: readonly string[] = [];
  #abort = new AbortController();
  #wanted: number | null = null;

  readonly #undo: Undo;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    super(catalogue, context);
    this.#undo = context.undo;
    this.#undo.restore = (tree) => this.#setTree(tree);
    this.#timeline = new Timeline("steps", 3, (at) => this.#show(at));
    this.#view = new TreeView(this.#model, (node) => this.#edit(node));
    const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
    const isWrong =
      isUnknown("source", parameters.get("source"), ["lesson", "game", "search", "file"], context) ||
      isUnknown("game", parameters.get("game"), names(catalogue.games), context) ||
      isUnknown("problem", parameters.get("domain"), names(catalogue.domains), context);
    this.#restore(isWrong ? new URLSearchParams() : parameters);
    this.#controls();
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Trees"),
      this.#aside,
      el(
        "div",
        { class: "stage" },
        el("section", { class: "panel", "aria-label": "Tree view" },
          this.#lesson, this.#view.buttons, this.#view.canvas, this.#view.details, this.#view.picture, this.#counts),
        this.#timeline.element,
        this.#note,
      ),
    );
    if (this.#source === "file") void this.#reopen();
    else {
      this.#name();
      this.#load();
    }
  }

  close(): void {
    this.#abort.abort();
    this.#timeline.pause();
    this.#view.close();
  }

  key(event: KeyboardEvent): boolean {
    return this.#undo.key(event) || this.#timeline.key(event);
  }

  #restore(parameters: URLSearchParams): void {
    const source = parameters.get("source") ?? "";
    if (source in NAMES) this.#source = source as Source;
    const values = this.#values;
    if (parameters.has("game")) values.start = "";
    if (this.#source === "search") {
      const domain = domainOf(this.catalogue, parameters.get("domain") ?? values.domain);
      const small = SEARCHES.find(({ value }) => value === domain.name);
      values.instance = small?.instance ?? domain.example;
      [values.algorithm, values.heuristic] = ["a-star", domain.heuristics[0]?.name ?? "blind"];
    }
    for (const name of NAMES[this.#source]) values[name] = parameters.get(name) ?? values[name];
    for (const { name } of this.#gameInfo(values.game)?.options ?? []) {
      const value = parameters.get(name);
      if (value && this.#source === "game") this.#options[name] = value;
    }
    this.#keptAs = parameters.get("file");
    this.#shown = Number(parameters.get("search")) || 1;
    const step = parameters.get("step");
    if (step !== null) this.#wanted = Number(step) || 0;
  }

  protected override parameters(): URLSearchParams {
    const source = this.#source;
    const file = source === "file" && { ...(this.#keptAs && { file: this.#keptAs }), search: String(this.#shown) };
    const parameters = new URLSearchParams({ source, ...(source === "game" && this.#options), ...file });
    for (const name of NAMES[source]) parameters.set(name, this.#values[name]);
    const step = this.#wanted ?? (this.#timeline.isAtEnd ? null : this.#timeline.at);
    if (step !== null) parameters.set("step", String(step));
    return parameters;
  }

  // Controls

  #controls(): void {
    const sources = [
      { value: "lesson", text: "example tree" },
      { value: "game", text: "game" },
      { value: "search", text: "search" },
      { value: "file", text: "trace file" },
    ];
    const panel = {
      lesson: () => this.#lessonControls(),
      game: () => this.#gameControls(),
      search: () => this.#searchControls(),
      file: () => this.#fileControls(),
    }[this.#source];
    refill(
      this.#aside,
      el("details", { open: true }, el("summary", {}, "Source"),
        labelled("Tree of", select(sources, this.#source, (source) => this.context.choose({ source }))),
        ...panel()),
      el("details", {}, el("summary", {}, "Export and share"),
        ...sharing(this.context,
          button("Picture (PNG)", () => saveCanvas("tree.png", this.#view.canvas)),
          button("Trace", () => this.#export("trace")),
          button("Page (HTML)", () => this.#export("html")),
          button("Drawing (SVG)", () => this.#export("svg")),
          button("Graphviz", () => this.#export("dot")))),
      this.#legend(),
    );
  }

  #legend(): HTMLElement {
    return el("details", { open: innerWidth > 900 }, el("summary", {}, "Legend"),
      legend(["open", "being searched"], ["closed", "value known"], ["cut", "cut off (with reason)"],
        ["never", "not visited"], ["path", "principal variation or plan"]),
      el("p", { class: "hint" }, "≥ and ≤: only a bound is known. ≈: the value rests on estimates."),
      el("p", { class: "hint" }, "W3: win in 3 plies from the root. L4: loss in 4 plies."),
      el("p", { class: "hint" }, "▲ max: the side to move at the root. ▼ min: any other side. ● chance: the value is the mean."),
      el("p", { class: "hint" }, "Values propagate up from the leaves. Drag to move, scroll or pinch to zoom, double-click a node to collapse it."));
  }

  #gameInfo(game: string): GameInfo | undefined {
    return this.catalogue.games.find(({ name }) => name === game);
  }

  /** The game whose positions are trees, written as brackets. */
  get #written(): string {
    return this.catalogue.games.find(({ drawn }) => drawn === "tree")!.name;
  }

  /** Offers the algorithms that the game supports; the selected one until the server has named them. */
  #offerAlgorithms(): HTMLElement {
    const { algorithm } = this.#values;
    const names = this.#fitting.includes(algorithm) ? this.#fitting : [algorithm, ...this.#fitting];
    const title = (name: string): string =>
      this.catalogue.game_algorithms.find((known) => known.name === name)?.title ?? "";
    const options = names.map((name) => ({ value: name, text: name, title: title(name) }));
    const chosen = select(options, algorithm, (algorithm) => this.#set({ algorithm }));
    refill(this.#algorithms, labelled("Algorithm", chosen));
    return this.#algorithms;
  }

  /** Shows a tree of which something is different. */
  #set(change: Partial<Values>): void {
    Object.assign(this.#values, change);
    this.#load();
  }

  #lessonControls(): HTMLElement[] {
    const lessons = LESSONS.map(({ name, tree }) => ({ value: tree, text: name }));
    const isLesson = LESSONS.some(({ tree }) => tree === this.#values.tree);
    if (!isLesson) lessons.unshift({ value: this.#values.tree, text: "custom" });
    const text = el("textarea", { rows: 4, spellcheck: "false" });
    text.value = this.#values.tree;
    text.addEventListener("change", () => this.#setTree(text.value));
    this.#undo.note(this.#values.tree);
    return [
      this.#undo.element,
      labelled("Lesson", select(lessons, this.#values.tree, (tree) => this.#setTree(tree))),
      labelled("Tree", text),
      this.#offerAlgorithms(),
      button("Random tree", () => this.#setTree(randomTree(3, 3))),
      el("p", { class: "hint" }, "Numbers are leaves; brackets enclose the children of a node. To change a leaf, double-click it, or select it with the arrow keys and press Enter."),
    ];
  }

  #setTree(tree: string): void {
    this.#values.tree = tree.trim();
    this.#wanted = null;
    this.#controls();
    this.#load();
  }

  #gameControls(): HTMLElement[] {
    const games = this.catalogue.games
      .filter(({ drawn }) => drawn !== "tree")
      .map(({ name, title }) => ({ value: name, text: name.replaceAll("-", " "), title }));
    const options = optionControls(this.#gameInfo(this.#values.game)?.options ?? [], this.#options, (set) => {
      set();
      this.#values.start = "";
      void this.#fit();
    });
    return [
      labelled("Game", select(games, this.#values.game, (game) => void this.#choose(game))),
      ...options,
      field("Position", this.#values.start, {}, (start) => this.#set({ start })),
      field("Depth", this.#depth, { min: 1, max: 40 }, (depth) => this.#set({ depth })),
      this.#offerAlgorithms(),
      check("Textbook form: one pass, no table, no move ordering", this.#values.plain !== "no", (isPlain) =>
        this.#set({ plain: isPlain ? "yes" : "no" })),
    ];
  }

  /** The last tree of a game, or one of a position and a depth that suit it. */
  async #choose(game: string): Promise<void> {
    const position = await this.#ask(game, {});
    // Near the end, the trees of all rolls are small.
    const start = position?.wide ? (this.#gameInfo(game)?.example ?? "") : "";
    const algorithm = this.#fitting.find((name) => name === this.#values.algorithm) ?? this.#fitting[0] ?? "";
    this.context.choose({ source: "game", game, start, depth: position?.wide ? "3" : "4", algorithm });
  }

  /** Selects an algorithm that the game supports. */
  async #fit(): Promise<void> {
    await this.#ask(this.#values.game, this.#options);
    if (!this.#fitting.includes(this.#values.algorithm)) {
      this.#values.algorithm = this.#fitting[0] ?? this.#values.algorithm;
    }
    this.#controls();
    this.#load();
  }

  /** Asks the server about a game, and which algorithms it supports. */
  async #ask(game: string, options: Record<string, string>): Promise<Position | null> {
    try {
      const position = await ask<Position>("position", { game, options });
      this.#fitting = position.algorithms;
      return position;
    } catch {
      // What is wrong is said when the tree is loaded.
      return null;
    }
  }

  /** Names the algorithms of the game of this source. */
  #name(): void {
    if (this.#source !== "lesson" && this.#source !== "game") return;
    const isGame = this.#source === "game";
    void this.#ask(isGame ? this.#values.game : this.#written, isGame ? this.#options : {})
      .then(() => this.#offerAlgorithms());
  }

  #searchControls(): HTMLElement[] {
    const domain = domainOf(this.catalogue, this.#values.domain);
    const domains = this.catalogue.domains.map(({ name, title }) => ({ value: name, text: name, title }));
    const algorithms = domain.algorithms
      .filter(({ family }) => family !== "map")
      .map(({ name, title }) => ({ value: name, text: name, title }));
    const text = el("textarea", { rows: 3, spellcheck: "false" });
    text.value = this.#values.instance;
    text.addEventListener("change", () => this.#set({ instance: text.value }));
    return [
      labelled("Problem", select(domains, this.#values.domain, (domain) => this.context.choose({ source: "search", domain }))),
      labelled("Instance", text),
      labelled("Algorithm", select(algorithms, this.#values.algorithm, (algorithm) => this.#set({ algorithm }))),
      field("Heuristic", this.#values.heuristic, {}, (heuristic) => this.#set({ heuristic: heuristic || "blind" })),
    ];
  }

  #fileControls(): HTMLElement[] {
    return [
      button("Open trace", () => void this.#open(), { class: "primary" }),
      this.#searches,
      el("p", { class: "hint" }, "Open a file written by `tremaux trace … --output search.trace`, or its JSON Lines form (`--form jsonl`)."),
    ];
  }

  #export(form: TraceForm): void {
    const question = this.#source === "search" ? { search: this.#searchQuestion } : { analysis: this.#gameQuestion() };
    saveTrace(form, question, (text) => this.#say(text));
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }

  // Searching

  get #searchQuestion(): object {
    const { domain, instance, algorithm, heuristic } = this.#values;
    return { domain, instance, algorithm, heuristic };
  }

  get #depth(): number {
    return Math.max(1, Math.floor(Number(this.#values.depth)) || 1);
  }

  #gameQuestion(): object {
    const { algorithm, plain, game, start, tree } = this.#values;
    if (this.#source === "lesson") return { played: { game: this.#written, options: { tree } }, algorithm, plain: true };
    const info = this.catalogue.game_algorithms.find((known) => known.name === algorithm);
    const hasDepth = info?.options.some((option) => option.name === "depth") ?? true;
    const effort = hasDepth ? { depth: this.#depth } : { limits: { nodes: 2000 } };
    return { played: { game, start, options: this.#options }, algorithm, plain: plain !== "no", ...effort };
  }

  #load(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#say("");
    this.remember();
    const steps = this.catalogue.ceilings.steps;
    const isSearch = this.#source === "search";
    const lesson = LESSONS.find(({ tree }) => tree === this.#values.tree);
    const isExplained = this.#values.algorithm === EXPLAINED;
    const text = isExplained ? lesson?.text : lesson && `The explanation of this tree is about ${EXPLAINED}; ${this.#values.algorithm} is shown.`;
    this.#lesson.textContent = this.#source === "lesson" ? (text ?? "") : "";
    this.#model = this.#source === "lesson" ? fromBrackets(this.#values.tree) : new TreeModel(!isSearch);
    const model = this.#model;
    const path = isSearch ? "search" : "tree";
    const question = isSearch ? { ...this.#searchQuestion, steps } : { ...this.#gameQuestion(), steps };
    let end: SearchEnd | null = null;
    stream(path, question, this.#abort.signal, (name, data) => {
      if (name === "header") model.header = data as TraceHeader;
      if (name === "steps") model.add(data as TraceEvent[]);
      if (name === "report") end = data as SearchEnd;
    }).then(
      () => this.#loaded(model, end),
      (error: unknown) => {
        if (model !== this.#model || (error instanceof DOMException && error.name === "AbortError")) return;
        this.#say(reasonOf(error));
        this.#loaded(model);
      },
    );
  }

  #loaded(model: TreeModel, end: SearchEnd | null = null): void {
    if (model !== this.#model) return;
    model.seek(model.stepCount);
    this.#totals = end?.report.counts ?? {};
    const notes = [model.size === 0 ? "The game is over; nothing to search." : model.meaning];
    if (end?.report.stopped) notes.push(`${stopped(end.report.stopped)}.`);
    if (end?.cut) notes.push(`The tree shows the first ${number(model.stepCount)} steps; totals cover the whole search.`);
    if (end) this.#say(notes.filter(Boolean).join(" "));
    this.#timeline.setLength(model.stepCount);
    const wanted = this.#wanted;
    this.#wanted = null;
    model.seek(wanted ?? model.stepCount);
    this.#view.show(model);
    this.#timeline.seek(wanted ?? model.stepCount, false);
  }

  /** Shows what was counted by the moment that is shown, of what the whole search counted. */
  #showCounts(): void {
    const { again, leaves, isWritten, counts } = this.#model;
    const { isAtEnd } = this.#timeline;
    const parts = Object.entries(this.#totals)
      .filter(([name, total]) => typeof total === "number" && (isAtEnd || total > 0 && name in this.#model.totals))
      .map(([name, total]) => `${name.replaceAll("_", " ")} ${isAtEnd ? "" : `${number(counts[name] ?? 0)} of `}${number(total)}`);
    if (isWritten) parts.push(`${number(leaves.seen)} of ${number(leaves.all)} leaves visited`);
    if (isAtEnd && again > 0) parts.push(`${number(again)} extra ${again === 1 ? "node" : "nodes"} to recover the best line`);
    this.#counts.textContent = parts.join(" · ");
  }

  async #open(): Promise<void> {
    const file = await openFile(".trace,.jsonl,application/json,text/plain");
    if (file === null) return;
    await this.context.begin();
    this.#keptAs = await keep(file);
    await this.#openFile(file);
  }

  /** Shows the file that was shown before, if it is kept here. */
  async #reopen(): Promise<void> {
    const file = this.#keptAs === null ? null : await kept(this.#keptAs);
    if (file instanceof Blob) await this.#openFile(file, this.#shown);
    else if (this.#keptAs !== null) this.#say("This file is not kept on this device: open it again.");
  }

  async #openFile(file: Blob, nth = 1): Promise<void> {
    const text = await file.slice(0, 1).text();
    if (text === "{") {
      this.#searches.hidden = true;
      this.#openLines(await file.text());
    } else await this.#openOwn(file, nth);
  }

  /** Shows a search of a trace file, which the server reads; the first is 1. */
  async #openOwn(file: Blob, nth = 1): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const events: TraceEvent[] = [];
    let header: TraceHeader = {};
    let hasNext = false;
    try {
      await stream(`trace/read/${nth}`, file, signal, (name, data) => {
        if (name === "header") header = data as TraceHeader;
        if (name === "steps") for (const event of data as TraceEvent[]) events.push(event);
        if (name === "end") hasNext = (data as { next: boolean }).next;
      });
      this.#file = file;
      this.#chooseSearch(nth, hasNext, header.instance ?? "");
      this.#openEvents(events, header.shape === "game", header);
    } catch (error) {
      if (signal.aborted) return;
      this.#nth.value = String(this.#shown);
      this.#say(reasonOf(error));
    }
  }

  /** Switches to another search of the file. */
  #turnTo(nth: number): void {
    const wanted = Math.max(1, nth || this.#shown);
    this.#nth.value = String(wanted);
    if (this.#file) void this.#openOwn(this.#file, wanted);
  }

  /** Shows the controls for other searches, if the file has several. */
  #chooseSearch(nth: number, hasNext: boolean, instance: string): void {
    this.#searches.hidden = nth === 1 && !hasNext;
    this.#shown = nth;
    this.#nth.value = String(nth);
    this.#previous.disabled = nth === 1;
    this.#next.disabled = !hasNext;
    this.#instance.textContent = instance;
  }

  /** Shows a trace in JSON Lines format. */
  #openLines(text: string): void {
    const events: TraceEvent[] = [];
    let [header, nth]: [TraceHeader, number] = [{}, 0];
    try {
      for (const line of text.split("\n")) {
        nth += 1;
        const value = JSON.parse(line.trim() || "{}") as Partial<TraceEvent> & { header?: TraceHeader };
        header = value.header ?? header;
        if (typeof value.type === "string") events.push(value as TraceEvent);
      }
    } catch {
      return this.#say(`line ${nth}: expected a JSON object`);
    }
    this.#openEvents(events, events.some(({ type }) => type === "entered"), header);
  }

  #openEvents(events: readonly TraceEvent[], isGame: boolean, header: TraceHeader): void {
    const model = new TreeModel(isGame);
    model.header = header;
    model.add(events);
    this.#model = model;
    this.#say(`${number(model.size)} nodes, ${number(model.stepCount)} steps. ${model.meaning}`.trim());
    this.#loaded(model);
  }

  // Showing

  #show(at: number): void {
    this.#model.seek(at);
    this.#view.follow(this.#timeline.isAtEnd);
    this.#showCounts();
    this.remember();
  }

  /** Changes the number of a leaf of an example tree. */
  #edit(node: number): void {
    if (this.#source !== "lesson") return;
    const leaves = this.#model.children.flatMap((children, at) => (children.length === 0 ? [at] : []));
    const nth = leaves.indexOf(node);
    const old = this.#model.picture[node] ?? "0";
    const answer = prompt("Value of this leaf for max:", old);
    const value = Number(answer);
    if (answer === null || answer.trim() === "" || !Number.isInteger(value)) return;
    this.#setTree(withLeaf(this.#values.tree, nth, value));
  }
}
