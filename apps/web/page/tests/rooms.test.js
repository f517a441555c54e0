// Puzzles, games and lessons, all of them, and every room by keys alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { address, at, chromium, commandLine, counts, inColours, open, press, searched, settled, shell, shot, start } from "./browser.js";

start();

test("every puzzle is solved, drawn and played back", async () => {
  const puzzles = [
    ["tiles", "3 1 2 0 / 7 6 5 4", "ida-star", "linear-conflict", /^Board: 0 1 2 3 \/ 4 5 6 7$/],
    ["pocket-cube", "F R U2 F' R2 U F2", "bidirectional-breadth-first", "", /^Cube, face by face: U UUUU, R RRRR, F FFFF, D DDDD, L LLLL, B BBBB$/],
    ["pancake", "4 8 1 6 3 7 2 5", "ida-star", "gap", /^Stack from the top: 1 2 3 4 5 6 7 8$/],
    ["jugs", "jugs 8 5 3; start 8 0 0; goal 4 4 0", "breadth-first", "", /^jug 1 has 4 of 8, jug 2 has 4 of 5, jug 3 has 0 of 3$/],
    ["sudoku", "3.1....2.....4..", "a-star", "empty-cells", /^Sudoku, row by row: 3 2 1 4; 4 1 3 2; 2 3 4 1; 1 4 2 3$/],
    ["crossword", "C../.../...", "constraint-propagation", "", /^Crossword: C[A-Z]{2} \/ [A-Z]{3} \/ [A-Z]{3}$/],
    ["sokoban", "#######|#@__$.#|#_$___#|#___._#|#######", "a-star", "minimal-matching", /^Sokoban: 2 of 2 boxes on goals; /],
    ["rivers", "who A=1 B=2 C=5 D=10; boat 2; cost slowest", "a-star", "crossings-needed", /^near bank: nobody; far bank: A, B, C, D and the boat$/],
  ];
  for (const [puzzle, instance, algorithm, heuristic, last] of puzzles) {
    const asked = new URLSearchParams({ puzzle, board: instance, algorithm, heuristic, step: "1" });
    const { page, errors } = await open(chromium.context, at(`#/puzzles?${asked}`));
    await page.locator(".puzzle .verdict", { hasText: "Solved: " }).waitFor();
    const words = ["solve", puzzle, instance, "--algorithm", algorithm, "--format", "json"];
    const report = JSON.parse(commandLine(...words, ...(heuristic ? ["--heuristic", heuristic] : [])));
    const shown = await page.locator(".puzzle .progress").textContent();
    assert.ok(shown.startsWith(`${report.counts.expanded.toLocaleString("en")} expanded`), `${puzzle}: ${shown}`);
    const plan = await page.locator(".plan button").allTextContents();
    assert.deepEqual(plan, report.moves, puzzle);
    assert.equal(await page.locator(".plan button[aria-current]").textContent(), plan[0]);
    const drawing = page.locator(".picture-box svg");
    const first = await drawing.getAttribute("aria-label");
    await page.locator("body").press("End");
    assert.match(await drawing.getAttribute("aria-label"), last);
    await shot(page, `puzzle-${puzzle}`);
    await page.locator("body").press("Home");
    await press(page, ".");
    assert.equal(await drawing.getAttribute("aria-label"), first, `${puzzle}: back to the first move`);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("solutions that improve are drawn as they do", async () => {
  for (const [domain, instance, algorithm, title] of [
    ["function", "terrain", "annealing(steps=20000)", /^terrain: /],
    ["tsp", "0 0 / 40 10 / 20 30 / 70 50 / 10 60 / 50 80 / 90 20", "tabu(steps=500)", /^cities: 7 cities, length [\d.]+$/],
    ["queens", "8", "min-conflicts", /^8 queens$/],
    ["packing", "32x33: 18 15 14 10 9 8 7 4 1", "annealing", /^9 rectangles, height/],
  ]) {
    const { page, errors } = await open(chromium.context, at(`#/puzzles?${new URLSearchParams({ puzzle: domain, board: instance, algorithm })}`));
    await page.locator(".puzzle .verdict", { hasText: /found|Solved/ }).waitFor();
    const drawing = page.locator(".picture-box svg");
    assert.match(await drawing.getAttribute("aria-label"), title, domain);
    assert.ok((await page.locator(".puzzle .progress").textContent()).includes(" evaluated, "));
    const [now, all] = (await page.locator(".where").textContent()).split(" / ");
    assert.equal(now, all, `${domain}: the last picture is shown`);
    const last = await drawing.innerHTML();
    await page.locator("body").press("Home");
    if (domain === "function" || domain === "tsp") assert.notEqual(await drawing.innerHTML(), last);
    await page.locator("body").press("End");
    await shot(page, `improve-${domain}`);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("a solver tells how far it is, and stops when told to; what cannot be solved is told", async () => {
  // More than a minute of work for iterative deepening without an estimate.
  const hard = "#/puzzles?puzzle=tiles&board=15+14+8+12+/+10+11+9+13+/+2+6+5+1+/+3+7+4+0&algorithm=ida-star&heuristic=misplaced";
  const { page, errors } = await open(chromium.context, at(hard));
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".progress", { hasText: /expanded in .* a second, .*; no plan costs less than/ }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".puzzle .verdict", { hasText: "Stopped." }).waitFor();
  await page.getByLabel("Puzzle", { exact: true }).selectOption("jugs");
  await page.getByLabel("Instance").selectOption({ label: "Impossible: only even amounts" });
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".puzzle .verdict", { hasText: "No solution exists (proved)" }).waitFor();
  await page.getByLabel("Puzzle", { exact: true }).selectOption("crossword");
  await page.getByLabel("Instance").selectOption({ label: "Impossible: no word fits" });
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".puzzle .verdict", { hasText: "No solution exists (proved)" }).waitFor();
  assert.match(await page.locator(".picture-box svg").getAttribute("aria-label"), /^Crossword: Q\.\.\.X /);
  await page.getByLabel("Puzzle", { exact: true }).selectOption("jugs");
  await page.getByLabel("Text", { exact: true }).fill("jugs 8 5; goal lots");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.locator(".puzzle .verdict", { hasText: /expected/ }).waitFor();
  // By hand: a pancake is pressed.
  await page.getByLabel("Puzzle", { exact: true }).selectOption("pancake");
  await page.locator(".pancake").nth(1).click();
  assert.match(await page.locator(".pancakes").getAttribute("aria-label"), /: 8 4 1 6 3 7 2 5$/);
  await press(page, "2");
  assert.match(await page.locator(".pancakes").getAttribute("aria-label"), /: 4 8 1 6 3 7 2 5$/);
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await page.close();
});

test("every game is played: moves, hint, take back, flip, position in and out, game saved", async () => {
  const catalogue = await (await fetch(at("api/catalogue"))).json();
  const games = catalogue.games.map(({ name }) => name).filter((name) => name !== "game-tree");
  assert.ok(games.length >= 6, games.join());
  for (const game of games) {
    const { page, errors } = await open(chromium.context, at(`#/play?game=${game}&seconds=0.2${game === "go" ? "&size=5" : ""}`));
    await page.locator(".game-status", { hasText: /to move/ }).waitFor();
    // On lines almost every point is free, and free edges are drawn.
    if (!["lines", "dots"].includes(catalogue.games.find(({ name }) => name === game).drawn)) {
      assert.ok((await page.locator(".board .legal").count()) > 0, `${game}: legal moves are marked`);
    }
    const items = page.locator(".history li");
    const grown = (count) => page.waitForFunction((least) => document.querySelectorAll(".history li").length > least, count);
    for (let ply = 0; ply < 3; ply += 1) {
      const before = await items.count();
      // Passing has a key.
      await page.locator(".moves button:not([aria-keyshortcuts])").first().click();
      await grown(before);
      await page.locator(".game-status", { hasText: /to move/ }).waitFor();
    }
    const position = () => page.locator("textarea").inputValue();
    await settled(page);
    const [after, moves] = [await position(), await items.count()];
    await press(page, "u");
    await page.waitForFunction((most) => document.querySelectorAll(".history li").length < most, moves);
    await press(page, "r");
    await grown(moves - 1);
    await page.waitForFunction((text) => document.querySelector("textarea").value === text, after);
    assert.equal(await position(), after, `${game}: taken back and played again`);
    await page.locator(".lines li").first().waitFor();
    await press(page, "h");
    await page.locator(".board .hint-mark").first().waitFor();
    const drawn = await page.locator("svg.board").innerHTML();
    await press(page, "f");
    assert.notEqual(await page.locator("svg.board").innerHTML(), drawn, `${game}: flipped`);
    await press(page, "f");
    const bar = Number(await page.locator(".bar").getAttribute("aria-valuenow"));
    assert.ok(bar >= 0 && bar <= 100);
    await page.locator("summary", { hasText: "Position and files" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save game" }).click();
    const file = await (await download).path();
    assert.match(readFileSync(file, "utf8"), new RegExp(`^tremaux game 1\ngame: ${game}\n`));
    if (game === "tic-tac-toe") {
      const html = page.waitForEvent("download");
      await page.getByRole("button", { name: "Page (HTML)" }).click();
      assert.match(readFileSync(await (await html).path(), "utf8"), /^<!DOCTYPE html>[^]*tic-tac-toe/);
    }
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction((text) => (document.querySelector("textarea")?.value ?? text) !== text, after);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open game" }).click();
    await (await chooser).setFiles(file);
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, after);
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction((text) => (document.querySelector("textarea")?.value ?? text) !== text, after);
    // The space is gone once the position is there.
    await page.locator("textarea").fill(`${after} `);
    await page.getByRole("button", { name: "Set position" }).click();
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, after);
    await settled(page);
    // The link holds the position.
    const again = await open(chromium.context, await address(page));
    await again.page.waitForFunction((text) => document.querySelector("textarea")?.value === text, after);
    await again.page.close();
    await shot(page, `play-${game}`);
    assert.deepEqual(errors, [], game);
    await page.close();
  }
});

test("the computer plays backgammon with itself, dice and all, and a move is picked on the board", async () => {
  const start = "#/play?game=backgammon&start=4HPwATDgc/ABMA+1+31&algorithm=expectiminimax&depth=1";
  const { page, errors } = await open(chromium.context, at(start));
  await page.locator(".lines li").first().waitFor();
  // A checker of the six-point is picked, then where it goes: the moves with that step are left.
  const before = await page.locator(".moves button").count();
  const box = await page.locator("svg.board").boundingBox();
  const column = (x) => box.x + ((18 + (x + 0.5) * 44) * box.width) / 652;
  await page.mouse.click(column(7), box.y + box.height - 40);
  await page.mouse.click(column(8), box.y + box.height - 40);
  const left = await page.locator(".moves button").allTextContents();
  assert.ok(left.length > 0 && left.length < before, `${left.length} of ${before} moves`);
  assert.ok(left.every((move) => /\b6\/5/.test(move)), left.join());
  await page.getByLabel("Computer plays").selectOption("all");
  await page.waitForFunction(() => document.querySelectorAll(".history li").length >= 8);
  const moves = await page.locator(".history button").allTextContents();
  assert.match(moves[1], /^[1-6]{2}$/, "dice after a move");
  assert.deepEqual(errors, []);
  await page.close();
});

test("every lesson shows the algorithm that it is about, with a command that runs", async () => {
  const { page, errors } = await open(chromium.context, at("#/lessons"));
  await page.locator(".lesson h1").waitFor();
  const lessons = await page.locator(".reference a").evaluateAll((list) =>
    list.map((link) => [link.hash, ...new URLSearchParams(link.hash.split("?")[1]).get("lesson").split(":")]),
  );
  const catalogue = await (await page.request.get(at("api/catalogue"))).json();
  const named = new Set(lessons.map(([, kind, name]) => `${kind}:${name}`));
  const improving = new Set(catalogue.landscapes.flatMap(({ algorithms }) => algorithms.map(({ name }) => `search:${name}`)));
  const expected = [
    ...catalogue.domains
      .flatMap(({ name: domain, algorithms }) => algorithms.map(({ name, family }) => {
        const kind = family !== "map" ? "search" : domain === "grid" ? "path" : "road";
        return `${kind}:${name}`;
      }))
      .filter((lesson) => !improving.has(lesson)),
    ...catalogue.landscapes.flatMap(({ algorithms }) => algorithms.map(({ name }) => `landscape:${name}`)),
    ...catalogue.game_algorithms.map(({ name }) => `game:${name}`),
  ];
  assert.deepEqual(expected.filter((lesson) => !named.has(lesson)), []);
  for (const [hash, kind, name] of lessons) {
    await page.goto(at(hash));
    await page.locator(".lesson h1", { hasText: new RegExp(`^${name}$`) }).waitFor();
    assert.notEqual(shell(await page.locator(".lesson code").last().textContent()), "", hash);
    if (kind === "game") {
      if (name === "random") {
        assert.match(await page.locator(".analysis-state").textContent(), /^(random plays any legal move.*)?$/);
        continue;
      }
      const told = page.locator(".live [data-counts], .live .analysis-state");
      await told.filter({ hasText: /nodes \d|positions|playouts/ }).first().waitFor();
      const text = await told.first().textContent();
      if (await page.locator(".live svg.board").count()) {
        await page.locator(".live .analysis-state", { hasText: new RegExp(`^${name}\\b.*(positions|playouts)`) }).waitFor();
      } else {
        const tree = await page.locator(".live textarea").first().inputValue();
        const question = { played: { game: "game-tree", options: { tree } }, algorithm: name, plain: true };
        const told = await (await page.request.post(at("api/tree"), { data: question })).text();
        const { counts } = JSON.parse(told.split("event: report\ndata: ")[1]).report;
        assert.ok(text.startsWith(`nodes ${counts.nodes} · leaves ${counts.leaves} · cutoffs ${counts.cutoffs}`), `${name}: ${text}`);
      }
      continue;
    }
    const verdict = page.locator(".live .verdict").first();
    await page.waitForFunction(() => {
      const status = document.querySelector(".live .verdict")?.dataset.status;
      return status !== undefined && status !== "running";
    });
    // Methods that improve a solution go on until the limit, unless it is proved to be the best.
    const ends = kind === "landscape" ? ["solved", "limit"] : ["solved"];
    const status = await verdict.getAttribute("data-status");
    assert.ok(ends.includes(status), `${hash}: ${status}, ${await verdict.textContent()}`);
    const chosen = await page.locator(".chooser select").first().inputValue();
    const wanted = { search: name, landscape: name, path: name, road: name, heuristic: "a-star" }[kind];
    assert.equal(chosen, wanted, hash);
    if (kind === "heuristic") {
      assert.match(await page.locator(".chooser input[list]").first().inputValue(), new RegExp(`^${name}\\b`));
    }
    // Algorithms of one puzzle show it, with what they counted below.
    if (await page.locator(".live .progress").count()) {
      assert.match(await page.locator(".live .progress").textContent(), /^[\d,]+ (expanded, [\d,]+ generated|evaluated), /);
    } else {
      const told = await counts(page.locator(".live .lane").first());
      assert.ok(told.expanded > 0, hash);
    }
  }
  await page.goto(at("#/lessons?lesson=path:jps"));
  await searched(page);
  await shot(page, "lesson-jps");
  assert.deepEqual(errors, []);
  await page.close();
});

test("every control of every room is reached by the tabulator, and has a name", async () => {
  const rooms = ["explore", "explore?on=graph", "play", "trees", "puzzles", "lessons"];
  for (const room of rooms) {
    const { page } = await open(chromium.context, at(`#/${room}`));
    await page.locator(".room").first().waitFor();
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const all = await page.evaluate(() => {
      const controls = [...document.querySelectorAll("button, input, select, textarea, canvas, summary, a[href]")]
        .filter((control) => control.checkVisibility() && !control.disabled);
      controls.forEach((control, nth) => (control.dataset.tab = String(nth)));
      return controls.map((control) => control.outerHTML.slice(0, 90));
    });
    const reached = new Set();
    for (let nth = 0; nth < all.length + 3; nth += 1) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement?.dataset?.tab ?? ""));
    }
    const missed = all.filter((_, nth) => !reached.has(String(nth)));
    assert.deepEqual(missed, [], `${room}: not reached`);
    // What has the focus shows it.
    const isShown = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      return document.activeElement === document.body || style.outlineStyle !== "none";
    });
    assert.ok(isShown, `${room}: the focus is seen`);
    await page.close();
  }
});

