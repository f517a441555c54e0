/** The algorithms for each game: chance and more than two sides need special ones. */

import type { Component } from "./api";

const OF_PAYOFFS = ["expectiminimax", "max-n", "paranoid"];

/** Whether a game has chance, or more than two play by its options. */
export function isOfPayoffs(game: string, options: Record<string, string>): boolean {
  return game === "backgammon" || (Number(options["players"]) || 2) > 2;
}

/** The algorithms that fit a game, the usual one first. */
export function fitting(
  all: readonly Component[],
  game: string,
  options: Record<string, string>,
): Component[] {
  if (!isOfPayoffs(game, options)) {
    return all.filter(({ name }) => name !== "random" && !OF_PAYOFFS.includes(name));
  }
  // Expectiminimax is for two sides.
  const names = game === "backgammon" ? OF_PAYOFFS : OF_PAYOFFS.slice(1);
  return names.flatMap((name) => all.filter((component) => component.name === name));
}
