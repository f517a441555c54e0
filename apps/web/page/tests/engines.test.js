// The engine in the browser gives the answers of the server, for everything in the catalogue.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join, resolve } from "node:path";
import { load } from "../../../wasm/engine.mjs";
import { program } from "./browser.js";

const SITE = process.env.TREMAUX_SITE ?? resolve(import.meta.dirname, "../../../../target/site");
const skip = existsSync(SITE) ? false : "no site: cargo xtask site";

let server;
let engine;
const answers = { same: 0, refused: 0 };

before(async () => {
  if (skip) return;
  server = await program();
  engine = load(readFileSync(join(SITE, "engine.wasm")));
});

after(() => server?.stop());

/** What depends on the machine: times, and bytes that pointers count in. */
const VARYING = new Set(["seconds", "preparation_seconds", "bytes", "peak_bytes", "peak_stored_bytes"]);

function constant(value) {
  return JSON.parse(JSON.stringify(value, (key, it) => (VARYING.has(key) ? undefined : it)));
}

/** The parts of the server's answer. */
async function served(name, question) {
  const response = await fetch(`${server.address}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
  });
  const text = await response.text();
  if (!response.ok) return [["refusal", JSON.parse(text).error]];
  if (response.headers.get("content-type") !== "text/event-stream") return [["reply", JSON.parse(text)]];
  const events = text.split("\n\n").filter((event) => event);
  return events.map((event) => {
    const [first, second] = event.split("\n");
    return [first.slice("event: ".length), JSON.parse(second.slice("data: ".length))];
  });
}

/** The parts of an answer that do not depend on time; steps in one piece. */
function lasting(parts) {
  const kept = parts.filter(([name]) => name !== "progress");
  return constant(kept);
}

/** What a search with a table has in common with one whose table holds fewer entries. */
function withoutCounts([, report]) {
  const { cost, length, moves, status } = report.report ?? {};
  return [{ cost, length, moves, status }];
}

/** Asks both, and returns the common answer. */
async function both(name, question, hasTable = false) {
  let expected = lasting(await served(name, question));
  const parts = engine(name, JSON.stringify(question));
  let found = lasting(parts.map(([part, data]) => [part, JSON.parse(data)]));
  // Pointers are half as long there, and tables of as many bytes hold more.
  if (hasTable) [expected, found] = [expected, found].map((it) => withoutCounts(it.at(-1)));
  assert.deepEqual(found, expected, JSON.stringify(question));
  answers[expected.at(-1)?.[0] === "refusal" ? "refused" : "same"] += 1;
  return expected;
}

test("every algorithm of every domain", { skip }, async () => {
  const catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
  const { ceilings, ...told } = JSON.parse(engine("catalogue")[0][1]);
  assert.deepEqual({ ceilings, ...told }, catalogue);
  for (const { name: domain, algorithms, generator } of [...catalogue.domains, ...catalogue.landscapes]) {
    // Sines and powers are the system's, and the last digits differ.
    if (domain === "function") continue;
    const size = generator.some(({ name }) => name === "size") ? { size: "4x4" } : {};
    let [[part, made]] = await both("generate", { domain, seed: 3, options: size });
    if (part === "refusal") [[part, made]] = await both("generate", { domain, seed: 3 });
    assert.equal(part, "reply", `${domain}: ${JSON.stringify(made)}`);
    for (const algorithm of algorithms) {
      const { instance } = made;
      const limits = { nodes: 300 };
      const hasTable = algorithm.options.some(({ name }) => name === "table");
      await both("search", { domain, instance, algorithm: algorithm.name, steps: 40, limits }, hasTable);
    }
    await both("look", { domain, instance: made.instance });
  }
});

test("every algorithm of every game", { skip }, async () => {
  const { games } = JSON.parse(engine("catalogue")[0][1]);
  for (const { name: game } of games) {
    const [[, position]] = await both("position", { game });
    for (const algorithm of position.algorithms) {
      const question = { played: { game }, algorithm, depth: 2, limits: { nodes: 400 } };
      await both("analyze", question);
      await both("tree", { ...question, steps: 30 });
    }
  }
  console.log(`${answers.same} equal answers, ${answers.refused} equal refusals`);
  assert.ok(answers.same > 500, JSON.stringify(answers));
});
