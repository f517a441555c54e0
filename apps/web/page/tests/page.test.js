// What a reader does with the page, done by a browser.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, apart, at, browser, chromium, commandLine, counts, inColours, more, open, pictureOf, press, sceneOf, searched, shot, start } from "./browser.js";

start();

test("a maze is built, A* runs beside breadth-first, and counts are the command line's", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore?lane=breadth-first&lane=a-star"));
  await searched(page);
  await more(page);
  // Its own maze: another seed, then a wall by hand.
  await page.getByRole("spinbutton", { name: "seed" }).fill("42");
  await page.getByRole("spinbutton", { name: "seed" }).press("Enter");
  await page.waitForTimeout(400);
  await searched(page);
  const grids = page.locator("canvas.grid");
  assert.equal(await grids.count(), 2);
  const before = sceneOf(await address(page)).get("grid");
  const box = await grids.first().boundingBox();
  const rows = before.split("/");
  const y = rows.findIndex((row, nth) => nth > 2 && row.includes("##"));
  const x = rows[y].indexOf("##");
  const size = box.width / rows[0].length;
  await page.mouse.click(box.x + (x + 0.5) * size, box.y + (y + 0.5) * size);
  await page.waitForTimeout(500);
  await searched(page);
  await page.waitForTimeout(300);
  const parameters = sceneOf(await address(page));
  const grid = parameters.get("grid");
  assert.notEqual(grid, before, "a wall was rubbed out");
  for (const [nth, algorithm] of ["breadth-first", "a-star"].entries()) {
    const shown = await counts(page.locator(".lane").nth(nth));
    const words = ["solve", "grid", grid, "--algorithm", algorithm, "--format", "json"];
    const report = JSON.parse(commandLine(...words));
    assert.equal(report.status, "solved");
    assert.equal(shown.expanded, report.counts.expanded, algorithm);
    assert.equal(shown.generated, report.counts.generated, algorithm);
    assert.equal(shown.cost, report.cost, algorithm);
  }
  const [breadth, star] = [
    await counts(page.locator(".lane").nth(0)),
    await counts(page.locator(".lane").nth(1)),
  ];
  assert.ok(star.expanded <= breadth.expanded);
  await shot(page, "explore");
  // Back to the tenth expansion, and a step on.
  await page.locator(".scrub").fill("10");
  assert.equal((await counts(page.locator(".lane").nth(1))).expanded, 10);
  await press(page, ".");
  assert.equal((await counts(page.locator(".lane").nth(1))).expanded, 11);
  await press(page, ",");
  await press(page, ",");
  assert.equal((await counts(page.locator(".lane").nth(0))).expanded, 9);
  // A cell is told of.
  const now = await grids.first().boundingBox();
  await page.mouse.move(now.x + (1.5 * now.width) / rows[0].length, now.y + (1.5 * now.width) / rows[0].length);
  assert.match(await page.locator(".hover").first().textContent(), /1,1/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a goal that cannot be reached and an inconsistent heuristic are shown as what they are", async () => {
  const unreachable = await open(chromium.context, at("#/explore?grid=S.%23G/..%23.&lane=a-star"));
  await searched(unreachable.page);
  assert.match(await unreachable.page.locator(".verdict").textContent(), /No path exists \(proved\)/);
  await unreachable.page.close();
  // Dear ground, on which an estimate that jumps up and down leads astray.
  const made = ["generate", "grid", "--kind", "random", "--size", "24x14", "--weights", "70"];
  const grid = commandLine(...made, "--seed", "5").trim().replaceAll("\n", "/");
  const lane = "a-star%7Cevery-other";
  const found = await open(chromium.context, at(`#/explore?grid=${encodeURIComponent(grid)}&lane=${lane}`));
  await searched(found.page);
  const text = await found.page.locator(".verdict").textContent();
  const report = JSON.parse(
    commandLine("solve", "grid", grid, "--algorithm", "a-star", "--heuristic", "every-other", "--format", "json"),
  );
  assert.match(text, /proved optimal/);
  assert.ok(report.counts.reopened > 0, "a grid on which states are opened again");
  assert.match(text, /expanded again: the estimate that orders the search is not consistent/);
  await found.page.close();
});

