/** Light or dark, and the colours of drawings. */

/** The colours that drawings use, as the style sheet names them. */
const NAMES = [
  "ground", "line", "ink", "faint", "muted", "wall", "open", "open-edge", "closed", "path", "start",
  "goal", "cursor", "first", "second", "win", "loss", "draw", "cut", "panel",
] as const;

export type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

let palette: Palette | null = null;
const watchers = new Set<() => void>();

/** The colours of now. */
export function colours(): Palette {
  if (!palette) {
    const style = getComputedStyle(document.documentElement);
    palette = Object.fromEntries(
      NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
    ) as unknown as Palette;
  }
  return palette;
}

/** Calls `watcher` whenever the colours change; returns a function to stop. */
export function onThemeChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const KEY = "tremaux-theme";
const CHOICES = ["auto", "light", "dark"] as const;

function stored(): (typeof CHOICES)[number] {
  try {
    const value = localStorage.getItem(KEY);
    return CHOICES.find((choice) => choice === value) ?? "auto";
  } catch {
    return "auto";
  }
}

/** Makes the button in the header switch between the system's colours, light and dark. */
export function setUpTheme(switcher: HTMLButtonElement): void {
  let choice = stored();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const isDark = choice === "dark" || (choice === "auto" && dark.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    switcher.textContent = { auto: "◐", light: "☀", dark: "☾" }[choice];
    const label = `Color scheme: ${choice === "auto" ? "system" : choice}. Click to change`;
    switcher.setAttribute("aria-label", label);
    switcher.title = label;
    palette = null;
    for (const watcher of watchers) watcher();
  };
  switcher.addEventListener("click", () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]!;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    apply();
  });
  dark.addEventListener("change", apply);
  apply();
}

/** Viridis (van der Walt and Smith 2015) at nine places. */
const VIRIDIS = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"].map(rgb);

/** Red, green and blue at `share` (0 to 1) of the scale. */
export function heat(share: number): [number, number, number] {
  const place = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const at = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const [low, high] = [VIRIDIS[at]!, VIRIDIS[at + 1]!];
  const mix = (nth: 0 | 1 | 2): number => Math.round(low[nth] + (high[nth] - low[nth]) * (place - at));
  return [mix(0), mix(1), mix(2)];
}

/** Red, green and blue of a colour written as `#rrggbb` or `#rgb`. */
export function rgb(colour: string): [number, number, number] {
  const digits = colour.slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const number = Number.parseInt(long, 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Black or white, whichever has more contrast on a colour. */
export function inkOn(colour: string): string {
  const [red, green, blue] = rgb(colour);
  return red * 0.3 + green * 0.59 + blue * 0.11 > 140 ? "#101820" : "#ffffff";
}
