// Checkers on its board, and trees of games with chance or for more than two.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { address, at, chromium, commandLine, inColours, open, press, shot, start } from "./browser.js";

start();

/** Where a square is on the screen: by number on a board of so many columns. */
async function squares(page, side, flipped = false) {
  const box = await page.locator("svg.men").boundingBox();
  const unit = box.width / (side * 60 + 44);
  return (number) => {
    const row = Math.floor((number - 1) / (side / 2));
    const column = 2 * ((number - 1) % (side / 2)) + (row % 2 === 0 ? 1 : 0);
    const place = (nth) => (22 + ((flipped ? side - 1 - nth : nth) + 0.5) * 60) * unit;
    return [box.x + place(column), box.y + place(row)];
  };
}

const lastMove = (page, move) =>
  page.waitForFunction((text) => [...document.querySelectorAll(".history button")].at(-1)?.textContent === text, move);

test("checkers is played by picking a man and its squares, by dragging, and on a board turned round", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=checkers&analyse=no"));
  await page.locator(".game-status", { hasText: "Black to move" }).waitFor();
  assert.equal(await page.locator(".men .field.dark").count(), 32);
  assert.equal(await page.locator("g.men .man.black").count(), 12);
  assert.equal(await page.locator("g.men .man.white").count(), 12);
  assert.equal(await page.locator(".men .square-number").count(), 32);
  // Seven moves of four men.
  assert.equal(await page.locator(".moves button").count(), 7);
  assert.equal(await page.locator(".men .legal.movable").count(), 4);
  let square = await squares(page, 8);
  await page.mouse.click(...square(11));
  assert.deepEqual(await page.locator(".moves button").allTextContents(), ["11-15", "11-16"]);
  assert.equal(await page.locator(".men .legal.target").count(), 2);
  // Another man instead, and a square where nothing is.
  await page.mouse.click(...square(9));
  assert.deepEqual(await page.locator(".moves button").allTextContents(), ["9-13", "9-14"]);
  await page.mouse.click(...square(18));
  assert.equal(await page.locator(".moves button").count(), 7);
  await page.mouse.click(...square(11));
  await page.mouse.click(...square(15));
  await lastMove(page, "11-15");
  await page.locator(".game-status", { hasText: "White to move" }).waitFor();
  // Dragged.
  await page.mouse.move(...square(22));
  await page.mouse.down();
  await page.mouse.move(...square(18), { steps: 4 });
  await page.mouse.up();
  await lastMove(page, "22-18");
  // Turned round, the capture that must be.
  await press(page, "f");
  square = await squares(page, 8, true);
  await page.mouse.click(...square(15));
  await page.mouse.click(...square(22));
  await lastMove(page, "15x22");
  assert.equal(await page.locator("g.men .man.white").count(), 11);
  // The captured man is above the board.
  assert.equal(await page.locator(".captured").count(), 1);
  const label = await page.locator("svg.men").getAttribute("aria-label");
  assert.match(label, /^checkers, position W:W.*:B.*White to move/);
  await shot(page, "checkers");
  await inColours(page, "dark");
  await shot(page, "checkers-dark");
  // By keys alone: the moves are buttons.
  await page.getByRole("button", { name: "Play 25x18" }).press("Enter");
  await lastMove(page, "25x18");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a capture of several men is picked square by square, or by where it ends", async () => {
  for (const clicks of [[1, 10, 19], [1, 19]]) {
    const { page, errors } = await open(chromium.context, at("#/play?game=checkers&analyse=no&start=B:W6,15,32:B1"));
    await page.locator(".moves button", { hasText: "1x10x19" }).waitFor();
    const square = await squares(page, 8);
    for (const [nth, number] of clicks.entries()) {
      await page.mouse.click(...square(number));
      if (nth + 1 < clicks.length) assert.equal(await page.locator(".men .picked").count(), nth + 1);
    }
    await lastMove(page, "1x10x19");
    assert.equal(await page.locator("g.men .man").count(), 2);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("boards of other rules: ten squares wide, letters, kings, and who begins", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=checkers&analyse=no&rules=international"));
  await page.locator(".game-status", { hasText: "White to move" }).waitFor();
  assert.equal(await page.locator(".men .field.dark").count(), 50);
  assert.equal(await page.locator("g.men .man.white").count(), 20);
  const square = await squares(page, 10);
  await page.mouse.click(...square(32));
  await page.mouse.click(...square(28));
  await lastMove(page, "32-28");
  await shot(page, "checkers-international");
  await page.goto(at("#/play?game=checkers&analyse=no&rules=russian&start=W:WKc3,e3:Bf6,Kb8"));
  await page.locator(".men .edge-letter").first().waitFor();
  assert.equal(await page.locator("g.men .crown").count(), 2);
  assert.equal(await page.locator(".men .edge-letter").count(), 16);
  await shot(page, "checkers-russian");
  const first = await page.locator(".moves button").first().textContent();
  await page.locator(".moves button").first().click();
  await lastMove(page, first);
  assert.deepEqual(errors, []);
  await page.close();
});

test("trees of games with chance, and for three, are shown with means, payoffs and reasons", async () => {
  const start = "2wEAAAYAAAAAAA 1 21";
  const dice = new URLSearchParams({ source: "game", game: "backgammon", start, depth: "3", algorithm: "expectiminimax" });
  const { page, errors } = await open(chromium.context, at(`#/trees?${dice}`));
  const shown = page.locator("[data-counts]");
  await shown.filter({ hasText: /nodes \d/ }).waitFor();
  const words = ["--depth", "3", "--algorithm", "expectiminimax", "--format", "json"];
  const { counts, score } = JSON.parse(commandLine("analyze", "backgammon", start, ...words));
  const number = (count) => count.toLocaleString("en");
  assert.ok((await shown.textContent()).startsWith(`nodes ${number(counts.nodes)} · leaves ${number(counts.leaves)} · cutoffs ${number(counts.cutoffs)}`));
  assert.match(await page.locator(".note").textContent(), /Values are thousandths of a point for side 1/);
  const details = page.locator(".details");
  assert.match(await details.textContent(), new RegExp(`^root; side 1 to move; value ≈ ${String(score).replace("-", "−")}\\b`));
  // Below a move it is chance to move.
  await page.locator("canvas.tree").press("ArrowDown");
  assert.match(await details.textContent(), /chance to move/);
  await shot(page, "tree-backgammon");
  // Another game: its options, and the algorithms that fit it.
  await page.getByLabel("Game", { exact: true }).selectOption("dots-and-boxes");
  await page.getByLabel("players").fill("3");
  await page.getByLabel("players").blur();
  await page.getByLabel("Algorithm").selectOption("max-n");
  await page.locator(".note", { hasText: "Values are boxes" }).waitFor();
  await page.waitForFunction(() => /value \d+ · \d+ · \d+/.test(document.querySelector(".details")?.textContent ?? ""));
  const offered = await page.getByLabel("Algorithm").locator("option").allTextContents();
  assert.deepEqual(offered, ["max-n", "paranoid", "mcts"]);
  await shot(page, "tree-max-n");
  const download = page.waitForEvent("download");
  await page.locator("summary", { hasText: "Export and share" }).click();
  await page.getByRole("button", { name: "Page (HTML)" }).click();
  assert.match(readFileSync(await (await download).path(), "utf8"), /"judged":0[^]*"payoffs":\[\d+,\d+,\d+\]/);
  // The link holds the options of the game.
  const again = await open(chromium.context, await address(page));
  await again.page.locator(".note", { hasText: "Values are boxes" }).waitFor();
  assert.equal(await again.page.getByLabel("players").inputValue(), "3");
  assert.deepEqual([...errors, ...again.errors], []);
  await again.page.close();
  await page.close();
});

test("nim takes what is clicked, and its hint is where that is", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=nim&start=3+4+5&analyse=no"));
  await page.locator(".moves button", { hasText: "3-5" }).waitFor();
  for (const [heap, count, size] of [[1, 3, 3], [2, 1, 4], [3, 2, 5], [3, 5, 5]]) {
    const box = await page.locator("svg.board").boundingBox();
    const unit = box.width / 3.3;
    // The lowest object that the move takes; the board is six rows high.
    const row = 6 - size + count - 0.5;
    await page.mouse.click(box.x + (heap - 0.5 + 0.15) * unit, box.y + (row + 0.15) * unit);
    await lastMove(page, `${heap}-${count}`);
    await press(page, "u");
    await page.waitForFunction(() => document.querySelectorAll(".history li").length === 0);
  }
  await page.goto(at("#/play?game=nim&start=1+2+5"));
  await page.locator(".lines li button", { hasText: "3-2" }).waitFor();
  await press(page, "h");
  const mark = page.locator(".board .hint-mark");
  assert.deepEqual([await mark.getAttribute("cx"), await mark.getAttribute("cy")], ["150", "150"]);
  assert.deepEqual(errors, []);
  await page.close();
});

