/** Handing files and links to the reader. */

/** Saves a blob as a file. */
export function save(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves text as a file. */
export function saveText(name: string, text: string, kind = "text/plain"): void {
  save(name, new Blob([text], { type: `${kind};charset=utf-8` }));
}

/** Saves the picture of a canvas. */
export function saveCanvas(name: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => blob && save(name, blob), "image/png");
}

/** What of its style a drawing needs to look the same elsewhere. */
const LOOKS = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight",
  "text-anchor", "dominant-baseline", "opacity",
];

/** Saves a drawing with its colours in it. */
export function saveDrawing(name: string, drawing: SVGSVGElement): void {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [from, to] = [drawing.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, nth) => {
    const style = getComputedStyle(element);
    for (const name of LOOKS) {
      to[nth]!.setAttribute(name, style.getPropertyValue(name));
    }
  });
  saveText(name, new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

/** Lets the reader choose a text file. */
export async function openText(kinds: string): Promise<string | null> {
  return (await openFile(kinds))?.text() ?? null;
}

/** Lets the reader choose a file. */
export function openFile(kinds: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = kinds;
    input.addEventListener("change", () => {
      resolve(input.files?.[0] ?? null);
    });
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}

/** Puts the address of the scene into the clipboard; says what came of it. */
export async function copyLink(): Promise<string> {
  // The address follows a moment after the scene.
  const page = document.documentElement.dataset;
  for (let tries = 0; page["address"] && tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (page["keeper"] === "nothing") return "The scene is too large for a link: save it as a file.";
  const whole = page["keeper"] === "device" ? "opens the scene on this device only" : "restores the whole scene";
  try {
    await navigator.clipboard.writeText(location.href);
    return `Link copied; it ${whole}.`;
  } catch {
    return `Copy the address of this page; it ${whole}.`;
  }
}
