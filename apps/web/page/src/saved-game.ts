/** Games as the command line's `play --save` writes them. */

export interface SavedGame {
  game: string;
  options: Record<string, string>;
  start: string;
  moves: string[];
}

const HEAD = "tremaux game 1";

/** Writes a game. */
export function writeGame(game: SavedGame): string {
  const options = Object.entries(game.options).map(([name, value]) => `option: ${name}=${value}`);
  const moves = game.moves.map((move) => `move: ${move}`);
  return [HEAD, `game: ${game.game}`, ...options, `start: ${game.start}`, ...moves, ""].join("\n");
}

/** Whether a text is a saved game, right or wrong. */
export function isSavedGame(text: string): boolean {
  return text.trimStart().startsWith("tremaux game");
}

/** Reads a game. */
export function readGame(text: string): SavedGame {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines[0]?.trim() !== HEAD) throw new Error(`line 1: expected \`${HEAD}\``);
  const saved: SavedGame = { game: "", options: {}, start: "", moves: [] };
  lines.slice(1).forEach((line, nth) => {
    const at = line.indexOf(":");
    const key = line.slice(0, Math.max(at, 0)).trim();
    const value = line.slice(at + 1).trim();
    const [name = "", setting = ""] = value.split("=", 2);
    if (key === "game") saved.game = value;
    else if (key === "option") saved.options[name] = setting;
    else if (key === "start") saved.start = value;
    else if (key === "move") saved.moves.push(value);
    else throw new Error(`line ${nth + 2}: expected \`game:\`, \`option:\`, \`start:\` or \`move:\``);
  });
  return saved;
}
