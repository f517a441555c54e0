/** The room where algorithms search one problem side by side, on a grid or on a graph. */

import { type Catalogue, type Domain, domainOf } from "./api";
import { button, check, el, fill, labelled, legend, select } from "./dom";
import { saveCanvas } from "./download";
import { zoomByKey } from "./gestures";
import { GraphSurface } from "./graph-surface";
import { GridSurface } from "./grid-surface";
import { Lane } from "./lane";
import { End } from "./record";
import { type Context, type Room, SceneRoom, isUnknown } from "./scene";
import { sharing } from "./share";
import type { Layers, Surface, SurfaceClass, SurfaceView } from "./surface";
import { onThemeChange } from "./theme";
import { Timeline } from "./timeline";
import { type TraceForm, saveTrace } from "./trace-export";
import type { Undo } from "./undo";

/** The maps by the domains that search them, which links name too; the first is the default. */
const SURFACES: Readonly<Record<string, SurfaceClass>> = { grid: GridSurface, graph: GraphSurface };

const MOST_LANES = 4;

/** Searches that follow the pointer over a grid are recorded if it has at most so many cells and they
 * expand at most so many states together; of longer ones the cells that they have seen are drawn, and of
 * those that expand still more, the plan alone. */
const [MOST_CELLS, MOST_RECORDED, MOST_SEEN] = [4000, 2000, 60_000];

interface Pane {
  lane: Lane;
  view: SurfaceView;
  element: HTMLElement;
}

