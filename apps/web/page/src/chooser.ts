/** Controls to choose an algorithm and a heuristic with their options, from the catalogue. */

import type { Algorithm, Component, Domain, OptionInfo } from "./api";
import { el, fill, labelled, select, uniqueId } from "./dom";

/** A control for one option; calls `onChange` with its text. */
export function optionControl(
  option: OptionInfo,
  value: string,
  onChange: (value: string) => void,
): HTMLElement {
  const { kind } = option;
  if (kind.type === "choice") {
    const words = kind.words.map((word) => ({ value: word, text: word }));
    return select(words, value || (option.default ?? ""), onChange);
  }
  const isNumber = kind.type === "integer" || kind.type === "number";
  const input = el("input", {
    type: isNumber ? "number" : "text",
    value,
    placeholder: kind.type === "word" ? kind.form : (option.default ?? "none"),
    min: isNumber ? kind.least : undefined,
    max: isNumber && kind.most < 1e15 ? kind.most : undefined,
    step: kind.type === "number" ? "any" : undefined,
    title: option.title,
    change: () => onChange(input.value.trim()),
  });
  return input;
}

/** Controls for options with their texts in `values`. Calls `onChange` with what puts a new text there. */
export function optionControls(
  options: readonly OptionInfo[],
  values: Record<string, string>,
  onChange: (set: () => void, option: OptionInfo, value: string) => void,
): HTMLElement[] {
  return options.map((option) => labelled(option.name, optionControl(option, values[option.name] ?? "", (value) => {
    const set = (): void => {
      if (value) values[option.name] = value;
      else delete values[option.name];
    };
    onChange(set, option, value);
  })));
}

/** The name and the options in an expression as `weighted-a-star(weight=1.5)`. */
function parts(expression: string): { name: string; values: Map<string, string>; rest: string } {
  const at = expression.indexOf("(");
  const name = (at < 0 ? expression : expression.slice(0, at)).trim();
  const inside = at < 0 ? "" : expression.slice(at + 1, expression.lastIndexOf(")"));
  const values = new Map<string, string>();
  for (const part of inside.split(",")) {
    const [key, value] = part.split("=", 2);
    if (key && value !== undefined) values.set(key.trim(), value.trim());
  }
  return { name, values, rest: inside };
}

function expression(component: Component, values: Map<string, string>): string {
  const given = component.options.flatMap((option) => {
    const value = values.get(option.name);
    return value ? [`${option.name}=${value}`] : [];
  });
  return given.length > 0 ? `${component.name}(${given.join(", ")})` : component.name;
}

/** An expression that names a heuristic, with heuristics of the domain as its operands. */
export function exampleOf(heuristic: Component, domain: Domain): string {
  const { operands, options, name, example } = heuristic;
  if (operands.least === 0) return options.length > 0 ? example : name;
  const parts = domain.heuristics.slice(0, operands.least).map((part) => part.name);
  const needed = options.filter((option) => option.default === null).map(() => "0.5");
  return `${name}(${[...parts, ...needed].join(", ")})`;
}

/** An algorithm and a heuristic of a domain. */
export class Chooser {
  readonly element = el("div", { class: "chooser" });
  readonly #domain: Domain;
  readonly #onChange: () => void;

  constructor(domain: Domain, public algorithm: string, public heuristic: string, onChange: () => void) {
    [this.#domain, this.#onChange] = [domain, onChange];
    this.#show();
  }

  /** The description of the algorithm. */
  get info(): Algorithm | undefined {
    const { name } = parts(this.algorithm);
    return this.#domain.algorithms.find((known) => [known.name, ...known.aliases].includes(name));
  }

  #set(algorithm: string, heuristic: string): void {
    this.algorithm = algorithm;
    this.heuristic = heuristic;
    this.#show();
    this.#onChange();
  }

  #show(): void {
    const info = this.info;
    const listed = this.#domain.algorithms.map(({ name, title, family }) =>
      ({ value: name, text: name, title, group: family === "map" ? "Map algorithms" : "General algorithms" }));
    const chosen = select(listed, info?.name ?? "", (name) => this.#set(name, this.heuristic));
    const controls = [labelled("Algorithm", chosen)];
    if (info) controls.push(...this.#options(info));
    if (info?.is_informed) controls.push(this.#heuristicControl());
    fill(this.element, ...controls);
  }

  #options(info: Algorithm): HTMLElement[] {
    const { values } = parts(this.algorithm);
    return info.options.map((option) => {
      const control = optionControl(option, values.get(option.name) ?? "", (value) => {
        values.set(option.name, value);
        this.#set(expression(info, values), this.heuristic);
      });
      return labelled(option.name, control);
    });
  }

  /** A text with suggestions: heuristics combine. */
  #heuristicControl(): HTMLElement {
    const list = el("datalist", { id: uniqueId("heuristics") });
    for (const known of this.#domain.heuristics) {
      list.append(el("option", { value: exampleOf(known, this.#domain) }, known.title));
    }
    const input = el("input", {
      type: "text",
      list: list.id,
      value: this.heuristic,
      spellcheck: "false",
      autocomplete: "off",
      title: "Heuristic, or a combination such as max(one, other) or scaled(one, 2)",
      change: () => this.#set(this.algorithm, input.value.trim() || "blind"),
    });
    const field = labelled("Heuristic", input);
    field.append(list);
    return field;
  }
}
