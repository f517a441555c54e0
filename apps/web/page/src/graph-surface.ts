/** Graphs in Explore: nodes added by clicking, joined by dragging, or read from files. */

import { type Catalogue, type Domain, reasonOf } from "./api";
import { number } from "./counters";
import { ARROWS, button, el, field, fill, labelled } from "./dom";
import { openText, saveText } from "./download";
import { graphIn } from "./dropped";
import { GraphText, type ReadGraph, readGraph } from "./graph-text";
import { type Edited, type Frame, GraphView, type Spot, frameOf } from "./graph-view";
import type { Lane, Problem } from "./lane";
import type { Phase } from "./strokes";
import { MapSurface, type Surface, type SurfaceEvents, type SurfaceView } from "./surface";
import { ToolBar } from "./tool-bar";

const TOOLS = [
  { value: "draw", text: "Draw", key: "d" },
  { value: "move", text: "Move", key: "m" },
  { value: "start", text: "Start", key: "s" },
  { value: "goal", text: "Goal", key: "g" },
  { value: "erase", text: "Erase", key: "x" },
] as const;

/** A small map whose cheapest path is not the one with the fewest arcs. */
const FIRST =
  "%undirected;%node a 8 30;%node b 26 52;%node c 30 12;%node d 48 36;%node e 66 54;%node f 70 14;%node g 92 32;a b 30;a c 29;b d 28;c d 31;b e 41;c f 41;d e 26;d f 40;e g 35;f g 29";

/** The visible region of an empty graph. */
const EMPTY: Frame = { left: 0, bottom: 0, width: 100, height: 64 };

export class GraphSurface extends MapSurface<GraphView> implements Surface {
  readonly sentence = "Drag from node to node to join them: the search follows.";
  readonly lanes = ["a-star", "dijkstra", "bidirectional-dijkstra", "greedy-best-first"];
  readonly tries: HTMLElement[];
  readonly panels: HTMLElement[];
  readonly files: HTMLElement[];
  readonly #tools = new ToolBar<(typeof TOOLS)[number]["value"]>("Tool", TOOLS, "draw");
  readonly #chosen = el("div", { class: "chosen" });
  readonly #text = el("textarea", { rows: 4, spellcheck: "false" });
  readonly #directed = el("input", { type: "checkbox", change: () => this.#direct() });
  readonly #edited: Edited = { graph: new GraphText(), frame: EMPTY, node: -1, link: -1, band: null };
  #size = 20;
  #seed = 1;
  /** Where the pointer went down, and whether it moved. */
  #stroke: { node: number; isMoved: boolean } | null = null;
  /** The node that the keyboard joins to the next one. */
  #from = -1;

