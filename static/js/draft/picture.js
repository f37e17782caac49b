// Moves the picture under the map of a draft: dragged, made larger by a corner, turned by the handle above it.
// What it does is written into the form of the picture, and what is written there is seen at once.
import { drawn, frame, given, inDegrees, map, narrowed, pixel, place, widened } from "./places.js";

const picture = document.getElementById("under");
const button = document.getElementById("move-picture");
const NAMES = ["x", "y", "across", "turn", "strength"];
const fields = Object.fromEntries(NAMES.map((name) => [name, document.querySelector(`#picture-place [name="${name}"]`)]));
const SVG = "http://www.w3.org/2000/svg", REACH = 16;
const shape = picture ? Number(picture.getAttribute("height")) / Number(picture.getAttribute("width")) : 1;
let grip = null;

function values() {
  const found = Object.fromEntries(NAMES.map((name) => [name, Number(fields[name].value) || 0]));
  const [x, y] = drawn(found.x, found.y, inDegrees);
  return { x, y, wide: widened(found.across, inDegrees), turn: found.turn, strength: found.strength };
}
function keep(now) {
  const [x, y] = given(now.x, now.y, inDegrees);
  const digits = inDegrees ? 4 : 1;
  fields.x.value = x.toFixed(digits);
  fields.y.value = y.toFixed(digits);
  fields.across.value = narrowed(now.wide, inDegrees).toFixed(digits);
  fields.turn.value = String(Math.round(((now.turn + 540) % 360 - 180) * 10) / 10);
  show();
}
// A point of the picture's own frame, from its middle, on the map.
function turned(now, right, down) {
  const angle = now.turn * Math.PI / 180, [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: now.x + right * cos - down * sin, y: now.y + right * sin + down * cos };
}
function corners(now) {
  const [right, down] = [now.wide / 2, now.wide * shape / 2];
  return [[-right, -down], [right, -down], [right, down], [-right, down]].map(([a, b]) => turned(now, a, b));
}
function above(now) { return turned(now, 0, -now.wide * shape / 2); }

function show() {
  const now = values();
  const high = now.wide * shape;
  const box = { x: now.x - now.wide / 2, y: now.y - high / 2, width: now.wide, height: high };
  Object.entries(box).forEach(([name, value]) => picture.setAttribute(name, value.toFixed(2)));
  picture.setAttribute("transform", `rotate(${now.turn} ${now.x.toFixed(2)} ${now.y.toFixed(2)})`);
  picture.setAttribute("opacity", String(now.strength / 100));
  grips(now);
}
function grips(now) {
  map.querySelectorAll(".picture-grip").forEach((one) => one.remove());
  if (!frame.dataset.moving) { return; }
  [...corners(now), above(now)].forEach((at, number) => {
    const dot = document.createElementNS(SVG, "circle");
    const parts = { class: number === 4 ? "picture-grip picture-turn" : "picture-grip", cx: at.x, cy: at.y, r: 7 * pixel() };
    Object.entries(parts).forEach(([name, value]) => dot.setAttribute(name, value));
    map.append(dot);
  });
}
function near(at, event) { return Math.hypot(at.x - event.x, at.y - event.y) < REACH * pixel(); }

function take(event) {
  if (!frame.dataset.moving) { return; }
  event.preventDefault();
  map.setPointerCapture(event.pointerId);
  const at = place(event), now = values();
  const kind = near(above(now), at) ? "turn" : corners(now).some((one) => near(one, at)) ? "size" : "move";
  grip = { kind, at, now };
}
function drag(event) {
  if (!grip) { return; }
  const at = place(event), { kind, now } = grip;
  if (kind === "move") { keep({ ...now, x: now.x + at.x - grip.at.x, y: now.y + at.y - grip.at.y }); }
  if (kind === "size") {
    const by = Math.hypot(at.x - now.x, at.y - now.y) / Math.max(1, Math.hypot(grip.at.x - now.x, grip.at.y - now.y));
    keep({ ...now, wide: now.wide * Math.max(0.02, by) });
  }
  if (kind === "turn") { keep({ ...now, turn: Math.atan2(at.y - now.y, at.x - now.x) * 180 / Math.PI + 90 }); }
}
function release() { grip = null; }

if (picture && button && map) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    button.classList.toggle("active", on);
    document.getElementById("keep-picture").hidden = !on;
    if (on) { frame.dataset.moving = "1"; } else { delete frame.dataset.moving; }
    show();
  });
  map.addEventListener("pointerdown", take);
  map.addEventListener("pointermove", drag);
  ["pointerup", "pointercancel"].forEach((name) => map.addEventListener(name, release));
  Object.values(fields).forEach((field) => field.addEventListener("input", show));
}
