/** Runs the engine's module, one request at a time. */

/** A part of an answer: an event, or how it ended. */
export interface Part {
  name: string;
  /** The data of an event as JSON, or why the engine failed. */
  text?: string;
  /** The whole answer. */
  blob?: Blob;
  /** The bytes that the module uses. */
  memory?: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  answer(nameLength: number): void;
}

const decoder = new TextDecoder();
let engine: Promise<Exports>;
let panic = "";

const tell = (part: Part): void => self.postMessage(part);

/** Copies what lies in the module's memory. */
const copy = ({ memory }: Exports, at: number, length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(memory.buffer as ArrayBuffer, at >>> 0, length >>> 0).slice();

async function start(module: WebAssembly.Module): Promise<Exports> {
  let exports: Exports | null = null;
  const receive = (nameAt: number, nameLength: number, at: number, length: number): number => {
    const name = decoder.decode(copy(exports!, nameAt, nameLength));
    const data = copy(exports!, at, length);
    if (name === "panic") panic = decoder.decode(data);
    else if (name === "reply") tell({ name, blob: new Blob([data]) });
    else if (name === "file") {
      const end = data.indexOf(0);
      const type = decoder.decode(data.subarray(0, end));
      tell({ name, blob: new Blob([data.subarray(end + 1)], { type }) });
    } else tell({ name, text: decoder.decode(data) });
    return 0;
  };
  const imports = { tremaux: { now: () => performance.now(), receive } };
  const instance = await WebAssembly.instantiate(module, imports);
  exports = instance.exports as unknown as Exports;
  return exports;
}

async function answer(name: string, body: Uint8Array): Promise<void> {
  try {
    const exports = await engine;
    const bytes = new TextEncoder().encode(name);
    const at = exports.room(bytes.length + body.length);
    const room = new Uint8Array(exports.memory.buffer, at >>> 0, bytes.length + body.length);
    room.set(bytes);
    room.set(body, bytes.length);
    exports.answer(bytes.length);
    tell({ name: "done", memory: exports.memory.buffer.byteLength });
  } catch (error) {
    tell({ name: "failed", text: panic || String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<WebAssembly.Module | { name: string; body: Uint8Array }>) => {
  if (data instanceof WebAssembly.Module) engine = start(data);
  else void answer(data.name, data.body);
};
