// The account of the round, asked for when the round is reached; the entry of the moment is marked in it.
import { root, spoken } from "./page.js";
import { chapterAt, film, moment } from "./film.js";

const rounds = {};

export function keepFirstAccount() { rounds[chapterAt(moment.at)] = document.getElementById("rp-account"); }

export function showAccount() {
  const key = chapterAt(moment.at);
  let list = document.getElementById("rp-account");
  if (Number(list.dataset.first) !== film.chapters[key][1]) {
    if (!rounds[key]?.nodeType) { spoken.textContent = "…"; fetchRound(key); return; }
    list.replaceWith(rounds[key]);
    list = rounds[key];
  }
  markEntry(list);
  if (key + 1 < film.chapters.length && !rounds[key + 1]) { fetchRound(key + 1); }
}
async function fetchRound(key) {
  if (rounds[key]) { return; }
  rounds[key] = "asked";
  const sign = root.dataset.account.includes("?") ? "&" : "?";
  try {
    const answer = await window.fetch(`${root.dataset.account}${sign}at=${film.chapters[key][1]}`, { credentials: "same-origin" });
    if (!answer.ok) { throw new Error(String(answer.status)); }
    rounds[key] = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("rp-account");
  } catch {
    delete rounds[key];
    return;
  }
  if (chapterAt(moment.at) === key) { showAccount(); }
}
function markEntry(list) {
  const entry = list.querySelector(`[data-n="${moment.at}"]`);
  list.querySelectorAll("[aria-current]").forEach((node) => { if (node !== entry) { node.removeAttribute("aria-current"); } });
  if (!entry) { spoken.textContent = moment.at ? "" : "Before the battle."; return; }
  entry.setAttribute("aria-current", "step");
  spoken.textContent = entry.querySelector("summary").textContent;
  bringIntoView(entry, entry.offsetTop - list.offsetTop);
}
function bringIntoView(entry, top) {
  const scroll = document.getElementById("rp-scroll");
  if (scroll.scrollHeight <= scroll.clientHeight + 2) { return; }
  if (top < scroll.scrollTop + 40 || top > scroll.scrollTop + scroll.clientHeight - 80) { scroll.scrollTop = top - scroll.clientHeight / 3; }
}
