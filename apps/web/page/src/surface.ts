/** What Explore searches: something that is drawn, edited, and put into links. */

import type { Lane, Problem } from "./lane";
import type { Replay } from "./record";

/** What is drawn besides open and closed. */
export interface Layers {
  heat: boolean;
  arrows: boolean;
  numbers: boolean;
}

/** A search of the problem, drawn. */
export interface SurfaceView {
  readonly canvas: HTMLCanvasElement;
  layers: Layers;
  /** Shows what a search knows. */
  setReplay(replay: Replay | null): void;
  /** Draws soon. */
  draw(): void;
}

export interface SurfaceEvents {
  /** The problem is another one; it is searched anew after some milliseconds. */
  onChange(after?: number): void;
  /** Something is to be told. */
  onSay(text: string): void;
}

export interface Surface {
  /** The domain that searches it. */
  readonly domain: string;
  readonly heading: string;
  /** The searches that are shown if no others are asked for. */
  readonly lanes: readonly string[];
  readonly views: SurfaceView[];
  /** The controls, and what to do with files. */
  readonly panels: HTMLElement[];
  readonly files: HTMLElement[];
  /** Shows the problem that a link holds, or a first one. */
  start(parameters: URLSearchParams): void;
  problem(): Problem;
  /** A view for a search; what is under the pointer is told in `hover`. */
  addView(lane: Lane, hover: HTMLElement): SurfaceView;
  /** Puts the problem into a link. */
  remember(parameters: URLSearchParams): void;
  key(event: KeyboardEvent): boolean;
}
