/** Undo and redo of what is edited, as texts. */

import { button, el } from "./dom";

const MOST = 200;

export class Undo {
  /** Buttons for both. */
  readonly element: HTMLElement;
  readonly #back = button("Undo", () => this.undo(), { key: "Control+Z" });
  readonly #again = button("Redo", () => this.redo(), { key: "Control+Shift+Z" });
  readonly #restore: (scene: string) => void;
  #past: string[] = [];
  #future: string[] = [];
  #now: string | null = null;

  /** Calls `restore` with a scene that was noted before. */
  constructor(restore: (scene: string) => void) {
    this.#restore = restore;
    this.element = el("div", { class: "buttons" }, this.#back, this.#again);
    this.#show();
  }

  /** Notes the scene after an edit; the first is where undoing ends. */
  note(scene: string): void {
    if (scene === this.#now) return;
    if (this.#now !== null) this.#past.push(this.#now);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
    this.#now = scene;
    this.#show();
  }

  undo(): void {
    this.#move(this.#past, this.#future);
  }

  redo(): void {
    this.#move(this.#future, this.#past);
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

  #move(from: string[], to: string[]): void {
    const scene = from.pop();
    if (scene === undefined || this.#now === null) return;
    to.push(this.#now);
    this.#now = scene;
    this.#show();
    this.#restore(scene);
  }

  #show(): void {
    this.#back.disabled = this.#past.length === 0;
    this.#again.disabled = this.#future.length === 0;
  }
}
