/** A search on a graph, drawn. */

import type { Camera } from "./camera";
import { FONT, MapView, type Place, arrow, outline, strokePath } from "./canvas-view";
import type { GraphText } from "./graph-text";
import { Status } from "./record";
import type { Phase } from "./strokes";
import { colours, heat, inkOn } from "./theme";

/** The part of the plane that is shown: places grow to the right and upwards. */
export interface Frame {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** The node or arc under a pointer. */
export interface Spot {
  node: number;
  link: number;
  x: number;
  y: number;
}

export interface GraphEvents {
  onHover(spot: Spot | null): void;
  onPointer(spot: Spot, phase: Phase): void;
}

/** The edited graph, shared by all views. */
export interface Edited {
  graph: GraphText;
  frame: Frame;
  node: number;
  link: number;
  /** A link that is being dragged, from a node to a place. */
  band: { from: number; x: number; y: number } | null;
}

export class GraphView extends MapView<Spot> {
  readonly #edited: Edited;

  constructor(edited: Edited, camera: Camera, events: GraphEvents) {
    super("graph", camera, events.onHover, (event, phase) => events.onPointer(this.under(event), phase));
    this.#edited = edited;
  }

  /** The radius of a node, in pixels: smaller where there are many. */
  get #radius(): number {
    const count = this.#edited.graph.nodes.length;
    const { width, height } = this.#edited.frame;
    const room = Math.sqrt((width * height * this.shown.scale ** 2) / Math.max(count, 1));
    return Math.min(Math.max(room * 0.16, 2.5), 17);
  }

