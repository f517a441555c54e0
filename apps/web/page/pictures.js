// Takes the pictures of the page that the documents show: node pictures.js FOLDER [NAME …]

import { join } from "node:path";
import { browser, open, searched, serve } from "./tests/browser.js";

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error("expected the folder to put pictures into");

/** What is shown: the scene, the size, and what is waited for or done before. */
const PICTURES = [
  {
    name: "page-explore",
    scene: "#/explore?lane=breadth-first&lane=a-star%7Copen-distance",
    size: [1280, 760],
    async ready(page) {
      await page.getByRole("spinbutton", { name: "seed" }).fill("7");
      await page.getByRole("spinbutton", { name: "seed" }).press("Enter");
      await page.waitForTimeout(500);
      await searched(page);
      await page.locator(".scrub").fill("120");
      await page.locator(".scrub").blur();
    },
  },
  {
    name: "page-graph",
    scene: "#/explore?on=graph",
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

const server = await serve();
const chromium = await browser();
try {
  for (const { name, scene, size, scheme, ready } of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
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
