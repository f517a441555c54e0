/** The page: its rooms, and the address that selects the room and its scene. */

import "./style.css";
import { type Catalogue, catalogue, reasonOf } from "./api";
import { el, fill, refill } from "./dom";
import { opened } from "./dropped";
import { Explore } from "./explore";
import { Lessons } from "./lessons";
import { Play } from "./play";
import { Puzzles } from "./puzzles";
import { type Context, type Room, type RoomClass, type Scene, isUnknown } from "./scene";
import { setUpTheme } from "./theme";
import { Trees } from "./trees";
import { type Services, Visits } from "./visits";

const ROOMS: Readonly<Record<string, RoomClass>> = { Explore, Play, Trees, Puzzles, Lessons };

const main = document.getElementById("main")!;
const announcer = document.getElementById("announcer")!;
const rooms = document.getElementById("rooms")!;
let current: Room | null = null;
let shown = "";
let openScene: (scene: Scene) => void = () => {};

function enter(catalogue: Catalogue, { room, parameters }: Scene, services: Services, warning = "", isChosen = false): string {
  let key = room;
  openScene = services.open;
  const context: Context = {
    ...services,
    announce(text) {
      announcer.textContent = text;
    },
    warn(text) {
      warning = text;
    },
  };
  const names = Object.keys(ROOMS);
  if (isUnknown("room", key, names.map((name) => name.toLowerCase()), context)) {
    key = "explore";
    parameters = new URLSearchParams();
  }
  const name = names.find((name) => name.toLowerCase() === key)!;
  current = new ROOMS[name]!(catalogue, parameters, context);
  const { element } = current;
  shown = key;
  const alert = warning && el("p", { class: "alert", role: "alert" }, warning);
  if (isChosen) refill(main, alert, element);
  else {
    // Another room: nothing of the one before has the focus.
    main.replaceChildren(...(alert ? [alert] : []), element);
    scrollTo(0, 0);
  }
  document.title = `${name} · Trémaux`;
  for (const link of rooms.children) {
    if (link.getAttribute("data-room") === key) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  return key;
}

/** Opens files that are dropped anywhere. */
function listenToDrops(catalogue: Catalogue): void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => hasFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    main.querySelector(":scope > .alert")?.remove();
    opened(file, catalogue).then(openScene, (error: unknown) => {
      main.prepend(el("p", { class: "alert", role: "alert" }, reasonOf(error)));
    });
  });
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
  for (const name of Object.keys(ROOMS)) {
    const key = name.toLowerCase();
    // A room alone is its last scene: that of the room that is open is shown already.
    const stay = (event: Event): void => {
      if (key === shown) event.preventDefault();
    };
    rooms.append(el("a", { href: `#/${key}`, "data-room": key, click: stay }, name));
  }
  try {
    const known = await catalogue();
    const visits = new Visits(
      (...visited) => enter(known, ...visited),
      () => current?.close(),
    );
    await visits.start();
    listenToDrops(known);
  } catch (error) {
    fill(main, el("p", { class: "note" }, `No connection to the server: ${String(error)}`));
  }
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event) || isStray(event)) return;
    if (current?.key?.(event)) event.preventDefault();
  });
}

void start();
