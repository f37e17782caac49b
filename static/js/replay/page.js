// What the page of a replay holds: the table, its units, stands and boxes, each by its key.
export const root = document.getElementById("replay");
export const frame = document.getElementById("rp-frame");
export const plate = frame.querySelector("svg");
export const slider = document.getElementById("rp-slider");
export const spoken = document.getElementById("rp-said");
export const last = Number(root.dataset.last);

function gather(selector, key) {
  const found = {};
  root.querySelectorAll(selector).forEach((node) => { (found[node.dataset[key]] ||= []).push(node); });
  return found;
}
export const stands = gather("[data-stand]", "stand");
export const boxes = gather("[data-box]", "box");
export const facts = gather("[data-fact]", "fact");
export const strengths = gather("[data-strength]", "strength");
export const places = gather("[data-where]", "where");
export const lands = gather("[data-piece]", "piece");
export const wills = gather("[data-will]", "will");
export const works = [...root.querySelectorAll("[data-work]")];

function unitOf(node) {
  const turn = node.querySelector(".rp-number"), base = node.querySelector(".rp-base"), title = node.querySelector("title");
  return {
    node, turn, title, text: turn.querySelector("text"),
    plate: turn.getAttribute("transform").replace(/ ?rotate\([^)]*\)/, ""),
    width: Number(base.getAttribute("width")), depth: Number(base.getAttribute("height")),
    side: node.classList.contains("rp-s1") ? 1 : 0, full: Number(title.textContent.split("/").pop()),
  };
}
export const units = Object.fromEntries([...root.querySelectorAll("[data-unit]")].map((node) => [node.dataset.unit, unitOf(node)]));

export function show(node, on) { if (on) { node.removeAttribute("display"); } else { node.setAttribute("display", "none"); } }
export function number(value) { return String(Math.round(value * 10000) / 10000); }
