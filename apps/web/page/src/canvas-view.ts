/** Pictures on canvases, and those of maps that searches run over. */

import { type Camera, type Shown, type Size, roomOf } from "./camera";
import { listenToGestures } from "./gestures";
import type { Moment } from "./record";
import { type Phase, listenToStrokes } from "./strokes";
import type { Layers, SurfaceView } from "./surface";

export const FONT = "system-ui, sans-serif";

/** A place on a canvas. */
export type Place = readonly [number, number];

/** A picture that is drawn with the next frame of the browser. */
export abstract class CanvasView {
  readonly canvas = document.createElement("canvas");
  #isDrawn = true;

  constructor(kind: string, description: string) {
    this.canvas.className = kind;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", description);
  }

  /** Draws soon. */
  draw(): void {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    requestAnimationFrame(() => {
      this.#isDrawn = true;
      this.paint();
    });
  }

  /** Draws now. */
  protected abstract paint(): void;

  /** Pixels of the canvas for one of the page. */
  protected get ratio(): number {
    return Math.min(devicePixelRatio || 1, 2);
  }

  /** Gives the canvas so many pixels of the page, which are the unit of what is returned. */
  protected sized({ width, height }: Size): CanvasRenderingContext2D {
    const { canvas, ratio } = this;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    // To set them clears the canvas, even if nothing changes.
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    const context = canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  /** Where the pointer is, in pixels of the page from the corner of the canvas. */
  protected at(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

/** A map with a search on it; `S` is what a pointer can be at. */
export abstract class MapView<S> extends CanvasView implements SurfaceView {
  layers: Layers = { heat: false, arrows: true, numbers: false };
  protected replay: Moment | null = null;
  /** The part of the map that is shown. */
  protected shown: Shown = { scale: 1, left: 0, top: 0, width: 1, height: 1 };
  readonly #camera: Camera;

  /** Calls `onHover` with what the pointer is at, and `onStroke` with the strokes of a tool. */
  constructor(
    kind: string,
    camera: Camera,
    onHover: (spot: S | null) => void,
    onStroke: (event: PointerEvent, phase: Phase) => void,
  ) {
    super(`grid ${kind}`, `${kind} editor`);
    this.#camera = camera;
    listenToGestures(this.canvas, camera);
    listenToStrokes(this.canvas, onStroke);
    this.canvas.addEventListener("pointermove", (event) => onHover(this.under(event)));
    this.canvas.addEventListener("pointerleave", () => onHover(null));
  }

  /** What the pointer is at. */
  protected abstract under(event: MouseEvent): S | null;

  /** Shows the state of a search. */
  setReplay(replay: Moment | null): void {
    this.replay = replay;
    this.draw();
  }

  /** Shows the part of a map that is in view; a unit is at most `most` pixels before it is zoomed. */
  protected look(map: Size, most: number): CanvasRenderingContext2D {
    this.shown = this.#camera.shown(map, roomOf(this.canvas), most);
    const { scale, width, height } = this.shown;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.canvas.dataset["scale"] = scale.toFixed(3);
    return this.sized(this.shown);
  }
}

/** Draws a line from place to place. */
export function strokePath(context: CanvasRenderingContext2D, places: readonly Place[]): void {
  context.beginPath();
  for (const [nth, place] of places.entries()) {
    if (nth === 0) context.moveTo(...place);
    else context.lineTo(...place);
  }
  context.stroke();
}

/** The outline of a disc or of a diamond. */
export function outline(context: CanvasRenderingContext2D, x: number, y: number, radius: number, isDiamond: boolean): void {
  context.beginPath();
  if (isDiamond) {
    const reach = radius * 1.25;
    context.moveTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.lineTo(x - reach, y);
    context.closePath();
  } else context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** The head of an arrow that ends so far before `to`. */
export function arrow(context: CanvasRenderingContext2D, from: Place, to: Place, before: number, size: number): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < before + size) return;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [x, y] = [to[0] - dx * before, to[1] - dy * before];
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - dx * size - dy * size * 0.5, y - dy * size + dx * size * 0.5);
  context.lineTo(x - dx * size + dy * size * 0.5, y - dy * size - dx * size * 0.5);
  context.fill();
}
