/** Trees as nested brackets, and a leaf of them changed. */

import { TreeModel } from "./tree-model";

/** The nodes of a tree that is written as `(3 12 8) (2 4 6)`, before any search. */
export function fromBrackets(text: string): TreeModel {
  const model = new TreeModel(true);
  model.isWritten = true;
  const tokens = text.match(/[()]|[^\s,()]+/g) ?? [];
  // The brackets of the root may be left out.
  const isWrapped = tokens[0] === "(" && closes(tokens, 0) === tokens.length - 1;
  const root = model.addNode(-1, "");
  const open = [root];
  const inside = isWrapped ? tokens.slice(1, -1) : tokens;
  for (const token of inside) {
    const parent = open.at(-1) ?? root;
    if (token === ")") {
      open.pop();
      continue;
    }
    const node = model.addNode(parent, String(model.children[parent]!.length + 1));
    if (token === "(") open.push(node);
    else model.picture[node] = token;
  }
  return model;
}

/** Where the bracket that is opened at `from` is closed. */
function closes(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (tokens[at] === "(") depth += 1;
    if (tokens[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The text with another number at the leaf `nth`, from 0. */
export function withLeaf(text: string, nth: number, value: number): string {
  let seen = -1;
  return text.replace(/[^\s,()]+/g, (word) => {
    seen += 1;
    return seen === nth ? String(value) : word;
  });
}

/** A random tree with the given branching factor and number of plies. */
export function randomTree(branching: number, plies: number): string {
  let level = Array.from({ length: branching ** plies }, () => String(Math.floor(Math.random() * 19) - 9));
  for (let ply = plies; ply > 1; ply -= 1) {
    const above: string[] = [];
    for (let at = 0; at < level.length; at += branching) {
      above.push(`(${level.slice(at, at + branching).join(" ")})`);
    }
    level = above;
  }
  return level.join(" ");
}
