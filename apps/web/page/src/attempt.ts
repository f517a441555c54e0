/** A puzzle solved by hand: the moves made, the time since the first one, and a new start. */

import { button, el } from "./dom";

export class Attempt {
  /** Both, once a move is made. */
  readonly element: HTMLElement;
  readonly #said = el("span", { role: "timer" });
  #moves = 0;
  #start = 0;
  #timer = 0;

  /** Calls `onRestart` when the puzzle is to be begun again. */
  constructor(onRestart: () => void) {
    const restart = (): void => {
      this.reset();
      onRestart();
    };
    this.element = el("p", { class: "hint attempt", hidden: true }, this.#said, button("Restart", restart, { class: "quiet" }));
  }

  /** Counts a move; the first starts the clock. */
  moved(): void {
    if (this.#moves === 0) this.#start = Date.now();
    this.#moves += 1;
    this.element.hidden = false;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#show(), 1000);
    this.#show();
  }

  /** Stops the clock. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#moves > 0) this.#show();
  }

  /** Forgets the moves. */
  reset(): void {
    clearInterval(this.#timer);
    this.#moves = 0;
    this.element.hidden = true;
  }

  #show(): void {
    const seconds = Math.floor((Date.now() - this.#start) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.#said.textContent = `${this.#moves} ${this.#moves === 1 ? "move" : "moves"} by hand, ${time} `;
  }
}
