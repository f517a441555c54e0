/** Search traces of Posthoc, as steps that this page plays. */

import type { TraceEvent } from "./record";

type Fields = Record<string, unknown>;

/** Whether a text is a trace of Posthoc, in JSON or YAML. */
export function isPosthoc(text: string): boolean {
  return /^\s*("?version"?\s*:|\{\s*"version")/.test(text) && /"?events"?\s*:/.test(text);
}

/** A value of YAML that is no list. */
function value(text: string): unknown {
  const word = text.trim().replace(/^(["'])(.*)\1$/, "$2");
  return word !== "" && Number.isFinite(Number(word)) ? Number(word) : word === "null" ? null : word;
}

/** The events of a trace in YAML: items in braces, or with a line for each field. */
function fromYaml(text: string): Fields[] {
  const events: Fields[] = [];
  const lines = text.slice(text.search(/^events\s*:/m)).split(/\r?\n/).slice(1);
  for (const line of lines) {
    if (/^\w/.test(line)) break;
    const [, dash, rest = ""] = /^\s*(-\s+)?(.*)$/.exec(line)!;
    if (dash) events.push({});
    const fields = rest.startsWith("{") ? rest.replace(/^\{|\}\s*$/g, "").split(",") : [rest];
    for (const field of fields) {
      const at = field.indexOf(":");
      const event = events.at(-1);
      if (event && at > 0) event[String(value(field.slice(0, at)))] = value(field.slice(at + 1));
    }
  }
  return events;
}

/** The steps of a trace, one a line. */
export function linesOfPosthoc(text: string): string {
  const all = text.trimStart().startsWith("{") ? (JSON.parse(text) as { events: Fields[] }).events : fromYaml(text);
  const numbers = new Map<unknown, number>();
  const steps: TraceEvent[] = [];
  const cost = (given: unknown): number | null => (typeof given === "number" ? given : null);
  for (const { type, id, pId, x, y, f, g, h, state } of all) {
    const parent = numbers.get(pId);
    const isNew = !numbers.has(id);
    const node = numbers.get(id) ?? numbers.size;
    const place = typeof x === "number" && typeof y === "number" ? { text: `${x},${y}` } : state === undefined ? { text: String(id) } : { text: String(state) };
    const rest = typeof f === "number" && typeof g === "number" ? f - g : null;
    const generated: TraceEvent = { type: "generated", id: node, ...(parent === undefined ? {} : { parent }), g: cost(g), h: cost(h) ?? rest, ...place };
    const kind = String(type).replace(/(e|ing)$/, "");
    if (!["sourc", "generat", "updat", "expand", "clos"].includes(kind)) continue;
    numbers.set(id, node);
    if (isNew || kind === "generat" || kind === "updat") steps.push(generated);
    if (kind === "expand") steps.push({ type: "expanded", id: node, g: cost(g) });
  }
  if (steps.length === 0) throw new Error("expected events of Posthoc: source, generating, expanding");
  return [{ header: { shape: "graph" } }, ...steps].map((step) => JSON.stringify(step)).join("\n");
}
