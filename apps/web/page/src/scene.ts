/** The scene of a room: one immutable value, as the fragment of the address and as a file. */

import type { Catalogue } from "./api";
import { keep, kept } from "./store";
import type { Undo } from "./undo";

export interface Scene {
  readonly room: string;
  readonly parameters: URLSearchParams;
}

/** A longer scene is compressed, and one that stays longer than the second is kept on the device. */
const [LONG, LONGEST] = [1000, 4000];

/** What keeps a scene: the address, the device on which the address opens it, or nothing. */
export type Keeper = "address" | "device" | "nothing";

/** Reads a fragment as `#/explore?grid=…`; `problem` says why there is no scene. */
export async function read(fragment: string): Promise<Scene & { problem?: string }> {
  const text = fragment.replace(/^#\/?/, "");
  const at = text.indexOf("?");
  const room = at < 0 ? text : text.slice(0, at);
  const parameters = new URLSearchParams(at < 0 ? "" : text.slice(at + 1));
  const name = parameters.get("kept");
  const short = name === null ? parameters.get("z") : await kept(name);
  if (short === null && name === null) return { room, parameters };
  const none = { room, parameters: new URLSearchParams() };
  if (typeof short !== "string") return { ...none, problem: "This scene is not kept on this device: open it from its file." };
  try {
    return { room, parameters: new URLSearchParams(await unpacked(short)) };
  } catch {
    return { ...none, problem: "This link is damaged." };
  }
}

/** Writes a fragment that {@link read} reads. */
export function write(scene: Scene): string {
  const query = scene.parameters.toString();
  return `#/${scene.room}${query ? `?${query}` : ""}`;
}

/** Like {@link write}, but short; a scene that is too large for a link is kept on the device. */
export async function addressOf(scene: Scene): Promise<{ fragment: string; keeper: Keeper }> {
  const keeper = scene.parameters.has("file") ? "device" : "address";
  const query = scene.parameters.toString();
  if (query.length <= LONG) return { fragment: write(scene), keeper };
  const short = await packed(query);
  const fragment = `#/${scene.room}?z=${short}`;
  if (fragment.length <= LONGEST) return { fragment, keeper };
  const name = await keep(short);
  if (name === null) return { fragment: `#/${scene.room}`, keeper: "nothing" };
  return { fragment: `#/${scene.room}?kept=${name}`, keeper: "device" };
}

const FORMAT = "tremaux scene 1";

/** Writes a file that {@link readFile} reads. */
export function writeFile({ room, parameters }: Scene): string {
  return `${JSON.stringify({ format: FORMAT, room, parameters: [...parameters] }, null, 1)}\n`;
}

/** Reads a scene from the text of a file; `null` if it is something else. */
export function readFile(text: string): Scene | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const { format, room, parameters } = JSON.parse(text) as Record<string, unknown>;
    if (format !== FORMAT || typeof room !== "string") return null;
    return { room, parameters: new URLSearchParams(parameters as [string, string][]) };
  } catch {
    return null;
  }
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
  /** Edits that can be undone; they outlast the room. */
  readonly undo: Undo;
  /** Puts the scene into the address once nothing has changed for a moment; `scene` is called then. */
  remember(scene: () => URLSearchParams): void;
  /** Begins an entry of the history: the scene that was shown until now stays in the one before. */
  begin(): Promise<void>;
  /** Shows, as a new entry, the last scene of what the parameters choose, or else the one they describe. */
  choose(parameters: Record<string, string>): void;
  /** Shows a scene as a new entry. */
  open(scene: Scene): void;
  /** Goes back to the scene before, if the page began an entry after it. */
  back(): void;
  /** The scene that is shown. */
  scene(): Scene;
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

/** A room whose scene can be written at any time. */
export abstract class SceneRoom {
  constructor(protected readonly catalogue: Catalogue, protected readonly context: Context) {}

  /** The scene as a link holds it. */
  protected abstract parameters(): URLSearchParams;

  protected remember(): void {
    this.context.remember(() => this.parameters());
  }
}

export type RoomClass = new (catalogue: Catalogue, parameters: URLSearchParams, context: Context) => Room;

/** A part of the page that fills it. */
export interface Room {
  element: HTMLElement;
  /** Handles a key that no control used; returns whether it did. */
  key?(event: KeyboardEvent): boolean;
  close(): void;
}
