/** Drawings of piles of pancakes, of jugs and of rivers, and pictures by the server. */

import { fill, pressable, svg } from "./dom";

/** A puzzle, drawn; what is pressed makes moves. */
export abstract class Drawing {
  constructor(protected readonly onMove: (move: string) => void) {}
}

/** A pile, the widest pancake the largest. */
export class PancakeView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing pancakes", role: "img" });

  show(state: string): void {
    const sizes = state.split(" ").map(Number);
    const [row, least, most] = [Math.max(16, Math.min(34, 360 / sizes.length)), 60, 360];
    const height = row * sizes.length + 26;
    this.element.setAttribute("viewBox", `0 0 400 ${height}`);
    this.element.setAttribute("aria-label", `Stack from the top: ${state}`);
    const pancakes = sizes.map((size, at) => {
      const width = least + ((most - least) * (size - 1)) / Math.max(sizes.length - 1, 1);
      // Where the next one is larger by one or smaller by one, nothing needs to be parted.
      const below = sizes[at + 1] ?? sizes.length + 1;
      const isGap = Math.abs(below - size) !== 1;
      const group = svg("g", { class: isGap ? "pancake gap" : "pancake" },
        svg("rect", { x: 200 - width / 2, y: at * row + 4, width, height: row - 4, rx: row / 2.4 }),
        svg("text", { x: 200, y: at * row + 4 + (row - 4) / 2, "font-size": Math.min(row * 0.5, 15) }, String(size)));
      group.addEventListener("click", () => this.onMove(String(at + 1)));
      return group;
    });
    const plate = svg("rect", { class: "plate", x: 10, y: height - 16, width: 380, height: 8, rx: 4 });
    fill(this.element, ...pancakes, plate);
  }
}

/** Jugs side by side, with heights proportional to their capacity: one is pressed, then the one it is
 * poured into. Taps fill and empty them where there are any. */
