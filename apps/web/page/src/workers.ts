/** The engine in the browser: one worker for each request that runs. */

import { type Engine, NO_FILE, type OnEvent, type Question, refusal } from "./api";
import type { Part } from "./worker";

/** The most requests at a time; others wait for the first that is over. */
const MOST = Math.max(2, Math.min(8, navigator.hardwareConcurrency));

/** A worker with more memory than this is not used again: memory of a module never shrinks. */
const LARGE = 64 << 20;

async function bytesOf(question: Question): Promise<Uint8Array> {
  if (question instanceof Blob) return new Uint8Array(await question.arrayBuffer());
  return new TextEncoder().encode(question === null ? "" : JSON.stringify(question));
}

/** Runs one request in a worker. Resolves with the answer and the memory that the worker uses. */
function run(
  worker: Worker,
  request: { name: string; body: Uint8Array },
  signal: AbortSignal,
  onEvent: OnEvent,
): Promise<{ blob: Blob; memory: number }> {
  return new Promise((resolve, reject) => {
    let blob = NO_FILE;
    const stop = (why: unknown): void => {
      worker.terminate();
      signal.removeEventListener("abort", abort);
      reject(why);
    };
    const abort = (): void => stop(signal.reason);
    const finish = (memory: number): void => {
      signal.removeEventListener("abort", abort);
      resolve({ blob, memory });
    };
    let refused: Error | null = null;
    worker.onmessage = ({ data }: MessageEvent<Part>) => {
      if (data.name === "reply" || data.name === "file") blob = data.blob!;
      else if (data.name === "refusal") refused = refusal(422, JSON.parse(data.text!) as object);
      else if (data.name === "failed") stop(new Error(data.text));
      else if (data.name !== "done") {
        try {
          onEvent(data.name, JSON.parse(data.text!));
        } catch (error) {
          stop(error);
        }
      } else if (refused) {
        signal.removeEventListener("abort", abort);
        reject(refused);
      } else finish(data.memory!);
    };
    worker.onerror = (event) => stop(new Error(event.message));
    signal.addEventListener("abort", abort);
    worker.postMessage(request, [request.body.buffer as ArrayBuffer]);
  });
}

export class Workers implements Engine {
  /** Compiled once for all workers. */
  readonly #module = WebAssembly.compileStreaming(fetch("./engine.wasm"));
  #idle: Worker[] = [];
  #running = 0;
  #waiting: (() => void)[] = [];

  async #take(): Promise<Worker> {
    while (this.#running >= MOST) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    return this.#idle.pop() ?? this.#start(await this.#module);
  }

  #start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(module);
    return worker;
  }

  async answer(name: string, question: Question, signal: AbortSignal, onEvent: OnEvent): Promise<Blob> {
    const body = await bytesOf(question);
    const worker = await this.#take();
    try {
      signal.throwIfAborted();
      const { blob, memory } = await run(worker, { name, body }, signal, onEvent);
      if (memory <= LARGE) this.#idle.push(worker);
      else worker.terminate();
      return blob;
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
