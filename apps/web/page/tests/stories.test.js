// What stories draw and say is what the engine's record says at that step: each step is computed
// here once more from the events, and compared cell by cell and node by node.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, chromium, counts, open, start } from "./browser.js";

start();

/** The events of a search, and its report. */
async function record(name, question) {
  const body = JSON.stringify({ ...question, steps: 100_000 });
  const answer = await fetch(at(`api/${name}`), { method: "POST", headers: { "content-type": "application/json" }, body });
  const told = { events: [], header: {} };
  for (const block of (await answer.text()).split("\n\n")) {
    const [, kind, text] = /event: (.*)\ndata: (.*)/.exec(block) ?? [];
    if (kind === "steps") told.events.push(...JSON.parse(text));
    else if (kind === "report") told.report = JSON.parse(text).report;
    else if (kind === "header") told.header = JSON.parse(text);
  }
  return told;
}

/** Each story with its steps: the number, and the scene that the link to the room has. */
async function stories(page) {
  await page.goto(at("#/lessons"));
  await page.locator(".lesson-list a").first().waitFor();
  const links = await page.locator('.lesson-list a[href*="story="]').evaluateAll((all) => all.map((it) => it.hash));
  return links.map((hash) => new URLSearchParams(hash.split("?")[1]).get("story"));
}

/** Goes to a step; returns its scene, and how many steps the story has. */
async function tell(page, story, nth) {
  await page.goto(at(`#/lessons?story=${story}&at=${nth}`));
  const where = page.locator(".story .panel .where", { hasText: new RegExp(`^${nth + 1} / \\d+$`) });
  await where.first().waitFor();
  const link = await page.getByRole("link", { name: "Go on by yourself" }).getAttribute("href");
  const steps = Number((await where.first().textContent()).split(" / ")[1]);
  return { room: /#\/(\w+)/.exec(link)[1], scene: new URLSearchParams(link.split("?")[1]), steps };
}

/** Waits until the timeline stands where it should. */
async function standing(page, now, all) {
  await page.locator(".live .timeline .where", { hasText: new RegExp(`^${now.toLocaleString("en")} / ${all.toLocaleString("en")}$`) }).waitFor();
}

// Maps

/** The state of a search after so many expansions. */
function moment({ events }, frame) {
  const starts = [];
  let begun = null;
  for (const [nth, { type }] of events.entries()) {
    if (type === "iteration") begun = nth;
    if (type !== "expanded") continue;
    starts.push(begun ?? nth);
    begun = null;
  }
  const nodes = new Map();
  const now = { nodes, places: new Map(), expanded: 0, generated: 0, pruned: 0, iterations: 0, current: null, frames: starts.length };
  const place = ({ x, y, vertex }) => (vertex === undefined ? x === undefined ? undefined : `${x},${y}` : vertex);
  const known = new Map();
  for (const event of events.slice(0, starts[frame] ?? events.length)) {
    const { type, id } = event;
    if (place(event) !== undefined) known.set(id, place(event));
    if (type === "generated") {
      if (event.parent !== undefined) now.generated += 1;
      nodes.set(id, { status: "open", g: event.g, h: event.h });
      now.places.set(known.get(id), id);
    } else if (type === "expanded") {
      now.expanded += 1;
      nodes.set(id, { ...nodes.get(id), status: `closed, expansion ${now.expanded}` });
      now.places.set(known.get(id), id);
      now.current = id;
    } else if (type === "duplicate") now.generated += 1;
    else if (type === "pruned") {
      now.pruned += 1;
      const node = nodes.get(id);
      if (node && !node.status.startsWith("closed")) node.status = "cut off";
    } else if (type === "left") nodes.get(id).status = "backtracked";
    else if (type === "bound") now.bound = event.cost;
    else if (type === "solution") now.solution = event.cost;
    else if (type === "iteration") {
      now.iterations += 1;
      now.places.clear();
      now.current = null;
      for (const node of nodes.values()) node.status = "not reached";
    }
  }
  return now;
}

/** What is said of each cell or node, as the cursor goes over the picture. */
function said(page, width, height) {
  return page.locator(".live canvas").first().evaluate((canvas, [width, height]) => {
    const hover = canvas.closest(".lane").querySelector(".hover");
    const told = {};
    const press = (key, times = 1) => {
      for (let nth = 0; nth < times; nth += 1) {
        canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const [name, ...rest] = hover.textContent.split(": ");
        told[name.split(" ")[0].replace(/:$/, "")] = rest.join(": ");
      }
    };
    for (let row = 0; row < height; row += 1) {
      press("ArrowLeft", row === 0 ? 1 : width);
      press("ArrowRight", width);
      press("ArrowDown");
    }
    return told;
  }, [width, height]);
}

async function checkMap(page, scene, told, step) {
  const isGrid = !scene.has("graph");
  const rows = (scene.get("grid") ?? "").split("/");
  const names = [...(scene.get("graph") ?? "").matchAll(/%node (\w+)/g)].map(([, name]) => name);
  const frames = moment(told, Infinity).frames;
  const frame = scene.has("step") ? Number(scene.get("step")) : frames;
  await standing(page, frame, frames);
  const now = moment(told, frame);
  const isOver = frame === frames;
  const shown = await counts(page.locator(".live .lane").first());
  const { report } = told;
  for (const name of ["expanded", "generated", "pruned", "iterations"]) {
    const expected = isOver ? report.counts[name] : now[name];
    assert.equal(shown[name] ?? 0, expected ?? 0, `${step}: ${name}`);
  }
  const verdict = await page.locator(".live .verdict").first().textContent();
  if (isOver) assert.equal(verdict, report.verdict, step);
  else {
    const least = now.bound > 0 ? `; none costs less than ${Math.floor(now.bound * 1000) / 1000}` : "";
    const plan = now.solution === undefined ? "no plan yet" : `a plan of cost ${now.solution}`;
    assert.equal(verdict, `After ${now.expanded} of ${report.counts.expanded} expansions: ${plan}${least}.`, step);
  }
  const cells = await said(page, isGrid ? rows[0].length : names.length, isGrid ? rows.length : 1);
  const places = isGrid
    ? rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "#" ? [] : [[`${x},${y}`, `${x},${y}`]])))
    : names.map((name, nth) => [name, nth]);
  for (const [name, place] of places) {
    const id = now.places.get(place);
    const node = id === undefined ? null : now.nodes.get(id);
    const text = cells[name] ?? "";
    const about = `${step}, ${name}: ${text}`;
    const status = /not reached|open|closed, expansion \d+|cut off|backtracked/.exec(text)?.[0];
    assert.equal(status, node?.status ?? "not reached", about);
    assert.equal(text.includes("expanded now"), !isOver && id !== undefined && id === now.current, about);
    if (!node || status === "not reached") continue;
    const [, g] = /(?:g = |g \+ h = )([\d.,]+)/.exec(text);
    assert.ok(Math.abs(Number(g.replaceAll(",", "")) - node.g) < 1e-3, about);
  }
}

