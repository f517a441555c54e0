/** What is shown, as the fragment of the address: a link holds the whole scene. */

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

/** What rooms are given. */
export interface Context {
  /** Puts the scene into the address, without a new entry in the history. */
  remember(parameters: URLSearchParams): void;
  /** Says something to those who listen to the page. */
  announce(text: string): void;
}

/** A part of the page that fills it. */
export interface Room {
  element: HTMLElement;
  /** Takes a key that no control wanted; says whether it meant something. */
  key?(event: KeyboardEvent): boolean;
  close(): void;
}
