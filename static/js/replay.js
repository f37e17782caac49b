// Plays a battle: asks for its film (what each event changes), keeps the table of the moment, and moves what stands on it.
// Without it the page shows one moment, and links lead to the others.
(function () {
  "use strict";
  const root = document.getElementById("replay");
  if (!root || !window.fetch) { return; }
  const KEYFRAME = 64;
  const CROSS = 0.62;
  const SVG = "http://www.w3.org/2000/svg";
  const MARGIN = -plateTop(), FALLEN = 0.8;
  const AIMED = { fire: true, combat: true, contact: true };
  const COSTLY = { hit: true, rout: true, eliminated: true, pursuit: true };
  const FOLLOWS = { check: true, hit: true, rout: true, eliminated: true, fallback: true, occupy: true, casualty: true, command_change: true, squares: true, repoint: true, contact: true, turned: true, stratagem: true, morale: true };
  const PACE = { deploy: 60, activate: 130, move: 620, withdraw: 620, night_move: 240, fallback: 520, occupy: 420, fire: 750, combat: 900, contact: 450, hit: 320, rout: 800, eliminated: 500, commander_move: 450, rally: 600, arrive: 500, casualty: 1200, command_change: 1200, day_start: 1300, round_end: 500, initiative: 420, command_roll: 260, stay_leave: 1500, pursuit: 1200, battle_end: 0 };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const frame = document.getElementById("rp-frame");
  const plate = frame.querySelector("svg");
  const slider = document.getElementById("rp-slider");
  const said = document.getElementById("rp-said");
  const units = {}, stands = {}, boxes = {}, facts = {}, lands = {}, rounds = {}, strengths = {}, places = {};
  const keyframes = [], last = Number(root.dataset.last);
  let film = null, table = {}, at = Number(root.dataset.at);
  let picked = null;
  let playing = false, only = false, began = 0, glides = [], waited = 0;

  function plateTop() { return document.querySelector("#rp-frame svg").viewBox.baseVal.y; }

  // What is on the page
  function gather(selector, into, key) {
    root.querySelectorAll(selector).forEach((node) => {
      const name = node.dataset[key];
      (into[name] = into[name] || []).push(node);
    });
  }
  gather("[data-stand]", stands, "stand");
  gather("[data-box]", boxes, "box");
  gather("[data-fact]", facts, "fact");
  gather("[data-strength]", strengths, "strength");
  gather("[data-where]", places, "where");
  gather("[data-piece]", lands, "piece");
  const works = Array.prototype.slice.call(root.querySelectorAll("[data-work]"));
  root.querySelectorAll("[data-unit]").forEach((node) => {
    units[node.dataset.unit] = { node, turn: node.querySelector(".rp-number"), text: node.querySelector(".rp-number text"), title: node.querySelector("title"), plate: node.querySelector(".rp-number").getAttribute("transform").replace(/ ?rotate\([^)]*\)/, ""), width: Number(node.querySelector(".rp-base").getAttribute("width")), depth: Number(node.querySelector(".rp-base").getAttribute("height")), side: node.classList.contains("rp-s1") ? 1 : 0, full: Number(node.querySelector("title").textContent.split("/").pop()) };
  });

  // The film: the table after event n is the one before with a few values changed
  function tableAt(n) {
    const from = Math.floor(n / KEYFRAME);
    while (keyframes.length <= from) {
      const k = keyframes.length;
      const made = Object.assign({}, k ? keyframes[k - 1] : film.start);
      for (let i = (k - 1) * KEYFRAME; k && i < k * KEYFRAME; i += 1) { Object.assign(made, film.steps[i][1]); }
      keyframes.push(made);
    }
    const found = Object.assign({}, keyframes[from]);
    for (let j = from * KEYFRAME; j < n; j += 1) { Object.assign(found, film.steps[j][1]); }
    return found;
  }
  function chapterAt(n) {
    for (let i = 0; i < film.chapters.length; i += 1) { if (n <= film.chapters[i][2]) { return i; } }
    return film.chapters.length - 1;
  }

  // Drawing
  function number(value) { return String(Math.round(value * 10000) / 10000); }
  function place(unit, x, y, facing, off) {
    unit.node.setAttribute("transform", `translate(${number(x)} ${number(film.depth - y)}) rotate(${number(facing)})${off ? " scale(0.55)" : ""}`);
    unit.turn.setAttribute("transform", `${unit.plate} rotate(${number(-facing)})`);
  }
  function drawUnit(key) {
    const unit = units[key], pose = table[`u${key}.at`], where = table[`u${key}.in`], points = table[`u${key}.sp`];
    const node = unit.node;
    place(unit, pose[0], pose[1], pose[2], where !== "board");
    node.dataset.in = where;
    node.dataset.sp = points;
    node.dataset.at = pose.map(number).join(" ");
    node.classList.toggle("rp-off", where !== "board");
    node.classList.toggle("rp-squares", Boolean(table[`u${key}.sq`]));
    node.classList.toggle("rp-worn", points < unit.full);
    unit.text.textContent = points;
    strengths[key][0].textContent = points;
    places[key][0].textContent = film.where[where];
    unit.title.textContent = unit.title.textContent.replace(/\d+\/(\d+)$/, `${points}/$1`);
  }
  function drawStand(key) {
    const node = stands[key][0], pose = table[`l${key}.at`], here = table[`l${key}.in`];
    if (here) { node.removeAttribute("display"); } else { node.setAttribute("display", "none"); }
    node.dataset.at = here ? pose.map(number).join(" ") : "";
    if (pose) { node.setAttribute("transform", `translate(${number(pose[0])} ${number(film.depth - pose[1])})`); }
    node.classList.toggle("rp-army", table[`l${key}.role`] === "army");
    node.classList.toggle("rp-wing", table[`l${key}.role`] !== "army");
    node.querySelector(".rp-reach").setAttribute("r", table.radius ? table.radius + 1 : 0);
    node.querySelector("title").textContent = `${table[`l${key}.name`]  }, ${  table[`l${key}.role`] === "army" ? "army" : "wing"  } commander, ${  table[`l${key}.skill`]}`;
  }
  function drawBox(key) {
    const box = table[`b${key}`], node = boxes[key][0];
    node.textContent = box ? `${node.dataset.word} ${box[1]}` : "";
    if (box) { node.setAttribute("x", box[0]); }
  }
  function drawField() {
    Object.keys(lands).forEach((key) => { show(lands[key][0], table.gone.indexOf(Number(key)) < 0); });
    works.forEach((node) => { show(node, table.works.indexOf(Number(node.dataset.work)) >= 0); });
  }
  function show(node, on) { if (on) { node.removeAttribute("display"); } else { node.setAttribute("display", "none"); } }
  function drawFacts() {
    const turn = table.turn, left = table.left === null ? "" : `, ${table.left}${table.left === 1 ? " action left" : " actions left"}`;
    const words = {
      title: film.chapters[chapterAt(at)][0],
      sky: table.weather ? `${film.skies[table.weather]}, ${table.ground} ground` : "–",
      radius: table.radius ? `${table.radius}″` : "–",
      count: table.length ? `${table.count} of ${table.length}` : "–",
      turn: turn === null ? "–" : film.sides[turn] + left,
      rolls: table.rolls.map((roll) => roll === null ? "–" : roll).join(" : "),
      strength: `${film.sides[0]} ${table.s0}, ${film.sides[1]} ${table.s1}`
    };
    Object.keys(words).forEach((key) => {
      (facts[key] || []).forEach((node) => { if (node.textContent !== words[key]) { node.textContent = words[key]; } });
    });
  }
  function made(tag, parent, attributes, text) {
    const node = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach((name) => { node.setAttribute(name, attributes[name]); });
    if (text) { node.textContent = text; }
    parent.appendChild(node);
  }
  function drawMarks() {
    const marks = plate.querySelector(".rp-marks"), tags = plate.querySelector(".rp-tags"), step = at ? film.steps[at - 1] : ["", {}, [], []];
    marks.textContent = "";
    tags.textContent = "";
    table.fights.forEach((pair) => { made("path", marks, { "class": "rp-lock", d: cross(pair[0], pair[1]) }); });
    if (AIMED[step[0]]) {
      step[2].forEach((one) => {
        step[3].forEach((other) => { made("path", marks, { "class": `rp-${step[0]}`, d: step[0] === "combat" ? cross(one, other) : line(one, other) }); });
      });
    }
    plate.querySelectorAll(".rp-acts, .rp-struck").forEach((node) => { node.classList.remove("rp-acts", "rp-struck"); });
    step[2].forEach((key) => { units[key].node.classList.add("rp-acts"); });
    step[3].forEach((key) => { units[key].node.classList.add("rp-struck"); });
    drawTags(tags, step[2].concat(step[3], picked === null ? [] : [picked]));
  }
  // Names: inside the picture, off other names and, where there is room, off other units
  function baseOf(key) {
    const at = spot(key), half = (units[key].width + units[key].depth) / 4;
    return [at[0] - half, at[1] - half, at[0] + half, at[1] + half];
  }
  function tries(key, below, size) {
    const at = spot(key), unit = units[key], half = unit.node.dataset.name.length * 0.24 * size, found = [];
    const x = Math.min(Math.max(at[0], half), Math.max(half, plate.viewBox.baseVal.width - half));
    for (let row = 0; row < 4; row += 1) {
      [below, !below].forEach((under) => {
        const gap = unit.depth / 2 + row * 1.1 * size;
        const wanted = under ? at[1] + gap + 1.05 * size : at[1] - gap - 0.35 * size;
        const y = Math.min(Math.max(wanted, 0.85 * size - MARGIN), film.depth + MARGIN - 0.25 * size);
        found.push({ x, y, box: [x - half, y - 0.85 * size, x + half, y + 0.25 * size] });
      });
    }
    return found;
  }
  function meet(a, b) { return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]; }
  function drawTags(tags, shown) {
    const lowest = Math.max.apply(null, shown.map((key) => spot(key)[1]));
    const bases = Object.keys(units).filter((key) => table[`u${key}.in`] === "board");
    const placed = [], size = Number(tags.getAttribute("font-size"));
    shown.forEach((key, i) => {
      if (shown.indexOf(key) !== i) { return; }
      const others = bases.filter((other) => Number(other) !== key).map(baseOf);
      const covers = (box) => others.filter((base) => meet(box, base)).length + 10 * placed.filter((name) => meet(box, name)).length;
      const best = tries(key, spot(key)[1] >= lowest - 1.5, size).reduce((found, one) => covers(one.box) < covers(found.box) ? one : found);
      placed.push(best.box);
      made("text", tags, { "class": "rp-tag", x: number(best.x), y: number(best.y), fill: "#231d14", stroke: "#fffdf6", "stroke-width": ".45", "paint-order": "stroke", "stroke-linejoin": "round" }, units[key].node.dataset.name);
    });
  }

  // The way of the last move, where units broke, and what the event has cost
  function drawTraces() {
    const traces = plate.querySelector(".rp-traces"), brokens = plate.querySelector(".rp-brokens");
    let n = at;
    while (n && !film.steps[n - 1][4] && FOLLOWS[film.steps[n - 1][0]]) { n -= 1; }
    const ways = n ? film.steps[n - 1][4] || {} : {};
    traces.textContent = "";
    brokens.textContent = "";
    Object.keys(ways).forEach((key) => {
      const points = ways[key].map((pose) => `${number(pose[0])} ${number(film.depth - pose[1])}`);
      made("path", traces, { "class": `rp-trace rp-of-${units[key].side}`, d: `M${points.join("L")}` });
    });
    table.broke.forEach((mark) => {
      const down = `M${number(mark[1])} ${number(film.depth - mark[2] + FALLEN)}v${-2 * FALLEN}l${FALLEN} .4l${-FALLEN} .4`;
      made("path", brokens, { "class": `rp-broken rp-of-${units[mark[0]].side}`, d: `${down}m${-FALLEN} .2l${2 * FALLEN} .4` });
    });
  }
  function drawLosses(before) {
    const losses = plate.querySelector(".rp-losses-now"), step = at ? film.steps[at - 1] : [""];
    losses.textContent = "";
    if (!COSTLY[step[0]]) { return; }
    Object.keys(units).forEach((key) => {
      const lost = before[`u${key}.sp`] - table[`u${key}.sp`], pose = before[`u${key}.at`];
      if (!(lost > 0) || before[`u${key}.in`] !== "board") { return; }
      const place = { x: number(pose[0] + units[key].width / 2), y: number(film.depth - pose[1] - units[key].depth / 2) };
      made("text", losses, { "class": "rp-loss", ...place, fill: "#b3261e", stroke: "#fffdf6", "stroke-width": ".45", "paint-order": "stroke", "stroke-linejoin": "round" }, `−${lost}`);
    });
  }
  function spot(key) { const pose = table[`u${key}.at`]; return [pose[0], film.depth - pose[1]]; }
  function line(one, other) { return `M${spot(one).map(number).join(" ")}L${spot(other).map(number).join(" ")}`; }
  function cross(one, other) {
    const a = spot(one), b = spot(other);
    return `M${number((a[0] + b[0]) / 2 - CROSS)} ${number((a[1] + b[1]) / 2 - CROSS)}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
  }

  // Everything, or what one event has changed
  function drawAll() {
    Object.keys(units).forEach(drawUnit);
    Object.keys(stands).forEach(drawStand);
    Object.keys(boxes).forEach(drawBox);
    drawField();
    drawRest();
  }
  function drawChanges(changes) {
    const seen = {};
    Object.keys(changes).forEach((key) => {
      const parts = key.split("."), what = parts[0].charAt(0), which = what === "b" ? key.slice(1) : parts[0].slice(1);
      if (parts.length < 2 || seen[what + which]) { return; }
      seen[what + which] = true;
      if (what === "u") { drawUnit(which); } else if (what === "l") { drawStand(which); } else if (what === "b") { drawBox(which); }
    });
    if ("radius" in changes) { Object.keys(stands).forEach(drawStand); }
    if ("works" in changes || "gone" in changes) { drawField(); }
    drawRest();
  }
  function drawRest() {
    drawFacts();
    drawMarks();
    drawTraces();
    document.getElementById("rp-banner").hidden = at !== last;
    root.dataset.at = at;
    slider.value = at;
    document.getElementById("rp-place").textContent = `${at} of ${last}`;
    document.getElementById("rp-now").setAttribute("transform", `translate(${number(600 * at / Math.max(1, last))} 0)`);
    document.getElementById("rp-link").href = `?at=${at}`;
    account();
    follow();
  }

  // Going to a moment
  function go(n) {
    glides = [];
    const to = Math.max(0, Math.min(last, n));
    const step = to === at + 1 ? film.steps[at] : null;
    const before = step ? { ...table } : tableAt(Math.max(0, to - 1));
    at = to;
    if (step) { Object.assign(table, step[1]); drawChanges(step[1]); } else { table = tableAt(at); drawAll(); }
    drawLosses(before);
  }
  function goAndTell(n) {
    pause();
    go(n);
    address();
  }
  function address() { history.replaceState(history.state, "", `?at=${at}`); }
  function round(by) {
    const here = chapterAt(at), chapters = film.chapters;
    if (by < 0) { goAndTell(at > chapters[here][1] ? chapters[here][1] : chapters[Math.max(0, here - 1)][1]); }
    else { goAndTell(here + 1 < chapters.length ? chapters[here + 1][1] : last); }
  }

  // Playing: each event has its time; what moves glides along its path
  function speed() { return Number(document.getElementById("rp-speed").value) || 1; }
  function play() {
    if (playing) { pause(); return; }
    if (at >= last) { go(0); }
    playing = true;
    waited = 0;
    state("playing");
    begin(performance.now());
    window.requestAnimationFrame(tick);
  }
  function pause() {
    if (!playing) { return; }
    playing = false;
    glides.forEach((glide) => { drawUnit(glide.key); });
    glides = [];
    state("paused");
    address();
  }
  function state(name) {
    const button = root.querySelector("[data-do=play]");
    root.dataset.state = name;
    button.setAttribute("aria-label", name === "playing" ? "Pause" : "Play");
    said.setAttribute("aria-live", name === "playing" ? "off" : "polite");
  }
  function toHighlight() {
    const next = film.highlights.find((part) => at < part[1]);
    if (!only || !next || at >= next[0] - 1) { return false; }
    go(next[0] - 1);
    waited = 700 / speed();
    return true;
  }
  function begin(now) {
    began = now;
    if (toHighlight()) { return; }
    const before = {}, step = film.steps[at];
    Object.keys(step[1]).forEach((key) => { if (/^u\d+\.at$/.test(key)) { before[key] = table[key]; } });
    go(at + 1);
    waited = (step[0] in PACE ? PACE[step[0]] : 160) / speed();
    if (still.matches) { waited = Math.max(waited, 500 / speed()); return; }
    if (waited < 30) { return; }
    glides = Object.keys(before).filter(() => step[0] !== "deploy").map((key) => {
      const unit = key.slice(1, -3), ways = (step[4] || {})[unit];
      return { key: unit, way: ways || [before[key], table[key]], off: table[`u${unit}.in`] !== "board" };
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
      if (at >= last) { pause(); return; }
      begin(began + waited);
    }
    const part = Math.min(1, 1.25 * (now - began) / waited);
    glides.forEach((glide) => { glideTo(glide, part * part * (3 - 2 * part)); });
    root.dataset.frames = Number(root.dataset.frames || 0) + 1;
    window.requestAnimationFrame(tick);
  }

  // The account of the round, asked for when the round is reached
  function account() {
    const key = chapterAt(at);
    let list = document.getElementById("rp-account");
    if (Number(list.dataset.first) !== film.chapters[key][1]) {
      if (rounds[key] && rounds[key].nodeType) { list.replaceWith(rounds[key]); list = rounds[key]; }
      else { said.textContent = "…"; fetchRound(key); return; }
    }
    mark(list);
    if (key + 1 < film.chapters.length && !rounds[key + 1]) { fetchRound(key + 1); }
  }
  function fetchRound(key) {
    if (rounds[key]) { return; }
    rounds[key] = "asked";
    window.fetch(root.dataset.account + (root.dataset.account.indexOf("?") < 0 ? "?at=" : "&at=") + film.chapters[key][1], { credentials: "same-origin" })
      .then((answer) => { if (!answer.ok) { throw new Error(String(answer.status)); } return answer.text(); })
      .then((text) => {
        rounds[key] = new DOMParser().parseFromString(text, "text/html").getElementById("rp-account");
        if (chapterAt(at) === key) { account(); }
      })
      .catch(() => { delete rounds[key]; });
  }
  function mark(list) {
    const entry = list.querySelector(`[data-n="${at}"]`);
    list.querySelectorAll("[aria-current]").forEach((node) => { if (node !== entry) { node.removeAttribute("aria-current"); } });
    if (!entry) { said.textContent = at ? "" : "Before the battle."; return; }
    entry.setAttribute("aria-current", "step");
    said.textContent = entry.querySelector("summary").textContent;
    const scroll = document.getElementById("rp-scroll");
    if (scroll.scrollHeight > scroll.clientHeight + 2) {
      const top = entry.offsetTop - list.offsetTop;
      if (top < scroll.scrollTop + 40 || top > scroll.scrollTop + scroll.clientHeight - 80) { scroll.scrollTop = top - scroll.clientHeight / 3; }
    }
  }

  // A larger table follows those who act
  function enlarge(by) {
    frame.dispatchEvent(new CustomEvent("rp-zoom", { detail: by }));
    follow();
  }
  function follow() {
    if (!frame.classList.contains("rp-zoomed") || !at) { return; }
    const step = film.steps[at - 1], key = step[2].concat(step[3])[0];
    if (key === undefined) { return; }
    const box = units[key].node.getBoundingClientRect(), view = frame.getBoundingClientRect();
    const inside = box.left > view.left + 40 && box.right < view.right - 40 && box.top > view.top + 30 && box.bottom < view.bottom - 30;
    if (!inside) { frame.scrollBy(box.left - view.left - view.width / 2, box.top - view.top - view.height / 2); }
  }

  // Hands
  const deeds = {
    play, back () { goAndTell(at - 1); }, on () { goAndTell(at + 1); },
    "round-back" () { round(-1); }, "round-on" () { round(1); },
    larger () { enlarge(1); }, smaller () { enlarge(-1); },
    highlights () {
      only = !only;
      document.getElementById("rp-highlights").setAttribute("aria-pressed", String(only));
    }
  };
  const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "on", "+": "larger", "=": "larger", "-": "smaller", h: "highlights" };
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, select, dialog[open], input:not([type=range])")) { return; }
    if (event.key === " " && event.target.closest("button, a, summary")) { return; }
    if (event.target === slider && event.key !== " ") { return; }
    if (event.target === frame && frame.classList.contains("rp-zoomed") && event.key.length > 1) { return; }
    if (event.key === "Home") { goAndTell(0); }
    else if (event.key === "End") { goAndTell(last); }
    else if (event.shiftKey && event.key === "ArrowLeft") { round(-1); }
    else if (event.shiftKey && event.key === "ArrowRight") { round(1); }
    else if (keys[event.key]) { deeds[keys[event.key]](); }
    else { return; }
    event.preventDefault();
    event.stopPropagation();
  }
  function pick(node) {
    const key = node ? Number(node.dataset.unit) : null;
    plate.querySelectorAll(".rp-picked").forEach((other) => { other.classList.remove("rp-picked"); });
    picked = key === picked ? null : key;
    if (picked !== null) { node.classList.add("rp-picked"); }
    drawMarks();
  }
  function onClick(event) {
    const button = event.target.closest("[data-do]"), link = event.target.closest("a.rp-n"), unit = event.target.closest("[data-unit]");
    if (unit && plate.contains(unit)) { pick(unit); }
    if (button) { deeds[button.dataset.do](); }
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); goAndTell(Number(link.textContent)); }
  }
  function begun() {
    document.getElementById("rp-still").hidden = true;
    root.querySelectorAll("#rp-still a[rel]").forEach((link) => { link.removeAttribute("rel"); });
    document.getElementById("rp-buttons").hidden = false;
    document.getElementById("rp-slide").hidden = false;
    document.getElementById("rp-tools").hidden = false;
    document.getElementById("rp-go").hidden = true;
    root.classList.add("rp-live");
    rounds[chapterAt(at)] = document.getElementById("rp-account");
    table = tableAt(at);
    drawAll();
    drawLosses(tableAt(Math.max(0, at - 1)));
    state("paused");
    root.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey, true);
    slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
    slider.addEventListener("change", address);
    document.getElementById("rp-jump").addEventListener("change", (event) => {
      goAndTell(Number(event.target.value));
      event.target.selectedIndex = 0;
    });
    document.getElementById("rp-chart").addEventListener("click", (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      goAndTell(Math.round(last * ((event.clientX - box.left) / box.width * 680 - 34) / 600));
    });
  }
  window.fetch(root.dataset.film, { credentials: "same-origin" })
    .then((answer) => { if (!answer.ok) { throw new Error(String(answer.status)); } return answer.json(); })
    .then((told) => { film = told; begun(); })
    .catch(() => { root.dataset.state = "still"; });
})();
