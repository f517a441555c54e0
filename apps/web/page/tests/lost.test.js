// Nothing is lost: by header links, Back and Forward, a reload, another game or puzzle, undoing, and another move.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { address, at, browser, chromium, more, open, press, sceneOf, searched, settled, start } from "./browser.js";

start();

const room = (page, name) => page.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name }).click();

const last = (page, move) => page.locator(".game-status", { hasText: `Last move: ${move}.` }).waitFor();

const sudoku = (page, row) => page.locator(`.picture-box svg[aria-label*="row by row: ${row};"]`).waitFor();

/** The moves on the board. */
const played = (page) => page.locator(".history button").allTextContents();

/** A grid with walls that no rule compresses. */
function field(width, height) {
  let seed = 1;
  const cell = () => ((seed = (seed * 48271) % 2147483647) % 5 === 0 ? "#" : ".");
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, cell));
  [rows[0][0], rows[height - 1][width - 1]] = ["S", "G"];
  return rows.map((row) => row.join("")).join("/");
}

test("header links, Back and Forward bring back the last scene of each room", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore?grid=S..../...../....G"));
  await searched(page);
  const box = await page.locator("canvas.grid").first().boundingBox();
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await room(page, "Play");
  await page.getByRole("button", { name: "Play 4" }).click();
  await last(page, "4");
  await room(page, "Puzzles");
  await page.locator("svg.tiles").waitFor();
  await page.keyboard.press("ArrowDown");
  const tiles = await page.locator("svg.tiles").getAttribute("aria-label");
  // At once: the address is not written yet.
  await room(page, "Trees");
  await page.getByLabel("Tree", { exact: true }).fill("(1 2) (3 4)");
  await page.getByLabel("Tree", { exact: true }).blur();
  await page.locator(".counts", { hasText: "of 4 leaves" }).waitFor();
  await room(page, "Lessons");
  await page.getByRole("link", { name: "dijkstra", exact: true }).first().click();
  await page.locator(".lesson h1", { hasText: /^dijkstra$/ }).waitFor();
  const painted = async () => {
    await searched(page);
    assert.equal(sceneOf(await address(page)).get("grid"), "S..../..#../....G");
  };
  const shown = {
    Explore: painted,
    Play: () => last(page, "4"),
    Puzzles: () => page.locator(`svg.tiles[aria-label="${tiles}"]`).waitFor(),
    Trees: () => page.locator(".counts", { hasText: "of 4 leaves" }).waitFor(),
    Lessons: () => page.locator(".lesson h1", { hasText: /^dijkstra$/ }).waitFor(),
  };
  for (const [name, isShown] of Object.entries(shown)) {
    await room(page, name);
    await isShown();
  }
  // What was done before can be undone after.
  await room(page, "Explore");
  await painted();
  await page.keyboard.press("Control+z");
  await searched(page);
  assert.equal(sceneOf(await address(page)).get("grid"), "S..../...../....G");
  await page.keyboard.press("Control+y");
  await painted();
  for (const name of ["Lessons", "Trees", "Puzzles", "Play", "Explore", "Lessons", "Lessons", "Trees", "Puzzles", "Play", "Explore"]) {
    await page.goBack();
    if (name !== "Lessons") await shown[name]();
    else await page.locator(".lesson h1").waitFor();
  }
  await page.goForward();
  await last(page, "4");
  await page.goForward();
  await shown.Puzzles();
  // Who opens the page again finds each room as it was left.
  await settled(page);
  const again = await chromium.context.newPage();
  await again.goto(at("#/play"));
  await last(again, "4");
  await again.close();
  assert.deepEqual(errors, []);
  await page.close();
});