  #place(node: number): [number, number] {
    const { x, y } = this.#edited.graph.nodes[node]!;
    return this.#onCanvas(x, y);
  }

  #onCanvas(x: number, y: number): [number, number] {
    const { left, bottom, height } = this.#edited.frame;
    const { scale, left: right, top } = this.shown;
    return [(x - left) * scale - right, (bottom + height - y) * scale - top];
  }

  protected override under(event: MouseEvent): Spot {
    const [px, py] = this.at(event);
    const { left, bottom, height } = this.#edited.frame;
    const { scale, left: right, top } = this.shown;
    const [x, y] = [left + (px + right) / scale, bottom + height - (py + top) / scale];
    const { nodes, links } = this.#edited.graph;
    const reach = Math.max(this.#radius + 3, 9);
    let [node, least] = [-1, reach];
    for (let at = 0; at < nodes.length; at += 1) {
      const [nx, ny] = this.#place(at);
      const distance = Math.hypot(nx - px, ny - py);
      if (distance <= least) [node, least] = [at, distance];
    }
    let [link, nearest] = [-1, 7];
    if (node < 0) {
      for (const [at, { source, target }] of links.entries()) {
        const distance = fromLine([px, py], this.#place(source), this.#place(target));
        if (distance < nearest) [link, nearest] = [at, distance];
      }
    }
    return { node, link, x, y };
  }

  protected override paint(): void {
    const { graph, frame } = this.#edited;
    const context = this.look(frame, Number.POSITIVE_INFINITY);
    const { width, height } = this.shown;
    context.fillStyle = colours().ground;
    context.fillRect(0, 0, width, height);
    this.#drawLinks(context);
    this.#drawTree(context);
    this.#drawCosts(context);
    this.#drawBand(context);
    for (let node = 0; node < graph.nodes.length; node += 1) this.#drawNode(context, node);
  }

  #drawLinks(context: CanvasRenderingContext2D): void {
    const { graph, link: chosen } = this.#edited;
    const palette = colours();
    for (const [at, { source, target }] of graph.links.entries()) {
      const [a, b] = this.#line(source, target);
      context.strokeStyle = at === chosen ? palette.cursor : palette.draw;
      context.lineWidth = at === chosen ? 3 : 1.2;
      strokePath(context, [a, b]);
      if (graph.isDirected) arrow(context, a, b, this.#radius + 2, 8);
    }
  }

  /** The costs of arcs, over whatever goes along them. */
  #drawCosts(context: CanvasRenderingContext2D): void {
    const { graph } = this.#edited;
    const palette = colours();
    if (graph.links.length > 250) return;
    for (const { source, target, weight } of graph.links) {
      const [a, b] = this.#line(source, target);
      const place: Place = [a[0] + (b[0] - a[0]) * 0.45, a[1] + (b[1] - a[1]) * 0.45];
      label(context, String(weight), place, palette.ink, palette.ground);
    }
  }

  /** The position of an arc: two arcs between the same nodes are drawn side by side. */
  #line(source: number, target: number): [Place, Place] {
    const { graph } = this.#edited;
    const [from, to] = [this.#place(source), this.#place(target)];
    const isPair = graph.isDirected && graph.linkBetween(target, source) >= 0;
    return isPair ? aside(from, to, 5) : [from, to];
  }

  /** Arrows from each known node to its parent, and the path, whose arrows lead on. */
  #drawTree(context: CanvasRenderingContext2D): void {
    const replay = this.replay;
    if (!replay) return;
    const palette = colours();
    const vertex = (state: number): number => replay.cell(state);
    const isThere = (state: number): boolean =>
      state >= 0 && vertex(state) >= 0 && vertex(state) < this.#edited.graph.nodes.length;
    const { nodes, isPlan } = replay.path;
    const path = nodes.filter(isThere);
    const onPath = new Set(path);
    if (this.layers.arrows) {
      context.strokeStyle = context.fillStyle = palette.faint;
      context.lineWidth = 2;
      for (const state of replay.nodeAt) {
        const parent = state >= 0 ? (replay.parent[state] ?? -1) : -1;
        if (!isThere(state) || !isThere(parent) || onPath.has(state)) continue;
        const [from, to] = [this.#place(vertex(state)), this.#place(vertex(parent))];
        strokePath(context, [from, to]);
        arrow(context, from, to, this.#radius + 2, 9);
      }
    }
    context.strokeStyle = isPlan ? palette.path : palette.cursor;
    context.globalAlpha = isPlan ? 1 : 0.75;
    context.lineWidth = 5;
    context.lineJoin = context.lineCap = "round";
    const spots = path.map((state) => this.#place(vertex(state)));
    strokePath(context, spots);
    for (const [nth, spot] of spots.entries()) {
      if (nth > 0 && this.layers.arrows) arrow(context, spots[nth - 1]!, spot, this.#radius + 2, 15);
    }
    context.globalAlpha = 1;
  }

  #drawBand(context: CanvasRenderingContext2D): void {
    const { band } = this.#edited;
    if (!band) return;
    context.strokeStyle = colours().cursor;
    context.lineWidth = 2;
    context.setLineDash([5, 4]);
    strokePath(context, [this.#place(band.from), this.#onCanvas(band.x, band.y)]);
    context.setLineDash([]);
  }

  #colour(node: number): string {
    const palette = colours();
    const replay = this.replay;
    const state = replay?.nodeAt[node] ?? -1;
    if (!replay || state < 0) return palette.ground;
    const status = replay.status[state];
    if (status === Status.Open) return palette.open;
    if (status === Status.Unknown) return palette.ground;
    const order = replay.order[state]!;
    if (!this.layers.heat || order === 0) return status === Status.Left ? palette.cut : palette.closed;
    return `#${heat(order / Math.max(replay.expanded, 1)).map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }

  /** Starts have a ring, goals are diamonds: the shapes differ as well as the colours. */
  #drawNode(context: CanvasRenderingContext2D, node: number): void {
    const { graph } = this.#edited;
    const palette = colours();
    const [x, y] = this.#place(node);
    const radius = this.#radius;
    const colour = this.#colour(node);
    const [isStart, isGoal] = [node === graph.start, graph.goals.includes(node)];
    const state = this.replay?.nodeAt[node] ?? -1;
    const isHere = state >= 0 && state === this.replay?.current;
    outline(context, x, y, radius, isGoal);
    context.fillStyle = colour;
    context.fill();
    context.lineWidth = isStart || isGoal ? 4 : 1.5;
    context.strokeStyle = isStart ? palette.start : isGoal ? palette.goal : palette.ink;
    context.stroke();
    if (isStart && isGoal) {
      outline(context, x, y, radius + 4, true);
      context.strokeStyle = palette.goal;
      context.stroke();
    }
    const isChosen = node === this.#edited.node && document.activeElement === this.canvas;
    if (isHere || node === this.#edited.node) {
      outline(context, x, y, radius + (isStart || isGoal ? 6 : 4), isGoal);
      context.strokeStyle = palette.cursor;
      context.lineWidth = isHere || isChosen ? 3 : 1.5;
      context.stroke();
    }
    if (radius < 8) return;
    context.font = `600 ${Math.min(radius * 0.85, 13)}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = inkOn(colour);
    context.fillText(graph.nodes[node]!.name.slice(0, 5), x, y);
    if (this.layers.numbers && state >= 0 && this.replay!.status[state] !== Status.Unknown) {
      const [g, h] = [this.replay!.g[state]!, this.replay!.h[state]!];
      const f = g + (Number.isNaN(h) ? 0 : h);
      label(context, `f ${Math.round(f * 100) / 100}`, [x, y - radius - 9], palette.ink, palette.ground);
    }
  }
}

/** The part of the plane that holds a graph, with a margin. */
export function frameOf({ nodes }: GraphText): Frame {
  const least = (of: "x" | "y"): number => nodes.reduce((least, node) => Math.min(least, node[of]), Number.POSITIVE_INFINITY);
  const most = (of: "x" | "y"): number => nodes.reduce((most, node) => Math.max(most, node[of]), Number.NEGATIVE_INFINITY);
  const width = Math.max(most("x") - least("x"), 1e-3);
  const height = Math.max(most("y") - least("y"), width * 0.3);
  const margin = Math.max(width, height) * 0.09;
  return { left: least("x") - margin, bottom: least("y") - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** A line beside another, to its right. */
function aside(from: Place, to: Place, by: number): [Place, Place] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(-(to[1] - from[1]) / length) * by, ((to[0] - from[0]) / length) * by];
  return [[from[0] + dx, from[1] + dy], [to[0] + dx, to[1] + dy]];
}

function label(context: CanvasRenderingContext2D, text: string, [x, y]: Place, ink: string, ground: string): void {
  context.font = `11px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = ground;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}

/** How far a place is from a stretch of a line. */
function fromLine([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy || 1;
  const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1);
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
