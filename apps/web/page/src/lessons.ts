/** The lessons room: stories, and as a reference the description of each algorithm with a live example. */

import { type Algorithm, type Catalogue, type Component, type Concept, type Domain, type GameAlgorithm, domainOf } from "./api";
import { exampleOf } from "./chooser";
import { el, fill, sentence } from "./dom";
import { Explore } from "./explore";
import { Play } from "./play";
import { Puzzles } from "./puzzles";
import { type Context, type Room, isUnknown, write } from "./scene";
import examples from "./lessons.json";
import { STORIES, type Story, inWords, linkOf, sceneOf as sceneOfStory, tell } from "./stories";
import { Trees } from "./trees";
import { Undo } from "./undo";

type Kind = "search" | "landscape" | "game" | "path" | "road" | "heuristic";

interface Entry {
  component: Component;
  kind: Kind;
  /** The domain that offers it; empty for game algorithms. */
  domain: string;
}

interface Group {
  title: string;
  /** The scene in Explore, if lessons are shown there. */
  scene?: Record<string, string>;
  /** Searches for comparison: the second lane shows the first that is not the lesson's own. */
  baselines?: readonly string[];
}

/** The domain for lessons about searches and heuristics. */
const MAP = "grid";

/** The parameter of a picture that the reader has changed. */
const PICTURE = "picture";

/** The rooms that a lesson shows inside it. */
const ROOMS = { explore: Explore, trees: Trees, play: Play, puzzles: Puzzles };

const GROUPS: Readonly<Record<Kind, Group>> = examples.groups;

/** Searches that are shown on a graph or with special options. */
const SPECIAL: Readonly<Record<string, { scene?: Record<string, string>; algorithm?: string }>> = examples.special;

/** Games for algorithms that are not for trees given in brackets. */
const GAMES: Readonly<Record<string, Record<string, string>>> = examples.games;

export class Lessons implements Room {
  readonly element = el("div", { class: "room lessons" });
  /** Where a story is told. */
  readonly #article = el("article", { class: "lesson story" });
  #live: Room | null = null;
  /** What is told, without its picture. */
  #told: URLSearchParams;
  /** The picture of the link, if the reader had changed it. */
  #changed: string | null;
  /** The picture that is shown, once the reader has changed it. */
  #picture: (() => URLSearchParams) | null = null;
  readonly #catalogue: Catalogue;
  readonly #context: Context;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#catalogue = catalogue;
    this.#context = context;
    this.#told = new URLSearchParams(parameters);
    this.#told.delete(PICTURE);
    this.#changed = parameters.get(PICTURE);
    const entries = lessonsOf(catalogue);
    const story = parameters.get("story");
    const asked = parameters.get("concept")?.replaceAll(" ", "-") ?? null;
    const concept = catalogue.concepts.find(({ name, aliases }) => [name, ...aliases].includes(asked ?? ""));
    if (!concept) isUnknown("concept", asked, catalogue.concepts.map(({ name }) => name), context);
    const isStory = !parameters.has("lesson") && !concept;
    isUnknown("story", story, STORIES.map(({ name }) => name), context);
    const told = STORIES.find(({ name }) => name === story) ?? STORIES[0]!;
    const wanted = parameters.get("lesson") ?? "a-star";
    const lesson = wanted.includes(":") ? wanted : `search:${wanted}`;
    const known = entries.map(({ kind, component }) => `${kind}:${component.name}`);
    isUnknown("lesson", lesson, known, context);
    const chosen = entries[Math.max(known.indexOf(lesson), 0)]!;
    const filter = el("input", {
      type: "search",
      placeholder: "Filter",
      "aria-label": "Filter the reference",
      input: () => {
        const text = filter.value.trim().toLowerCase();
        for (const item of this.element.querySelectorAll<HTMLElement>(".reference li")) {
          item.hidden = !item.textContent!.includes(text);
        }
      },
    });
    const stories = el("div", {},
      el("h2", {}, "Stories"),
      el("ul", {}, ...STORIES.map(({ name, title }) => el("li", {}, el("a", {
        href: `#/lessons?story=${name}`,
        "aria-current": isStory && name === told.name ? "page" : undefined,
      }, title)))),
      el("h2", {}, "Concepts"),
      el("ul", {}, ...catalogue.concepts.map((one) => el("li", {}, el("a", {
        href: linkOf(one.name),
        "aria-current": one === concept ? "page" : undefined,
      }, inWords(one.name))))),
      el("h2", {}, "Reference"),
      filter);
    const list = Object.entries(GROUPS).map(([kind, { title }]) =>
      el("div", {},
        el("h2", {}, title),
        el("ul", {}, ...entries
          .filter((entry) => entry.kind === kind)
          .map((entry) => el("li", {}, el("a", {
            href: `#/lessons?lesson=${kind}:${entry.component.name}`,
            "aria-current": !isStory && !concept && entry === chosen ? "page" : undefined,
          }, entry.component.name))))),
    );
    fill(
      this.element,
      el("nav", { class: "panel lesson-list", "aria-label": "Lessons" },
        stories, el("div", { class: "reference" }, ...list)),
      isStory
        ? this.#article
        : el("article", { class: concept ? "lesson story" : "lesson" }, ...(concept ? this.#explain(concept) : [this.#describe(chosen), this.#example(chosen)])),
    );
    if (isStory) this.#tell(told, Math.floor(Number(parameters.get("at"))) || 0);
  }

  close(): void {
    this.#live?.close();
  }

  key(event: KeyboardEvent): boolean {
    return this.#live?.key?.(event) ?? false;
  }

  /** Tells a step of a story. */
  #tell(story: Story, nth: number): void {
    const at = Math.min(Math.max(nth, 0), story.steps.length - 1);
    const [picture, link] = this.#open(story.room, sceneOfStory(story, at), "Go on by yourself");
    this.#told = new URLSearchParams({ story: story.name, at: String(at) });
    this.#remember();
    const onward = el("p", {}, link, " with this picture and all controls.");
    fill(this.#article,
      tell(story, at, onward, (next) => this.#tell(story, next)),
      el("section", { class: "live", "aria-label": "Picture" }, picture));
  }

  #remember(): void {
    this.#context.remember(() => {
      const parameters = new URLSearchParams(this.#told);
      if (this.#picture) parameters.set(PICTURE, this.#picture().toString());
      return parameters;
    });
  }

