/** The entries of the browser's history and the scene of each; nothing else writes entries. */

import { type Context, type Scene, addressOf, read } from "./scene";
import { lastOf, leave, returned, setLast } from "./store";
import { type Edits, Undo } from "./undo";

/** How long nothing changes before the address does, in milliseconds. */
const REST = 250;

/** The parameters that choose what a scene is about. */
const CHOICES = ["on", "source", "game", "puzzle", "domain"];

interface Visit {
  readonly id: string;
  scene: Scene;
  undo: Undo | null;
  /** Writes the scene, if it has changed since. */
  write: (() => URLSearchParams) | null;
  /** Whether the reader has done something. */
  isTouched: boolean;
}

/** What an entry of the history holds. */
interface EntryState {
  visit: string;
  /** Whether the page began it: then the one before is the page's own. */
  isBegun?: boolean;
}

/** What the page keeps for a reload. */
interface Left {
  id: string;
  room: string;
  /** The scene, if the address does not hold it yet. */
  query: string | null;
  undo?: Edits | undefined;
}

/** A scene, why it is not the one of the address, and its fragment if that is not in the address yet. */
interface Found extends Scene {
  problem?: string;
  fragment?: string;
}

/** What a room gets from its visit. */
export type Services = Omit<Context, "announce" | "warn">;

/** Shows a scene, and why it is not that of the address; returns the room that is shown. One that
 * was chosen in its room replaces the one before where it is. */
type Enter = (scene: Scene, services: Services, problem: string | undefined, isChosen: boolean) => string;

const stateOf = (): EntryState | null => history.state as EntryState | null;

const visitOf = (scene: Scene, id = Math.random().toString(36).slice(2)): Visit =>
  ({ id, scene, undo: null, write: null, isTouched: false });

/** The keys under which a scene is the last one: the room's, and those of the choices made in it. */
function keysOf({ room, parameters }: Scene): string[] {
  const chosen = CHOICES.filter((name) => parameters.has(name)).map((name) => `/${name}=${parameters.get(name)}`);
  return [room, ...chosen.map((_, nth) => room + chosen.slice(0, nth + 1).join(""))];
}

const keyOf = (scene: Scene): string => keysOf(scene).at(-1)!;

export class Visits {
  readonly #visits = new Map<string, Visit>();
  readonly #undos = new Map<string, Undo>();
  readonly #enter: Enter;
  readonly #leave: () => void;
  #current = visitOf({ room: "", parameters: new URLSearchParams() });
  #timer = 0;

  /** Calls `enter` with each scene that is to be shown, and `leave` before. */
  constructor(enter: Enter, leave: () => void) {
    this.#enter = enter;
    this.#leave = leave;
  }