test("a whole game of Connect Four is played", async () => {
  const { page, errors } = await open(chromium.context, at("#/play?game=connect-four"));
  await page.getByLabel("Seconds").fill("0.2");
  await page.getByLabel("Seconds").press("Enter");
  const status = page.locator(".game-status");
  await page.locator(".game-status", { hasText: "Orange to move" }).waitFor();
  await page.locator(".lines li").first().waitFor();
  await shot(page, "play");
  // By a click on the board, by the keyboard, by a button, then the best line by hints.
  const board = await page.locator("svg.board").boundingBox();
  await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
  await page.locator(".game-status", { hasText: "Blue to move" }).waitFor();
  await press(page, "4");
  await page.locator(".game-status", { hasText: "Orange to move" }).waitFor();
  await press(page, "u");
  await page.locator(".game-status", { hasText: "Blue to move" }).waitFor();
  await press(page, "r");
  await page.locator(".game-status", { hasText: "Orange to move" }).waitFor();
  for (let ply = 2; ply < 42; ply += 1) {
    if (/wins|Draw/.test(await status.textContent())) break;
    const moves = page.locator(".moves button");
    // One side plays to win, the other the first column that is free.
    const played = await page.locator(".history li").count();
    if (ply % 2 === 0) {
      await page.locator(".lines button").first().waitFor();
      await page.locator(".lines button").first().click();
    } else await moves.first().click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".history li").length > count,
      played,
    );
  }
  assert.match(await status.textContent(), /Orange wins/);
  await page.waitForTimeout(300);
  const moves = sceneOf(await address(page)).get("moves").split(";");
  const report = commandLine("analyze", "connect-four", moves.join(""), "--format", "json");
  assert.equal(JSON.parse(report).outcome, "loss", "the command line agrees: the side to move has lost");
  assert.deepEqual(errors, []);
  await page.close();
});

