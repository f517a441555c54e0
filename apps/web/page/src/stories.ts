/** Lessons told in steps: each sets the picture, lights a line of the algorithm, and may ask first. */

import { button, el, fill, uniqueId } from "./dom";
import { BEST, COINS, MAZE, MUD, OPEN, ROADS, TREE, WORST } from "./examples";

/** A question whose answer opens the next step. */
interface Question {
  text: string;
  answers: readonly string[];
  /** The right one, and why. */
  right: number;
  why: string;
}

interface Step {
  text: string;
  /** The line of the algorithm that is at work, from 0. */
  line: number;
  /** How many frames of the picture have passed; all if it is left out. */
  at?: number;
  /** What differs from the story's scene. */
  scene?: Readonly<Record<string, string>>;
  question?: Question;
}

export interface Story {
  name: string;
  title: string;
  room: "explore" | "trees";
  scene: Readonly<Record<string, string>>;
  /** The concepts that it rests on. */
  concepts: readonly string[];
  lines: readonly string[];
  steps: readonly Step[];
}

export const STORIES: readonly Story[] = [
  {
    name: "deepening",
    title: "Depth, again and again: search as a tree",
    room: "explore",
    scene: { on: "graph", graph: ROADS, from: "a", to: "k", lane: "iterative-deepening" },
    concepts: ["duplicate"],
    lines: [
      "for limit = 0, 1, 2, …",
      "  go down from the start, one successor after the other",
      "  at the limit, turn back",
      "  at a goal, stop: no plan has fewer steps",
    ],
    steps: [
      { text: "A search follows the paths from a start. Breadth-first search keeps all of them in memory; depth-first search keeps only the current one, but it may miss the short path.", line: 0, at: 0 },
      { text: "Iterative deepening goes down, but not far: the first limit is no step at all. The start is no goal, and its successors are beyond the limit.", line: 2, at: 1 },
      {
        text: "With a larger limit it starts again and repeats what it did: the start is expanded a second time, and now its successors, too.",
        line: 1,
        at: 3,
        question: {
          text: "Suppose each level has twice as many nodes as the one above. What does it cost to repeat the upper levels?",
          answers: ["About as much again as the last level", "A multiple that grows with the depth", "Nothing"],
          right: 0,
          why: "If each level is repeated once for every level below it, all repetitions together are about as many nodes as the last level has. So the work about doubles, for the memory of a single path.",
        },
      },
      { text: "At the limit that reaches the goal the search ends. All shorter paths were looked at before, so no plan has fewer steps.", line: 3 },
    ],
  },
  {
    name: "dijkstra",
    title: "Dijkstra's algorithm: the nearest first",
    room: "explore",
    scene: { grid: MUD, lane: "dijkstra" },
    concepts: ["lower bound"],
    lines: [
      "put the start on the open list, at cost 0",
      "take the state with the least cost from it",
      "if that is a goal, stop: its path is a cheapest one",
      "for each neighbour: note the way if it is cheaper",
    ],
    steps: [
      { text: "Cells with a 9 are mud and cost 9 to enter, all others cost 1. The open list, in yellow, holds the places that are known but not yet looked at: at first only the start.", line: 0, at: 0 },
      { text: "The algorithm takes the cheapest place from the open list and looks at its neighbours. Each arrow points to the place from which the cheapest known way comes.", line: 3, at: 5 },
      {
        text: "So it spreads like water, evenly in cost, not in distance: it stops at the mud.",
        line: 1,
        at: 40,
        question: {
          text: "Suppose a way through the mud has put the goal on the open list. Is that path a cheapest one?",
          answers: ["Yes, the goal is reached", "Not yet: something cheaper may still be on the open list"],
          right: 1,
          why: "Only when the goal is the cheapest of all that is open can no other way be cheaper. That is why the test stands after taking a state, not when one is found.",
        },
      },
      { text: "The goal was taken from the open list: everything cheaper has been looked at, so the path around the mud is proved to be a cheapest one.", line: 2 },
    ],
  },
  {
    name: "a-star",
    title: "A*: what a heuristic promises",
    room: "explore",
    scene: { grid: OPEN, lane: "a-star|open-distance" },
    concepts: ["admissible", "consistent"],
    lines: [
      "f = cost so far (g) + estimate of the rest (h)",
      "take the state with the least f",
      "if that is a goal, stop: its path is a cheapest one",
      "for each neighbour: note the way if it is cheaper",
    ],
    steps: [
      { text: "Dijkstra's algorithm spreads in all directions. A* adds an estimate of what remains: on a grid, the distance as if there were no walls.", line: 0, at: 0 },
      { text: "Where the way is open, f stays the same, and the search runs straight towards the goal.", line: 1, at: 7 },
      {
        text: "In the pocket the estimate was too low: f rises, and the search must look at more. It never gives up what it has not looked at.",
        line: 3,
        at: 34,
        question: {
          text: "Suppose an estimate says 12 where the cheapest way costs 10. What may happen?",
          answers: ["The search takes longer, nothing else", "A path that is not a cheapest one is returned", "No path is found"],
          right: 1,
          why: "The cheapest way then looks dearer than it is, and another one may be finished first. An estimate that is never too high is called admissible, and that is the promise A* needs.",
        },
      },
      { text: "With an admissible estimate the least f on the open list is a lower bound: no plan costs less. When a goal is taken, its cost equals that bound, which is the proof.", line: 2 },
      { text: "For comparison, Dijkstra's algorithm on the same map: the same cost, many more states.", line: 2, scene: { lane: "dijkstra" } },
    ],
  },
  {
    name: "ida-star",
    title: "IDA*: the memory of one path",
    room: "explore",
    scene: { grid: MAZE, lane: "ida-star|city-block" },
    concepts: ["lower bound", "duplicate"],
    lines: [
      "limit = estimate of the start",
      "follow paths in depth, as long as f = g + h ≤ limit",
      "forget what was left behind",
      "without a goal: limit = the least f that was cut off",
      "at a goal, stop: no plan costs less",
    ],
    steps: [
      { text: "A* keeps every state that it has reached, to know it again. In this maze those are few; in a puzzle of fifteen tiles they fill the memory in seconds.", line: 0, scene: { lane: "a-star|city-block" } },
      { text: "IDA*, iterative-deepening A*, keeps only the path that it is on. Its first limit is the estimate of the start: 18 steps, as if there were no walls.", line: 1, at: 1 },
      {
        text: "No path of that cost leads to the goal. The first iteration is over and forgotten, but it has found something out: whatever it cut off has f = 20 or more.",
        line: 3,
        at: 17,
        question: {
          text: "What does that prove?",
          answers: ["A plan of cost 20 exists", "No plan costs less than 20", "Nothing: the search was cut off"],
          right: 1,
          why: "Every plan leaves the searched part at a state that was cut off, and the estimate never says too much. So 20 is a lower bound, and the next limit.",
        },
      },
      { text: "Later iterations repeat the work of earlier ones. Where each has several times as many states as the one before, that costs little; in a maze, where they grow slowly, it costs more.", line: 2, at: 80 },
      { text: "In the fifth iteration, with limit 26, it finds the goal. It has expanded more states than A*, and has never kept more than a path.", line: 4 },
    ],
  },
  {
    name: "jump-points",
    title: "Jump points: many paths, one of them is enough",
    room: "explore",
    scene: { grid: OPEN, movement: "eight-no-corners", lane: "jps" },
    concepts: ["consistent"],
    lines: [
      "of paths that differ only in the order of their steps,",
      "  follow one: diagonal steps first",
      "run on in a line without touching the open list",
      "stop where a wall ends: only there a path must turn",
      "put that jump point on the open list",
    ],
    steps: [
      { text: "On open ground, two cells are joined by many shortest paths, which differ only in the order of their steps. A* looks at many of them.", line: 0, scene: { lane: "a-star|open-distance" } },
      {
        text: "Jump point search on the same map: from the start it has run in all directions, and put only two cells on the open list, beyond the ends of the wall.",
        line: 3,
        at: 1,
        question: {
          text: "Why are the cells that it ran over not on the open list?",
          answers: ["They were not reached", "A shortest path need not turn there", "They are too far from the goal"],
          right: 1,
          why: "A path that turns on open ground can be replaced by one of the same cost that turns elsewhere. Only where a wall ends is there no such path.",
        },
      },
      { text: "From the first of them it jumps again, and the goal is on the open list.", line: 2, at: 2 },
      { text: "The path costs the same as that of A*, with a small part of the expansions. Each of them takes longer, as it runs over many cells; on maps the gain is still several times.", line: 4 },
    ],
  },
  {
    name: "alpha-beta",
    title: "Minimax and alpha-beta: what need not be looked at",
    room: "trees",
    scene: { tree: TREE, algorithm: "alpha-beta" },
    concepts: ["window", "principal variation"],
    lines: [
      "max: the greatest value of the children; min: the least",
      "alpha: what max has for certain; beta: what min has",
      "search the children in turn and narrow the two",
      "if alpha reaches beta, leave out the rest",
    ],
    steps: [
      { text: "Max and min move in turn, and the leaves say what max gets. A node is worth what the best move of its player leads to.", line: 0, at: 0 },
      { text: "The search goes down the first branch to its leaves. What it finds there narrows what the other branches can still change.", line: 2, at: 8 },
      {
        text: "The first branch is worth 11: min would lead there. So max has 11 for certain, whatever the other branches are worth. That is alpha.",
        line: 1,
        at: 27,
        question: {
          text: "Max is sure of 11. Suppose that in another branch min has found a reply that is worth 4. What of min's other replies there?",
          answers: ["They must be looked at: one may be worth more", "They need no look: the branch is worth at most 4", "They need no look: the branch is worth at least 4"],
          right: 1,
          why: "Min takes the least, so the branch can only become worse for max, who has 11 elsewhere and will not go there.",
        },
      },
      { text: "Such branches are cut off: their leaves are dashed, and the node above them is only known to be at least or at most something. The value at the root is the same as without any cut.", line: 3 },
    ],
  },
  {
    name: "ordering",
    title: "Good moves first: ordering, deepening and a table",
    room: "trees",
    scene: { source: "game", game: "tic-tac-toe", start: "x.o/.x./...", depth: "9", algorithm: "alpha-beta", plain: "no" },
    concepts: ["minimal tree", "transposition", "killer move", "horizon"],
    lines: [
      "for depth = 1, 2, 3, …",
      "  look the position up in the table",
      "  search first what was best at the last depth",
      "  cut off by alpha and beta",
      "  note value and best move in the table",
    ],
    steps: [
      { text: "How much alpha-beta saves depends on the order. Here the worst move of each side comes first: nothing is cut off, and all 27 leaves are visited.", line: 3, scene: { source: "lesson", tree: WORST } },
      { text: "The best move first everywhere: 11 of 27 leaves, the fewest that prove the value. In deep trees the difference is great: the number of leaves then grows only as the square root of all, times a small factor.", line: 3, scene: { source: "lesson", tree: BEST } },
      {
        text: "Tic-tac-toe, searched one move deep. After this iteration the search knows which move looks best so far.",
        line: 0,
        at: 14,
        question: {
          text: "Nobody tells a program which move is best before it has searched. Where can the order come from?",
          answers: ["From chance", "From a search that is less deep", "From the order in which moves are generated"],
          right: 1,
          why: "A search of one ply less costs a small part of the next one, and its best moves are mostly still the best.",
        },
      },
      { text: "The same position is reached by different orders of moves. The table remembers its value, so that it is searched once: such nodes are marked “from the table”.", line: 1, at: 699 },
      { text: "All iterations together have looked at fewer positions than a single search of full depth that knows no order and has no table.", line: 4 },
      { text: "For comparison, that search: every node in the order of the rules, one pass, no table.", line: 3, scene: { plain: "yes" } },
    ],
  },
  {
    name: "chance",
    title: "Chance and hidden cards: when a value is a mean",
    room: "trees",
    scene: { source: "game", game: "backgammon", start: "2wEAAAYAAAAAAA 1 21", depth: "3", algorithm: "expectiminimax", plain: "yes" },
    concepts: ["playout", "regret"],
    lines: [
      "max: the greatest value; min: the least",
      "chance: the mean, by how likely each case is",
      "hidden: one decision for all states that look alike",
      "  mix the moves, so that nothing can be guessed",
    ],
    steps: [
      { text: "Backgammon near its end: after the move the other side throws. A circle is a throw, and each of its 21 branches leads to a position in which the other side moves.", line: 0, scene: { depth: "2" } },
      {
        text: "One ply deeper, the branches differ. The value of a throw is the mean over them: a roll that is bad for us does not decide it, but it counts.",
        line: 1,
        question: {
          text: "There are 36 throws of two dice, and 21 branches. How much does a branch such as 2–1 count beside 1–1?",
          answers: ["As much", "Twice as much", "Half as much"],
          right: 1,
          why: "2–1 comes in two ways, 1–1 in one. So the mean takes 2/36 of the one and 1/36 of the other.",
        },
      },
      { text: "Now a game without dice: each side hides a coin, heads or tails; if they are equal, the first wins 1, else the other. Searched as a tree, the second side sees the coin of the first, and the value is −1.", line: 0, scene: { source: "lesson", tree: COINS, algorithm: "minimax" } },
      {
        text: "But the coin is hidden: the second side must do the same in both nodes of the middle row.",
        line: 2,
        scene: { source: "lesson", tree: COINS, algorithm: "minimax" },
        question: {
          text: "What is the game worth then?",
          answers: ["−1, as in the tree", "0: both sides choose by chance, half and half", "1: the first side moves first"],
          right: 1,
          why: "Whoever always does the same can be guessed. Half and half cannot, and gives each side 0, whatever the other does: an equilibrium.",
        },
      },
      { text: "No tree of maxima and minima finds such mixtures. Regret does: play many times, and choose each move in proportion to how much it would have won more. “tremaux analyze kuhn-poker” computes the equilibrium of a card game so.", line: 3, scene: { source: "lesson", tree: COINS, algorithm: "minimax" } },
    ],
  },
];

