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
