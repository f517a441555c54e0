/** Files that are dropped on the page: what they are, and the scenes that they become. */

import { type Catalogue, Refused, ask, askFile, reasonOf, stream } from "./api";
import { number } from "./dom";
import { MOST_NODES, type ReadGraph, readGraph } from "./graph-text";
import { GridText, fromMovingAi } from "./grid-text";
import { isPosthoc, linesOfPosthoc } from "./posthoc";
import { isSavedGame, readGame } from "./saved-game";
import { type Scene, readFile } from "./scene";
import { keep } from "./store";
import { type TraceScene, graphOf } from "./trace-scene";

/** Games in the notation of the field, and the marks of such files. */
const RECORD = /^\s*(\[\w+ "|\(;)/;

/** What formats of graphs have that the engine reads and this page does not: brackets, or lines that begin with a mark. */
const STRUCTURED = /[{[<]|^[*%p]/m;

/** The letters of a grid, and of a level of Sokoban. */
const [GRID, LEVEL] = [/^[#.1-9SGX]+$/, /^[ _#@+$*.-]+$/];

const WHAT =
  "expected a map (MovingAI or rows of # and .), a graph (arcs or node-link JSON), a game (PGN, SGF, PDN or a saved game), a level of Sokoban (XSB), or a trace (Trémaux or Posthoc)";

/** The scene that a file becomes; fails with what it is not. */
export async function opened(file: File, catalogue: Catalogue): Promise<Scene> {
  const scene = (room: string, parameters: Record<string, string>): Scene => ({ room, parameters: new URLSearchParams(parameters) });
  const trace = async (blob: Blob): Promise<Scene> => {
    const name = await keep(blob);
    if (name === null) throw new Error(`${file.name}: this device keeps no files; open it in the room Trees`);
    return scene("trees", { source: "file", file: name });
  };
  if ((await file.slice(0, 7).text()) === "TREMAUX") return trace(file);
  const text = await file.text();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const saved = readFile(text);
  if (saved) return saved;
  if (isSavedGame(text)) {
    const { game, options, start, moves } = readGame(text);
    return scene("play", { game, ...options, start, moves: moves.join(";") });
  }
  if (isPosthoc(text)) return trace(new Blob([linesOfPosthoc(text)]));
  if (/^\{.*"(header|type)"/.test(lines[0] ?? "")) return trace(file);
  if (RECORD.test(text)) return recorded(file.name, text, catalogue, scene);
  const { cells } = catalogue.ceilings;
  if (file.size > 2 * cells) throw new Error(`${file.name}: expected at most ${number(cells)} cells`);
  if (/^type\s/m.test(text)) return scene("explore", { on: "grid", grid: fromMovingAi(text).toString() });
  const rows = lines.length === 1 ? lines[0]!.trim().split("/") : lines;
  if (rows.length > 0 && rows.every((row) => GRID.test(row.trim()))) {
    return scene("explore", { on: "grid", grid: GridText.parse(rows.join("\n")).toString() });
  }
  const first = lines.findIndex((line) => LEVEL.test(line) && line.includes("#"));
  const level = first < 0 ? [] : lines.slice(first);
  const end = level.findIndex((line) => !LEVEL.test(line));
  const board = level.slice(0, end < 0 ? undefined : end).map((row) => row.trimEnd().replaceAll(" ", "_"));
  if (/[@+]/.test(board.join("")) && /[$*]/.test(board.join(""))) {
    return scene("puzzles", { puzzle: "sokoban", board: board.join("|") });
  }
  try {
    return scene("explore", { on: "graph", graph: (await graphIn(text)).graph.toString() });
  } catch (error) {
    throw new Error(`${file.name}: ${text.trimStart().startsWith("{") ? reasonOf(error) : WHAT}`);
  }
}

/** The graph in a text of any format that the engine reads: that of the trace of a short search. */
export async function graphIn(text: string): Promise<ReadGraph> {
  try {
    return readGraph(text);
  } catch (error) {
    if (!STRUCTURED.test(text)) throw error;
  }
  const search = { domain: "graph", instance: text, limits: { nodes: 1 } };
  const trace = await askFile("trace", { search, form: "trace" });
  let told: TraceScene = { kind: "graph" };
  await stream("trace/read/1", trace, new AbortController().signal, (name, data) => {
    if (name === "header") told = (data as { scene: TraceScene }).scene;
  });
  const { graph } = graphOf(told);
  if (graph.nodes.length > MOST_NODES) throw new Error(`expected at most ${number(MOST_NODES)} nodes`);
  return { graph, isPlaced: told.points !== undefined };
}

/** The first game of a file in the notation of the field: of the game that the engine recognizes. */
async function recorded(
  name: string,
  text: string,
  { games }: Catalogue,
  scene: (room: string, parameters: Record<string, string>) => Scene,
): Promise<Scene> {
  const extension = name.split(".").at(-1)!.toLowerCase();
  const known = games.filter(({ record }) => record);
  const fitting = known.filter(({ record }) => record!.extension === extension);
  let refused = WHAT;
  for (const { name: game, options } of fitting.length > 0 ? fitting : known) {
    // Files say by what rules they are played; which option that is, the engine knows.
    const rules = options.flatMap(({ name: option, kind }) => (kind.type === "choice" ? kind.words.map((word) => ({ [option]: word })) : []));
    for (const chosen of [{}, ...rules]) {
      try {
        const [first] = await ask<{ start: string; moves: string[] }[]>("record/read", { game, options: chosen, text });
        if (!first) continue;
        await ask("position", { game, options: chosen, start: first.start, moves: first.moves });
        return scene("play", { game, ...chosen, start: first.start, moves: first.moves.join(";") });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused = error.message;
      }
    }
  }
  throw new Error(`${name}: ${refused}`);
}