test("branches are cut off with their reason, and leaves can be changed", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees"));
  const counts = page.locator("[data-counts]");
  await page.locator("[data-counts]", { hasText: "cutoffs 2" }).waitFor();
  const report = JSON.parse(
    commandLine("analyze", "game-tree", "--format", "json"),
  );
  assert.equal(report.score, 3);
  assert.match(await counts.textContent(), /nodes 11 · leaves 7 .* line nodes 1/);
  // The minimal tree of three moves and three plies has 11 leaves (Knuth and Moore 1975).
  await page.getByLabel("Lesson").selectOption({ index: 1 });
  await page.locator("[data-counts]", { hasText: "11 of 27 leaves visited" }).waitFor();
  await page.getByLabel("Lesson").selectOption({ index: 0 });
  await page.locator("[data-counts]", { hasText: "7 of 9 leaves visited" }).waitFor();
  const tree = page.locator("canvas.tree");
  await tree.focus();
  for (const key of ["ArrowDown", "ArrowRight"]) await tree.press(key);
  assert.match(await page.locator(".details").textContent(), /cut off: 2 ≤ α = 3/);
  await shot(page, "trees");
  page.once("dialog", (dialog) => dialog.accept("7"));
  await tree.press("ArrowDown");
  await tree.press("Enter");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("(7 4 6)"));
  // The second branch is worth 4 now: one leaf of it alone is left out.
  await page.locator("[data-counts]", { hasText: "nodes" }).waitFor();
  await page.waitForFunction(() => document.querySelector("[data-counts]")?.textContent.includes("nodes 12 ") === false);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a trace of 50,000 nodes opens and scrolls", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees"));
  const file = join(tmpdir(), `tremaux-search-${process.pid}.trace`);
  const problem = ["solve", "tiles", "8 6 7 / 2 5 4 / 3 0 1", "--algorithm", "dijkstra"];
  const limits = ["--nodes", "50000", "--events", "150k"];
  // A limit is reached, and that is what the exit status says.
  assert.throws(() => commandLine("trace", ...problem, ...limits, "--output", file));
  await page.getByLabel("Tree of").selectOption("file");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open trace" }).click();
  await (await chooser).setFiles(file);
  await page.locator(".note", { hasText: "nodes" }).waitFor();
  const told = await page.locator(".note").textContent();
  const nodes = Number(told.split(" ")[0].replaceAll(",", ""));
  assert.ok(nodes >= 50_000, told);
  await page.getByRole("button", { name: "Expand all" }).click();
  const canvas = await page.locator("canvas.tree").boundingBox();
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  for (const zoom of [1, 0.75 ** 8]) {
    for (let nth = 0; zoom < 1 && nth < 8; nth += 1) {
      await page.getByRole("button", { name: "Zoom out" }).click();
    }
    const frames = page.evaluate(
      () =>
        new Promise((resolve) => {
          const times = [];
          let last = performance.now();
          const tick = (now) => {
            times.push(now - last);
            last = now;
            if (times.length < 121) requestAnimationFrame(tick);
            else resolve(times.slice(1));
          };
          requestAnimationFrame(tick);
        }),
    );
    for (let nth = 0; nth < 60; nth += 1) await page.mouse.wheel(90, nth % 5 === 0 ? 40 : 0);
    const times = (await frames).sort((one, other) => one - other);
    const [median, worst] = [times[Math.floor(times.length / 2)], times.at(-1)];
    console.log(`${nodes} nodes, zoomed to ${zoom.toFixed(2)}: median frame ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
    assert.ok(median < 33, `median frame ${median} ms`);
  }
  await shot(page, "trace");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a link opens the same scene in a fresh browser", async () => {
  const { page } = await open(chromium.context, at("#/explore?lane=breadth-first&lane=a-star"));
  await searched(page);
  await page.locator(".scrub").fill("17");
  const link = await address(page);
  assert.equal(sceneOf(link).get("step"), "17");
  const shown = await Promise.all([0, 1].map((nth) => counts(page.locator(".lane").nth(nth))));
  // The colours of the cells, beside their arrows: edges of lines differ from browser to browser.
  const pictureOf = (it) => it.locator("canvas.grid").first().evaluate((canvas) => {
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const size = Number(canvas.dataset.scale);
    const colours = [];
    for (let y = 0.25 * size; y < height; y += size) {
      for (let x = 0.25 * size; x < width; x += size) colours.push(data.slice(4 * (Math.floor(y) * width + Math.floor(x)), 4 * (Math.floor(y) * width + Math.floor(x)) + 3).join());
    }
    return colours.join(" ");
  });
  const fresh = await browser();
  try {
    const { page: other, errors } = await open(fresh.context, link);
    await other.waitForFunction(() => document.querySelector(".where")?.textContent.startsWith("17 / "));
    await other.waitForTimeout(300);
    assert.equal(await pictureOf(other), await pictureOf(page));
    await page.close();
    const again = await Promise.all([0, 1].map((nth) => counts(other.locator(".lane").nth(nth))));
    assert.deepEqual(again, shown);
    assert.deepEqual(errors, []);
  } finally {
    await fresh.close();
  }
});

test("the self-contained page opens from a file with the network off", async () => {
  const file = join(tmpdir(), `tremaux-page-${process.pid}.html`);
  commandLine("trace", "solve", "grid", "S..#/#.##/...G", "--algorithm", "a-star", "--output", file);
  const offline = await browser();
  try {
    await offline.context.setOffline(true);
    const { page, errors } = await open(offline.context, `file://${file}`);
    await page.locator("#counters dd").first().waitFor();
    assert.match(await page.locator("#title").textContent(), /a-star/);
    await page.locator("body").press("Home");
    const before = await page.locator("#scrub").inputValue();
    await page.locator("body").press("ArrowRight");
    assert.notEqual(await page.locator("#scrub").inputValue(), before);
    await page.locator("body").press("End");
    const text = await page.locator("#counters").textContent();
    const report = JSON.parse(
      commandLine("solve", "grid", "S..#/#.##/...G", "--algorithm", "a-star", "--format", "json"),
    );
    assert.match(text.replaceAll(/\s/g, ""), new RegExp(`expanded${report.counts.expanded}`));
    assert.deepEqual(errors, []);
    assert.deepEqual(offline.foreign, []);
    await shot(page, "offline");
  } finally {
    await offline.close();
  }
});

