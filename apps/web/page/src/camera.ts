/** Which part of a map is shown, the same in all its views. */

import type { Zoomable } from "./gestures";

/** The room for a picture, or the size of what is in it. */
export interface Size {
  width: number;
  height: number;
}

/** The part of a map that is shown, in pixels, and how many of them are one unit of the map. */
export interface Shown extends Size {
  scale: number;
  left: number;
  top: number;
}

const LARGEST = 64;

function within(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}

/** The room that a canvas has in its box; where the box grows with it, its style says how much. */
export function roomOf(canvas: HTMLCanvasElement): Size {
  const box = canvas.parentElement;
  if (!box) return { width: 400, height: 400 };
  const most = Number.parseFloat(getComputedStyle(box).maxHeight);
  return { width: box.clientWidth || 400, height: Number.isNaN(most) ? box.clientHeight : most };
}

export class Camera implements Zoomable {
  #zoom = 1;
  /** What is in the middle, as shares of the map. */
  #x = 0.5;
  #y = 0.5;
  /** The whole map in pixels, and what is shown of it. */
  #whole: Size = { width: 1, height: 1 };
  #shown: Shown = { scale: 1, left: 0, top: 0, width: 1, height: 1 };
  readonly #onMove: () => void;

  constructor(onMove: () => void) {
    this.#onMove = onMove;
  }

  /** What a view with this room shows; a unit is at most `most` pixels before it is zoomed. */
  shown(map: Size, room: Size, most: number): Shown {
    const fit = Math.min(room.width / map.width, room.height / map.height, most);
    const scale = (Math.max(Math.floor(fit * map.width), 1) / map.width) * this.#zoom;
    this.#whole = { width: map.width * scale, height: map.height * scale };
    const width = within(Math.round(this.#whole.width), 1, Math.max(room.width, 1));
    const height = within(Math.round(this.#whole.height), 1, Math.max(room.height, 1));
    const left = Math.round(within(this.#x * this.#whole.width - width / 2, 0, this.#whole.width - width));
    const top = Math.round(within(this.#y * this.#whole.height - height / 2, 0, this.#whole.height - height));
    this.#shown = { scale, left, top, width, height };
    return this.#shown;
  }

  pan(dx: number, dy: number): void {
    this.#lookAt(-dx, -dy, 1);
  }

  zoom(factor: number, x: number, y: number): void {
    const zoom = within(this.#zoom * factor, 1, LARGEST);
    const grown = zoom / this.#zoom;
    this.#zoom = zoom;
    this.#lookAt(x * (1 - 1 / grown), y * (1 - 1 / grown), grown);
  }

  fit(): void {
    [this.#zoom, this.#x, this.#y] = [1, 0.5, 0.5];
    this.#onMove();
  }

  /** Moves until a place of the map is in view. */
  reveal(x: number, y: number): void {
    const { scale, left, top, width, height } = this.#shown;
    const by = (place: number, length: number): number => (place > length * 0.05 && place < length * 0.95 ? 0 : place - length / 2);
    const [dx, dy] = [by(x * scale - left, width), by(y * scale - top, height)];
    if (dx !== 0 || dy !== 0) this.#lookAt(dx, dy, 1);
  }

  /** Puts the place so far from the middle into the middle; the whole was `grown` times smaller before. */
  #lookAt(dx: number, dy: number, grown: number): void {
    const { left, top, width, height } = this.#shown;
    this.#x = (left + width / 2 + dx) / this.#whole.width;
    this.#y = (top + height / 2 + dy) / this.#whole.height;
    // Until the next picture, other gestures start from here.
    const whole = { width: this.#whole.width * grown, height: this.#whole.height * grown };
    this.#shown = { ...this.#shown, scale: this.#shown.scale * grown, left: this.#x * whole.width - width / 2, top: this.#y * whole.height - height / 2 };
    this.#whole = whole;
    this.#onMove();
  }
}
