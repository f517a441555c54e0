/** The engine behind the server that serves the page. */

import { type Engine, NO_FILE, type OnEvent, type Question, type Refused, refusal } from "./api";

async function refused(response: Response): Promise<Refused> {
  // An answer that is no JSON says no more than its status.
  const body = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  return refusal(response.status, body.error ?? {});
}

/** Reads server-sent events to their end. */
async function readEvents(body: ReadableStream<BufferSource>, onEvent: OnEvent): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    let end = rest.indexOf("\n\n");
    while (end >= 0) {
      const [first = "", second = ""] = rest.slice(0, end).split("\n", 2);
      const name = first.slice("event: ".length);
      const data: unknown = JSON.parse(second.slice("data: ".length));
      if (name === "refusal") throw refusal(422, data as { message: string });
      onEvent(name, data);
      rest = rest.slice(end + 2);
      end = rest.indexOf("\n\n");
    }
  }
}

/** Shorter instances are sent whole; of others the server keeps the last, and the edits of it are sent, unless they are many. */
const [LONG, MOST_EDITS] = [4000, 500];

/** The places where a text differs from another one of the same length, and the bytes there; `null` if there are many. */
function editsOf(before: string, after: string): [number, number][] | null {
  if (before.length !== after.length) return null;
  const edits: [number, number][] = [];
  for (let at = 0; at < after.length; at += 1) {
    const letter = after.charCodeAt(at);
    if (letter === before.charCodeAt(at)) continue;
    if (edits.push([at, letter]) > MOST_EDITS || letter > 127) return null;
  }
  return edits;
}

export class Server implements Engine {
  /** The long instance that the server keeps. */
  #kept: { name: string; text: string } | null = null;

  /** The question as it is sent: a long instance once, and then what has changed in it. */
  #shortened(question: { instance?: string }): object {
    const { instance = "" } = question;
    if (instance.length < LONG) return question;
    const edits = this.#kept && editsOf(this.#kept.text, instance);
    if (this.#kept && edits) return { ...question, instance: { kept: this.#kept.name, edits } };
    const name = crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.#kept = { name, text: instance };
    return { ...question, instance: { keep: name, text: instance } };
  }

  /** Asks again while the server is busy, or if it no longer keeps what was edited. */
  async answer(name: string, question: Question, signal: AbortSignal, onEvent: OnEvent): Promise<Blob> {
    const tries = 20;
    const isFile = question instanceof Blob;
    for (let nth = 1; ; nth += 1) {
      const kept = this.#kept;
      const response = await fetch(`./api/${name}`, {
        method: "POST",
        headers: { "content-type": isFile ? "application/octet-stream" : "application/json" },
        body: isFile ? question : JSON.stringify(name === "search" && question ? this.#shortened(question) : question),
        signal,
      });
      if (response.status === 400 && kept && nth < tries) {
        if (this.#kept === kept) this.#kept = null;
        continue;
      }
      if (response.ok && response.headers.get("content-type") !== "text/event-stream") {
        return response.blob();
      }
      if (response.ok) {
        await readEvents(response.body!, onEvent);
        return NO_FILE;
      }
      if (response.status !== 503 || nth === tries) throw await refused(response);
      await new Promise((resolve) => setTimeout(resolve, 150 * nth));
    }
  }
}
