/** Lessons told in steps: each sets the picture, lights a line of the algorithm, and may ask first. */

import { button, el, fill, uniqueId } from "./dom";
import stories from "./stories.json";

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

export const STORIES = stories as readonly Story[];

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
    el("p", {}, "Concepts: ", ...story.concepts.flatMap((name, at) => [at > 0 ? ", " : "", el("a", { href: linkOf(name) }, inWords(name))])),
    onward);
}

/** The name of a concept as it stands in a sentence. */
export function inWords(concept: string): string {
  return concept.replaceAll("-", " ");
}

/** A link to a concept. */
export function linkOf(concept: string): string {
  return `#/lessons?${new URLSearchParams({ concept })}`;
}