function mapQuestion(scene) {
  const [algorithm, heuristic] = scene.get("lane").split("|");
  const options = {};
  for (const name of ["from", "to", "movement"]) if (scene.has(name)) options[name] = scene.get(name);
  const domain = scene.has("graph") ? "graph" : "grid";
  return { domain, options, instance: (scene.get("graph") ?? scene.get("grid")).replaceAll(";", "\n"), algorithm, heuristic };
}

// Trees

const [WIN, NEARLY_WON] = [1_000_000, 900_000];
const scoreText = (score) => {
  const size = Math.abs(score);
  if (size >= WIN) return score > 0 ? "∞" : "−∞";
  if (size > NEARLY_WON) return `${score > 0 ? "win" : "loss"} in ${WIN - size}`;
  return score < 0 ? `−${size}` : String(score);
};

/** The tree after so many changes: each node by the moves that lead to it. */
function tree({ events, header }, changes = Infinity) {
  const nodes = new Map();
  const isJudged = header.judged !== undefined;
  const counted = { nodes: 0, leaves: 0, cutoffs: 0, table_hits: 0 };
  let [rootSide, done, current, line] = [header.judged ?? 0, 0, null, null];
  // What a best line leads through is known with the change before it.
  for (const event of events) {
    const { type, id } = event;
    const isChange = ["entered", "scored", "cutoff"].includes(type);
    if (isChange && done === changes) break;
    if (isChange) [done, current] = [done + 1, id];
    const node = nodes.get(id);
    const forRoot = (score) => (isJudged || node?.side === rootSide ? score : -score);
    if (type === "entered") {
      counted.nodes += 1;
      const parent = nodes.get(event.parent);
      const entered = node ?? { path: parent ? `${parent.path} ${event.move}`.trim() : "", parent };
      entered.side = event.side;
      if (parent) parent.turn = event.side;
      else if (!isJudged && event.ply === 0) rootSide = event.side;
      const sign = isJudged || event.side === rootSide ? 1 : -1;
      entered.window = [sign * event.alpha, sign * event.beta].sort((one, other) => one - other);
      entered.now = [...entered.window];
      Object.assign(entered, { value: "", isCut: false });
      nodes.set(id, entered);
    } else if (type === "scored") {
      if (event.source !== "moves") counted.leaves += 1;
      if (event.source === "table") counted.table_hits += 1;
      const score = forRoot(event.score);
      const isEstimate = event.source === "estimate" || [...nodes.values()].some((it) => it.parent === node && it.isEstimate)
        || (event.source === "table" && [...nodes.values()].some((it) => it.isEstimate));
      node.isEstimate = isEstimate && Math.abs(score) <= NEARLY_WON;
      const isExact = ["final", "estimate", "known", "repetition"].includes(event.source) || (score > node.window[0] && score < node.window[1]);
      node.value = `${isExact ? (node.isEstimate ? "≈ " : "") : score >= node.window[1] ? "≥ " : "≤ "}${scoreText(score)}`;
      const { parent } = node;
      if (parent && parent.turn !== 255) {
        if (parent.turn === rootSide) parent.now[0] = Math.max(parent.now[0], score);
        else parent.now[1] = Math.min(parent.now[1], score);
      }
    } else if (type === "cutoff") {
      counted.cutoffs += 1;
      if (event.untried !== 0) node.isCut = true;
    } else if (type === "line") line = event.moves;
  }
  const all = events.filter(({ type }) => ["entered", "scored", "cutoff"].includes(type)).length;
  return { nodes, counted, line, current: nodes.get(current)?.path, all };
}

