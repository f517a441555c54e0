/** Graphs as text: lists of arcs, as the program reads them. */

export interface GraphNode {
  name: string;
  x: number;
  y: number;
}

export interface GraphLink {
  source: number;
  target: number;
  weight: number;
}

/** The most nodes that are edited here. */
export const MOST_NODES = 2000;

/** A valid name in a list of arcs. */
const NAME = /^[^\s;#,%][^\s;,]*$/;

/** A graph that can be edited, with a start and goals. */
export class GraphText {
  isDirected = false;
  nodes: GraphNode[] = [];
  links: GraphLink[] = [];
  start = 0;
  goals: number[] = [];

  /** The number of the node of that name, or -1. */
  find(name: string): number {
    return this.nodes.findIndex((node) => node.name === name);
  }

  /** Adds a node with a generated name. */
  addNode(x: number, y: number): number {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    let nth = this.nodes.length;
    const name = (): string => `${letters[nth % 26]}${nth < 26 ? "" : Math.floor(nth / 26)}`;
    while (this.find(name()) >= 0) nth += 1;
    this.nodes.push({ name: name(), x, y });
    const node = this.nodes.length - 1;
    if (node === 0) this.start = 0;
    if (node === 1 && this.goals.length === 0) this.goals = [1];
    return node;
  }

  /** Takes a node away, and all links that end there. */
  removeNode(node: number): void {
    const after = (other: number): number => (other > node ? other - 1 : other);
    this.nodes.splice(node, 1);
    this.links = this.links
      .filter(({ source, target }) => source !== node && target !== node)
      .map((link) => ({ ...link, source: after(link.source), target: after(link.target) }));
    this.goals = this.goals.filter((goal) => goal !== node).map(after);
    this.start = this.start === node ? 0 : after(this.start);
  }

  /** The place of the link from one node to another, or -1. */
  linkBetween(source: number, target: number): number {
    return this.links.findIndex(
      (link) =>
        (link.source === source && link.target === target) ||
        (!this.isDirected && link.source === target && link.target === source),
    );
  }

  /** Joins two nodes at the length of the straight line, rounded up; returns the link. */
  join(source: number, target: number): number {
    const known = this.linkBetween(source, target);
    if (known >= 0 || source === target) return known;
    this.links.push({ source, target, weight: Math.max(1, Math.ceil(this.length(source, target))) });
    return this.links.length - 1;
  }

  /** The straight line from one node to another. */
  length(source: number, target: number): number {
    const [one, other] = [this.nodes[source]!, this.nodes[target]!];
    return Math.hypot(one.x - other.x, one.y - other.y);
  }

  /** Renames a node; returns an error message or null. */
  rename(node: number, name: string): string | null {
    if (!NAME.test(name)) return "expected a name without spaces, commas and semicolons";
    const known = this.find(name);
    if (known >= 0 && known !== node) return `duplicate node ${name}`;
    this.nodes[node]!.name = name;
    return null;
  }

  /** The names of the goals, as `--to` takes them. */
  get to(): string {
    return this.goals.map((goal) => this.nodes[goal]!.name).join(",");
  }

  get from(): string {
    return this.nodes[this.start]?.name ?? "";
  }

  /** Sets start and goals by name; ignores unknown names. */
  setEnds(from: string | null, to: string | null): void {
    this.start = Math.max(0, from === null ? 0 : this.find(from));
    const goals = (to ?? "").split(",").map((name) => this.find(name.trim()));
    this.goals = [...new Set(goals.filter((goal) => goal >= 0))];
    if (this.goals.length === 0 && this.nodes.length > 0) this.goals = [this.nodes.length - 1];
  }

  /** A list of arcs on one line, as `tremaux solve graph` accepts it. */
  toString(): string {
    const places = this.nodes.map(({ name, x, y }) => `%node ${name} ${short(x)} ${short(y)}`);
    const name = (node: number): string => this.nodes[node]!.name;
    const arcs = this.links.map(
      ({ source, target, weight }) => `${name(source)} ${name(target)} ${weight}`,
    );
    return [...(this.isDirected ? [] : ["%undirected"]), ...places, ...arcs].join(";");
  }

  /** The graph as node-link JSON, as NetworkX and D3 write it. */
  toNodeLink(): string {
    const nodes = this.nodes.map(({ name, x, y }) => ({ id: name, x: short(x), y: short(y) }));
    const name = (node: number): string => this.nodes[node]!.name;
    const links = this.links.map(({ source, target, weight }) => ({ source: name(source), target: name(target), weight }));
    const graph = { directed: this.isDirected, multigraph: false, graph: {}, nodes, links };
    return `${JSON.stringify(graph, null, 1)}\n`;
  }
}

/** Places to a thousandth. */
function short(place: number): number {
  return Math.round(place * 1000) / 1000;
}

/** Places nodes without coordinates on a circle. */
function layOut(graph: GraphText, unplaced: ReadonlySet<number>): void {
  const count = graph.nodes.length;
  for (const node of unplaced) {
    const turn = (2 * Math.PI * node) / count - Math.PI / 2;
    graph.nodes[node]!.x = short(50 + 45 * Math.cos(turn));
    graph.nodes[node]!.y = short(30 - 27 * Math.sin(turn));
  }
}

/** The graph, and whether all its nodes had coordinates. */
export interface ReadGraph {
  graph: GraphText;
  isPlaced: boolean;
}

/** Reads a list of arcs. */
export function readGraph(text: string): ReadGraph {
  const graph = new GraphText();
  graph.isDirected = true;
  const unplaced = new Set<number>();
  const known = new Map<string, number>();
  const node = (name: string, place?: [number, number]): number => {
    if (!NAME.test(name)) throw new Error(`expected a name without spaces, commas and semicolons, found ${name}`);
    const found = known.get(name);
    if (found !== undefined) return found;
    graph.nodes.push({ name, x: place?.[0] ?? 0, y: place?.[1] ?? 0 });
    const made = graph.nodes.length - 1;
    known.set(name, made);
    if (!place) unplaced.add(made);
    return made;
  };
  for (const [nth, line] of text.split(/\r?\n|;/).entries()) {
    if (graph.nodes.length > MOST_NODES) throw new Error(`expected at most ${MOST_NODES} nodes`);
    const words = line.replace(/#.*$/, "").trim().split(/\s+/).filter(Boolean);
    const [first, ...rest] = words;
    const numbers = rest.map(Number);
    if (first === undefined || first === "%simple") continue;
    if (first === "%undirected") graph.isDirected = false;
    else if (first === "%node" && rest.length === 3 && Number.isFinite(numbers[1]! + numbers[2]!)) {
      node(rest[0]!, [numbers[1]!, numbers[2]!]);
    } else if (!first.startsWith("%") && (words.length === 2 || words.length === 3)) {
      const weight = words.length === 3 ? Number(words[2]) : 1;
      if (!(weight >= 0)) throw new Error(`arc ${nth + 1}: expected a cost, found ${words[2]}`);
      graph.links.push({ source: node(first), target: node(words[1]!), weight });
    } else throw new Error(`line ${nth + 1}: expected an arc, FROM TO COST, found ${line.trim()}`);
  }
  layOut(graph, unplaced);
  graph.setEnds(graph.from, graph.nodes.at(-1)?.name ?? null);
  return { graph, isPlaced: unplaced.size === 0 };
}
