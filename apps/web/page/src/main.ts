/** The page: its rooms, and the address that selects the room and its scene. */

import "./style.css";
import { type Catalogue, catalogue } from "./api";
import { el, fill } from "./dom";
import { Explore } from "./explore";
import { Lessons } from "./lessons";
import { Play } from "./play";
import { Puzzles } from "./puzzles";
import { type Context, type Room, isUnknown, read, writeShort } from "./scene";
import { setUpTheme } from "./theme";
import { Trees } from "./trees";

type Open = (catalogue: Catalogue, parameters: URLSearchParams, context: Context) => Room;

const ROOMS: Record<string, { name: string; open: Open }> = {
  explore: { name: "Explore", open: (...given) => new Explore(...given) },
  play: { name: "Play", open: (...given) => new Play(...given) },
  trees: { name: "Trees", open: (...given) => new Trees(...given) },
  puzzles: { name: "Puzzles", open: (...given) => new Puzzles(...given) },
  lessons: { name: "Lessons", open: (...given) => new Lessons(...given) },
};

const main = document.getElementById("main")!;
const announcer = document.getElementById("announcer")!;
const rooms = document.getElementById("rooms")!;
let current: Room | null = null;
let shown = "";

async function enter(catalogue: Catalogue): Promise<void> {
  const fragment = location.hash;
  if (current && fragment === shown) return;
  shown = fragment;
  current?.close();
  const scene = await read(fragment.startsWith("#/") ? fragment : "");
  // Another link was followed meanwhile.
  if (fragment !== shown) return;
  let key = scene.room || "explore";
  let parameters = scene.parameters;
  let warning = "";
  const context: Context = {
    remember(remembered) {
      pending = { room: key, scene: remembered };
      clearTimeout(timer);
      // Scripts that read the address can wait for it.
      document.documentElement.dataset["address"] = "pending";
      timer = setTimeout(() => void showAddress(), REST);
    },
    announce(text) {
      announcer.textContent = text;
    },
    warn(text) {
      warning = text;
    },
  };
  if (isUnknown("room", key, Object.keys(ROOMS), context)) {
    key = "explore";
    parameters = new URLSearchParams();
  }
  current = ROOMS[key]!.open(catalogue, parameters, context);
  scrollTo(0, 0);
  fill(main, warning && el("p", { class: "alert", role: "alert" }, warning), current.element);
  document.title = `${ROOMS[key]!.name} · Trémaux`;
  for (const link of rooms.children) {
    if (link.getAttribute("data-room") === key) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** How long nothing changes before the address does, in milliseconds. */
const REST = 250;

let pending: { room: string; scene: () => URLSearchParams } | null = null;
let timer = 0;

/** Puts the scene that is shown into the address. */
async function showAddress(): Promise<void> {
  const written = pending;
  if (!written) return;
  const next = await writeShort({ room: written.room, parameters: written.scene() });
  if (pending !== written) return;
  pending = null;
  delete document.documentElement.dataset["address"];
  // A link was followed meanwhile: its scene is about to be shown.
  if (location.hash !== shown) return;
  history.replaceState(null, "", next ?? `#/${written.room}`);
  shown = location.hash;
  document.documentElement.dataset["link"] = next === null ? "too large" : "whole";
}

/** Whether a key belongs to the control that has the focus. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input[type=range]")) return /^(Arrow|Page|Home|End)/.test(key);
  const isPressed = target.matches("button, summary, a, input[type=checkbox]");
  return isPressed ? key === " " || key === "Enter" : target.matches("input, textarea, select");
}

/** Whether a single letter was typed outside what is drawn: speech and slips must do nothing there. */
function isStray({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return false;
  const drawn = "canvas, [role=application], .board-panel, .puzzle, .stage";
  return !(target instanceof Element && target.closest(drawn));
}

async function start(): Promise<void> {
  // The address holds the scene: skipping to the content must not change it.
  document.querySelector(".skip")!.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  setUpTheme(document.getElementById("theme") as HTMLButtonElement);
  for (const [key, { name }] of Object.entries(ROOMS)) {
    rooms.append(el("a", { href: `#/${key}`, "data-room": key }, name));
  }
  try {
    const known = await catalogue();
    await enter(known);
    addEventListener("hashchange", () => {
      // Other fragments are places on the page.
      if (!location.hash.startsWith("#/")) return;
      clearTimeout(timer);
      pending = null;
      delete document.documentElement.dataset["address"];
      void enter(known);
    });
  } catch (error) {
    fill(main, el("p", { class: "note" }, `No connection to the server: ${String(error)}`));
  }
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event) || isStray(event)) return;
    if (current?.key?.(event)) event.preventDefault();
  });
}

void start();
