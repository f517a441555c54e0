/** The trees room: trees of games, searches, examples, and trace files. */

import { type Catalogue, type GameInfo, Refused, ask, domainOf, stream } from "./api";
import { fromBrackets, randomTree, withLeaf } from "./bracket-tree";
import type { Position } from "./analysis";
import { optionControl } from "./chooser";
import { number, stopped } from "./counters";
import { button, el, fill, labelled, refill, select } from "./dom";
import { openFile, saveCanvas } from "./download";
import type { TraceEvent, TraceHeader } from "./record";
import { type Context, type Room, isUnknown } from "./scene";
import { sharing } from "./share";
import type { Undo } from "./undo";
import { keep, kept } from "./store";
import { Timeline } from "./timeline";
import { saveTrace } from "./trace-export";
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
const LESSONS: readonly Lesson[] = [
  {
    name: "Two leaves cut off",
    tree: "(3 12 8) (2 4 6) (14 5 2)",
    text: "The tree of Russell and Norvig (Artificial Intelligence: A Modern Approach). Max already has 3 from the first branch. Once the second branch shows a 2, max will never choose it, so 4 and 6 are not visited. The third branch is searched completely because its refutation comes last.",
  },
  {
    name: "The best moves first: the minimal tree",
    tree: "((9 1 2) (10 3 4) (11 5 6)) ((8 4 5) (14 7 15) (16 17 18)) ((7 3 6) (21 6 22) (23 24 25))",
    text: "Three moves per node, three plies. Alpha-beta must visit at least 3² + 3¹ − 1 = 11 of the 27 leaves (Knuth and Moore 1975). With the best move first everywhere it visits exactly 11: it searches the first branch and refutes the others.",
  },
  {
    name: "The worst moves first",
    tree: "((7 8 9) (4 5 6) (1 2 3)) ((16 17 18) (13 14 15) (10 11 12)) ((25 26 27) (22 23 24) (19 20 21))",
    text: "The same shape with the worst move of each side first: every move is better than the previous ones, so that nothing is cut off, and all 27 leaves are visited. This is why programs order moves.",
  },
  {
    name: "A deep cutoff",
    tree: "5 (((4 9) (8 7)) 6)",
    text: "The bound that cuts off the 9 comes from the root, three plies above, and not from the node just above, which knows nothing yet: max has 5 at the root, so a node that is worth at most 4 cannot matter, however deep it is. Knuth and Moore proved in 1975 that such deep cutoffs are sound.",
  },
];

const SEARCHES = [
  { value: "tiles", text: "8-puzzle", instance: "8 1 3 / 4 _ 2 / 7 6 5" },
  { value: "grid", text: "small maze", instance: "S..#..../.#.#.##./.#...#../.####.#./......#G" },
] as const;

export class Trees implements Room {
  readonly element = el("div", { class: "room with-aside trees" });
  readonly #catalogue: Catalogue;
  readonly #context: Context;
  readonly #timeline: Timeline;
  readonly #view: TreeView;
  readonly #aside = el("aside", { class: "controls", "aria-label": "Settings" });
  readonly #details = el("p", { class: "details", role: "status", "aria-live": "polite" });
  readonly #picture = el("pre", { class: "picture", "aria-label": "Selected node" });
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
  #tree: string = LESSONS[0]!.tree;
  #game = { name: "tic-tac-toe", start: "x.o/.x./o..", depth: 9, algorithm: "alpha-beta", plain: true };
  #options: Record<string, string> = {};
  /** The algorithms that the game supports, the default first. */
  #fitting: readonly string[] = [];
  #search = { domain: "tiles", instance: SEARCHES[0].instance as string, algorithm: "a-star", heuristic: "manhattan" };
  #algorithm: string = EXPLAINED;
  #abort = new AbortController();
  #wanted: number | null = null;

