// Plays a battle: fetches its film (what each event changes), keeps the table of the moment, and moves what is on it.
// Without it the page shows one moment, and links lead to the others.
import { frame, last, plate, root, slider } from "./page.js";
import { chapterAt, fetchFilm, film, moment } from "./film.js";
import { drawMarks } from "./marks.js";
import { keepFirstAccount } from "./account.js";
import { drawFirst, enlarge, keepAddress } from "./going.js";
import { onlyHighlights, play, setState, stopAt } from "./playing.js";

function goAndKeep(n) {
  stopAt(n);
  keepAddress();
}
function goRound(by) {
  const { at } = moment, here = chapterAt(at), { chapters } = film;
  if (by < 0) { goAndKeep(at > chapters[here][1] ? chapters[here][1] : chapters[Math.max(0, here - 1)][1]); }
  else { goAndKeep(here + 1 < chapters.length ? chapters[here + 1][1] : last); }
}

const deeds = {
  play, back: () => goAndKeep(moment.at - 1), on: () => goAndKeep(moment.at + 1),
  "round-back": () => goRound(-1), "round-on": () => goRound(1),
  larger: () => enlarge(1), smaller: () => enlarge(-1), first: () => goAndKeep(0), last: () => goAndKeep(last),
  highlights: () => { document.getElementById("rp-highlights").setAttribute("aria-pressed", String(onlyHighlights())); },
};
const keys = {
  " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", "+": "larger", "=": "larger", "-": "smaller",
  h: "highlights", "shift ArrowLeft": "round-back", "shift ArrowRight": "round-on",
};
function belongsToElse(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("textarea, select, dialog[open], input:not([type=range])")) { return true; }
  if (key === " " && target.closest("button, a, summary")) { return true; }
  if (target === slider && key !== " ") { return true; }
  return target === frame && frame.classList.contains("rp-zoomed") && key.length > 1;
}
function onKey(event) {
  const deed = keys[`${event.shiftKey ? "shift " : ""}${event.key}`] || keys[event.key];
  if (!deed || belongsToElse(event)) { return; }
  deeds[deed]();
  event.preventDefault();
  event.stopPropagation();
}
function pick(node) {
  const key = Number(node.dataset.unit);
  plate.querySelectorAll(".rp-picked").forEach((other) => { other.classList.remove("rp-picked"); });
  moment.picked = key === moment.picked ? null : key;
  if (moment.picked !== null) { node.classList.add("rp-picked"); }
  drawMarks();
}
function onClick(event) {
  const button = event.target.closest("[data-do]"), link = event.target.closest("a.rp-n"), unit = event.target.closest("[data-unit]");
  if (unit && plate.contains(unit)) { pick(unit); }
  if (button) { deeds[button.dataset.do](); }
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); goAndKeep(Number(link.textContent)); }
}

function showControls() {
  const shown = { "rp-still": false, "rp-buttons": true, "rp-slide": true, "rp-tools": true, "rp-go": false };
  Object.entries(shown).forEach(([id, on]) => { document.getElementById(id).hidden = !on; });
  root.querySelectorAll("#rp-still a[rel]").forEach((link) => { link.removeAttribute("rel"); });
  root.classList.add("rp-live");
}
function listen() {
  root.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey, true);
  slider.addEventListener("input", () => { stopAt(Number(slider.value)); });
  slider.addEventListener("change", keepAddress);
  document.getElementById("rp-jump").addEventListener("change", (event) => {
    goAndKeep(Number(event.target.value));
    event.target.selectedIndex = 0;
  });
  document.getElementById("rp-chart").addEventListener("click", (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    goAndKeep(Math.round(last * ((event.clientX - box.left) / box.width * 680 - 34) / 600));
  });
}
async function start() {
  try {
    await fetchFilm();
  } catch {
    root.dataset.state = "still";
    return;
  }
  showControls();
  keepFirstAccount();
  drawFirst();
  setState("paused");
  listen();
}
start();
