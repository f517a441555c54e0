// What the page says beside a picture is true of that picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, chromium, commandLine, open, press, searched, start } from "./browser.js";

start();

test("estimates look and read as estimates, exact values as values, and the winner is named", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=connect-four&depth=4&algorithm=alpha-beta"));
  const worth = page.locator(".lines .worth").first();
  await worth.waitFor();
  assert.match(await worth.textContent(), /^≈ [+−]?\d+$/);
  assert.match(await worth.getAttribute("class"), /\bestimate\b/);
  assert.match(await page.locator(".analysis-state").textContent(), /depth 4, an estimate by stones in the middle columns/);
  assert.match(await page.locator(".bar").getAttribute("aria-valuetext"), /^Orange ≈ .*an estimate/);
  await page.goto(at("#/play?game=connect-four&start=2252576253462244111563365343671351441&seconds=9"));
  await page.locator(".analysis-state", { hasText: ": exact, " }).waitFor();
  assert.match(await worth.textContent(), /^(wins|loses|draw)/);
  assert.doesNotMatch(await worth.getAttribute("class"), /\bestimate\b/);
  // The second side has won: that is said of it, and not of the other.
  await page.goto(at("#/play?game=tic-tac-toe&moves=a1;b2;a2;a3;b1;c1"));
  await page.locator(".game-status", { hasText: "O wins" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".bar").dataset.text === "O wins");
  assert.deepEqual(errors, []);
  await page.close();
});

test("tiles are at home where the goal of the search has them, whatever the goal is", async () => {
  const board = "8 1 3 / 4 0 2 / 7 6 5";
  for (const [goal, options] of [["", []], ["blank-first", ["--goal", "blank-first"]], ["8 1 3 / 0 4 2 / 7 6 5", ["--goal", "8 1 3 / 0 4 2 / 7 6 5"]]]) {
    const { page, errors } = await open(chromium.context, at(`#/puzzles?${new URLSearchParams({ puzzle: "tiles", board, ...(goal && { goal }) })}`));
    await page.getByText(/^Goal: /).waitFor();
    const [named] = /[\d /]+$/.exec(await page.getByText(/^Goal: /).textContent());
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".puzzle .verdict", { hasText: "proved optimal" }).waitFor();
    const { moves } = JSON.parse(commandLine("solve", "tiles", board, ...options, "--format", "json"));
    assert.equal((await page.locator(".plan button").allTextContents()).length, moves.length, goal);
    await page.locator("body").press("End");
    await page.waitForFunction((tiles) => document.querySelectorAll(".tile.home").length === tiles, 8);
    assert.equal(await page.locator(".tiles").getAttribute("aria-label"), `Board: ${named.trim()}`);
    await page.locator("body").press("Home");
    const cells = board.split(/[ /]+/);
    const goals = named.trim().split(/[ /]+/);
    const home = cells.filter((tile, cell) => tile !== "0" && tile === goals[cell]).length;
    await page.waitForFunction((tiles) => document.querySelectorAll(".tile.home").length === tiles, home);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("a hint names a wrong digit instead of going on from it", async () => {
  const board = "3.1....2.....4..";
  const { page, errors } = await open(chromium.context, at(`#/puzzles?${new URLSearchParams({ puzzle: "sudoku", board })}`));
  await page.locator(".sudoku .given").first().waitFor();
  const hint = page.getByRole("button", { name: "Hint" });
  const said = page.locator(".puzzle .verdict");
  await page.locator(".sudoku .cell").nth(4).click();
  await page.getByRole("button", { name: "Write 1" }).click();
  await page.locator('.picture-box svg[aria-label*="; 1 empty"]').waitFor();
  await hint.click();
  await said.filter({ hasText: /^Wrong: r2c1 is not 1\.$/ }).waitFor();
  await page.getByRole("button", { name: "Write 4" }).click();
  await page.locator('.picture-box svg[aria-label*="; 4 empty"]').waitFor();
  await hint.click();
  await said.filter({ hasText: /^Hint: r\dc\d=\d\. From here: \d+ / }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("a verdict is that of the moment that is shown", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=jugs&step=0"));
  const said = page.locator(".puzzle .verdict");
  await said.filter({ hasText: /^Solved: 7 / }).waitFor();
  const found = await said.textContent();
  const looked = page.waitForResponse((answer) => answer.url().endsWith("/api/look"));
  await page.locator("body").press("End");
  await looked;
  assert.equal(await said.textContent(), found);
  await page.goto(at("#/explore?grid=S..../...../....G&lane=breadth-first"));
  await searched(page);
  await press(page, "Home");
  await page.locator(".lane .verdict", { hasText: /^After 0 of \d+ expansions: no plan yet\.$/ }).waitFor();
  assert.equal(await page.locator(".lane .verdict[data-moment]").count(), 1);
  await press(page, "End");
  await page.locator(".lane .verdict", { hasText: "Solved: 6 moves, proved optimal." }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("shares of playouts are no points, and a search for a proof has no values", async () => {
  for (const [algorithm, root, meaning] of [
    ["mcts", /^root; max to move; value ≈ \d+ %; [^α]*$/, /share of playouts that side max won/],
    ["proof-number", /^root; [^αv]*variation; 3 children$/, /proves who wins/],
  ]) {
    const { page, errors } = await open(chromium.context, at(`#/trees?source=lesson&algorithm=${algorithm}`));
    await page.locator("[data-counts]", { hasText: /nodes \d/ }).waitFor();
    assert.match(await page.locator(".details").textContent(), root);
    assert.match(await page.locator(".note").textContent(), meaning);
    assert.deepEqual(errors, []);
    await page.close();
  }
});
