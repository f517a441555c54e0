// Takes the pictures of the page that the documents show: node pictures.js FOLDER FRAMES.
// FOLDER receives the pictures, FRAMES those of the moving one, called NUMBER-MILLISECONDS.png.
// `cargo xtask pictures` calls it and joins the frames.

import { join } from "node:path";
import { browser, open, searched, serve, settled } from "./tests/browser.js";

const [folder, frames] = process.argv.slice(2);
if (!frames) throw new Error("expected a folder for pictures and one for frames");

/** What is shown: the scene, the size, and what is waited for or done before. */
const PICTURES = [
  {
    name: "page-graph",
    scene: "#/explore?on=graph&lane=dijkstra&lane=a-star",
    size: [1280, 640],
    async ready(page) {
      await searched(page);
      await page.locator(".scrub").fill("4");
      await page.locator(".scrub").blur();
    },
  },
  {
    name: "page-play",
    scene: "#/play?game=chess&moves=e4;e5;Nf3;Nc6;Bc4;Bc5;c3;Nf6;d4;exd4;cxd4;Bb4%2B&seconds=4",
    size: [1320, 820],
    ready: (page) => page.locator(".lines li").nth(2).waitFor(),
  },
  {
    name: "page-trees",
    scene: "#/trees?tree=(3+12+8)+(2+4+6)+(14+5+2)&step=20",
    size: [1280, 740],
    ready: (page) => page.locator("[data-counts]", { hasText: "cutoffs" }).waitFor(),
  },
  {
    name: "page-puzzles",
    scene: "#/puzzles?puzzle=cube&board=R U R' F2 D L2",
    size: [1180, 700],
    scheme: "dark",
    ready: (page) => page.locator(".solid .facelet").first().waitFor(),
  },
  {
    name: "page-lessons",
    scene: "#/lessons",
    size: [1280, 700],
    ready: (page) => page.locator(".pseudocode li").first().waitFor(),
  },
];

/** An empty grid, on which the moving picture draws walls. */
const [COLUMNS, ROWS, MIDDLE] = [29, 15, 7];
const FIELD = Array.from({ length: ROWS }, (_, row) => (row === MIDDLE ? `....S${".".repeat(19)}G....` : ".".repeat(COLUMNS)));
/** The corners of the wall that is drawn: a dead end between start and goal. */
const STROKE = [[11, 2], [19, 2], [19, 12], [11, 12]];

/** The cells of the stroke, one after the other. */
function strokeCells() {
  const cells = [STROKE[0]];
  for (const [column, row] of STROKE.slice(1)) {
    for (let [x, y] = cells.at(-1); x !== column || y !== row; cells.push([x, y])) {
      x += Math.sign(column - x);
      y += Math.sign(row - y);
    }
  }
  return cells;
}

/** Draws a wall while both searches follow, then plays the searches from their start. */
async function film(context, address) {
  const scene = `#/explore?grid=${FIELD.join("/")}&lane=breadth-first&lane=a-star%7Ccity-block`;
  const viewport = { width: 1366, height: 760 };
  const { page } = await open(context, `${address}/${scene}`, { viewport });
  await searched(page);
  // The first searches of a server take longer than those that follow.
  await page.reload();
  await searched(page);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" viewBox="0 0 12 19" width="18" height="28">
      <path d="M1 1v15l3.5-3.3 2.2 5 2.3-1-2.2-4.9H11.5z" fill="#111" stroke="#fff"/></svg>`);
    // The page's policy allows no style attributes.
    Object.assign(document.querySelector("#pointer").style, { position: "fixed", zIndex: 99, pointerEvents: "none" });
  });
  const lanes = await page.locator(".lane").evaluateAll((all) => all.map((lane) => lane.getBoundingClientRect().toJSON()));
  const timeline = await page.locator(".scrub").evaluate((scrub) => scrub.closest("section, div, footer").getBoundingClientRect().toJSON());
  const clip = { x: lanes[0].x - 8, y: lanes[0].y - 8, width: lanes.at(-1).right - lanes[0].x + 16 };
  clip.height = timeline.bottom - lanes[0].y + 16;
  const board = await page.locator(".lane").nth(1).locator("canvas, svg").first().boundingBox();
  const place = ([column, row]) => [
    board.x + ((column + 0.5) * board.width) / COLUMNS,
    board.y + ((row + 0.5) * board.height) / ROWS,
  ];

  let count = 0;
  const frame = async (milliseconds) => {
    const name = `${String(count++).padStart(3, "0")}-${milliseconds}.png`;
    await page.screenshot({ path: join(frames, name), clip, caret: "hide" });
  };
  const point = async (at) => {
    await page.mouse.move(...at);
    await page.locator("#pointer").evaluate((it, [x, y]) => Object.assign(it.style, { left: `${x}px`, top: `${y}px` }), at);
  };

  const [first, ...others] = strokeCells();
  await point(place(first));
  await frame(700);
  await page.mouse.down();
  for (const cell of others) {
    await point(place(cell));
    await searched(page);
    await frame(90);
  }
  await page.mouse.up();
  await frame(400);
  const scrub = await page.locator(".scrub").boundingBox();
  // The middle of the thumb, which is 16 pixels wide.
  const thumb = (share) => [scrub.x + 8 + share * (scrub.width - 16), scrub.y + scrub.height / 2];
  await point(thumb(0));
  await page.mouse.down();
  const pictures = 36;
  for (let at = 0; at <= pictures; at += 1) {
    await point(thumb(at / pictures));
    await settled(page);
    await frame(at === pictures ? 1600 : 90);
  }
  await page.mouse.up();
  await page.close();
}

const server = await serve();
const chromium = await browser();
try {
  await film(chromium.context, server.address);
  for (const { name, scene, size, scheme, ready } of PICTURES) {
    const viewport = { width: size[0], height: size[1] };
    const { page } = await open(chromium.context, `${server.address}/${scene}`, { viewport, scheme });
    await ready(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
} finally {
  await chromium.close();
  server.stop();
}
