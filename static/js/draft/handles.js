// The towns on the map of a draft as handles for mouse, finger and keyboard, and the map in four sizes.
import { frame, map, pixel } from "./places.js";

const REACH = 40;
const TURNS = { PageUp: -1, PageDown: 1 };
let latest = null;

export function handles() { return Array.from(map.querySelectorAll(".town-handle")); }
export function named(name) { return handles().find((handle) => handle.dataset.name === name) || null; }
export function middle(handle) { return ["cx", "cy"].map((name) => Number(handle.getAttribute(name))); }
// The handle that is nearest to a place of the picture.
export function nearest({ x, y }) {
  const far = (handle) => { const [across, down] = middle(handle); return (across - x) ** 2 + (down - y) ** 2; };
  return handles().reduce((best, one) => (!best || far(one) < far(best) ? one : best), null);
}
// The nearest handle, or null where it is farther than a finger's reach (pixels of the window).
export function reached(where) {
  const handle = nearest(where);
  if (!handle) { return null; }
  const [x, y] = middle(handle);
  return Math.hypot(x - where.x, y - where.y) > REACH * pixel() ? null : handle;
}
// Of many towns the keyboard's Tab stops at one; Page Up and Page Down go to the others, as does a name above the map.
export function stopAt(chosen) { handles().forEach((handle) => { handle.setAttribute("tabindex", handle === chosen ? "0" : "-1"); }); }
export function choose(handle, scroll = true) {
  stopAt(handle);
  handle.focus({ preventScroll: !scroll });
  latest = handle;
}
export function forget() { latest = null; }
// Page Up and Page Down: the handle that is chosen by them, or null.
export function turned(event) {
  const handle = event.target.closest(".town-handle"), turn = TURNS[event.key];
  if (!handle || !turn) { return null; }
  event.preventDefault();
  const all = handles();
  const next = all[(all.indexOf(handle) + turn + all.length) % all.length];
  choose(next);
  return next;
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
export function sizes() {
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
export const SVG = "http://www.w3.org/2000/svg";
export function drawing(kind, values) {
  const made = document.createElementNS(SVG, kind);
  Object.entries(values).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}
