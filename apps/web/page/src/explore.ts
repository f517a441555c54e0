/** The room where algorithms search one grid side by side. */

import { type Catalogue, type Domain, Refused, ask } from "./api";
import { number } from "./counters";
import { optionControl } from "./chooser";
import { button, el, fill, labelled } from "./dom";
import { copyLink, openText, saveCanvas, saveText } from "./download";
import { GridText, fromMovingAi, toMovingAi } from "./grid-text";
import { type GridLayers, GridView } from "./grid-view";
import { Lane, type Problem } from "./lane";
import type { Context, Room } from "./scene";
import { onThemeChange } from "./theme";
import { Timeline } from "./timeline";
import { saveTrace } from "./trace-export";

const TOOLS = [
  { letter: "#", text: "Wall", key: "w" },
  { letter: ".", text: "Free", key: "e" },
  { letter: "3", text: "Weight 3", key: "3" },
  { letter: "9", text: "Weight 9", key: "9" },
  { letter: "S", text: "Start", key: "s" },
  { letter: "G", text: "Goal", key: "g" },
] as const;

const MOST_LANES = 4;
const DEFAULT_LANES = ["breadth-first", "a-star"];

interface Pane {
  lane: Lane;
  view: GridView;
  element: HTMLElement;
  hover: HTMLElement;
}

