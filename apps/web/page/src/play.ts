/** The room where games are played and positions analysed. */

import { type Catalogue, type GameInfo, Refused, ask } from "./api";
import { Analysis, type Position } from "./analysis";
import { BoardView } from "./board-view";
import { optionControl } from "./chooser";
import { button, el, fill, labelled, select } from "./dom";
import { copyLink, openText, saveDrawing, saveText } from "./download";
import { readGame, writeGame } from "./saved-game";
import type { Context, Room } from "./scene";

/** Which side the computer plays. */
type Opponent = "none" | "first" | "second";

export class Play implements Room {
  readonly element = el("div", { class: "room with-aside play" });
  readonly #catalogue: Catalogue;
  readonly #context: Context;
  readonly #board: BoardView;
  readonly #analysis: Analysis;
  readonly #status = el("p", { class: "game-status", role: "status" });
  readonly #moves = el("div", { class: "moves", role: "group", "aria-label": "Legal moves" });
  readonly #history = el("ol", { class: "history", "aria-label": "Moves played" });
  readonly #aside = el("aside", { class: "controls", "aria-label": "The game" });
  readonly #text = el("textarea", { rows: 2, spellcheck: "false", "aria-label": "Position as text" });
  #info: GameInfo;
  #options: Record<string, string> = {};
  #start = "";
  #played: string[] = [];
  /** Moves taken back, to be played again. */
  #undone: string[] = [];
  #position: Position | null = null;
  #flipped = false;
  #hint: string | null = null;
  #opponent: Opponent = "none";
  #analyses = true;
  #effort = { algorithm: "scout", depth: null as number | null, seconds: 2, lines: 3, exact: false };
  #serial = 0;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    this.#catalogue = catalogue;
    this.#context = context;
    const wanted = parameters.get("game") ?? "connect-four";
    this.#info = this.#find(wanted);
    for (const option of this.#info.options) {
      const value = parameters.get(option.name);
      if (value) this.#options[option.name] = value;
    }
    this.#start = parameters.get("start") ?? "";
    this.#played = parameters.get("moves")?.split(",").filter(Boolean) ?? [];
    this.#flipped = parameters.has("flip");
    this.#analyses = parameters.get("analyse") !== "no";
    this.#board = new BoardView((move) => void this.#play(move));
    this.#analysis = new Analysis((move) => void this.#play(move));
    this.#controls();
    const act = (text: string, act: () => void, key: string): HTMLElement =>
      button(text, act, { key });
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Play and analyse"),
      this.#aside,
      el(
        "div",
        { class: "table" },
        el(
          "section",
          { class: "panel board-panel", "aria-label": "The board" },
          this.#status,
          this.#analysis.bar,
          this.#board.element,
          el(
            "div",
            { class: "buttons" },
            act("Take back", () => this.#takeBack(), "u"),
            act("Again", () => this.#again(), "r"),
            act("Hint", () => void this.#showHint(), "h"),
            act("Flip", () => this.#flip(), "f"),
            act("New game", () => this.#new(), "n"),
          ),
          this.#moves,
        ),
        el(
          "section",
          { class: "panel", "aria-label": "Analysis" },
          el("h2", {}, "Lines"),
          this.#analysis.lines,
          this.#analysis.state,
          el("h2", {}, "Moves"),
          this.#history,
        ),
      ),
    );
    void this.#refresh();
  }

  close(): void {
    this.#serial += 1;
    this.#analysis.stop();
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const acts: Record<string, () => void> = {
      u: () => this.#takeBack(),
      r: () => this.#again(),
      h: () => void this.#showHint(),
      f: () => this.#flip(),
      n: () => this.#new(),
    };
    const act = acts[event.key];
    if (act) act();
    else if (this.#position?.moves.some(({ move }) => move === event.key)) void this.#play(event.key);
    else return false;
    return true;
  }

  #find(name: string): GameInfo {
    const games = this.#catalogue.games;
    return games.find((game) => game.name === name) ?? games[0]!;
  }

  #controls(): void {
    // Trees that are written out have a room of their own.
    const playable = this.#catalogue.games.filter(({ name }) => name !== "game-tree");
    const games = playable.map(({ name, title }) => ({
      value: name,
      text: name.replaceAll("-", " "),
      title,
    }));
    const options = this.#info.options.map((option) =>
      labelled(
        option.name,
        optionControl(option, this.#options[option.name] ?? "", (value) => {
          if (value) this.#options[option.name] = value;
          else delete this.#options[option.name];
          this.#new();
        }),
      ),
    );
    const algorithms = this.#catalogue.game_algorithms
      .filter((algorithm) => algorithm.name !== "random")
      .map(({ name, title }) => ({ value: name, text: name, title }));
    const depth = el("input", {
      type: "number",
      min: 1,
      max: 60,
      placeholder: "no limit",
      change: () => {
        const plies = Math.floor(Number(depth.value));
        this.#effort.depth = plies > 0 ? plies : null;
        this.#analyse();
      },
    });
    const seconds = el("input", {
      type: "number",
      min: 0.1,
      max: this.#catalogue.ceilings.seconds,
      step: "any",
      value: this.#effort.seconds,
      change: () => {
        this.#effort.seconds = Math.max(0.05, Number(seconds.value) || 2);
        this.#analyse();
      },
    });
    const lines = el("input", {
      type: "number",
      min: 1,
      max: 9,
      value: this.#effort.lines,
      change: () => {
        this.#effort.lines = Math.min(Math.max(Math.floor(Number(lines.value)), 1), 9);
        this.#analyse();
      },
    });
    const check = (text: string, isOn: boolean, set: (isOn: boolean) => void): HTMLElement => {
      const box = el("input", { type: "checkbox", checked: isOn, change: () => set(box.checked) });
      return el("label", { class: "check" }, box, text);
    };
    const opponents = [
      { value: "none", text: "nobody" },
      { value: "first", text: `${this.#info.sides[0]}, who begins` },
      { value: "second", text: `${this.#info.sides[1]}, who follows` },
    ];
    fill(
      this.#aside,
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Game"),
        labelled("Game", select(games, this.#info.name, (name) => this.#choose(name))),
        ...options,
        labelled("Computer plays", select(opponents, this.#opponent, (side) => {
          this.#opponent = side as Opponent;
          void this.#refresh();
        })),
        el("p", { class: "hint" }, this.#info.title)),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Analysis"),
        check("Analyse every position", this.#analyses, (isOn) => {
          this.#analyses = isOn;
          this.#analyse();
          this.#remember();
        }),
        labelled("Algorithm", select(algorithms, this.#effort.algorithm, (name) => {
          this.#effort.algorithm = name;
          this.#analyse();
        })),
        labelled("Seconds", seconds), labelled("Depth", depth), labelled("Lines", lines),
        check("To the end of the game", this.#effort.exact, (isOn) => {
          this.#effort.exact = isOn;
          this.#analyse();
        }),
        el("p", { class: "hint" }, this.#info.scores)),
      el("details", {}, el("summary", {}, "Position and files"),
        this.#text,
        el("div", { class: "buttons" },
          button("Set position", () => this.#set(this.#text.value)),
          button("Save game", () => saveText(`${this.#info.name}.txt`, writeGame({
            game: this.#info.name, options: this.#options,
            start: this.#position?.start ?? this.#start, moves: this.#played,
          }))),
          button("Open game", () => void this.#open()),
          button("Copy link", () => void copyLink()),
          button("Drawing (SVG)", () => saveDrawing(`${this.#info.name}.svg`, this.#board.element))),
        el("p", { class: "hint" }, this.#info.format)),
    );
  }

  #choose(name: string): void {
    this.#info = this.#find(name);
    this.#options = {};
    this.#controls();
    this.#new();
  }

  #new(): void {
    [this.#start, this.#played, this.#undone] = ["", [], []];
    void this.#refresh();
  }

  #set(text: string): void {
    [this.#start, this.#played, this.#undone] = [text, [], []];
    void this.#refresh();
  }

  async #open(): Promise<void> {
    const text = await openText(".txt,text/plain");
    if (text === null) return;
    try {
      const saved = readGame(text);
      this.#info = this.#find(saved.game);
      this.#options = saved.options;
      [this.#start, this.#played, this.#undone] = [saved.start, saved.moves, []];
      this.#controls();
      await this.#refresh();
    } catch (error) {
      this.#status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.#remember();
  }

  #takeBack(): void {
    const last = this.#played.pop();
    if (last === undefined) return;
    this.#undone.push(last);
    // Against the computer, its answer goes back with the move that it answered.
    const isOwn = this.#opponent !== "none" && !this.#isComputersTurn();
    const before = isOwn ? this.#played.pop() : undefined;
    if (before !== undefined) this.#undone.push(before);
    void this.#refresh();
  }

  #again(): void {
    const next = this.#undone.pop();
    if (next === undefined) return;
    this.#played.push(next);
    void this.#refresh();
  }

  async #play(move: string): Promise<void> {
    if (!this.#position?.moves.some((legal) => legal.move === move)) return;
    this.#played.push(move);
    this.#undone = [];
    await this.#refresh();
  }

  #question(): object {
    return {
      game: this.#info.name,
      options: this.#options,
      start: this.#start,
      moves: this.#played,
    };
  }

  async #refresh(): Promise<void> {
    this.#serial += 1;
    const serial = this.#serial;
    this.#hint = null;
    this.#analysis.clear();
    try {
      const position = await ask<Position>("/api/position", this.#question());
      if (serial !== this.#serial) return;
      this.#position = position;
      this.#text.value = position.position;
      this.#show();
      this.#remember();
      if (position.result) return;
      if (this.#isComputersTurn()) await this.#answer(serial);
      else this.#analyse();
    } catch (error) {
      this.#status.textContent = error instanceof Refused ? error.message : "The server is gone.";
    }
  }

  #isComputersTurn(): boolean {
    const side = this.#position?.side;
    return this.#opponent !== "none" && side === (this.#opponent === "first" ? 0 : 1);
  }

  async #answer(serial: number): Promise<void> {
    const position = this.#position!;
    const best = await this.#analysis.run(this.#question(), position, this.#effort);
    if (serial === this.#serial && best) await this.#play(best);
  }

  #analyse(): void {
    if (!this.#analyses || !this.#position || this.#position.result) {
      this.#analysis.clear();
      return;
    }
    void this.#analysis.run(this.#question(), this.#position, this.#effort);
  }

  async #showHint(): Promise<void> {
    const position = this.#position;
    if (!position || position.result) return;
    const best =
      this.#analysis.best ?? (await this.#analysis.run(this.#question(), position, this.#effort));
    if (position !== this.#position || !best) return;
    this.#hint = best;
    this.#show();
    this.#context.announce(`Hint: ${best}`);
  }

  #show(): void {
    const position = this.#position;
    if (!position) return;
    const { sides } = this.#info;
    let status: string;
    if (position.result) {
      const { outcome, lead } = position.result;
      const by = this.#info.unit ? ` by ${Math.abs(lead)} ${this.#info.unit}` : "";
      status =
        outcome === "draw" ? "A draw." : `${sides[outcome === "win" ? 0 : 1]} has won${by}.`;
    } else status = `${sides[position.side ?? 0]} is to move.`;
    const last = position.played.at(-1);
    this.#status.textContent = last ? `${status} Last move: ${last}.` : status;
    this.#status.dataset["side"] = position.result ? "over" : String(position.side ?? 0);
    this.#board.show(
      position.board,
      position.moves,
      position.side ?? 0,
      { holes: this.#info.name === "connect-four", flipped: this.#flipped },
      this.#hint ? [this.#hint] : [],
      `${this.#info.name}, position ${position.position || "at the start"}. ${status}`,
    );
    const names = position.moves.slice(0, 60).map(({ move }) => move);
    names.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const moves = names.map((move) =>
      button(move, () => void this.#play(move), { label: `Play ${move}` }),
    );
    fill(this.#moves, ...moves);
    const items = position.played.map((move, nth) =>
      el("li", {}, button(move, () => {
        this.#undone.push(...this.#played.splice(nth + 1).reverse());
        void this.#refresh();
      }, { label: `Back to move ${nth + 1}: ${move}`, class: "quiet" })),
    );
    fill(this.#history, ...items);
  }

  #remember(): void {
    const parameters = new URLSearchParams({ game: this.#info.name, ...this.#options });
    if (this.#start) parameters.set("start", this.#start);
    if (this.#played.length > 0) parameters.set("moves", this.#played.join(","));
    if (this.#flipped) parameters.set("flip", "yes");
    if (!this.#analyses) parameters.set("analyse", "no");
    this.#context.remember(parameters);
  }
}
