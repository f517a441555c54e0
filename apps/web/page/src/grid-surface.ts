/** Grids in Explore: painted, generated, or read from files. */

import { type Catalogue, type Domain, type OptionInfo, reasonOf } from "./api";
import { optionControls } from "./chooser";
import { number } from "./counters";
import { ARROWS, button, el, fill, labelled } from "./dom";
import { openText, saveText } from "./download";
import { GridText, fromMovingAi, toMovingAi } from "./grid-text";
import { GridView } from "./grid-view";
import type { Lane, Problem } from "./lane";
import { End } from "./record";
import { type Phase, cellsTo } from "./strokes";
import { MapSurface, type Surface, type SurfaceEvents, type SurfaceView } from "./surface";
import { ToolBar } from "./tool-bar";

const TOOLS = [
  { value: "#", text: "Wall", key: "w" },
  { value: ".", text: "Free", key: "e" },
  { value: "3", text: "Weight 3", key: "3" },
  { value: "9", text: "Weight 9", key: "9" },
  { value: "S", text: "Start", key: "s" },
  { value: "G", text: "Goal", key: "g" },
] as const;

/** The options of a grid that the room offers: its start and goals are drawn. */
const RULES = ["movement", "costs", "order"];

export class GridSurface extends MapSurface<GridView> implements Surface {
  readonly sentence = "Drag ● or ◆, draw a wall: the search follows.";
  readonly lanes = ["a-star", "breadth-first", "greedy-best-first", "dijkstra"];
  readonly tries: HTMLElement[];
  readonly panels: HTMLElement[];
  readonly files: HTMLElement[];
  readonly #catalogue: Catalogue;
  readonly #rules: readonly OptionInfo[];
  readonly #tools = new ToolBar("Brush", TOOLS, "#");
  readonly #options: Record<string, string> = {};
  readonly #generators = el("div", {});
  #generator: Record<string, string> = { size: fitting().join("x"), braid: "30" };
  #seed = 1;
  #grid = GridText.first(...fitting());
  /** The brush while the pointer is down, its last cell, and the grid before. */
  #stroke: { letter: string; x: number; y: number; before: string } | null = null;

