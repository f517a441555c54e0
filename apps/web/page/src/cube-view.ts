/** A cube with coloured faces: seen from a corner, and unfolded. */

import { fill, svg } from "./dom";

/** The faces in the order in which facelets are written. */
const FACES = "URFDLB";

/** Where each face begins in the net, in faces from the left and from the top. */
const NET: readonly [number, number][] = [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [3, 1]];

type Point = readonly [number, number];

const sum = (...points: Point[]): Point =>
  points.reduce<Point>(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0]);
const times = ([x, y]: Point, by: number): Point => [x * by, y * by];

export class CubeView {
  readonly element = svg("svg", { class: "puzzle-drawing cube", role: "img" });

  /** Shows the facelets of the faces U, R, F, D, L and B, each row by row. */
  show(state: string): void {
    const faces = state.split(/\s+/);
    const size = Math.round(Math.sqrt(faces[0]?.length ?? 4));
    this.element.setAttribute("viewBox", "0 0 460 250");
    const named = faces.map((face, nth) => `${FACES[nth]} ${face}`);
    this.element.setAttribute("aria-label", `Cube, face by face: ${named.join(", ")}`);
    fill(this.element, ...this.#seen(faces, size), ...this.#unfolded(faces, size));
  }

  /** The three faces about the corner that is nearest. */
  #seen(faces: readonly string[], size: number): SVGElement[] {
    const edge = 104 / size;
    const nearest: Point = [112, 122];
    const [left, right, down]: [Point, Point, Point] = [
      [-0.866 * edge, -0.5 * edge],
      [0.866 * edge, -0.5 * edge],
      [0, edge],
    ];
    const parts: SVGElement[] = [];
    const put = (face: number, row: number, column: number, corner: Point, across: Point, along: Point): void => {
      const letter = faces[face]?.[row * size + column] ?? "";
      const points = [corner, sum(corner, across), sum(corner, across, along), sum(corner, along)];
      parts.push(svg("polygon", { class: `facelet ${letter}`, points: points.map((point) => point.join(",")).join(" ") }));
    };
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const fromLeft = times(left, size - column);
        put(0, row, column, sum(nearest, fromLeft, times(right, size - row)), times(left, -1), times(right, -1));
        put(1, row, column, sum(nearest, times(right, column), times(down, row)), right, down);
        put(2, row, column, sum(nearest, fromLeft, times(down, row)), times(left, -1), down);
      }
    }
    return parts;
  }

  /** All faces, with letters for people who cannot distinguish the colours. */
  #unfolded(faces: readonly string[], size: number): SVGElement[] {
    const edge = 52 / size;
    return NET.flatMap(([left, top], face) =>
      [...(faces[face] ?? "")].flatMap((letter, at) => {
        const x = 246 + left * 53 + (at % size) * edge;
        const y = 46 + top * 53 + Math.floor(at / size) * edge;
        return [
          svg("rect", { class: `facelet ${letter}`, x, y, width: edge - 1, height: edge - 1, rx: 3 }),
          svg("text", { class: "facelet-letter", x: x + edge / 2, y: y + edge / 2, "font-size": edge * 0.55 }, letter),
        ];
      }),
    );
  }
}
