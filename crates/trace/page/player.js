"use strict";
// Plays a recorded search: a state for each node, changed by each event, and what an event
// changed is kept, so that steps go back as they came.
(() => {
const given = JSON.parse(document.getElementById("trace").textContent);
const { header, events, layout } = given;
const $ = (id) => document.getElementById(id);
const scene = header.scene || { kind: "nowhere" };
const isGame = header.shape === "game";
const isPayoff = header.judged !== undefined, CHANCE = 255;
const isGrid = scene.kind === "grid";
const isGraph = scene.kind === "graph" && header.shape === "graph";
const isTree = !isGrid && !isGraph;

const UNSEEN = 0, OPEN = 1, EXPANDED = 2, CUT = 3, KNOWN = 4;
let count = 0;
for (const event of events) if (event.id !== undefined) count = Math.max(count, event.id + 1);
const at = new Array(count).fill(null);
for (const event of events) {
  if (event.id === undefined || at[event.id]) continue;
  if (event.x !== undefined || event.vertex !== undefined || event.text !== undefined) at[event.id] = event;
}
const mark = new Uint8Array(count), onPath = new Uint8Array(count);
const parent = new Int32Array(count).fill(-1);
const g = new Float64Array(count).fill(NaN), h = new Float64Array(count).fill(NaN);
const order = new Int32Array(count).fill(-1);
const word = new Array(count).fill(""), note = new Array(count).fill("");
const score = new Array(count).fill(null), side = new Uint8Array(count), windows = new Array(count).fill(null);
const tally = {};
const COUNTED = isGame
  ? ["positions", "leaves", "cutoffs", "from the table", "iterations"]
  : ["expanded", "generated", "reopened", "duplicates", "pruned", "iterations", "plans"];
for (const name of COUNTED) tally[name] = 0;
let bound = null, best = null, limit = null, line = null, now = 0, expandedSoFar = 0;
const undo = [];

// What an event is about: the recorder tells of actions once they are taken.
function apply(step) {
  const event = events[step], id = event.id, before = [];
  const set = (array, index, value) => {
    before.push(array, index, array[index]);
    array[index] = value;
  };
  const add = (name) => set(tally, name, tally[name] + 1);
  const globals = [bound, best, limit, line, expandedSoFar];
  switch (event.type) {
    case "generated":
      if (event.parent !== undefined || event.action !== undefined) add("generated");
      set(parent, id, event.parent === undefined ? -1 : event.parent);
      set(g, id, event.g === null ? Infinity : event.g);
      set(h, id, event.h === null ? Infinity : event.h);
      set(word, id, event.action || "");
      set(note, id, "");
      if (mark[id] !== EXPANDED || header.shape !== "tree") set(mark, id, OPEN);
      break;
    case "expanded":
      add("expanded");
      set(mark, id, EXPANDED);
      set(g, id, event.g === null ? Infinity : event.g);
      if (order[id] < 0) set(order, id, expandedSoFar++);
      break;
    case "reopened": add("reopened"); set(mark, id, OPEN); break;
    case "duplicate": add("generated"); add("duplicates"); break;
    case "pruned":
      if (event.reason === "searched") add("duplicates");
      else if (event.reason !== "enough") add("pruned");
      if (mark[id] !== EXPANDED) set(mark, id, event.reason === "searched" || event.reason === "circle" ? KNOWN : CUT);
      set(note, id, REASONS[event.reason] || event.reason);
      break;
    case "iteration": add("iterations"); limit = event.limit; break;
    case "bound": bound = event.cost; break;
    case "solution": add("plans"); if (best === null || event.cost < best) best = event.cost; break;
    case "path": set(onPath, id, 1); if (at[id] === event && mark[id] === UNSEEN) set(mark, id, OPEN); break;
    case "entered":
      add("positions");
      set(parent, id, event.parent === undefined ? -1 : event.parent);
      set(word, id, event.move || "");
      set(mark, id, OPEN);
      set(side, id, event.side);
      set(note, id, "");
      set(windows, id, [event.alpha, event.beta, event.depth]);
      set(order, id, expandedSoFar++);
      break;
    case "scored":
      if (event.source !== "moves" && event.source !== "probe") add("leaves");
      if (event.source === "table") add("from the table");
      set(score, id, [event.score, event.source, event.payoffs]);
      set(mark, id, event.source === "table" ? KNOWN : note[id] ? CUT : EXPANDED);
      break;
    case "cutoff":
      add("cutoffs");
      set(mark, id, CUT);
      set(note, id, `${event.move}: ${refutation(event)}`);
      break;
    case "line": add("iterations"); line = event; break;
  }
  undo.push([before, globals]);
}

function revert() {
  const [before, globals] = undo.pop();
  for (let i = before.length - 3; i >= 0; i -= 3) before[i][before[i + 1]] = before[i + 2];
  [bound, best, limit, line, expandedSoFar] = globals;
}

const REASONS = {
  bound: "beyond the bound", "dead-end": "a dead end", searched: "searched before",
  circle: "on the path already", enough: "no longer needed", other: "cut off",
};

function points(value) {
  if (value >= 1000000 || value <= -1000000) return value > 0 ? "∞" : "−∞";
  if (value >= 990000) return `win in ${1000000 - value}`;
  if (value <= -990000) return `loss in ${1000000 + value}`;
  return String(value).replace("-", "−");
}
function refutation({ reason, score: value, beta }) {
  const [one, other] = [points(value), points(beta)];
  switch (reason) {
    case undefined: return `${one} ≥ β = ${other}`;
    case "at-most": return `${one} ≤ α = ${other}`;
    case "share": return `${one} ≥ ${other}: too little is left`;
    case "mean-at-least": return `mean ≥ ${one} ≥ β = ${other}`;
    case "mean-at-most": return `mean ≤ ${one} ≤ α = ${other}`;
    case "probed-at-least": return `probed: mean ≥ ${one} ≥ β = ${other}`;
    case "probed-at-most": return `probed: mean ≤ ${one} ≤ α = ${other}`;
    default: return `${one} against ${other}`;
  }
}
// What a position is worth, and to whom.
function worth([value, source, payoffs], id) {
  const named = (side_) => side_ === CHANCE ? "chance" : (header.sides || [])[side_] || `side ${side_}`;
  const unit = isPayoff && header.unit ? ` ${header.unit}` : "";
  const told = payoffs ? payoffs.map((payoff, side_) => `${points(payoff)} for ${named(side_)}`).join(", ")
    : `${points(value)}${unit} for ${named(isPayoff ? header.judged : side[id])}`;
  return `${told} (${source})`;
}
function number(value) {
  if (value === null || value === Infinity) return "∞";
  if (Number.isNaN(value)) return "?";
  return String(Math.round(value * 1000) / 1000);
}

function go(step) {
  step = Math.max(0, Math.min(events.length, Math.round(step)));
  while (now < step) apply(now++);
  while (now > step) { revert(); now--; }
  tell();
  follow();
  draw();
}

// --- words ---
function name(id) {
  const place = at[id];
  if (!place) return `#${id}`;
  if (place.x !== undefined) return `${place.x},${place.y}`;
  if (place.vertex !== undefined) return scene.names ? scene.names[place.vertex] : String(place.vertex);
  return place.text.replace(/\n/g, " / ");
}
function path(id) {
  const words = [];
  for (let node = id, most = 40; node >= 0 && most > 0; node = parent[node], most--) if (word[node]) words.unshift(word[node]);
  return words.join(" ");
}
function say(event) {
  const id = event.id;
  switch (event.type) {
    case "generated": return `<b>generated</b> ${text(name(id))}${event.action ? ` by ${text(event.action)}` : ""}: g ${number(event.g)}, h ${number(event.h)}`;
    case "expanded": return `<b>expanded</b> ${text(name(id))} at g ${number(event.g)}`;
    case "reopened": return `<b>re-opened</b> ${text(name(id))}: a better path was found`;
    case "duplicate": return `<b>duplicate</b>${id === undefined ? "" : ` ${text(name(id))}`}: known, and not improved`;
    case "pruned": return `<b>pruned</b> ${text(name(id))}: ${text(REASONS[event.reason] || event.reason)}`;
    case "left": return `<b>went back</b> from ${text(name(id))}`;
    case "iteration": return `<b>iteration</b> up to ${number(event.limit)}`;
    case "bound": return `<b>bound</b>: no plan is cheaper than ${number(event.cost)}`;
    case "solution": return `<b>plan found</b>, at a cost of ${number(event.cost)}`;
    case "path": return `<b>${isGame ? "principal variation" : "plan"}</b>: ${text(isGame ? path(id) || "the position" : name(id))}`;
    case "entered": return `<b>entered</b> ${text(path(id) || "the position")}: ${event.depth} plies left, window ${points(event.alpha)} to ${points(event.beta)}`;
    case "scored": return `<b>scored</b> ${text(path(id) || "the position")}: ${text(worth([event.score, event.source, event.payoffs], id))}`;
    case "cutoff": return `<b>cutoff</b> after ${text(path(id) || "the position")}: ${text(event.move)} gives ${text(refutation(event))}`;
    case "line": return `<b>depth ${event.depth}</b>: ${points(event.score)}${event.exact ? ", exact" : ""}: ${text(event.moves.join(" "))}`;
  }
  return text(event.type);
}
function text(value) {
  return String(value).replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
function tell() {
  $("step").innerHTML = `Step ${now} of ${events.length}<br>${now > 0 ? say(events[now - 1]) : "the beginning"}`;
  const rows = COUNTED.filter((name) => tally[name] > 0 || ["expanded", "generated", "positions"].includes(name))
    .map((name) => [name, tally[name].toLocaleString("en").replace(/,/g, "\u202f")]);
  if (!isGame) {
    rows.push(["bound", bound === null ? "–" : number(bound)]);
    rows.push(["best plan", best === null ? "–" : number(best)]);
    if (limit !== null) rows.push(["limit", number(limit)]);
  } else if (line) {
    rows.push([`score at depth ${line.depth}`, points(line.score)]);
    rows.push(["best line", text(line.moves.join(" "))]);
  }
  if (now === events.length) rows.push(["ended", given.status || "cut off"]);
  $("counters").innerHTML = rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("");
  $("scrub").value = now;
  $("scrub").setAttribute("aria-valuetext", `step ${now} of ${events.length}`);
}

// --- drawing ---
const canvas = $("canvas"), pen = canvas.getContext("2d");
let color = {}, ratio = 1, wide = 0, high = 0, scale = 1, left = 0, top_ = 0, isWanted = false;
function colors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ground", "paper", "ink", "faint", "line", "wall", "start", "goal", "open", "expanded", "path", "cut", "table", "win", "draw", "loss", "now", "on"])
    color[name] = style.getPropertyValue(`--${name}`).trim();
}
function resize() {
  ratio = window.devicePixelRatio || 1;
  wide = canvas.clientWidth; high = canvas.clientHeight;
  canvas.width = Math.max(1, Math.round(wide * ratio));
  canvas.height = Math.max(1, Math.round(high * ratio));
  draw();
}
function draw() {
  if (isWanted) return;
  isWanted = true;
  requestAnimationFrame(() => { isWanted = false; paint(); });
}
const extent = { width: 1, height: 1 };
const places = new Array(count);   // middles, in the unit of the drawing
let levels = [];
function measure() {
  if (isGrid) {
    extent.width = Math.max(1, ...scene.rows.map((row) => row.length));
    extent.height = Math.max(1, scene.rows.length);
    for (let id = 0; id < count; id++) if (at[id] && at[id].x !== undefined) places[id] = [at[id].x + 0.5, at[id].y + 0.5];
  } else if (isGraph) {
    const vertices = spread();
    for (let id = 0; id < count; id++) if (at[id] && at[id].vertex !== undefined) places[id] = vertices[at[id].vertex];
    extent.width = 1000; extent.height = Math.max(1, ...vertices.map((place) => place[1]));
    extent.vertices = vertices;
  } else if (layout) {
    extent.width = Math.max(layout.width, 1);
    for (let id = 0; id < count; id++) {
      if (layout.depth[id] === undefined || layout.depth[id] < 0) continue;
      places[id] = [layout.x[id], (layout.depth[id] + 0.5) * layout.step];
      (levels[layout.depth[id]] ||= []).push(id);
    }
    levels.forEach((level) => level.sort((a, b) => layout.x[a] - layout.x[b]));
    extent.height = Math.max(1, levels.length * layout.step);
  }
}
function spread() {
  const n = scene.names.length, points = scene.points || [];
  if (points.length !== n || n === 0)
    return scene.names.map((_, i) => [500 + 480 * Math.cos(2 * Math.PI * i / n - Math.PI / 2), 500 + 480 * Math.sin(2 * Math.PI * i / n - Math.PI / 2)]);
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  const least = [Math.min(...xs), Math.max(...ys)];
  const size = Math.max(Math.max(...xs) - least[0], least[1] - Math.min(...ys)) || 1;
  return points.map((p) => [(p[0] - least[0]) / size * 1000, (least[1] - p[1]) / size * 1000]);
}
function fit() {
  const margin = 24;
  scale = Math.min((wide - 2 * margin) / extent.width, (high - 2 * margin) / extent.height);
  scale = Math.max(scale, 1e-4);
  if (isTree) scale = Math.min(scale, 1.4);
  left = (wide - extent.width * scale) / 2;
  top_ = isTree ? Math.min((high - extent.height * scale) / 2, 24) : (high - extent.height * scale) / 2;
  // A large tree is shown where it begins, not as a smear.
  if (isTree && scale < 0.25 && places[0]) {
    scale = 0.6;
    left = wide / 2 - places[0][0] * scale;
    top_ = 24;
  }
  draw();
}
function follow() {
  if ($("follow").getAttribute("aria-pressed") !== "true" || now === 0 || !isTree) return;
  const place = places[events[now - 1].id];
  if (!place) return;
  const x = left + place[0] * scale, y = top_ + place[1] * scale, edge = 60;
  if (x < edge || x > wide - edge) left += wide / 2 - x;
  if (y < edge || y > high - edge) top_ += high / 2 - y;
}
function fill(id) {
  if (isGame && mark[id] === EXPANDED && score[id]) {
    const [value, source] = score[id];
    if (isPayoff) return color.expanded;
    if (value >= 990000) return color.win;
    if (value <= -990000) return color.loss;
    if (value === 0 && source !== "estimate" && source !== "moves") return color.draw;
    return color.expanded;
  }
  if (id === 0 && !isGame) return color.start;
  switch (mark[id]) {
    case OPEN: return color.open;
    case EXPANDED: return color.expanded;
    case CUT: return color.cut;
    case KNOWN: return color.table;
  }
  return color.paper;
}
function paint() {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, wide, high);
  if (isGrid) paintGrid(); else if (isGraph) paintGraph(); else paintTree();
}
let ground = null;
function paintGrid() {
  const X = (x) => left + x * scale, Y = (y) => top_ + y * scale;
  pen.fillStyle = color.ground;
  pen.fillRect(X(0), Y(0), extent.width * scale, extent.height * scale);
  // A pixel a cell, enlarged: as fast for a large map as for a small one.
  if (!ground) {
    ground = document.createElement("canvas");
    ground.width = extent.width; ground.height = extent.height;
  }
  const sheet = ground.getContext("2d"), image = sheet.createImageData(extent.width, extent.height);
  const put = (x, y, rgb, alpha) => {
    const i = (y * extent.width + x) * 4;
    image.data[i] = rgb[0]; image.data[i + 1] = rgb[1]; image.data[i + 2] = rgb[2]; image.data[i + 3] = alpha;
  };
  const wall = rgb(color.wall), open = rgb(color.open), expanded = rgb(color.expanded), deep = mixed(expanded, [0, 60, 130], 0.55);
  scene.rows.forEach((row, y) => { for (let x = 0; x < row.length; x++) if (row[x] === "#") put(x, y, wall, 255); });
  for (let id = 0; id < count; id++) {
    if (mark[id] === UNSEEN || !at[id] || at[id].x === undefined) continue;
    const { x, y } = at[id];
    if (x >= extent.width || y >= extent.height) continue;
    if (mark[id] === EXPANDED) put(x, y, mixed(expanded, deep, expandedSoFar > 1 ? order[id] / expandedSoFar : 0), 255);
    else put(x, y, mark[id] === OPEN ? open : rgb(color.cut), 255);
  }
  sheet.putImageData(image, 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(ground, X(0), Y(0), extent.width * scale, extent.height * scale);
  if (scale > 7) {
    pen.strokeStyle = color.line; pen.lineWidth = 1; pen.beginPath();
    for (let x = 0; x <= extent.width; x++) { pen.moveTo(X(x), Y(0)); pen.lineTo(X(x), Y(extent.height)); }
    for (let y = 0; y <= extent.height; y++) { pen.moveTo(X(0), Y(y)); pen.lineTo(X(extent.width), Y(y)); }
    pen.stroke();
  }
  if (scale > 16 && count < 4000) {
    pen.strokeStyle = color.faint; pen.lineWidth = 1; pen.beginPath();
    for (let id = 0; id < count; id++) {
      if (mark[id] === UNSEEN || parent[id] < 0 || !places[id] || !places[parent[id]]) continue;
      const from = places[id], to = places[parent[id]];
      const dx = to[0] - from[0], dy = to[1] - from[1], far = Math.hypot(dx, dy) || 1;
      pen.moveTo(X(from[0]), Y(from[1]));
      pen.lineTo(X(from[0] + dx / far * 0.42), Y(from[1] + dy / far * 0.42));
    }
    pen.stroke();
  }
  chain(X, Y, Math.max(2.5, scale * 0.28));
  const spot = (x, y, fill_) => {
    pen.fillStyle = fill_; pen.strokeStyle = color.ink; pen.lineWidth = 1.5; pen.beginPath();
    pen.arc(X(x + 0.5), Y(y + 0.5), Math.max(4, scale * 0.36), 0, 7); pen.fill(); pen.stroke();
  };
  if (scene.start) spot(scene.start[0], scene.start[1], color.start);
  for (const goal of scene.goals || []) spot(goal[0], goal[1], color.goal);
  const place = now > 0 && places[events[now - 1].id];
  if (place) {
    pen.strokeStyle = color.now; pen.lineWidth = 2.5;
    const side_ = Math.max(scale, 8);
    pen.strokeRect(X(place[0]) - side_ / 2, Y(place[1]) - side_ / 2, side_, side_);
  }
}
// A jump goes first diagonally, then straight: a line right across may go through walls.
function bent(cells) {
  const path = [];
  for (const [x, y] of cells) {
    const [fromX, fromY] = path[path.length - 1] ?? [x, y];
    const [dx, dy] = [x - fromX, y - fromY], diagonal = Math.min(Math.abs(dx), Math.abs(dy));
    if (diagonal > 0 && Math.abs(dx) !== Math.abs(dy)) {
      path.push([fromX + diagonal * Math.sign(dx), fromY + diagonal * Math.sign(dy)]);
    }
    path.push([x, y]);
  }
  return path;
}
// The path to the node of this step, or the plan once it is found.
function chain(X, Y, breadth) {
  const nodes = [];
  for (let i = Math.min(now, events.length) - 1; i >= 0 && events[i].type === "path"; i--) nodes.push(events[i].id);
  if (nodes.length === 0 && now > 0) {
    let id = events[now - 1].id;
    for (let most = count; id !== undefined && id >= 0 && most > 0; most--) { nodes.push(id); id = parent[id]; }
  }
  const passed = nodes.reverse().map((id) => places[id]).filter(Boolean);
  const shown = isGrid ? bent(passed) : passed;
  if (shown.length < 2) return;
  for (const [stroke, size] of [[color.ground, breadth * 1.8], [color.path, breadth]]) {
    pen.strokeStyle = stroke; pen.lineWidth = size; pen.lineJoin = pen.lineCap = "round"; pen.beginPath();
    shown.forEach((place, i) => i ? pen.lineTo(X(place[0]), Y(place[1])) : pen.moveTo(X(place[0]), Y(place[1])));
    pen.stroke();
  }
}
function rgb(text_) {
  const value = parseInt(text_.slice(1), 16);
  return [value >> 16, value >> 8 & 255, value & 255];
}
function mixed(a, b, share) {
  return [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * share));
}
function paintGraph() {
  const X = (x) => left + x * scale, Y = (y) => top_ + y * scale, vertices = extent.vertices;
  const isSmall = vertices.length <= 150, radius = isSmall ? 15 : 2.5;
  pen.strokeStyle = color.line; pen.lineWidth = isSmall ? 1.5 : 0.7; pen.beginPath();
  for (const [from, to] of scene.arcs) {
    if (!vertices[from] || !vertices[to]) continue;
    pen.moveTo(X(vertices[from][0]), Y(vertices[from][1])); pen.lineTo(X(vertices[to][0]), Y(vertices[to][1]));
  }
  pen.stroke();
  pen.textAlign = "center"; pen.textBaseline = "middle";
  if (isSmall) {
    pen.font = "11px sans-serif";
    for (const [from, to, cost] of scene.arcs) {
      if (!vertices[from] || !vertices[to]) continue;
      const x = X((vertices[from][0] + vertices[to][0]) / 2), y = Y((vertices[from][1] + vertices[to][1]) / 2);
      const label = number(cost), size = pen.measureText(label).width + 4;
      pen.fillStyle = color.paper; pen.fillRect(x - size / 2, y - 7, size, 14);
      pen.fillStyle = color.faint; pen.fillText(label, x, y);
    }
  }
  chain(X, Y, isSmall ? 4 : 2.5);
  const nodeAt = new Map();
  for (let id = 0; id < count; id++) if (at[id] && mark[id] !== UNSEEN) nodeAt.set(at[id].vertex, id);
  vertices.forEach((place, vertex) => {
    const id = nodeAt.get(vertex);
    if (id === undefined && !isSmall) return;
    pen.fillStyle = id === undefined ? color.ground : fill(id);
    pen.strokeStyle = now > 0 && id !== undefined && events[now - 1].id === id ? color.now : color.faint;
    pen.lineWidth = now > 0 && id !== undefined && events[now - 1].id === id ? 3 : 1;
    pen.beginPath(); pen.arc(X(place[0]), Y(place[1]), radius, 0, 7); pen.fill(); pen.stroke();
    if (!isSmall) return;
    pen.fillStyle = id === undefined ? color.ink : color.on; pen.font = "12px sans-serif";
    pen.fillText(scene.names[vertex], X(place[0]), Y(place[1]), 2 * radius - 2);
    if (id !== undefined && !Number.isNaN(h[id])) {
      pen.fillStyle = color.ink; pen.font = "11px sans-serif";
      pen.fillText(`${number(g[id])}+${number(h[id])}`, X(place[0]), Y(place[1]) + radius + 8);
    }
  });
}
// A dot, or the line from one to the next, about the middle of its cell.
function drawLine(value, x, y, cell) {
  pen.fillStyle = pen.strokeStyle = color.ink;
  pen.lineWidth = Math.max(1, cell * 0.15);
  pen.beginPath();
  if (value === "•") { pen.arc(x, y, cell * 0.15, 0, 2 * Math.PI); pen.fill(); }
  else if (value === "─") { pen.moveTo(x - cell, y); pen.lineTo(x + cell, y); pen.stroke(); }
  else if (value === "│") { pen.moveTo(x, y - cell); pen.lineTo(x, y + cell); pen.stroke(); }
}
// A light square, or a dark one and the man or king on it.
function drawSquare(value, x, y, cell) {
  pen.fillStyle = value === "□" ? "#ead9b5" : "#7d9160";
  pen.fillRect(x, y, cell, cell);
  pen.strokeStyle = color.faint;
  pen.strokeRect(x, y, cell, cell);
  if (!/^[wb]$/i.test(value)) return;
  const [fill_, line_] = value.toLowerCase() === "w" ? ["#fbf6ea", "#262626"] : ["#262626", "#fbf6ea"];
  pen.fillStyle = fill_; pen.strokeStyle = line_;
  pen.beginPath();
  pen.arc(x + cell / 2, y + cell / 2, cell * 0.38, 0, 2 * Math.PI);
  pen.fill(); pen.stroke();
  if (value !== value.toLowerCase()) { pen.fillStyle = line_; pen.fillText("K", x + cell / 2, y + cell * 0.54, cell); }
}
const boards = new Map();
function board(id) {
  if (boards.has(id)) return boards.get(id);
  let rows = null;
  if (at[id] && at[id].text !== undefined) {
    const lines = at[id].text.trim().split(at[id].text.includes("\n") ? "\n" : "/").map((line_) => line_.trim());
    const inWords = lines.some((line_) => /\s/.test(line_));
    rows = lines.map((line_) => inWords ? line_.split(/\s+/) : [...line_]);
    if (rows.length < 2 || rows.some((row) => row.length !== rows[0].length)) rows = null;
  }
  boards.set(id, rows);
  return rows;
}
function paintTree() {
  if (!layout) return;
  const X = (x) => left + x * scale, Y = (y) => top_ + y * scale;
  const width = layout.node[0] * scale, height = layout.node[1] * scale;
  const current = now > 0 ? events[now - 1].id : undefined;
  const seen = [];
  for (let depth = 0; depth < levels.length; depth++) {
    const y = Y((depth + 0.5) * layout.step);
    if (y < -2 * layout.step * scale || y > high + layout.step * scale) continue;
    const level = levels[depth];
    let low = 0, end = level.length;
    while (low < end) { const mid = low + end >> 1; if (X(layout.x[level[mid]]) < -width) low = mid + 1; else end = mid; }
    let lastX = -1e9;
    for (let i = low; i < level.length; i++) {
      const id = level[i], x = X(layout.x[id]);
      if (x > wide + width) break;
      if (mark[id] === UNSEEN) continue;
      // Zoomed out, several share a pixel: one is enough.
      if (x - lastX < 0.7 && id !== current && !onPath[id]) continue;
      lastX = x;
      seen.push(id);
    }
  }
  pen.lineCap = "butt";
  for (const isBold of [false, true]) {
    pen.strokeStyle = isBold ? color.path : color.faint; pen.lineWidth = isBold ? 3 : 1; pen.beginPath();
    for (const id of seen) {
      const above = parent[id];
      if (above < 0 || !places[above] || (!!onPath[id] && !!onPath[above]) !== isBold) continue;
      pen.moveTo(X(places[above][0]), Y(places[above][1]) + height / 2);
      pen.lineTo(X(places[id][0]), Y(places[id][1]) - height / 2);
    }
    pen.stroke();
  }
  pen.textAlign = "center"; pen.textBaseline = "middle";
  for (const id of seen) card(id, X(places[id][0]), Y(places[id][1]), width, height, id === current);
}
function card(id, x, y, width, height, isCurrent) {
  pen.fillStyle = fill(id);
  pen.strokeStyle = isCurrent ? color.now : onPath[id] ? color.path : color.faint;
  pen.lineWidth = isCurrent || onPath[id] ? 3 : 1;
  if (width < 6) {
    pen.fillRect(x - Math.max(width, 2) / 2, y - Math.max(height, 2) / 2, Math.max(width, 2), Math.max(height, 2));
    if (isCurrent) pen.strokeRect(x - 4, y - 4, 8, 8);
    return;
  }
  pen.beginPath();
  pen.roundRect(x - width / 2, y - height / 2, width, height, Math.min(6, width / 8));
  pen.fill(); pen.stroke();
  if (scale < 0.42) return;
  const rows = board(id), cell = layout.cell * scale;
  let line_ = y - height / 2 + 5 * scale;
  if (rows) {
    const x0 = x - rows[0].length * cell / 2;
    pen.font = `${Math.round(cell * 0.68)}px sans-serif`;
    pen.lineWidth = 1;
    const ofLines = rows.some((row) => row.includes("•"));
    if (ofLines) {
      pen.fillStyle = color.ground;
      pen.fillRect(x0, line_, rows[0].length * cell, rows.length * cell);
    }
    const ofSquares = rows.some((row) => row.includes("□"));
    rows.forEach((row, r) => row.forEach((value, c) => {
      if (ofSquares) return drawSquare(value, x0 + c * cell, line_ + r * cell, cell);
      if (ofLines) return drawLine(value, x0 + (c + 0.5) * cell, line_ + (r + 0.5) * cell, cell);
      const isBlank = value === "." || value === "0" || value === "_" || value === "-";
      pen.fillStyle = isBlank ? color.line : color.ground;
      pen.fillRect(x0 + c * cell, line_ + r * cell, cell, cell);
      pen.strokeStyle = color.faint;
      pen.strokeRect(x0 + c * cell, line_ + r * cell, cell, cell);
      if (!isBlank) { pen.fillStyle = color.ink; pen.fillText(value, x0 + (c + 0.5) * cell, line_ + (r + 0.54) * cell, cell); }
    }));
    line_ += rows.length * cell + 3 * scale;
  }
  pen.fillStyle = color.on;
  const size = 11 * scale;
  pen.font = `${size}px sans-serif`;
  const lines = [];
  if (!rows) lines.push(name(id));
  if (isGame) {
    if (score[id]) lines.push((score[id][2] ? score[id][2].map(points).join(" · ") : points(score[id][0])) + (score[id][1] === "table" ? " (table)" : score[id][1] === "estimate" ? " est." : ""));
    if (note[id]) lines.push(note[id]);
  } else {
    if (!Number.isNaN(h[id])) lines.push(`${number(g[id])} + ${number(h[id])} = ${number(g[id] + h[id])}`);
    if (note[id] && mark[id] !== EXPANDED) lines.push(note[id]);
  }
  for (const text_ of lines) { pen.fillText(text_, x, line_ + size * 0.62, width - 4); line_ += size * 1.22; }
  if (word[id]) {
    pen.fillStyle = color.ink; pen.font = `bold ${size}px sans-serif`;
    pen.fillText(word[id], x, y - height / 2 - size * 0.7);
  }
}

// --- what the mouse is over ---
function nodeNear(x, y) {
  const ux = (x - left) / scale, uy = (y - top_) / scale;
  if (isTree && layout) {
    const depth = Math.floor(uy / layout.step), level = levels[depth] || [];
    for (const id of level) if (mark[id] !== UNSEEN && Math.abs(layout.x[id] - ux) <= layout.node[0] / 2 && Math.abs((depth + 0.5) * layout.step - uy) <= layout.node[1] / 2) return id;
    return -1;
  }
  let nearest = -1, least = isGrid ? 0.71 : 18 / scale;
  for (let id = 0; id < count; id++) {
    if (!places[id] || mark[id] === UNSEEN) continue;
    const far = isGrid ? Math.max(Math.abs(places[id][0] - ux), Math.abs(places[id][1] - uy)) * 1.4 : Math.hypot(places[id][0] - ux, places[id][1] - uy);
    if (far < least) { least = far; nearest = id; }
  }
  return nearest;
}
function hover(event) {
  const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  const id = nodeNear(x, y), shown = $("hover");
  if (id < 0) { shown.hidden = true; return; }
  const lines = [isGame ? path(id) || "the position" : name(id)];
  if (isGame) {
    if (windows[id]) lines.push(`window ${points(windows[id][0])} to ${points(windows[id][1])}, ${windows[id][2]} plies left`);
    if (score[id]) lines.push(`score ${worth(score[id], id)}`);
  } else {
    if (!Number.isNaN(h[id])) lines.push(`g ${number(g[id])}  h ${number(h[id])}  f ${number(g[id] + h[id])}`);
    if (order[id] >= 0) lines.push(`expanded as number ${order[id] + 1}`);
    if (word[id]) lines.push(`by ${word[id]}`);
  }
  if (note[id]) lines.push(note[id]);
  shown.textContent = lines.join("\n");
  shown.hidden = false;
  shown.style.left = `${Math.max(0, Math.min(x + 14, wide - shown.offsetWidth - 4))}px`;
  shown.style.top = `${Math.max(0, Math.min(y + 14, high - shown.offsetHeight - 4))}px`;
}

// --- playing ---
let isPlaying = false, owed = 0, lastFrame = 0;
const rate = () => Math.round(Math.pow(10, $("speed").value / 20) * 2);
function frame(time) {
  if (!isPlaying) return;
  owed += Math.min(0.25, (time - lastFrame) / 1000) * rate();
  lastFrame = time;
  if (owed >= 1) { go(now + Math.floor(owed)); owed %= 1; }
  if (now >= events.length) { play(false); return; }
  requestAnimationFrame(frame);
}
function play(isOn) {
  isPlaying = isOn;
  $("play").textContent = isOn ? "Pause" : "Play";
  $("play").setAttribute("aria-label", isOn ? "Pause" : "Play");
  if (!isOn) return;
  if (now >= events.length) go(0);
  owed = 0; lastFrame = performance.now();
  requestAnimationFrame(frame);
}
function said() { $("rate").textContent = `${rate()} a second`; }
const pause = (step) => { play(false); go(step); };
$("first").onclick = () => pause(0);
$("last").onclick = () => pause(events.length);
$("back").onclick = () => pause(now - 1);
$("forward").onclick = () => pause(now + 1);
$("play").onclick = () => play(!isPlaying);
$("fit").onclick = fit;
$("follow").onclick = (event) => {
  const isOn = event.currentTarget.getAttribute("aria-pressed") !== "true";
  event.currentTarget.setAttribute("aria-pressed", isOn);
  follow(); draw();
};
$("scrub").oninput = (event) => { play(false); go(Number(event.target.value)); };
$("speed").oninput = said;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isSlider = event.target.tagName === "INPUT";
  const far = event.shiftKey ? 100 : 1;
  const speed = (by) => { $("speed").value = Number($("speed").value) + by; said(); };
  const keys = {
    ArrowRight: () => pause(now + far), ArrowLeft: () => pause(now - far),
    Home: () => pause(0), End: () => pause(events.length),
    "+": () => speed(5), "=": () => speed(5), "-": () => speed(-5), f: fit, F: fit,
  };
  if (event.key === " ") {
    if (event.target.tagName === "BUTTON") return;
    play(!isPlaying); event.preventDefault();
  } else if (keys[event.key] && !(isSlider && event.target.id === "speed")) {
    keys[event.key](); event.preventDefault();
  }
});
const touches = new Map();
canvas.addEventListener("pointerdown", (event) => { touches.set(event.pointerId, [event.clientX, event.clientY]); canvas.setPointerCapture(event.pointerId); });
canvas.addEventListener("pointermove", (event) => {
  const before = touches.get(event.pointerId);
  if (!before) { hover(event); return; }
  if (touches.size === 2) {
    const other = [...touches].find(([id]) => id !== event.pointerId)[1];
    const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
    zoom(far([event.clientX, event.clientY]) / (far(before) || 1), other[0], other[1]);
  } else { left += event.clientX - before[0]; top_ += event.clientY - before[1]; }
  touches.set(event.pointerId, [event.clientX, event.clientY]);
  draw();
});
for (const name_ of ["pointerup", "pointercancel"]) canvas.addEventListener(name_, (event) => touches.delete(event.pointerId));
canvas.addEventListener("pointerleave", () => { $("hover").hidden = true; });
function zoom(factor, clientX, clientY) {
  const box = canvas.getBoundingClientRect(), x = clientX - box.left, y = clientY - box.top;
  const next = Math.max(1e-4, Math.min(60, scale * factor));
  left = x - (x - left) * next / scale; top_ = y - (y - top_) * next / scale; scale = next;
  draw();
}
canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY); }, { passive: false });

