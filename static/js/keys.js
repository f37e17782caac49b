// Keyboard: ? shows the keys, left and right follow the page's links rel="prev" and rel="next", g then a letter goes to a page, n and p work on the map.
(function () {
  "use strict";
  let waiting = false;

  function follow(selector) {
    const link = document.querySelector(selector);
    if (link) { link.click(); }
    return link !== null;
  }
  function reach(selector) {
    const button = document.querySelector(selector);
    if (button) { button.focus(); }
    return button !== null;
  }
  // Whether a field was changed since the page came.
  function changed(field) {
    if (field.type === "checkbox" || field.type === "radio") { return field.checked !== field.defaultChecked; }
    if (field.type === "select-multiple") { return Array.from(field.options).some((one) => one.selected !== one.defaultSelected); }
    if (field.type === "select-one") {
      const options = Array.from(field.options);
      return field.selectedOptions[0] !== (options.findLast((one) => one.defaultSelected) || options.find((one) => !one.disabled));
    }
    return "defaultValue" in field && field.value !== field.defaultValue;
  }
  // Whether something on the page would be lost: a refused text, a step on the map, or a changed field.
  function unentered() {
    return document.querySelector("[data-unentered], #map-back:enabled, #map-again:enabled") !== null ||
      Array.from(document.querySelectorAll("main form")).some((form) => Array.from(form.elements).some(changed));
  }
  function warn() {
    const place = document.getElementById("moved") || document.getElementById("messages");
    const note = document.createElement("div");
    note.className = place.id === "moved" ? "" : "alert alert-info";
    note.textContent = "This page has something that is not entered. Enter it first, or press the button Undo or Redo, which drops it.";
    place.replaceChildren(note);
  }
  // In a draft Ctrl+Z takes the last change back, and Ctrl+Y or Ctrl+Shift+Z makes it again; what is not entered is kept.
  function step(event) {
    const key = event.key.toLowerCase();
    const wanted = key === "z" && !event.shiftKey ? "undo" : key === "y" || key === "z" ? "redo" : "";
    if (!wanted || event.repeat || !document.querySelector(`[data-step="${wanted}"]`)) { return; }
    event.preventDefault();
    if (unentered()) { warn(); } else { follow(`[data-step="${wanted}"]`); }
  }
  function help() {
    const dialog = document.getElementById("keys");
    if (dialog && !dialog.open) { dialog.showModal(); }
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey) { return; }
    if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]")) { return; }
    if (event.ctrlKey || event.metaKey) { step(event); return; }
    if (event.key === "?") { event.preventDefault(); help(); return; }
    if (waiting) {
      waiting = false;
      if (/^[a-z]$/.test(event.key) && follow(`a[data-key="${event.key}"]`)) { event.preventDefault(); }
      return;
    }
    if (event.target.closest("dialog[open]")) { return; }
    if (event.key === "g") { waiting = true; window.setTimeout(() => { waiting = false; }, 1200); return; }
    if (event.key === "n" && (follow("[data-next-army]") || reach(".ready-bar[data-complete] [name=ready]"))) { event.preventDefault(); return; }
    if (event.key === "p" && follow("#panel-button")) { event.preventDefault(); return; }
    if (event.target.closest(".map-frame")) { return; }
    if (event.key === "ArrowLeft" && follow('main a[rel~="prev"]')) { event.preventDefault(); }
    if (event.key === "ArrowRight" && follow('main a[rel~="next"]')) { event.preventDefault(); }
  });
  // On a phone the head's lines scroll: the page that is open is in sight.
  function reveal(link) {
    const line = [link.closest("nav"), link.closest("ul")].find((part) => part && part.scrollWidth > part.clientWidth);
    if (line) { line.scrollLeft = link.getBoundingClientRect().left - line.getBoundingClientRect().left - 40; }
  }
  // When a campaign's head is scrolled away, its one line that stays shows the name.
  function shrink(bar) {
    new IntersectionObserver((seen) => { bar.classList.toggle("stuck", !seen.at(-1).isIntersecting); }).observe(document.querySelector(".campaign-header"));
  }
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".campaign-bar").forEach(shrink);
    document.querySelectorAll(".campaign-nav a[aria-current]").forEach(reveal);
    const button = document.getElementById("keys-button");
    if (button) { button.hidden = false; button.addEventListener("click", help); }
  });
})();
