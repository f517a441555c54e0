/** The current scene as the fragment of the address, so that a link restores it. */

export interface Scene {
  room: string;
  parameters: URLSearchParams;
}

/** A longer scene is compressed, and one that stays longer than the second is not put into links. */
const [LONG, LONGEST] = [1000, 4000];

/** Reads a fragment as `#/explore?grid=…`. */
export async function read(fragment: string): Promise<Scene> {
  const text = fragment.replace(/^#\/?/, "");
  const at = text.indexOf("?");
  const room = at < 0 ? text : text.slice(0, at);
  const parameters = new URLSearchParams(at < 0 ? "" : text.slice(at + 1));
  const packed = parameters.get("z");
  if (packed === null) return { room, parameters };
  try {
    return { room, parameters: new URLSearchParams(await unpacked(packed)) };
  } catch {
    return { room, parameters: new URLSearchParams() };
  }
}

/** Writes a fragment that {@link read} reads. */
export function write(scene: Scene): string {
  const query = scene.parameters.toString();
  return `#/${scene.room}${query ? `?${query}` : ""}`;
}

/** Like {@link write}, but short; `null` if the scene is too large for a link. */
export async function writeShort(scene: Scene): Promise<string | null> {
  const plain = write(scene);
  if (plain.length <= LONG) return plain;
  const short = `#/${scene.room}?z=${await packed(scene.parameters.toString())}`;
  return short.length <= LONGEST ? short : null;
}

async function through(bytes: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(bytes.stream().pipeThrough(stream)).arrayBuffer();
}

async function packed(text: string): Promise<string> {
  const bytes = new Uint8Array(await through(new Blob([text]), new CompressionStream("deflate-raw")));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (it) => it.charCodeAt(0));
  const text = await through(new Blob([bytes]), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(text);
}

/** Services for rooms. */
export interface Context {
  /** Puts the scene into the address once nothing has changed for a moment, without a new entry in
   * the history; `scene` is called then. */
  remember(scene: () => URLSearchParams): void;
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