  /** Opens a room inside the lesson, and a link that goes on with what it shows then. */
  #open(room: keyof typeof ROOMS, parameters: URLSearchParams, text: string): [HTMLElement, HTMLElement] {
    const box = el("div", {});
    let scene = (): URLSearchParams => parameters;
    const touch = (): void => {
      this.#picture = () => scene();
    };
    for (const kind of ["pointerdown", "keydown", "change"]) box.addEventListener(kind, touch, true);
    this.#picture = null;
    if (this.#changed !== null) touch();
    const show = (shown: URLSearchParams): void => {
      this.#live?.close();
      scene = () => shown;
      this.#live = new ROOMS[room](this.#catalogue, shown, {
        ...this.#context,
        undo: new Undo(),
        remember: (latest) => {
          scene = latest;
          if (this.#picture) this.#remember();
        },
        begin: () => Promise.resolve(),
        choose: (chosen) => show(new URLSearchParams(chosen)),
        back: () => {},
        scene: () => ({ room, parameters: scene() }),
      });
      // The lesson has its own heading.
      this.#live.element.querySelector("h1")?.remove();
      fill(box, this.#live.element);
    };
    show(this.#changed === null ? parameters : new URLSearchParams(this.#changed));
    this.#changed = null;
    const link = el("a", { href: write({ room, parameters }), click: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#context.open({ room, parameters: scene() });
    } }, text);
    return [box, link];
  }

  /** A concept, its picture, and the stories that rest on it. */
  #explain(concept: Concept): HTMLElement[] {
    const [room = "", scene] = concept.page.split("?", 2);
    const [picture, link] = this.#open(room as keyof typeof ROOMS, new URLSearchParams(scene), "Go on by yourself");
    const told = STORIES.filter(({ concepts }) => concepts.includes(concept.name));
    const stories = told.map(({ name, title }) => el("li", {}, el("a", { href: `#/lessons?story=${name}` }, title)));
    return [
      el("section", { class: "panel" },
        el("h1", {}, inWords(concept.name.charAt(0).toUpperCase() + concept.name.slice(1))),
        el("p", { class: "lead" }, sentence(concept.title)),
        el("p", {}, concept.text),
        el("p", {}, concept.picture),
        facts([["Source", concept.source]]),
        onCommandLine(concept.command),
        stories.length > 0 && el("p", {}, "Stories that rest on it:"), el("ul", {}, ...stories),
        el("p", {}, link, " with this picture and all controls.")),
      el("section", { class: "live", "aria-label": "Picture" }, picture),
    ];
  }

  #describe(entry: Entry): HTMLElement {
    const { component } = entry;
    const rows: [string, string][] = [
      ["Guarantees", component.guarantees],
      ["Use it when", component.use_when],
      ["Choose another when", component.avoid_when],
      ["Source", component.source],
    ];
    const list = facts(rows.filter(([, text]) => text !== ""));
    if (component.aliases.length > 0) {
      list.append(el("dt", {}, "Aliases"), el("dd", {}, component.aliases.join(", ")));
    }
    for (const option of component.options) {
      const fallback = option.default ? ` (default ${option.default})` : "";
      list.append(el("dt", {}, el("code", {}, option.name)), el("dd", {}, sentence(option.title + fallback)));
    }
    return el("section", { class: "panel" },
      el("h1", {}, component.name),
      el("p", { class: "lead" }, sentence(component.title)),
      list,
      onCommandLine(commandOf(entry, this.#catalogue)));
  }

  /** A room with a scene that shows the algorithm at work. */
  #example(entry: Entry): HTMLElement {
    const { room, scene } = sceneOf(entry, this.#catalogue);
    const [picture, link] = this.#open(room, scene, "Open this example");
    return el("section", { class: "live", "aria-label": "Live example" },
      el("h2", {}, "Live example"),
      el("p", {}, link, " with all controls."),
      picture);
  }
}

/** A word of a command, so that a shell takes it as it is. */
function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text}'` : `"${text}"`;
}