  /** Shows the scene of the address, and from then on that of each entry. */
  start(): Promise<void> {
    const left = returned<Left>();
    if (left && left.id === stateOf()?.visit) this.#resume(left);
    addEventListener("popstate", () => void this.#arrive());
    addEventListener("pagehide", () => {
      const { id, scene, write, undo } = this.#current;
      const rest: Left = { id, room: scene.room, query: write?.().toString() ?? null };
      leave({ ...rest, undo: undo?.edits }, rest);
    });
    for (const kind of ["pointerdown", "keydown", "change"]) {
      addEventListener(kind, () => (this.#current.isTouched = true), true);
    }
    return this.#arrive();
  }

  /** Goes on after a reload. */
  #resume({ id, room, query, undo }: Left): void {
    const visit = visitOf({ room, parameters: new URLSearchParams(query ?? "") }, id);
    visit.undo = undo ? new Undo(undo) : null;
    this.#visits.set(id, visit);
  }

  /** Shows the scene of the entry that the browser has gone to. */
  async #arrive(isChosen = false): Promise<void> {
    // Other fragments are places on the page.
    if (this.#current.scene.room && !location.hash.startsWith("#/")) return;
    const id = stateOf()?.visit;
    const visit = this.#visits.get(id ?? "") ?? visitOf({ room: "", parameters: new URLSearchParams() }, id);
    if (visit === this.#current) return;
    if (!stateOf()) history.replaceState({ visit: visit.id } satisfies EntryState, "");
    const settled = this.#settle();
    this.#leave();
    this.#visits.set(visit.id, visit);
    this.#current = visit;
    await settled;
    const found: Found = visit.scene.parameters.size > 0 ? visit.scene : await this.#find();
    // Another entry was gone to meanwhile.
    if (this.#current !== visit) return;
    if (found.fragment) history.replaceState(stateOf(), "", found.fragment);
    visit.scene = found;
    visit.undo ??= this.#undos.get(keyOf(found)) ?? new Undo();
    delete document.documentElement.dataset["address"];
    const room = this.#enter(found, this.#services(visit), found.problem, isChosen);
    visit.scene = { room, parameters: found.parameters };
    if (location.hash.includes("?")) setLast(room, location.hash, false);
  }

  /** The scene of the address; a room alone shows its last scene. */
  async #find(): Promise<Found> {
    const { hash } = location;
    const found = await read(hash.startsWith("#/") ? hash : "");
    const room = found.room || "explore";
    const fragment = found.parameters.size > 0 || found.problem ? null : lastOf(room);
    return fragment === null ? { ...found, room } : { ...(await read(fragment)), fragment };
  }

  /** Takes the scene of the current visit, and puts it into its entry and among the last scenes. */
  async #settle(): Promise<void> {
    const visit = this.#current;
    clearTimeout(this.#timer);
    const { write, undo, isTouched } = visit;
    if (!write) return;
    const scene = { room: visit.scene.room, parameters: write() };
    [visit.scene, visit.write] = [scene, null];
    if (undo) this.#undos.set(keyOf(scene), undo);
    const { fragment, keeper } = await addressOf(scene);
    for (const key of keysOf(scene)) setLast(key, fragment, isTouched);
    if (visit.scene === scene && stateOf()?.visit === visit.id) history.replaceState(stateOf(), "", fragment);
    if (visit !== this.#current || visit.write) return;
    const page = document.documentElement.dataset;
    page["keeper"] = keeper;
    // Scripts that read the address can wait for it.
    delete page["address"];
  }

  /** What a room gets; nothing of it works for a room that was left. */
  #services(entered: Visit): Services {
    let visit = entered;
    const isShown = (): boolean => this.#current === visit;
    const push = (next: Visit, fragment: string): void => {
      this.#visits.set(next.id, next);
      history.pushState({ visit: next.id, isBegun: true } satisfies EntryState, "", fragment);
    };
    const open = async (scene: Scene, isChosen = false): Promise<void> => {
      await this.#settle();
      const { fragment } = await addressOf(scene);
      if (!isShown()) return;
      push(visitOf(scene), fragment);
      await this.#arrive(isChosen);
    };
    return {
      undo: visit.undo!,
      remember: (write) => {
        if (!isShown()) return;
        visit.write = write;
        document.documentElement.dataset["address"] = "pending";
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#settle(), REST);
      },
      begin: async () => {
        if (isShown()) await this.#settle();
        if (!isShown()) return;
        const next = { ...visitOf(visit.scene), undo: visit.undo, isTouched: true };
        push(next, location.hash);
        this.#current = visit = next;
      },
      choose: async (parameters) => {
        const chosen = { room: visit.scene.room, parameters: new URLSearchParams(parameters) };
        // What is shown is among the last scenes, too.
        await this.#settle();
        const last = lastOf(keyOf(chosen));
        const found = last === null ? null : await read(last);
        await open(found && !found.problem ? found : chosen, true);
      },
      open: (scene) => void open(scene, scene.room === visit.scene.room),
      back: () => {
        if (isShown() && stateOf()?.isBegun) history.back();
      },
      scene: () => ({ room: visit.scene.room, parameters: visit.write?.() ?? visit.scene.parameters }),
    };
  }
}
