/** The puzzles: their drawings and manual moves. */

import type { Advice, Domain } from "./api";
import { CubeView, painted } from "./cube-view";
import { CellsView, CrosswordView, type Mistake, SokobanView, SudokuView, withDigit, withLetter, wrongDigits } from "./puzzle-grids";
import texts from "./puzzles.json";
import { JugsView, PancakeView, PictureView, RiverView } from "./puzzle-views";
import { TileBoard, TileView } from "./tiles-view";

/** A puzzle, drawn. */
export interface PuzzleView {
  readonly element: SVGSVGElement;
  /** Shows a state of an instance, and perhaps how far it is from the goal. */
  show(state: string, instance: string, goal: string | null): void;
  /** What is chosen from to change the drawing. */
  readonly tools?: HTMLElement;
  /** Shows help; `isHint` if the steps are to be shown, too. */
  advise?(advice: Advice, isHint: boolean): void;
  /** Takes the moves that are possible; returns whether all can be made on the drawing. */
  offer?(moves: readonly string[]): boolean;
  /** Is told that the last move was not made. */
  refused?(): void;
  /** Handles a key of manual moves; returns whether it was used. */
  key?(key: string): boolean;
}

/** What is written about a puzzle. */
interface PuzzleText {
  readonly name: string;
  /** Some instances by name, the first to begin with. */
  readonly instances: readonly { name: string; text: string }[];
  readonly algorithm: string;
  readonly heuristic: string;
  readonly hint: string;
}

/** How a puzzle is drawn and moved by hand. */
interface PuzzleRules {
  /** Creates the drawing; a click makes a move. */
  view(onMove: (move: string) => void): PuzzleView;
  /** Normalizes an instance, or returns `null` if it is invalid. Without it, the server checks. */
  read?(text: string): string | null;
  /** The state after a move; without it, the server sends the states. */
  after?(state: string, move: string): string | null;
  /** The state with something written into it that is no move of the search, if it is none. */
  write?(state: string, move: string): string | undefined;
  /** Whether what is written may be wrong until it is finished. */
  readonly keepsDrafts?: boolean;
  /** The move of a key. */
  key?(key: string): string | null;
  /** Whether its goals are not known, so that no search can begin there. */
  readonly isOneWay?: boolean;
  /** Whether the goal is named beside the drawing, which does not show it. */
  readonly namesGoal?: boolean;
  /** A state that the server sends, as an instance like `instance` is written. */
  like?(state: string, instance: string): string;
  /** The options of the domain that are offered. */
  readonly options?: readonly string[];
  /** What is written in a state that a solution does not have. */
  mistakes?(state: string, solution: string): readonly Mistake[];
  /** The instance that begins in a state of another, or `null` if it cannot be written. */
  from?(instance: string, state: string): string | null;
  /** Whether an instance is written like a state. */
  readonly isState?: boolean;
  /** Whether solutions are improved step by step; the states are pictures by the server. */
  readonly isPictured?: boolean;
  /** Options for random instances where the generator's defaults are too large for most solvers. */
  readonly generator?: Readonly<Record<string, string>>;
  /** Moves that have a button each. */
  readonly moves?: readonly string[];
}

export interface PuzzleKind extends PuzzleText, PuzzleRules {
  /** The domain that solves it. */
  readonly domain: string;
}

/** Tiles as a view of any puzzle. */
function tiles(onMove: (move: string) => void): PuzzleView {
  let board: TileBoard | null = null;
  const view = new TileView((cell) => {
    const move = board?.moveOf(cell);
    if (move) onMove(move);
  });
  return {
    element: view.element,
    show(state: string, _instance: string, goal: string | null): void {
      board = TileBoard.parse(state);
      if (board) view.show(board, goal === null ? null : TileBoard.parse(goal), `Board: ${board.toString()}`);
    },
  };
}

/** The pile in a text, the sizes 1 to n in some order; `null` if it is none. */
function pile(text: string): number[] | null {
  const sizes = text.trim().split(/[\s,]+/).map(Number);
  const isWhole = [...sizes].sort((one, other) => one - other).every((size, at) => size === at + 1);
  return isWhole && sizes.length > 0 ? sizes : null;
}

/** The turns of some faces. */
function turnsOf(faces: string): string[] {
  return [...faces].flatMap((face) => [face, `${face}2`, `${face}'`]);
}

/** The turn of a key: with Shift, counterclockwise. */
function turnOf(key: string): string {
  return key.toUpperCase() + (key === key.toUpperCase() ? "'" : "");
}

/** Instances that begin in a state of another. */
const FROM: Readonly<Record<string, (instance: string, state: string) => string | null>> = {
  jugs: (instance, state) => `${instance.replace(/;?\s*start\b[^;\n]*/, "")}; start ${state}`,
  topspin: (_, state) => state,
  "word-ladder": (instance, state) => `${state} ${instance.trim().split(/[\s>-]+/).at(-1)}`,
  "lights-out": (instance, state) => (/^\s*torus/.test(instance) ? `torus ${state}` : state),
  "peg-solitaire"(instance, state) {
    // Without it, the goal depends on where the pegs begin.
    if (!/\bgoal\b/.test(instance)) return null;
    const pegs = state.split("/").flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "o" ? [String.fromCharCode(97 + x) + (y + 1)] : [])));
    return `${instance.replace(/;?\s*(empty|pegs)\b[^;\n]*/g, "")}; pegs ${pegs.join(" ")}`;
  },
};

