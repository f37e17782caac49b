// A line of the list of ways as the server reads it (campaign/rules/drafts/ways.py): two towns with a dash, "to", a comma, a
// semicolon or a tab between them, then the kind and the name of a river. Case, accents and brackets do not count.
const PARTS = /\s+(?:[-–—]+|to)\s+|\s*[\t;]\s*|\s*,\s+|,/i;
const KINDS = new Map(Object.entries({ road: "road", track: "track", pass: "pass", bridge: "bridge", ford: "ford", ferry: "ford", river: "ford" }));

function folded(name) {
  return name.normalize("NFKD").toLowerCase().replaceAll("ß", "ss").replace(/\p{M}/gu, "").replace(/[\s,;()]+/g, " ").trim();
}
// Folded name or key → name, of pairs of name and key; of two towns with one name the first has it.
export function towns(pairs) {
  const found = new Map();
  pairs.forEach(([name, key]) => [name, key].map(folded).forEach((word) => { if (word && !found.has(word)) { found.set(word, name); } }));
  return found;
}
// The kind that a word means; a ferry, a ford and a river without a bridge are one.
export function kindOf(word) { return KINDS.get(word.toLowerCase()) || null; }
// The longest town with which some words begin, and the words after it.
function start(words, known) {
  for (let count = words.length; count; count -= 1) {
    const name = known.get(folded(words.slice(0, count).join(" ")));
    if (name !== undefined) { return { name, after: words.slice(count) }; }
  }
  return null;
}
function ended(first, words, known) {
  const second = start(words, known);
  if (!second) { return null; }
  const [kind = "road", ...river] = second.after.map((word) => word.replace(/^[()[\]]+|[()[\]]+$/g, "")).filter(Boolean);
  return kindOf(kind) && { pair: [first, second.name], kind: kindOf(kind), river };
}
// The two towns of a line, its kind and the words for its river; null where it is no way.
export function read(line, known) {
  const pieces = line.trim().split(PARTS);
  for (let place = 1; place < pieces.length; place += 1) {
    const first = known.get(folded(pieces.slice(0, place).join(" ")));
    if (first !== undefined) { return ended(first, pieces.slice(place).join(" ").split(/\s+/).filter(Boolean), known); }
  }
  return null;
}
