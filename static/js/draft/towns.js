// Moves towns on the map of a draft and makes new ones: what is dragged, pushed or clicked is written into the table.
// Without this script the table alone has the towns.
import { frame, given, inDegrees, map, pixel, place } from "./places.js";
import { names, shape, write } from "./table.js";

const note = document.getElementById("moved");
const next = document.getElementById("next-town");
const STEP = 4, SVG = "http://www.w3.org/2000/svg";
const TURNS = { PageUp: -1, PageDown: 1 };
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let held = null, moved = false, latest = null;

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
function put(handle, x, y) {
  handle.setAttribute("cx", x.toFixed(1));
  handle.setAttribute("cy", y.toFixed(1));
  const label = handle.nextElementSibling;
  if (label && label.matches(".new-town")) { label.setAttribute("x", x.toFixed(1)); label.setAttribute("y", (y - 8).toFixed(1)); }
}
// Of many towns the keyboard's Tab stops at one; Page Up and Page Down go to the others, as does a name above the map.
function handles() { return Array.from(map.querySelectorAll(".town-handle")); }
function stopAt(chosen) { handles().forEach((handle) => { handle.setAttribute("tabindex", handle === chosen ? "0" : "-1"); }); }
function choose(handle) {
  stopAt(handle);
  handle.focus();
  latest = handle;
  note.textContent = `${handle.dataset.name}: push it with the arrow keys; Page Down goes to the next town.`;
}
// A new town has a dot and its name until the map is drawn anew.
function handleOf(name) {
  const handle = document.createElementNS(SVG, "circle");
  const label = document.createElementNS(SVG, "text");
  const values = { class: "town-handle new-handle", role: "button", tabindex: "0", r: "5", "aria-label": `Move ${name}` };
  Object.entries(values).forEach(([key, value]) => handle.setAttribute(key, value));
  handle.dataset.name = name;
  label.setAttribute("class", "new-town");
  label.setAttribute("text-anchor", "middle");
  label.textContent = name;
  map.querySelector(".town-handles").append(handle, label);
  return handle;
}
function numbered() {
  const taken = names();
  let number = 1;
  while (taken.includes(`Town ${number}`)) { number += 1; }
  return `Town ${number}`;
}
// Makes the town that is named above the map, or a numbered one.
function make(x, y) {
  const name = next.value.trim() || numbered();
  const known = map.querySelector(`.town-handle[data-name="${CSS.escape(name)}"]`);
  if (!enter(name, x, y)) { return null; }
  const handle = known || handleOf(name);
  put(handle, x, y);
  next.value = "";
  return handle;
}

function listen() {
  map.addEventListener("pointerdown", (event) => {
    if (frame.dataset.moving) { return; }
    held = event.target.closest(".town-handle");
    latest = held;
    moved = false;
    if (held) { held.setPointerCapture(event.pointerId); event.preventDefault(); stopAt(held); held.focus(); }
  });
  map.addEventListener("pointermove", (event) => {
    if (!held) { return; }
    const { x, y } = place(event);
    moved = true;
    put(held, x, y);
  });
  map.addEventListener("pointerup", () => {
    if (held && moved) { enter(held.dataset.name, Number(held.getAttribute("cx")), Number(held.getAttribute("cy"))); }
    held = null;
  });
  map.addEventListener("pointercancel", () => { held = null; });
  map.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".town-handle");
    const way = WAYS[event.key], turn = TURNS[event.key];
    if (handle && turn) {
      event.preventDefault();
      const all = handles();
      choose(all[(all.indexOf(handle) + turn + all.length) % all.length]);
    }
    if (!handle || !way) { return; }
    event.preventDefault();
    const [x, y] = ["cx", "cy"].map((name, n) => Number(handle.getAttribute(name)) + way[n] * STEP * (event.shiftKey ? 5 : 1));
    put(handle, x, y);
    enter(handle.dataset.name, x, y);
  });
  // A click makes the town whose name is written above the map; a double click makes one without a name.
  map.addEventListener("click", (event) => {
    if (frame.dataset.moving || event.target.closest(".town-handle") || !next.value.trim()) { return; }
    const { x, y } = place(event);
    make(x, y);
    next.focus({ preventScroll: true });
  });
  map.addEventListener("dblclick", (event) => {
    if (frame.dataset.moving || event.target.closest(".town-handle")) { return; }
    const { x, y } = place(event);
    make(x, y);
  });
  // By keyboard a named town is put into the middle of the map and moved from there.
  next.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") { return; }
    event.preventDefault();
    const view = map.viewBox.baseVal;
    const known = handles().find((handle) => handle.dataset.name === next.value.trim());
    if (known) { next.value = ""; }
    const handle = known || (next.value.trim() && make(view.x + view.width / 2, view.y + view.height / 2));
    if (handle) { choose(handle); }
  });
}
// A handle is as large as a finger needs, but never reaches the next town.
function fit() {
  const radius = Math.max(9, Math.min(20, 22 * pixel()));
  map.querySelectorAll(".town-handle:not(.new-handle)").forEach((handle) => { handle.setAttribute("r", radius.toFixed(1)); });
}
// The town that was chosen last is in the middle of a map made larger.
function centre(town, seen) {
  frame.scrollBy(town.x - seen.x + (town.width - seen.width) / 2, town.y - seen.y + (town.height - seen.height) / 2);
}
// The map in the window in four sizes; a larger one is scrolled, and its names grow less than the map.
function sizes() {
  const larger = document.getElementById("map-larger"), smaller = document.getElementById("map-smaller");
  let size = 1;
  function set(to) {
    const [left, top] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
    const [by, tall] = [to / size, map.getBoundingClientRect().height / size];
    size = to;
    map.style.width = `${100 * size}%`;
    map.style.maxHeight = size > 1 ? "none" : "";
    map.style.height = size > 1 ? `${tall * size}px` : "";
    map.style.setProperty("--letter-scale", String(1 / Math.sqrt(size)));
    frame.style.height = size > 1 ? `${Math.max(tall, window.innerHeight * 0.6)}px` : "";
    frame.scrollTo(left * by - frame.clientWidth / 2, top * by - frame.clientHeight / 2);
    if (latest) { centre(latest.getBoundingClientRect(), frame.getBoundingClientRect()); }
    [larger.disabled, smaller.disabled] = [size >= 8, size <= 1];
    fit();
  }
  larger.addEventListener("click", () => { set(size * 2); });
  smaller.addEventListener("click", () => { set(size / 2); });
  smaller.disabled = true;
  fit();
}
if (map && note && next) {
  document.querySelectorAll(".by-script").forEach((part) => { part.hidden = false; });
  listen();
  sizes();
  stopAt(handles()[0]);
}
