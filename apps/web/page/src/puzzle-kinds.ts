/** The puzzles: their drawings and manual moves. */

import type { Advice, Domain } from "./api";
import { CubeView, painted } from "./cube-view";
import { CellsView, CrosswordView, type Mistake, SokobanView, SudokuView, withDigit, withLetter, wrongDigits } from "./puzzle-grids";
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

export interface PuzzleKind {
  /** The domain that solves it. */
  readonly domain: string;
  readonly name: string;
  /** Some instances by name, the first to begin with. */
  readonly instances: readonly { name: string; text: string }[];
  readonly algorithm: string;
  readonly heuristic: string;
  readonly hint: string;
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

const CUBE_HINT =
  "Drag a facelet to turn its layer, anything else to turn the whole cube; or use the buttons, the letters of the faces (with Shift: counterclockwise), and the arrow keys. To enter a cube of your own, choose a color below it and click facelets.";

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
const DRAWN: readonly PuzzleKind[] = [
  {
    domain: "tiles",
    name: "Sliding tiles",
    instances: [
      { name: "3 × 3, 14 moves", text: "8 1 3 / 4 0 2 / 7 6 5" },
      { name: "3 × 3, 31 moves", text: "8 6 7 / 2 5 4 / 3 0 1" },
      { name: "4 × 4, easy", text: "1 2 6 3 / 4 9 5 7 / 8 13 11 15 / 12 14 0 10" },
      { name: "4 × 2, 33 moves", text: "3 1 2 0 / 7 6 5 4" },
    ],
    algorithm: "ida-star",
    heuristic: "linear-conflict",
    hint: "Click a tile next to the blank, or use the arrow keys. In the goal, the blank comes last, or first if that alone can be reached.",
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
  {
    domain: "cube",
    name: "Rubik's cube",
    instances: [
      { name: "Four turns", text: "R U R' F2" },
      { name: "Twenty turns", text: "D2 L U' B2 R F' D L2 U2 B' R2 D' F U2 L' B R U F2 D'" },
      { name: "Superflip, 20 turns needed", text: "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" },
      { name: "Checkerboard", text: "U2 D2 F2 B2 L2 R2" },
    ],
    algorithm: "two-phase",
    heuristic: "misplaced",
    hint: CUBE_HINT,
    isState: true,
    keepsDrafts: true,
    view: (onMove) => new CubeView(onMove),
    write: painted,
    key: (key) => (/^[urfdlbURFDLB]$/.test(key) ? turnOf(key) : null),
    moves: turnsOf("URFDLB"),
  },
  {
    domain: "pocket-cube",
    name: "2 × 2 × 2 cube",
    instances: [
      { name: "Four turns", text: "R U R' F2" },
      { name: "Twenty turns, solvable in nine", text: "F R U2 F' R2 U F2 R' U' F R2 U2 F R' U F' R U2 F2 R'" },
    ],
    algorithm: "bidirectional-breadth-first",
    heuristic: "blind",
    hint: `${CUBE_HINT} The back bottom left corner stays fixed.`,
    isState: true,
    keepsDrafts: true,
    // A turn of a face that stays fixed is one of the face opposite, the other way, seen from elsewhere.
    view: (onMove) => new CubeView((move) => onMove(move.replace(/^[DLB]/, (face) => ({ D: "U", L: "R", B: "F" })[face]!))),
    write: painted,
    key: (key) => (/^[urfURF]$/.test(key) ? turnOf(key) : null),
    moves: turnsOf("URF"),
  },
  {
    domain: "pancake",
    name: "Pancakes",
    instances: [
      { name: "8 pancakes", text: "4 8 1 6 3 7 2 5" },
      { name: "12 pancakes", text: "7 12 3 9 1 11 5 2 10 6 4 8" },
      { name: "4 pancakes", text: "4 1 3 2" },
    ],
    algorithm: "ida-star",
    heuristic: "gap",
    hint: "Click a pancake to flip the stack from the top down to it, or press the number of pancakes to flip.",
    view: (onMove) => new PancakeView(onMove),
    read: (text) => pile(text)?.join(" ") ?? null,
    after(state, move) {
      const [sizes, count] = [pile(state), Number(move)];
      if (!sizes || !(count >= 2 && count <= sizes.length)) return null;
      return [...sizes.slice(0, count).reverse(), ...sizes.slice(count)].join(" ");
    },
    key: (key) => (/^[2-9]$/.test(key) ? key : null),
  },
  {
    domain: "jugs",
    name: "Water jugs",
    instances: [
      { name: "Share eight litres (Bachet)", text: "jugs 8 5 3; start 8 0 0; goal 4 4 0" },
      { name: "Four litres, with a tap", text: "jugs 5 3; goal 4 _; tap" },
      { name: "Four litres, using as little water as possible", text: "jugs 5 3; goal any 4; tap; cost water" },
      { name: "Impossible: only even amounts", text: "jugs 8 6 4; start 8 0 0; goal any 3" },
    ],
    algorithm: "breadth-first",
    heuristic: "jug-difference",
    hint: "Click a jug, then the one to pour it into; with a tap, jugs can be filled and emptied. You can edit the instance above.",
    view: (onMove) => new JugsView(onMove),
    from: FROM["jugs"]!,
  },
  {
    domain: "rivers",
    name: "River crossings",
    instances: [
      { name: "Missionaries and cannibals", text: "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary" },
      { name: "Wolf, goat and cabbage", text: "who farmer wolf goat cabbage; boat 2; rows farmer; never wolf with goat without farmer; never goat with cabbage without farmer" },
      { name: "Bridge and torch", text: "who A=1 B=2 C=5 D=10; boat 2; cost slowest" },
      { name: "Impossible: four and four", text: "who missionary*4 cannibal*4; boat 2; never more cannibal than missionary" },
    ],
    algorithm: "breadth-first",
    heuristic: "crossings-needed",
    hint: "Click who goes aboard, then the boat. In solutions, > crosses to the far bank on the right, < returns. You can edit the instance above.",
    view: (onMove) => new RiverView(onMove),
  },
  {
    domain: "sudoku",
    name: "Sudoku",
    instances: [
      { name: "9 × 9, 30 clues", text: "003020600900305001001806400008102900700000008006708200002609500800203009005010300" },
      { name: "9 × 9, hard", text: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." },
      { name: "4 × 4", text: "3.1....2.....4.." },
      { name: "Impossible", text: "12.. ..3. ...4 ...." },
    ],
    algorithm: "a-star",
    heuristic: "empty-cells",
    hint: "Click a cell, or go there with the arrow keys, and type its digit; Backspace empties it. r1c3=4 puts a 4 into row 1, column 3.",
    isOneWay: true,
    isState: true,
    view: (onMove) => new SudokuView(onMove),
    write: withDigit,
    mistakes: wrongDigits,
  },
  {
    domain: "crossword",
    name: "Crossword",
    instances: [
      { name: "5 × 5, nine words", text: "...##/....#/...../#..../##..." },
      { name: "5 × 5, six words", text: "...../.#.#./...../.#.#./....." },
      { name: "3 × 3, a given letter", text: "C../.../..." },
      { name: "A given word", text: "TIGER/.#.#./...../.#.#./....." },
      { name: "Impossible: no word fits", text: "Q...X/.#.#./...../.#.#./....." },
    ],
    algorithm: "constraint-propagation",
    heuristic: "open-words",
    hint: "Click a cell and type; click it again, or press Space, to turn from across to down. In solutions, 1-across=CAT writes a word. In the text, `.` is an empty cell, # a block, / ends a row; letters are given. The words are a small list of up to five letters.",
    isOneWay: true,
    isState: true,
    keepsDrafts: true,
    view: (onMove) => new CrosswordView(onMove),
    write: withLetter,
  },
  {
    domain: "sokoban",
    name: "Sokoban",
    instances: [
      { name: "A room, 18 pushes", text: "#########|#___#___#|#_$_#_..#|#_$____.#|#_$_#__@#|#___#___#|#########" },
      { name: "Two boxes", text: "#######|#@__$.#|#_$___#|#___._#|#######" },
      { name: "Impossible: a box in a corner", text: "#####|#@_.#|#_$_#|#####" },
    ],
    algorithm: "a-star",
    heuristic: "minimal-matching",
    hint: "Walk and push with the arrow keys, or click a box and then the square next to it where it should go. In solutions, lowercase letters are steps, uppercase letters pushes. # wall, @ player, $ box, . goal, _ floor. You can edit the level above.",
    isState: true,
    view: (onMove) => new SokobanView(onMove),
  },
];

/** Instances of problems whose solutions are improved, besides their examples. */
const LANDSCAPES: Readonly<Record<string, PuzzleKind["instances"]>> = {
  function: [
    { name: "Terrain: foothills, plateaus, ridges", text: "terrain" },
    { name: "Rastrigin: a grid of valleys", text: "rastrigin" },
    { name: "Rosenbrock: a bent valley", text: "rosenbrock" },
    { name: "Ackley: a hole in a plain", text: "ackley" },
    { name: "Schwefel: the lowest valley is far from the others", text: "schwefel" },
  ],
  queens: [
    { name: "8 queens", text: "8" },
    { name: "50 queens", text: "50" },
  ],
  packing: [
    { name: "9 squares fill a rectangle", text: "32x33: 18 15 14 10 9 8 7 4 1" },
    { name: "21 squares fill a square (Duijvestijn)", text: "112x112: 50 42 37 35 33 29 27 25 24 19 18 17 16 15 11 9 8 7 6 4 2" },
  ],
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
  const named = LANDSCAPES[domain.name] ?? [];
  const isNew = ({ text }: { text: string }): boolean => named.every((known) => known.text !== text);
  const instances = [...named, ...kind.instances.filter(isNew)];
  return { ...kind, instances, isPictured: true, view: () => new PictureView() };
}

/** Every puzzle of the catalogue; those with their own drawing first. */
export function puzzleKinds(
  domains: readonly Domain[],
  landscapes: readonly Domain[],
): readonly PuzzleKind[] {
  const drawn = DRAWN.filter((kind) => domains.some(({ name }) => name === kind.domain));
  const isShown = (name: string) => MAPS.includes(name) || drawn.some(({ domain }) => domain === name);
  const others = domains.filter(({ name }) => !isShown(name)).map(written);
  return [...drawn, ...others, ...landscapes.map(pictured)];
}
