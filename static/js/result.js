// Big steppers and one-touch marks for the result of a battle; the form works without them.
"use strict";

const GONE = ["rallyable", "nonrallyable", "destroyed"];

function clamp(value, most) {
  return Math.max(0, Math.min(most, value));
}

function rows() {
  return document.querySelectorAll(".result-row");
}

function setUp(row) {
  const most = Number(row.dataset.most);
  const input = row.querySelector("input");
  const fate = row.querySelector("select");
  row.querySelectorAll("[hidden]").forEach((part) => part.removeAttribute("hidden"));
  row.querySelectorAll("[data-step]").forEach((button) => {
    button.addEventListener("click", () => {
      input.value = clamp(Number(input.value) + Number(button.dataset.step), most);
      if (Number(input.value) > 0 && GONE.includes(fate.value)) fate.value = "stands";
    });
  });
  row.querySelectorAll("[data-set]").forEach((button) => {
    button.addEventListener("click", () => {
      const unhurt = button.dataset.set === "unhurt";
      input.value = unhurt ? most : 0;
      fate.value = unhurt ? "stands" : "destroyed";
    });
  });
  fate.addEventListener("change", () => {
    if (GONE.includes(fate.value)) input.value = 0;
  });
}

rows().forEach(setUp);