  constructor(catalogue: Catalogue, domain: Domain, parameters: URLSearchParams, events: SurfaceEvents) {
    super(domain, events);
    this.#catalogue = catalogue;
    this.#rules = domain.options.filter(({ name }) => RULES.includes(name));
    for (const option of this.#rules) {
      const value = parameters.get(option.name);
      if (value) this.#options[option.name] = value;
    }
    this.panels = this.#controls();
    const [columns, rows] = fitting();
    const size = `${columns}x${rows}`;
    this.tries = [
      this.#try("A maze", { size, braid: "30" }),
      this.#try("Mud", { size, kind: "random", walls: "12", weights: "45" }),
      this.#try("Caves", { size: "512x512", kind: "caves" }),
    ];
    this.files = [
      button("Grid as text", () => saveText("grid.txt", `${this.#grid.rows().join("\n")}\n`)),
      button("MovingAI map", () => saveText("grid.map", toMovingAi(this.#grid))),
      button("Open map", () => void this.#open()),
    ];
  }

  start(parameters: URLSearchParams): void {
    const grid = parameters.get("grid");
    this.#setGrid(grid ? GridText.parse(grid) : this.#grid);
  }

  key(event: KeyboardEvent): boolean {
    return this.#tools.key(event);
  }

  scene(): string {
    return this.#grid.toString();
  }

  restore(scene: string): void {
    this.#show(GridText.parse(scene));
  }

  remember(parameters: URLSearchParams): void {
    for (const [name, value] of Object.entries(this.#options)) parameters.set(name, value);
    parameters.set("grid", this.#grid.toString());
  }

  problem(): Problem {
    return {
      domain: this.domain.name,
      options: this.#options,
      instance: this.#grid.toString(),
      width: this.#grid.width,
      cells: this.#grid.cells.length,
    };
  }

  addView(lane: Lane, hover: HTMLElement): SurfaceView {
    const view = new GridView(this.#grid, this.camera, {
      onHover: (cell) => this.#hover(lane, hover, cell),
      onPaint: (x, y, phase) => this.#paint(x, y, phase),
      isAnyAngle: () => lane.chooser.info?.is_any_angle ?? false,
      isOfFour: () => this.#movement() === "four",
    });
    view.canvas.setAttribute("aria-label", "Grid. Arrows move the cursor, Enter paints");
    view.canvas.addEventListener("keydown", (event) => this.#cursorKey(event, view, lane, hover));
    this.views.push(view);
    return view;
  }

  /** The rule of movement: that of the options or the default. */
  #movement(): string | null {
    const rule = this.#rules.find((option) => option.name === "movement");
    return this.#options["movement"] ?? rule?.default ?? null;
  }

  /** A button that makes grids of a kind, each time another. */
  #try(text: string, generator: Record<string, string>): HTMLElement {
    return button(text, () => {
      this.#generator = { ...generator };
      this.#seed += 1;
      this.#offer();
      this.#generate();
    });
  }

  /** The options of generated grids. Another kind takes other options, so it begins without them. */
  #offer(): void {
    const controls = optionControls(this.domain.generator, this.#generator, (set, { name, kind }, value) => {
      set();
      if (kind.type === "choice") {
        const { size = "" } = this.#generator;
        this.#generator = { size, [name]: value };
        this.#offer();
      }
      this.#generate();
    });
    fill(this.#generators, ...controls);
  }

  #controls(): HTMLElement[] {
    this.#offer();
    const rules = optionControls(this.#rules, this.#options, (set) => {
      set();
      this.events.onChange();
    });
    const seed = el("input", {
      type: "number",
      min: 0,
      value: this.#seed,
      change: () => {
        this.#seed = Math.max(0, Math.floor(Number(seed.value)) || 0);
        this.#generate();
      },
    });
    const another = button("New grid", () => {
      this.#seed += 1;
      seed.value = String(this.#seed);
      this.#generate();
    });
    const isOpen = innerWidth > 900;
    return [
      el("details", { open: isOpen }, el("summary", {}, "Generate"),
        this.#generators, labelled("seed", seed),
        el("div", { class: "buttons" }, another,
          button("Empty", () => this.#setGrid(GridText.empty(...fitting()))))),
      el("details", { class: "drawing", open: true }, el("summary", {}, "Paint"), this.#tools.element,
        el("p", { class: "hint" }, "Click or drag to paint, or use the arrow keys and Enter. Several goals are allowed.")),
      el("details", { open: isOpen }, el("summary", {}, "Rules"), ...rules),
    ];
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
      this.events.onSay(reasonOf(error));
    }
  }

  #generate(): void {
    this.generate(this.#seed, this.#generator, (instance) => this.#setGrid(GridText.parse(instance)));
  }

  #setGrid(grid: GridText): void {
    this.#show(grid);
    this.events.onEdited();
  }

  #show(grid: GridText): void {
    if (grid.width !== this.#grid.width || grid.height !== this.#grid.height) this.camera.fit();
    this.#grid = grid;
    for (const view of this.views) {
      view.show(grid);
      view.cursor = null;
    }
    this.events.onChange();
  }

  #paint(x: number, y: number, phase: Phase): void {
    if (phase === "up" || phase === "cancel") {
      const before = this.#stroke?.before;
      this.#stroke = null;
      if (phase === "cancel" && before !== undefined) this.restore(before);
      else if (before !== undefined && before !== this.scene()) {
        this.events.onChange();
        this.events.onEdited();
      }
      return;
    }
    const letter = this.#grid.at(x, y);
    const tool = this.#tools.value;
    let isChanged = false;
    if (phase === "down") {
      if (letter === undefined) return;
      // Drag start and goals, unless the brush paints them.
      const isTaken = letter === "S" || (letter === "G" && tool !== "G");
      const letterPainted = isTaken ? letter : letter === tool ? "." : tool;
      this.#stroke = { letter: letterPainted, x, y, before: this.scene() };
      if (!isTaken) isChanged = this.#grid.paint(x, y, letterPainted);
    } else {
      const stroke = this.#stroke;
      if (!stroke || (stroke.x === x && stroke.y === y)) return;
      if (stroke.letter === "G") {
        isChanged = this.#grid.moveGoal(stroke.x, stroke.y, x, y);
      } else {
        // A fast pointer leaves cells out; a start jumps over what is between.
        const cells = stroke.letter === "S" ? [[x, y] as const] : cellsTo([stroke.x, stroke.y], [x, y]);
        for (const cell of cells) isChanged = this.#grid.paint(...cell, stroke.letter) || isChanged;
      }
      if (isChanged || stroke.letter !== "G") [stroke.x, stroke.y] = [x, y];
    }
    if (isChanged) this.events.onLive();
  }

  #cursorKey(event: KeyboardEvent, view: GridView, lane: Lane, hover: HTMLElement): void {
    const cursor = view.cursor ?? { x: 0, y: 0 };
    const move = ARROWS[event.key];
    if (move) {
      cursor.x = Math.min(Math.max(cursor.x + move[0], 0), this.#grid.width - 1);
      cursor.y = Math.min(Math.max(cursor.y + move[1], 0), this.#grid.height - 1);
    } else if (event.key === "Enter") {
      const tool = this.#tools.value;
      const letter = this.#grid.at(cursor.x, cursor.y) === tool ? "." : tool;
      if (this.#grid.paint(cursor.x, cursor.y, letter)) {
        this.events.onChange();
        this.events.onEdited();
      }
    } else return;
    event.preventDefault();
    view.cursor = cursor;
    this.camera.reveal(cursor.x + 0.5, cursor.y + 0.5);
    this.#hover(lane, hover, cursor.y * this.#grid.width + cursor.x);
    view.draw();
  }

  #hover(lane: Lane, hover: HTMLElement, cell: number | null): void {
    // What is drawn is looked at, not what is under it.
    if (cell === null || this.#stroke) {
      if (hover.textContent !== "") hover.textContent = "";
      return;
    }
    const [x, y] = [cell % this.#grid.width, Math.floor(cell / this.#grid.width)];
    const letter = this.#grid.at(x, y) ?? "#";
    const node = lane.moment.nodeAt[cell] ?? -1;
    const kinds: Record<string, string> = { "#": "wall", S: "start", G: "goal", X: "start and goal" };
    const kind = kinds[letter] ?? (letter > "1" && letter <= "9" ? `weight ${letter}` : "");
    // Without a record, nobody knows which cells were reached.
    const what = letter === "#" || lane.moment instanceof End ? "" : node >= 0 ? lane.describe(node) : "not reached";
    hover.textContent = `${x},${y}${kind ? ` ${kind}` : ""}${what ? `: ${what}` : ""}`;
  }
}

/** Columns and rows of grids that fill the window with cells that a finger hits. */
function fitting(): [number, number] {
  const [across, down, cell] = innerWidth > 900 ? [innerWidth - 330, innerHeight - 250, 28] : [innerWidth - 40, innerHeight - 430, 21];
  const odd = (length: number, most: number): number => Math.min(Math.max(Math.floor(length / cell / 2) * 2 + 1, 9), most);
  return [odd(across, 51), odd(down, 31)];
}
