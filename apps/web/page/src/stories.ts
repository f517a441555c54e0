/** Lessons told in steps: each sets the picture, lights a line of the algorithm, and may ask first. */

import { button, el, fill, uniqueId } from "./dom";

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
  lines: readonly string[];
  steps: readonly Step[];
}

const MUD = "............./.S....9....../......9....G./......9....../.....99....../............./.............";
const OPEN =
  "................./................./......#####....../..........#....../..S.......#...G../..........#....../......#####....../................./.................";
const TREE = "((5 16 7) (4 18 2) (9 11 3)) ((2 14 6) (17 5 8) (13 9 4)) ((6 1 12) (8 10 22) (15 7 19))";
const ROADS =
  "%node a 50 60;%node b 25 44;%node c 75 44;%node d 10 26;%node e 38 26;%node f 62 26;%node g 90 26;%node h 4 8;%node i 24 8;%node j 46 8;%node k 72 8;%node l 94 8;a b 1;a c 1;b d 1;b e 1;c f 1;c g 1;d h 1;d i 1;e i 1;e j 1;f j 1;f k 1;g k 1;g l 1";

export const STORIES: readonly Story[] = [
  {
    name: "deepening",
    title: "Depth, again and again: search as a tree",
    room: "explore",
    scene: { on: "graph", graph: ROADS, from: "a", to: "k", lane: "iterative-deepening" },
    lines: [
      "for limit = 1, 2, 3, …",
      "  go down from the start, one successor after the other",
      "  at the limit, turn back",
      "  at a goal, stop: no plan has fewer steps",
    ],
    steps: [
      { text: "A search follows the paths from a start. Breadth-first search keeps all of them in memory; depth-first search keeps only the current one, but it may miss the short path.", line: 0, at: 0 },
      { text: "Iterative deepening goes down, but not far: the first limit is one step. It finds no goal there.", line: 2, at: 1 },
      {
        text: "With a larger limit it starts again and repeats what it did.",
        line: 0,
        at: 4,
        question: {
          text: "Suppose each level has twice as many nodes as the one above. What does it cost to repeat the upper levels?",
          answers: ["About as much again as the last level", "A multiple that grows with the depth", "Nothing"],
          right: 0,
          why: "All levels above one have together about as many nodes as it has. So the work at most doubles, for the memory of a single path.",
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
    lines: [
      "put the start on the open list, at cost 0",
      "take the state with the least cost from it",
      "if that is a goal, stop: its path is a cheapest one",
      "for each neighbour: note the way if it is cheaper",
    ],
    steps: [
      { text: "White cells cost 1 to enter, dark ones are mud and cost 9. The open list, yellow, holds the places that are known but not yet looked at: at first only the start.", line: 0, at: 0 },
      { text: "The algorithm takes the cheapest place from the open list and looks at its neighbours. Each arrow shows where the cheapest known way to a place comes from.", line: 3, at: 5 },
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
    lines: [
      "f = cost so far (g) + estimate of the rest (h)",
      "take the state with the least f",
      "if that is a goal, stop: its path is a cheapest one",
      "for each neighbour: note the way if it is cheaper",
    ],
    steps: [
      { text: "Dijkstra's algorithm spreads in all directions. A* adds an estimate of what remains: on a grid, the distance as if there were no walls.", line: 0, at: 0 },
      { text: "Where the way is open, f stays the same, and the search runs straight towards the goal.", line: 1, at: 8 },
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
    name: "alpha-beta",
    title: "Minimax and alpha-beta: what need not be looked at",
    room: "trees",
    scene: { tree: TREE, algorithm: "alpha-beta" },
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
      { text: "Such branches are cut off: faint in the picture. The value at the root is the same as without any cut.", line: 3 },
      { text: "The order decides how much is saved: with the best move first everywhere, only about the square root of all leaves is visited. That is why chess programs try good moves first.", line: 3, scene: { tree: "((9 1 2) (10 3 4) (11 5 6)) ((8 4 5) (14 7 15) (16 17 18)) ((7 3 6) (21 6 22) (23 24 25))" } },
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

/** The text of a step, its lines, its question, and the way to the next one. */
export function tell(story: Story, nth: number, go: (nth: number) => void): HTMLElement {
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
      el("span", { class: "where" }, `${nth + 1} / ${story.steps.length}`)));
}
