// Goes to a moment of the battle and draws it.
import { frame, last, number, root, slider, units } from "./page.js";
import { film, moment, stepNow, tableAt } from "./film.js";
import { drawChanges, drawFacts, drawTable } from "./drawing.js";
import { drawLosses, drawMarks, drawTraces } from "./marks.js";
import { showAccount } from "./account.js";

export function goTo(n) {
  const to = Math.max(0, Math.min(last, n)), step = to === moment.at + 1 ? film.steps[moment.at] : null;
  const before = step ? { ...moment.table } : tableAt(Math.max(0, to - 1));
  moment.at = to;
  if (step) { Object.assign(moment.table, step[1]); drawChanges(step[1]); } else { moment.table = tableAt(to); drawTable(); }
  drawAround();
  drawLosses(before);
}
export function drawFirst() {
  moment.table = tableAt(moment.at);
  drawTable();
  drawAround();
  drawLosses(tableAt(Math.max(0, moment.at - 1)));
}
function drawAround() {
  const at = moment.at;
  drawFacts();
  drawMarks();
  drawTraces();
  document.getElementById("rp-banner").hidden = at !== last;
  root.dataset.at = at;
  slider.value = at;
  document.getElementById("rp-place").textContent = `${at} of ${last}`;
  document.getElementById("rp-now").setAttribute("transform", `translate(${number(600 * at / Math.max(1, last))} 0)`);
  document.getElementById("rp-link").href = `?at=${at}`;
  showAccount();
  followActors();
}
export function keepAddress() { history.replaceState(history.state, "", `?at=${moment.at}`); }

// An enlarged table follows those who act
export function enlarge(by) {
  frame.dispatchEvent(new CustomEvent("rp-zoom", { detail: by }));
  followActors();
}
function followActors() {
  if (!frame.classList.contains("rp-zoomed") || !moment.at) { return; }
  const [, , actors, struck] = stepNow(), key = [...actors, ...struck][0];
  if (key === undefined) { return; }
  const box = units[key].node.getBoundingClientRect(), view = frame.getBoundingClientRect();
  const inside = box.left > view.left + 40 && box.right < view.right - 40 && box.top > view.top + 30 && box.bottom < view.bottom - 30;
  if (!inside) { frame.scrollBy(box.left - view.left - view.width / 2, box.top - view.top - view.height / 2); }
}
