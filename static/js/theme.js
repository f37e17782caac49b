// Light, dark or as the system says. Runs before the first paint, so that no page flashes.
(function () {
  "use strict";
  const KEY = "bivouac-theme";
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try { return localStorage.getItem(KEY); } catch { return null; }
  }
  function current() {
    return chosen() || (system.matches ? "dark" : "light");
  }
  function apply() {
    const theme = current();
    document.documentElement.setAttribute("data-bs-theme", theme);
    const sheet = document.getElementById("dark-sheet");
    if (sheet) { sheet.media = theme === "dark" ? "screen" : "not all"; }
    document.querySelectorAll("[data-theme-button]").forEach((button) => {
      button.hidden = false;
      button.setAttribute("aria-label", theme === "dark" ? "Change to light colours" : "Change to dark colours");
      button.setAttribute("aria-pressed", String(theme === "dark"));
    });
  }
  function toggle() {
    try { localStorage.setItem(KEY, current() === "dark" ? "light" : "dark"); } catch { /* not kept */ }
    apply();
  }

  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.querySelectorAll("[data-theme-button]").forEach((button) => { button.addEventListener("click", toggle); });
  });
})();
