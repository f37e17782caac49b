// Light, dark or as the system says. Runs before the first paint, so that no page flashes.
(function () {
  "use strict";
  var KEY = "bivouac-theme";
  var system = window.matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try { return localStorage.getItem(KEY); } catch (error) { return null; }
  }
  function current() {
    return chosen() || (system.matches ? "dark" : "light");
  }
  function apply() {
    var theme = current();
    document.documentElement.setAttribute("data-bs-theme", theme);
    var sheet = document.getElementById("dark-sheet");
    if (sheet) { sheet.media = theme === "dark" ? "screen" : "not all"; }
    var button = document.getElementById("theme-button");
    if (button) {
      button.hidden = false;
      button.setAttribute("aria-label", theme === "dark" ? "Change to light colours" : "Change to dark colours");
      button.setAttribute("aria-pressed", String(theme === "dark"));
    }
  }
  function toggle() {
    try { localStorage.setItem(KEY, current() === "dark" ? "light" : "dark"); } catch (error) { /* not kept */ }
    apply();
  }

  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", function () {
    apply();
    var button = document.getElementById("theme-button");
    if (button) { button.addEventListener("click", toggle); }
  });
})();
