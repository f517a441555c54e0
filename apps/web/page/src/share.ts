/** Handing on the scene that is shown: as a link, or as a file that is opened again. */

import { button, el } from "./dom";
import { copyLink, openText, saveText } from "./download";
import { type Context, readFile, writeFile } from "./scene";

/** The buttons, and where the scene is kept. */
export function sharing(context: Context, ...others: (HTMLElement | string | null | undefined)[]): HTMLElement[] {
  const said = el("p", { class: "hint said", role: "status" });
  const say = (text: string): void => {
    said.textContent = text;
  };
  const open = async (): Promise<void> => {
    const text = await openText(".json,application/json");
    const scene = text === null ? null : readFile(text);
    if (scene) context.open(scene);
    else if (text !== null) say("Expected a file written by “Save scene”.");
  };
  const save = (): void => {
    const scene = context.scene();
    saveText(`${scene.room}.scene.json`, writeFile(scene), "application/json");
  };
  return [
    el("div", { class: "buttons" },
      button("Copy link", () => void copyLink().then(say)),
      button("Save scene", save),
      button("Open scene", () => void open())),
    el("p", { class: "hint kept" }, "Too long for a link: kept on this device. Save the scene to open it elsewhere."),
    said,
    el("div", { class: "buttons" }, ...others),
  ];
}