test("another game, puzzle, map or tree is chosen, and the one before comes back", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?analyse=no"));
  const choose = async (label, value) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.getByLabel(label, { exact: true }).selectOption(value);
  };
  await page.getByRole("button", { name: "Play 4" }).click();
  await last(page, "4");
  await choose("Game", "tic-tac-toe");
  await page.getByRole("button", { name: "Play a1" }).click();
  await last(page, "a1");
  await choose("Game", "connect-four");
  await last(page, "4");
  assert.equal(await page.evaluate(() => document.activeElement.labels?.[0].textContent), "Game");
  await page.goBack();
  await last(page, "a1");
  // A new game, too.
  await page.getByRole("button", { name: "New game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 0);
  await page.goBack();
  await last(page, "a1");
  await page.goBack();
  await last(page, "4");

  await page.goto(at("#/puzzles?puzzle=sudoku&board=3.1....2.....4.."));
  await page.locator(".sudoku .cell").nth(1).click();
  await page.keyboard.press("2");
  await sudoku(page, "3 2 1 empty");
  await choose("Puzzle", "pancake");
  await page.locator("svg.pancakes").waitFor();
  await choose("Puzzle", "sudoku");
  await sudoku(page, "3 2 1 empty");
  assert.equal(await page.locator(".sudoku .given").count(), 4);
  await choose("Instance", { label: "9 × 9, hard" });
  await sudoku(page, "8 empty empty empty empty empty empty empty empty");
  await page.goBack();
  await sudoku(page, "3 2 1 empty");
  assert.equal(await page.locator(".sudoku .given").count(), 4);

  await page.goto(at("#/explore?grid=S...G"));
  await searched(page);
  await more(page);
  await choose("Map", "graph");
  await page.locator("canvas.graph").first().waitFor();
  await choose("Map", "grid");
  await searched(page);
  assert.equal(sceneOf(await address(page)).get("grid"), "S...G");

  await page.goto(at("#/trees?tree=1 2 3"));
  await page.locator(".counts", { hasText: "of 3 leaves" }).waitFor();
  await choose("Tree of", "game");
  await choose("Game", "nim");
  await page.waitForFunction(() => document.querySelector("input[type=number]")?.value === "4");
  await page.getByLabel("Depth").fill("2");
  await page.getByLabel("Depth").blur();
  await settled(page);
  await choose("Tree of", "search");
  await page.locator(".counts", { hasText: "expanded" }).waitFor();
  await choose("Tree of", "game");
  await page.waitForFunction(() => document.querySelector("input[type=number]")?.value === "2");
  await choose("Tree of", "lesson");
  await page.locator(".counts", { hasText: "of 3 leaves" }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("a reload keeps the puzzle that was given and the moves apart, and what can be undone", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=sudoku&board=3.1....2.....4.."));
  const said = page.locator(".puzzle .verdict");
  await page.locator(".sudoku .cell").nth(1).click();
  await page.keyboard.press("2");
  await sudoku(page, "3 2 1 empty");
  // At once, and when all is written.
  for (const rests of [false, true]) {
    if (rests) await settled(page);
    await page.reload();
    await sudoku(page, "3 2 1 empty");
    assert.equal(await page.locator(".sudoku .given").count(), 4);
  }
  await page.keyboard.press("Control+z");
  await sudoku(page, "3 empty 1 empty");

  await page.goto(at("#/puzzles?puzzle=jugs&board=jugs 8 5 3; start 8 0 0; goal 4 4 0"));
  const pressJug = (jug) => page.getByRole("button", { name: new RegExp(`^jug ${jug} has`) }).click();
  await page.locator(".jugs.pourable").waitFor();
  await pressJug(1);
  await pressJug(2);
  await page.locator('.picture-box svg[aria-label*="jug 1 has 3 of 8, jug 2 has 5 of 5"]').waitFor();
  // A state that is shown again keeps the jug that was pressed.
  await pressJug(2);
  await page.locator(".plan button").click();
  await page.getByRole("button", { name: "jug 2 has 5 of 5, picked" }).waitFor();
  await pressJug(3);
  await page.locator('.picture-box svg[aria-label*="jug 2 has 2 of 5, jug 3 has 3 of 3"]').waitFor();
  await settled(page);
  await page.reload();
  await page.locator('.picture-box svg[aria-label*="jug 2 has 2 of 5, jug 3 has 3 of 3"]').waitFor();
  assert.deepEqual(await page.locator(".plan button").allTextContents(), ["1>2", "2>3"]);
  assert.match(await said.textContent(), /Not solved yet/);
  const states = ["jug 1 has 8 of 8, jug 2 has 0 of 5", "jug 1 has 3 of 8, jug 2 has 5 of 5", "jug 2 has 2 of 5, jug 3 has 3 of 3"];
  const edit = async (name, state) => {
    await page.getByRole("button", { name }).click();
    await page.locator(`.picture-box svg[aria-label*="${state}"]`).waitFor();
  };
  // A solution replaces the moves, and is undone.
  await page.getByRole("button", { name: /^Solve/ }).click();
  await said.filter({ hasText: "proved optimal" }).waitFor();
  await edit("Undo", states[2]);
  assert.deepEqual(await page.locator(".plan button").allTextContents(), ["1>2", "2>3"]);
  await edit("Undo", states[1]);
  await edit("Undo", states[0]);
  await edit("Redo", states[1]);
  await edit("Redo", states[2]);
  await page.getByRole("button", { name: "Redo" }).click();
  await said.filter({ hasText: "proved optimal" }).waitFor();

  await page.goto(at("#/puzzles?puzzle=tiles&board=8 1 3 / 4 0 2 / 7 6 5"));
  await page.locator("svg.tiles").waitFor();
  await page.keyboard.press("ArrowDown");
  const moved = "8 1 3 / 4 6 2 / 7 0 5";
  await page.locator(`svg.tiles[aria-label*="${moved}"]`).waitFor();
  await page.reload();
  await page.locator(`svg.tiles[aria-label*="${moved}"]`).waitFor();
  const scene = sceneOf(await address(page));
  assert.deepEqual([scene.get("board"), scene.get("now")], ["8 1 3 / 4 0 2 / 7 6 5", moved]);
  // A solution that is looked at is still there, too.
  await page.getByRole("button", { name: /^Solve/ }).click();
  await said.filter({ hasText: "proved optimal" }).waitFor();
  await press(page, ".");
  await settled(page);
  const picture = await page.locator("svg.tiles").getAttribute("aria-label");
  await page.reload();
  await page.locator(`svg.tiles[aria-label="${picture}"]`).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("maps that are too long for a link are kept on the device, and go elsewhere as files", async () => {
  for (const side of [300, 512]) {
    const { page, errors } = await open(chromium.context, at("#/explore?grid=S.G&lane=jps"));
    await searched(page);
    const grid = field(side, side);
    const text = JSON.stringify({ format: "tremaux scene 1", room: "explore", parameters: [["grid", grid], ["lane", "jps"]] });
    const summary = page.locator("summary", { hasText: "Export and share" });
    await more(page);
    await summary.click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open scene" }).click();
    await (await chooser).setFiles({ name: "map.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await more(page);
    await page.locator(".top .kept", { hasText: "Kept on this device" }).waitFor();
    await page.locator(".hint.kept", { hasText: "kept on this device" }).waitFor();
    const link = await address(page);
    assert.match(link, /kept=/);
    const cells = () => page.locator("canvas.grid").first().evaluate((canvas) => canvas.getBoundingClientRect().width > 0);
    await searched(page);
    const verdict = await page.locator(".lane .verdict").textContent();
    assert.ok(await cells());
    await page.reload();
    await searched(page);
    assert.equal(await page.locator(".lane .verdict").textContent(), verdict);
    await room(page, "Play");
    await page.locator(".game-status", { hasText: "to move" }).waitFor();
    await room(page, "Explore");
    await searched(page);
    assert.equal(await page.locator(".lane .verdict").textContent(), verdict);
    await more(page);
    if (!(await page.getByRole("button", { name: "Save scene" }).isVisible())) await summary.click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save scene" }).click();
    const saved = JSON.parse(readFileSync(await (await download).path(), "utf8"));
    assert.equal(new URLSearchParams(saved.parameters).get("grid"), grid);
    assert.deepEqual(errors, []);
    await page.close();
    if (side !== 300) continue;
    const other = await browser();
    try {
      const { page: elsewhere } = await open(other.context, link);
      await elsewhere.getByRole("alert").filter({ hasText: "not kept on this device" }).waitFor();
      await searched(elsewhere);
    } finally {
      await other.close();
    }
  }
});

test("what was changed in the picture of a lesson is still there, and goes on in its room", async () => {
  const { page, errors } = await open(chromium.context, at("#/lessons?lesson=search:dijkstra"));
  await searched(page);
  const box = await page.locator("canvas.grid").first().boundingBox();
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.1);
  await searched(page);
  await settled(page);
  const painted = new URLSearchParams(sceneOf(page.url()).get("picture")).get("grid");
  await room(page, "Play");
  await page.locator(".game-status", { hasText: "to move" }).waitFor();
  await page.goBack();
  await searched(page);
  await page.reload();
  await searched(page);
  await page.getByRole("link", { name: "Open this example" }).click();
  await page.waitForFunction(() => document.querySelector(".lesson") === null);
  await searched(page);
  assert.equal(sceneOf(await address(page)).get("grid"), painted);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a trace file that was opened is still there", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees?source=search&domain=grid"));
  await page.locator(".counts", { hasText: "expanded" }).waitFor();
  await page.locator("summary", { hasText: "Export and share" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Trace", exact: true }).click();
  const file = await (await download).path();
  await page.getByLabel("Tree of").selectOption("file");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open trace" }).click();
  await (await chooser).setFiles(file);
  const note = page.locator(".note", { hasText: /^\d+ nodes, \d+ steps/ });
  await note.waitFor();
  await room(page, "Play");
  await page.locator(".game-status", { hasText: "to move" }).waitFor();
  await room(page, "Trees");
  await note.waitFor();
  await page.reload();
  await note.waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("undoing takes back the last decision of who plays, in every game, and dice stay thrown", async () => {
  const { page: list } = await open(chromium.context, at("#/play?analyse=no"));
  const names = await list.getByLabel("Game", { exact: true }).locator("option").evaluateAll((options) => options.map(({ value }) => value));
  await list.close();
  const takeBack = async (game) => {
    // On small boards, a side that has closed a box moves again.
    const parameters = new URLSearchParams({ game, computer: "second", algorithm: "random", analyse: "no", ...(game === "dots-and-boxes" && { size: "2x2" }) });
    const { page, errors } = await open(chromium.context, at(`#/play?${parameters}`));
    const mine = page.locator(".moves button:enabled:not(.primary)");
    const lines = [];
    for (let turn = 0; turn < 2 && (await page.locator(".game-status[data-side=over]").count()) === 0; turn += 1) {
      await page.locator(".moves button:enabled:not(.primary), .game-status[data-side=over]").first().waitFor();
      // The computer may end the game.
      if ((await mine.count()) === 0) break;
      lines.push(await played(page));
      await mine.last().click();
      await page.waitForFunction((count) => document.querySelectorAll(".history li").length > count, lines.at(-1).length);
    }
    await page.locator(".moves button:enabled:not(.primary), .game-status[data-side=over]").first().waitFor();
    const end = await played(page);
    const shows = (line) => page.waitForFunction((text) =>
      [...document.querySelectorAll(".history button")].map((button) => button.textContent).join() === text
      && document.querySelector(".moves button:enabled, .game-status[data-side=over]"), line.join());
    for (const line of lines.toReversed()) {
      await page.getByRole("button", { name: "Undo" }).click();
      await shows(line).catch(async () => assert.deepEqual(await played(page), line, game));
    }
    // At the first decision there is nothing more to take back.
    for (const line of [...lines.slice(1), end]) {
      await page.getByRole("button", { name: "Redo" }).click();
      await shows(line).catch(async () => assert.deepEqual(await played(page), line, game));
    }
    assert.deepEqual(errors, [], game);
    await page.close();
  };
  for (let nth = 0; nth < names.length; nth += 4) await Promise.all(names.slice(nth, nth + 4).map(takeBack));
});

test("dice that were thrown stay thrown when another move is tried, and after a reload", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=backgammon&analyse=no"));
  const moves = page.locator(".moves button");
  await moves.first().waitFor();
  await moves.first().click();
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 3);
  const [first, , dice] = await played(page);
  for (let nth = 1; nth < 4; nth += 1) {
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".history li").length === 1);
    if (nth === 2) {
      await settled(page);
      await page.reload();
      await moves.first().waitFor();
    }
    await moves.nth(nth).click();
    await page.waitForFunction(() => document.querySelectorAll(".history li").length === 3);
    const line = await played(page);
    assert.deepEqual([line[0], line[2]], [first, dice]);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("a variation is kept when another move is tried, and a click leads back to it", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=chess&moves=e2e4;e7e5;g1f3&analyse=no"));
  await page.locator(".history li").nth(2).waitFor();
  const line = await played(page);
  const shows = (moves) => page.waitForFunction((text) =>
    [...document.querySelectorAll(".history button")].map((button) => button.textContent).join() === text, moves.join());
  await page.getByRole("button", { name: /^Go back to move 1/ }).click();
  await shows(line.slice(0, 1));
  // What comes next is still there.
  const variation = (name) => page.locator(".variations").getByRole("button", { name });
  await variation(/1… /).waitFor();
  const other = page.getByRole("button", { name: /^Play c5|^Play c7c5/ });
  const name = (await other.textContent()).trim();
  await other.click();
  await shows([line[0], name]);
  await page.reload();
  await shows([line[0], name]);
  await variation(/1… /).click();
  await shows(line.slice(0, 2));
  await page.getByRole("button", { name: "Redo" }).click();
  await shows(line);
  await variation(/1… /).click();
  await shows([line[0], name]);
  // Older links, which know one line.
  assert.equal(sceneOf(await address(page)).getAll("line").length, 2);
  assert.deepEqual(errors, []);
  await page.close();
});