test("text stands out from its ground, light and dark", async () => {
  const rooms = ["explore?on=graph", "play", "trees", "puzzles?puzzle=rivers&step=1", "lessons"];
  for (const room of rooms) {
    const { page } = await open(chromium.context, at(`#/${room}`), { scheme: "light" });
    await page.locator(".room").first().waitFor();
    await page.waitForTimeout(400);
    for (const scheme of ["light", "dark"]) {
      await inColours(page, scheme);
      // The contrast that WCAG 2 asks of text: 4.5 to 1.
      const faint = await page.evaluate(() => {
        const colour = (text) => {
          const [red, green, blue, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
          return { channels: [red, green, blue], alpha };
        };
        const light = (channels) => {
          const [red, green, blue] = channels.map((channel) => {
            const share = channel / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const ground = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const { channels, alpha } = colour(getComputedStyle(at).backgroundColor);
            if (alpha > 0.9) return channels;
          }
          return [255, 255, 255];
        };
        return [...document.querySelectorAll("body *")]
          .filter((element) => !element.closest("svg, .unseen, option, optgroup") && !element.disabled)
          .filter((element) => element.checkVisibility())
          .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
          .map((element) => {
            const own = light(colour(getComputedStyle(element).color).channels);
            const behind = light(ground(element));
            const ratio = (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
            return { ratio, text: element.textContent.trim().slice(0, 40) };
          })
          .filter(({ ratio }) => ratio < 4.5);
      });
      assert.deepEqual(faint, [], `${room}, ${scheme}`);
    }
    await page.close();
  }
});

test("walls, cells that a search knows and the edges of controls stand out, light and dark", async () => {
  const { page } = await open(chromium.context, at("#/explore"), { scheme: "light" });
  const pairs = [["wall", "ground"], ["closed", "ground"], ["open-edge", "open"], ["edge", "panel"], ["path", "panel"], ["start", "panel"], ["goal", "panel"]];
  for (const scheme of ["light", "dark"]) {
    await inColours(page, scheme);
    for (const [one, other] of pairs) {
      const ratio = await page.evaluate((names) => {
        const [first, second] = names.map((name) => {
          const text = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
          const digits = text.slice(1).replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3");
          const [red, green, blue] = [0, 2, 4].map((from) => {
            const share = Number.parseInt(digits.slice(from, from + 2), 16) / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        });
        return Math.max(first, second) / Math.min(first, second);
      }, [one, other]);
      // WCAG 2 asks that much of parts of a picture and of controls.
      assert.ok(ratio >= 3, `${scheme}: ${one} on ${other}: ${ratio}`);
    }
  }
  await page.close();
});

test("no other host is asked for anything", () => {
  assert.deepEqual(chromium.foreign, []);
});

test("a puzzle that is solved by hand is said to be solved", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=tiles&board=1 2 3 / 4 5 6 / 7 0 8"));
  await page.locator(".verdict", { hasText: "Not solved yet." }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".verdict", { hasText: /^Solved\.$/ }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("puzzles begin unsolved and are solved by hand: Sokoban by keys and by clicks, a sudoku by digits", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=sokoban&board=######|%23@_$.%23|######"));
  const said = page.locator(".puzzle .verdict");
  const drawing = page.locator(".picture-box svg");
  await said.filter({ hasText: "Not solved yet." }).waitFor();
  assert.equal(await page.locator(".plan button").count(), 0);
  await press(page, "h");
  await said.filter({ hasText: /^Hint: rR\. From here: 1 push, proved optimal\.$/ }).waitFor();
  // One step to the box, then the push.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  assert.match(await drawing.getAttribute("aria-label"), /^Sokoban: 1 of 1 boxes on goals/);
  await page.keyboard.press("Control+z");
  await said.filter({ hasText: "Not solved yet." }).waitFor();
  assert.match(await drawing.getAttribute("aria-label"), /^Sokoban: 0 of 1/);
  // The box is clicked, then the square where it should go.
  const box = await drawing.boundingBox();
  const click = (x) => page.mouse.click(box.x + ((x + 0.5) / 6) * box.width, box.y + box.height / 2);
  await click(3);
  await click(4);
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  // A box is dragged over two squares; keys typed before an answer count.
  await page.goto(at("#/puzzles?puzzle=sokoban&board=########|%23@$_.__%23|########"));
  await said.filter({ hasText: "Not solved yet." }).waitFor();
  const level = await drawing.boundingBox();
  const middle = (x) => [level.x + ((x + 0.5) / 8) * level.width, level.y + level.height / 2];
  await page.mouse.move(...middle(2));
  await page.mouse.down();
  await page.mouse.move(...middle(4), { steps: 3 });
  await page.mouse.up();
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  await page.locator(".picture-box").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator('.picture-box svg[aria-label*="0 of 1"]').waitFor();
  // Where a box would be stuck, it is told.
  await page.keyboard.press("ArrowRight");
  await said.filter({ hasText: "not possible here" }).waitFor();

  await page.goto(at("#/puzzles?puzzle=sudoku&board=3.1....2.....4.."));
  await page.locator(".sudoku .given").first().waitFor();
  const row = (text) => page.locator(`.picture-box svg[aria-label*="row by row: ${text};"]`).waitFor();
  await row("3 empty 1 empty");
  const cell = page.locator(".sudoku .cell");
  await cell.nth(1).click();
  await page.keyboard.press("3");
  // Two threes in a row are refused.
  await page.locator(".puzzle .verdict[data-status=refused]").waitFor();
  await row("3 empty 1 empty");
  await page.keyboard.press("2");
  await row("3 2 1 empty");
  assert.equal(await page.locator(".sudoku .given").count(), 4);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("4");
  await page.keyboard.press("ArrowRight");
  await row("3 2 1 empty");
  await page.keyboard.press("Backspace");
  await row("3 empty 1 empty");
  // Nothing is lost that is typed faster than the server answers.
  for (const key of ["2", "ArrowRight", "ArrowRight", "4"]) await page.keyboard.press(key);
  await row("3 2 1 4");
  // The browser writes down the refusal.
  assert.deepEqual(errors.filter((text) => !text.includes("422")), []);
  await page.close();
});

test("moves of every puzzle are made by hand, and undone", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=jugs&board=jugs 3 2; start 3 0; goal any 1"));
  const said = page.locator(".puzzle .verdict");
  const jug = (nth) => page.getByRole("button", { name: new RegExp(`^jug ${nth} has`) });
  const drawing = (text) => page.locator(`.picture-box svg[aria-label*="${text}"]`).waitFor();
  await drawing("jug 1 has 3 of 3");
  await page.locator(".jugs.pourable").waitFor();
  await jug(1).click();
  await jug(2).click();
  await drawing("jug 1 has 1 of 3, jug 2 has 2 of 2");
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await drawing("jug 1 has 3 of 3");
  await page.getByRole("button", { name: "Redo" }).click();
  await drawing("jug 1 has 1 of 3, jug 2 has 2 of 2");
  // From any state of a solution.
  await page.getByRole("button", { name: /^Solve/ }).click();
  await said.filter({ hasText: "proved optimal" }).waitFor();
  await page.locator(".jugs.pourable").waitFor();
  // By keys: the focus stays on the jugs.
  await jug(1).press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await drawing("jug 1 has 1 of 3, jug 2 has 2 of 2");
  await page.goto(at("#/puzzles?puzzle=word-ladder"));
  const label = () => page.locator(".picture-box svg").getAttribute("aria-label");
  const first = page.getByRole("group", { name: "Manual moves" }).getByRole("button").first();
  await first.waitFor();
  const before = await label();
  await first.click();
  await page.waitForFunction((text) => document.querySelector(".picture-box svg").getAttribute("aria-label") !== text, before);
  assert.deepEqual(errors, []);
  await page.close();
});

test("a hint is given from every state that can be written", async () => {
  const { page, errors } = await open(chromium.context, "about:blank");
  for (const [puzzle, board, algorithm] of [
    ["jugs", "jugs 8 5 3; start 8 0 0; goal 4 4 0", "breadth-first"],
    ["peg-solitaire", "board triangle 5; empty a1; goal a1", "a-star"],
    ["lights-out", "#.#/.#./#..", "linear-algebra"],
    ["word-ladder", "cold warm", "breadth-first"],
    ["topspin", "3 1 2 4 5 6", "breadth-first"],
  ]) {
    const asked = new URLSearchParams({ puzzle, board, algorithm, step: "1" });
    await page.goto(at(`#/puzzles?${asked}`));
    const said = page.locator(".puzzle .verdict");
    await said.filter({ hasText: /^Solved: / }).waitFor();
    const plan = await page.locator(".plan button").allTextContents();
    await page.waitForFunction(() => document.querySelector(".plan button")?.getAttribute("aria-current") === "step");
    await page.getByRole("button", { name: "Hint" }).click();
    await said.filter({ hasText: /^Hint: / }).waitFor();
    const left = Number(/(\d+) (?:move|step|press|pour|turn)/.exec(await said.textContent())?.[1]);
    assert.equal(left, plan.length - 1, `${puzzle}: ${await said.textContent()} after ${plan[0]} of ${plan}`);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("lamps, pegs, travellers and words are touched and typed in the picture", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=lights-out&board=.%23./%23%23%23/.%23."));
  const said = page.locator(".puzzle .verdict");
  const drawing = (text) => page.locator(`.picture-box svg[aria-label*="${text}"]`).waitFor();
  const cell = (x, y) => page.locator(`.picture-box [data-cell="${x},${y}"]`);
  await page.locator(".picture-box .lamp.open").first().waitFor();
  assert.equal(await page.locator(".lamp.on").count(), 5);
  await cell(1, 1).click();
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  assert.equal(await page.locator(".lamp.on").count(), 0);
  assert.match(await page.locator(".attempt").textContent(), /^1 move by hand, 0:\d\d /);
  await page.getByRole("button", { name: "Restart" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lamp.on").length === 5);
  assert.ok(await page.locator(".attempt").isHidden());
  // Pegs, by keys.
  await page.goto(at("#/puzzles?puzzle=peg-solitaire"));
  await page.locator(".picture-box .hole.open").first().waitFor();
  const pegs = await page.locator(".peg").count();
  await page.locator(".picture-box").focus();
  const from = await page.locator(".hole.open").first().getAttribute("data-cell");
  await cell(...from.split(",")).click();
  await page.locator(".hole.next").first().click();
  await page.waitForFunction((count) => document.querySelectorAll(".peg").length === count, pegs - 1);
  // Travellers.
  await page.goto(at("#/puzzles?puzzle=rivers&board=who farmer goat corn; boat 2; rows farmer"));
  await page.locator(".river.crossable").waitFor();
  const board = (name) => page.getByRole("button", { name: `${name}, board the boat` });
  const cross = () => page.getByRole("button", { name: /^cross with/ }).click();
  await board("farmer").click();
  await board("goat").press("Enter");
  await cross();
  await board("farmer").click();
  // Who went aboard stays there when the state is shown again.
  await page.locator(".plan button").last().click();
  await page.getByRole("button", { name: "farmer, leave the boat" }).waitFor();
  await cross();
  await board("farmer").click();
  await board("corn").click();
  await cross();
  await said.filter({ hasText: /^Solved\.$/ }).waitFor();
  // Words.
  await page.goto(at("#/puzzles?puzzle=crossword&board=C../.../..."));
  await page.locator(".crossword .given").waitFor();
  await page.locator(".crossword .cell").nth(1).click();
  await page.keyboard.type("AT");
  await drawing("Crossword: CAT / ... / ...");
  await page.keyboard.press("Backspace");
  await drawing("Crossword: CA. / ... / ...");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a sudoku shows its candidates, and a hint its reason", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=sudoku&board=968..2..3157493.6.3427...9.5269...31..13.....439...68..9483..566...4.......6....."));
  const candidate = page.locator(".sudoku .candidate");
  await page.locator(".sudoku .given").first().waitFor();
  assert.equal(await candidate.count(), 0);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/look"));
  await page.reload();
  await answered;
  await page.getByLabel("Candidates").check();
  await candidate.first().waitFor();
  assert.deepEqual((await candidate.allTextContents()).slice(0, 3), ["1", "5", "1"]);
  await press(page, "h");
  // Candidates are excluded until a digit follows: each step is told and coloured.
  await page.locator(".puzzle .verdict", { hasText: / is not \d.*: r\dc\d is \d, / }).waitFor();
  assert.ok(await page.locator(".sudoku .reason").count() > 0);
  assert.ok(await page.locator(".sudoku .candidate.out").count() > 0);
  // The cell of the digit is chosen: it can be typed at once.
  assert.equal(await page.locator(".sudoku .chosen").count(), 1);
  await page.getByLabel("Candidates").uncheck();
  assert.equal(await candidate.count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the cube is turned by keys, by buttons and by dragging, painted, and its solution stepped", async () => {
  const { page, errors } = await open(chromium.context, at("#/puzzles?puzzle=cube&board=U"));
  const said = page.locator(".puzzle .verdict");
  const shows = (text) => page.locator(`.picture-box svg[aria-label*="${text}"]`).waitFor();
  const solved = () => said.filter({ hasText: /^Solved\.$/ }).waitFor();
  await shows("F RRRFFFFFF");
  await press(page, "U");
  await solved();
  await page.getByRole("button", { name: "Turn R2", exact: true }).click();
  await shows("F FFBFFBFFB");
  await page.getByRole("button", { name: "Undo" }).click();
  await solved();
  // The right column of the front, upwards.
  const drag = async (part, dx, dy) => {
    const box = await page.locator(part).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.mouse.up();
  };
  await drag('.solid [data-at="23"]', 0, -60);
  await shows("F FFDFFDFFD");
  await drag('.solid [data-at="5"]', 0, 60);
  await solved();
  // The whole cube turns, and nothing else.
  await drag('.solid [data-at="22"]', 90, 0);
  await page.keyboard.press("ArrowLeft");
  await solved();
  // Nothing that is typed is lost.
  await press(page, "r");
  for (const key of ["u", "f", "l", "d", "b"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: /^Solve/ }).click();
  await said.filter({ hasText: /^Solved: \d+ turns/ }).waitFor();
  await page.locator(".timeline button", { hasText: "»" }).click();
  await shows("U UUUUUUUUU, R RRRRRRRRR, F FFFFFFFFF");
  // What is painted is told in the words of the server, and stays.
  await page.goto(at("#/puzzles?puzzle=cube&board=U U'"));
  await solved();
  await page.getByRole("button", { name: "Paint red: R" }).click();
  await page.locator('.net [data-at="0"]').click();
  await page.locator(".puzzle .verdict[data-status=refused]").waitFor();
  await shows("U RUUUUUUUU");
  await page.getByRole("button", { name: "Paint white: U" }).click();
  await page.locator('.net [data-at="0"]').click();
  await solved();
  // The small cube has a corner that stays: the face opposite is turned in place of others.
  await page.goto(at("#/puzzles?puzzle=pocket-cube&board=U U'"));
  await solved();
  await drag('.solid [data-at="8"]', 0, -60);
  await shows("F FUFU");
  assert.deepEqual(errors.filter((text) => !text.includes("422")), []);
  await page.close();
});
