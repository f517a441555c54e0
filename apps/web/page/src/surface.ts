/** The map that Explore searches: drawn, edited, and stored in links. */

import type { Catalogue, Domain } from "./api";
import type { Lane, Problem } from "./lane";
import type { Replay } from "./record";

/** Optional layers of the drawing. */
export interface Layers {
  heat: boolean;
  arrows: boolean;
  numbers: boolean;
}

/** A search of the problem, drawn. */
export interface SurfaceView {
  readonly canvas: HTMLCanvasElement;
  layers: Layers;
  /** Shows the state of a search. */
  setReplay(replay: Replay | null): void;
  /** Draws soon. */
  draw(): void;
}

export interface SurfaceEvents {
  /** The problem has changed; searches restart after some milliseconds. */
  onChange(after?: number): void;
  /** The problem is changing under the pointer: searches follow, and what they drew stays until
   * they have. */
  onLive(): void;
  /** An edit is complete: it can be undone. */
  onEdited(): void;
  /** Shows a message. */
  onSay(text: string): void;
}

export interface Surface {
  readonly heading: string;
  /** The default searches. */
  readonly lanes: readonly string[];
  readonly views: SurfaceView[];
  /** The controls and the file buttons. */
  readonly panels: HTMLElement[];
  readonly files: HTMLElement[];
  /** Shows the problem from a link, or a default one. */
  start(parameters: URLSearchParams): void;
  problem(): Problem;
  /** How many cells or nodes it has. */
  readonly size: number;
  /** A view for a search; `hover` describes the position under the pointer. */
  addView(lane: Lane, hover: HTMLElement): SurfaceView;
  /** The problem as a text, and the problem of such a text. */
  scene(): string;
  restore(scene: string): void;
  /** Puts the problem into a link. */
  remember(parameters: URLSearchParams): void;
  key(event: KeyboardEvent): boolean;
}

export type SurfaceClass = new (
  catalogue: Catalogue,
  domain: Domain,
  parameters: URLSearchParams,
  events: SurfaceEvents,
) => Surface;