/** The scene of a step. */
export function sceneOf(story: Story, nth: number): URLSearchParams {
  const step = story.steps[nth]!;
  const scene = new URLSearchParams({ ...story.scene, ...step.scene });
  if (step.at !== undefined) scene.set("step", String(step.at));
  return scene;
}

/** The text of a step, its lines, its question, and the ways to the next one and into the room. */
export function tell(story: Story, nth: number, onward: HTMLElement, go: (nth: number) => void): HTMLElement {
  const { text, line, question } = story.steps[nth]!;
  const isLast = nth === story.steps.length - 1;
  const next = button("Next", () => go(nth + 1), { class: "primary" });
  next.disabled = isLast || question !== undefined;
  const back = button("Back", () => go(nth - 1));
  back.disabled = nth === 0;
  const told = el("p", { class: "answer", role: "status" });
  const name = uniqueId("answer");
  const asked = question && el("fieldset", { class: "question" },
    el("legend", {}, question.text),
    ...question.answers.map((answer, at) => el("label", { class: "check" },
      el("input", {
        type: "radio",
        name,
        change: () => {
          const isRight = at === question.right;
          fill(told, isRight ? `Right. ${question.why}` : "Not quite: think again.");
          if (isRight) next.disabled = isLast;
        },
      }), answer)),
    told);
  return el("section", { class: "panel", "aria-label": "Story" },
    el("h1", {}, story.title),
    el("p", { class: "lead" }, text),
    el("ol", { class: "pseudocode", "aria-label": "The algorithm" },
      ...story.lines.map((words, at) => el("li", { "aria-current": at === line ? "step" : undefined }, words))),
    asked,
    el("div", { class: "buttons" }, back, next,
      el("span", { class: "where" }, `${nth + 1} / ${story.steps.length}`)),
    el("p", {}, "Concepts: ", ...story.concepts.flatMap((name, at) => [at > 0 ? ", " : "", el("a", { href: linkOf(name) }, name)])),
    onward);
}

/** A link to a concept. */
export function linkOf(concept: string): string {
  return `#/lessons?${new URLSearchParams({ concept })}`;
}
