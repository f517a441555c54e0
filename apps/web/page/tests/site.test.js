// The page from a static host: its engine is in the browser, and it needs no connection twice.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { resolve } from "node:path";
import { at, chromium, host, more, open, searched, server, start } from "./browser.js";

const SITE = process.env.TREMAUX_SITE ?? resolve(import.meta.dirname, "../../../../target/site");
const skip = existsSync(SITE) ? false : "no site: cargo xtask site";

if (!skip) start(() => host(SITE));

test("every room opens, and searches run in the browser", { skip }, async () => {
  const started = performance.now();
  const { page, errors } = await open(chromium.context, at("#/explore"));
  await page.locator("canvas.grid").first().waitFor();
  const drawn = performance.now() - started;
  await searched(page);
  const ready = performance.now() - started;
  console.log(`first picture after ${drawn.toFixed(0)} ms, first search after ${ready.toFixed(0)} ms`);
  assert.match(await page.locator(".lane .verdict").first().textContent(), /proved optimal/);
  await page.goto(at("#/play?game=connect-four"));
  await page.locator(".board-panel").first().waitFor();
  await page.goto(at("#/trees"));
  await page.locator("canvas").first().waitFor();
  await page.goto(at("#/puzzles?puzzle=tiles"));
  await page.locator(".puzzle, .stage").first().waitFor();
  await page.goto(at("#/lessons?story=alpha-beta&at=2"));
  await page.getByText("α = 11").first().waitFor();
  assert.deepEqual(errors, []);
  assert.deepEqual(chromium.foreign, []);
  await page.close();
});

test("a search that is overtaken ends, and the next one answers", { skip }, async () => {
  const { page, errors } = await open(chromium.context, at("#/explore"));
  await searched(page);
  await more(page);
  const seed = page.getByRole("spinbutton", { name: "seed" });
  for (let nth = 2; nth < 12; nth += 1) {
    await seed.fill(String(nth));
    await seed.press("Enter");
  }
  await searched(page);
  assert.match(await page.locator(".lane .verdict").first().textContent(), /proved optimal/);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the guide is beside the page, with what the catalogue says, and traces play in it", { skip }, async () => {
  const { page, errors } = await open(chromium.context, at("#/explore"));
  await page.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("link", { name: "Watching a search" }).click();
  const trace = page.frameLocator("iframe").first();
  await trace.locator("canvas, svg").first().waitFor();
  await page.goto(at("guide/roads.html#files-of-graphs"));
  assert.equal(await page.locator("h2#files-of-graphs").count(), 1);
  await page.goto(at("guide/reference-algorithms.html#a-star"));
  assert.match(await page.locator("#a-star + p + dl").textContent(), /Hart, Nilsson and Raphael 1968/);
  const index = at("guide/index.html");
  const pages = new Map();
  const fetched = async (link) => {
    const [address] = link.split("#");
    if (!pages.has(address)) {
      const answer = await page.request.get(address);
      pages.set(address, answer.ok() ? await answer.text() : null);
    }
    return pages.get(address);
  };
  const linksOf = (html) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link);
  for (const chapter of linksOf(await fetched(index)).filter((link) => /^[^.]*\.html$/.test(link))) {
    const from = new URL(chapter, index).href;
    for (const link of linksOf(await fetched(from)).map((link) => new URL(link, from))) {
      if (link.origin !== new URL(index).origin) continue;
      const text = await fetched(link.href);
      assert.ok(text !== null && (link.hash === "" || text.includes(`id="${link.hash.slice(1)}"`)), `${chapter}: ${link.href}`);
    }
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("it opens again without a connection", { skip }, async () => {
  const { page } = await open(chromium.context, at("#/explore"));
  await searched(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
  });
  await chromium.context.setOffline(true);
  server.stop();
  await page.reload();
  await searched(page);
  assert.match(await page.locator(".lane .verdict").first().textContent(), /proved optimal/);
  await chromium.context.setOffline(false);
  await page.close();
});
