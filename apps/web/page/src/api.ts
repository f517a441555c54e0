/** The engine's answers, and how to ask for them. */

import { Server } from "./server";
import { Workers } from "./workers";

export interface OptionInfo {
  name: string;
  title: string;
  kind:
    | { type: "integer"; least: number; most: number }
    | { type: "number"; least: number; most: number }
    | { type: "choice"; words: string[] }
    | { type: "word"; form: string }
    | { type: "file"; form: string };
  default: string | null;
}

export interface Component {
  name: string;
  aliases: string[];
  title: string;
  source: string;
  guarantees: string;
  use_when: string;
  avoid_when: string;
  options: OptionInfo[];
  /** What it needs of a problem. */
  needs: string[];
  operands: { least: number; most: number };
  example: string;
}

export interface Algorithm extends Component {
  family: string;
  is_informed: boolean;
  is_any_angle: boolean;
  breaks_ties: boolean;
  depth: "meaningless" | "optional" | "required";
}

export interface GameAlgorithm extends Component {
  /** Whether it looks at moves at all; one that does not fits every game. */
  searches: boolean;
}

export interface Domain {
  name: string;
  title: string;
  format: string;
  example: string;
  moves: string;
  options: OptionInfo[];
  generator: OptionInfo[];
  defaults: { case: string; algorithm: string; heuristic: string; why: string }[];
  algorithms: Algorithm[];
  heuristics: Component[];
}

/** A state and the moves that lead on from it, each with the state after it. */
export interface Look {
  state: string;
  is_goal: boolean;
  /** The goal, where there is one that is known beforehand. */
  goal: string | null;
  moves: [string, string][];
  advice: Advice | null;
}

/** Help for a person who solves an instance of cells by hand. */
export interface Advice {
  candidates: string[][];
  steps: { text: string; cells: number[]; excluded: [number, string][] }[];
  action: string | null;
  contradiction: string | null;
}

export interface GameInfo {
  name: string;
  title: string;
  format: string;
  example: string;
  moves: string;
  sides: string[];
  scores: string;
  unit: string | null;
  evaluation: string;
  options: OptionInfo[];
  /** Whether it has dice. */
  has_chance: boolean;
  /** What positions look like; trees are looked at rather than played. */
  drawn: "squares" | "lines" | "points" | "dots" | "hexagons" | "holes" | "heaps" | "tree";
  /** The score of a lead that decides the game as a rule. */
  great_lead: number;
  /** The names of wins by payoffs of 2, 3 and so on. */
  greater_wins: string[];
  /** The notation of whole games, if there is one. */
  record?: { name: string; extension: string };
}

/** A concept of search, and the picture of it: a room and its parameters. */
export interface Concept {
  name: string;
  aliases: string[];
  title: string;
  text: string;
  picture: string;
  command: string;
  source: string;
  page: string;
}

export interface Catalogue {
  version: string;
  domains: Domain[];
  /** Domains whose solutions are improved; the engine draws them. */
  landscapes: Domain[];
  games: GameInfo[];
  game_algorithms: GameAlgorithm[];
  concepts: Concept[];
  ceilings: { nodes: number; seconds: number; bytes: number; steps: number; cells: number };
}

/** The domain of that name. */
export function domainOf({ domains, landscapes }: Catalogue, name: string): Domain {
  return [...domains, ...landscapes].find((known) => known.name === name)!;
}

export type Role = "ground" | "wall" | "piece" | "other-piece" | "goal" | "start" | "path" | "label";

export type Shape =
  | { type: "cell"; x: number; y: number; role: Role }
  | { type: "glyph"; x: number; y: number; text: string; role: Role }
  | { type: "line"; from: [number, number]; to: [number, number]; role: Role };

export interface Board {
  width: number;
  height: number;
  shapes: Shape[];
}

