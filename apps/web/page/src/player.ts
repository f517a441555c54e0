/**
 * The player of a trace that stands in a page of its own: `tremaux trace -o search.html` writes
 * that page with this script and the trace in it.
 */

import { type TraceScene, graphOf, gridOf } from "./trace-scene";
import { Camera } from "./camera";
import { Counters, number } from "./counters";
import { el, fill, legend } from "./dom";
import { type Edited, GraphView } from "./graph-view";
import { GridView } from "./grid-view";
import { Replay, SearchRecord, type TraceEvent, type TraceHeader, describeNode } from "./record";
import { setUpTheme } from "./theme";
import { Timeline } from "./timeline";
import { TreeModel } from "./tree-model";
import { TreeView } from "./tree-view";

/** The data embedded in the page. */
interface Trace {
  header: TraceHeader & { problem: string; algorithm: string; heuristic: string | null; is_any_angle?: boolean; scene?: TraceScene };
  events: TraceEvent[];
  counts: Record<string, number> | null;
  status: string;
}

/** A view that plays a trace. */
interface Stage {
  readonly element: HTMLElement;
  readonly length: number;
  /** Shows the state after the given number of steps. */
  seek(at: number): void;
}

/** The searches of a map: on the map. */
class MapStage implements Stage {
  readonly element = el("div", { class: "player-map" });
  readonly #record = new SearchRecord();
  readonly #replay: Replay;
  readonly #view: GridView | GraphView;
  readonly #counters: Counters;
  readonly #isInformed: boolean;

