/** Trace files, created by the engine from the same search. */

import { askFile, reasonOf } from "./api";
import { save } from "./download";

const NAMES = {
  trace: "search.trace",
  html: "search.html",
  svg: "search.svg",
  posthoc: "search.trace.json",
  dot: "search.dot",
} as const;

export type TraceForm = keyof typeof NAMES;

/** Saves a `search` or an `analysis` in a form; calls `say` with why it cannot. */
export function saveTrace(form: TraceForm, question: object, say: (text: string) => void): void {
  const asked = askFile("trace", { ...question, form });
  asked.then((file) => save(NAMES[form], file), (error: unknown) => say(reasonOf(error)));
}