  readonly #undo: Undo;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#catalogue = catalogue;
    this.#context = context;
    this.#undo = context.undo;
    this.#undo.restore = (tree) => this.#setTree(tree);
    this.#timeline = new Timeline("steps", 3, (at) => this.#show(at));
    this.#view = new TreeView(this.#model, {
      onSelect: (node) => this.#describe(node),
      onOpen: (node) => this.#edit(node),
    });
    const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
    const isWrong =
      isUnknown("source", parameters.get("source"), ["lesson", "game", "search", "file"], context) ||
      isUnknown("game", parameters.get("game"), names(catalogue.games), context) ||
      isUnknown("problem", parameters.get("domain"), names(catalogue.domains), context);
    this.#restore(isWrong ? new URLSearchParams() : parameters);
    const zoom = el(
      "div",
      { class: "buttons tree-buttons" },
      button("Fit", () => this.#view.fit(), { label: "Fit tree to view" }),
      button("+", () => this.#view.zoom(1.3), { label: "Zoom in" }),
      button("−", () => this.#view.zoom(0.75), { label: "Zoom out" }),
      button("Expand all", () => this.#view.foldAll(false)),
      button("Collapse all", () => this.#view.foldAll(true)),
    );
    this.#controls();
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Trees"),
      this.#aside,
      el(
        "div",
        { class: "stage" },
        el("section", { class: "panel", "aria-label": "Tree view" },
          this.#lesson, zoom, this.#view.canvas, this.#details, this.#picture, this.#counts),
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
    const get = (name: string): string | undefined => parameters.get(name) ?? undefined;
    const source = get("source");
    if (source === "game" || source === "search" || source === "file") this.#source = source;
    this.#tree = get("tree") ?? this.#tree;
    this.#algorithm = get("algorithm") ?? this.#algorithm;
    this.#game.name = get("game") ?? this.#game.name;
    this.#game.start = get("start") ?? (get("game") ? "" : this.#game.start);
    this.#game.depth = Number(get("depth")) || this.#game.depth;
    for (const { name } of this.#gameInfo(this.#game.name)?.options ?? []) {
      const value = get(name);
      if (value && this.#source === "game") this.#options[name] = value;
    }
    if (this.#source === "game") {
      this.#game.algorithm = this.#algorithm;
      this.#game.plain = get("plain") !== "no";
    }
    if (this.#source === "search") {
      const domain = domainOf(this.#catalogue, get("domain") ?? this.#search.domain);
      const small = SEARCHES.find(({ value }) => value === domain.name);
      this.#search.domain = domain.name;
      this.#search.instance = get("instance") ?? small?.instance ?? domain.example;
      this.#search.heuristic = get("heuristic") ?? domain.heuristics[0]?.name ?? "blind";
      this.#search.algorithm = get("algorithm") ?? "a-star";
    }
    this.#keptAs = parameters.get("file");
    this.#shown = Number(get("search")) || 1;
    const step = get("step");
    if (step !== undefined) this.#wanted = Number(step) || 0;
  }

  #remember(): void {
    this.#context.remember(() => this.#parameters());
  }

  /** The scene as a link holds it. */
  #parameters(): URLSearchParams {
    const parameters = new URLSearchParams({ source: this.#source });
    const set = (values: Record<string, string | number>): void => {
      for (const [name, value] of Object.entries(values)) parameters.set(name, String(value));
    };
    if (this.#source === "lesson") set({ tree: this.#tree, algorithm: this.#algorithm });
    if (this.#source === "game") {
      const { name, start, depth, algorithm, plain } = this.#game;
      set({ game: name, start, depth, algorithm, plain: plain ? "yes" : "no", ...this.#options });
    }
    if (this.#source === "search") set({ ...this.#search });
    if (this.#source === "file") set({ ...(this.#keptAs && { file: this.#keptAs }), search: this.#shown });
    const step = this.#wanted ?? (this.#timeline.isAtEnd ? null : this.#timeline.at);
    if (step !== null) set({ step });
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
        labelled("Tree of", select(sources, this.#source, (source) => this.#context.choose({ source }))),
        ...panel()),
      el("details", {}, el("summary", {}, "Export and share"),
        ...sharing(this.#context,
          button("Picture (PNG)", () => saveCanvas("tree.png", this.#view.canvas)),
          button("Trace", () => this.#export("trace")),
          button("Page (HTML)", () => this.#export("html")),
          button("Drawing (SVG)", () => this.#export("svg")),
          button("Graphviz", () => this.#export("dot")))),
      this.#legend(),
    );
  }

  #legend(): HTMLElement {
    const item = (kind: string, text: string): HTMLElement =>
      el("li", {}, el("span", { class: `swatch ${kind}` }), text);
    return el("details", { open: innerWidth > 900 }, el("summary", {}, "Legend"),
      el("ul", { class: "legend" },
        item("open", "being searched"),
        item("closed", "value known"),
        item("cut", "cut off (with reason)"),
        item("never", "not visited"),
        item("path", "principal variation or plan")),
      el("p", { class: "hint" }, "≥ and ≤: only a bound is known. ≈: the value rests on estimates."),
      el("p", { class: "hint" }, "W3: win in 3 plies from the root. L4: loss in 4 plies."),
      el("p", { class: "hint" }, "▲ max: the side to move at the root. ▼ min: any other side. ● chance: the value is the mean."),
      el("p", { class: "hint" }, "Values propagate up from the leaves. Drag to move, scroll or pinch to zoom, double-click a node to collapse it."));
  }

  #gameInfo(game: string): GameInfo | undefined {
    return this.#catalogue.games.find(({ name }) => name === game);
  }

  /** The game whose positions are trees, written as brackets. */
  get #written(): string {
    return this.#catalogue.games.find(({ drawn }) => drawn === "tree")!.name;
  }

  /** Offers the algorithms that the game supports; the selected one until the server has named them. */
  #offerAlgorithms(): HTMLElement {
    const isGame = this.#source === "game";
    const selected = isGame ? this.#game.algorithm : this.#algorithm;
    const names = this.#fitting.includes(selected) ? this.#fitting : [selected, ...this.#fitting];
    const title = (name: string): string =>
      this.#catalogue.game_algorithms.find((known) => known.name === name)?.title ?? "";
    const options = names.map((name) => ({ value: name, text: name, title: title(name) }));
    refill(this.#algorithms, labelled("Algorithm", select(options, selected, (name) => {
      if (isGame) this.#game.algorithm = name;
      else this.#algorithm = name;
      this.#load();
    })));
    return this.#algorithms;
  }

  #lessonControls(): HTMLElement[] {
    const lessons = LESSONS.map(({ name, tree }) => ({ value: tree, text: name }));
    const isLesson = LESSONS.some(({ tree }) => tree === this.#tree);
    if (!isLesson) lessons.unshift({ value: this.#tree, text: "custom" });
    const text = el("textarea", { rows: 4, spellcheck: "false" });
    text.value = this.#tree;
    text.addEventListener("change", () => this.#setTree(text.value));
    this.#undo.note(this.#tree);
    return [
      this.#undo.element,
      labelled("Lesson", select(lessons, this.#tree, (tree) => this.#setTree(tree))),
      labelled("Tree", text),
      this.#offerAlgorithms(),
      button("Random tree", () => this.#setTree(randomTree(3, 3))),
      el("p", { class: "hint" }, "Numbers are leaves; brackets enclose the children of a node. To change a leaf, double-click it, or select it with the arrow keys and press Enter."),
    ];
  }

  #setTree(tree: string): void {
    this.#tree = tree.trim();
    this.#wanted = null;
    this.#controls();
    this.#load();
  }

  #gameControls(): HTMLElement[] {
    const games = this.#catalogue.games
      .filter(({ drawn }) => drawn !== "tree")
      .map(({ name, title }) => ({ value: name, text: name.replaceAll("-", " "), title }));
    const start = el("input", { type: "text", value: this.#game.start, spellcheck: "false",
      change: () => {
        this.#game.start = start.value;
        this.#load();
      } });
    const depth = el("input", { type: "number", min: 1, max: 40, value: this.#game.depth,
      change: () => {
        this.#game.depth = Math.max(1, Math.floor(Number(depth.value)) || 1);
        this.#load();
      } });
    const plain = el("input", { type: "checkbox", checked: this.#game.plain,
      change: () => {
        this.#game.plain = plain.checked;
        this.#load();
      } });
    const options = (this.#gameInfo(this.#game.name)?.options ?? []).map((option) =>
      labelled(
        option.name,
        optionControl(option, this.#options[option.name] ?? "", (value) => {
          if (value) this.#options[option.name] = value;
          else delete this.#options[option.name];
          this.#game.start = "";
          void this.#fit();
        }),
      ),
    );
    return [
      labelled("Game", select(games, this.#game.name, (game) => void this.#choose(game))),
      ...options,
      labelled("Position", start),
      labelled("Depth", depth),
      this.#offerAlgorithms(),
      el("label", { class: "check" }, plain, "Textbook form: one pass, no table, no move ordering"),
    ];
  }

  /** The last tree of a game, or one of a position and a depth that suit it. */
  async #choose(game: string): Promise<void> {
    const position = await this.#ask(game, {});
    // Near the end, the trees of all rolls are small.
    const start = position?.wide ? (this.#gameInfo(game)?.example ?? "") : "";
    const algorithm = this.#fitting.find((name) => name === this.#game.algorithm) ?? this.#fitting[0] ?? "";
    this.#context.choose({ source: "game", game, start, depth: position?.wide ? "3" : "4", algorithm });
  }

  /** Selects an algorithm that the game supports. */
  async #fit(): Promise<void> {
    await this.#ask(this.#game.name, this.#options);
    if (!this.#fitting.includes(this.#game.algorithm)) {
      this.#game.algorithm = this.#fitting[0] ?? this.#game.algorithm;
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
    void this.#ask(isGame ? this.#game.name : this.#written, isGame ? this.#options : {})
      .then(() => this.#offerAlgorithms());
  }

  #searchControls(): HTMLElement[] {
    const domain = domainOf(this.#catalogue, this.#search.domain);
    const domains = this.#catalogue.domains.map(({ name, title }) => ({ value: name, text: name, title }));
    const algorithms = domain.algorithms
      .filter(({ family }) => family !== "map")
      .map(({ name, title }) => ({ value: name, text: name, title }));
    const text = el("textarea", { rows: 3, spellcheck: "false" });
    text.value = this.#search.instance;
    text.addEventListener("change", () => {
      this.#search.instance = text.value;
      this.#load();
    });
    const heuristic = el("input", { type: "text", value: this.#search.heuristic, spellcheck: "false",
      change: () => {
        this.#search.heuristic = heuristic.value || "blind";
        this.#load();
      } });
    return [
      labelled("Problem", select(domains, this.#search.domain, (domain) => this.#context.choose({ source: "search", domain }))),
      labelled("Instance", text),
      labelled("Algorithm", select(algorithms, this.#search.algorithm, (name) => {
        this.#search.algorithm = name;
        this.#load();
      })),
      labelled("Heuristic", heuristic),
    ];
  }

  #fileControls(): HTMLElement[] {
    return [
      button("Open trace", () => void this.#open(), { class: "primary" }),
      this.#searches,
      el("p", { class: "hint" }, "Open a file written by `tremaux trace … --output search.trace`, or its JSON Lines form (`--form jsonl`)."),
    ];
  }

  #export(form: "trace" | "html" | "svg" | "dot"): void {
    const question =
      this.#source === "search"
        ? { search: { ...this.#search } }
        : { analysis: this.#gameQuestion() };
    saveTrace(form, question).catch(
      (error: unknown) => this.#say(error instanceof Error ? error.message : String(error)),
    );
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }

  // Searching

  #gameQuestion(): object {
    const { algorithm, plain, depth, name, start } = this.#game;
    if (this.#source === "lesson") {
      const played = { game: this.#written, options: { tree: this.#tree } };
      return { played, algorithm: this.#algorithm, plain: true };
    }
    const info = this.#catalogue.game_algorithms.find((known) => known.name === algorithm);
    const hasDepth = info?.options.some((option) => option.name === "depth") ?? true;
    const effort = hasDepth ? { depth } : { limits: { nodes: 2000 } };
    return { played: { game: name, start, options: this.#options }, algorithm, plain, ...effort };
  }

  #load(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#say("");
    this.#remember();
    const steps = this.#catalogue.ceilings.steps;
    const isSearch = this.#source === "search";
    const lesson = LESSONS.find(({ tree }) => tree === this.#tree);
    const isExplained = this.#algorithm === EXPLAINED;
    const text = isExplained ? lesson?.text : lesson && `The explanation of this tree is about ${EXPLAINED}; ${this.#algorithm} is shown.`;
    this.#lesson.textContent = this.#source === "lesson" ? (text ?? "") : "";
    this.#model = this.#source === "lesson" ? fromBrackets(this.#tree) : new TreeModel(!isSearch);
    const model = this.#model;
    const path = isSearch ? "search" : "tree";
    const question = isSearch ? { ...this.#search, steps } : { ...this.#gameQuestion(), steps };
    let report: Report | null = null;
    stream(path, question, this.#abort.signal, (name, data) => {
      if (name === "header") model.header = data as TraceHeader;
      if (name === "steps") model.add(data as TraceEvent[]);
      if (name === "report") report = data as Report;
    }).then(
      () => this.#loaded(model, report),
      (error: unknown) => {
        if (model !== this.#model || (error instanceof DOMException && error.name === "AbortError")) return;
        this.#say(error instanceof Refused ? error.message : "No connection to the server.");
        this.#loaded(model);
      },
    );
  }

  #loaded(model: TreeModel, report: Report | null = null): void {
    if (model !== this.#model) return;
    model.seek(model.stepCount);
    this.#totals = report?.report.counts ?? {};
    const notes = [model.size === 0 ? "" : model.meaning];
    if (report && model.size === 0) notes.push("The game is over; nothing to search.");
    if (report?.report.stopped) notes.push(`${stopped(report.report.stopped)}.`);
    if (report?.cut) notes.push(`The tree shows the first ${number(model.stepCount)} steps; totals cover the whole search.`);
    if (report) this.#say(notes.filter(Boolean).join(" "));
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
    await this.#context.begin();
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
      this.#say(error instanceof Refused ? error.message : "No connection to the server.");
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
    let header: TraceHeader = {};
    try {
      for (const [nth, line] of text.split("\n").entries()) {
        if (line.trim() === "") continue;
        const value = parsed(line, nth + 1);
        if (value.header) header = value.header;
        if (typeof value.type === "string") events.push(value as TraceEvent);
      }
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
      return;
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
    if (!this.#timeline.isAtEnd && this.#model.current >= 0) this.#view.reveal(this.#model.current);
    else this.#view.draw();
    this.#describe(this.#timeline.isAtEnd ? this.#view.selected : this.#model.current);
    this.#showCounts();
    this.#remember();
  }

  #describe(node: number): void {
    if (node < 0 || node >= this.#model.size) return;
    this.#details.textContent = this.#model.describe(node);
    const picture = this.#model.isWritten ? "" : (this.#model.picture[node] ?? "");
    this.#picture.textContent = picture.replaceAll(" / ", "\n");
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
    this.#setTree(withLeaf(this.#tree, nth, value));
  }
}

interface Report {
  report: { counts: Record<string, number>; stopped?: string };
  /** Whether not all steps were sent. */
  cut: boolean;
}

interface Line {
  type?: unknown;
  header?: TraceHeader;
}

function parsed(line: string, nth: number): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw new Error(`line ${nth}: expected a JSON object`);
  }
}
