/** The lessons room: the description of each algorithm, and a live example. */

import type { Algorithm, Catalogue, Component, Domain } from "./api";
import { exampleOf } from "./chooser";
import { el, fill } from "./dom";
import { Explore } from "./explore";
import { Play } from "./play";
import { Puzzles } from "./puzzles";
import { type Context, type Room, isUnknown, write } from "./scene";
import { Trees } from "./trees";

type Kind = "search" | "landscape" | "game" | "path" | "road" | "heuristic";

interface Entry {
  component: Component;
  kind: Kind;
  /** The domain that offers it, of searches and optimization. */
  domain: string;
}

const GROUPS: readonly { kind: Kind; title: string }[] = [
  { kind: "search", title: "Search algorithms" },
  { kind: "landscape", title: "Optimization algorithms" },
  { kind: "game", title: "Game algorithms" },
  { kind: "path", title: "Map algorithms" },
  { kind: "road", title: "Graph algorithms" },
  { kind: "heuristic", title: "Grid heuristics" },
];

/** Grids for the examples. */
const MAZE =
  "###############/#S#...#.......#/#.#.#.#.#####.#/#...#...#...#.#/#.#######.#.#.#/#.#...#...#.#.#/#.###.#####.#.#/#.........#..G#/###############";
const FIELD =
  "......................./......................./......................./......######.........../...........#.........../...S.......#......G..../...........#.........../......######.........../......................./......................./.......................";

/** A tree with three moves per node and three plies, the moves unordered. */
const TREE =
  "((5 16 7) (4 18 2) (9 11 3)) ((2 14 6) (17 5 8) (13 9 4)) ((6 1 12) (8 10 22) (15 7 19))";

/** A graph without cycles, on which searches without duplicate detection terminate. */
const DOWNWARDS =
  "%node a 50 60;%node b 25 44;%node c 75 44;%node d 10 26;%node e 38 26;%node f 62 26;%node g 90 26;%node h 4 8;%node i 24 8;%node j 46 8;%node k 72 8;%node l 94 8;a b 30;a c 30;b d 24;b e 23;c f 32;c g 24;d h 19;d i 26;e i 23;e j 25;f j 25;f k 21;g k 26;g l 19";

/** Searches that are shown on a graph or with special options. */
const SPECIAL: Readonly<Record<string, { on?: "graph"; graph?: string; algorithm?: string }>> = {
  "depth-first": { on: "graph", graph: DOWNWARDS },
  "iterative-deepening": { on: "graph", graph: DOWNWARDS },
  "ida-star": { on: "graph", graph: DOWNWARDS },
  "bidirectional-breadth-first": { on: "graph" },
  "bidirectional-a-star": { on: "graph" },
  "island-driven": { on: "graph", algorithm: "island-driven(through=e)" },
  beam: { algorithm: "beam(width=5)" },
  "anytime-a-star": { algorithm: "anytime-a-star(weight=3)" },
};

/** Games for the algorithms for chance or several players. */
const GAMES: Readonly<Record<string, Record<string, string>>> = {
  "max-n": { game: "dots-and-boxes", size: "2x2", players: "3", algorithm: "max-n", depth: "4" },
  paranoid: { game: "dots-and-boxes", size: "2x2", players: "3", algorithm: "paranoid", depth: "4" },
  expectiminimax: { game: "backgammon", start: "4HPwATDgc/ABMA 1 31", algorithm: "expectiminimax", depth: "2" },
  random: { game: "tic-tac-toe", algorithm: "random", computer: "second" },
};

