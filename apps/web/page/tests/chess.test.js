// Chess: a game against the engine, promotion, files, and how games end.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { address, chromium, inColours, open, press, sceneOf, server, shot, start } from "./browser.js";

start();

const at = (parameters) => `${server.address}/#/play?${new URLSearchParams({ game: "chess", ...parameters })}`;

/** Where a square is on the screen. */
async function place(page, square, flipped = false) {
  // Settings below may have been scrolled to.
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.locator("svg.squares").boundingBox();
  const unit = box.width / (8 * 60 + 44);
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const [x, y] = flipped ? [7 - file, rank] : [file, 7 - rank];
  return [box.x + (22 + (x + 0.5) * 60) * unit, box.y + (22 + (y + 0.5) * 60) * unit];
}

async function click(page, ...squares) {
  for (const square of squares) await page.mouse.click(...(await place(page, square)));
}

async function drag(page, from, to, flipped = false) {
  await page.mouse.move(...(await place(page, from, flipped)));
  await page.mouse.down();
  await page.mouse.move(...(await place(page, to, flipped)), { steps: 4 });
  await page.mouse.up();
}

/** Waits until so many moves are played and a user may move; returns the moves. */
async function moves(page, count) {
  await page.waitForFunction(
    (count) => document.querySelectorAll(".history li").length === count && !document.querySelector(".moves button:disabled"),
    count,
  );
  return page.locator(".history button").allTextContents();
}

const status = (page, text) => page.locator(".game-status", { hasText: text }).waitFor();

async function saved(page, name) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return readFileSync(await (await download).path(), "utf8");
}

