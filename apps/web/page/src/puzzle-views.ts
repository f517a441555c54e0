/** Drawings of piles of pancakes, of jugs and of rivers, and pictures by the server. */

import { fill, svg } from "./dom";

/** A pile, the widest pancake the largest. */
export class PancakeView {
  readonly element = svg("svg", { class: "puzzle-drawing pancakes", role: "img" });
  readonly #onMove: (move: string) => void;

  constructor(onMove: (move: string) => void) {
    this.#onMove = onMove;
  }

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
      group.addEventListener("click", () => this.#onMove(String(at + 1)));
      return group;
    });
    const plate = svg("rect", { class: "plate", x: 10, y: height - 16, width: 380, height: 8, rx: 4 });
    fill(this.element, ...pancakes, plate);
  }
}

/** Jugs side by side, with heights proportional to their capacity. */
export class JugsView {
  readonly element = svg("svg", { class: "puzzle-drawing jugs", role: "img" });

  show(state: string, instance: string): void {
    const amounts = state.split(" ").map(Number);
    const clause = /(?:^|[;\n])\s*jugs([\d\s]+)/.exec(instance)?.[1] ?? "";
    const capacities = clause.trim().split(/\s+/).map(Number);
    const largest = Math.max(1, ...capacities, ...amounts);
    const [wide, gap, tall] = [74, 34, 240];
    const width = amounts.length * (wide + gap) + gap;
    this.element.setAttribute("viewBox", `0 0 ${width} ${tall + 74}`);
    const parts = amounts.flatMap((amount, nth) => {
      const capacity = capacities[nth] ?? largest;
      const x = gap + nth * (wide + gap);
      const [high, full] = [(capacity / largest) * tall, (amount / largest) * tall];
      const bottom = tall + 24;
      return [
        svg("rect", { class: "water", x, y: bottom - full, width: wide, height: full, rx: 4 }),
        svg("path", { class: "glass", d: `M${x} ${bottom - high}V${bottom}H${x + wide}V${bottom - high}` }),
        svg("text", { class: "amount", x: x + wide / 2, y: bottom - Math.max(full, 26) / 2, "font-size": 22 }, String(amount)),
        svg("text", { x: x + wide / 2, y: bottom + 20, "font-size": 14 }, `jug ${nth + 1}`),
        svg("text", { class: "muted", x: x + wide / 2, y: bottom + 40, "font-size": 13 }, `holds ${capacity}`),
      ];
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

/** Two banks, and the boat at one of them. */
export class RiverView {
  readonly element = svg("svg", { class: "puzzle-drawing river", role: "img" });

  show(state: string): void {
    const [near = "", far = ""] = state.split("|");
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
    const row = 44;
    const height = Math.max(names.length * row + 30, 150);
    this.element.setAttribute("viewBox", `0 0 560 ${height}`);
    const parts: SVGElement[] = [
      svg("rect", { class: "bank", x: 0, y: 0, width: 180, height }),
      svg("rect", { class: "water", x: 180, y: 0, width: 200, height }),
      svg("rect", { class: "bank", x: 380, y: 0, width: 180, height }),
    ];
    for (const [nth, { crowd, hasBoat }] of banks.entries()) {
      const left = nth === 0 ? 8 : 388;
      if (hasBoat) {
        const x = nth === 0 ? 186 : 314;
        parts.push(svg("path", { class: "boat", d: `M${x} ${height / 2}h60l-12 26h-36z` }),
          svg("path", { class: "mast", d: `M${x + 30} ${height / 2}v-40l20 26h-20` }));
      }
      for (const { name, count } of crowd) {
        const y = 15 + names.indexOf(name) * row + row / 2;
        const role = names.indexOf(name) % 4;
        const drawn = Math.min(count, 6);
        for (let at = 0; at < drawn; at += 1) {
          parts.push(svg("circle", { class: `person role-${role}`, cx: left + 12 + at * 24, cy: y - 4, r: 10 }),
            svg("text", { class: "initial", x: left + 12 + at * 24, y: y - 4, "font-size": 12 }, name.charAt(0).toUpperCase()));
        }
        parts.push(svg("text", { class: "name", x: left + 2, y: y + 14, "font-size": 11 }, count > 1 ? `${count} ${name}` : name));
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
