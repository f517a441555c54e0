// For everybody: what a checker finds in every room, and a telephone under the fingers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { at, chromium, open, searched, settled, start } from "./browser.js";

start();

test("axe finds nothing serious in any room, light and dark, on a desk and on a telephone", async () => {
  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  const rooms = [
    "explore", "explore?on=graph", "play?game=chess", "play?game=backgammon", "play?game=hex", "play?game=nim", "trees",
    "puzzles?puzzle=cube", "puzzles?puzzle=sudoku", "puzzles?puzzle=jugs", "puzzles?puzzle=function", "lessons", "lessons?lesson=a-star",
  ];
  for (const room of rooms) {
    for (const [width, height] of [[1366, 900], [390, 844]]) {
      for (const scheme of ["light", "dark"]) {
        const { page } = await open(chromium.context, at(`#/${room}`), { viewport: { width, height }, scheme });
        await page.locator(".room").first().waitFor();
        await page.waitForTimeout(300);
        await page.evaluate(axe);
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
        const found = await page.evaluate(async (runOnly) => {
          const { violations } = await window.axe.run(document, { runOnly });
          return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html.slice(0, 120)}`);
        }, tags);
        assert.deepEqual(found, [], `${room}, ${scheme}, ${width} pixels wide`);
        await page.close();
      }
    }
  }
});

/** A page on a telephone, and fingers on it. */
async function telephone(fragment) {
  const { page, errors } = await open(chromium.context, "about:blank", { viewport: { width: 390, height: 844 } });
  const device = await chromium.context.newCDPSession(page);
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
  await page.goto(at(fragment));
  await page.locator(".room").first().waitFor();
  /** Moves fingers along lines from the middle of an element, in pixels. */
  const touch = async (locator, ...lines) => {
    await locator.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await locator.boundingBox();
    const points = (share) => lines.map(([from, to], id) => ({
      id,
      x: x + width / 2 + from[0] + (to[0] - from[0]) * share,
      y: y + height / 2 + from[1] + (to[1] - from[1]) * share,
    }));
    const send = (type, touchPoints) => device.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", points(0));
    for (let nth = 1; nth <= 8; nth += 1) await send("touchMove", points(nth / 8));
    await send("touchEnd", []);
    await settled(page);
  };
  const tap = (locator) => touch(locator, [[0, 0], [0, 0]]);
  return { page, errors, touch, tap };
}

test("on a telephone, walls are drawn with one finger, and the search follows", async () => {
  const { page, errors, touch } = await telephone("#/explore?grid=S......../........./........./........./........G&lane=a-star");
  await searched(page);
  const canvas = page.locator("canvas.grid").first();
  await touch(canvas, [[0, -60], [0, 20]]);
  await searched(page);
  const cost = page.locator(".lane [data-count=cost]").first();
  assert.ok(Number(await cost.textContent()) >= 12);
  assert.match(await page.locator(".lane .verdict").first().textContent(), /^Solved/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("on a telephone, a tree is stepped, moved and pinched", async () => {
  const { page, errors, touch, tap } = await telephone("#/trees?step=0");
  const canvas = page.locator("canvas.tree");
  await canvas.waitFor();
  const pixels = () => canvas.evaluate((it) => it.toDataURL().length + it.toDataURL().slice(-2000));
  const first = await pixels();
  await tap(page.getByRole("button", { name: "Next step" }));
  await page.locator(".where", { hasText: /^1 / }).waitFor();
  const stepped = await pixels();
  assert.notEqual(stepped, first);
  await touch(canvas, [[0, 0], [80, 40]]);
  const moved = await pixels();
  assert.notEqual(moved, stepped);
  const scale = async () => Number(await canvas.getAttribute("data-scale"));
  const before = await scale();
  await touch(canvas, [[-20, 0], [-60, 0]], [[20, 0], [60, 0]]);
  const ratio = (await scale()) / before;
  assert.ok(ratio > 2 && ratio < 4, `three times as large: ${ratio}`);
  // A tree that is too large to be read is fitted into the view when that is asked for.
  const wide = `(${Array(40).fill("(1 2 3 4 5)").join(" ")})`;
  await page.goto(at(`#/trees?tree=${wide}`));
  await page.locator("[data-counts]", { hasText: "of 200 leaves" }).waitFor();
  await page.getByRole("button", { name: "Fit tree to view" }).click();
  await settled(page);
  const { width } = await canvas.boundingBox();
  assert.ok((await scale()) * 200 <= width, `${await scale()} pixels a leaf`);
  assert.deepEqual(errors, []);
  await page.close();
});

test("on a telephone, a game is played, a cube turned, a sudoku filled and a lesson followed", async () => {
  const { page, errors, touch, tap } = await telephone("#/play?game=connect-four&seconds=0.1");
  const board = page.locator(".board-panel svg.board");
  await board.waitFor();
  await page.locator(".moves button").first().waitFor();
  await tap(board);
  await page.locator(".history button").first().waitFor();
  assert.equal(await page.locator(".history button").first().textContent(), "4");

  await page.goto(at("#/puzzles?puzzle=cube&board=U U'"));
  const said = page.locator(".puzzle .verdict");
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  await touch(page.locator('.solid [data-at="23"]'), [[0, 0], [0, -50]]);
  await page.locator('.picture-box svg[aria-label*="F FFDFFDFFD"]').waitFor();

  await page.goto(at("#/puzzles?puzzle=sudoku&board=3.1....2.....4.."));
  await page.locator(".sudoku .given").first().waitFor();
  await tap(page.locator(".sudoku .cell").nth(1));
  await tap(page.getByRole("button", { name: "Write 2" }));
  await page.locator('.picture-box svg[aria-label*="row by row: 3 2 1 empty"]').waitFor();

  await page.goto(at("#/lessons"));
  await tap(page.getByRole("button", { name: "Next", exact: true }));
  await page.getByText("2 / 4").waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});
