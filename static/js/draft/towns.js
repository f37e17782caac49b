// Moves towns on the map of a draft, makes new ones and paints their terrain: what is dragged, pushed or clicked is written
// into the table. Without this script the table alone has the towns.
import { choose, drawing, forget, handles, middle, named, nearest, reached, sizes, stopAt, turned } from "./handles.js";
import { frame, given, inDegrees, map, place } from "./places.js";
import { keep, keepTyped } from "./steps.js";
import { mark, names, restore, shape, table, text, write } from "./table.js";

const note = document.getElementById("moved");
const next = document.getElementById("next-town");
const brush = document.getElementById("brush");
const STEP = 4, LABEL = 8, ABOVE = 20, HEADS = ["terrain", "ground"];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let held = null, stroke = null;

function enter(name, x, y) {
  const found = shape(inDegrees);
  if (!found) {
    note.textContent = "Head the columns name, x and y, or longitude and latitude, to move towns on the map.";
    return false;
  }
  const [across, down] = given(x, y, found.degrees).map((value) => value.toFixed(found.degrees ? 3 : 1));
  write(name, across, down, found);
  note.textContent = `${name}: ${across}, ${down}. Enter the table to draw the map anew.`;
  return true;
}
// The label that the map has got for a handle since it was drawn.
function label(handle, words) {
  const after = handle.nextElementSibling;
  if (after && after.matches(".new-town")) {
    after.textContent = words ?? after.textContent;
    return after;
  }
  const made = drawing("text", { class: "new-town", "text-anchor": "middle" });
  made.textContent = words ?? "";
  handle.after(made);
  return made;
}
function put(handle, [x, y]) {
  handle.setAttribute("cx", x.toFixed(1));
  handle.setAttribute("cy", y.toFixed(1));
  const after = label(handle), fresh = handle.matches(".new-handle");
  after.classList.toggle("painted", !fresh);
  after.setAttribute("x", x.toFixed(1));
  after.setAttribute("y", (y - (fresh ? LABEL : ABOVE)).toFixed(1));
}
// Keeps a change of the table as a step; `see` shows on the map how it is before and after it.
function record(before, see) {
  const after = text();
  keep({
    back() { restore(before); see(false); note.textContent = "Taken back. The table is as it was before."; },
    again() { restore(after); see(true); note.textContent = "Done again. Enter the table to draw the map anew."; },
  });
}
function moved(handle, from, to) {
  const before = text();
  put(handle, to);
  if (enter(handle.dataset.name, ...to)) { record(before, (again) => { put(handle, again ? to : from); }); } else { put(handle, from); }
}
// A new town has a dot and its name until the map is drawn anew.
function handleOf(name) {
  const handle = drawing("circle", { class: "town-handle new-handle", role: "button", tabindex: "-1", r: "5", "aria-label": `Move ${name}` });
  handle.dataset.name = name;
  map.querySelector(".town-handles").append(handle);
  label(handle, name);
  return handle;
}
function numbered() {
  const taken = names();
  let number = 1;
  while (taken.includes(`Town ${number}`)) { number += 1; }
  return `Town ${number}`;
}
function appear(shown) {
  map.querySelector(".town-handles").append(...shown);
  stopAt(shown[0]);
}
// Takes a new town off the map; the keyboard's stop, and its focus, go to the first town.
function vanish(shown) {
  const focused = shown.includes(document.activeElement);
  shown.forEach((part) => part.remove());
  const [other] = handles();
  stopAt(other);
  if (focused && other) { other.focus({ preventScroll: true }); }
  forget();
}
// Makes the town that is named above the map, or a numbered one.
function make(x, y) {
  const name = next.value.trim() || numbered(), known = named(name), before = text();
  if (known) {
    moved(known, middle(known), [x, y]);
    next.value = "";
    return known;
  }
  if (!enter(name, x, y)) { return null; }
  const handle = handleOf(name), shown = [handle, label(handle)];
  put(handle, [x, y]);
  stopAt(handle);
  record(before, (again) => { if (again) { appear(shown); } else { vanish(shown); } });
  next.value = "";
  return handle;
}
// Gives a town the terrain of the brush; the map shows the word until it is drawn anew, beside the name of a new town.
function paint(handle) {
  const before = text(), word = brush.value, name = handle.dataset.name, was = label(handle).textContent;
  if (!mark(name, HEADS, word)) {
    note.textContent = `The table has no line for ${name}; enter it first.`;
    return;
  }
  if (text().trimEnd() === before.trimEnd()) {
    note.textContent = `${name} is ${word} already.`;
    return;
  }
  const words = handle.matches(".new-handle") ? `${name}: ${word}` : word;
  const see = (again) => { label(handle, again ? words : was); put(handle, middle(handle)); };
  see(true);
  record(before, see);
  note.textContent = `${name}: ${word}. Enter the table to draw the map anew.`;
}
function onLand({ x, y }) { return Array.from(map.querySelectorAll("#map-cells path")).some((cell) => cell.isPointInFill({ x, y })); }
// The town that the brush touches: the nearest one on land, and off it one within reach.
function touched(where) { return onLand(where) ? nearest(where) : reached(where); }
// Goes over the map with the brush: each province that is touched is painted once.
function brushed(handle) {
  if (handle && !stroke.has(handle)) {
    stroke.add(handle);
    paint(handle);
  }
}
// Begins a stroke; the focus leaves the brush or the table, so that Ctrl+Z takes the stroke back.
function dab(event) {
  const handle = touched(place(event));
  stroke = new Set();
  event.preventDefault();
  if (handle) { choose(handle, false); } else { document.activeElement.blur(); }
  brushed(handle);
}
function down(event) {
  if (frame.dataset.moving || event.button) { return; }
  if (brush.value) {
    dab(event);
    return;
  }
  held = event.target.closest(".town-handle");
  forget();
  if (held) {
    held.setPointerCapture(event.pointerId);
    event.preventDefault();
    choose(held);
    held.from = middle(held);
  }
}
function drag(event) {
  if (stroke) { brushed(touched(place(event))); }
  if (!held) { return; }
  const { x, y } = place(event);
  put(held, [x, y]);
}
function release() {
  stroke = null;
  if (held && String(held.from) !== String(middle(held))) { moved(held, held.from, middle(held)); }
  held = null;
}
function push(event) {
  const handle = event.target.closest(".town-handle"), way = WAYS[event.key], other = turned(event);
  if (other) { note.textContent = `${other.dataset.name}: push it with the arrow keys; Page Down goes to the next town.`; }
  if (handle && brush.value && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    paint(handle);
  }
  if (!handle || !way) { return; }
  event.preventDefault();
  const from = middle(handle), step = STEP * (event.shiftKey ? 5 : 1);
  moved(handle, from, [from[0] + way[0] * step, from[1] + way[1] * step]);
}
function free(event) { return !(frame.dataset.moving || brush.value || event.target.closest(".town-handle")); }
function listen() {
  map.addEventListener("pointerdown", down);
  map.addEventListener("pointermove", drag);
  window.addEventListener("pointerup", release);
  map.addEventListener("pointercancel", () => { if (held) { put(held, held.from); } [held, stroke] = [null, null]; });
  map.addEventListener("keydown", push);
  // A click makes the town whose name is written above the map; a double click makes one without a name.
  map.addEventListener("click", (event) => {
    if (!free(event) || !next.value.trim()) { return; }
    const { x, y } = place(event);
    make(x, y);
    next.focus({ preventScroll: true });
  });
  map.addEventListener("dblclick", (event) => {
    if (!free(event)) { return; }
    const { x, y } = place(event);
    make(x, y);
  });
  // By keyboard a named town is put into the middle of the map and moved from there.
  next.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") { return; }
    event.preventDefault();
    const view = map.viewBox.baseVal, known = named(next.value.trim());
    if (known) { next.value = ""; }
    const handle = known || (next.value.trim() && make(view.x + view.width / 2, view.y + view.height / 2));
    if (handle) {
      choose(handle);
      note.textContent = `${handle.dataset.name}: push it with the arrow keys; Page Down goes to the next town.`;
    }
  });
  brush.addEventListener("change", () => {
    frame.toggleAttribute("data-painting", Boolean(brush.value));
    note.textContent = brush.value ? `Click a province, or draw over several: each becomes ${brush.value}.` : "Drag a town, or push it with the arrow keys.";
  });
}
if (map && note && next && brush) {
  document.querySelectorAll(".by-script").forEach((part) => { part.hidden = false; });
  brush.value = "";
  keepTyped(table, note);
  listen();
  sizes();
  stopAt(handles()[0]);
}
