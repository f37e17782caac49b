// The map and its panel: orders by a click, marks for what the panel shows. Without it the map scrolls and every mark is a link.
import { begin, nearer, pan, showAll } from "./zoom.js";

(function () {
  const frame = document.getElementById("map-frame");
  const map = document.getElementById("war-map");
  const panel = document.getElementById("panel");
  if (!frame || !map) { return; }

  // A province or an army opens in the panel; without this script each is a link to a page of its own.
  map.querySelectorAll(".map-provinces a, .counter").forEach((link) => {
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    link.setAttribute("hx-get", link.getAttribute("href"));
    title.textContent = link.getAttribute("aria-label");
    link.appendChild(title);
  });
  if (window.htmx) { window.htmx.process(map); }

  const wide = map.getBoundingClientRect().width > frame.clientWidth + 2;
  begin();
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", "Map: arrow keys move it, plus and minus zoom, 0 shows all of it");

  // No empty ground is shown at an edge where the map could cover it.
  function covering(step, before, after) {
    return before - after > 0 ? step : Math.min(-before, Math.max(-after, step));
  }
  // Into the middle of what the panel leaves free: on a phone it is drawn up over the map.
  function centre(mark) {
    const box = mark.getBoundingClientRect();
    const view = frame.getBoundingClientRect();
    const bottom = narrow.matches ? Math.min(view.bottom, drawer.getBoundingClientRect().top) : view.bottom;
    const land = map.getBoundingClientRect();
    pan(
      covering(view.left + view.width / 2 - box.left - box.width / 2, land.left - view.left, land.right - view.right),
      covering((view.top + bottom) / 2 - box.top - box.height / 2, land.top - view.top, land.bottom - bottom)
    );
  }
  function start() {
    const mark = map.querySelector(".counter.selected, .map-provinces .selected") || (wide && map.querySelector(".counter-own"));
    if (mark && wide) { window.setTimeout(() => { centre(mark); }, 0); }
  }
  const STEP = 1.4;
  frame.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (moves[event.key]) { pan(moves[event.key][0], moves[event.key][1]); }
    else if (event.key === "+" || event.key === "=") { nearer(STEP); }
    else if (event.key === "-") { nearer(1 / STEP); }
    else if (event.key === "0") { showAll(); }
    else { return; }
    event.preventDefault();
  });

  const tools = document.getElementById("map-tools");
  tools.hidden = false;
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) { return; }
    if (button.dataset.zoom === "in") { nearer(STEP, undefined, true); }
    else if (button.dataset.zoom === "out") { nearer(1 / STEP, undefined, true); }
    else { showAll(); }
  });

  map.addEventListener("click", (event) => {
    if (marched(event.target.closest("[data-province]"))) { event.preventDefault(); event.stopPropagation(); }
  }, true);

  // With an army open, a click on a province within reach is the order to march there; a second one opens the province.
  function marched(link) {
    const form = panel.querySelector(".order-form form");
    if (!link || !form) { return false; }
    const ways = Array.prototype.filter.call(form.querySelectorAll("input[name=order][data-marches]:not(:disabled)"), (way) => way.dataset.to === link.dataset.province);
    if (!ways.length || (ways.some((way) => way.defaultChecked))) { return false; }
    ways[0].checked = true;
    form.requestSubmit(form.querySelector("[type=submit]"));
    return true;
  }

  // The march that is chosen in the panel, before it is given, shows on the map.
  panel.addEventListener("change", (event) => {
    if (event.target.name !== "order") { return; }
    const aim = event.target.dataset.to || "";
    map.querySelectorAll(".map-provinces a").forEach((link) => { link.classList.toggle("aimed", link.dataset.province === aim); });
  });

  // Marks follow the panel.
  function mark(selector, attribute, keys) {
    map.querySelectorAll(selector).forEach((link) => {
      const on = keys.indexOf(link.getAttribute(attribute)) >= 0;
      link.classList.toggle("selected", on);
      if (on) { link.setAttribute("aria-current", "true"); } else { link.removeAttribute("aria-current"); }
    });
  }
  function follow() {
    const body = panel.querySelector(".panel-body");
    if (!body) { return; }
    mark(".map-provinces a", "data-province", [body.dataset.province].filter(Boolean));
    mark(".counter", "data-army", [body.dataset.army].filter(Boolean));
    const near = body.dataset.targets.split(" "), far = body.dataset.forced.split(" ");
    map.querySelectorAll(".map-provinces a").forEach((link) => {
      const forced = far.indexOf(link.dataset.province) >= 0;
      link.classList.toggle("target", forced || near.indexOf(link.dataset.province) >= 0);
      link.classList.toggle("forced", forced);
      link.classList.remove("aimed");
    });
    if (body.dataset.ordered !== undefined) {
      const ordered = body.dataset.ordered.split(" ");
      map.querySelectorAll(".counter-own").forEach((link) => { link.classList.toggle("ordered", ordered.indexOf(link.dataset.army) >= 0); });
    }
    hint();
  }
  function hint() {
    const text = panel.querySelector(".map-hint");
    if (text && map.querySelector(".map-provinces .target")) { text.hidden = false; }
  }

  // The panel can be put away; on a phone it is a sheet that is drawn up or down.
  const drawer = document.getElementById("drawer"), grip = document.getElementById("panel-grip");
  const narrow = window.matchMedia("(max-width: 991.98px)");
  const button = document.getElementById("panel-button");
  function show(open) {
    if (narrow.matches) { drawer.classList.toggle("down", !open); drawer.classList.remove("up"); }
    drawer.parentElement.classList.toggle("alone", !open && !narrow.matches);
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "Hide the panel" : "Show the panel";
  }
  button.addEventListener("click", () => { show(button.getAttribute("aria-expanded") !== "true"); });
  grip.hidden = false;
  function draw(up) {
    const low = drawer.classList.contains("down"), high = drawer.classList.contains("up");
    if (up && !low) { drawer.classList.add("up"); } else if (!up && high) { drawer.classList.remove("up"); } else { show(up); }
  }
  // The grip is tapped, or pulled up and down.
  const A_PULL = 24;
  let from = 0, pulled = false;
  grip.addEventListener("pointerdown", (event) => { from = event.clientY; pulled = false; grip.setPointerCapture(event.pointerId); });
  grip.addEventListener("pointerup", (event) => {
    pulled = Math.abs(event.clientY - from) > A_PULL;
    if (pulled) { draw(event.clientY < from); }
  });
  grip.addEventListener("click", (event) => {
    if (pulled && event.detail) { return; }
    if (drawer.classList.contains("up")) { show(false); } else { draw(true); }
  });
  let inside = false, next = false;
  panel.addEventListener("click", (event) => { next = event.detail === 0 && event.target.closest("[data-next-army]") !== null; });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target === panel) { inside = panel.contains(document.activeElement); }
  });
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.target !== panel && !panel.contains(event.target)) { return; }
    follow();
    panel.scrollTop = 0;
    const order = next && (panel.querySelector("input[name=order]:checked") || panel.querySelector("input[name=order]:enabled"));
    next = false;
    if (order) { order.focus({ preventScroll: true }); }
    if (inside && document.activeElement === document.body) { panel.focus({ preventScroll: true }); }
    if (button.getAttribute("aria-expanded") !== "true") { show(true); }
  });
  hint();
  start();
})();
