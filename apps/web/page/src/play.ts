/** The room where games are played and positions analysed. */

import { type Board, type Catalogue, type GameInfo, ask, reasonOf } from "./api";
import { Analysis, type Position } from "./analysis";
import { BackgammonView } from "./backgammon-view";
import { BoardView, type GameView, type GameViewClass } from "./board-view";
import { optionControls } from "./chooser";
import { button, check, el, field, fill, labelled, number, refill, select } from "./dom";
import { GameFiles } from "./game-files";
import { historyItems, variationItems } from "./history";
import type { SavedGame } from "./saved-game";
import { type Context, type Room, SceneRoom, isUnknown } from "./scene";
import { SquaresView } from "./squares-view";
import { saveTrace } from "./trace-export";
import { editOf } from "./undo";
import { type Mover, type Ply, Variations, lineTo } from "./variations";

/** Which side the computer plays, from 0; none, or all of them. */
type Computer = number | "none" | "all";

export class Play extends SceneRoom implements Room {
  readonly element = el("div", { class: "room with-aside play" });
  readonly #boardBox = el("div", { class: "board-box" });
  #board: GameView | null = null;
  readonly #analysis: Analysis;
  readonly #status = el("p", { class: "game-status", role: "status" });
  readonly #moves = el("div", { class: "moves", role: "group", "aria-label": "Legal moves" });
  readonly #history = el("ol", { class: "history", "aria-label": "Moves played" });
  readonly #variations = el("ul", { class: "variations", "aria-label": "Variations" });
  readonly #others = el("div", { hidden: true }, el("h2", {}, "Variations"), this.#variations);
  readonly #aside = el("aside", { class: "controls", "aria-label": "Settings" });
  readonly #files: GameFiles;
  readonly #hintButton = button("Hint", () => void this.#showHint(), { key: "h" });
  #info: GameInfo;
  #options: Record<string, string> = {};
  #start = "";
  /** The moves of the position that was asked for last. */
  #played: string[];
  /** The moves of all positions that the server has shown, and which it has shown last. */
  #tree = new Variations();
  /** Undoing and redoing, one after the other. */
  #walk = Promise.resolve();
  #position: Position | null = null;
  /** The board before the first move of a game. */
  #first: { game: string; board: Board } | null = null;
  #flipped = false;
  #hint: string | null = null;
  #computer: Computer = "none";
  #rolls = true;
  #analyses = true;
  #effort = { algorithm: "engine", depth: null as number | null, seconds: 2, lines: 3, exact: false };
  /** Whether the algorithm was named in the address: then one that does not fit is refused. */
  #isNamed = false;
  #serial = 0;