export class Explore extends SceneRoom implements Room {
  readonly element = el("div", { class: "room explore" });
  readonly #domain: Domain;
  readonly #surface: Surface;
  readonly #timeline: Timeline;
  readonly #panes: Pane[] = [];
  readonly #lanes = el("div", { class: "lanes" });
  readonly #note = el("p", { class: "note", role: "status" });
  #rerun = 0;
  /** The frame from the link, until the searches have finished. */
  #wanted: number | null = null;
  #layers: Layers = { heat: false, arrows: true, numbers: false };
  readonly #undo: Undo;
  /** How many searches of all lanes were started; whether some run, follow the pointer, and are of a problem that has changed since. */
  #started = 0;
  #isBusy = false;
  #isLive = false;
  #isStale = false;
  readonly #forget: () => void;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    super(catalogue, context);
    this.#undo = context.undo;
    this.#undo.restore = (scene) => this.#surface.restore(scene);
    const events = {
      onChange: (after?: number) => this.#changed(after),
      onLive: () => this.#follow(),
      onEdited: () => this.#undo.note(this.#surface.scene()),
      onSay: (text: string) => this.#say(text),
    };
    const known = Object.keys(SURFACES);
    if (isUnknown("map", parameters.get("on"), known, context)) parameters = new URLSearchParams();
    const on = parameters.get("on") ?? known.find((name) => parameters.has(name)) ?? known[0]!;
    this.#domain = domainOf(catalogue, on);
    this.#surface = new SURFACES[on]!(catalogue, this.#domain, parameters, events);
    this.#timeline = new Timeline("expansions", 5, (at) => this.#show(at));
    const step = parameters.get("step");
    if (step !== null) this.#wanted = Number(step) || 0;
    for (const layer of parameters.get("show")?.split(",") ?? []) {
      if (layer in this.#layers) this.#layers[layer as keyof Layers] = true;
    }
    if (parameters.get("hide") === "arrows") this.#layers.arrows = false;
    fill(
      this.element,
      this.#introduction(),
      el("div", { class: "stage" }, this.#lanes, this.#timeline.element, this.#note),
      this.#controls(),
    );
    const lanes = parameters.getAll("lane");
    for (const lane of lanes.length > 0 ? lanes.slice(0, MOST_LANES) : this.#surface.lanes.slice(0, 1)) {
      const [algorithm = "a-star", heuristic = this.#domain.heuristics[0]!.name] = lane.split("|");
      this.#addLane(algorithm, heuristic);
    }
    this.#forget = onThemeChange(() => this.#redraw());
    this.#surface.start(parameters);
  }

  close(): void {
    this.#forget();
    this.#timeline.pause();
    clearTimeout(this.#rerun);
    for (const { lane } of this.#panes) lane.stop();
  }

  key(event: KeyboardEvent): boolean {
    return (
      this.#undo.key(event) || this.#timeline.key(event) || this.#surface.key(event) || zoomByKey(event, this.#surface.camera)
    );
  }

  // Controls

  /** What to do here: nothing else need be set. */
  #introduction(): HTMLElement {
    const compare = button("Compare", () => {
      if (this.#panes.length === MOST_LANES) return this.#say("At most four searches can be shown.");
      const shown = this.#panes.map(({ lane }) => lane.chooser.algorithm);
      const next = this.#surface.lanes.find((name) => !shown.includes(name));
      this.#addLane(next ?? this.#surface.lanes[0]!, this.#domain.heuristics[0]!.name);
      this.#changed();
    }, { label: "Compare with another search" });
    return el("aside", { class: "introduction", "aria-label": "Start here" },
      el("h1", {}, this.#surface.sentence),
      el("div", { class: "buttons tries" }, ...this.#surface.tries),
      el("div", { class: "buttons" }, compare, this.#undo.element));
  }

  #controls(): HTMLElement {
    const grounds = Object.keys(SURFACES).map((name) => ({ value: name, text: name }));
    const layer = (name: keyof Layers, text: string): HTMLElement =>
      check(text, this.#layers[name], (isShown) => {
        this.#layers[name] = isShown;
        this.#redraw();
        this.remember();
      });
    return el(
      "aside",
      { class: "controls", "aria-label": "Settings" },
      legend(["start", "start"], ["goal", "goal"], ["open", "open: seen, not yet expanded"],
        ["closed", "closed: expanded"], ["path", "path found"]),
      el("details", { class: "more" }, el("summary", {}, "More"),
        labelled("Map", select(grounds, this.#domain.name, (on) => this.context.choose({ on }))),
        ...this.#surface.panels,
        el("details", { open: true }, el("summary", {}, "Show"),
          layer("heat", "Heat map of expansion order"),
          layer("arrows", "Parent arrows"),
          layer("numbers", "f values"),
          el("p", { class: "hint" }, "Wheel, two fingers, + and − zoom; 0 shows everything. Drag with Shift or the middle button to move the map.")),
        el("details", {}, el("summary", {}, "Export and share"),
          ...sharing(this.context,
            button("Picture (PNG)", () => this.#savePicture()),
            button("Trace", () => this.#saveTrace("trace")),
            button("Posthoc", () => this.#saveTrace("posthoc")),
            button("Graphviz", () => this.#saveTrace("dot")),
            button("Page (HTML)", () => this.#saveTrace("html")),
            button("Drawing (SVG)", () => this.#saveTrace("svg")),
            ...this.#surface.files))),
    );
  }

  #savePicture(): void {
    const first = this.#panes[0];
    if (first) saveCanvas("tremaux.png", first.view.canvas);
  }

  #saveTrace(form: TraceForm): void {
    const lane = this.#panes[0]?.lane;
    if (lane) saveTrace(form, lane.traceQuestion(this.#surface.problem()), (text) => this.#say(text));
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }

  /** Schedules new searches. */
  #changed(after = 0): void {
    clearTimeout(this.#rerun);
    this.#timeline.pause();
    this.remember();
    this.#redraw();
    this.#lanes.ariaBusy = "true";
    this.#rerun = setTimeout(() => this.#run(false), after);
  }

  /** Searches at once if no search follows the pointer, and else when those are over: the latest problem wins. */
  #follow(): void {
    clearTimeout(this.#rerun);
    this.#timeline.pause();
    this.#redraw();
    this.#lanes.ariaBusy = "true";
    this.#isStale = this.#isBusy && this.#isLive;
    if (!this.#isStale) this.#run(true);
  }

  #run(isLive: boolean): void {
    const problem = this.#surface.problem();
    const effort = this.#panes.reduce((sum, { lane }) => sum + (lane.report?.counts["expanded"] ?? 0), 0);
    const isHeavy = problem.width > 0 && (effort > MOST_RECORDED || problem.cells > MOST_CELLS);
    const steps = isLive ? (isHeavy ? 0 : 10 * MOST_RECORDED) : this.catalogue.ceilings.steps;
    this.#started += 1;
    const started = this.#started;
    [this.#isBusy, this.#isLive] = [true, isLive];
    const runs = this.#panes.map(({ lane }) => lane.run(problem, steps, steps === 0 && effort <= MOST_SEEN));
    void Promise.all(runs).then(() => {
      if (started !== this.#started) return;
      this.#isBusy = false;
      for (const { lane, view } of this.#panes) view.label = isLive ? lane.effort : "";
      if (isLive && this.#isStale) this.#follow();
      else if (steps > 0) this.#finished();
      this.#lanes.ariaBusy = String(this.#isBusy);
    });
  }

  #finished(): void {
    if (this.#panes.some(({ lane }) => lane.isRunning)) return;
    this.#timeline.setLength(this.#length());
    const wanted = this.#wanted;
    this.#wanted = null;
    this.#timeline.seek(wanted ?? this.#length(), false);
    if (this.#isLive) return;
    const said = this.#panes.map(
      ({ lane }) => `${lane.chooser.algorithm}: ${lane.verdict.textContent ?? ""}`,
    );
    this.context.announce(said.join(" "));
  }

  #length(): number {
    return Math.max(0, ...this.#panes.map(({ lane }) => lane.record.frameCount));
  }

  // The searches

  #addLane(algorithm: string, heuristic: string): void {
    const lane = new Lane(this.#domain, algorithm, heuristic, {
      onChoice: () => {
        name();
        this.#changed();
      },
      onShown: () => {
        view.setReplay(lane.moment);
        if (lane.moment instanceof End) return;
        this.#timeline.setLength(0);
        this.#timeline.seek(0);
      },
      onProgress: () => {
        if (this.#wanted === null && !this.#isLive) this.#timeline.setLength(this.#length());
      },
    });
    const hover = el("p", { class: "hover", "aria-live": "polite" });
    const view = this.#surface.addView(lane, hover);
    view.layers = this.#layers;
    view.canvas.addEventListener("focus", () => view.draw());
    view.canvas.addEventListener("blur", () => view.draw());
    const close = button("×", () => this.#removeLane(pane), { label: "Remove this search", class: "quiet" });
    // Where nothing is pointed at, and the chooser is hidden.
    const name = (): void => {
      const { algorithm, heuristic } = lane.chooser;
      hover.dataset["rest"] = lane.isInformed ? `${algorithm}, ${heuristic}` : algorithm;
    };
    name();
    const element = el(
      "section",
      { class: "lane", "aria-label": `Search ${this.#panes.length + 1}` },
      el("div", { class: "lane-head" }, lane.chooser.element, close),
      el("div", { class: "canvas-box" }, view.canvas),
      hover,
      lane.verdict,
      lane.counters.element,
    );
    // The picture is as large as its room, which is known once it is on the page.
    new ResizeObserver(() => view.draw()).observe(view.canvas.parentElement!);
    const pane: Pane = { lane, view, element };
    this.#panes.push(pane);
    this.#lanes.append(element);
    this.#lanes.dataset["count"] = String(this.#panes.length);
    this.#redraw();
  }

  #removeLane(pane: Pane): void {
    if (this.#panes.length === 1) return this.#say("At least one search is needed.");
    pane.lane.stop();
    pane.element.remove();
    this.#panes.splice(this.#panes.indexOf(pane), 1);
    const views = this.#surface.views;
    views.splice(views.indexOf(pane.view), 1);
    this.#lanes.dataset["count"] = String(this.#panes.length);
    this.#timeline.setLength(this.#length());
    this.remember();
    this.#redraw();
  }

  #show(at: number): void {
    for (const { lane, view } of this.#panes) {
      lane.show(at);
      view.draw();
    }
    this.remember();
  }

  #redraw(): void {
    for (const { view } of this.#panes) view.draw();
  }

  protected override parameters(): URLSearchParams {
    const parameters = new URLSearchParams({ on: this.#domain.name });
    this.#surface.remember(parameters);
    for (const { lane } of this.#panes) {
      const { algorithm, heuristic } = lane.chooser;
      parameters.append("lane", lane.isInformed ? `${algorithm}|${heuristic}` : algorithm);
    }
    const shown = Object.entries(this.#layers).filter(([, isShown]) => isShown);
    if (shown.length > 0) parameters.set("show", shown.map(([name]) => name).join(","));
    if (!this.#layers.arrows) parameters.set("hide", "arrows");
    const step = this.#wanted ?? (this.#timeline.isAtEnd ? null : this.#timeline.at);
    if (step !== null) parameters.set("step", String(step));
    return parameters;
  }
}
