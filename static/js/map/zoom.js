// Pan and zoom of the map: by drag, by one finger or two, by ctrl and wheel. What lies under the pointer or between the fingers stays there.
const MOST = 6, NEAR = 1.6, A_DRAG = 6;
const frame = document.getElementById("map-frame");
const map = document.getElementById("war-map");
const fingers = new Map();
let scale = 1, x = 0, y = 0, apart = 0, dragged = false, start = null;

// Half of the frame at least shows land: the map cannot be lost.
function within(value, room, size) {
  return Math.max(Math.min(0, room - size) - room / 2, Math.min(room / 2 + Math.max(0, room - size), value));
}
// The scale at which all of the map is seen; a phone that is turned has another one.
function whole() {
  return Math.min(1, frame.clientWidth / parseFloat(window.getComputedStyle(map).width));
}
function draw(glide) {
  const size = window.getComputedStyle(map);
  x = within(x, frame.clientWidth, parseFloat(size.width) * scale);
  y = within(y, frame.clientHeight, parseFloat(size.height) * scale);
  map.classList.toggle("glide", glide === true);
  map.classList.toggle("near", scale > NEAR);
  map.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  map.style.setProperty("--counter-scale", String(Math.min(1, 1 / scale)));
  map.style.setProperty("--letter-scale", String(Math.min(1, 1 / Math.sqrt(scale))));
}
function middle() {
  const box = frame.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function pan(right, down, glide) {
  x += right;
  y += down;
  draw(glide);
}
export function nearer(factor, point = middle(), glide = false) {
  const box = frame.getBoundingClientRect();
  const to = Math.max(whole(), Math.min(MOST, scale * factor));
  x = point.x - box.left - (point.x - box.left - x) * to / scale;
  y = point.y - box.top - (point.y - box.top - y) * to / scale;
  scale = to;
  draw(glide);
}
export function showAll() {
  scale = whole();
  x = y = 0;
  draw(true);
}

function hold(event) {
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}
function between() {
  const [a, b] = [...fingers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
}
function down(event) {
  if (event.button) { return; }
  hold(event);
  if (fingers.size === 1) { dragged = false; start = { x: event.clientX, y: event.clientY }; }
  if (fingers.size === 2) { apart = between().apart; dragged = true; }
}
function pinched(event) {
  const before = between();
  hold(event);
  const now = between();
  pan(now.x - before.x, now.y - before.y);
  nearer(now.apart / apart, now);
  apart = now.apart;
}
function moved(event) {
  // A button that was let go outside of the map holds it no more.
  if (!event.buttons) { lift(event); }
  const before = fingers.get(event.pointerId);
  if (!before) { return; }
  if (fingers.size === 2) { pinched(event); return; }
  if (!dragged && Math.hypot(event.clientX - start.x, event.clientY - start.y) < A_DRAG) { return; }
  dragged = true;
  frame.setPointerCapture(event.pointerId);
  hold(event);
  pan(event.clientX - before.x, event.clientY - before.y);
}
function lift(event) {
  fingers.delete(event.pointerId);
}
// The wheel scrolls the page; with Ctrl, as a pinch on a touch pad sends it, it zooms.
function turned(event) {
  if (!event.ctrlKey) { return; }
  event.preventDefault();
  const by = event.deltaY * (event.deltaMode ? 16 : 1);
  nearer(Math.exp(-Math.max(-30, Math.min(30, by)) / 100), { x: event.clientX, y: event.clientY });
}
// A link that gets the focus out of sight makes the browser scroll the frame: the map takes that over.
function scrolled() {
  if (!frame.scrollLeft && !frame.scrollTop) { return; }
  pan(-frame.scrollLeft, -frame.scrollTop);
  frame.scrollTo(0, 0);
}

export function begin() {
  frame.classList.add("live");
  frame.addEventListener("pointerdown", down);
  frame.addEventListener("pointermove", moved);
  ["pointerup", "pointercancel"].forEach((name) => { frame.addEventListener(name, lift); });
  frame.addEventListener("wheel", turned, { passive: false });
  frame.addEventListener("scroll", scrolled);
  frame.addEventListener("dragstart", (event) => { event.preventDefault(); });
  // A drag ends over a link: that is no click.
  frame.addEventListener("click", (event) => {
    if (dragged && event.detail) { event.preventDefault(); event.stopPropagation(); }
  }, true);
}
