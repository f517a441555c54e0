/** Wheel, fingers, mouse and keys that zoom and move what is drawn on a canvas. */

export interface Zoomable {
  /** Moves what is drawn, in pixels. */
  pan(dx: number, dy: number): void;
  /** Zooms about a place, in pixels from the middle of the canvas. */
  zoom(factor: number, x: number, y: number): void;
  /** Shows everything. */
  fit(): void;
}

/** How far a pointer may slip, in pixels, so that it still taps. */
const SLIP = 5;

/**
 * Two fingers, the middle button and the left one with Shift move and zoom; with `onTap`, any
 * pointer moves, and one that does not taps.
 */
export function listenToGestures(
  canvas: HTMLCanvasElement,
  target: Zoomable,
  onTap?: (event: PointerEvent) => void,
): void {
  const pointers = new Map<number, [number, number]>();
  let moved = 0;
  let isMoving = false;
  /** The middle of the first two pointers, and how far they are from each other. */
  const grip = (): [number, number, number] => {
    const [one, other] = [...pointers.values()] as [[number, number], [number, number]?];
    const [x, y] = other ?? one;
    return [(one[0] + x) / 2, (one[1] + y) / 2, Math.hypot(one[0] - x, one[1] - y)];
  };
  const zoom = (factor: number, x: number, y: number): void => {
    const box = canvas.getBoundingClientRect();
    target.zoom(factor, x - box.left - box.width / 2, y - box.top - box.height / 2);
  };
  canvas.addEventListener("pointerdown", (event) => {
    const moves = onTap !== undefined || event.button === 1 || event.shiftKey;
    if (!moves && event.pointerType !== "touch") return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    isMoving = moves || pointers.size > 1;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const [x, y, apart] = grip();
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!isMoving) return;
    const [toX, toY, nowApart] = grip();
    moved += Math.abs(toX - x) + Math.abs(toY - y) + Math.abs(nowApart - apart);
    target.pan(toX - x, toY - y);
    if (apart > 0) zoom(nowApart / apart, toX, toY);
  });
  canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  canvas.addEventListener("pointerup", (event) => {
    if (pointers.delete(event.pointerId) && moved <= SLIP) onTap?.(event);
  });
  // The middle button would scroll the page.
  canvas.addEventListener("mousedown", (event) => {
    if (event.button === 1) event.preventDefault();
  });
  canvas.addEventListener("wheel", (event) => {
    // Lessons are read on: there the wheel scrolls the page.
    if (!event.ctrlKey && canvas.closest(".lesson")) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey) target.pan(-dx - dy, 0);
    else if (Math.abs(dx) > Math.abs(dy)) target.pan(-dx, -dy);
    else zoom(Math.exp(-dy / (event.ctrlKey ? 100 : 400)), event.clientX, event.clientY);
  }, { passive: false });
}

/** Zooms by a key: + and −, and 0 for everything. Returns whether it was one. */
export function zoomByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, target: Zoomable): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === "+" || key === "=") target.zoom(1.25, 0, 0);
  else if (key === "-") target.zoom(0.8, 0, 0);
  else if (key === "0") target.fit();
  else return false;
  return true;
}
