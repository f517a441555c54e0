/** The current scene as the fragment of the address, so that a link restores it. */

export interface Scene {
  room: string;
  parameters: URLSearchParams;
}

/** Reads a fragment as `#/explore?grid=…`. */
export function read(fragment: string): Scene {
  const text = fragment.replace(/^#\/?/, "");
  const at = text.indexOf("?");
  const room = at < 0 ? text : text.slice(0, at);
  return { room, parameters: new URLSearchParams(at < 0 ? "" : text.slice(at + 1)) };
}

/** Writes a fragment that {@link read} reads. */
export function write(scene: Scene): string {
  const query = scene.parameters.toString();
  return `#/${scene.room}${query ? `?${query}` : ""}`;
}

/** Services for rooms. */
export interface Context {
  /** Puts the scene into the address, without a new entry in the history. */
  remember(parameters: URLSearchParams): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Shows a warning above the room that is being opened. */
  warn(text: string): void;
}

/** Whether a link names something that does not exist; warns of it. */
export function isUnknown(
  kind: string,
  name: string | null,
  known: readonly string[],
  context: Context,
): boolean {
  if (name === null || known.includes(name)) return false;
  context.warn(`There is no ${kind} called “${name}”. Known: ${known.join(", ")}.`);
  return true;
}

/** A part of the page that fills it. */
export interface Room {
  element: HTMLElement;
  /** Handles a key that no control used; returns whether it did. */
  key?(event: KeyboardEvent): boolean;
  close(): void;
}
