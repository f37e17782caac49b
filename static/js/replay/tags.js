// Places for names: inside the picture, off other names and, where there is room, off other units.
import { plate, units } from "./page.js";
import { film, moment } from "./film.js";

const MARGIN = -plate.viewBox.baseVal.y;
const ROWS = 4, LETTER = 0.24, SHIFTS = [0, -0.8, 0.8];

function baseOf(at, unit) {
  const half = (unit.width + unit.depth) / 4;
  return [at[0] - half, at[1] - half, at[0] + half, at[1] + half];
}
function tries(at, unit, below, size) {
  const half = unit.node.dataset.name.length * LETTER * size, found = [];
  const across = SHIFTS.map((shift) => Math.min(Math.max(at[0] + shift * half, half), Math.max(half, plate.viewBox.baseVal.width - half)));
  for (let row = 0; row < ROWS; row += 1) {
    [below, !below].forEach((under) => {
      const gap = unit.depth / 2 + row * 1.1 * size;
      const wanted = under ? at[1] + gap + 1.05 * size : at[1] - gap - 0.35 * size;
      const y = Math.min(Math.max(wanted, 0.85 * size - MARGIN), film.depth + MARGIN - 0.25 * size);
      across.forEach((x) => { found.push({ x, y, box: [x - half, y - 0.85 * size, x + half, y + 0.25 * size] }); });
    });
  }
  return found;
}
function meet(a, b) { return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]; }

// A place for the name of each unit, by key; `spot` gives where a unit is on the plate
export function nameTags(keys, spot, size) {
  const lowest = Math.max(...keys.map((key) => spot(key)[1]));
  const bases = Object.keys(units).filter((key) => moment.table[`u${key}.in`] === "board");
  const placed = [];
  [...new Set(keys)].forEach((key) => {
    const others = bases.filter((other) => Number(other) !== key).map((other) => baseOf(spot(other), units[other]));
    const covers = (box) => others.filter((base) => meet(box, base)).length + 10 * placed.filter((name) => meet(box, name.box)).length;
    const at = spot(key);
    const best = tries(at, units[key], at[1] >= lowest - 1.5, size).reduce((found, one) => covers(one.box) < covers(found.box) ? one : found);
    placed.push({ key, ...best });
  });
  return placed;
}
