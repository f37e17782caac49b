// The film of a battle: what each event changes; and the moment that is shown.
import { root } from "./page.js";

const KEYFRAME = 64;
const keyframes = [];

// The number of the event that was the last, the table after it, the unit that the reader has picked
export const moment = { at: Number(root.dataset.at), table: {}, picked: null };
export const film = {};

export async function fetchFilm() {
  const answer = await window.fetch(root.dataset.film, { credentials: "same-origin" });
  if (!answer.ok) { throw new Error(String(answer.status)); }
  Object.assign(film, await answer.json());
}

// The table after event n is the one before with a few values changed
export function tableAt(n) {
  const from = Math.floor(n / KEYFRAME);
  while (keyframes.length <= from) {
    const k = keyframes.length, made = { ...(k ? keyframes[k - 1] : film.start) };
    for (let i = (k - 1) * KEYFRAME; k && i < k * KEYFRAME; i += 1) { Object.assign(made, film.steps[i][1]); }
    keyframes.push(made);
  }
  const found = { ...keyframes[from] };
  for (let j = from * KEYFRAME; j < n; j += 1) { Object.assign(found, film.steps[j][1]); }
  return found;
}
export function chapterAt(n) {
  const found = film.chapters.findIndex((chapter) => n <= chapter[2]);
  return found < 0 ? film.chapters.length - 1 : found;
}

// The event that brought the moment: its name, what it changed, who acted, who was struck, the ways of what moved
export function stepNow() { return moment.at ? film.steps[moment.at - 1] : ["", {}, [], []]; }
