/** The map that Explore searches: drawn, edited, and stored in links. */

import { type Catalogue, type Domain, ask, reasonOf } from "./api";
import { Camera } from "./camera";
import type { Lane, Problem } from "./lane";
import type { Moment } from "./record";

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
  /** What is written beside the goal, on maps whose searches follow the pointer. */
  label?: string;
  /** Shows the state of a search. */
  setReplay(replay: Moment | null): void;
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
  /** What can be done, in one sentence. */
  readonly sentence: string;
  /** Searches to compare; the first is shown. */
  readonly lanes: readonly string[];
  /** Things to try. */
  readonly tries: HTMLElement[];
  /** What all views show. */
  readonly camera: Camera;
  readonly views: SurfaceView[];
  /** The controls and the file buttons. */
  readonly panels: HTMLElement[];
  readonly files: HTMLElement[];
  /** Shows the problem from a link, or a default one. */
  start(parameters: URLSearchParams): void;
  problem(): Problem;
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

/** What maps of all kinds have. */
export abstract class MapSurface<V extends SurfaceView> {
  readonly camera = new Camera(() => this.redraw());
  readonly views: V[] = [];

  constructor(protected readonly domain: Domain, protected readonly events: SurfaceEvents) {}

  protected redraw(): void {
    for (const view of this.views) view.draw();
  }

  /** Passes on a map that the engine makes. */
  protected generate(seed: number, options: Record<string, string>, take: (instance: string) => void): void {
    const made = ask<{ instance: string }>("generate", { domain: this.domain.name, seed, options });
    made.then(({ instance }) => take(instance)).catch((error: unknown) => this.events.onSay(reasonOf(error)));
  }
}