export class Lessons implements Room {
  readonly element = el("div", { class: "room lessons" });
  #live: Room | null = null;
  readonly #catalogue: Catalogue;
  readonly #context: Context;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#catalogue = catalogue;
    this.#context = context;
    const entries = lessonsOf(catalogue);
    const wanted = parameters.get("lesson") ?? "a-star";
    const lesson = wanted.includes(":") ? wanted : `search:${wanted}`;
    const known = entries.map(({ kind, component }) => `${kind}:${component.name}`);
    isUnknown("lesson", lesson, known, context);
    const chosen = entries[Math.max(known.indexOf(lesson), 0)]!;
    const list = GROUPS.map(({ kind, title }) =>
      el("div", {},
        el("h2", {}, title),
        el("ul", {}, ...entries
          .filter((entry) => entry.kind === kind)
          .map((entry) => el("li", {}, el("a", {
            href: `#/lessons?lesson=${kind}:${entry.component.name}`,
            "aria-current": entry === chosen ? "page" : undefined,
          }, entry.component.name))))),
    );
    fill(
      this.element,
      el("nav", { class: "panel lesson-list", "aria-label": "Lessons" }, ...list),
      el("article", { class: "lesson" }, this.#describe(chosen), this.#example(chosen)),
    );
  }

  close(): void {
    this.#live?.close();
  }

  key(event: KeyboardEvent): boolean {
    return this.#live?.key?.(event) ?? false;
  }

