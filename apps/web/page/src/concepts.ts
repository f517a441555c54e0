/** Concepts of search, each in a few sentences with a picture that shows it. */

import { BEST, COINS, MAZE, MUD, OPEN, ROADS, TREE } from "./examples";

export interface Concept {
  name: string;
  text: string;
  room: "explore" | "trees";
  /** Its parameters; a list is a parameter that comes several times. */
  scene: Readonly<Record<string, string | readonly string[]>>;
}

const TICTACTOE = { source: "game", game: "tic-tac-toe", start: "x.o/.x./..." };

export const CONCEPTS: readonly Concept[] = [
  {
    name: "admissible",
    text: "An estimate of the remaining cost is admissible if it is never too high. Then the least f = g + h on the open list is a lower bound, and the first goal that A* takes from it is a cheapest one. The first picture has the distance without walls, the second five times that: fewer states, and a dearer path.",
    room: "explore",
    scene: { grid: MUD, lane: ["a-star|city-block", "a-star|scaled(city-block, 5)"] },
  },
  {
    name: "consistent",
    text: "An estimate is consistent if it falls by no more than the cost of a step. Then f never falls along a path, and A* expands each state once. The second estimate is admissible but drops to zero at every other cell: the path is still a cheapest one, but states are expanded again.",
    room: "explore",
    scene: { grid: OPEN, movement: "eight-no-corners", lane: ["a-star|open-distance", "a-star|every-other"] },
  },
  {
    name: "lower bound",
    text: "A number that no plan costs less than. A search may have one long before it has a plan: IDA* has shown after each iteration that its next limit is one. A plan whose cost equals the bound is proved optimal.",
    room: "explore",
    scene: { grid: MAZE, lane: "ida-star|city-block", step: "63" },
  },
  {
    name: "duplicate",
    text: "A state that is reached by more than one path. A search with a closed list notices, and expands it once; one that keeps only its path, like iterative deepening in the second picture, searches below it each time.",
    room: "explore",
    scene: { on: "graph", graph: ROADS, from: "a", to: "l", lane: ["breadth-first", "iterative-deepening"] },
  },
  {
    name: "principal variation",
    text: "The line in which both sides play their best moves: the value at the root is that of its last position. All other moves need only be refuted.",
    room: "trees",
    scene: { tree: TREE, algorithm: "alpha-beta" },
  },
  {
    name: "window",
    text: "The values between alpha, which max has for certain, and beta, which min has. A value outside does not matter, and is only known as a bound: ≤ and ≥ in the picture.",
    room: "trees",
    scene: { tree: TREE, algorithm: "alpha-beta" },
  },
  {
    name: "null window",
    text: "A window with nothing in it, such as 13 to 14. It asks only whether a move is better than the best so far, which costs less than to ask how good it is; if it is better, it is searched again. Scout asks so for every move but the first.",
    room: "trees",
    scene: { tree: TREE, algorithm: "scout" },
  },
  {
    name: "minimal tree",
    text: "What any search must visit to prove the value: a reply to every move of one side, and of the other. With b moves and d plies these are b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, here 11 of 27. Alpha-beta visits just these if the best moves come first.",
    room: "trees",
    scene: { tree: BEST, algorithm: "alpha-beta" },
  },
  {
    name: "horizon",
    text: "How deep a search looks. What is there is only estimated (≈), so that a loss may seem to be averted that is only put off beyond the horizon. Programs look further where something is about to be taken: quiescence search.",
    room: "trees",
    scene: { ...TICTACTOE, depth: "2", algorithm: "minimax" },
  },
  {
    name: "transposition",
    text: "A position that is reached by different orders of moves. A table of positions remembers what is known of each, so that it is searched once: such nodes are marked “from the table”.",
    room: "trees",
    scene: { ...TICTACTOE, depth: "9", algorithm: "alpha-beta", plain: "no", step: "699" },
  },
  {
    name: "killer move",
    text: "A move that has just refuted a sibling, and so is tried early in the next: threats stay threats. With a table and what shallower searches found, it is where the order of moves comes from.",
    room: "trees",
    scene: { ...TICTACTOE, depth: "9", algorithm: "alpha-beta", plain: "no" },
  },
  {
    name: "playout",
    text: "A game that is played to its end from some position, by chance or by simple rules. Monte Carlo tree search estimates positions by the share of playouts that are won, and goes more often where that share is high.",
    room: "trees",
    scene: { tree: TREE, algorithm: "mcts" },
  },
  {
    name: "regret",
    text: "How much more another move would have won, summed over all games. Choosing moves in proportion to their regret leads to an equilibrium, in which nobody gains by playing otherwise. In this game, whose second side must not see what the first has chosen, that is to choose half and half, and worth 0; the tree, in which it sees that, says −1.",
    room: "trees",
    scene: { tree: COINS, algorithm: "minimax" },
  },
];

/** The scene of a concept. */
export function sceneOf({ scene }: Concept): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(scene)) {
    for (const one of typeof value === "string" ? [value] : value) parameters.append(name, one);
  }
  return parameters;
}
