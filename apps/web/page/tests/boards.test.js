// Every kind of board: a whole game by keys alone, and the same by touch on a telephone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chromium, commandLine, open, server, shot, start } from "./browser.js";

start();

const UNIT = 60;
const at = (x, y) => [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
/** A hexagon: each row lies half a cell further to the right. */
const hexagon = (x, y) => [(x + 0.5 + y / 2) * UNIT, (y * Math.sqrt(0.75) + 0.5) * UNIT];
/** The middle of an edge between dots. */
const edge = (x, y) => [x * UNIT, y * UNIT];
const point = (x, row) => [(x + 0.5) * 44, row === 0 ? 100 : 300];
/** The disc that falls into a column lies on so many others. */
const column = (x, others) => at(x, 5 - others);

/** Whole games: where moves are made on the drawing, in its own units, and how they end. */
const GAMES = [
  {
    game: "chess",
    places: [at(5, 6), at(5, 5), at(4, 1), at(4, 3), at(6, 6), at(6, 4), at(3, 0), at(7, 4)],
    ends: /Black wins: checkmate/,
    says: /^h4, black queen/,
  },
  { game: "checkers", start: "W:W18:B14", places: [at(3, 4), at(1, 2)], ends: /White wins/, says: /^9, white man/ },
  { game: "othello", start: `-O${"X".repeat(62)} X`, places: [at(0, 0)], ends: /Black wins/, says: /^a1, black/ },
  { game: "go", size: "3", places: [at(1, 1), "p", "p"], ends: /Black wins/, says: /^B2, black/, owned: 8 },
  {
    game: "hex",
    size: "3",
    places: [hexagon(1, 0), hexagon(0, 0), hexagon(1, 1), hexagon(0, 1), hexagon(1, 2)],
    ends: /wins/,
  },
  { game: "tic-tac-toe", places: [at(0, 0), at(1, 0), at(1, 1), at(2, 0), at(2, 2)], ends: /X wins/ },
  { game: "connect-four", places: [0, 0, 1, 1, 2, 2, 3].map((others, nth) => column(nth % 2 === 0 ? 3 : 2, others)), ends: /Orange wins/ },
  { game: "nim", start: "1 1", places: [at(0, 1), at(1, 1)], ends: /Player 2 wins/ },
  { game: "dots-and-boxes", size: "1x1", places: [edge(0.5, 0), edge(0, 0.5), edge(1, 0.5), edge(0.5, 1)], ends: /Blue wins/, owned: 1 },
  {
    game: "backgammon",
    start: "AQAAFAAAAAAAAA 1 21",
    places: [point(11, 1), point(13, 1), point(12, 1), point(13, 1)],
    ends: /Orange wins/,
    says: /^tray of Orange, 15 off/,
  },
];

const address = ({ game, start = "", size }) =>
  `${server.address}/#/play?${new URLSearchParams({ game, start, analyse: "no", ...(size && { size }) })}`;

/** What has been played and said. */
const scene = (page) => page.evaluate(() => ({
  plies: document.querySelectorAll(".history li").length,
  said: document.getElementById("announcer").textContent,
  hasFocus: document.activeElement?.matches("svg.board") ?? false,
}));

/** Goes to a place of the drawing by the arrow keys. */
async function go(page, [x, y], tall) {
  for (let steps = 0; steps < 60; steps += 1) {
    const here = await page.evaluate(() => {
      const mark = document.querySelector("svg.board .cursor, svg.board .ghost");
      const { x, y, width, height } = mark?.getBBox() ?? {};
      return mark && [x + width / 2, y + height / 2];
    });
    const [dx, dy] = here ? [x - here[0], y - here[1]] : [1, 0];
    if (here && Math.abs(dx) < 12 && Math.abs(dy) < tall) return;
    if (here && Math.abs(dx) >= 12 && (Math.abs(dx) >= Math.abs(dy) || Math.abs(dy) < tall)) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    else await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.fail(`the arrow keys do not lead to ${x}, ${y}`);
}

const isOver = (page, ends) =>
  page.waitForFunction((ends) => new RegExp(ends).test(document.querySelector(".game-status").textContent), ends.source);

for (const game of GAMES) {
  test(`${game.game} by keys alone: the focus stays, and squares are said`, async () => {
    const { page, errors } = await open(chromium.context, address(game));
    await page.locator(".game-status", { hasText: "to move" }).waitFor();
    await page.locator("svg.board").focus();
    for (const place of game.places) {
      if (place === "p") await page.keyboard.press("p");
      else {
        await go(page, place, game.game === "backgammon" ? 100 : 12);
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction(() => document.activeElement?.matches("svg.board"));
      // A move is answered before the next key.
      await page.waitForFunction(() => !document.querySelector(".room[aria-busy]"));
    }
    await isOver(page, game.ends);
    const { said, hasFocus } = await scene(page);
    assert.ok(hasFocus, "the board has the focus");
    assert.notEqual(said, "");
    if (game.owned) assert.equal(await page.locator("svg.board rect.owned").count(), game.owned);
    if (game.says) {
      // Where the last piece went to.
      const last = game.places.filter((place) => place !== "p").at(-1);
      await page.keyboard.press("ArrowUp");
      await go(page, last, game.game === "backgammon" ? 100 : 12);
      assert.match((await scene(page)).said, game.says);
    }
    await shot(page, `board-${game.game}`);
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test("every board by touch on a telephone", async () => {
  const { page, errors } = await open(chromium.context, "about:blank", { viewport: { width: 390, height: 844 } });
  const device = await chromium.context.newCDPSession(page);
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  for (const game of GAMES) {
    await page.goto(address(game));
    await page.locator(".game-status", { hasText: "to move" }).waitFor();
    await page.locator("svg.board").scrollIntoViewIfNeeded();
    for (const place of game.places) {
      if (place === "p") {
        await page.getByRole("button", { name: "Play pass" }).click();
        continue;
      }
      const [x, y] = await page.evaluate(([x, y]) => {
        const board = document.querySelector("svg.board");
        const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
        return [point.x, point.y];
      }, place);
      await device.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      await device.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.waitForFunction(() => !document.querySelector(".room[aria-busy]"));
    }
    await isOver(page, game.ends);
    await shot(page, `touch-${game.game}`);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("whoever moves by buttons, lines or the list of moves keeps the focus, and a promotion is chosen by keys", async () => {
  const { page, errors } = await open(chromium.context, `${server.address}/#/play?game=connect-four&depth=4`);
  const plies = (count) => page.waitForFunction((count) =>
    document.querySelectorAll(".history li").length === count && !document.querySelector(".room[aria-busy]"), count);
  const focused = (selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
  await page.getByRole("button", { name: "Play 4", exact: true }).first().press("Enter");
  await plies(1);
  await focused(".moves button");
  await page.locator(".lines .rest button").first().press("Enter");
  await plies(3);
  await focused("svg.board");
  await page.locator(".history button").first().press("Enter");
  await plies(1);
  await focused(".history button");
  await page.goto(`${server.address}/#/play?game=chess&analyse=no&start=${encodeURIComponent("8/P6k/8/8/8/8/8/K7 w - - 0 1")}`);
  await page.locator(".chessman").first().waitFor();
  await page.locator("svg.board").focus();
  await go(page, at(0, 1), 12);
  await page.keyboard.press("Enter");
  await go(page, at(0, 0), 12);
  await page.keyboard.press("Enter");
  await focused('.option[data-move="a8=Q"]');
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await isOver(page, /Draw: insufficient material/);
  await focused("svg.board");
  assert.deepEqual(errors, []);
  await page.close();
});

test("above the columns stands what is proved of each move, and nothing of an estimate", async () => {
  const played = "444443352112";
  const { page, errors } = await open(chromium.context, `${server.address}/#/play?game=connect-four&moves=${[...played].join(";")}`);
  await page.waitForFunction(() => document.querySelectorAll(".board .worth:not(.open)").length === 7, null, { timeout: 60_000 });
  const { moves } = JSON.parse(commandLine("analyze", "connect-four", played, "--lines", "7", "--format", "json"));
  const expected = moves.toSorted((one, other) => one.move - other.move).map(({ score }) => `${score > 0 ? "+" : ""}${score}`.replace("-", "−"));
  const shown = () => page.locator(".board .worth").evaluateAll((texts) =>
    texts.toSorted((one, other) => one.getAttribute("x") - other.getAttribute("x")).map(({ textContent }) => textContent));
  assert.deepEqual(await shown(), expected);
  await shot(page, "worth");
  // The columns of the empty board stand in a book.
  await page.goto(`${server.address}/#/play?game=connect-four&seconds=0.1`);
  await page.waitForFunction(() => document.querySelectorAll(".board .worth:not(.open)").length === 7);
  assert.deepEqual(await shown(), ["−2", "−1", "0", "+1", "0", "−1", "−2"]);
  // Soon after nothing is proved: what is shown says so.
  await page.goto(`${server.address}/#/play?game=connect-four&moves=4;4&seconds=0.1`);
  await page.locator(".lines .estimate").first().waitFor();
  assert.equal(await page.locator(".board .worth:not(.open)").count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});
