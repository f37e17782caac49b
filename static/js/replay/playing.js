// Plays the battle: each event has its time, and what moves glides along its path.
import { last, root, spoken, units } from "./page.js";
import { film, moment } from "./film.js";
import { drawUnit, place } from "./drawing.js";
import { goTo, keepAddress } from "./going.js";

// Milliseconds of an event at ordinary speed
const PACE = { deploy: 60, activate: 130, move: 620, withdraw: 620, night_move: 240, fallback: 520, occupy: 420, fire: 750, combat: 900, contact: 450, hit: 320, rout: 800, eliminated: 500, commander_move: 450, rally: 600, arrive: 500, casualty: 1200, command_change: 1200, day_start: 1300, round_end: 500, initiative: 420, command_roll: 260, stay_leave: 1500, pursuit: 1200, battle_end: 0 };
const PACE_OF_OTHERS = 160, PACE_WITHOUT_MOTION = 500, PAUSE_BEFORE_HIGHLIGHT = 700, TOO_SHORT_TO_GLIDE = 30;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let playing = false, highlightsOnly = false, began = 0, waited = 0, glides = [];

function speed() { return Number(document.getElementById("rp-speed").value) || 1; }
export function setState(name) {
  root.dataset.state = name;
  root.querySelector("[data-do=play]").setAttribute("aria-label", name === "playing" ? "Pause" : "Play");
  spoken.setAttribute("aria-live", name === "playing" ? "off" : "polite");
}
function jump(n) { glides = []; goTo(n); }
export function pause() {
  if (!playing) { return; }
  playing = false;
  glides.forEach((glide) => { drawUnit(glide.key); });
  glides = [];
  setState("paused");
  keepAddress();
}
export function play() {
  if (playing) { pause(); return; }
  if (moment.at >= last) { jump(0); }
  playing = true;
  waited = 0;
  setState("playing");
  begin(performance.now());
  window.requestAnimationFrame(tick);
}
export function stopAt(n) {
  pause();
  jump(n);
}
export function onlyHighlights() { highlightsOnly = !highlightsOnly; return highlightsOnly; }

function toHighlight() {
  const next = film.highlights.find((part) => moment.at < part[1]);
  if (!highlightsOnly || !next || moment.at >= next[0] - 1) { return false; }
  jump(next[0] - 1);
  waited = PAUSE_BEFORE_HIGHLIGHT / speed();
  return true;
}
function begin(now) {
  began = now;
  if (toHighlight()) { return; }
  const step = film.steps[moment.at], [name, changes, , , ways] = step, before = {};
  Object.keys(changes).forEach((key) => { if (/^u\d+\.at$/.test(key)) { before[key] = moment.table[key]; } });
  jump(moment.at + 1);
  waited = (PACE[name] ?? PACE_OF_OTHERS) / speed();
  if (still.matches) { waited = Math.max(waited, PACE_WITHOUT_MOTION / speed()); return; }
  if (waited >= TOO_SHORT_TO_GLIDE && name !== "deploy") { startGlides(before, ways || {}); }
}
function startGlides(before, ways) {
  glides = Object.keys(before).map((key) => {
    const unit = key.slice(1, -3);
    return { key: unit, way: ways[unit] || [before[key], moment.table[key]], off: moment.table[`u${unit}.in`] !== "board" };
  });
  glides.forEach((glide) => { glideTo(glide, 0); });
}
function glideTo(glide, part) {
  const legs = glide.way.length - 1, leg = Math.min(legs - 1, Math.floor(part * legs)), rest = part * legs - leg;
  const a = glide.way[leg], b = glide.way[leg + 1], turn = ((b[2] - a[2]) % 360 + 540) % 360 - 180;
  place(units[glide.key], a[0] + (b[0] - a[0]) * rest, a[1] + (b[1] - a[1]) * rest, a[2] + turn * rest, glide.off);
}
function tick(now) {
  if (!playing) { return; }
  while (now - began >= waited) {
    if (moment.at >= last) { pause(); return; }
    begin(began + waited);
  }
  const part = Math.min(1, 1.25 * (now - began) / waited);
  glides.forEach((glide) => { glideTo(glide, part * part * (3 - 2 * part)); });
  root.dataset.frames = Number(root.dataset.frames || 0) + 1;
  window.requestAnimationFrame(tick);
}