/** What is said of each node, by its moves, as the cursor goes through the tree. */
function saidOfTree(page) {
  return page.locator(".live canvas").first().evaluate((canvas) => {
    const details = canvas.closest(".panel").querySelector(".details");
    const press = (key) => {
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return details.textContent;
    };
    const path = (text) => (text.startsWith("after ") ? text.slice(6).split(";")[0] : "");
    const first = details.textContent;
    const told = {};
    // The cursor does not move where there is no further node.
    const visit = () => {
      const here = path(details.textContent);
      told[here] = details.textContent;
      if (path(press("ArrowDown")) === here) return;
      for (let child = null; child !== path(details.textContent); press("ArrowRight")) {
        child = path(details.textContent);
        visit();
      }
      press("ArrowUp");
    };
    press("ArrowDown");
    press("ArrowUp");
    visit();
    return { first, told };
  });
}

async function checkTree(page, scene, told, step) {
  const all = tree(told).all;
  const changes = scene.has("step") ? Number(scene.get("step")) : all;
  await standing(page, changes, all);
  const now = tree(told, changes);
  const isOver = changes === all;
  const text = await page.locator(".live [data-counts]").textContent();
  for (const [name, count] of Object.entries(now.counted)) {
    const total = told.report.counts[name];
    const expected = `${name.replace("_", " ")} ${isOver ? total : `${count} of ${total}`}`;
    if (total > 0) assert.ok(`${text} ·`.includes(`${expected} ·`), `${step}: ${expected} in ${text}`);
  }
  const shown = await saidOfTree(page);
  if (!isOver && now.current !== undefined) {
    assert.ok(shown.first.startsWith(now.current ? `after ${now.current};` : "root"), `${step}: ${shown.first}, and not ${now.current}`);
  }
  const seen = new Map([...now.nodes.values()].map((node) => [node.path, node]));
  const best = new Set((now.line ?? []).map((_, nth) => now.line.slice(0, nth + 1).join(" ")));
  assert.ok(Object.keys(shown.told).length >= seen.size, `${step}: ${Object.keys(shown.told).length} of ${seen.size} nodes`);
  for (const [path, words] of Object.entries(shown.told)) {
    const node = seen.get(path);
    const about = `${step}: ${words}`;
    assert.equal(words.includes("not visited"), !node, about);
    assert.equal(words.includes("on the principal variation"), now.line !== null && (path === "" || best.has(path)), about);
    if (!node) continue;
    assert.equal(/value ([^;·]+)/.exec(words)?.[1] ?? "", node.value, about);
    const [, alpha, beta] = /α = ([^,]+), β = ([^;]+)/.exec(words.slice(words.lastIndexOf("α = ")));
    assert.deepEqual([alpha, beta], node.now.map(scoreText), about);
    assert.equal(words.includes("cut off:"), node.isCut, about);
  }
}

