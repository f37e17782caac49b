// Marks over the table: combats, blows and fire, the way of the last move, where units broke, losses, names.
import { number, plate, units } from "./page.js";
import { film, moment, stepNow } from "./film.js";
import { nameTags } from "./tags.js";

const SVG = "http://www.w3.org/2000/svg";
const CROSS = 0.62, FALLEN = 0.8;
const INK = { stroke: "#fffdf6", "stroke-width": ".45", "paint-order": "stroke", "stroke-linejoin": "round" };
const AIMED = new Set(["fire", "combat", "contact"]);
const COSTLY = new Set(["hit", "rout", "eliminated", "pursuit"]);
// Events that follow from a move: its way stays in sight while they last
const FOLLOWS = new Set(["check", "hit", "rout", "eliminated", "fallback", "occupy", "casualty", "command_change", "squares", "repoint", "contact", "turned", "stratagem", "morale"]);

function made(tag, parent, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => { node.setAttribute(name, value); });
  if (text) { node.textContent = text; }
  parent.appendChild(node);
}
function emptied(name) {
  const layer = plate.querySelector(name);
  layer.textContent = "";
  return layer;
}
export function spot(key) { const pose = moment.table[`u${key}.at`]; return [pose[0], film.depth - pose[1]]; }
function line(one, other) { return `M${spot(one).map(number).join(" ")}L${spot(other).map(number).join(" ")}`; }
function cross(one, other) {
  const a = spot(one), b = spot(other);
  return `M${number((a[0] + b[0]) / 2 - CROSS)} ${number((a[1] + b[1]) / 2 - CROSS)}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
}

export function drawMarks() {
  const marks = emptied(".rp-marks"), tags = emptied(".rp-tags"), [name, , actors, struck] = stepNow();
  moment.table.fights.forEach((pair) => { made("path", marks, { class: "rp-lock", d: cross(pair[0], pair[1]) }); });
  if (AIMED.has(name)) {
    const way = name === "combat" ? cross : line;
    actors.forEach((one) => { struck.forEach((other) => { made("path", marks, { class: `rp-${name}`, d: way(one, other) }); }); });
  }
  plate.querySelectorAll(".rp-acts, .rp-struck").forEach((node) => { node.classList.remove("rp-acts", "rp-struck"); });
  actors.forEach((key) => { units[key].node.classList.add("rp-acts"); });
  struck.forEach((key) => { units[key].node.classList.add("rp-struck"); });
  const shown = [...actors, ...struck, ...(moment.picked === null ? [] : [moment.picked])];
  nameTags(shown, spot, Number(tags.getAttribute("font-size"))).forEach(({ x, y, key }) => {
    made("text", tags, { class: "rp-tag", x: number(x), y: number(y), fill: "#231d14", ...INK }, units[key].node.dataset.name);
  });
}

function lastWays() {
  let n = moment.at;
  while (n && !film.steps[n - 1][4] && FOLLOWS.has(film.steps[n - 1][0])) { n -= 1; }
  return n ? film.steps[n - 1][4] || {} : {};
}
export function drawTraces() {
  const traces = emptied(".rp-traces"), brokens = emptied(".rp-brokens");
  Object.entries(lastWays()).forEach(([key, way]) => {
    const points = way.map((pose) => `${number(pose[0])} ${number(film.depth - pose[1])}`);
    made("path", traces, { class: `rp-trace rp-of-${units[key].side}`, d: `M${points.join("L")}` });
  });
  moment.table.broke.forEach(([key, x, y]) => {
    const down = `M${number(x)} ${number(film.depth - y + FALLEN)}v${-2 * FALLEN}l${FALLEN} .4l${-FALLEN} .4`;
    made("path", brokens, { class: `rp-broken rp-of-${units[key].side}`, d: `${down}m${-FALLEN} .2l${2 * FALLEN} .4` });
  });
}

// What the event has cost, beside those who lost it; the table before it is given
export function drawLosses(before) {
  const losses = emptied(".rp-losses-now");
  if (!COSTLY.has(stepNow()[0])) { return; }
  Object.keys(units).forEach((key) => {
    const lost = before[`u${key}.sp`] - moment.table[`u${key}.sp`], pose = before[`u${key}.at`];
    if (!(lost > 0) || before[`u${key}.in`] !== "board") { return; }
    const at = { x: number(pose[0] + units[key].width / 2), y: number(film.depth - pose[1] - units[key].depth / 2) };
    made("text", losses, { class: "rp-loss", ...at, fill: "#b3261e", ...INK }, `−${lost}`);
  });
}