export class JugsView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing jugs", role: "group" });
  #state = "";
  #instance = "";
  #moves: readonly string[] = [];
  /** The jug to pour from. */
  #from: number | null = null;

  show(state: string, instance: string): void {
    // What was pressed stays where a state is only shown again.
    if (state !== this.#state || instance !== this.#instance) this.#from = null;
    [this.#state, this.#instance] = [state, instance];
    this.#draw();
  }

  offer(moves: readonly string[]): boolean {
    this.#moves = moves;
    this.element.classList.toggle("pourable", moves.length > 0);
    this.#draw();
    return true;
  }

  #press(jug: number): void {
    const from = this.#from;
    this.#from = from === null ? jug : null;
    this.#draw();
    // Whether it can be poured is the server's to say.
    if (from !== null && from !== jug) this.onMove(`${from}>${jug}`);
  }

  #draw(): void {
    const amounts = this.#state.split(" ").map(Number);
    const clause = /(?:^|[;\n])\s*jugs([\d\s]+)/.exec(this.#instance)?.[1] ?? "";
    const capacities = clause.trim().split(/\s+/).map(Number);
    const largest = Math.max(1, ...capacities, ...amounts);
    const [wide, gap, tall] = [74, 34, 240];
    const hasTap = /(?:^|[;\n])\s*tap\b/.test(this.#instance);
    const width = amounts.length * (wide + gap) + gap;
    this.element.setAttribute("viewBox", `0 0 ${width} ${tall + (hasTap ? 114 : 74)}`);
    const parts = amounts.flatMap((amount, at) => {
      const [jug, capacity] = [at + 1, capacities[at] ?? largest];
      const x = gap + at * (wide + gap);
      const [high, full] = [(capacity / largest) * tall, (amount / largest) * tall];
      const bottom = tall + 24;
      const isTarget = this.#from !== null && this.#moves.includes(`${this.#from}>${jug}`);
      const kind = this.#from === jug ? "jug picked" : isTarget ? "jug target" : "jug";
      const group = svg("g", { class: kind },
        svg("rect", { class: "room", x, y: bottom - high, width: wide, height: high }),
        svg("rect", { class: "water", x, y: bottom - full, width: wide, height: full, rx: 4 }),
        svg("path", { class: "glass", d: `M${x} ${bottom - high}V${bottom}H${x + wide}V${bottom - high}` }));
      const words = [
        svg("text", { class: "amount", x: x + wide / 2, y: bottom - Math.max(full, 26) / 2, "font-size": 22 }, String(amount)),
        svg("text", { x: x + wide / 2, y: bottom + 20, "font-size": 14 }, `jug ${jug}`),
        svg("text", { class: "muted", x: x + wide / 2, y: bottom + 40, "font-size": 13 }, `holds ${capacity}`),
      ];
      const said = `jug ${jug} has ${amount} of ${capacity}${this.#from === jug ? ", picked" : isTarget ? ", pour here" : ""}`;
      const taps = ["fill", "empty"].filter((word) => this.#moves.includes(`${word}-${jug}`)).map((word) => {
        const left = x + (word === "fill" ? 0 : wide / 2 + 1);
        const tap = svg("g", { class: "tap" },
          svg("rect", { x: left, y: bottom + 52, width: wide / 2 - 1, height: 28, rx: 5 }),
          svg("text", { x: left + wide / 4, y: bottom + 66, "font-size": 12 }, word));
        return pressable(tap, `${word} jug ${jug}`, () => this.onMove(`${word}-${jug}`));
      });
      return [pressable(group, said, () => this.#press(jug)), ...words, ...taps];
    });
    const said = amounts.map((amount, nth) => `jug ${nth + 1} has ${amount} of ${capacities[nth] ?? "?"}`);
    this.element.setAttribute("aria-label", said.join(", "));
    fill(this.element, ...parts);
  }
}

interface Crowd {
  name: string;
  count: number;
}

/** Two banks, and the boat at one of them: who is pressed goes aboard, and the boat crosses. */
export class RiverView extends Drawing {
  readonly element = svg("svg", { class: "puzzle-drawing river", role: "group" });
  #state = "";
  #moves: readonly string[] = [];
  /** Who is aboard, by name. */
  #aboard: string[] = [];

  show(state: string): void {
    if (state !== this.#state) this.#aboard = [];
    this.#state = state;
    this.#draw();
  }

  offer(moves: readonly string[]): boolean {
    this.#moves = moves;
    this.element.classList.toggle("crossable", moves.length > 0);
    this.#draw();
    return true;
  }

  #board(name: string, isAboard: boolean): void {
    if (isAboard) this.#aboard.splice(this.#aboard.indexOf(name), 1);
    else this.#aboard.push(name);
    this.#draw();
  }

  /** Crosses with who is aboard; the rules are the server's to refuse. */
  #cross(): void {
    const sorted = (names: readonly string[]): string => [...names].sort().join("+");
    const aboard = sorted(this.#aboard);
    const move = this.#moves.find((move) => sorted(move.slice(1).split("+")) === aboard);
    const isNear = this.#state.split("|")[0]!.includes("boat");
    this.onMove(move ?? `${isNear ? ">" : "<"}${this.#aboard.join("+")}`);
  }

  #draw(): void {
    const [near = "", far = ""] = this.#state.split("|");
    const banks = [near, far].map((text) => {
      const words = text.trim().split(/\s+/).filter(Boolean);
      const crowd: Crowd[] = words
        .filter((word) => word !== "boat")
        .map((word) => {
          const [name = "", count = "1"] = word.split("*");
          return { name, count: Number(count) };
        });
      return { crowd, hasBoat: words.includes("boat") };
    });
    const names = [...new Set(banks.flatMap(({ crowd }) => crowd.map(({ name }) => name)))].sort();
    const row = 56;
    const height = Math.max(names.length * row + 20, 150);
    this.element.setAttribute("viewBox", `0 0 440 ${height}`);
    const parts: SVGElement[] = [
      svg("rect", { class: "bank", x: 0, y: 0, width: 160, height }),
      svg("rect", { class: "water", x: 160, y: 0, width: 120, height }),
      svg("rect", { class: "bank", x: 280, y: 0, width: 160, height }),
    ];
    const person = (name: string, cx: number, cy: number, isAboard: boolean, isMovable: boolean): void => {
      const who = svg("circle", { class: `person role-${names.indexOf(name) % 4}`, cx, cy, r: 16 });
      if (isMovable) pressable(who, `${name}, ${isAboard ? "leave the boat" : "board the boat"}`, () => this.#board(name, isAboard));
      parts.push(who, svg("text", { class: "initial", x: cx, y: cy, "font-size": 15 }, name.charAt(0).toUpperCase()));
    };
    for (const [nth, { crowd, hasBoat }] of banks.entries()) {
      const left = nth === 0 ? 6 : 286;
      if (hasBoat) {
        const [x, y] = [nth === 0 ? 162 : 198, height / 2];
        const boat = svg("g", {},
          svg("path", { class: "boat", d: `M${x} ${y}h80l-14 28h-52z` }),
          svg("path", { class: "mast", d: `M${x + 40} ${y}v-46l22 28h-22` }));
        parts.push(this.#aboard.length > 0 ? pressable(boat, `cross with ${this.#aboard.join(" and ")}`, () => this.#cross()) : boat);
        this.#aboard.forEach((name, at) => person(name, x + 24 + at * 33, y - 2, true, true));
      }
      for (const { name, count } of crowd) {
        const y = 8 + names.indexOf(name) * row + row / 2;
        const here = hasBoat ? count - this.#aboard.filter((other) => other === name).length : count;
        for (let at = 0; at < Math.min(here, 4); at += 1) person(name, left + 18 + at * 36, y - 6, false, hasBoat);
        parts.push(svg("text", { class: "name", x: left + 2, y: y + 19, "font-size": 13 }, here > 1 ? `${here} ${name}` : name));
      }
    }
    const said = banks.map(({ crowd, hasBoat }, nth) => {
      const who = crowd.map(({ name, count }) => (count > 1 ? `${count} ${name}` : name)).join(", ") || "nobody";
      return `${nth === 0 ? "near" : "far"} bank: ${who}${hasBoat ? " and the boat" : ""}`;
    });
    this.element.setAttribute("aria-label", said.join("; "));
    fill(this.element, ...parts);
  }
}

/** A picture by the server, as SVG. */
export class PictureView {
  readonly element = svg("svg", { class: "picture-by-server", role: "img" });

  show(state: string): void {
    const picture = new DOMParser().parseFromString(state, "image/svg+xml").documentElement;
    for (const name of ["viewBox", "font-family"]) {
      this.element.setAttribute(name, picture.getAttribute(name) ?? "");
    }
    this.element.setAttribute("aria-label", picture.querySelector("title")?.textContent ?? "");
    fill(this.element, ...picture.children);
  }
}
