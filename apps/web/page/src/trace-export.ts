/** Trace files, created by the server from the same search. */

import { save } from "./download";

const NAMES = {
  trace: "search.trace",
  html: "search.html",
  svg: "search.svg",
  posthoc: "search.trace.json",
  dot: "search.dot",
} as const;

/** Saves a `search` or an `analysis` in a form. */
export async function saveTrace(
  form: keyof typeof NAMES,
  question: object,
): Promise<void> {
  const response = await fetch("/api/trace", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...question, form }),
  });
  if (!response.ok) {
    const body = (await response.json()) as { error: { message: string } };
    throw new Error(body.error.message);
  }
  save(NAMES[form], await response.blob());
}
