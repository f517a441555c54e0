/** Trace files, created by the engine from the same search. */

import { askFile } from "./api";
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
  save(NAMES[form], await askFile("trace", { ...question, form }));
}