/** A command that uses a component on a small example. */
function commandOf({ component, kind, domain }: Entry, catalogue: Catalogue): string {
  const { name, example } = component;
  const problem = (): string => `tremaux solve ${domain} ${quoted(domainOf(catalogue, domain).example)}`;
  const chosen = `--algorithm ${quoted(example)}`;
  switch (kind) {
    case "search":
    case "landscape": {
      const isLimited = (component as Algorithm).depth === "required";
      return `${problem()} ${chosen}${isLimited ? " --depth 9" : ""}`;
    }
    case "path":
      return `tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20 ${chosen}`;
    case "road":
      return `tremaux generate graph | tremaux path - --from 1 --to 9 ${chosen}`;
    case "heuristic":
      return `${problem()} --heuristic ${quoted(exampleOf(component, domainOf(catalogue, domain)))}`;
    case "game": {
      const { game = "connect-four", start, size, players } = GAMES[name] ?? {};
      if (!(component as GameAlgorithm).searches) return `tremaux lab match ${game} ${name} "scout(depth=9)" --games 4`;
      const options = [start && quoted(start), size && `--size ${size}`, players && `--players ${players}`];
      return ["tremaux analyze", game, ...options.filter(Boolean), chosen].join(" ");
    }
  }
}

/** The lane in which Explore shows a component. */
function laneOf({ component, kind, domain }: Entry, catalogue: Catalogue): string {
  const { name, example, options } = component;
  if (kind === "heuristic") return `a-star|${exampleOf(component, domainOf(catalogue, domain))}`;
  const isIncomplete = options.some((option) => option.default === null);
  return SPECIAL[name]?.algorithm ?? (isIncomplete ? example : name);
}

/** The room and the scene that demonstrate a component. */
function sceneOf(
  entry: Entry,
  catalogue: Catalogue,
): { room: "explore" | "trees" | "play" | "puzzles"; scene: URLSearchParams } {
  const { component, kind, domain } = entry;
  const { name } = component;
  if (kind === "game") {
    const game = GAMES[name];
    if (game) return { room: "play", scene: new URLSearchParams(game) };
    return { room: "trees", scene: new URLSearchParams({ tree: examples.tree, algorithm: name }) };
  }
  if (kind === "landscape") {
    return { room: "puzzles", scene: new URLSearchParams({ puzzle: domain, algorithm: name }) };
  }
  if (kind === "search" && domain !== MAP) {
    const puzzle = new URLSearchParams({ puzzle: domain, algorithm: name, step: "0" });
    return { room: "puzzles", scene: puzzle };
  }
  const special = kind === "search" ? SPECIAL[name]?.scene : undefined;
  const isDepthFirst = (component as Algorithm).family === "depth-first";
  const { scene: usual, baselines = [] } = GROUPS[kind];
  const scene = new URLSearchParams(special ?? (isDepthFirst ? { grid: examples.maze } : usual));
  const lane = laneOf(entry, catalogue);
  scene.append("lane", lane);
  scene.append("lane", baselines.find((each) => each !== lane)!);
  return { room: "explore", scene };
}

/** Every algorithm with the domain that shows it best; grids first. */
function lessonsOf(catalogue: Catalogue): Entry[] {
  const map = domainOf(catalogue, MAP);
  const searches: Entry[] = [];
  const add = (kind: Kind, domains: readonly Domain[]): void => {
    for (const { name: domain, algorithms } of domains) {
      for (const component of algorithms) {
        if (searches.some((known) => known.component.name === component.name)) continue;
        const ofMaps = domain === MAP ? "path" : "road";
        searches.push({ component, kind: component.family === "map" ? ofMaps : kind, domain });
      }
    }
  };
  // Local search is shown where its path over a landscape is drawn.
  add("landscape", catalogue.landscapes);
  add("search", [map, ...catalogue.domains]);
  const all = (components: readonly Component[], kind: Kind, domain = ""): Entry[] =>
    components.map((component) => ({ component, kind, domain }));
  const of = (kind: Kind): Entry[] => searches.filter((known) => known.kind === kind);
  return [
    ...of("search"),
    ...of("landscape"),
    ...all(catalogue.game_algorithms, "game"),
    ...of("path"),
    ...of("road"),
    ...all(map.heuristics, "heuristic", MAP),
  ];
}

function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  return el("dl", { class: "facts" }, ...rows.flatMap(([title, text]) => [el("dt", {}, title), el("dd", {}, sentence(text))]));
}

function onCommandLine(command: string): HTMLElement {
  return el("p", {}, "On the command line: ", el("code", { class: "command" }, command));
}
