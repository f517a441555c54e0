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

/** What a key does to edits, if it is one of those that every program has for it. */
export function editOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): "undo" | "redo" | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  return letter === "y" || (letter === "z" && shiftKey) ? "redo" : letter === "z" ? "undo" : null;
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
    this.#go("past", "future");
  }

  redo(): void {
    this.#go("future", "past");
  }

  /** Handles a key; returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    const edit = editOf(event);
    if (edit) this[edit]();
    return edit !== null;
  }

  #go(from: "past" | "future", to: "past" | "future"): void {
    const { [from]: ahead, [to]: behind, now } = this.#edits;
    const scene = ahead.at(-1);
    if (scene === undefined || now === null) return;
    this.#edits = { ...this.#edits, [from]: ahead.slice(0, -1), [to]: [...behind, now], now: scene };
    this.#show();
    // What is shown on the way is no edit.
    this.#isRestoring = true;
    this.restore(scene);
    this.#isRestoring = false;
  }

  #show(): void {
    this.#back.disabled = this.#edits.past.length === 0;
    this.#again.disabled = this.#edits.future.length === 0;
  }
}
