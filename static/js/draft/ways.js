// Ways by two clicks on the map of a draft: the first town, then the second. The line of the way is written into the list
// of all ways, changed to the kind above the map, or taken out if it is of that kind already.
import { choose, drawing, handles, middle, reached, sizes, stopAt, turned } from "./handles.js";
import { kindOf, read, towns } from "./lines.js";
import { map, place } from "./places.js";
import { keep, keepTyped } from "./steps.js";

const note = document.getElementById("moved");
const kind = document.getElementById("way-kind");
const list = document.getElementById("id_text");
let first = null, known = null;

// The way between two towns that a line of the list has, or null if it is another line.
function between(line, pair) {
  const way = read(line, known);
  return way && [pair, [pair[1], pair[0]]].some((ends) => String(ends) === String(way.pair)) ? way : null;
}
function written(pair, word, old) {
  const river = old && ["bridge", "ford"].includes(old.kind) && ["bridge", "ford"].includes(word) ? old.river : [];
  return [`${pair[0]} - ${pair[1]} ${word}`, ...river].join(" ");
}
// Writes the way into the list, changes it or takes it out; what was done, in words.
function write(pair, word) {
  const lines = list.value.split("\n").filter((line) => line.trim());
  const at = lines.findIndex((line) => between(line, pair)), old = at < 0 ? null : between(lines[at], pair);
  const gone = old && old.kind === kindOf(word);
  if (!old) { lines.push(written(pair, word, old)); } else if (gone) { lines.splice(at, 1); } else { lines[at] = written(pair, word, old); }
  list.value = lines.map((one) => `${one}\n`).join("");
  return !old ? "new" : gone ? "gone" : "changed";
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
    const handle = reached(place(event));
    if (!handle) { return; }
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
  known = towns(handles().map((handle) => [handle.dataset.name, handle.dataset.key]));
  keepTyped(list, note);
  listen();
  sizes();
  stopAt(handles()[0]);
}
