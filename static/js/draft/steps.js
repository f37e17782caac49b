// What was done on the map of a draft, or typed below it, and is not entered yet is taken back and done again: by the buttons
// above the map, or by Ctrl+Z and Ctrl+Y. What was entered is taken back by these keys only where no such step is (keys.js).
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
// The step that was done last, or null if others were taken back after it.
function newest() { return undone.length ? null : done.at(-1) || null; }
// What is typed into a field is a step too; what is typed without another step between is one.
export function keepTyped(field, note) {
  let before = field.value, step = null;
  function remember() { before = field.value; }
  function made() {
    const was = before;
    return {
      back() { field.value = was; note.textContent = "Taken back: what was typed."; },
      again() { field.value = this.now; note.textContent = "Done again: what was typed."; },
    };
  }
  ["focus", "beforeinput"].forEach((name) => field.addEventListener(name, remember));
  field.addEventListener("input", () => {
    if (!step || newest() !== step) {
      step = made();
      keep(step);
    }
    step.now = field.value;
  });
}
function pressed(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) { return; }
  if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea")) { return; }
  const key = event.key.toLowerCase(), earlier = key === "z" && !event.shiftKey;
  if (!earlier && key !== "y" && key !== "z") { return; }
  // A key that is held stops where nothing is left; it does not go on with what was entered.
  if ((earlier ? go(done, undone, "back") : go(undone, done, "again")) || event.repeat) {
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