  constructor(_catalogue: Catalogue, domain: Domain, _parameters: URLSearchParams, events: SurfaceEvents) {
    super(domain, events);
    this.panels = this.#controls();
    this.tries = [
      button("Example", () => this.#read(FIRST, "a", "g")),
      button("Random graph", () => {
        this.#seed += 1;
        this.#generate();
      }),
      button("Empty", () => this.#empty()),
    ];
    this.files = [
      button("Graph (JSON)", () => saveText("graph.json", this.#graph.toNodeLink(), "application/json")),
      button("Graph (arc list)", () => saveText("graph.edges", `${this.#graph.toString().replaceAll(";", "\n")}\n`)),
      button("Open graph", () => void this.#open()),
    ];
  }

  get #graph(): GraphText {
    return this.#edited.graph;
  }

  start(parameters: URLSearchParams): void {
    const text = parameters.get("graph") ?? FIRST;
    this.#read(text, parameters.get("from"), parameters.get("to"));
  }

  key(event: KeyboardEvent): boolean {
    return this.#tools.key(event);
  }

  scene(): string {
    const { from, to } = this.#graph;
    return JSON.stringify([this.#graph.toString(), from, to]);
  }

  restore(scene: string): void {
    const [text, from, to] = JSON.parse(scene) as [string, string, string];
    this.#read(text, from, to);
  }

  remember(parameters: URLSearchParams): void {
    parameters.set("graph", this.#graph.toString());
    parameters.set("from", this.#graph.from);
    parameters.set("to", this.#graph.to);
  }

  problem(): Problem {
    const { from, to } = this.#graph;
    return {
      domain: this.domain.name,
      options: { ...(from && { from }), ...(to && { to }) },
      instance: this.#graph.toString().replaceAll(";", "\n"),
      width: 0,
      cells: this.#graph.nodes.length,
    };
  }

  addView(lane: Lane, hover: HTMLElement): SurfaceView {
    const view = new GraphView(this.#edited, this.camera, {
      onHover: (spot) => this.#hover(lane, hover, spot),
      onPointer: (spot, phase) => this.#pointer(spot, phase),
    });
    view.canvas.setAttribute(
      "aria-label",
      "Graph. Left and right select a node, Enter applies the tool, N adds a node, Shift with arrows moves the selected node, Delete removes it",
    );
    view.canvas.addEventListener("keydown", (event) => this.#key(event, lane, hover));
    this.views.push(view);
    return view;
  }

  #controls(): HTMLElement[] {
    const isOpen = innerWidth > 900;
    return [
      el("details", { open: isOpen }, el("summary", {}, "Generate"),
        field("nodes", this.#size, { min: 2, max: 500 }, (size) => {
          this.#size = Math.min(Math.max(Math.floor(Number(size)) || 20, 2), 500);
          this.#generate();
        })),
      el("details", { class: "drawing", open: true }, el("summary", {}, "Draw"), this.#tools.element,
        el("label", { class: "check" }, this.#directed, "Directed arcs"),
        this.#chosen,
        el("p", { class: "hint" }, "Click to add a node; drag from node to node to add an arc. The Euclidean heuristic uses the positions of the nodes.")),
      el("details", {}, el("summary", {}, "Text"),
        labelled("Arcs", this.#text),
        el("div", { class: "buttons" },
          button("Apply", () => this.#import(this.#text.value, this.#graph.from, this.#graph.to)),
          button("Set costs to lengths", () => this.#measure()))),
    ];
  }

  // Another graph

  #read(text: string, from: string | null, to: string | null): void {
    try {
      this.#take(readGraph(text), from, to);
    } catch (error) {
      this.events.onSay(reasonOf(error));
    }
  }

  #take({ graph, isPlaced }: ReadGraph, from: string | null, to: string | null): void {
    const last = graph.nodes.at(-1)?.name ?? null;
    graph.setEnds(from !== null && graph.find(from) >= 0 ? from : (graph.nodes[0]?.name ?? null), to ?? last);
    this.#edited.graph = graph;
    this.#edited.frame = frameOf(graph);
    if (!isPlaced) this.events.onSay("The nodes have no coordinates: they are placed on a circle, so the Euclidean heuristic is meaningless.");
    this.#choose(-1, -1);
    this.#changed();
  }

  /** Reads a graph in any format that the engine reads. */
  #import(text: string, from: string | null, to: string | null): void {
    graphIn(text).then((read) => this.#take(read, from, to)).catch((error: unknown) => this.events.onSay(reasonOf(error)));
  }

  async #open(): Promise<void> {
    const text = await openText("");
    if (text !== null) this.#import(text, null, null);
  }

  #generate(): void {
    this.generate(this.#seed, { size: String(this.#size) }, (instance) => this.#read(instance, null, null));
  }

  #empty(): void {
    const graph = new GraphText();
    graph.addNode(20, 32);
    graph.addNode(80, 32);
    [this.#edited.graph, this.#edited.frame] = [graph, EMPTY];
    this.#choose(-1, -1);
    this.#changed();
  }

  #direct(): void {
    this.#graph.isDirected = this.#directed.checked;
    this.#changed();
  }

  #measure(): void {
    for (const link of this.#graph.links) {
      link.weight = Math.max(1, Math.ceil(this.#graph.length(link.source, link.target)));
    }
    this.#changed();
  }

  #changed(after = 0): void {
    this.#from = -1;
    this.#text.value = this.#graph.toString().replaceAll(";", "\n");
    this.#directed.checked = this.#graph.isDirected;
    // What was found in another graph is not drawn on this one; a graph that is moved is the same.
    if (after === 0) for (const view of this.views) view.setReplay(null);
    this.events.onChange(after);
    if (after === 0) this.events.onEdited();
  }

  // What is chosen

  #choose(node: number, link: number): void {
    [this.#edited.node, this.#edited.link] = [node, link];
    this.redraw();
    const graph = this.#graph;
    const any = { step: "any" };
    const place = (of: "x" | "y") => (text: string): void => {
      const value = Number(text);
      if (text === "" || !Number.isFinite(value)) return;
      graph.nodes[node]![of] = value;
      this.#edited.frame = holding(this.#edited.frame, graph.nodes[node]!);
      this.#changed();
    };
    const remove = button("Remove", () => this.#remove(node, link));
    if (node >= 0) {
      const { name, x, y } = graph.nodes[node]!;
      fill(this.#chosen, el("h3", {}, "Node"),
        field("name", name, {}, (text) => {
          const wrong = graph.rename(node, text);
          if (wrong) this.events.onSay(wrong);
          else this.#changed();
        }),
        field("x", Math.round(x * 100) / 100, any, place("x")), field("y", Math.round(y * 100) / 100, any, place("y")), remove);
    } else if (link >= 0) {
      const { source, target, weight } = graph.links[link]!;
      const title = `Arc ${graph.nodes[source]!.name} ${graph.isDirected ? "→" : "–"} ${graph.nodes[target]!.name}`;
      fill(this.#chosen, el("h3", {}, title),
        field("cost", weight, any, (text) => {
          const value = Number(text);
          if (text === "" || !(value >= 0) || !Number.isFinite(value)) {
            this.events.onSay("expected a cost of at least 0");
            return;
          }
          graph.links[link]!.weight = value;
          this.#changed();
        }),
        el("p", { class: "hint" }, `${number(graph.length(source, target))} straight-line distance`), remove);
    } else fill(this.#chosen);
  }

  #remove(node: number, link: number): void {
    if (node >= 0 && this.#graph.nodes.length > 1) this.#graph.removeNode(node);
    else if (link >= 0) this.#graph.links.splice(link, 1);
    else if (node >= 0) return this.events.onSay("At least one node is needed.");
    this.#choose(-1, -1);
    this.#changed();
  }

  // Editing

  #pointer(spot: Spot, phase: Phase): void {
    const tool = this.#tools.value;
    const graph = this.#graph;
    if (phase === "down") {
      this.#stroke = { node: spot.node, isMoved: false };
      if (tool !== "erase") this.#choose(spot.node, spot.link);
      if (tool !== "draw" && tool !== "move") this.#use(spot.node, spot.link);
      return;
    }
    const stroke = this.#stroke;
    if (!stroke) return;
    if (phase === "move") {
      stroke.isMoved ||= spot.node !== stroke.node;
      if (stroke.node < 0) return;
      if (tool === "draw" && stroke.isMoved) this.#edited.band = { from: stroke.node, x: spot.x, y: spot.y };
      if (tool === "move") {
        stroke.isMoved = true;
        this.#moveTo(stroke.node, spot.x, spot.y);
      }
      this.redraw();
      return;
    }
    this.#stroke = this.#edited.band = null;
    if (tool === "move" && stroke.isMoved && stroke.node >= 0) {
      this.#choose(stroke.node, -1);
      this.#changed();
    }
    if (tool !== "draw") return this.redraw();
    if (stroke.node < 0) {
      if (spot.node >= 0 || spot.link >= 0) return;
      this.#choose(graph.addNode(rounded(spot.x), rounded(spot.y)), -1);
      this.#changed();
    } else if (stroke.isMoved && spot.node !== stroke.node) {
      // A link that is dragged into the open makes the node that it leads to.
      const target = spot.node >= 0 ? spot.node : graph.addNode(rounded(spot.x), rounded(spot.y));
      this.#choose(-1, graph.join(stroke.node, target));
      this.#changed();
    } else this.redraw();
  }

  /** Uses the tool in hand on a node or a link. */
  #use(node: number, link: number): void {
    const graph = this.#graph;
    switch (this.#tools.value) {
      case "start":
        if (node < 0) return;
        graph.start = node;
        break;
      case "goal": {
        if (node < 0) return;
        const isGoal = graph.goals.includes(node);
        if (isGoal && graph.goals.length === 1) return this.events.onSay("At least one goal is needed.");
        graph.goals = isGoal ? graph.goals.filter((goal) => goal !== node) : [...graph.goals, node];
        break;
      }
      case "erase":
        return this.#remove(node, link);
      default:
        return;
    }
    this.#changed();
  }

  #moveTo(node: number, x: number, y: number): void {
    const place = this.#graph.nodes[node]!;
    const { left, bottom, width, height } = this.#edited.frame;
    place.x = rounded(Math.min(Math.max(x, left), left + width));
    place.y = rounded(Math.min(Math.max(y, bottom), bottom + height));
  }

  #key(event: KeyboardEvent, lane: Lane, hover: HTMLElement): void {
    const graph = this.#graph;
    const count = graph.nodes.length;
    const { node, frame } = this.#edited;
    const step = Math.max(frame.width / 40, 0.01);
    const move = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    if (move && event.shiftKey) {
      if (node >= 0) {
        this.#moveTo(node, graph.nodes[node]!.x + step * move[0], graph.nodes[node]!.y - step * move[1]);
        this.#choose(node, -1);
        this.#changed(200);
      }
    } else if (move) {
      const by = move[0] + move[1];
      const next = node < 0 ? (by > 0 ? 0 : count - 1) : (node + by + count) % count;
      this.#choose(next, -1);
      this.#hover(lane, hover, { node: next, link: -1, x: 0, y: 0 });
    } else if (event.key === "Enter" && node >= 0) {
      if (this.#tools.value !== "draw") this.#use(node, -1);
      else if (this.#from >= 0 && this.#from !== node) {
        graph.join(this.#from, node);
        this.#changed();
      } else {
        this.#from = node;
        hover.textContent = `Arc from ${graph.nodes[node]!.name}: select the target and press Enter.`;
      }
    } else if (event.key === "n") {
      const { left, bottom, width, height } = frame;
      const near = graph.nodes[node] ?? { x: left + width / 2, y: bottom + height / 2 };
      const made = graph.addNode(near.x, near.y);
      this.#moveTo(made, near.x + 4 * step, near.y + 2 * step);
      this.#choose(made, -1);
      this.#changed();
    } else if (event.key === "Delete" || event.key === "Backspace") this.#remove(node, this.#edited.link);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #hover(lane: Lane, hover: HTMLElement, spot: Spot | null): void {
    const graph = this.#graph;
    const link = graph.links[spot?.link ?? -1];
    const node = graph.nodes[spot?.node ?? -1];
    if (spot && node) {
      const state = lane.moment.nodeAt[spot.node] ?? -1;
      const kinds = [spot.node === graph.start && "start", graph.goals.includes(spot.node) && "goal"].filter(Boolean);
      const kind = kinds.length > 0 ? ` (${kinds.join(" and ")})` : "";
      hover.textContent = `${node.name}${kind} at ${number(node.x)}, ${number(node.y)}: ${state >= 0 ? lane.describe(state) : "not reached"}`;
    } else if (link) {
      const [from, to] = [graph.nodes[link.source]!.name, graph.nodes[link.target]!.name];
      const length = graph.length(link.source, link.target);
      hover.textContent = `${from} ${graph.isDirected ? "→" : "–"} ${to} cost ${number(link.weight)}, straight-line distance ${number(length)}`;
    } else hover.textContent = "";
  }
}

/** Places to a tenth. */
function rounded(place: number): number {
  return Math.round(place * 10) / 10;
}

/** The frame, made larger if a place is outside. */
function holding(frame: Frame, { x, y }: { x: number; y: number }): Frame {
  const left = Math.min(frame.left, x);
  const bottom = Math.min(frame.bottom, y);
  const right = Math.max(frame.left + frame.width, x);
  const top = Math.max(frame.bottom + frame.height, y);
  return { left, bottom, width: right - left, height: top - bottom };
}