/** The result of a search, as the command line prints it with `--format json`. */
export interface SolveReport {
  domain: string;
  instance: string;
  algorithm: string;
  heuristic?: string;
  status: "solved" | "no-solution" | "limit";
  /** The result and what is proved about it, in words. */
  verdict: string;
  cost?: number;
  length?: number;
  moves?: string[];
  /** The places of a path whose steps are longer than to a neighbour. */
  path?: string[];
  bound?: number;
  optimal?: boolean;
  /** Whether the plan leads to the only solution, if that is known. */
  only?: boolean;
  /** The goal that was assumed, or the one that was found. */
  goal?: string;
  /** The limit that was reached. */
  stopped?: string;
  counts: Record<string, number>;
  /** Most bytes in the search's own tables, if they are counted. */
  peak_bytes?: number;
  seconds: number;
}

/** The end of a search, and whether not all of its steps were sent. */
export interface SearchEnd {
  report: SolveReport;
  cut: boolean;
}

/** Where the text of a request is wrong: the first byte and how many. */
export interface Fault {
  offset: number;
  length: number;
}

/** Why a request is refused. */
export class Refused extends Error {
  constructor(message: string, readonly fault: Fault | null) {
    super(message);
  }
}

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  // The browser's own name for requests that got no answer.
  if (error instanceof TypeError) return "No connection to the server.";
  return error instanceof Error ? error.message : String(error);
}

/** What the engine says when it refuses a request, with the place in its text, if it has one. */
export function refusal(status: number, error: { message?: string } & Partial<Fault>): Refused {
  const { message, offset, length } = error;
  const fault = offset !== undefined && length !== undefined ? { offset, length } : null;
  return new Refused(message ?? `error ${status}`, fault);
}

/** The body of a request: a file, what becomes JSON, or nothing. */
export type Question = Blob | object | null;

/** Receives an event of a search. */
export type OnEvent = (name: string, data: unknown) => void;

/** Answers requests by name: a whole answer as a file, or events until the answer is over. */
export interface Engine {
  answer(name: string, question: Question, signal: AbortSignal, onEvent: OnEvent): Promise<Blob>;
}

/** The answer to a request whose answer is events. */
export const NO_FILE = new Blob();

/** The server that serves the page; on a static host, whose page says so, the browser. */
async function choose(): Promise<{ engine: Engine; catalogue: Catalogue }> {
  const isStatic = document.documentElement.dataset["engine"] === "browser";
  const engine = isStatic ? new Workers() : new Server();
  // From then on it needs no connection.
  if (isStatic) navigator.serviceWorker?.register("./offline.js").catch(() => {});
  // Told beside the engine in the browser, the page need not wait for that.
  const told = await fetch(isStatic ? "./catalogue.json" : "./api/catalogue");
  if (!told.ok) throw new Error(`the catalogue: error ${told.status}`);
  return { engine, catalogue: (await told.json()) as Catalogue };
}

const chosen = choose();

/** What can be asked for. */
export async function catalogue(): Promise<Catalogue> {
  return (await chosen).catalogue;
}

/** Sends a request and returns the answer as a file. */
export async function askFile(
  name: string,
  question: Question,
  signal: AbortSignal = new AbortController().signal,
): Promise<Blob> {
  const { engine } = await chosen;
  return engine.answer(name, question, signal, () => {});
}

/** Sends a request and returns the answer. */
export async function ask<T>(name: string, question: Question, signal?: AbortSignal): Promise<T> {
  return JSON.parse(await (await askFile(name, question, signal)).text()) as T;
}

/** Runs a search to its end; `onEvent` receives what comes before the report. */
export async function solve(question: object, signal: AbortSignal, onEvent: OnEvent = () => {}): Promise<SearchEnd> {
  let end: SearchEnd | null = null;
  await stream("search", question, signal, (name, data) => {
    if (name === "report") end = data as SearchEnd;
    else onEvent(name, data);
  });
  if (!end) throw new Error("the search ended without a report");
  return end;
}

/** Sends a request and receives events. Aborting `signal` stops the search. */
export async function stream(
  name: string,
  question: Question,
  signal: AbortSignal,
  onEvent: OnEvent,
): Promise<void> {
  const { engine } = await chosen;
  await engine.answer(name, question, signal, onEvent);
}
