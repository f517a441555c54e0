/** Making elements. */

type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

function assign<E extends Element>(element: E, attributes: Attributes, children: readonly Child[] = []): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name, value as unknown as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** An HTML element with attributes (functions listen to events) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return assign(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return assign(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** The steps of the arrow keys, to the right and down. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

let serial = 0;

/** A name that no other element has. */
export function uniqueId(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** A control with its label. */
export function labelled(text: string, control: HTMLElement): HTMLElement {
  control.id ||= uniqueId("control");
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control);
}

/** A labelled field for a number or a text. */
export function field(text: string, value: string | number, attributes: Attributes, set: (value: string) => void): HTMLElement {
  const type = typeof value === "number" ? "number" : "text";
  const input = el("input", { type, value, spellcheck: "false", ...attributes, change: () => set(input.value.trim()) });
  return labelled(text, input);
}

/** A box to check. */
export function check(text: string, isOn: boolean, set: (isOn: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", checked: isOn, change: () => set(box.checked) });
  return el("label", { class: "check" }, box, text);
}

/** What the colours of a drawing mean. */
export function legend(...marks: readonly (readonly [kind: string, text: string])[]): HTMLElement {
  const items = marks.map(([kind, text]) => el("li", {}, el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text));
  return el("ul", { class: "legend", "aria-label": "Legend" }, ...items);
}

/** A list to choose from. */
export function select(
  options: readonly { value: string; text: string; title?: string; group?: string }[],
  chosen: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const list = el("select", { change: () => onChange(list.value) });
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { value, text, title, group } of options) {
    const option = el("option", { value, selected: value === chosen, title }, text);
    if (group === undefined) {
      list.append(option);
      continue;
    }
    let under = groups.get(group);
    if (!under) {
      under = el("optgroup", { label: group });
      groups.set(group, under);
      list.append(under);
    }
    under.append(option);
  }
  return list;
}

/** A button; `key` is shown as its shortcut. */
export function button(
  text: string,
  onClick: () => void,
  options: { label?: string; key?: string; class?: string } = {},
): HTMLButtonElement {
  const title = [options.label, options.key && `(${options.key})`].filter(Boolean).join(" ");
  return el(
    "button",
    {
      type: "button",
      click: onClick,
      class: options.class,
      "aria-label": options.label,
      "aria-keyshortcuts": options.key,
      title: title || undefined,
    },
    text,
  );
}

/** Lets a part of a drawing be pressed by pointer, touch and keys, as a button is. */
export function pressable<E extends SVGElement>(part: E, label: string, act: () => void): E {
  assign(part, { role: "button", tabindex: 0, "aria-label": label });
  part.classList.add("pressable");
  part.addEventListener("click", act);
  part.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
  return part;
}

/** Replaces all children of an element; the focus stays on the control in the same place. */
export function fill(element: Element, ...children: Child[]): void {
  const controls = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>("button, select, input, [tabindex]")];
  const at = document.activeElement ? controls().indexOf(document.activeElement as HTMLElement) : -1;
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
  if (at < 0 || element.contains(document.activeElement)) return;
  const now = controls();
  now[Math.min(at, now.length - 1)]?.focus({ preventScroll: true });
}

/** What names a control. */
function nameOf(control: Element): string {
  const label = "labels" in control ? (control as HTMLInputElement).labels?.[0] : null;
  return `${control.tagName} ${control.getAttribute("aria-label") ?? (label ?? control).textContent}`;
}

/** Like `fill`, for new versions of the children: parts that are open or closed stay so, and the focus
 * stays where it is. */
export function refill(element: Element, ...children: Child[]): void {
  const parts = (): HTMLDetailsElement[] => [...element.querySelectorAll("details")];
  const opened = new Map(parts().map((part) => [part.firstElementChild?.textContent, part.open]));
  const focused = document.activeElement;
  const name = focused && element.contains(focused) ? nameOf(focused) : null;
  fill(element, ...children);
  for (const part of parts()) part.open = opened.get(part.firstElementChild?.textContent) ?? part.open;
  const controls = [...element.querySelectorAll<HTMLElement>("select, input, textarea, button, a, summary")];
  if (name !== null) controls.find((control) => nameOf(control) === name)?.focus({ preventScroll: true });
}

/** With a capital letter and a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Formats a number. */
export function number(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return "∞";
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}

/** Formats a lower bound: rounded down, so that it remains one. */
export function atLeast(value: number): string {
  return number(Math.floor(value * 1000) / 1000);
}