test("nobody moves for the computer while it thinks", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=connect-four&computer=second&seconds=3"));
  await page.getByRole("button", { name: "Play 4" }).click();
  await page.locator(".game-status", { hasText: "Blue to move" }).waitFor();
  assert.equal(await page.locator(".moves button:enabled").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Hint" }).isDisabled());
  const board = await page.locator("svg.board").boundingBox();
  await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
  for (const key of ["1", "h"]) await press(page, key);
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".history li").count(), 1);
  await page.locator(".game-status", { hasText: "Orange to move" }).waitFor();
  assert.equal(await page.locator(".history li").count(), 2);
  assert.ok(await page.getByRole("button", { name: "Hint" }).isEnabled());
  assert.deepEqual(errors, []);
  await page.close();
});

test("the bar shows the first side's chances, whoever is to move, and how the game ended", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=tic-tac-toe&start=xo./.../..."));
  const bar = page.locator(".bar");
  for (let left = 5; left > 0; left -= 1) {
    await page.waitForFunction((text) => document.querySelector(".bar")?.dataset.text === text, `X wins in ${left} ${left === 1 ? "ply" : "plies"}`);
    assert.equal(await bar.getAttribute("aria-valuenow"), "100");
    await page.locator(".lines button").first().click();
  }
  await page.locator(".game-status", { hasText: "X wins." }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await bar.getAttribute("data-text"), "X wins");
  assert.equal(await bar.getAttribute("aria-valuenow"), "100");
  await page.getByRole("button", { name: "New game" }).click();
  await page.waitForFunction(() => document.querySelector(".bar")?.dataset.text === "draw");
  // A number agrees with what it counts.
  await page.goto(at("#/play?game=dots-and-boxes&size=1x1&analyse=no&moves=h1,1;h2,1;v1,1;v1,2"));
  await page.locator(".game-status", { hasText: /wins by 1 box\./ }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("the dice of backgammon are drawn, once they are rolled", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=backgammon&analyse=no&roll=no"));
  await page.getByRole("button", { name: "Roll" }).waitFor();
  assert.equal(await page.locator(".die").count(), 0);
  await page.goto(at("#/play?game=backgammon&analyse=no&start=4HPwATDgc/ABMA+2+61"));
  await page.locator(".die.side-1").first().waitFor();
  const pips = await page.locator(".die").evaluateAll((dice) => dice.map((die) => die.querySelectorAll(".pip").length));
  assert.deepEqual(pips, [6, 1]);
  await shot(page, "dice");
  assert.deepEqual(errors, []);
  await page.close();
});

test("the row that wins is marked, and so is what the last move changed", async () => {
  for (const [game, moves, row] of [["connect-four", "4;3;4;3;4;3;4", 4], ["tic-tac-toe", "a1;b1;b2;c1;c3", 3]]) {
    const { page, errors } = await open(chromium.context, at(`#/play?game=${game}&moves=${moves}&seconds=0.1`));
    await page.locator(".game-status", { hasText: "wins" }).waitFor();
    assert.equal(await page.locator(".board .row-mark").count(), row);
    assert.equal(await page.locator(".board .last-mark").count(), 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".game-status", { hasText: "to move" }).waitFor();
    assert.equal(await page.locator(".board .row-mark").count(), 0);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});

test("a game for three offers what plays it, and a lost connection plays no move", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=dots-and-boxes&players=3&analyse=no"));
  await page.locator(".game-status", { hasText: "to move" }).waitFor();
  const algorithms = () => page.getByLabel("Algorithm").locator("option").allTextContents();
  assert.deepEqual(await algorithms(), ["max-n", "paranoid", "mcts", "random"]);
  // The server names the algorithms of another game when it is chosen.
  await page.getByLabel("Game", { exact: true }).selectOption("connect-four");
  await page.waitForFunction(() => document.querySelector(".game-status")?.textContent?.includes("Orange to move"));
  assert.ok(!(await algorithms()).includes("max-n"));
  assert.ok((await algorithms()).includes("scout"));
  // A move that does not reach the server was not played.
  await page.route("**/api/position", (route) => route.abort());
  await page.getByRole("button", { name: "Play 4" }).click();
  await page.locator(".game-status", { hasText: "No connection to the server." }).waitFor();
  await page.unroute("**/api/position");
  await page.getByRole("button", { name: "Play 3" }).click();
  await lastMove(page, "3");
  assert.equal(await page.locator(".history button").count(), 1);
  assert.deepEqual(errors, ["Failed to load resource: net::ERR_FAILED"]);
  await page.close();
});

test("trees say what they leave out, whose explanation is told, and what was cut", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees"));
  await page.locator(".lesson-text", { hasText: "Russell and Norvig" }).waitFor();
  await page.getByLabel("Algorithm").selectOption("minimax");
  await page.locator(".lesson-text", { hasText: "is about alpha-beta; minimax is shown" }).waitFor();
  await page.close();
  const wide = await open(chromium.context, at("#/trees?source=game&game=connect-four&start=&depth=8&algorithm=minimax&plain=yes"));
  await wide.page.locator(".note", { hasText: "The tree shows the first" }).waitFor({ timeout: 60_000 });
  const three = await open(chromium.context, at("#/trees?source=game&game=dots-and-boxes&players=3&start=&depth=2&algorithm=alpha-beta"));
  await three.page.locator(".note", { hasText: "use mcts, max-n, paranoid" }).waitFor();
  assert.deepEqual([errors, wide.errors], [[], []]);
  await wide.page.close();
  await three.page.close();
});
