/** Undo and redo of what is edited, as texts. */

import { button, el } from "./dom";

/** The most edits that are known, and the most letters of all of them. */
const [MOST, MOST_LETTERS] = [200, 40_000_000];

/** The edits as a value that outlasts a reload. */
export interface Edits {
  past: string[];
  future: string[];
  now: string | null;
}

export class Undo {
  /** Buttons for both. */
  readonly element: HTMLElement;
  /** Shows an edit that was noted before. */
  restore: (scene: string) => void = () => {};
  readonly #back = button("Undo", () => this.undo(), { key: "Control+Z" });
  readonly #again = button("Redo", () => this.redo(), { key: "Control+Shift+Z" });
  #edits: Edits;
  #isRestoring = false;

  constructor(edits: Edits = { past: [], future: [], now: null }) {
    this.#edits = edits;
    this.element = el("div", { class: "buttons" }, this.#back, this.#again);
    this.#show();
  }

  get edits(): Edits {
    return this.#edits;
  }

  /** Notes the scene after an edit; the first is where undoing ends. */
  note(scene: string): void {
    const { past, now } = this.#edits;
    if (scene === now || this.#isRestoring) return;
    const before = now === null ? past : [...past, now].slice(-Math.min(MOST, Math.ceil(MOST_LETTERS / scene.length)));
    this.#edits = { past: before, future: [], now: scene };
    this.#show();
  }

  undo(): void {
    const { past, future, now } = this.#edits;
    const scene = past.at(-1);
    if (scene === undefined || now === null) return;
    this.#go({ past: past.slice(0, -1), future: [...future, now], now: scene });
  }

  redo(): void {
    const { past, future, now } = this.#edits;
    const scene = future.at(-1);
    if (scene === undefined || now === null) return;
    this.#go({ past: [...past, now], future: future.slice(0, -1), now: scene });
  }

  /** Handles a key; returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
    else if (key === "z") this.undo();
    else return false;
    return true;
  }

  #go(edits: Edits): void {
    this.#edits = edits;
    this.#show();
    // What is shown on the way is no edit.
    this.#isRestoring = true;
    this.restore(edits.now!);
    this.#isRestoring = false;
  }

  #show(): void {
    this.#back.disabled = this.#edits.past.length === 0;
    this.#again.disabled = this.#edits.future.length === 0;
  }
}
