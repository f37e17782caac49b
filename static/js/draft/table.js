// The pasted table of towns: a place is written into the line of its town, or into a new one.
export const table = document.getElementById("id_text");
const PAIRS = [["longitude", "latitude"], ["lon", "lat"], ["x", "y"]];

// Cells of a line; quotation marks are kept as they are.
function cells(line, mark) {
  const found = [""];
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') { quoted = !quoted; }
    if (sign === mark && !quoted) { found.push(""); } else { found[found.length - 1] += sign; }
  }
  return found;
}
function bare(cell) { return cell.trim().replace(/^"|"$/g, "").replaceAll('""', '"'); }
function cell(text, mark) { return text.includes(mark) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text; }

function columns() {
  const head = table.value.split("\n")[0];
  const mark = [",", ";", "\t"].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  const names = cells(head, mark).map((name) => bare(name).toLowerCase());
  const pair = PAIRS.find((one) => one.every((name) => names.includes(name)));
  return { mark, count: names.length, name: names.indexOf("name"), places: pair && pair.map((one) => names.indexOf(one)),
    degrees: Boolean(pair) && pair[0] !== "x" };
}
function lines() { return table.value.replace(/\s+$/, "").split("\n"); }

// What the table is headed with, where a place can be written into it; an empty one is headed first.
export function shape(degrees) {
  if (!table.value.trim()) { table.value = degrees ? "name,longitude,latitude\n" : "name,x,y\n"; }
  const found = columns();
  return found.name < 0 || !found.places ? null : found;
}
export function names() {
  const found = columns();
  return found.name < 0 ? [] : lines().slice(1).map((line) => bare(cells(line, found.mark)[found.name] || ""));
}
// The whole text, to be kept before a change, and to be put back.
export function text() { return table.value; }
export function restore(before) { table.value = before; }
function lineOf(rows, name, found) {
  return rows.findIndex((line, number) => number && bare(cells(line, found.mark)[found.name] || "") === name);
}
export function write(name, x, y, found) {
  const rows = lines();
  let at = lineOf(rows, name, found);
  const row = at < 0 ? Array(found.count).fill("") : cells(rows[at], found.mark);
  if (at < 0) { at = rows.length; row[found.name] = cell(name, found.mark); }
  [row[found.places[0]], row[found.places[1]]] = [x, y];
  rows[at] = row.join(found.mark);
  table.value = `${rows.join("\n")}\n`;
}
// Writes a word into a column of a town's line; a table without the column gets it. Whether the town is in the table.
export function mark(name, heads, word) {
  const rows = lines(), found = columns();
  const at = found.name < 0 ? -1 : lineOf(rows, name, found);
  if (at < 0) { return false; }
  const titles = cells(rows[0], found.mark).map((title) => bare(title).toLowerCase());
  let column = titles.findIndex((title) => heads.includes(title));
  if (column < 0) {
    column = titles.length;
    rows[0] = `${rows[0]}${found.mark}${heads[0]}`;
  }
  const row = cells(rows[at], found.mark);
  while (row.length <= column) { row.push(""); }
  row[column] = word;
  rows[at] = row.join(found.mark);
  table.value = `${rows.join("\n")}\n`;
  return true;
}
