/** The maps and graphs in trace headers. */

import { GraphText } from "./graph-text";
import { type Edited, frameOf } from "./graph-view";
import { GridText } from "./grid-text";

/** Where a search takes place, as a header has it. */
export interface TraceScene {
  kind: "nowhere" | "grid" | "graph";
  rows?: string[];
  start?: [number, number] | null;
  goals?: [number, number][];
  names?: string[];
  points?: [number, number][];
  arcs?: [from: number, to: number, cost: number | null][];
}

/** Graphs with more arcs are drawn without arrows. */
const MOST_ARROWS = 1000;

/** The grid of a header, with start and goals. */
export function gridOf({ rows = [], start, goals = [] }: TraceScene): GridText {
  const grid = GridText.parse(rows.join("\n"));
  if (start) grid.paint(...start, "S");
  for (const goal of goals) grid.paint(...goal, "G");
  return grid;
}

/** The graph of a header, and the part of the plane that it takes; in a circle if nobody knows. */
export function graphOf({ names = [], points = [], arcs = [] }: TraceScene): Edited {
  const graph = new GraphText();
  const angle = (2 * Math.PI) / Math.max(names.length, 1);
  const taken = new Set<string>();
  graph.nodes = names.map((given, nth) => {
    // A list of arcs has no room for blanks in names.
    let name = given.replace(/[\s;,#%]+/g, "_") || "_";
    while (taken.has(name)) name += "_";
    taken.add(name);
    const [x, y] = points[nth] ?? [50 + 45 * Math.sin(nth * angle), 30 + 27 * Math.cos(nth * angle)];
    return { name, x, y };
  });
  const costs = new Map(arcs.map(([from, to, cost]) => [`${from} ${to}`, cost]));
  graph.isDirected = arcs.length <= MOST_ARROWS && arcs.some(([from, to, cost]) => costs.get(`${to} ${from}`) !== cost);
  graph.links = arcs
    .filter(([from, to]) => graph.isDirected || from <= to || !costs.has(`${to} ${from}`))
    .map(([source, target, cost]) => ({ source, target, weight: cost ?? Number.POSITIVE_INFINITY }));
  [graph.start, graph.goals] = [-1, []];
  return { graph, frame: frameOf(graph), node: -1, link: -1, band: null };
}