function treeQuestion(scene) {
  const algorithm = scene.get("algorithm");
  if (scene.get("source") !== "game") return { played: { game: "game-tree", options: { tree: scene.get("tree") } }, algorithm, plain: true };
  const played = { game: scene.get("game"), start: scene.get("start"), options: {} };
  return { played, algorithm, plain: scene.get("plain") !== "no", depth: Number(scene.get("depth")) };
}

/** What the texts claim beyond the picture, by story: of the records of its steps, and their scenes. */
const CLAIMS = {
  deepening: ([{ told }]) => {
    assert.equal(told.report.optimal, true);
    assert.deepEqual(told.events.filter(({ type }) => type === "iteration").map(({ limit }) => limit), [0, 1, 2, 3]);
  },
  dijkstra: ([{ told }]) => assert.equal(told.report.optimal, true),
  "a-star": (steps) => {
    const [astar, , , , dijkstra] = steps.map(({ told }) => told.report);
    assert.equal(astar.cost, dijkstra.cost);
    assert.ok(astar.counts.expanded * 1.2 < dijkstra.counts.expanded);
    const f = ({ told, scene }) => told.events.filter(({ type }) => type === "expanded").slice(0, Number(scene.get("step")))
      .map(({ id }) => told.events.find((event) => event.type === "generated" && event.id === id)).map(({ g, h }) => g + h);
    assert.equal(new Set(f(steps[1])).size, 1, "f stays the same");
    assert.ok(new Set(f(steps[2])).size > 1, "f rises");
  },
  "ida-star": ([astar, { told }]) => {
    const limits = told.events.filter(({ type }) => type === "iteration").map(({ limit }) => limit);
    assert.deepEqual(limits, [18, 20, 22, 24, 26]);
    assert.equal(told.report.cost, astar.told.report.cost);
    assert.ok(told.report.counts.expanded > astar.told.report.counts.expanded);
  },
  "jump-points": ([astar, { told, scene }]) => {
    assert.ok(Math.abs(told.report.cost - astar.told.report.cost) < 1e-9);
    assert.ok(told.report.counts.expanded * 5 < astar.told.report.counts.expanded);
    const now = moment(told, Number(scene.get("step")));
    assert.equal([...now.nodes.values()].filter(({ status }) => status === "open").length, 2);
  },
  "alpha-beta": (steps) => {
    const now = tree(steps[2].told, Number(steps[2].scene.get("step")));
    const first = [...now.nodes.values()].find(({ path }) => path === "1");
    const root = [...now.nodes.values()].find(({ path }) => path === "");
    assert.deepEqual([first.value, root.now[0]], ["11", 11]);
  },
  ordering: ([worst, best, first, table, last, plain]) => {
    assert.deepEqual([worst, best].map(({ told }) => told.report.counts.leaves), [27, 11]);
    const lines = first.told.events.filter(({ type }) => type === "line");
    assert.deepEqual([lines[0].depth, tree(first.told, Number(first.scene.get("step"))).line], [1, lines[0].moves]);
    const changes = table.told.events.filter(({ type }) => ["entered", "scored", "cutoff"].includes(type));
    assert.equal(changes[Number(table.scene.get("step")) - 1].source, "table");
    assert.equal(last.told.report.score, plain.told.report.score);
    assert.ok(last.told.report.counts.nodes < plain.told.report.counts.nodes);
    assert.equal(plain.told.report.counts.iterations ?? 1, 1);
  },
  chance: ([rolls, { told }, coins]) => {
    const { nodes } = tree(told);
    const chance = [...nodes.values()].find(({ turn }) => turn === 255);
    const branches = [...nodes.values()].filter(({ parent }) => parent === chance);
    assert.equal(branches.length, 21);
    const value = ({ value }) => Number(value.replace(/^≈ /, ""));
    const weight = ({ path }) => (/(\d)\1$/.test(path) ? 1 : 2);
    const mean = branches.reduce((sum, branch) => sum + weight(branch) * value(branch), 0) / 36;
    assert.ok(Math.abs(mean - value(chance)) <= 1, `${mean} and ${chance.value}`);
    assert.equal(coins.told.report.score, -1);
    assert.equal([...tree(rolls.told).nodes.values()].filter(({ parent }) => parent?.turn === 255).length, 21);
  },
};