  constructor(trace: Trace, counters: Counters) {
    const details = el("p", { class: "details", role: "status", "aria-live": "polite" });
    this.#record.add(trace.events);
    this.#counters = counters;
    this.#isInformed = trace.header.heuristic !== null;
    const scene = trace.header.scene!;
    const isGrid = scene.kind === "grid";
    const grid = isGrid ? gridOf(scene) : null;
    const cells = grid ? grid.cells.length : (scene.names ?? []).length;
    this.#replay = new Replay(this.#record, grid?.width ?? 0, cells);
    const hover = (cell: number | null): void => {
      const node = cell === null ? -1 : (this.#replay.nodeAt[cell] ?? -1);
      const name = cell === null ? "" : grid ? `${cell % grid.width},${Math.floor(cell / grid.width)}` : (scene.names?.[cell] ?? "");
      details.textContent = name && `${name}: ${describeNode(this.#replay, node, this.#isInformed)}`;
    };
    const camera = new Camera(() => this.#view.draw());
    this.#view = grid
      ? new GridView(grid, camera, { onHover: hover, onPaint() {}, isAnyAngle: () => trace.header.is_any_angle ?? false, isOfFour: () => false })
      : new GraphView(this.#withEnds(graphOf(scene)), camera, { onHover: (spot) => hover(spot && spot.node >= 0 ? spot.node : null), onPointer() {} });
    this.#view.layers = { heat: true, arrows: cells <= 2000, numbers: cells <= 400 };
    this.#view.canvas.setAttribute("role", "img");
    this.#view.canvas.setAttribute("aria-label", "Replay of the search");
    this.#view.canvas.removeAttribute("aria-roledescription");
    this.element.append(this.#view.canvas, details);
    this.#view.setReplay(this.#replay);
    new ResizeObserver(() => this.#view.draw()).observe(this.element);
  }

  /** Where the search begins and where its plan ends, which the header of a graph does not say. */
  #withEnds(edited: Edited): Edited {
    const vertex = (node: number | undefined): number => this.#record.places[node ?? -1]?.vertex ?? -1;
    edited.graph.start = vertex(0);
    edited.graph.goals = [vertex(this.#record.plan.at(-1))];
    return edited;
  }

  get length(): number {
    return this.#record.length;
  }

  seek(at: number): void {
    this.#replay.seek(at);
    this.#counters.showMoment(this.#replay, this.#isInformed);
    this.#view.draw();
  }
}

/** All other searches, shown as a tree. */
class TreeStage implements Stage {
  readonly element = el("div");
  readonly #model: TreeModel;
  readonly #view: TreeView;
  readonly #trace: Trace;
  readonly #counters: Counters;
  readonly #record = new SearchRecord();
  readonly #replay: Replay;

  constructor(trace: Trace, counters: Counters) {
    [this.#trace, this.#counters] = [trace, counters];
    this.#model = new TreeModel(trace.header.shape === "game");
    this.#model.header = trace.header;
    this.#model.add(trace.events);
    if (!this.#model.isGame) this.#record.add(trace.events);
    this.#replay = new Replay(this.#record, 0, 0);
    this.#view = new TreeView(this.#model);
    this.element.append(this.#view.buttons, this.#view.canvas, this.#view.picture, this.#view.details);
    this.#view.show(this.#model);
  }

  get length(): number {
    return this.#model.stepCount;
  }

  seek(at: number): void {
    this.#model.seek(at);
    if (this.#model.isGame) {
      const counts = at < this.length ? this.#model.counts : { ...this.#model.totals, ...this.#trace.counts };
      this.#counters.showCounts(counts, ["nodes", "leaves", "cutoffs", "table_hits", "iterations"]);
    } else {
      this.#replay.seek(this.#model.eventsAt(at));
      this.#counters.showMoment(this.#replay, this.#trace.header.heuristic !== null);
    }
    this.#view.follow(at >= this.length);
  }
}

function meanings(isGame: boolean, isMap: boolean): HTMLElement {
  const marks = isMap
    ? legend(["open", "open"], ["closed", "expanded (dark: early, bright: late)"], ["path", "plan, or path to the current node"])
    : legend(["open", isGame ? "being searched" : "open"], ["closed", isGame ? "value known" : "expanded"],
      ["cut", "cut off (with reason)"], ["path", isGame ? "principal variation" : "plan"]);
  return el("details", { open: true }, el("summary", {}, "Legend"), marks);
}

function start(): void {
  const trace = JSON.parse(document.getElementById("trace")!.textContent!) as Trace;
  const { header, counts } = trace;
  const isGame = header.shape === "game";
  const kind = header.scene?.kind;
  const isMap = kind === "grid" || (kind === "graph" && header.shape === "graph");
  const counters = new Counters();
  counters.element.id = "counters";
  const stage: Stage = isMap ? new MapStage(trace, counters) : new TreeStage(trace, counters);
  const timeline = new Timeline("steps", 3, (at) => stage.seek(at));
  timeline.element.querySelector<HTMLInputElement>(".scrub")!.id = "scrub";
  const switcher = el("button", { type: "button", class: "quiet" });
  const title = [header.problem, header.algorithm, header.heuristic].filter(Boolean).join(" · ");
  const part = counts && counts["recorded"]! < counts["events"]!
    ? el("p", { class: "hint" }, `The replay shows the ${number(counts["recorded"]!)} recorded events of ${number(counts["events"]!)}; totals cover the whole search.`)
    : null;
  const model = new TreeModel(isGame);
  model.header = header;
  fill(
    document.getElementById("player")!,
    el("header", { class: "top" }, el("h1", { id: "title", class: "player-title" }, title), switcher),
    el("div", { class: "room with-aside" },
      el("aside", { class: "controls", "aria-label": "Details" },
        el("details", { open: true }, el("summary", {}, "Counts"), counters.element, part),
        meanings(isGame, isMap),
        el("details", { open: true }, el("summary", {}, "Keys"),
          el("p", { class: "hint" }, "Space: play or pause. Left and right arrow (or , and .): step, with Shift 100 steps. Home and End: first and last step."))),
      el("div", { class: "stage" },
        el("p", { class: "hint" }, [header.instance, model.meaning].filter(Boolean).join(" · ")),
        el("section", { class: "panel", "aria-label": "Replay" }, stage.element),
        timeline.element)),
  );
  setUpTheme(switcher);
  timeline.setLength(stage.length);
  const wanted = /[#&]step=(\d+)/.exec(location.hash);
  timeline.seek(wanted ? Number(wanted[1]) : 0);
  addEventListener("keydown", (event) => {
    const isControl = event.target instanceof HTMLElement && event.target.matches("button, summary, input");
    if (event.defaultPrevented || (isControl && event.key !== "Home" && event.key !== "End")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) timeline.step(event.shiftKey ? 100 * by : by);
    else if (!timeline.key(event)) return;
    event.preventDefault();
  });
}

start();
