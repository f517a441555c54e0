/** Positions and whole games as text and files, in and out. */

import { type Fault, type GameInfo, Refused, ask, reasonOf } from "./api";
import { button, el, fill, select } from "./dom";
import { openText, saveDrawing, saveText } from "./download";
import type { Context } from "./scene";
import { sharing } from "./share";
import { type SavedGame, isSavedGame, readGame, writeGame } from "./saved-game";

/** What is on the table. */
export interface Table {
  readonly context: Context;
  info(): GameInfo;
  /** The game that is played. */
  game(): SavedGame;
  drawing(): SVGSVGElement | null;
  /** Opens a position or a game; fails, and leaves what was there, if the server refuses it. */
  setUp(game: SavedGame): Promise<void>;
  /** Saves the analysis of the position, step by step. */
  export(form: "trace" | "html"): void;
}

/** A game of a file in the notation of the field. */
interface Recorded {
  title: string;
  start: string;
  moves: string[];
}

export class GameFiles {
  readonly #table: Table;
  readonly #text = el("textarea", { rows: 3, spellcheck: "false", "aria-label": "Position as text", input: () => this.#report("") });
  readonly #problem = el("p", { class: "problem", role: "alert" });
  /** The games of a file that has several. */
  readonly #games = el("div", {});

  constructor(table: Table) {
    this.#table = table;
  }

  /** Shows a position as text. */
  show(position: string): void {
    if (this.#text.value !== position) this.#report("");
    this.#text.value = position;
  }

  /** The controls, for the game that is on the table. */
  parts(): HTMLElement[] {
    const info = this.#table.info();
    const { record } = info;
    const named = (name: string): string => `${info.name}.${name}`;
    const buttons = [
      button("Set position", () => void this.#set(this.#text.value)),
      record && button(`Read ${record.name}`, () => void this.#read(this.#text.value)),
      button("Open game", () => void this.#open()),
      button("Save game", () => saveText(named("txt"), writeGame(this.#table.game()))),
      record && button(`Save ${record.name}`, () => void this.#write(named(record.extension))),
      button("Trace", () => this.#table.export("trace")),
      button("Page (HTML)", () => this.#table.export("html")),
      button("Drawing (SVG)", () => {
        const drawing = this.#table.drawing();
        if (drawing) saveDrawing(named("svg"), drawing);
      }),
    ];
    const shared = sharing(this.#table.context, ...buttons);
    return [this.#text, this.#problem, this.#games, ...shared, el("p", { class: "hint" }, info.format)];
  }

  #report(message: string): void {
    this.#problem.textContent = message;
    this.#text.toggleAttribute("aria-invalid", message !== "");
  }

  /** Does something that may fail; what is wrong with the text of the field is selected. */
  async #attempt(text: string, act: () => Promise<void>): Promise<void> {
    this.#report("");
    try {
      await act();
    } catch (error) {
      this.#report(reasonOf(error));
      if (error instanceof Refused && error.fault && text === this.#text.value) this.#select(error.fault);
    }
  }

  /** Selects a part of the text, given in bytes. */
  #select({ offset, length }: Fault): void {
    const bytes = new TextEncoder().encode(this.#text.value);
    const at = (end: number): number => new TextDecoder().decode(bytes.slice(0, end)).length;
    this.#text.focus();
    this.#text.setSelectionRange(at(offset), at(offset + length));
  }

  #set(start: string): Promise<void> {
    const { game, options } = this.#table.game();
    return this.#attempt(start, () => this.#table.setUp({ game, options, start, moves: [] }));
  }

  /** Opens a file: a saved game, or games in the notation of the field. */
  async #open(): Promise<void> {
    const { record } = this.#table.info();
    const text = await openText([".txt,text/plain", record && `.${record.extension}`].filter(Boolean).join());
    if (text === null) return;
    if (record && !isSavedGame(text)) await this.#read(text);
    else await this.#attempt(text, () => this.#table.setUp(readGame(text)));
  }

  /** Reads games in the notation of the field. */
  #read(text: string): Promise<void> {
    return this.#attempt(text, async () => {
      const { game, options } = this.#table.game();
      const games = await ask<Recorded[]>("record/read", { game, options, text });
      const setUp = ({ start, moves }: Recorded): Promise<void> => this.#table.setUp({ game, options, start, moves });
      const titles = games.map(({ title, moves }, nth) => ({ value: String(nth), text: `${nth + 1}. ${title}, ${moves.length} plies` }));
      const list = select(titles, "0", (nth) => void this.#attempt("", () => setUp(games[Number(nth)]!)));
      list.setAttribute("aria-label", "Game of the file");
      fill(this.#games, games.length > 1 && list);
      await setUp(games[0]!);
    });
  }

  /** Saves the game in the notation of the field. */
  #write(name: string): Promise<void> {
    return this.#attempt("", async () => {
      const { text } = await ask<{ text: string }>("record", this.#table.game());
      saveText(name, text);
    });
  }
}
