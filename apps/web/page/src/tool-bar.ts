/** Tools of which one is in hand. */

import { button, el } from "./dom";

interface Tool<T extends string> {
  value: T;
  text: string;
  key: string;
}

export class ToolBar<T extends string> {
  readonly element: HTMLElement;
  readonly #tools: readonly Tool<T>[];
  #value: T;

  constructor(label: string, tools: readonly Tool<T>[], value: T) {
    this.#tools = tools;
    this.#value = value;
    this.element = el("div", { class: "tools", role: "radiogroup", "aria-label": label });
    for (const { value, text, key } of tools) {
      const tool = button(text, () => this.take(value), { key });
      tool.setAttribute("role", "radio");
      tool.dataset["tool"] = value;
      this.element.append(tool);
    }
    this.take(value);
  }

  /** The tool in hand. */
  get value(): T {
    return this.#value;
  }

  /** Takes a tool. */
  take(value: T): void {
    this.#value = value;
    for (const child of this.element.children) {
      child.setAttribute("aria-checked", String(child.getAttribute("data-tool") === value));
    }
  }

  /** Takes the tool of a key; says whether there is one. */
  key(event: KeyboardEvent): boolean {
    const tool = this.#tools.find(({ key }) => key === event.key);
    if (!tool || event.ctrlKey || event.metaKey || event.altKey) return false;
    this.take(tool.value);
    return true;
  }
}