// --- the beginning ---
$("title").textContent = [header.problem, header.algorithm, header.heuristic].filter(Boolean).join(" · ");
// What scores are, where they are payoffs.
const sideJudged = (header.sides || [])[header.judged] || header.judged;
const isForEach = events.some((event) => event.payoffs);
const values = isPayoff ? `values: ${header.unit || "payoffs"} for ${isForEach ? "each side" : `side ${sideJudged}`}` : "";
$("instance").textContent = [header.instance, values].filter(Boolean).join(" · ");
$("scrub").max = events.length;
const legend = isGame
  ? [["open", "entered"], ["expanded", "searched"], ["cut", "cut off: a move refutes it"], ["table", "from the table"], ...(isPayoff ? [] : [["win", "won by the side that moved there"], ["draw", "drawn"], ["loss", "lost by the side that moved there"]]), ["path", "principal variation"]]
  : [["start", isTree ? "initial state" : "start"], ...(isGrid ? [["goal", "goal"]] : []), ["open", "open"], ["expanded", isGrid ? "expanded, deeper the later" : "expanded"], ...(isGrid ? [["wall", "wall"]] : [["cut", "pruned"], ["table", "known already"]]), ["path", isTree ? "plan" : "plan, or the path to this step"]];
$("legend").innerHTML = legend.map(([name_, what]) => `<li><span style="background:var(--${name_})"></span>${what}</li>`).join("");
if (given.counts && given.counts.recorded < given.counts.events) {
  const part = document.createElement("li");
  part.textContent = `${given.counts.recorded.toLocaleString("en")} of ${given.counts.events.toLocaleString("en")} events are recorded; the counters count these.`;
  $("legend").append(part);
}
colors(); measure(); said();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colors(); draw(); });
new ResizeObserver(() => { const isFirst = wide === 0; resize(); if (isFirst) fit(); }).observe(canvas);
resize(); fit();
const wanted = /[#&]step=(\d+)/.exec(location.hash);
go(wanted ? Number(wanted[1]) : 0);
window.tremaux = { go, counters: tally, get step() { return now; }, events: events.length };
})();