  #describe(entry: Entry): HTMLElement {
    const { component } = entry;
    const rows: [string, string][] = [
      ["Guarantees", component.guarantees],
      ["Use it when", component.use_when],
      ["Choose another when", component.avoid_when],
      ["Source", component.source],
    ];
    const items = rows
      .filter(([, text]) => text !== "")
      .flatMap(([title, text]) => [el("dt", {}, title), el("dd", {}, sentence(text))]);
    if (component.aliases.length > 0) {
      items.push(el("dt", {}, "Aliases"), el("dd", {}, component.aliases.join(", ")));
    }
    for (const option of component.options) {
      const fallback = option.default ? ` (default ${option.default})` : "";
      items.push(el("dt", {}, el("code", {}, option.name)), el("dd", {}, sentence(option.title + fallback)));
    }
    return el("section", { class: "panel" },
      el("h1", {}, component.name),
      el("p", { class: "lead" }, sentence(component.title)),
      el("dl", { class: "facts" }, ...items),
      el("p", {}, "On the command line: ", el("code", { class: "command" }, commandOf(entry, this.#catalogue))));
  }

  /** A room with a scene that shows the algorithm at work. */
  #example(entry: Entry): HTMLElement {
    const context: Context = { ...this.#context, remember: () => {} };
    const { room, scene } = sceneOf(entry, this.#catalogue);
    const rooms = { explore: Explore, trees: Trees, play: Play, puzzles: Puzzles };
    this.#live = new rooms[room](this.#catalogue, new URLSearchParams(scene), context);
    // The lesson has its own heading.
    this.#live.element.querySelector("h1")?.remove();
    return el("section", { class: "live", "aria-label": "Live example" },
      el("h2", {}, "Live example"),
      el("p", {}, el("a", { href: write({ room, parameters: scene }) }, "Open this example"),
        " with all controls."),
      this.#live.element);
  }
}

/** A word of a command, so that a shell takes it as it is. */
function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text}'` : `"${text}"`;
}

/** A command that uses a component on a small example. */
function commandOf({ component, kind, domain }: Entry, catalogue: Catalogue): string {
  const { name, example } = component;
  const { domains, landscapes } = catalogue;
  const problem = (name: string): string =>
    `tremaux solve ${name} ${quoted([...domains, ...landscapes].find((known) => known.name === name)!.example)}`;
  const chosen = `--algorithm ${quoted(example)}`;
  switch (kind) {
    case "search":
    case "landscape": {
      const isLimited = (component as Algorithm).depth === "required";
      return `${problem(domain)} ${chosen}${isLimited ? " --depth 9" : ""}`;
    }
    case "path":
      return `tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20 ${chosen}`;
    case "road":
      return `tremaux generate graph | tremaux path - --from 1 --to 9 ${chosen}`;
    case "heuristic": {
      const grid = catalogue.domains.find(({ name }) => name === "grid")!;
      return `${problem("grid")} --heuristic ${quoted(exampleOf(component, grid))}`;
    }
    case "game": {
      if (name === "random") return 'tremaux match tic-tac-toe random "scout(depth=9)" --games 4';
      const { game = "connect-four", start, size, players } = GAMES[name] ?? {};
      const options = [start && quoted(start), size && `--size ${size}`, players && `--players ${players}`];
      return ["tremaux analyze", game, ...options.filter(Boolean), chosen].join(" ");
    }
  }
}

/** The room and the scene that demonstrate a component. */
function sceneOf(
  { component, kind, domain }: Entry,
  catalogue: Catalogue,
): { room: "explore" | "trees" | "play" | "puzzles"; scene: URLSearchParams } {
  const { name, example } = component;
  if (kind === "game") {
    const game = GAMES[name];
    if (game) return { room: "play", scene: new URLSearchParams(game) };
    return { room: "trees", scene: new URLSearchParams({ tree: TREE, algorithm: name }) };
  }
  if (kind === "landscape") {
    return { room: "puzzles", scene: new URLSearchParams({ puzzle: domain, algorithm: name }) };
  }
  if (kind === "search" && domain !== "grid") {
    const puzzle = new URLSearchParams({ puzzle: domain, algorithm: name, step: "0" });
    return { room: "puzzles", scene: puzzle };
  }
  if (kind === "road") {
    const scene = new URLSearchParams({ on: "graph" });
    scene.append("lane", `map:${name}`);
    scene.append("lane", name === "dijkstra" ? "map:a-star" : "map:dijkstra");
    return { room: "explore", scene };
  }
  const special = kind === "search" ? SPECIAL[name] : undefined;
  if (special?.on) {
    const scene = new URLSearchParams({ on: special.on });
    if (special.graph) {
      for (const [key, value] of Object.entries({ graph: special.graph, from: "a", to: "k" })) scene.set(key, value);
    }
    scene.append("lane", `${special.algorithm ?? name}|euclidean`);
    scene.append("lane", "a-star|euclidean");
    return { room: "explore", scene };
  }
  const scene = new URLSearchParams({ grid: FIELD });
  const grid = catalogue.domains.find(({ name }) => name === "grid")!;
  if (kind === "path") {
    scene.set("movement", "eight-no-corners");
    scene.append("lane", `map:${name}`);
    scene.append("lane", name === "a-star" ? "map:dijkstra" : "map:a-star");
    return { room: "explore", scene };
  }
  if (kind === "heuristic") {
    scene.set("movement", "eight-no-corners");
    scene.append("lane", `a-star|${exampleOf(component, grid)}`);
    scene.append("lane", "dijkstra");
    return { room: "explore", scene };
  }
  if ((component as Algorithm).family === "depth-first") scene.set("grid", MAZE);
  const needed = component.options.some((option) => option.default === null);
  scene.append("lane", `${special?.algorithm ?? (needed ? example : name)}|open-distance`);
  scene.append("lane", name === "a-star" ? "dijkstra" : "a-star|open-distance");
  return { room: "explore", scene };
}

/** Every algorithm with the domain that shows it best; grids first. */
function lessonsOf(catalogue: Catalogue): Entry[] {
  const grid = catalogue.domains.find(({ name }) => name === "grid")!;
  const searches: Entry[] = [];
  const add = (kind: Kind, domains: readonly Domain[]): void => {
    for (const { name: domain, algorithms } of domains) {
      for (const component of algorithms) {
        if (searches.some((known) => known.component.name === component.name)) continue;
        searches.push({ component, kind, domain });
      }
    }
  };
  // Local search is shown where its path over a landscape is drawn.
  add("landscape", catalogue.landscapes);
  add("search", [grid, ...catalogue.domains]);
  const all = (components: readonly Component[], kind: Kind): Entry[] =>
    components.map((component) => ({ component, kind, domain: "" }));
  const of = (kind: Kind): Entry[] => searches.filter((known) => known.kind === kind);
  return [
    ...of("search"),
    ...of("landscape"),
    ...all(catalogue.game_algorithms, "game"),
    ...all(catalogue.path_algorithms, "path"),
    ...all(catalogue.road_algorithms, "road"),
    ...all(grid.heuristics, "heuristic"),
  ];
}

/** With a capital letter and a full stop. */
function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
