/** Strokes of a pointer on a canvas that is drawn on. */

export type Phase = "down" | "move" | "up" | "cancel";

/** How far a finger may slip, in pixels, so that it still taps. */
const SLIP = 12;

/**
 * Reports the strokes on `canvas`, with every place that the browser knows of a fast one. Where
 * its style lets a finger scroll the page, a finger taps alone: a swipe is no stroke.
 */
export function listenToStrokes(
  canvas: HTMLCanvasElement,
  onStroke: (event: PointerEvent, phase: Phase) => void,
): void {
  let isDown = false;
  let tap: PointerEvent | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) {
      // A second finger: the first was no stroke.
      if (isDown) onStroke(event, "cancel");
      isDown = false;
      tap = null;
    }
    // With Shift, the picture is moved.
    if (event.button !== 0 || event.shiftKey || !event.isPrimary) return;
    const isScrolling = event.pointerType === "touch" && getComputedStyle(canvas).touchAction !== "none";
    tap = isScrolling ? event : null;
    if (isScrolling) return;
    isDown = true;
    canvas.setPointerCapture(event.pointerId);
    onStroke(event, "down");
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!isDown || !event.isPrimary) return;
    const all = event.getCoalescedEvents();
    for (const each of all.length > 0 ? all : [event]) onStroke(each, "move");
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!event.isPrimary) return;
    if (tap && Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) <= SLIP) {
      onStroke(tap, "down");
      isDown = true;
    }
    if (isDown) onStroke(tap ?? event, "up");
    isDown = false;
    tap = null;
  });
  canvas.addEventListener("pointercancel", (event) => {
    if (!event.isPrimary) return;
    if (isDown) onStroke(event, "cancel");
    isDown = false;
    tap = null;
  });
}

/** The cells of the straight line from one cell to another, without the first. */
export function cellsTo([x, y]: [number, number], [toX, toY]: [number, number]): [number, number][] {
  const count = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  return Array.from({ length: count }, (_, nth) => {
    const share = (nth + 1) / count;
    return [Math.round(x + (toX - x) * share), Math.round(y + (toY - y) * share)];
  });
}
