/** The layout of a tree: leaves side by side, parents centered above their children. */

import type { TreeModel } from "./tree-model";

export interface Layout {
  /** Columns, in widths of a leaf; `NaN` for nodes that are folded away. */
  x: Float64Array;
  /** The visible nodes of each ply, from left to right. */
  rows: number[][];
  width: number;
}

/** Lays out the nodes below the root that are not below a folded one, in one pass. */
export function layOut(model: TreeModel, folded: ReadonlySet<number>): Layout {
  const x = new Float64Array(model.size).fill(Number.NaN);
  const rows: number[][] = [];
  let leaves = 0;
  if (model.size === 0) return { x, rows, width: 1 };
  // An explicit stack: records may be as deep as they like.
  const stack: { node: number; next: number }[] = [{ node: 0, next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const children = folded.has(top.node) ? [] : model.children[top.node]!;
    if (top.next === 0) (rows[model.ply[top.node]!] ??= []).push(top.node);
    const child = children[top.next];
    if (child !== undefined) {
      top.next += 1;
      stack.push({ node: child, next: 0 });
      continue;
    }
    const [first, last] = [children[0], children[children.length - 1]];
    if (first === undefined || last === undefined) {
      x[top.node] = leaves + 0.5;
      leaves += 1;
    } else x[top.node] = (x[first]! + x[last]!) / 2;
    stack.pop();
  }
  return { x, rows, width: Math.max(leaves, 1) };
}

/** Collapses nodes so that about `most` nodes are visible, upper plies first. */
export function foldTo(model: TreeModel, most: number): Set<number> {
  const folded = new Set<number>();
  let shown = 1;
  let level = model.size > 0 ? [0] : [];
  while (level.length > 0) {
    const next: number[] = [];
    for (const node of level) {
      const children = model.children[node]!;
      if (children.length === 0) continue;
      if (shown + children.length > most) folded.add(node);
      else {
        shown += children.length;
        next.push(...children);
      }
    }
    level = next;
  }
  return folded;
}