export class Explore implements Room {
  readonly element = el("div", { class: "room explore" });
  readonly #catalogue: Catalogue;
  readonly #domain: Domain;
  readonly #context: Context;
  readonly #timeline: Timeline;
  readonly #panes: Pane[] = [];
  readonly #lanes = el("div", { class: "lanes" });
  readonly #note = el("p", { class: "note", role: "status" });
  readonly #options: Record<string, string> = {};
  readonly #generator: Record<string, string> = { size: "31x21", braid: "30" };
  #seed = 1;
  #grid = GridText.empty(25, 15);
  #tool: string = "#";
  /** What is painted while the pointer is down, and where it was last. */
  #stroke: { letter: string; x: number; y: number } | null = null;
  #rerun = 0;
  /** The frame that a link asks for, until the searches are there. */
  #wanted: number | null = null;
  #layers: GridLayers = { heat: false, arrows: true, numbers: false };
  readonly #forget: () => void;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#catalogue = catalogue;
    this.#domain = catalogue.domains.find((domain) => domain.name === "grid")!;
    this.#context = context;
    this.#timeline = new Timeline("expansions", 5, (at) => this.#show(at));
    const step = parameters.get("step");
    if (step !== null) this.#wanted = Number(step) || 0;
    for (const option of this.#domain.options) {
      const value = parameters.get(option.name);
      if (value) this.#options[option.name] = value;
    }
    for (const layer of parameters.get("show")?.split(",") ?? []) {
      if (layer in this.#layers) this.#layers[layer as keyof GridLayers] = true;
    }
    const lanes = parameters.getAll("lane");
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Explore: searches on a grid"),
      this.#controls(),
      el("div", { class: "stage" }, this.#lanes, this.#timeline.element, this.#note),
    );
    for (const lane of lanes.length > 0 ? lanes.slice(0, MOST_LANES) : DEFAULT_LANES) {
      const [algorithm = "a-star", heuristic = "open-distance"] = lane.split("|");
      this.#addLane(algorithm, heuristic);
    }
    const redraw = (): void => this.#redraw();
    addEventListener("resize", redraw);
    const unwatch = onThemeChange(redraw);
    this.#forget = () => {
      removeEventListener("resize", redraw);
      unwatch();
    };
    const grid = parameters.get("grid");
    if (grid) this.#setGrid(GridText.parse(grid));
    else void this.#generate();
  }

  close(): void {
    this.#forget();
    this.#timeline.pause();
    clearTimeout(this.#rerun);
    for (const { lane } of this.#panes) lane.stop();
  }

  key(event: KeyboardEvent): boolean {
    if (this.#timeline.key(event)) return true;
    const tool = TOOLS.find((tool) => tool.key === event.key);
    if (!tool || event.ctrlKey || event.metaKey) return false;
    this.#setTool(tool.letter);
    return true;
  }

  // Controls

  #toolbar = el("div", { class: "tools", role: "radiogroup", "aria-label": "What a click paints" });

  #setTool(letter: string): void {
    this.#tool = letter;
    for (const child of this.#toolbar.children) {
      const isChosen = child.getAttribute("data-tool") === letter;
      child.setAttribute("aria-checked", String(isChosen));
    }
  }

  #controls(): HTMLElement {
    for (const { letter, text, key } of TOOLS) {
      const tool = button(text, () => this.#setTool(letter), { key });
      tool.setAttribute("role", "radio");
      tool.dataset["tool"] = letter;
      this.#toolbar.append(tool);
    }
    this.#setTool(this.#tool);
    const rules = this.#domain.options.map((option) =>
      labelled(
        option.name,
        optionControl(option, this.#options[option.name] ?? "", (value) => {
          if (value) this.#options[option.name] = value;
          else delete this.#options[option.name];
          this.#changed();
        }),
      ),
    );
    const generator = this.#domain.generator.map((option) =>
      labelled(
        option.name,
        optionControl(option, this.#generator[option.name] ?? "", (value) => {
          this.#generator[option.name] = value;
          void this.#generate();
        }),
      ),
    );
    const seed = el("input", {
      type: "number",
      min: 0,
      value: this.#seed,
      change: () => {
        this.#seed = Math.max(0, Math.floor(Number(seed.value)) || 0);
        void this.#generate();
      },
    });
    const another = button("Another", () => {
      this.#seed += 1;
      seed.value = String(this.#seed);
      void this.#generate();
    });
    const layer = (name: keyof GridLayers, text: string): HTMLElement => {
      const box = el("input", {
        type: "checkbox",
        checked: this.#layers[name],
        change: () => {
          this.#layers[name] = box.checked;
          this.#redraw();
          this.#remember();
        },
      });
      return el("label", { class: "check" }, box, text);
    };
    const add = button("Add a search", () => {
      if (this.#panes.length === MOST_LANES) return this.#say("Four searches fit side by side.");
      this.#addLane("dijkstra", "open-distance");
      this.#changed();
    });
    return el(
      "aside",
      { class: "controls", "aria-label": "The grid" },
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Make a grid"),
        ...generator, labelled("seed", seed), another,
        button("Empty", () => this.#setGrid(GridText.empty(25, 15)))),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Paint"), this.#toolbar,
        el("p", { class: "hint" }, "Click or drag; with the keyboard: arrows and Enter on a grid.")),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Rules"), ...rules),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Show"),
        layer("heat", "Order of expansion as heat"),
        layer("arrows", "Arrows to parents"),
        layer("numbers", "f in the cells"), add),
      el("details", {}, el("summary", {}, "Files and links"),
        el("div", { class: "buttons" },
          button("Copy link", () => void copyLink().then((done) =>
            this.#say(done ? "The link holds the whole scene." : "The address holds the whole scene."))),
          button("Picture (PNG)", () => this.#savePicture()),
          button("Trace", () => this.#saveTrace("trace")),
          button("Page (HTML)", () => this.#saveTrace("html")),
          button("Drawing (SVG)", () => this.#saveTrace("svg")),
          button("Grid as text", () => saveText("grid.txt", `${this.#grid.rows().join("\n")}\n`)),
          button("MovingAI map", () => saveText("grid.map", toMovingAi(this.#grid))),
          button("Open a map", () => void this.#open()))),
    );
  }

  #savePicture(): void {
    const first = this.#panes[0];
    if (first) saveCanvas("tremaux.png", first.view.canvas);
  }

  #saveTrace(form: "trace" | "html" | "svg"): void {
    const lane = this.#panes[0]?.lane;
    if (!lane) return;
    const { domain, options, instance } = this.#question();
    const { algorithm } = lane.chooser;
    const heuristic = lane.isInformed ? lane.chooser.heuristic : undefined;
    saveTrace(form, { search: { domain, options, instance, algorithm, heuristic } }).catch((error: unknown) => this.#say(String(error)));
  }

  async #open(): Promise<void> {
    const text = await openText(".map,.txt,text/plain");
    if (text === null) return;
    try {
      const grid = /^type\s/m.test(text) ? fromMovingAi(text) : GridText.parse(text);
      if (grid.cells.length > this.#catalogue.ceilings.cells) {
        throw new Error(`expected at most ${number(this.#catalogue.ceilings.cells)} cells`);
      }
      this.#setGrid(grid);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }

  async #generate(): Promise<void> {
    const options = Object.fromEntries(Object.entries(this.#generator).filter(([, value]) => value));
    const question = { domain: "grid", seed: this.#seed, options };
    try {
      const { instance } = await ask<{ instance: string }>("/api/generate", question);
      this.#setGrid(GridText.parse(instance));
    } catch (error) {
      this.#say(error instanceof Refused ? error.message : "The server is gone.");
    }
  }

  // The grid

  #setGrid(grid: GridText): void {
    this.#grid = grid;
    for (const { view } of this.#panes) {
      view.show(grid);
      view.cursor = null;
    }
    this.#changed();
  }

  #paint(x: number, y: number, phase: "down" | "move" | "up"): void {
    const letter = this.#grid.at(x, y);
    if (phase === "up" || letter === undefined) {
      if (phase === "up") this.#stroke = null;
      return;
    }
    let isChanged = false;
    if (phase === "down") {
      // Start and goals are taken by hand, unless that is what is painted.
      const isTaken = letter === "S" || (letter === "G" && this.#tool !== "G");
      const letterPainted = isTaken ? letter : letter === this.#tool ? "." : this.#tool;
      this.#stroke = { letter: letterPainted, x, y };
      if (!isTaken) isChanged = this.#grid.paint(x, y, letterPainted);
    } else {
      const stroke = this.#stroke;
      if (!stroke || (stroke.x === x && stroke.y === y)) return;
      isChanged =
        stroke.letter === "G"
          ? this.#grid.moveGoal(stroke.x, stroke.y, x, y)
          : this.#grid.paint(x, y, stroke.letter);
      if (isChanged || stroke.letter !== "G") [stroke.x, stroke.y] = [x, y];
    }
    if (isChanged) this.#changed(120);
  }

  /** Searches anew, soon. */
  #changed(after = 0): void {
    clearTimeout(this.#rerun);
    this.#timeline.pause();
    this.#remember();
    for (const { view } of this.#panes) view.setReplay(null);
    this.#rerun = setTimeout(() => this.#run(), after);
  }

  #question(): Problem {
    return {
      domain: "grid",
      options: this.#options,
      instance: this.#grid.toString(),
      width: this.#grid.width,
      cells: this.#grid.cells.length,
    };
  }

  #run(): void {
    const problem = this.#question();
    const share = this.#catalogue.ceilings.steps;
    const runs = this.#panes.map(({ lane, view }) => {
      const run = lane.run(problem, share);
      view.setReplay(lane.replay);
      return run;
    });
    this.#timeline.setLength(0);
    this.#timeline.seek(0);
    void Promise.all(runs).then(() => this.#finished(this.#rerun));
  }

  #finished(run: number): void {
    if (run !== this.#rerun || this.#panes.some(({ lane }) => lane.isRunning)) return;
    this.#timeline.setLength(this.#length());
    const wanted = this.#wanted;
    this.#wanted = null;
    this.#timeline.seek(wanted ?? this.#length(), false);
    const said = this.#panes.map(
      ({ lane }) => `${lane.chooser.algorithm}: ${lane.verdict.textContent ?? ""}`,
    );
    this.#context.announce(said.join(" "));
  }

  #length(): number {
    return Math.max(0, ...this.#panes.map(({ lane }) => lane.record.frameCount));
  }

  // The searches

  #addLane(algorithm: string, heuristic: string): void {
    const lane = new Lane(this.#domain, algorithm, heuristic, {
      onChoice: () => this.#changed(),
      onProgress: () => {
        if (this.#wanted === null) this.#timeline.setLength(this.#length());
      },
    });
    const hover = el("p", { class: "hover", "aria-live": "polite" });
    const view = new GridView(this.#grid, {
      onHover: (cell) => this.#hover(lane, hover, cell),
      onPaint: (x, y, phase) => this.#paint(x, y, phase),
    });
    view.layers = this.#layers;
    view.canvas.addEventListener("keydown", (event) => this.#cursorKey(event, pane));
    view.canvas.addEventListener("focus", () => view.draw());
    view.canvas.addEventListener("blur", () => view.draw());
    const close = button("×", () => this.#removeLane(pane), { label: "Remove this search", class: "quiet" });
    const element = el(
      "section",
      { class: "lane", "aria-label": "A search" },
      el("div", { class: "lane-head" }, lane.chooser.element, close),
      el("div", { class: "canvas-box" }, view.canvas),
      hover,
      lane.verdict,
      lane.counters.element,
    );
    const pane: Pane = { lane, view, element, hover };
    this.#panes.push(pane);
    this.#lanes.append(element);
    this.#lanes.dataset["count"] = String(this.#panes.length);
    this.#redraw();
  }

  #removeLane(pane: Pane): void {
    if (this.#panes.length === 1) return this.#say("One search stays.");
    pane.lane.stop();
    pane.element.remove();
    this.#panes.splice(this.#panes.indexOf(pane), 1);
    this.#lanes.dataset["count"] = String(this.#panes.length);
    this.#remember();
    this.#redraw();
  }

  #cursorKey(event: KeyboardEvent, pane: Pane): void {
    const moves: Record<string, [number, number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const { view, lane, hover } = pane;
    const cursor = view.cursor ?? { x: 0, y: 0 };
    const move = moves[event.key];
    if (move) {
      cursor.x = Math.min(Math.max(cursor.x + move[0], 0), this.#grid.width - 1);
      cursor.y = Math.min(Math.max(cursor.y + move[1], 0), this.#grid.height - 1);
    } else if (event.key === "Enter") {
      const letter = this.#grid.at(cursor.x, cursor.y) === this.#tool ? "." : this.#tool;
      if (this.#grid.paint(cursor.x, cursor.y, letter)) this.#changed();
    } else return;
    event.preventDefault();
    view.cursor = cursor;
    this.#hover(lane, hover, cursor.y * this.#grid.width + cursor.x);
    view.draw();
  }

  #hover(lane: Lane, hover: HTMLElement, cell: number | null): void {
    if (cell === null) {
      hover.textContent = "";
      return;
    }
    const [x, y] = [cell % this.#grid.width, Math.floor(cell / this.#grid.width)];
    const letter = this.#grid.cells[cell] ?? "#";
    const node = lane.replay.nodeAt[cell] ?? -1;
    const kinds: Record<string, string> = { "#": "wall", S: "start", G: "goal", X: "start and goal" };
    const kind = kinds[letter] ?? (letter > "1" && letter <= "9" ? `weight ${letter}` : "");
    const what = letter === "#" ? "" : node >= 0 ? lane.describe(node) : "not reached";
    hover.textContent = `${x},${y}${kind ? ` ${kind}` : ""}${what ? `: ${what}` : ""}`;
  }

  #show(at: number): void {
    for (const { lane, view } of this.#panes) {
      lane.show(at);
      view.draw();
    }
    this.#remember();
  }

  #redraw(): void {
    for (const { view } of this.#panes) view.draw();
  }

  #remember(): void {
    if (this.#wanted !== null) return;
    const parameters = new URLSearchParams(this.#options);
    parameters.set("grid", this.#grid.toString());
    for (const { lane } of this.#panes) {
      const { algorithm, heuristic } = lane.chooser;
      parameters.append("lane", lane.isInformed ? `${algorithm}|${heuristic}` : algorithm);
    }
    const shown = Object.entries(this.#layers).filter(([, isShown]) => isShown);
    if (shown.length > 0) parameters.set("show", shown.map(([name]) => name).join(","));
    if (!this.#timeline.isAtEnd) parameters.set("step", String(this.#timeline.at));
    this.#context.remember(parameters);
  }
}
