/** The server's answers, and how to ask for them. */

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
  drawn: "squares" | "hexagons" | "holes" | "heaps" | "tree";
  /** The score of a lead that decides the game as a rule. */
  great_lead: number;
  /** The names of wins by payoffs of 2, 3 and so on. */
  greater_wins: string[];
  /** The notation of whole games, if there is one. */
  record?: { name: string; extension: string };
}

export interface Catalogue {
  version: string;
  domains: Domain[];
  /** Domains whose solutions are improved; the server draws them. */
  landscapes: Domain[];
  games: GameInfo[];
  game_algorithms: GameAlgorithm[];
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
  bound?: number;
  optimal?: boolean;
  /** The goal that was assumed, or the one that was found. */
  goal?: string;
  /** The limit that was reached. */
  stopped?: string;
  counts: Record<string, number>;
  /** Most bytes in the search's own tables, if they are counted. */
  peak_bytes?: number;
  seconds: number;
}

/** Where the text of a request is wrong: the first byte and how many. */
export interface Fault {
  offset: number;
  length: number;
}

/** An error answer of the server. */
export class Refused extends Error {
  readonly status: number;
  readonly fault: Fault | null;
  constructor(status: number, message: string, fault: Fault | null = null) {
    super(message);
    this.status = status;
    this.fault = fault;
  }
}

async function refused(response: Response): Promise<Refused> {
  let message = `server error ${response.status}`;
  let fault: Fault | null = null;
  try {
    const { error } = (await response.json()) as { error?: { message?: string } & Partial<Fault> };
    message = error?.message ?? message;
    const { offset, length } = error ?? {};
    if (offset !== undefined && length !== undefined) fault = { offset, length };
  } catch {
    // An answer that is no JSON says no more than its status.
  }
  return new Refused(response.status, message, fault);
}

/** Gets an answer. */
export async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw await refused(response);
  return (await response.json()) as T;
}

/** Sends a request and returns the answer. Retries if the server is busy. */
export async function ask<T>(path: string, question: unknown, signal?: AbortSignal): Promise<T> {
  const response = await post(path, question, signal);
  return (await response.json()) as T;
}

async function post(path: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  const tries = 20;
  const isFile = question instanceof Blob;
  for (let nth = 1; ; nth += 1) {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": isFile ? "application/octet-stream" : "application/json" },
      body: isFile ? question : JSON.stringify(question),
      signal: signal ?? null,
    });
    if (response.ok) return response;
    if (response.status !== 503 || nth === tries) throw await refused(response);
    await new Promise((resolve) => setTimeout(resolve, 150 * nth));
  }
}

/** Sends a request and receives a stream of events. Aborting `signal` stops the search. */
export async function stream(
  path: string,
  question: unknown,
  signal: AbortSignal,
  onEvent: (name: string, data: unknown) => void,
): Promise<void> {
  const response = await post(path, question, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    let end = rest.indexOf("\n\n");
    while (end >= 0) {
      const [first = "", second = ""] = rest.slice(0, end).split("\n", 2);
      const name = first.slice("event: ".length);
      const data: unknown = JSON.parse(second.slice("data: ".length));
      if (name === "refusal") throw new Refused(422, (data as { message: string }).message);
      onEvent(name, data);
      rest = rest.slice(end + 2);
      end = rest.indexOf("\n\n");
    }
  }
}