/** The puzzles with their own drawing. */
const DRAWN: Readonly<Record<string, PuzzleRules>> = {
  tiles: {
    namesGoal: true,
    options: ["goal"],
    generator: { size: "3x3" },
    view: tiles,
    read: (text) => TileBoard.parse(text)?.toString() ?? null,
    like: (state, instance) => TileBoard.parse(instance)?.with(state.split(/\D+/).map(Number)).toString() ?? state,
    after(state, move) {
      const board = TileBoard.parse(state);
      const after = board?.after(move);
      return after && after !== board ? after.toString() : null;
    },
    key: (key) => ({ ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" })[key] ?? null,
  },
  cube: {
    isState: true,
    keepsDrafts: true,
    view: (onMove) => new CubeView(onMove),
    write: painted,
    key: (key) => (/^[urfdlbURFDLB]$/.test(key) ? turnOf(key) : null),
    moves: turnsOf("URFDLB"),
  },
  "pocket-cube": {
    isState: true,
    keepsDrafts: true,
    // A turn of a face that stays fixed is one of the face opposite, the other way, seen from elsewhere.
    view: (onMove) => new CubeView((move) => onMove(move.replace(/^[DLB]/, (face) => ({ D: "U", L: "R", B: "F" })[face]!))),
    write: painted,
    key: (key) => (/^[urfURF]$/.test(key) ? turnOf(key) : null),
    moves: turnsOf("URF"),
  },
  pancake: {
    view: (onMove) => new PancakeView(onMove),
    read: (text) => pile(text)?.join(" ") ?? null,
    after(state, move) {
      const [sizes, count] = [pile(state), Number(move)];
      if (!sizes || !(count >= 2 && count <= sizes.length)) return null;
      return [...sizes.slice(0, count).reverse(), ...sizes.slice(count)].join(" ");
    },
    key: (key) => (/^[2-9]$/.test(key) ? key : null),
  },
  jugs: {
    view: (onMove) => new JugsView(onMove),
    from: FROM["jugs"]!,
  },
  rivers: {
    view: (onMove) => new RiverView(onMove),
  },
  sudoku: {
    isOneWay: true,
    isState: true,
    view: (onMove) => new SudokuView(onMove),
    write: withDigit,
    mistakes: wrongDigits,
  },
  crossword: {
    isOneWay: true,
    isState: true,
    keepsDrafts: true,
    view: (onMove) => new CrosswordView(onMove),
    write: withLetter,
  },
  sokoban: {
    isState: true,
    view: (onMove) => new SokobanView(onMove),
  },
};

/** What signs of states are drawn as, in domains whose cells are no letters. */
const SIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "lights-out": { "#": "lamp on", ".": "lamp" },
  "peg-solitaire": { "#": "none", o: "hole", ".": "hole" },
};

/** Domains that the room of maps shows. */
const MAPS: readonly string[] = ["grid", "graph"];

/** A puzzle without its own drawing: states are shown as text. */
function written(domain: Domain): PuzzleKind {
  const usual = domain.defaults[0];
  const name = domain.title.split(":")[0]!;
  const hint = `Moves: ${domain.moves}. Format: ${domain.format}`;
  return {
    domain: domain.name,
    name,
    instances: [{ name: "Example", text: domain.example }],
    algorithm: usual?.algorithm ?? "a-star",
    heuristic: usual?.heuristic ?? "blind",
    hint,
    view: (onMove) => new CellsView(name, onMove, SIGNS[domain.name]),
    from: FROM[domain.name] ?? (() => null),
  };
}

/** A problem whose solutions are improved step by step. */
function pictured(domain: Domain): PuzzleKind {
  const kind = written(domain);
  const named = (texts.landscapes as Readonly<Record<string, PuzzleText["instances"]>>)[domain.name] ?? [];
  const isNew = ({ text }: { text: string }): boolean => named.every((known) => known.text !== text);
  const instances = [...named, ...kind.instances.filter(isNew)];
  return { ...kind, instances, isPictured: true, view: () => new PictureView() };
}

/** Every puzzle of the catalogue; those with their own drawing first. */
export function puzzleKinds(
  domains: readonly Domain[],
  landscapes: readonly Domain[],
): readonly PuzzleKind[] {
  const drawn = Object.entries(texts.drawn)
    .filter(([domain]) => domains.some(({ name }) => name === domain))
    .map(([domain, text]): PuzzleKind => ({ domain, ...text, ...DRAWN[domain]! }));
  const isShown = (name: string) => MAPS.includes(name) || drawn.some(({ domain }) => domain === name);
  const others = domains.filter(({ name }) => !isShown(name)).map(written);
  return [...drawn, ...others, ...landscapes.map(pictured)];
}
