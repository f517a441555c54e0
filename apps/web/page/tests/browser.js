// A browser and a server for the tests.

import { execFileSync, execSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { chromium as launcher } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../../../..");
export const BINARY = process.env.TREMAUX_BINARY ?? join(ROOT, "target/debug/tremaux");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Where screenshots are kept; none are without it. */
const SHOTS = process.env.TREMAUX_SHOTS;

/** What the command line prints. */
export function commandLine(...words) {
  return execFileSync(BINARY, words, { encoding: "utf8" });
}

/** Runs a command that is pasted into a shell; fails if it does. */
export function shell(command) {
  const path = `${dirname(BINARY)}${delimiter}${process.env.PATH}`;
  return execSync(command, { encoding: "utf8", timeout: 30_000, env: { ...process.env, PATH: path } });
}

/** The files of a static host: those that `cargo xtask site` writes, and no engine behind them. */
export async function host(folder) {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png" };
  const others = { json: "application/json", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const name = decodeURI(new URL(request.url, "http://host").pathname).slice(1) || "index.html";
    if (request.method !== "GET" || !existsSync(join(folder, name)) || request.url.includes("/api/")) {
      response.writeHead(404).end();
      return;
    }
    const kind = { ...kinds, ...others }[name.split(".").at(-1)];
    response.writeHead(200, { "content-type": kind }).end(readFileSync(join(folder, name)));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** What serves the page; returns its address and how to stop it. */
export async function serve() {
  // A server that runs already, for those who work on the page.
  if (process.env.TREMAUX_ADDRESS) return { address: process.env.TREMAUX_ADDRESS, stop() {} };
  // The same tests, with the engine in the browser.
  return process.env.TREMAUX_SITE ? host(process.env.TREMAUX_SITE) : program();
}

/** Starts `tremaux serve` on a free port. */
export async function program() {
  const server = spawn(BINARY, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) found(text.trim().replace(/\/$/, ""));
    });
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return { address, stop: () => server.kill("SIGINT") };
}

/** Starts a browser that asks no other host for anything. */
export async function browser() {
  const profile = mkdtempSync(join(tmpdir(), "tremaux-browser-"));
  const context = await launcher.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    viewport: { width: 1366, height: 900 },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const foreign = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOwn = hostname === "127.0.0.1" || ["data:", "blob:", "file:"].includes(protocol);
    if (!isOwn) foreign.push(request.url());
  });
  return {
    context,
    foreign,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** What `start` has started. */
export let server;
export let chromium;

/** Starts the server and the browser before the tests of a file, and stops them after. */
export function start(served = serve) {
  before(async () => {
    server = await served();
    chromium = await browser();
  });
  after(async () => {
    await chromium?.close();
    server?.stop();
  });
}

/** The address of a scene. */
export const at = (fragment) => `${server.address}/${fragment}`;

/** A page on which errors are collected. */
export async function open(context, url, options = {}) {
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  // A test begins without the last scenes of others, which the device keeps.
  await page.addInitScript(() => {
    if (location.protocol !== "http:" || sessionStorage.getItem("test")) return;
    sessionStorage.setItem("test", "begun");
    for (const key of Object.keys(localStorage)) if (key.startsWith("tremaux-last")) localStorage.removeItem(key);
  });
  if (options.viewport) await page.setViewportSize(options.viewport);
  if (options.scheme) await page.emulateMedia({ colorScheme: options.scheme });
  await page.goto(url);
  return { page, errors };
}

/** Shows the page light or dark, and waits until its colours have changed. */
export async function inColours(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, scheme);
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const changes = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.allSettled(changes.map((it) => it.finished));
  });
}

/** Keeps a picture, if pictures are wanted. */
export async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** Waits until the address is that of the scene that is shown. */
export async function settled(page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => !document.documentElement.dataset.address);
}

/** The address once it says what is shown: it is written when the page is at rest. */
export async function address(page) {
  await settled(page);
  return page.url();
}

/** The picture of a canvas once it is at rest: busy browsers draw late. */
export async function pictureOf(canvas) {
  for (let [last, rest] = ["", 0]; ; ) {
    const now = await canvas.evaluate(async (it) => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return it.toDataURL();
    });
    [last, rest] = [now, now === last ? rest + 1 : 0];
    if (rest === 5) return now;
  }
}

/** By how much two pictures of one size differ in the colour of a pixel, at most; edges differ a little where nothing does. */
export async function apart(page, ...pictures) {
  return page.evaluate(async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (picture) => {
      const image = new Image();
      image.src = picture;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    if (one.width !== other.width || one.height !== other.height) return Infinity;
    return one.data.reduce((most, colour, nth) => Math.max(most, Math.abs(colour - other.data[nth])), 0);
  }, pictures);
}

/** The counts that a lane shows. */
export async function counts(lane) {
  const pairs = await lane
    .locator("[data-count]")
    .evaluateAll((items) => items.map((item) => [item.dataset.count, item.textContent]));
  return Object.fromEntries(pairs.map(([name, text]) => [name, Number(text.replaceAll(",", ""))]));
}

/** Waits until all searches of Explore are over. */
export async function searched(page) {
  await page.waitForFunction(() => {
    const verdicts = [...document.querySelectorAll(".lane .verdict")];
    const isOver = (verdict) => !["running", undefined].includes(verdict.dataset.status);
    const [now, all] = (document.querySelector(".where")?.textContent ?? "").split(" / ");
    const isAtRest = document.querySelector(".lanes[aria-busy=true]") === null;
    return isAtRest && verdicts.length > 0 && verdicts.every(isOver) && now === all && now !== "0";
  });
}

/** Shows all controls of Explore. */
export async function more(page) {
  await page.locator("details.more").evaluate((details) => (details.open = true));
}

/** The scene of an address; a long one is compressed. */
export function sceneOf(url) {
  const [, query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  const packed = parameters.get("z");
  return packed === null ? parameters : new URLSearchParams(inflateRawSync(Buffer.from(packed, "base64url")).toString());
}

/** Presses a key where it counts: on the board, or on the playback. */
export async function press(page, key) {
  const board = page.locator("svg.board");
  const target = (await board.count()) > 0 ? board : page.locator(".play-button");
  await target.first().press(key);
}
