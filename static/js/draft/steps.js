// What was done on the map of a draft and is not entered yet is taken back and done again: by the buttons above the map,
// or by Ctrl+Z and Ctrl+Y. When nothing of it is left, Ctrl+Z takes back what was entered (keys.js).
const back = document.getElementById("map-back"), again = document.getElementById("map-again");
const done = [], undone = [];

function show() { [back.disabled, again.disabled] = [!done.length, !undone.length]; }
function go(from, to, which) {
  const step = from.pop();
  if (step) {
    step[which]();
    to.push(step);
  }
  show();
  return Boolean(step);
}
// A step is two functions: what takes it back, and what does it again.
export function keep(step) {
  done.push(step);
  undone.length = 0;
  show();
}
function pressed(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea, select")) { return; }
  const key = event.key.toLowerCase();
  const gone = key === "z" && !event.shiftKey ? go(done, undone, "back") : (key === "y" || key === "z") && go(undone, done, "again");
  if (gone) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
if (back && again) {
  window.addEventListener("keydown", pressed, true);
  back.addEventListener("click", () => { go(done, undone, "back"); });
  again.addEventListener("click", () => { go(undone, done, "again"); });
  show();
}
