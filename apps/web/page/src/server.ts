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

export class Server implements Engine {
  /** Asks again while the server is busy. */
  async answer(name: string, question: Question, signal: AbortSignal, onEvent: OnEvent): Promise<Blob> {
    const tries = 20;
    const isFile = question instanceof Blob;
    for (let nth = 1; ; nth += 1) {
      const response = await fetch(`./api/${name}`, {
        method: "POST",
        headers: { "content-type": isFile ? "application/octet-stream" : "application/json" },
        body: isFile ? question : JSON.stringify(question),
        signal,
      });
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
