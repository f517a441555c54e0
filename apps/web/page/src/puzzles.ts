/** The room of puzzles: a board drawn, a solver at work, its solution played. */

import { type Catalogue, type Domain, Refused, type SolveReport, ask, stream } from "./api";
import { Chooser, optionControl } from "./chooser";
import { bytes, number, verdict } from "./counters";
import { button, el, fill, labelled } from "./dom";
import { copyLink, saveDrawing } from "./download";
import type { Context, Room } from "./scene";
import { TileBoard, TileView } from "./tiles-view";
import { Timeline } from "./timeline";

interface Progress {
  expanded: number;
  generated: number;
  bound: number | null;
  bytes: number;
  seconds: number;
}

export class Puzzles implements Room {
  readonly element = el("div", { class: "room with-aside puzzles" });
  readonly #context: Context;
  readonly #domain: Domain;
  readonly #chooser: Chooser;
  readonly #timeline: Timeline;
  readonly #view: TileView;
  readonly #status = el("p", { class: "verdict", role: "status" });
  readonly #progress = el("p", { class: "hint progress" });
  readonly #moves = el("p", { class: "plan" });
  readonly #text = el("textarea", { rows: 3, spellcheck: "false" });
  readonly #generator: Record<string, string> = { size: "3x3" };
  #seed = 1;
  #start: TileBoard;
  #boards: TileBoard[] = [];
  #plan: string[] = [];
  #abort = new AbortController();
  #wanted: number | null = null;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#context = context;
    this.#domain = catalogue.domains.find(({ name }) => name === "tiles")!;
    const board = TileBoard.parse(parameters.get("board") ?? "");
    this.#start = board ?? TileBoard.parse("8 1 3 / 4 0 2 / 7 6 5")!;
    this.#chooser = new Chooser(
      this.#domain,
      parameters.get("algorithm") ?? "ida-star",
      parameters.get("heuristic") ?? "linear-conflict",
      () => this.#remember(),
    );
    this.#timeline = new Timeline("moves", 1, (at) => this.#show(at));
    this.#view = new TileView((cell) => this.#press(cell));
    const step = parameters.get("step");
    if (step !== null) this.#wanted = Number(step) || 0;
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Puzzles: sliding tiles"),
      this.#controls(),
      el("div", { class: "stage" },
        el("section", { class: "panel puzzle", "aria-label": "The board" },
          this.#view.element, this.#status, this.#progress, this.#moves),
        this.#timeline.element),
    );
    this.#set(this.#start);
    if (this.#wanted !== null) void this.#solve();
  }

  close(): void {
    this.#abort.abort();
    this.#timeline.pause();
  }

  key(event: KeyboardEvent): boolean {
    const move = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    if (move) this.#move(move);
    else if (event.key === "s") void this.#solve();
    else return this.#timeline.key(event);
    return true;
  }

  #controls(): HTMLElement {
    // Boards are solved to the usual goal here.
    const options = this.#domain.generator.filter(({ name }) => name !== "goal");
    const generator = options.map((option) =>
      labelled(option.name, optionControl(option, this.#generator[option.name] ?? "", (value) => {
        this.#generator[option.name] = value;
        void this.#generate();
      })),
    );
    return el("aside", { class: "controls", "aria-label": "The puzzle" },
      el("details", { open: true }, el("summary", {}, "Solver"),
        this.#chooser.element,
        el("div", { class: "buttons" },
          button("Solve", () => void this.#solve(), { class: "primary", key: "s" }),
          button("Stop", () => this.#abort.abort()))),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Board"),
        ...generator,
        button("Another", () => {
          this.#seed += 1;
          void this.#generate();
        }),
        labelled("As text", this.#text),
        el("div", { class: "buttons" },
          button("Set board", () => {
            const board = TileBoard.parse(this.#text.value);
            if (board) this.#set(board);
            else this.#say("Expected the tiles row by row, 0 for the blank, rows parted by /.", "refused");
          }),
          button("Copy link", () => void copyLink()),
          button("Drawing (SVG)", () => saveDrawing("tiles.svg", this.#view.element))),
        el("p", { class: "hint" }, "Press a tile beside the blank, or use the arrows. The goal has the blank first.")));
  }

  #say(text: string, status: string): void {
    this.#status.textContent = text;
    this.#status.dataset["status"] = status;
  }

  async #generate(): Promise<void> {
    const options = Object.fromEntries(Object.entries(this.#generator).filter(([, value]) => value));
    try {
      const question = { domain: "tiles", seed: this.#seed, options };
      const { instance } = await ask<{ instance: string }>("/api/generate", question);
      const sides = (options["size"] ?? "4x4").split("x").map(Number);
      const cells = instance.trim().split(/[\s/]+/).map(Number);
      this.#set(new TileBoard(sides[0] ?? 4, sides[1] ?? 4, cells));
    } catch (error) {
      this.#say(error instanceof Refused ? error.message : "The server is gone.", "refused");
    }
  }

  #set(board: TileBoard): void {
    this.#abort.abort();
    this.#start = board;
    this.#text.value = board.toString();
    this.#plan = [];
    this.#boards = [board];
    this.#say("Not solved yet.", "running");
    fill(this.#moves);
    this.#progress.textContent = "";
    this.#timeline.setLength(0);
    this.#timeline.seek(0);
  }

  #press(cell: number): void {
    const board = this.#boards[this.#timeline.at] ?? this.#start;
    const move = board.moveOf(cell);
    if (move) this.#move(move);
  }

  #move(move: string): void {
    const board = this.#boards[this.#timeline.at] ?? this.#start;
    const after = board.after(move);
    if (after !== board) this.#set(after);
  }

  async #solve(): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#say("Searching …", "running");
    const question = {
      domain: "tiles",
      instance: this.#start.toString(),
      algorithm: this.#chooser.algorithm,
      heuristic: this.#chooser.info?.is_informed ? this.#chooser.heuristic : undefined,
      depth: this.#chooser.info?.depth === "required" ? 40 : undefined,
    };
    try {
      await stream("/api/search", question, abort.signal, (name, data) => {
        if (name === "progress") this.#tell(data as Progress);
        if (name === "report") this.#solved((data as { report: SolveReport }).report);
      });
    } catch (error) {
      if (abort.signal.aborted) this.#say("Stopped.", "limit");
      else this.#say(error instanceof Refused ? error.message : "The server is gone.", "refused");
    }
  }

  #tell({ expanded, bound, bytes: held, seconds }: Progress): void {
    const least = bound === null ? "" : `, no solution has fewer than ${number(bound)} moves`;
    this.#progress.textContent = `${number(expanded)} expanded in ${number(seconds)} s, ${bytes(held)}${least}`;
  }

  #solved(report: SolveReport): void {
    this.#say(verdict(report), report.status);
    const { counts } = report;
    this.#progress.textContent = `${number(counts["expanded"] ?? 0)} expanded, ${number(counts["generated"] ?? 0)} generated, ${bytes(report.peak_bytes)}, ${number(report.seconds)} s`;
    this.#plan = report.moves ?? [];
    this.#boards = [this.#start];
    for (const move of this.#plan) this.#boards.push(this.#boards.at(-1)!.after(move));
    const moves = this.#plan.map((move, nth) =>
      button(move, () => this.#timeline.seek(nth + 1), { label: `After move ${nth + 1}, ${move}`, class: "quiet" }),
    );
    fill(this.#moves, ...moves);
    this.#timeline.setLength(this.#plan.length);
    const wanted = this.#wanted;
    this.#wanted = null;
    this.#timeline.seek(wanted ?? 0);
    this.#context.announce(this.#status.textContent ?? "");
  }

  #show(at: number): void {
    const board = this.#boards[at] ?? this.#start;
    this.#view.show(board, `Board: ${board.toString()}`);
    [...this.#moves.children].forEach((child, nth) => {
      if (nth === at - 1) child.setAttribute("aria-current", "step");
      else child.removeAttribute("aria-current");
    });
    this.#remember();
  }

  #remember(): void {
    if (this.#wanted !== null) return;
    const parameters = new URLSearchParams({
      board: this.#start.toString(),
      algorithm: this.#chooser.algorithm,
      heuristic: this.#chooser.heuristic,
    });
    if (this.#plan.length > 0) parameters.set("step", String(this.#timeline?.at ?? 0));
    this.#context.remember(parameters);
  }
}