test("every step of every story shows what the engine's record says", async () => {
  const { page, errors } = await open(chromium.context, at("#/lessons"));
  const names = await stories(page);
  assert.deepEqual([...names].sort(), Object.keys(CLAIMS).sort());
  for (const story of names) {
    const told = [];
    for (let [nth, steps] = [0, 1]; nth < steps; nth += 1) {
      const step = await tell(page, story, nth);
      steps = step.steps;
      const { room, scene } = step;
      const about = `${story}, step ${nth + 1}`;
      if (room === "explore") {
        const answer = await record("search", mapQuestion(scene));
        told.push({ scene, told: answer });
        await checkMap(page, scene, answer, about);
      } else {
        const answer = await record("tree", treeQuestion(scene));
        told.push({ scene, told: answer });
        await checkTree(page, scene, answer, about);
      }
    }
    CLAIMS[story](told);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("on a telephone the picture of a step is above its text, and both are seen", async () => {
  const { page, errors } = await open(chromium.context, at("#/lessons"), { viewport: { width: 390, height: 844 } });
  for (const story of await stories(page)) {
    await tell(page, story, 1);
    const picture = page.locator(".live canvas").first();
    await page.waitForFunction(() => (document.querySelector(".live canvas")?.getBoundingClientRect().height ?? 0) > 40);
    const [drawn, text] = [await picture.boundingBox(), await page.locator(".story .lead").boundingBox()];
    assert.ok(drawn.y >= 0 && drawn.y + drawn.height <= text.y, `${story}: the picture at ${drawn.y}, the text at ${text.y}`);
    assert.ok(text.y + text.height <= 844, `${story}: the text ends at ${text.y + text.height}`);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("every concept has a page whose picture shows what it says, and is linked from stories", async () => {
  const { page, errors } = await open(chromium.context, at("#/lessons"));
  await page.locator(".lesson-list a").first().waitFor();
  const links = await page.locator('a[href*="concept="]').evaluateAll((all) => [...new Set(all.map((it) => it.hash))]);
  const verdicts = {};
  for (const hash of links) {
    await page.goto(at(hash));
    const name = new URLSearchParams(hash.split("?")[1]).get("concept");
    await page.locator(".lesson h1", { hasText: new RegExp(`^${name.replaceAll("-", " ")}$`, "i") }).waitFor();
    if ((await page.locator(".live .lane").count()) === 0) {
      await page.locator(".live [data-counts]", { hasText: /(nodes|expanded) \d/ }).waitFor();
      continue;
    }
    await page.waitForFunction(() => [...document.querySelectorAll(".live .verdict")].every(({ dataset }) => dataset.status === "solved"));
    verdicts[name] = await page.locator(".live .lane").evaluateAll((lanes) => lanes.map((lane) => [
      lane.querySelector(".verdict").textContent, Number(lane.querySelector('[data-count="expanded"]').textContent)]));
  }
  assert.ok(links.length >= 20, links.join());
  const { admissible: [cheapest, dearer], consistent: [once, again] } = verdicts;
  assert.match(cheapest[0], /^Solved: 13 moves, proved optimal\.$/);
  assert.match(dearer[0], /cost 19, not proved optimal\./);
  assert.ok(dearer[1] < cheapest[1]);
  assert.doesNotMatch(once[0], /expanded again/);
  assert.match(again[0], /optimal up to rounding.* expanded again/);
  assert.match(verdicts["lower-bound"][0][0], /no plan yet; none costs less than 24\.$/);
  await tell(page, "a-star", 0);
  await page.getByRole("link", { name: "admissible", exact: true }).last().click();
  await page.locator(".lesson h1", { hasText: "Admissible" }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});
