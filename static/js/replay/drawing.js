// Draws what is on the table of the moment: units, generals, boxes of units off the table, the field, the facts above it.
import { boxes, facts, lands, number, places, show, stands, strengths, units, wills, works } from "./page.js";
import { chapterAt, film, moment } from "./film.js";

const ASIDE = " scale(0.55)";

export function place(unit, x, y, facing, off) {
  unit.node.setAttribute("transform", `translate(${number(x)} ${number(film.depth - y)}) rotate(${number(facing)})${off ? ASIDE : ""}`);
  unit.turn.setAttribute("transform", `${unit.plate} rotate(${number(-facing)})`);
}
export function drawUnit(key) {
  const table = moment.table, unit = units[key], node = unit.node;
  const pose = table[`u${key}.at`], where = table[`u${key}.in`], points = table[`u${key}.sp`];
  place(unit, pose[0], pose[1], pose[2], where !== "board");
  node.dataset.in = where;
  node.dataset.sp = points;
  node.dataset.at = pose.map(number).join(" ");
  node.classList.toggle("rp-off", where !== "board");
  node.classList.toggle("rp-squares", Boolean(table[`u${key}.sq`]));
  node.classList.toggle("rp-worn", points < unit.full);
  unit.text.textContent = points;
  if (strengths[key]) {
    strengths[key][0].textContent = points;
    places[key][0].textContent = film.where[where];
  }
  unit.title.textContent = unit.title.textContent.replace(/\d+\/(\d+)$/, `${points}/$1`);
}
function drawStand(key) {
  const table = moment.table, node = stands[key][0], pose = table[`l${key}.at`], here = table[`l${key}.in`];
  const army = table[`l${key}.role`] === "army";
  show(node, here);
  node.dataset.at = here ? pose.map(number).join(" ") : "";
  if (pose) { node.setAttribute("transform", `translate(${number(pose[0])} ${number(film.depth - pose[1])})`); }
  node.classList.toggle("rp-army", army);
  node.classList.toggle("rp-wing", !army);
  node.querySelector(".rp-reach").setAttribute("r", table.radius ? table.radius + 1 : 0);
  node.querySelector("title").textContent = `${table[`l${key}.name`]}, ${army ? "army" : "wing"} commander, ${table[`l${key}.skill`]}`;
}
function drawBox(key) {
  const box = moment.table[`b${key}`], node = boxes[key][0];
  node.textContent = box ? `${node.dataset.word} ${box[1]}` : "";
  if (box) { node.setAttribute("x", box[0]); }
}
function drawField() {
  const table = moment.table;
  Object.keys(lands).forEach((key) => { show(lands[key][0], !table.gone.includes(Number(key))); });
  works.forEach((node) => { show(node, table.works.includes(Number(node.dataset.work))); });
}
export function drawTable() {
  Object.keys(units).forEach(drawUnit);
  Object.keys(stands).forEach(drawStand);
  Object.keys(boxes).forEach(drawBox);
  drawField();
}

// What one event has changed
export function drawChanges(changes) {
  const seen = new Set();
  Object.keys(changes).forEach((key) => {
    const [first, ...rest] = key.split("."), what = first.charAt(0), which = what === "b" ? key.slice(1) : first.slice(1);
    if (!rest.length || seen.has(what + which)) { return; }
    seen.add(what + which);
    if (what === "u") { drawUnit(which); } else if (what === "l") { drawStand(which); } else if (what === "b") { drawBox(which); }
  });
  if ("radius" in changes) { Object.keys(stands).forEach(drawStand); }
  if ("works" in changes || "gone" in changes) { drawField(); }
}

function actionsLeft(left) {
  if (left === null) { return ""; }
  return `, ${left} ${left === 1 ? "action" : "actions"} left`;
}
// HR-26: a full bar means that the army leaves
function drawWill(side) {
  const [broken, count, enough] = moment.table[`w${side}`], node = wills[side][0];
  node.querySelector(".rp-will-text").textContent = `${broken} of ${count} broken, leaves at ${enough}`;
  node.querySelector(".rp-will-gone").setAttribute("width", Math.min(100, Math.floor(100 * broken / enough)));
}
export function drawFacts() {
  const table = moment.table;
  const words = {
    title: film.chapters[chapterAt(moment.at)][0],
    sky: table.weather ? `${film.skies[table.weather]}, ${table.ground} ground` : "–",
    radius: table.radius ? `${table.radius}″` : "–",
    count: table.length ? `${table.count} of ${table.length}` : "–",
    turn: table.turn === null ? "–" : film.sides[table.turn] + actionsLeft(table.left),
    rolls: table.rolls.map((roll) => roll ?? "–").join(" : "),
    strength: `${film.sides[0]} ${table.s0}, ${film.sides[1]} ${table.s1}`,
  };
  Object.keys(wills).forEach(drawWill);
  Object.entries(words).forEach(([key, text]) => {
    (facts[key] || []).forEach((node) => { if (node.textContent !== text) { node.textContent = text; } });
  });
}
