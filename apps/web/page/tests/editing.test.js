// Grids and graphs as a reader edits them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, apart, at, chromium, commandLine, counts, more, open, pictureOf, sceneOf, searched, settled, shot, start } from "./browser.js";

start();

const scene = (page) => sceneOf(page.url());

/** What the command line finds on the graph that a page shows. */
function solved(page, algorithm, ...more) {
  const shown = scene(page);
  const words = ["solve", "graph", shown.get("graph").replaceAll(";", "\n"), "--algorithm", algorithm];
  const ends = ["--from", shown.get("from"), "--to", shown.get("to")];
  return JSON.parse(commandLine(...words, ...more, ...ends, "--format", "json"));
}

async function assertCounts(page, nth, report) {
  const shown = await counts(page.locator(".lane").nth(nth));
  assert.equal(shown.expanded, report.counts.expanded);
  assert.equal(shown.generated, report.counts.generated);
  assert.equal(shown.cost, report.cost);
}

/** Saves what a button hands out. */
async function saved(page, name) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  return readFileSync(await (await download).path(), "utf8");
}

test("a graph is drawn by hand, and its counts are the command line's", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore?on=graph&lane=dijkstra&lane=a-star"));
  await searched(page);
  await more(page);
  await page.getByRole("button", { name: "Empty" }).click();
  await settled(page);
  let box = await page.locator("canvas.graph").first().boundingBox();
  const place = (x, y) => [box.x + (box.width * x) / 100, box.y + (box.height * (64 - y)) / 64];
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  const [start, goal, above, below] = [place(20, 32), place(80, 32), place(50, 55), place(50, 10)];
  await page.mouse.click(...above);
  await page.mouse.click(...below);
  for (const [from, to] of [[start, above], [above, goal], [start, below], [below, goal]]) await drag(from, to);
  // An arc into the open makes a node; its cost is written.
  await drag(below, place(90, 10));
  await page.getByLabel("cost").fill("45.5");
  await page.getByLabel("cost").press("Enter");
  await settled(page);
  await searched(page);
  assert.match(scene(page).get("graph"), /;d e 45\.5$/);
  await assertCounts(page, 0, solved(page, "dijkstra"));
  await assertCounts(page, 1, solved(page, "a-star", "--heuristic", "euclidean"));
  // A second goal, nearer by: the cheapest way leads there.
  await page.getByRole("radio", { name: "Goal" }).click();
  await page.mouse.click(...below);
  await settled(page);
  await searched(page);
  assert.equal(scene(page).get("to"), "b,d");
  await assertCounts(page, 1, solved(page, "a-star", "--heuristic", "euclidean"));
  assert.equal((await counts(page.locator(".lane").first())).cost, 38);
  // An arc cheaper than its straight line: the estimate promises nothing, and that is told.
  await page.getByRole("radio", { name: "Draw" }).click();
  await page.mouse.click(...place(35, 21));
  await page.getByLabel("cost").fill("3");
  await page.getByLabel("cost").press("Enter");
  await settled(page);
  await searched(page);
  const told = await page.locator(".verdict").nth(1).textContent();
  assert.match(told, /The straight-line distance is neither admissible nor consistent here: the arc from a to d costs 3/);
  // Longer words may have moved the page.
  box = await page.locator("canvas.graph").nth(1).boundingBox();
  await page.mouse.move(...place(50, 10));
  assert.match(await page.locator(".hover").nth(1).textContent(), /^d \(goal\) at 50, 10(\.1)?: .*f = g \+ h = 3 \+ 0 = 3/);
  await shot(page, "graph");
  // One way only, against the arcs: there is none.
  await page.getByLabel("Directed arcs").check();
  for (const name of ["Start", "Goal"]) {
    await page.getByRole("radio", { name }).click();
    box = await page.locator("canvas.graph").first().boundingBox();
    await page.mouse.click(...place(80, 32));
  }
  await settled(page);
  await page.waitForFunction(() => document.querySelector(".verdict")?.dataset.status === "no-solution");
  assert.match(await page.locator(".verdict").first().textContent(), /No solution exists \(proved\)/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a graph goes out as node-link JSON and comes in again, and a link holds it with its step", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore?on=graph&lane=dijkstra&lane=a-star"));
  await searched(page);
  await more(page);
  await page.locator("summary", { hasText: "Export and share" }).click();
  const json = await saved(page, "Graph (JSON)");
  assert.deepEqual(Object.keys(JSON.parse(json)).sort(), ["directed", "graph", "links", "multigraph", "nodes"]);
  const file = join(tmpdir(), `tremaux-graph-${process.pid}.json`);
  writeFileSync(file, json);
  // The program reads it as it is.
  const words = ["solve", "graph", file, "--algorithm", "dijkstra", "--format", "json"];
  await assertCounts(page, 0, JSON.parse(commandLine(...words)));
  await settled(page);
  const before = scene(page).get("graph");
  await page.getByRole("button", { name: "Empty" }).click();
  await settled(page);
  assert.notEqual(scene(page).get("graph"), before);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open graph" }).click();
  await (await chooser).setFiles(file);
  // The engine reads it.
  await page.waitForFunction(() => /a b 30/.test(document.querySelector(".controls textarea").value));
  await settled(page);
  await searched(page);
  const arcs = (graph) => graph.split(";").sort();
  assert.deepEqual(arcs(scene(page).get("graph")), arcs(before));
  for (const [name, head] of [["Posthoc", "{"], ["Graphviz", "digraph"], ["Page (HTML)", "<!DOCTYPE html>"]]) {
    assert.ok((await saved(page, name)).startsWith(head), name);
  }
  // Back to the third expansion; whoever follows the link sees the same.
  await page.locator(".scrub").fill("3");
  const link = await address(page);
  assert.match(link, /step=3/);
  const shown = await Promise.all([0, 1].map((nth) => counts(page.locator(".lane").nth(nth))));
  await settled(page);
  const picture = await pictureOf(page.locator("canvas.graph").first());
  await page.close();
  const other = await open(chromium.context, link);
  await other.page.waitForFunction(() => document.querySelector(".where")?.textContent.startsWith("3 / "));
  const seen = await pictureOf(other.page.locator("canvas.graph").first());
  assert.ok((await apart(other.page, picture, seen)) < 32);
  assert.deepEqual(await Promise.all([0, 1].map((nth) => counts(other.page.locator(".lane").nth(nth)))), shown);
  assert.deepEqual([...errors, ...other.errors], []);
  await other.page.close();
});

