/**
 * The engine's module in Node: `node engine.mjs MODULE REQUEST [JSON]` prints the answer, a part a
 * line; the exit status of a refusal is 2.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Makes an engine of the module's bytes: a function that answers a request by its parts. */
export function load(bytes) {
  let parts = [];
  let exports;
  const text = (at, length) => Buffer.from(exports.memory.buffer, at >>> 0, length >>> 0).toString();
  const receive = (nameAt, nameLength, at, length) => {
    parts.push([text(nameAt, nameLength), text(at, length)]);
    return 0;
  };
  const imports = { tremaux: { now: () => performance.now(), receive } };
  ({ exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
  return (name, question = "") => {
    parts = [];
    const [head, body] = [Buffer.from(name), Buffer.from(question)];
    const at = exports.room(head.length + body.length) >>> 0;
    const room = new Uint8Array(exports.memory.buffer, at, head.length + body.length);
    room.set(head);
    room.set(body, head.length);
    exports.answer(head.length);
    return parts;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module, name, question] = process.argv.slice(2);
  for (const [part, data] of load(readFileSync(module))(name, question)) {
    console.log(data);
    if (part === "refusal") process.exitCode = 2;
  }
}
