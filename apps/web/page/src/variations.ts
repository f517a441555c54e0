/** The moves of a game with all variations that were tried. */

/** Who makes the next move: a side from 0, or nature; `null` if the game is over. */
export type Mover = number | "chance" | null;

export interface Ply {
  /** The move that led here; empty at the start. */
  readonly move: string;
  readonly before: Ply | null;
  readonly after: Ply[];
  /** The one of `after` that was visited last. */
  next: Ply | null;
  /** Who moves here, once that is known. */
  mover?: Mover;
}

/** The plies that lead to a position. */
export function pathTo(ply: Ply): Ply[] {
  const path: Ply[] = [];
  for (let at: Ply | null = ply; at?.before; at = at.before) path.push(at);
  return path.reverse();
}

/** The moves that lead to a position. */
export function lineTo(ply: Ply): string[] {
  return pathTo(ply).map(({ move }) => move);
}

/** Separates moves in a text; no move contains it. */
const BETWEEN = ";";

export class Variations {
  readonly start: Ply = { move: "", before: null, after: [], next: null };
  /** The position that is shown. */
  at: Ply = this.start;

  /** Goes along a line from the start, and adds what is new. */
  go(moves: readonly string[]): void {
    this.at = this.start;
    for (const move of moves) {
      let next = this.at.after.find((ply) => ply.move === move);
      if (!next) {
        next = { move, before: this.at, after: [], next: null };
        this.at.after.push(next);
      }
      this.at = this.at.next = next;
    }
  }

  /** The position that a line leads to, if it is known. */
  find(moves: readonly string[]): Ply | null {
    let at: Ply | undefined = this.start;
    for (const move of moves) at = at?.after.find((ply) => ply.move === move);
    return at ?? null;
  }

  /** All positions after so many moves. */
  level(count: number): Ply[] {
    let level = [this.start];
    for (let nth = 0; nth < count; nth += 1) level = level.flatMap(({ after }) => after);
    return level;
  }

  /** All lines, each as the number of moves that it shares with the one before, and the others;
   * what was visited last comes last. */
  write(): string[] {
    const lines: string[] = [];
    const open: { ply: Ply; shared: number; moves: string[] }[] = [{ ply: this.start, shared: 0, moves: [] }];
    for (let top = open.pop(); top; top = open.pop()) {
      const { ply, shared, moves } = top;
      const count = shared + moves.length;
      if (ply.after.length === 0) lines.push([shared, ...moves].join(BETWEEN));
      const order = [...ply.after].sort((one, other) => Number(one === ply.next) - Number(other === ply.next));
      const [first, ...others] = order;
      for (const other of others.reverse()) open.push({ ply: other, shared: count, moves: [other.move] });
      if (first) open.push({ ply: first, shared, moves: [...moves, first.move] });
    }
    return lines;
  }

  /** Adds lines as `write` writes them. */
  read(lines: readonly string[]): void {
    for (const line of lines) {
      const [shared = "", ...moves] = line.split(BETWEEN);
      this.go([...lineTo(this.at).slice(0, Number(shared) || 0), ...moves]);
    }
  }
}
