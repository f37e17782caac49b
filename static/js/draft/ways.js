// Ways by two clicks on the map of a draft: the first town, then the second. The line of the way is written into the list
// of all ways, changed to the kind above the map, or taken out if it is of that kind already.
import { choose, drawing, handles, middle, nearest, sizes, stopAt, turned } from "./handles.js";
import { map, pixel, place } from "./places.js";
import { keep } from "./steps.js";

const note = document.getElementById("moved");
const kind = document.getElementById("way-kind");
const list = document.getElementById("id_text");
const KINDS = new Set(["road", "track", "pass", "bridge", "ford", "ferry", "river"]);
const REACH = 40;
let first = null;

// The words after two towns in a line of the list, or null if it is another line.
function after(line, pair) {
  const start = [pair, [pair[1], pair[0]]].map(([one, other]) => `${one} - ${other}`).find((words) => line.startsWith(words));
  const rest = start === undefined ? null : line.slice(start.length).trim().split(/\s+/);
  return rest && (rest[0] === "" || KINDS.has(rest[0].toLowerCase())) ? rest : null;
}
// Writes the way into the list, changes it or takes it out; what was done, in words.
function write(pair, word) {
  const lines = list.value.replace(/\s+$/, "").split("\n").filter((line) => line.trim());
  const at = lines.findIndex((line) => after(line.trim(), pair));
  const old = at < 0 ? null : after(lines[at].trim(), pair), was = old && (old[0] || "road").toLowerCase();
  const line = [`${pair[0]} - ${pair[1]} ${word}`, ...(old && ["bridge", "ford"].includes(word) ? old.slice(1) : [])].join(" ");
  if (at < 0) { lines.push(line); } else if (was === word) { lines.splice(at, 1); } else { lines[at] = line; }
  list.value = lines.map((one) => `${one}\n`).join("");
  return at < 0 ? "new" : was === word ? "gone" : "changed";
}
function drawn(ends, did) {
  const [[x1, y1], [x2, y2]] = ends.map(middle);
  const line = drawing("line", { class: `${did}-way`, x1, y1, x2, y2 });
  map.querySelector(".town-handles").prepend(line);
  return line;
}
function join(second) {
  const before = list.value, word = kind.value, pair = [first, second].map((handle) => handle.dataset.name);
  const did = write(pair, word), now = list.value, line = drawn([first, second], did);
  keep({
    back() { list.value = before; line.remove(); note.textContent = `Taken back: ${pair.join(" – ")}.`; },
    again() { list.value = now; map.querySelector(".town-handles").prepend(line); note.textContent = `Done again: ${pair.join(" – ")}.`; },
  });
  const words = { new: `a new ${word}`, gone: "no way any more", changed: `now a ${word}` }[did];
  note.textContent = `${pair.join(" – ")}: ${words}. Enter the list to draw the map anew.`;
}
function begin(handle) {
  if (first) { first.classList.remove("way-end"); }
  first = handle;
  if (handle) {
    handle.classList.add("way-end");
    note.textContent = `From ${handle.dataset.name}: click the second town.`;
  }
}
function take(handle) {
  const second = first && first !== handle;
  if (second) { join(handle); }
  const ended = Boolean(first);
  if (!ended) { begin(handle); } else { begin(null); }
  if (ended && !second) { note.textContent = "Click the first town of a way, then the second."; }
}
function listen() {
  map.addEventListener("click", (event) => {
    const where = place(event), handle = nearest(where);
    if (!handle) { return; }
    const [x, y] = middle(handle);
    if (Math.hypot(x - where.x, y - where.y) > REACH * pixel()) { return; }
    choose(handle);
    take(handle);
  });
  map.addEventListener("keydown", (event) => {
    const other = turned(event), handle = event.target.closest(".town-handle");
    if (other) { note.textContent = `${other.dataset.name}: Enter chooses it; Page Down goes to the next town.`; }
    if (handle && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      take(handle);
    }
    if (event.key === "Escape") { begin(null); }
  });
}
if (map && note && kind && list) {
  document.querySelectorAll(".by-script").forEach((part) => { part.hidden = false; });
  listen();
  sizes();
  stopAt(handles()[0]);
}