  constructor(catalogue: Catalogue, parameters: URLSearchParams, context: Context) {
    super(catalogue, context);
    const games = catalogue.games.map(({ name }) => name);
    if (isUnknown("game", parameters.get("game"), games, context)) parameters = new URLSearchParams();
    this.#info = this.#find(parameters.get("game") ?? "connect-four");
    for (const option of this.#info.options) {
      const value = parameters.get(option.name);
      if (value) this.#options[option.name] = value;
    }
    this.#start = parameters.get("start") ?? "";
    this.#played = parameters.get("moves")?.split(";").filter(Boolean) ?? [];
    this.#tree.read(parameters.getAll("line"));
    this.#flipped = parameters.has("flip");
    this.#analyses = parameters.get("analyse") !== "no";
    this.#restore(parameters);
    this.#files = new GameFiles({
      context,
      info: () => this.#info,
      game: () => ({ ...this.#game, start: this.#position?.start ?? this.#start }),
      drawing: () => this.#board?.element ?? null,
      setUp: (game) => this.#setUp(game),
      export: (form) => this.#export(form),
    });
    this.#analysis = new Analysis(
      (moves) => {
        this.#move(...moves);
        // Other lines will stand there.
        this.#board?.element.focus({ preventScroll: true });
      },
      // Whoever plays against the computer wants no arrows.
      (judged, best) => this.#board?.judge?.(judged, this.#computer === "none" ? best : []),
    );
    this.#controls();
    const act = (text: string, act: () => void, key: string): HTMLElement =>
      button(text, act, { key });
    fill(
      this.element,
      el("h1", { class: "unseen" }, "Play and analyze"),
      this.#aside,
      el(
        "div",
        { class: "table" },
        el(
          "section",
          { class: "panel board-panel", "aria-label": "Board" },
          this.#status,
          el("div", { class: "board-row" }, this.#analysis.bar, this.#boardBox),
          el(
            "div",
            { class: "buttons" },
            act("Undo", () => this.#takeBack(), "u"),
            act("Redo", () => this.#again(), "r"),
            this.#hintButton,
            act("Flip", () => this.#flip(), "f"),
            button("New game", () => void this.#new()),
          ),
          this.#moves,
        ),
        el(
          "section",
          { class: "panel", "aria-label": "Analysis" },
          this.#analysis.heading,
          this.#analysis.lines,
          this.#analysis.state,
          el("h2", {}, "Moves"),
          this.#history,
          this.#others,
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
    const edit = editOf(event);
    if (edit === "undo") this.#takeBack();
    else if (edit) this.#again();
    if (edit || event.altKey || event.ctrlKey || event.metaKey) return edit !== null;
    const acts: Record<string, () => unknown> = {
      u: () => this.#takeBack(),
      r: () => this.#again(),
      h: () => void this.#showHint(),
      f: () => this.#flip(),
      p: () => this.#placeless[0] !== undefined && this.#move(this.#placeless[0]),
    };
    const act = acts[event.key];
    if (act) act();
    else if (this.#position?.moves.some(({ move }) => move === event.key)) this.#move(event.key);
    else return false;
    return true;
  }

  /** Leaves the algorithm to the game: its first one. */
  #fit(): void {
    this.#isNamed = false;
    this.#effort.depth = this.#info.has_chance ? 1 : null;
  }

  #restore(parameters: URLSearchParams): void {
    const effort = this.#effort;
    this.#fit();
    const algorithm = parameters.get("algorithm");
    if (algorithm) [effort.algorithm, this.#isNamed] = [algorithm, true];
    effort.depth = Number(parameters.get("depth")) || effort.depth;
    effort.seconds = Number(parameters.get("seconds")) || effort.seconds;
    effort.lines = Number(parameters.get("lines")) || effort.lines;
    effort.exact = parameters.has("exact");
    this.#rolls = parameters.get("roll") !== "no";
    const computer = parameters.get("computer") ?? "none";
    const named = { first: 0, second: 1 }[computer];
    this.#computer = named ?? (computer === "all" ? "all" : /^\d$/.test(computer) ? Number(computer) : "none");
  }

  /** Puts the board there that suits a position. */
  #fitBoard({ pieces }: Position): GameView {
    const View: GameViewClass = pieces ? SquaresView : this.#info.drawn === "points" ? BackgammonView : BoardView;
    if (this.#board instanceof View) return this.#board;
    this.#board = new View(
      (move) => this.#move(move),
      (moves) => this.#showMoves(moves),
      (text) => this.context.announce(text),
    );
    const { element } = this.#board;
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "application");
    element.setAttribute("aria-roledescription", "board");
    element.addEventListener("pointerdown", () => element.focus({ preventScroll: true }));
    fill(this.#boardBox, element);
    this.#boardBox.style.minHeight = "";
    return this.#board;
  }

  /** The sides that play. */
  get #sides(): string[] {
    // Who begins depends on the rules: the position knows.
    const count = Number(this.#options["players"]) || 2;
    return this.#position?.game === this.#info.name ? this.#position.sides : this.#info.sides.slice(0, count);
  }

  /** The name of a side: the colour of its pieces where each of two sides has one. */
  #sideName(nth: number): string {
    const side = this.#sides[nth] ?? String(nth + 1);
    const { drawn } = this.#info;
    const isNumbered = /^\d+$/.test(side);
    // Discs in holes show no letters, and heaps belong to no side.
    const isColoured = drawn === "holes" || (drawn !== "heaps" && isNumbered);
    if (isColoured && this.#sides.length === 2) return nth === 0 ? "Orange" : "Blue";
    if (isNumbered) return `Player ${side}`;
    return side.charAt(0).toUpperCase() + side.slice(1);
  }

  #find(name: string): GameInfo {
    const found = this.catalogue.games.find((game) => game.name === name);
    if (!found) throw new Error(`There is no game called “${name}”.`);
    return found;
  }

  #controls(): void {
    // Explicit trees are shown in the trees room.
    const playable = this.catalogue.games.filter(({ drawn }) => drawn !== "tree");
    const games = playable.map(({ name, title }) => ({
      value: name,
      text: name.replaceAll("-", " "),
      title,
    }));
    const options = optionControls(this.#info.options, this.#options, (set, { name }) => void this.#new(() => {
      set();
      this.#position = null;
      if (name !== "players") return;
      this.#fit();
      this.#controls();
    }));
    const { algorithm } = this.#effort;
    const known = this.#position?.algorithms ?? [algorithm];
    const algorithms = this.catalogue.game_algorithms
      .filter((each) => known.includes(each.name) || each.name === algorithm || !each.searches)
      .map(({ name, title }) => ({ value: name, text: name, title }));
    const most = this.catalogue.ceilings.seconds;
    const seconds = field("Seconds", this.#effort.seconds, { min: 0.1, max: most, step: "any" }, (value) => {
      this.#effort.seconds = Math.max(0.05, Number(value) || 2);
      this.#tried();
    });
    const limit = { type: "number", min: 1, max: 60, placeholder: "no limit" };
    const depth = field("Depth", this.#effort.depth ?? "", limit, (value) => {
      const plies = Math.floor(Number(value));
      this.#effort.depth = plies > 0 ? plies : null;
      this.#tried();
    });
    const lines = field("Lines", this.#effort.lines, { min: 1, max: 9 }, (value) => {
      this.#effort.lines = Math.min(Math.max(Math.floor(Number(value)), 1), 9);
      this.#tried();
    });
    const opponents = [
      { value: "none", text: "nobody" },
      ...this.#sides.map((_, nth) => ({
        value: String(nth),
        text: `${this.#sideName(nth)} (${["first", "second", "third", "fourth"][nth]})`,
      })),
      { value: "all", text: "all sides" },
    ];
    refill(
      this.#aside,
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Game"),
        labelled("Game", select(games, this.#info.name, (game) => this.#choose(game))),
        ...options,
        labelled("Computer plays", select(opponents, String(this.#computer), (side) => {
          this.#computer = side === "none" || side === "all" ? side : Number(side);
          // Who plays the second side of a board with two ends sits at that end.
          if (this.#position?.pieces) this.#flipped = this.#computer === 0;
          void this.#refresh(this.#rolls, true);
        })),
        this.#info.has_chance && check("Roll dice automatically", this.#rolls, (isOn) => {
          this.#rolls = isOn;
          void this.#refresh();
        }),
        el("p", { class: "hint" }, this.#info.title)),
      el("details", { open: innerWidth > 900 }, el("summary", {}, "Analysis"),
        check("Analyze every position", this.#analyses, (isOn) => {
          this.#analyses = isOn;
          this.#analyse();
          this.remember();
        }),
        labelled("Algorithm", select(algorithms, this.#effort.algorithm, (name) => {
          this.#effort.algorithm = name;
          this.#tried();
        })),
        seconds, depth, lines,
        check("Search to the end of the game", this.#effort.exact, (isOn) => {
          this.#effort.exact = isOn;
          this.#tried();
        }),
        el("p", { class: "hint" }, this.#info.scores)),
      el("details", {}, el("summary", {}, "Position and files"),
        ...this.#files.parts()),
    );
  }

  /** The last game of another kind, or a new one with the same settings. */
  #choose(game: string): void {
    const { seconds, lines } = this.#effort;
    const quiet = { ...(!this.#analyses && { analyse: "no" }), ...(!this.#rolls && { roll: "no" }) };
    this.context.choose({ game, seconds: String(seconds), lines: String(lines), ...quiet });
  }

  /** A new game, once `change` has changed its rules; undoing leads back to the one before. */
  async #new(change = (): void => {}): Promise<void> {
    await this.context.begin();
    change();
    [this.#start, this.#played, this.#tree] = ["", [], new Variations()];
    void this.#refresh();
  }

  /** Opens a position or a game, unless the server refuses it. */
  async #setUp({ game, options, start, moves }: SavedGame): Promise<void> {
    const info = this.#find(game);
    const roll = this.#rolls ? Math.random() : undefined;
    const position = await ask<Position>("position", { game, options, start, moves, roll });
    await this.context.begin();
    this.#serial += 1;
    const serial = this.#serial;
    [this.#info, this.#options, this.#start, this.#tree] = [info, options, start, new Variations()];
    this.#controls();
    await this.#begun(position);
    if (serial !== this.#serial) return;
    this.#accept(position, moves.length);
    void this.#proceed(position, false);
  }

  /** Saves the analysis of the position, step by step. */
  #export(form: "trace" | "html"): void {
    const { algorithm, depth, seconds } = this.#effort;
    const info = this.catalogue.game_algorithms.find((known) => known.name === algorithm);
    const usual = info?.options.some((option) => option.name === "depth") ? 4 : undefined;
    const analysis = { played: this.#game, algorithm, depth: depth ?? usual, limits: { seconds } };
    saveTrace(form, { analysis }, (text) => (this.#analysis.state.textContent = text));
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#show();
    this.remember();
  }

  /** Takes back the last decision of who plays here: neither dice nor the computer's answers. */
  #takeBack(): void {
    this.#walk = this.#walk.then(async () => {
      // Who watches all sides play begins to play them.
      if (this.#computer === "all") {
        this.#computer = "none";
        this.#controls();
      }
      const from = this.#tree.find(this.#played);
      for (let at = from ? from.before : this.#tree.at; at; at = at.before) {
        const mover = await this.#moverAt(at);
        if (this.#isUsers(mover)) return this.#goTo(at);
        if (mover === undefined) return;
      }
      this.context.back();
    });
  }

  /** Goes on to the next decision, along the line that was left last. */
  #again(): void {
    this.#walk = this.#walk.then(async () => {
      let at = (this.#tree.find(this.#played) ?? this.#tree.at).next;
      while (at?.next && !this.#isUsers(await this.#moverAt(at))) at = at.next;
      if (at) this.#goTo(at);
    });
  }

  #goTo(ply: Ply): void {
    this.#played = lineTo(ply);
    void this.#refresh();
  }

  #isUsers(mover: Mover | undefined): boolean {
    return typeof mover === "number" && mover !== this.#computer;
  }

  /** Who moves in a position of the game. */
  async #moverAt(ply: Ply): Promise<Mover | undefined> {
    if (ply.mover === undefined) {
      const position = await ask<Position>("position", { ...this.#game, moves: lineTo(ply) }).catch(() => null);
      if (position) ply.mover = moverIn(position);
    }
    return ply.mover;
  }

  /** What chance has thrown after so many moves: it stays thrown, whatever is played before. */
  async #thrown(count: number): Promise<string | undefined> {
    if (!this.#info.has_chance) return undefined;
    for (const ply of this.#tree.level(count)) {
      if (ply.next && (await this.#moverAt(ply)) === "chance") return ply.next.move;
    }
    return undefined;
  }

  /** Whether a user may move: not for the computer, nor before its answer is known. */
  get #isUsersTurn(): boolean {
    const isShown = this.#computer === "none" || this.#played.length === this.#position?.played.length;
    return isShown && !this.#isComputersTurn();
  }

  /** A move of the user, or the moves of a line. */
  #move(...moves: string[]): void {
    if (this.#isUsersTurn) void this.#play(...moves);
  }

  async #play(...moves: string[]): Promise<void> {
    if (!this.#position?.moves.some(({ move }) => move === moves[0])) return;
    this.#played.push(...moves);
    await this.#refresh();
  }

  /** Whether the algorithm evaluates nothing. */
  get #isRandom(): boolean {
    return this.catalogue.game_algorithms.some((each) => each.name === this.#effort.algorithm && !each.searches);
  }

  /** The game that is played. */
  get #game(): SavedGame {
    const { name } = this.#info;
    return { game: name, options: { ...this.#options }, start: this.#start, moves: [...this.#played] };
  }

  /** Shows the position after the moves played, and what follows; see `request`. The computer's
   * answers that are known are given again, unless it `thinks` anew. */
  async #refresh(rolls = this.#rolls, thinks = false): Promise<void> {
    try {
      const position = await this.#request(rolls);
      if (position) await this.#proceed(position, thinks);
    } catch (error) {
      if (this.#position) this.#played = lineTo(this.#tree.at);
      this.remember();
      this.#status.textContent = reasonOf(error);
    }
  }

  /** Requests the position and shows it, unless another was asked for since; if chance is to move,
   * rolls the dice if `rolls`, or puts them there as they were. */
  async #request(rolls: boolean): Promise<Position | null> {
    this.#serial += 1;
    const serial = this.#serial;
    this.#hint = null;
    this.#analysis.clear();
    this.remember();
    this.element.setAttribute("aria-busy", "true");
    const game = this.#game;
    const thrown = await this.#thrown(game.moves.length);
    const roll = rolls && thrown === undefined ? Math.random() : undefined;
    const position = await ask<Position>("position", { ...game, roll }).catch((error: unknown) => {
      if (serial === this.#serial) throw error;
      return null;
    }).finally(() => serial === this.#serial && this.element.removeAttribute("aria-busy"));
    if (position === null || serial !== this.#serial) return null;
    if (position.chance && thrown !== undefined) {
      this.#played = [...position.played, thrown];
      return this.#request(rolls);
    }
    await this.#begun(position);
    if (serial !== this.#serial) return null;
    this.#accept(position, game.moves.length);
    return position;
  }

  /** Shows a position that was asked for with so many moves. */
  #accept(position: Position, count: number): void {
    const before = [this.#sides, this.#position?.algorithms].join();
    this.#position = position;
    this.#played = [...position.played];
    this.#tree.go(this.#played);
    const { at } = this.#tree;
    at.mover = moverIn(position);
    if (at.before && this.#played.length > count) at.before.mover = "chance";
    if (!this.#isRandom && !this.#isNamed && !position.algorithms.includes(this.#effort.algorithm)) {
      this.#effort.algorithm = position.algorithms[0] ?? this.#effort.algorithm;
    }
    if ([this.#sides, position.algorithms].join() !== before) this.#controls();
    this.#files.show(position.position);
    this.#show();
    this.remember();
  }

  /** Looks at the board before the first move, where pieces are lost. */
  async #begun({ pieces, played, board }: Position): Promise<void> {
    const game = JSON.stringify({ ...this.#game, moves: [] });
    if (!pieces || game === this.#first?.game) return;
    const first = played.length === 0 ? { board } : await ask<Position>("position", JSON.parse(game)).catch(() => null);
    this.#first = first && { game, board: first.board };
  }

  /** Lets the computer move or think. */
  async #proceed(position: Position, thinks: boolean): Promise<void> {
    const { result } = position;
    if (result) this.#analysis.showBar({ score: result.lead, exact: true, outcome: result.outcome });
    else if (position.played.length === 0) this.#analysis.showBar(null);
    if (result || position.chance) return;
    const known = this.#tree.at.next;
    if (!this.#isComputersTurn()) this.#analyse();
    else if (known && !thinks) this.#goTo(known);
    else await this.#answer(this.#serial);
  }

  #isComputersTurn(): boolean {
    const side = this.#position?.side;
    return side !== undefined && (this.#computer === "all" || this.#computer === side);
  }

  async #answer(serial: number): Promise<void> {
    const position = this.#position!;
    let best: string | null;
    if (this.#isRandom) {
      const { moves } = position;
      best = moves[Math.floor(Math.random() * moves.length)]?.move ?? null;
      // Slow enough to be followed.
      await new Promise((resolve) => setTimeout(resolve, 350));
    } else best = await this.#analysis.run(this.#game, position, this.#effort);
    if (serial === this.#serial && best) await this.#play(best);
  }

  /** Another way to look at positions was chosen. */
  #tried(): void {
    this.remember();
    if (this.#isComputersTurn()) void this.#refresh(this.#rolls, true);
    else this.#analyse();
  }

  #analyse(): void {
    if (this.#isComputersTurn()) return;
    if (this.#isRandom) {
      this.#analysis.clear();
      this.#analysis.showBar(null);
      this.#analysis.state.textContent = `${this.#effort.algorithm} plays any legal move and gives no analysis.`;
      return;
    }
    if (this.#position?.chance || !this.#analyses || !this.#position || this.#position.result) {
      this.#analysis.clear();
      if (!this.#analyses && !this.#position?.result) this.#analysis.showBar(null);
      return;
    }
    void this.#examine(this.#position);
  }

  /** Analyzes a position; above columns, each move's score is proved afterwards. */
  async #examine(position: Position): Promise<void> {
    await this.#analysis.run(this.#game, position, this.#effort);
    const isDefault = this.#effort.depth === null && this.#effort.algorithm === position.algorithms[0];
    if (position === this.#position && this.#info.drawn === "holes" && isDefault) await this.#analysis.narrow(this.#game, position);
  }

  async #showHint(): Promise<void> {
    const position = this.#position;
    if (!position || position.result || position.chance || this.#isRandom) return;
    if (!this.#isUsersTurn) return;
    const best =
      this.#analysis.best ?? (await this.#analysis.run(this.#game, position, this.#effort));
    if (position !== this.#position || !best) return;
    this.#hint = best;
    this.#show();
    this.context.announce(`Hint: ${best}`);
  }

  #show(): void {
    const position = this.#position;
    if (!position) return;
    const sides = this.#sides;
    let status: string;
    if (position.result) status = this.#ending(position.result);
    else if (position.chance) status = "Roll the dice.";
    else status = `${this.#sideName(position.side ?? 0)} to move.`;
    const counts = position.counts.map((count, nth) => `${this.#sideName(nth)} ${number(count)}`);
    if (counts.length > 0 && sides.length === counts.length) status += ` ${counts.join(", ")}.`;
    const last = position.played.at(-1);
    this.#status.textContent = last ? `${status} Last move: ${last}.` : status;
    this.#status.dataset["side"] = position.result ? "over" : String(position.side ?? 0);
    this.#fitBoard(position).show(
      position.board,
      this.#isComputersTurn() ? [] : position.moves,
      position.side ?? 0,
      {
        ...position,
        drawn: this.#info.drawn,
        first: this.#first?.board ?? position.board,
        names: sides.map((_, nth) => this.#sideName(nth)),
        flipped: this.#flipped,
      },
      this.#hint ? [this.#hint] : [],
      `${this.#info.name}, position ${position.position || "initial"}. ${status}`,
    );
    // A lower picture leaves its room empty, so that nothing moves under the pointer.
    const { height } = this.#boardBox.getBoundingClientRect();
    this.#boardBox.style.minHeight = `${Math.ceil(height)}px`;
    this.#analysis.bar.hidden = sides.length > 2;
    this.#analysis.sides = sides.map((_, nth) => this.#sideName(nth));
    this.#analysis.evaluation = this.#info.evaluation;
    this.#analysis.scale = position.scale;
    this.#analysis.great = this.#info.great_lead;
    // Sides that are called white and black are shown so.
    this.element.dataset["first"] = sides[0];
    this.#showMoves(null);
    const { at } = this.#tree;
    fill(this.#history, ...historyItems(position, at, (ply) => this.#goTo(ply)));
    fill(this.#variations, ...variationItems(position, at, (ply) => this.#goTo(ply)));
    this.#others.hidden = this.#variations.childElementCount === 0;
  }

  /** How the game ended. */
  #ending({ outcome, lead, reason, payoffs }: NonNullable<Position["result"]>): string {
    const sides = this.#sides;
    const unit = this.#info.unit;
    if (sides.length > 2 && payoffs) {
      return `Game over: ${payoffs.map((payoff, nth) => `${this.#sideName(nth)} ${payoff}${unit ? ` ${unit}` : ""}`).join(", ")}.`;
    }
    const why = reason ? `: ${reason}` : "";
    if (outcome === "draw") return `Draw${why}.`;
    const winner = this.#sideName(outcome === "win" ? 0 : 1);
    const { greater_wins: greater } = this.#info;
    if (greater.length > 0) {
      const won = greater[Math.abs(payoffs?.[0] ?? 1) - 2];
      return `${winner} wins${won ? ` ${won}` : ""}.`;
    }
    const counted = Math.abs(lead) === 1 ? unit?.replace(/(?<=x)es$|s$/, "") : unit;
    return `${winner} wins${unit ? ` by ${Math.abs(lead)} ${counted}` : ""}${why}.`;
  }

  /** The moves that cannot be picked on the board, such as passing: they are always offered. */
  get #placeless(): string[] {
    const { chance = false, moves = [] } = this.#position ?? {};
    const found = moves.filter(({ squares = [], places }) => squares.length + places.length === 0);
    return chance ? [] : found.map(({ move }) => move);
  }

  /** Shows some of the legal moves, or as many as there is room for. */
  #showMoves(some: readonly string[] | null): void {
    const position = this.#position;
    if (!position) return;
    const all = position.moves.map(({ move }) => move);
    const names = some ? [...some] : all;
    names.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const placeless = this.#placeless;
    names.sort((one, other) => Number(placeless.includes(other)) - Number(placeless.includes(one)));
    const moves = names.slice(0, 60).map((move) =>
      button(move, () => this.#move(move), { label: `Play ${move}`, ...(move === placeless[0] && { key: "p" }) }),
    );
    const isComputers = this.#isComputersTurn();
    for (const move of [...moves, this.#hintButton]) move.disabled = isComputers;
    if (position.chance) moves.unshift(button("Roll", () => void this.#refresh(true), { class: "primary" }));
    const hadFocus = this.#moves.contains(document.activeElement);
    fill(this.#moves, ...moves);
    // Whoever plays by these buttons goes on from here.
    if (hadFocus && !this.#moves.contains(document.activeElement)) this.#board?.element.focus({ preventScroll: true });
  }

  protected override parameters(): URLSearchParams {
    const parameters = new URLSearchParams({ game: this.#info.name, ...this.#options });
    if (this.#start) parameters.set("start", this.#start);
    const tried = this.#tree.write();
    if (this.#played.length > 0) parameters.set("moves", this.#played.join(";"));
    if (tried.join() !== ["0", ...this.#played].join(";")) for (const each of tried) parameters.append("line", each);
    if (this.#flipped) parameters.set("flip", "yes");
    if (!this.#analyses) parameters.set("analyse", "no");
    const { algorithm, depth, seconds, lines, exact } = this.#effort;
    parameters.set("algorithm", algorithm);
    if (depth !== null) parameters.set("depth", String(depth));
    parameters.set("seconds", String(seconds));
    parameters.set("lines", String(lines));
    if (exact) parameters.set("exact", "yes");
    if (this.#computer !== "none") parameters.set("computer", String(this.#computer));
    if (!this.#rolls) parameters.set("roll", "no");
    return parameters;
  }
}

/** Who moves in a position. */
function moverIn({ result, chance, side }: Position): Mover {
  return result ? null : chance ? "chance" : (side ?? null);
}