test("a game against the engine: clicks and drags, a promotion, moves taken back, PGN out and in", async () => {
  // Whatever Black does after e7, the new queen mates.
  const start = "6k1/8/4P1K1/8/8/p7/8/8 w - - 0 1";
  const { page, errors } = await open(chromium.context, at({ start, computer: "second", depth: "2", seconds: "60" }));
  await status(page, "White to move.");
  assert.equal(await page.locator(".chessman.white").count(), 2);
  // A piece is picked: its moves are left, and marked.
  await page.locator(".moves button", { hasText: "Kf6" }).waitFor();
  await click(page, "e6");
  assert.deepEqual(await page.locator(".moves button").allTextContents(), ["e7"]);
  assert.equal(await page.locator(".squares .target").count(), 1);
  await shot(page, "chess-picked");
  await click(page, "e7");
  const [first, reply] = await moves(page, 2);
  assert.equal(first, "e7");
  assert.equal(await page.locator(".squares .last").count(), 2);
  // Taken back with the answer, and played again by dragging.
  await press(page, "u");
  await moves(page, 0);
  await drag(page, "e6", "e7");
  assert.deepEqual(await moves(page, 2), ["e7", reply]);
  // The pawn becomes a knight, by the keyboard; that is taken back, too.
  await click(page, "e7", "e8");
  assert.deepEqual(await page.locator(".moves button").allTextContents(), ["e8=B", "e8=N", "e8=Q#", "e8=R#"]);
  const choice = page.locator(".squares .option");
  assert.deepEqual(await choice.evaluateAll((all) => all.map((it) => it.dataset.move)), ["e8=Q#", "e8=N", "e8=R#", "e8=B"]);
  await shot(page, "chess-promotion");
  await choice.nth(1).press("Enter");
  assert.equal((await moves(page, 4))[2], "e8=N");
  await press(page, "u");
  await moves(page, 2);
  // A click beside the choice puts the pawn down.
  await click(page, "e7", "e8", "a1");
  assert.equal(await choice.count(), 0);
  await drag(page, "e7", "e8");
  await choice.first().click();
  await status(page, "White wins: checkmate. Last move: e8=Q#.");
  assert.equal(await page.locator(".squares .alert").count(), 1);
  assert.equal(await page.locator(".bar").getAttribute("data-text"), "White wins");
  await shot(page, "chess-mate");
  await page.locator("summary", { hasText: "Position and files" }).click();
  const pgn = await saved(page, "Save PGN");
  assert.ok(pgn.includes(`[Result "1-0"]`) && pgn.includes(`[FEN "${start}"]`), pgn);
  assert.ok(pgn.includes(`\n1. e7 ${reply} 2. e8=Q# 1-0\n`), pgn);
  // In again, on another page.
  await page.getByLabel("Computer plays").selectOption("none");
  await page.getByRole("button", { name: "New game" }).click();
  await status(page, "White to move.");
  const field = page.getByLabel("Position as text");
  await field.fill(pgn);
  await page.getByRole("button", { name: "Read PGN" }).click();
  await status(page, "White wins: checkmate.");
  assert.deepEqual(await page.locator(".history button").allTextContents(), ["e7", reply, "e8=Q#"]);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the other side of the board, check, castling, and several lines in algebraic notation", async () => {
  const start = "r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 0 20";
  const { page, errors } = await open(chromium.context, at({ start, depth: "2", seconds: "60", lines: "3" }));
  await status(page, "White to move.");
  assert.equal(await page.locator(".squares .alert").count(), 1);
  await press(page, "f");
  await drag(page, "e1", "e2", true);
  await moves(page, 1);
  await drag(page, "e8", "g8", true);
  assert.deepEqual(await moves(page, 2), ["Kxe2", "O-O"]);
  assert.deepEqual(await page.locator(".history li").evaluateAll((all) => all.map((it) => it.dataset.number)), ["20.", ""]);
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  const legal = await page.locator(".moves button").allTextContents();
  for (const line of await page.locator(".lines li > button").allTextContents()) assert.ok(legal.includes(line), line);
  assert.match(await page.locator(".lines .worth").first().textContent(), /^≈ [+−]?\d+\.\d\d$/);
  assert.match(await page.locator(".bar").getAttribute("data-text"), /^White ≈ [+−]?\d+\.\d\d$/);
  await shot(page, "chess-lines");
  await inColours(page, "dark");
  await shot(page, "chess-lines-dark");
  // Who lets the computer play White sits at the other end.
  await press(page, "f");
  await page.getByLabel("Computer plays").selectOption({ label: "White (first)" });
  assert.equal((await moves(page, 3)).length, 3);
  assert.equal(sceneOf(await address(page)).get("flip"), "yes");
  await page.locator("summary", { hasText: "Position and files" }).click();
  assert.match(await page.getByLabel("Position as text").inputValue(), / b - - \d 21$/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("how a game ended is told", async () => {
  const repeated = "Nf3;Nf6;Ng1;Ng8;Nf3;Nf6;Ng1;Ng8";
  const games = [
    [{ start: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }, "Draw: stalemate."],
    [{ moves: repeated }, "Draw: threefold repetition. Last move: Ng8."],
    [{ start: "7k/8/6K1/8/8/8/8/R7 w - - 99 80", moves: "Rb1" }, "Draw: fifty moves without a capture or a pawn move."],
    [{ start: "7k/8/6K1/8/8/8/8/N7 w - - 0 1" }, "Draw: insufficient material."],
    [{ moves: "f3;e5;g4;Qh4#" }, "Black wins: checkmate. Last move: Qh4#."],
  ];
  for (const [game, text] of games) {
    const { page, errors } = await open(chromium.context, at({ analyse: "no", ...game }));
    await status(page, text);
    assert.equal(await page.locator(".moves button").count(), 0);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("what is wrong with a position or a game is told with its place, and what was there stays", async () => {
  const { page, errors } = await open(chromium.context, at({ analyse: "no", moves: "e4" }));
  await status(page, "Black to move.");
  await page.locator("summary", { hasText: "Position and files" }).click();
  const [field, problem] = [page.getByLabel("Position as text"), page.locator(".problem")];
  const selected = () => field.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
  await field.fill("4k3/8/8/8/9/8/8/4K3 w - - 0 1");
  await page.getByRole("button", { name: "Set position" }).click();
  await problem.filter({ hasText: "line 1, column 11: expected a piece" }).waitFor();
  assert.equal(await selected(), "9");
  await shot(page, "chess-problem");
  await field.fill('[White "José"]\n\n1. e4 e5 2. Nf3 Nc7 1-0\n');
  await page.getByRole("button", { name: "Read PGN" }).click();
  await problem.filter({ hasText: "line 3, column 17: expected a legal move; the nearest are `Nc6`" }).waitFor();
  assert.equal(await selected(), "Nc7");
  await field.fill(" ");
  assert.equal(await problem.textContent(), "");
  await page.getByRole("button", { name: "Read PGN" }).click();
  await problem.filter({ hasText: "expected a game in PGN" }).waitFor();
  // The game goes on.
  await drag(page, "e7", "e5");
  assert.deepEqual(await moves(page, 2), ["e4", "e5"]);
  // A file of several games: one is chosen.
  await field.fill('[White "A"]\n[Black "B"]\n\n1. e4 1-0\n\n[White "C"]\n[Black "D"]\n\n1. d4 d5 *\n');
  await page.getByRole("button", { name: "Read PGN" }).click();
  assert.deepEqual(await moves(page, 1), ["e4"]);
  await page.getByLabel("Game of the file").selectOption({ label: "2. C – D *, 2 plies" });
  assert.deepEqual(await moves(page, 2), ["d4", "d5"]);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});
