// Makes the table of a replay larger: by two fingers, by ctrl and wheel, and by steps that the replay asks for.
(function () {
  "use strict";
  const frame = document.getElementById("rp-frame");
  if (!frame || !window.PointerEvent) { return; }
  const plate = frame.querySelector("svg");
  const STEPS = [1, 2, 3.2], MOST = 6;
  const fingers = new Map();
  let larger = 1, whole = 0, apart = 0;

  function distance() {
    const [a, b] = Array.from(fingers.values());
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
  function middle() {
    const [a, b] = Array.from(fingers.values());
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  function wholeWidth() {
    const view = plate.viewBox.baseVal, box = plate.getBoundingClientRect();
    return Math.min(box.width, box.height * view.width / view.height);
  }
  // Keeps what lies under a point of the window there
  function zoom(to, point) {
    const before = plate.getBoundingClientRect();
    const part = { x: (point.x - before.left) / before.width, y: (point.y - before.top) / before.height };
    if (larger === 1) { whole = wholeWidth(); }
    larger = Math.max(1, Math.min(MOST, to));
    frame.classList.toggle("rp-zoomed", larger > 1);
    frame.dataset.zoom = larger;
    frame.style.setProperty("--larger", larger);
    plate.style.width = larger > 1 ? `${whole * larger}px` : "";
    const after = plate.getBoundingClientRect();
    frame.scrollBy(after.left + part.x * after.width - point.x, after.top + part.y * after.height - point.y);
  }
  function centre() {
    const box = frame.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  function step(by) {
    const wanted = by > 0 ? STEPS.find((size) => size > larger) : STEPS.slice().reverse().find((size) => size < larger);
    if (wanted) { zoom(wanted, centre()); }
  }
  function lift(event) {
    fingers.delete(event.pointerId);
    apart = 0;
  }

  frame.addEventListener("rp-zoom", (event) => { step(event.detail); });
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") { return; }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) { apart = distance() / larger; }
  });
  frame.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) { return; }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2 && apart) { zoom(distance() / apart, middle()); }
  });
  ["pointerup", "pointercancel"].forEach((name) => { frame.addEventListener(name, lift); });
  frame.addEventListener("touchmove", (event) => { if (event.touches.length > 1) { event.preventDefault(); } }, { passive: false });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) { return; }
    event.preventDefault();
    zoom(larger * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }, { passive: false });
})();
