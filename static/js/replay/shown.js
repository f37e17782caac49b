// Plays the battle of the first page by itself: from the first blow to the end, and again. With reduced motion it waits.
import { last, root } from "./page.js";
import { fetchFilm, film, moment, tableAt } from "./film.js";
import { drawChanges, drawFacts, drawTable } from "./drawing.js";
import { drawLosses, drawMarks, drawTraces } from "./marks.js";

const PACE = { move: 480, withdraw: 480, fallback: 420, occupy: 300, fire: 520, contact: 360, combat: 700, hit: 260, rout: 650, eliminated: 420, rally: 450, arrive: 400, day_start: 700, casualty: 900, pursuit: 700 };
const PACE_OF_OTHERS = 60, AT_THE_END = 6000, BEFORE_THE_FIRST = 1200;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const button = document.getElementById("shown-play"), caption = document.getElementById("shown-text"), end = document.getElementById("shown-end");
let wanted = false, seen = true, timer = 0;

function goTo(n) {
  const step = n === moment.at + 1 ? film.steps[moment.at] : null;
  const before = step ? { ...moment.table } : tableAt(Math.max(0, n - 1));
  moment.at = n;
  if (step) { Object.assign(moment.table, step[1]); drawChanges(step[1]); } else { moment.table = tableAt(n); drawTable(); }
  drawFacts();
  drawMarks();
  drawTraces();
  drawLosses(before);
  root.dataset.at = n;
  caption.hidden = true;
  end.hidden = n !== last;
}
function goOn() {
  if (moment.at >= last) { goTo(film.chapters[0][2]); wait(BEFORE_THE_FIRST); return; }
  goTo(moment.at + 1);
  wait(moment.at >= last ? AT_THE_END : PACE[film.steps[moment.at - 1][0]] ?? PACE_OF_OTHERS);
}
function wait(time) {
  window.clearTimeout(timer);
  if (wanted && seen && !document.hidden) { timer = window.setTimeout(goOn, time); }
}
function want(on) {
  wanted = on;
  root.dataset.state = on ? "playing" : "paused";
  button.textContent = on ? "Pause" : "Play";
  wait(0);
}
async function start() {
  try {
    await fetchFilm();
  } catch {
    return;
  }
  button.hidden = false;
  moment.table = tableAt(moment.at);
  button.addEventListener("click", () => { want(!wanted); });
  document.addEventListener("visibilitychange", () => { wait(PACE_OF_OTHERS); });
  new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; wait(PACE_OF_OTHERS); }).observe(root);
  if (still.matches) { want(false); return; }
  goTo(film.chapters[0][2]);
  want(true);
}
if (document.readyState === "complete") { start(); } else { window.addEventListener("load", start); }