test("the page hands out traces in every form, and opens its own again", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore"));
  await searched(page);
  await more(page);
  await page.locator("summary", { hasText: "Export and share" }).click();
  const files = {};
  for (const [name, head] of [
    ["Trace", ""],
    ["Page (HTML)", "<!DOCTYPE html>"],
    ["Drawing (SVG)", "<svg"],
    ["Picture (PNG)", ""],
    ["MovingAI map", "type octile"],
  ]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    files[name] = await (await download).path();
    const text = readFileSync(files[name], "latin1");
    assert.ok(text.startsWith(head) && text.length > 100, name);
  }
  const expanded = (await counts(page.locator(".lane").first())).expanded;
  await page.goto(at("#/trees"));
  await page.getByLabel("Tree of").selectOption("file");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open trace" }).click();
  await (await chooser).setFiles(files["Trace"]);
  await page.locator(".note", { hasText: "nodes" }).waitFor();
  const nodes = Number((await page.locator(".note").textContent()).split(" ")[0].replaceAll(",", ""));
  assert.ok(nodes >= expanded, `${nodes} nodes for ${expanded} expansions`);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the searches of a file of several are looked at one by one", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees"));
  const [map, scenarios, file] = ["map", "map.scen", "trace"].map((end) => join(tmpdir(), `tremaux-several-${process.pid}.${end}`));
  const listed = [2, 4, 3].map((x) => `0\tsmall.map\t5\t1\t0\t0\t${x}\t0\t${x}`);
  writeFileSync(map, "type octile\nheight 1\nwidth 5\nmap\n.....\n");
  writeFileSync(scenarios, `version 1\n${listed.join("\n")}\n`);
  commandLine("trace", "path", map, "--scen", scenarios, "--algorithm", "dijkstra", "--output", file);
  await page.getByLabel("Tree of").selectOption("file");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open trace" }).click();
  await (await chooser).setFiles(file);
  const shown = async (instance, nodes) => {
    await page.locator(".searches", { hasText: instance }).waitFor();
    await page.locator(".note", { hasText: `${nodes} nodes` }).waitFor();
  };
  const [previous, next] = ["Previous", "Next"].map((name) => page.getByRole("button", { name: `${name} search` }));
  await shown("0,0 2,0", 3);
  assert.ok(await previous.isDisabled());
  await next.click();
  await shown("0,0 4,0", 5);
  await shot(page, "several");
  await next.click();
  await shown("0,0 3,0", 4);
  assert.ok(await next.isDisabled());
  await previous.click();
  await shown("0,0 4,0", 5);
  await page.getByLabel("Search", { exact: true }).fill("9");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await page.locator(".note", { hasText: "from 1 to 3" }).waitFor();
  assert.equal(await page.getByLabel("Search", { exact: true }).inputValue(), "2", "what is shown stays");
  await page.getByLabel("Search", { exact: true }).fill("");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  // Twice at once goes on by two.
  await page.getByLabel("Search", { exact: true }).fill("1");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await shown("0,0 2,0", 3);
  await next.dblclick();
  await shown("0,0 3,0", 4);
  // Another file, of one search, leaves nothing of that.
  commandLine("trace", "solve", "grid", "S.#/#../#.G", "--output", file);
  const again = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open trace" }).click();
  await (await again).setFiles(file);
  await page.locator(".searches").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
  await page.close();
});

test("a puzzle is solved and its solution is played", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?board=8+1+3+/+4+0+2+/+7+6+5"));
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".puzzle .verdict", { hasText: "proved optimal" }).waitFor();
  const report = JSON.parse(
    commandLine("solve", "tiles", "8 1 3 / 4 0 2 / 7 6 5", "--algorithm", "ida-star", "--heuristic", "linear-conflict", "--format", "json"),
  );
  const shown = await page.locator(".puzzle .progress").textContent();
  assert.ok(shown.includes(`${report.counts.expanded.toLocaleString("en")} expanded`), shown);
  await page.locator("body").press("End");
  assert.match(await page.locator("svg.tiles").getAttribute("aria-label"), /1 2 3 \/ 4 5 6 \/ 7 8 0/);
  assert.match(await page.locator(".puzzle .verdict").textContent(), /Goal: blank-last\./);
  await shot(page, "puzzles");
  assert.deepEqual(errors, []);
  await page.close();
});