test("a graph is edited by the keyboard alone, and by its text", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore?on=graph&lane=dijkstra&lane=a-star"));
  await searched(page);
  await more(page);
  const canvas = page.locator("canvas.graph").first();
  await canvas.focus();
  // The link follows the scene a moment later.
  await settled(page);
  const links = () => scene(page).get("graph").split(";").filter((part) => /^[^%]/.test(part)).length;
  const before = links();
  // From a to a new node: N makes it, Enter joins.
  await canvas.press("ArrowRight");
  await canvas.press("n");
  await settled(page);
  assert.match(scene(page).get("graph"), /%node h /);
  await canvas.press("Enter");
  await canvas.press("ArrowRight");
  await canvas.press("Enter");
  await settled(page);
  assert.equal(links(), before + 1);
  await canvas.press("ArrowLeft");
  await canvas.press("s");
  await canvas.press("Enter");
  await settled(page);
  assert.equal(scene(page).get("from"), "h");
  await searched(page);
  await assertCounts(page, 0, solved(page, "dijkstra"));
  await canvas.press("Delete");
  await settled(page);
  assert.equal(links(), before);
  await page.locator("summary", { hasText: "Text" }).click();
  await page.getByLabel("Arcs", { exact: true }).fill("home shop 4\nshop work -3");
  await page.getByRole("button", { name: "Apply" }).click();
  assert.match(await page.locator(".note").textContent(), /arc 2: expected a cost, found -3/);
  await page.getByLabel("Arcs", { exact: true }).fill("home shop 4\nshop work 3");
  await page.getByRole("button", { name: "Apply" }).click();
  await settled(page);
  await searched(page);
  assert.match(await page.locator(".note").textContent(), /no coordinates/);
  assert.equal((await counts(page.locator(".lane").first())).cost, 7);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a grid has weights, several goals, a rule of movement, and goes out as a MovingAI map", async () => {
  const grid = "S.5..../.#5##../.#...G./.####../...G...";
  const lanes = "lane=a-star%7Copen-distance&lane=canonical-a-star&lane=dijkstra&lane=breadth-first";
  const address = `#/explore?grid=${encodeURIComponent(grid)}&${lanes}`;
  const { page, errors } = await open(chromium.context, at(address));
  await searched(page);
  await more(page);
  const solve = (...more) =>
    JSON.parse(commandLine("solve", "grid", grid, "--algorithm", "a-star", "--heuristic", "open-distance", ...more, "--format", "json"));
  await assertCounts(page, 0, solve());
  // A search made for maps goes to one goal, and says so.
  assert.match(await page.locator(".verdict").nth(1).textContent(), /a single goal/);
  await page.getByLabel("movement").selectOption("eight-no-corners");
  await settled(page);
  await searched(page);
  await assertCounts(page, 0, solve("--movement", "eight-no-corners"));
  const canvas = page.locator("canvas.grid").first();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + (1.5 * box.width) / 7, box.y + (0.5 * box.height) / 5);
  assert.match(await page.locator(".hover").first().textContent(), /^1,0: .*f = g \+ h = 1 \+ [\d.]+ = [\d.]+$/);
  // Heat and numbers change what is drawn.
  const drawn = () => canvas.evaluate((element) => element.toDataURL());
  let before = await drawn();
  for (const layer of ["Heat map of expansion order", "f values"]) {
    await page.getByLabel(layer).check();
    await page.waitForTimeout(150);
    const after = await drawn();
    assert.notEqual(after, before, layer);
    before = after;
  }
  await shot(page, "grid-weights");
  await page.locator("summary", { hasText: "Export and share" }).click();
  const map = await saved(page, "MovingAI map");
  assert.equal(map, "type octile\nheight 5\nwidth 7\nmap\n.......\n.@.@@..\n.@.....\n.@@@@..\n.......\n");
  const file = join(tmpdir(), `tremaux-map-${process.pid}.map`);
  writeFileSync(file, map);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open map" }).click();
  await (await chooser).setFiles(file);
  await settled(page);
  await searched(page);
  assert.equal(scene(page).get("grid"), "S....../.#.##../.#...../.####../......G");
  // Now there is one goal, and no weight: jump points, with their steps.
  await page.locator(".lane").nth(1).getByLabel("Algorithm").selectOption("jps");
  await settled(page);
  await searched(page);
  const jumps = await counts(page.locator(".lane").nth(1));
  const plain = await counts(page.locator(".lane").first());
  assert.equal(jumps.cost, plain.cost);
  assert.ok(jumps.expanded < plain.expanded, `${jumps.expanded} jump points, ${plain.expanded} cells`);
  for (const kind of ["rooms", "caves", "city", "wilson"]) {
    const held = scene(page).get("grid");
    const made = page.waitForResponse(/generate/);
    await page.getByLabel("kind").selectOption(kind);
    await made;
    await settled(page);
    await searched(page);
    assert.notEqual(scene(page).get("grid"), held, kind);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("a fast stroke leaves no holes, a finger paints, and in a lesson it scrolls", async () => {
  const rows = (page) => scene(page).get("grid").split("/");
  const empty = `#/explore?grid=${Array(12).fill("S" + ".".repeat(19)).join("/").replaceAll("/S", "/.")}`;
  const fast = await open(chromium.context, at(empty));
  await fast.page.locator("canvas.grid").first().waitFor();
  await fast.page.waitForTimeout(300);
  const box = await fast.page.locator("canvas.grid").first().boundingBox();
  const size = box.width / 20;
  const cell = (x, y) => [box.x + (x + 0.5) * size, box.y + (y + 0.5) * size];
  await fast.page.mouse.move(...cell(1, 1));
  await fast.page.mouse.down();
  await fast.page.mouse.move(...cell(18, 9));
  await fast.page.mouse.up();
  await settled(fast.page);
  const walls = rows(fast.page).flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "#" ? [[x, y]] : [])));
  assert.deepEqual(walls.map(([x]) => x).sort((one, other) => one - other), Array.from({ length: 18 }, (_, nth) => nth + 1));
  walls.sort(([one], [other]) => one - other);
  assert.ok(walls.every(([, y], nth) => nth === 0 || y - walls[nth - 1][1] <= 1), "the wall is closed");
  assert.deepEqual(fast.errors, []);
  await fast.page.close();
  // A finger on a telephone.
  const { page, errors } = await open(chromium.context, "about:blank", { viewport: { width: 375, height: 600 } });
  const device = await chromium.context.newCDPSession(page);
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await page.goto(at(empty));
  const canvas = page.locator("canvas.grid").first();
  await canvas.scrollIntoViewIfNeeded();
  await settled(page);
  const swipe = async (dx, dy, from = 0.5) => {
    const { x, y, width, height } = await canvas.boundingBox();
    const touch = (type, share) => device.send("Input.dispatchTouchEvent", { type,
      touchPoints: share === null ? [] : [{ x: x + width / 2 + dx * share, y: y + height * from + dy * share }] });
    await touch("touchStart", 0);
    for (let nth = 1; nth <= 8; nth += 1) await touch("touchMove", nth / 8);
    await touch("touchEnd", null);
    await settled(page);
  };
  const held = await page.evaluate(() => scrollY);
  await swipe(90, 0, 0.3);
  assert.equal(await page.evaluate(() => scrollY), held);
  assert.ok(rows(page).join("").split("#").length > 4, "a finger paints");
  // A lesson is read on.
  await page.goto(at("#/lessons?lesson=a-star"));
  await searched(page);
  await canvas.scrollIntoViewIfNeeded();
  const [before, top] = [await pictureOf(canvas), await page.evaluate(() => scrollY)];
  await swipe(0, -70);
  assert.ok((await apart(page, before, await pictureOf(canvas))) < 32, "a swipe paints nothing");
  assert.ok((await page.evaluate(() => scrollY)) > top, "a swipe scrolls");
  assert.deepEqual(errors, []);
  await page.close();
});

test("searches from both ends solve the maze that a new page shows", async () => {
  const lanes = "lane=bidirectional-breadth-first&lane=bidirectional-a-star%7Copen-distance";
  const { page, errors } = await open(chromium.context, at(`#/explore?${lanes}`));
  await searched(page);
  await settled(page);
  for (const [nth, algorithm] of ["bidirectional-breadth-first", "bidirectional-a-star"].entries()) {
    const words = ["solve", "grid", scene(page).get("grid"), "--algorithm", algorithm, "--format", "json"];
    await assertCounts(page, nth, JSON.parse(commandLine(...words)));
  }
  // Nobody knows the goals of a sudoku.
  await page.goto(at("#/puzzles?puzzle=sudoku"));
  await page.locator(".sudoku").first().waitFor();
  const offered = await page.getByLabel("Algorithm").locator("option").allTextContents();
  assert.deepEqual(offered.filter((name) => name.startsWith("bidirectional")), []);
  assert.ok(offered.includes("a-star"));
  assert.deepEqual(errors, []);
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});
