// Verifies a report in the browser: commitment, seed, every die by stream and counter, totals, the journal's digest, losses.
// It asks the server for nothing but the report and the journal; a report that was kept is read from the disk.
(function () {
  "use strict";
  const MASK = (BigInt(1) << BigInt(64)) - BigInt(1);
  const STEP = BigInt("0x9E3779B97F4A7C15");
  const FIRST = BigInt("0xBF58476D1CE4E5B9"), SECOND = BigInt("0x94D049BB133111EB");
  const MOST_SHOWN = 20;
  const PARTY = { firer: "fire", target: "cover" };

  // SHA-256, because browsers lend theirs to https alone
  const ROUND = [], START = [];
  (function () {
    function part(root) { return Math.floor((root - Math.floor(root)) * 4294967296) | 0; }
    for (let n = 2; ROUND.length < 64; n += 1) {
      let prime = true;
      for (let d = 2; d * d <= n; d += 1) { if (n % d === 0) { prime = false; break; } }
      if (!prime) { continue; }
      if (START.length < 8) { START.push(part(Math.sqrt(n))); }
      ROUND.push(part(Math.cbrt(n)));
    }
  })();

  function turned(word, by) { return (word >>> by) | (word << (32 - by)); }

  function sha256(bytes) {
    const blocks = ((bytes.length + 8) >> 6) + 1, view = new DataView(new ArrayBuffer(blocks * 64));
    new Uint8Array(view.buffer).set(bytes);
    view.setUint8(bytes.length, 128);
    view.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 536870912));
    view.setUint32(blocks * 64 - 4, (bytes.length << 3) >>> 0);
    const h = START.slice(), w = new Int32Array(64);
    for (let at = 0; at < blocks * 64; at += 64) { block(view, at, h, w); }
    return h.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  function block(view, at, h, w) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) { w[i] = view.getInt32(at + 4 * i); continue; }
      const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
    }
    let s = h.slice();
    for (let n = 0; n < 64; n += 1) {
      const one = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25);
      const t1 = (s[7] + one + ((s[4] & s[5]) ^ (~s[4] & s[6])) + ROUND[n] + w[n]) | 0;
      const two = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22);
      const t2 = (two + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]))) | 0;
      s = [(t1 + t2) | 0, s[0], s[1], s[2], (s[3] + t1) | 0, s[4], s[5], s[6]];
    }
    for (let k = 0; k < 8; k += 1) { h[k] = (h[k] + s[k]) | 0; }
  }

  function digestOf(text) { return sha256(new TextEncoder().encode(text)); }

  // Dice: SplitMix64 with rejection (docs/journal.md)
  function mixed(z) {
    z = ((z ^ (z >> BigInt(30))) * FIRST) & MASK;
    z = ((z ^ (z >> BigInt(27))) * SECOND) & MASK;
    return z ^ (z >> BigInt(31));
  }

  function keyOf(seed) { return BigInt(`0x${  digestOf(`bivouac dice/1|${seed}`).slice(0, 16)}`); }

  function face(key, stream, k, sides) {
    const n = BigInt(sides), limit = MASK - (MASK % n + BigInt(1)) % n;
    const lane = mixed((key + BigInt(stream + 1) * STEP) & MASK);
    let z = mixed((lane + BigInt(k + 1) * STEP) & MASK);
    while (z > limit) { z = mixed((z + STEP) & MASK); }
    return Number(z % n) + 1;
  }

  // The canonical line of a JSON value: keys sorted, no spaces, each number as it was written
  function canonical(text) {
    const signs = /\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[[\]{},:])/gy;
    let next = null;
    function step() { const found = signs.exec(text); next = found ? found[1] : ""; }
    function value() {
      const made = next;
      if (next === "{") { return members(); }
      if (next === "[") { return items(); }
      step();
      return made[0] === '"' ? JSON.stringify(JSON.parse(made)) : made;
    }
    function items() {
      const made = [];
      for (step(); next !== "]";) { made.push(value()); if (next === ",") { step(); } else if (next !== "]") { throw new Error("JSON"); } }
      step();
      return `[${made.join(",")}]`;
    }
    function members() {
      const made = Object.create(null);
      for (step(); next !== "}";) {
        const key = next;
        if (key in made) { throw new Error(`the key ${key} is given twice`); }
        step(); step();
        made[key] = value();
        if (next === ",") { step(); } else if (next !== "}") { throw new Error("JSON"); }
      }
      step();
      return `{${  Object.keys(made).sort().map((key) => `${key}:${made[key]}`).join(",")  }}`;
    }
    step();
    return value();
  }

  // The journal within a report, as the text of its list; null where the report has none
  function journalWithin(text) {
    const at = text.lastIndexOf('"journal":');
    return at < 0 ? null : text.slice(at + 10, text.lastIndexOf("}"));
  }

  function linesWithin(text) {
    const list = canonical(journalWithin(text)), events = [];
    let deep = 0, from = 1, quoted = false;
    for (let n = 0; n < list.length; n += 1) {
      const sign = list[n];
      if (quoted) { if (sign === "\\") { n += 1; } else if (sign === '"') { quoted = false; } continue; }
      if (sign === '"') { quoted = true; }
      if (sign === "{" || sign === "[") { deep += 1; if (deep === 2) { from = n; } }
      if (sign === "}" || sign === "]") { deep -= 1; if (deep === 1) { events.push(`${list.slice(from, n + 1)}\n`); } }
    }
    return events.join("");
  }

  // The checks
  function Proof() { this.wrong = []; this.dice = 0; this.totals = 0; this.units = 0; this.generals = 0; this.events = 0; this.commitment = false; this.chain = false; }

  function placed(event) { return `Event ${event.n} (${String(event.ev).replace(/_/g, " ")})`; }

  function checkSeed(proof, report, expected) {
    if (expected.commitment) {
      proof.commitment = true;
      if (digestOf(`bivouac commit/1|${report.seed}`) !== expected.commitment) { proof.wrong.push("The seed is not the one that was committed to."); }
    }
    if (expected.seed && expected.seed !== report.seed) { proof.wrong.push("The seed of the report is not the one of the page."); }
    if (expected.digest && expected.digest !== report.digest) { proof.wrong.push("The digest of the report is not the one of the page."); }
  }

  function checkDice(proof, report, events, streams) {
    const key = keyOf(report.seed), counted = {};
    events.forEach((event) => {
      (event.dice || []).forEach((die) => {
        const stream = streams.indexOf(die.stream), due = counted[die.stream] || 0;
        proof.dice += 1;
        counted[die.stream] = due + 1;
        if (stream < 0) { proof.wrong.push(`${placed(event)}: there is no stream ${die.stream}.`); return; }
        if (die.k !== due) { proof.wrong.push(`${placed(event)}: die ${die.k} of the stream ${die.stream} is given where number ${due} comes next.`); return; }
        const true_ = Number.isInteger(die.sides) && die.sides > 1 ? face(key, stream, die.k, die.sides) : 0;
        if (true_ !== die.face) { proof.wrong.push(`${placed(event)}: die ${die.k} of the stream ${die.stream} shows ${die.face}, the seed gives ${true_ || "no such die"}.`); }
      });
    });
  }

  function sum(values) { return values.reduce((made, value) => made + value, 0); }

  function checkTotals(proof, event) {
    const faces = {}, totals = event.totals || {};
    (event.dice || []).forEach((die) => { faces[die.name] = die.face; });
    Object.keys(totals).forEach((party) => {
      const values = [].concat((event.cv || {})[party] || 0), more = ((event.modifiers || {})[party] || []).map((pair) => pair[1]);
      let made = (faces[PARTY[party] || party] || 0) + sum(values) + sum(more);
      if (totals[party] === 1) { made = Math.max(made, 1); } // R-02: a total is never below 1
      proof.totals += 1;
      if (made !== totals[party]) { proof.wrong.push(`${placed(event)}: the total of ${party} is given as ${totals[party]}, but die and modifiers make ${made}.`); }
    });
    if (event.ev === "command_roll" && event.dice && event.dice.length) {
      const rolled = sum(event.dice.map((die) => die.replaced ? 0 : die.face));
      proof.totals += 1;
      if (rolled !== event.total) { proof.wrong.push(`${placed(event)}: the command roll is given as ${event.total}, but its dice make ${rolled}.`); }
    }
  }

  // Events that are decided by dice have them, by whatever rules
  const THROWN = ["fire", "combat", "command_roll"];

  function differ(proof, what, told, known) {
    if (told !== known) { proof.wrong.push(`${what}: the report has ${told}, but the journal has ${known}.`); }
  }

  // The journal's first and last events against the report: engine, numbers, seed, field; winner, days
  function checkEnds(proof, report, events) {
    const first = events[0] || {}, last = events[events.length - 1] || {}, outcome = report.outcome;
    events.forEach((event, n) => {
      if (event.n !== n + 1) { proof.wrong.push(`Event ${event.n} is number ${n + 1} of the journal.`); }
      const idle = event.ev === "combat" && event.attack === 0 && event.defend === 0; // nobody had a die
      if (THROWN.indexOf(event.ev) >= 0 && !idle && !(event.dice || []).length) { proof.wrong.push(`${placed(event)}: it has no dice.`); }
      if ((event.ev === "battle_start") !== (n === 0) || (event.ev === "battle_end") !== (n === events.length - 1)) { proof.wrong.push(`${placed(event)}: a journal begins and ends once.`); }
    });
    differ(proof, "Engine", report.engine, first.engine);
    differ(proof, "Profile", report.profile, first.profile);
    differ(proof, "Seed", report.seed, first.seed);
    differ(proof, "Outcome", outcome.kind, last.kind);
    differ(proof, "Winner", outcome.winner, last.winner);
    differ(proof, "Days", outcome.days, last.day);
    checkField(proof, report.battle.field, first);
    report.sides.forEach((side, n) => { differ(proof, `Side ${n + 1}`, side.name, report.battle.sides[n].name); });
  }

  function checkField(proof, field, first) {
    const table = first.table || [0, 0], laid = first.field || [], pieces = (field || {}).pieces || [];
    if (pieces.length !== laid.length) { proof.wrong.push(`Field: the battle file has ${pieces.length} pieces, the journal ${laid.length}.`); return; }
    const wide = table[0] / (field || { width: 1 }).width, deep = table[1] / (field || { depth: 1 }).depth;
    pieces.forEach((piece, n) => {
      const same = Object.keys(piece).every((key) => key === "shape" || key === "width" || !(key in laid[n]) || piece[key] === laid[n][key]);
      const there = piece.shape.length === laid[n].shape.length && piece.shape.every((point, k) => (
        Math.abs(point[0] * wide - laid[n].shape[k][0]) < 0.001 && Math.abs(point[1] * deep - laid[n].shape[k][1]) < 0.001));
      if (!same || !there) { proof.wrong.push(`Field: piece ${n + 1} of the battle file is not the one of the journal.`); }
    });
  }

  function strengths(events, file) {
    const held = {};
    file.sides.forEach((side) => { side.units.forEach((unit) => { held[unit.id] = unit.strength; }); });
    events.forEach((event) => {
      if (Number.isInteger(event.sp) && event.pass !== false) { held[event.unit] = event.sp; }
      if (event.ev === "rout" || event.ev === "eliminated") { held[event.unit] = 0; }
      (event.ev === "amalgamate" ? event.groups : []).forEach((group) => {
        group.members.forEach((id) => { held[id] = 0; });
        group.made.forEach((unit) => { held[unit.unit] = unit.sp; });
      });
    });
    return held;
  }

  // What people entered, as the report and as the journal has it
  function checkTyped(proof, report, typed) {
    const told = {};
    ((report.typed || {}).sides || []).forEach((side) => { Object.keys(side.units).forEach((id) => { told[id] = side.units[id]; }); });
    Object.keys(Object.assign({}, told, typed)).forEach((id) => {
      const one = told[id] || {}, other = typed[id] || {};
      if (one.strength !== other.strength || one.fate !== other.fate) { proof.wrong.push(`Unit ${id}: what was typed in is not what the journal has.`); }
    });
  }

  // The fates of generals by the journal's casualties; of units by what is left of them and where they went
  function checkFates(proof, report, events, typed) {
    const lost = {}, entered = Object.keys(typed).length > 0, named = {};
    events.forEach((event) => {
      if (event.ev === "casualty" && event.lost) { lost[event.commander] = true; }
      (event.ev === "amalgamate" ? event.groups : []).forEach((group) => { group.members.forEach((id) => { named[id] = true; }); });
    });
    report.sides.forEach((side, n) => {
      const file = report.battle.sides[n], posts = [file.commander].concat(file.wings || []);
      [side.commander].concat(side.wings || []).forEach((leader, k) => {
        proof.generals += 1;
        if (!posts[k] || posts[k].name !== leader.name) { proof.wrong.push(`${side.name}: ${leader.name} is no general of the battle file.`); }
        if (!entered && (leader.fate === "lost") !== Boolean(lost[leader.name])) { proof.wrong.push(`${leader.name}: the report has ${leader.fate}, but the journal has him otherwise.`); }
      });
      side.units.forEach((unit) => {
        const gone = unit.fate === "eliminated" || unit.fate === "amalgamated";
        if (gone !== (unit.after === 0) && unit.fate !== "exited") { proof.wrong.push(`${side.name}, unit ${unit.id}: it is ${unit.fate} with ${unit.after} strength points.`); }
        if (unit.fate === "amalgamated" && !named[unit.id]) { proof.wrong.push(`${side.name}, unit ${unit.id}: the journal has no amalgamation of it.`); }
      });
    });
  }

  function checkLosses(proof, report, events) {
    const began = {}, ids = {}, typed = {};
    report.battle.sides.forEach((side) => { side.units.forEach((unit) => { ids[unit.id] = true; }); });
    events.forEach((event) => { if (event.ev === "typed" && event.unit) { typed[event.unit] = event; } });
    const own = events.every((event) => !Number.isInteger(event.sp) || ids[event.unit]);
    const left_by_journal = own && !Object.keys(typed).length ? strengths(events, report.battle) : null;
    checkTyped(proof, report, typed);
    checkFates(proof, report, events, typed);
    report.battle.sides.forEach((side) => { side.units.forEach((unit) => { began[unit.id] = unit.strength; }); });
    report.sides.forEach((side) => {
      if (sum(side.units.map((unit) => unit.moved)) !== 0) { proof.wrong.push(`${side.name}: what was moved between the units does not add up to 0.`); }
      side.units.forEach((unit) => {
        const who = `${side.name}, unit ${unit.id}`;
        proof.units += 1;
        if (unit.before !== began[unit.id]) { proof.wrong.push(`${who}: the report begins it with ${unit.before}, but the battle file has ${began[unit.id]}.`); }
        if (unit.before !== unit.after + unit.lost + unit.moved) { proof.wrong.push(`${who}: ${unit.before} before is not ${unit.after} after, ${unit.lost} lost and ${unit.moved} moved.`); }
        if (left_by_journal && left_by_journal[unit.id] !== unit.after) { proof.wrong.push(`${who}: the report leaves it ${unit.after}, but the journal leaves it ${left_by_journal[unit.id]}.`); }
      });
    });
  }

  // A report's text, and its journal's lines where they are a file of their own: a Proof
  function verify(reportText, lines, known, expected) {
    const proof = new Proof(), report = JSON.parse(reportText);
    if (report.format !== "bivouac.report/1") { proof.wrong.push("This is no report of the format bivouac.report/1."); return proof; }
    if (lines === null && !report.journal) { proof.wrong.push("The report has no journal in it; choose the journal's file too."); return proof; }
    if (!known[report.rules]) { proof.wrong.push(`The rule system ${report.rules} is not known here.`); return proof; }
    canonical(reportText); // refuses a key that is given twice
    const journal = lines === null ? linesWithin(reportText) : lines;
    const events = journal.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    proof.events = events.length;
    checkSeed(proof, report, expected);
    if (`sha256:${digestOf(journal)}` !== report.digest) { proof.wrong.push("The digest of the journal is not the one of the report."); }
    checkEnds(proof, report, events);
    checkDice(proof, report, events, known[report.rules]);
    events.forEach((event) => { checkTotals(proof, event); });
    checkLosses(proof, report, events);
    if (window.bivouacChain) {
      proof.chain = true;
      proof.wrong.push.apply(proof.wrong, window.bivouacChain.faults(report, events));
    }
    return proof;
  }

  function sentence(proof) {
    const looked = `${proof.commitment ? "commitment, " : ""}seed, digest, ${proof.dice} dice, ${proof.totals} totals of ${proof.events} events, ${proof.chain ? "their order, " : ""}field, outcome, fates of ${proof.generals} generals, losses of ${proof.units} units`;
    if (!proof.wrong.length) { return `All that was compared is true: ${looked}. Whether each act was legal was not compared.${proof.commitment ? "" : " No commitment was given to compare the seed with."}`; }
    return `${proof.wrong.length === 1 ? "One thing is wrong" : `${proof.wrong.length} things are wrong`  } (checked: ${looked}).`;
  }

  window.bivouacVerify = { verify, sentence, sha256: digestOf, face, keyOf, canonical };

  // The page
  const root = document.getElementById("verify");
  if (!root || !window.fetch || !window.BigInt) { return; }
  const message = root.querySelector("[data-said]"), list = root.querySelector("[data-wrong]"), noted = root.querySelector("[data-noted]");
  const known = JSON.parse(root.dataset.streams);
  root.hidden = false;

  function announce(text, wrong) {
    message.textContent = text;
    list.replaceChildren.apply(list, wrong.slice(0, MOST_SHOWN).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
  }

  function show(reportText, lines, expected, of) {
    let proof;
    try { proof = verify(reportText, lines, known, expected); } catch (error) { announce(`This is no whole report: ${error.message}`, []); return; }
    announce((of || "") + sentence(proof), proof.wrong);
  }

  // The page's own digest, for a file that claims to be of its battle
  function digestHere(text) {
    return text.indexOf(JSON.stringify(root.dataset.seed)) >= 0 ? root.dataset.digest : "";
  }

  function fetched(url) {
    return fetch(url, { credentials: "same-origin" }).then((answer) => {
      if (!answer.ok) { throw new Error(`The server answered ${answer.status}.`); }
      return answer.text();
    });
  }

  root.querySelector("[data-check]").addEventListener("click", () => {
    announce("Reading the report and the journal …", []);
    Promise.all([fetched(root.dataset.report), fetched(root.dataset.journal)]).then((texts) => {
      show(texts[0], texts[1], { commitment: noted.value.trim(), seed: root.dataset.seed, digest: root.dataset.digest });
    }).catch((error) => { announce(error.message, []); });
  });

  root.querySelector("[data-files]").addEventListener("change", (event) => {
    const files = Array.prototype.slice.call(event.target.files), names = files.map((file) => file.name).join(", ");
    event.target.value = "";  // so that the same file can be chosen again
    if (!files.length) { return; }
    Promise.all(files.map((file) => file.text())).then((texts) => {
      let lines = null, report = null;
      texts.forEach((text, n) => { if (/\.jsonl$/.test(files[n].name)) { lines = text; } else { report = text; } });
      if (report === null) { announce("Choose a report; its journal may be chosen with it.", []); return; }
      show(report, lines, { commitment: noted.value.trim(), digest: digestHere(report) }, `${names}: `);
    }).catch((error) => { announce(error.message, []); });
  });
})();
