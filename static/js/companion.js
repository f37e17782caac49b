// Big steppers for the companion; its forms work without them. What htmx puts in is set up as well.
"use strict";

function stepBy(box, input, step) {
  const least = Number(input.dataset.least);
  const value = input.value === "" ? (step > 0 ? least - 1 : least) : Number(input.value);
  input.value = Math.max(least, Math.min(Number(input.dataset.most), value + step));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function setUpSteppers(root) {
  root.querySelectorAll(".stepper").forEach((box) => {
    const input = box.querySelector("input");
    box.querySelectorAll("[data-step][hidden]").forEach((button) => {
      button.removeAttribute("hidden");
      button.addEventListener("click", () => stepBy(box, input, Number(button.dataset.step)));
    });
  });
}

setUpSteppers(document);
document.addEventListener("htmx:load", (event) => setUpSteppers(event.detail.elt));

// What somebody has begun to choose outlasts the news of the other phone: it comes when he asks for it.
const begun = () => document.querySelector("#table[data-begun]");
const byItself = (target, elt) => target?.id === "table" && elt.matches("#news > span");
const asked = (target, elt) => target?.id === "table" && elt.matches("#news > a");
document.addEventListener("change", (event) => {
  const table = event.target.closest("#table");
  if (table) { table.dataset.begun = ""; }
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const { target, elt } = event.detail;
  if (begun() && byItself(target, elt)) { event.preventDefault(); }
  if (begun() && asked(target, elt)) { delete begun().dataset.begun; }
});
// What he has begun since he asked outlasts the answer too.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (begun() && (byItself(target, requestConfig.elt) || asked(target, requestConfig.elt))) { event.detail.shouldSwap = false; }
});
// A link that the news have replaced while its answer was on the way no longer knows what it wants of it.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (target?.id === "table" && !requestConfig.elt.isConnected) {
    Object.assign(event.detail, { selectOverride: "#table", swapOverride: "outerHTML show:none" });
  }
});