test("the page fits a telephone, light and dark, and its controls have names", async () => {
  const rooms = ["explore", "play", "trees", "puzzles", "lessons"];
  const others = ["explore?on=graph", "puzzles?puzzle=rivers", "play?game=backgammon", "lessons?lesson=path:theta-star"];
  for (const room of [...rooms, ...others]) {
    const viewport = { width: 375, height: 740 };
    const { page } = await open(chromium.context, at(`#/${room}`), { viewport, scheme: "light" });
    await page.locator(".room").first().waitFor();
    await page.waitForTimeout(500);
    for (const scheme of ["light", "dark"]) {
      await inColours(page, scheme);
      await shot(page, `phone-${room.replace(/\W/g, "-")}-${scheme}`);
    }
    // Nothing is wider than the screen, whatever is unfolded.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `${room} is ${wide} pixels wide`);
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, textarea, canvas")]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const name = control.getAttribute("aria-label") ?? control.textContent.trim();
          return !name && !control.labels?.length;
        })
        .map((control) => control.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(unnamed, [], `controls without a name in ${room}`);
    await page.close();
  }
});

test("the skip link and other places on the page leave the scene as it is", async () => {
  const { page, errors } = await open(chromium.context, at("#/explore"));
  await searched(page);
  await page.locator(".room").evaluate((room) => (room.dataset.same = "yes"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.waitForTimeout(300);
  assert.match(await address(page), /#\/explore\?/);
  await page.evaluate(() => (location.hash = "#main"));
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".room").getAttribute("data-same"), "yes");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a link to what does not exist is told of, and leads to a room that works", async () => {
  const links = [
    ["nonsense?a=1", /no room called “nonsense”\. Known: explore, play, /, ".lane .verdict[data-status=solved]"],
    ["constructor", /no room called “constructor”/, ".lane .verdict[data-status=solved]"],
    ["explore?on=nonsense", /no map called “nonsense”\. Known: grid, graph/, ".lane .verdict[data-status=solved]"],
    ["play?game=nonsense&moves=a", /no game called “nonsense”\. Known: .*tic-tac-toe/, ".lines li"],
    ["puzzles?puzzle=nonsense", /no puzzle called “nonsense”\. Known: tiles, /, "svg.tiles"],
    ["puzzles?domain=nonsense", /no puzzle called “nonsense”/, "svg.tiles"],
    ["trees?source=search&domain=nonsense", /no problem called “nonsense”\. Known: tiles, /, ".counts:not(:empty)"],
    ["trees?source=game&game=nonsense", /no game called “nonsense”/, ".counts:not(:empty)"],
    ["lessons?lesson=nonsense", /no lesson called “search:nonsense”\. Known: search:breadth-first, /, ".lesson h1"],
  ];
  for (const [link, told, works] of links) {
    const { page, errors } = await open(chromium.context, at(`#/${link}`));
    assert.match(await page.getByRole("alert").textContent({ timeout: 5000 }), told, link);
    await page.locator(works).first().waitFor();
    assert.deepEqual(errors, [], link);
    await page.goto(at("#/explore?on=graph"));
    await page.locator("canvas.graph").first().waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, `${link}: no longer told of`);
    await page.close();
  }
});

test("a tree that is in view stays where it is, and minimax counts each node once", async () => {
  const { page, errors } = await open(chromium.context, at("#/trees"));
  await page.getByLabel("Algorithm").selectOption("minimax");
  await page.locator("[data-counts]", { hasText: /^nodes 13 · leaves 9 · cutoffs 0 .*9 of 9 leaves visited$/ }).waitFor();
  await page.getByLabel("Lesson").selectOption({ index: 1 });
  await page.locator("[data-counts]", { hasText: "27 of 27 leaves visited" }).waitFor();
  const drawn = () => pictureOf(page.locator("canvas.tree"));
  const before = await drawn();
  await page.locator("body").press("Home");
  for (let nth = 0; nth < 8; nth += 1) await press(page, ".");
  assert.ok((await apart(page, before, await drawn())) > 32);
  await page.locator("body").press("End");
  assert.ok((await apart(page, before, await drawn())) < 32, "the tree is where it was");
  assert.deepEqual(errors, []);
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});
