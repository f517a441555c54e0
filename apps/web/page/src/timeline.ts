/** Play, pause, step, back, scrub, speed. */

import { button, el, labelled } from "./dom";

const SPEEDS = [1, 2, 5, 10, 25, 60, 150, 400, 1000, 4000];

export class Timeline {
  readonly element: HTMLElement;
  #at = 0;
  #length = 0;
  #playing = false;
  #last = 0;
  #rest = 0;
  readonly #onSeek: (at: number) => void;
  readonly #range: HTMLInputElement;
  readonly #play: HTMLButtonElement;
  readonly #where: HTMLOutputElement;
  readonly #speed: HTMLInputElement;

  /**
   * Calls `onSeek` whenever another moment is to be shown; `unit` says what is counted, and
   * `speed` is one of ten.
   */
  constructor(unit: string, speed: number, onSeek: (at: number) => void) {
    this.#onSeek = onSeek;
    this.#range = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": `Position in ${unit}`,
      class: "scrub",
      input: () => this.seek(Number(this.#range.value)),
    });
    this.#play = button("Play", () => this.toggle(), { key: "Space", class: "primary play-button" });
    this.#where = el("output", { class: "where" });
    this.#speed = el("input", {
      type: "range",
      min: 0,
      max: SPEEDS.length - 1,
      value: speed,
      class: "speed",
      "aria-label": "Speed",
      input: () => this.#describeSpeed(),
    });
    this.#describeSpeed();
    this.element = el(
      "div",
      { class: "timeline", role: "group", "aria-label": "Playback" },
      button("«", () => this.seek(0), { label: "First step", key: "Home" }),
      button("‹", () => this.step(-1), { label: "Previous step", key: "," }),
      this.#play,
      button("›", () => this.step(1), { label: "Next step", key: "." }),
      button("»", () => this.seek(this.#length), { label: "Last step", key: "End" }),
      this.#range,
      this.#where,
      labelled("Speed", this.#speed),
    );
    this.#show();
  }

  get at(): number {
    return this.#at;
  }

  get length(): number {
    return this.#length;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#length;
  }

  /** Sets the number of steps. A position at the end stays at the end. */
  setLength(length: number): void {
    const wasAtEnd = this.isAtEnd && !this.#playing;
    this.#length = length;
    this.#range.max = String(length);
    if (wasAtEnd || this.#at > length) this.seek(length, false);
    else this.#show();
  }

  /** Goes to a moment. */
  seek(at: number, stops = true): void {
    if (stops) this.pause();
    this.#at = Math.min(Math.max(Math.round(at), 0), this.#length);
    this.#show();
    this.#onSeek(this.#at);
  }

  /** Goes some moments on or back. */
  step(by: number): void {
    this.seek(this.#at + by);
  }

  /** Plays or pauses. */
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.isAtEnd) this.seek(0);
    this.#playing = true;
    this.#last = performance.now();
    this.#rest = 0;
    this.#showPlaying();
    requestAnimationFrame((now) => this.#tick(now));
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.#showPlaying();
  }

  /** Handles a key; returns whether it was used. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const act = {
      " ": () => this.toggle(),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      Home: () => this.seek(0),
      End: () => this.seek(this.#length),
    }[event.key];
    act?.();
    return act !== undefined;
  }

  #tick(now: number): void {
    if (!this.#playing) return;
    const speed = SPEEDS[Number(this.#speed.value)]!;
    this.#rest += (Math.min(now - this.#last, 250) / 1000) * speed;
    this.#last = now;
    const steps = Math.floor(this.#rest);
    if (steps > 0) {
      this.#rest -= steps;
      this.seek(this.#at + steps, false);
    }
    if (this.isAtEnd) this.pause();
    else requestAnimationFrame((next) => this.#tick(next));
  }

  #describeSpeed(): void {
    this.#speed.setAttribute("aria-valuetext", `${SPEEDS[Number(this.#speed.value)]} steps per second`);
  }

  #showPlaying(): void {
    this.#play.textContent = this.#playing ? "Pause" : "Play";
  }

  #show(): void {
    this.#range.value = String(this.#at);
    const text = `${this.#at.toLocaleString("en")} / ${this.#length.toLocaleString("en")}`;
    this.#where.textContent = text;
    this.#range.setAttribute("aria-valuetext", text);
  }
}
