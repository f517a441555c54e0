/** The room of lessons: what each algorithm says of itself, and a live example. */

import type { Algorithm, Catalogue, Component } from "./api";
import { exampleOf } from "./chooser";
import { el, fill } from "./dom";
import { Explore } from "./explore";
import { Play } from "./play";
import type { Context, Room } from "./scene";
import { Trees } from "./trees";

interface Entry {
  component: Component;
  kind: "search" | "game" | "path" | "heuristic";
}

/** Grids on which something is to be seen. */
const ROOM = "S......../.#######./.......#./######.#./.......#./.#######./......../G......../.........";
const FIELD =
  "......................./......................./......................./......######.........../...........#.........../...S.......#......G..../...........#.........../......######.........../......................./......................./.......................";

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
    const [kind, name] = wanted.includes(":") ? wanted.split(":", 2) : ["search", wanted];
    const chosen =
      entries.find((entry) => entry.kind === kind && entry.component.name === name) ?? entries[0]!;
    const groups: [Entry["kind"], string][] = [
      ["search", "Searches"],
      ["game", "Games"],
      ["path", "Paths on maps"],
      ["heuristic", "Heuristics of grids"],
    ];
    const list = groups.map(([kind, title]) =>
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

  #describe({ component, kind }: Entry): HTMLElement {
    const rows: [string, string][] = [
      ["What it proves", component.guarantees],
      ["When to take it", component.use_when],
      ["When to take another", component.avoid_when],
      ["Source", component.source],
    ];
    const items = rows
      .filter(([, text]) => text !== "")
      .flatMap(([title, text]) => [el("dt", {}, title), el("dd", {}, sentence(text))]);
    if (component.aliases.length > 0) {
      items.push(el("dt", {}, "Also called"), el("dd", {}, component.aliases.join(", ")));
    }
    for (const option of component.options) {
      const fallback = option.default ? ` (${option.default} if not given)` : "";
      items.push(el("dt", {}, el("code", {}, option.name)), el("dd", {}, sentence(option.title + fallback)));
    }
    const verb = { search: "solve grid … --algorithm", game: "analyze connect-four --algorithm", path: "path MAP --algorithm", heuristic: "solve grid … --heuristic" }[kind];
    return el("section", { class: "panel" },
      el("h1", {}, component.name),
      el("p", { class: "lead" }, sentence(component.title)),
      el("dl", { class: "facts" }, ...items),
      el("p", {}, "On the command line: ", el("code", {}, `tremaux ${verb} "${component.example}"`)));
  }

  /** A room with a scene that shows the algorithm at work. */
  #example({ component, kind }: Entry): HTMLElement {
    const context: Context = { remember: () => {}, announce: (text) => this.#context.announce(text) };
    if (kind === "game") {
      const tree = "((9 1 2) (10 3 4) (11 5 6)) ((8 4 5) (14 7 15) (16 17 18)) ((7 3 6) (21 6 22) (23 24 25))";
      const scene = new URLSearchParams({ tree, algorithm: component.name });
      this.#live = component.name === "random"
        ? new Play(this.#catalogue, new URLSearchParams({ game: "tic-tac-toe" }), context)
        : new Trees(this.#catalogue, scene, context);
    } else {
      this.#live = new Explore(this.#catalogue, this.#gridScene(component, kind), context);
    }
    // The lesson has a heading of its own.
    this.#live.element.querySelector("h1")?.remove();
    return el("section", { class: "live", "aria-label": "A live example" }, el("h2", {}, "See it at work"), this.#live.element);
  }

  #gridScene(component: Component, kind: Entry["kind"]): URLSearchParams {
    const scene = new URLSearchParams({ grid: FIELD });
    const grid = this.#catalogue.domains.find(({ name }) => name === "grid")!;
    if (kind === "heuristic") {
      scene.set("movement", "eight-no-corners");
      scene.append("lane", `a-star|${exampleOf(component, grid)}`);
      scene.append("lane", "dijkstra");
      return scene;
    }
    const known = grid.algorithms.find(({ name }) => name === component.name);
    if (!known) {
      // Searches made for maps are not drawn step by step; what they are compared with is.
      scene.append("lane", "a-star|open-distance");
      scene.append("lane", "dijkstra");
      return scene;
    }
    if ((known as Algorithm).family === "depth-first") scene.set("grid", ROOM);
    const needed = component.options.some((option) => option.default === null);
    scene.append("lane", `${needed ? component.example : component.name}|open-distance`);
    scene.append("lane", component.name === "a-star" ? "dijkstra" : "a-star|open-distance");
    return scene;
  }
}

function lessonsOf(catalogue: Catalogue): Entry[] {
  const grid = catalogue.domains.find(({ name }) => name === "grid")!;
  return [
    ...grid.algorithms.map((component): Entry => ({ component, kind: "search" })),
    ...catalogue.game_algorithms.map((component): Entry => ({ component, kind: "game" })),
    ...catalogue.path_algorithms.map((component): Entry => ({ component, kind: "path" })),
    ...grid.heuristics.map((component): Entry => ({ component, kind: "heuristic" })),
  ];
}

/** With a capital letter and a full stop. */
function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
