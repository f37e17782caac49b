// Moves towns on the map of a draft: what is dragged, or pushed with the arrow keys, is written into the table below it.
// Without this script the table alone has the towns.
(function () {
  "use strict";
  const frame = document.querySelector("[data-draft-map]");
  const map = frame && frame.querySelector("svg");
  const table = document.getElementById("id_text");
  const note = document.getElementById("moved");
  if (!map || !table || !note) { return; }
  const known = Object.fromEntries(Object.entries(frame.dataset).map(([key, value]) => [key, Number(value)]));
  const STEP = 4;

  // Cells of a line of the table; quotation marks are kept as they are.
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
  function markOf(head) {
    return [",", ";", "\t"].reduce((best, mark) => (head.split(mark).length > head.split(best).length ? mark : best));
  }
  function columns() {
    const head = table.value.split("\n")[0];
    const mark = markOf(head);
    const names = cells(head, mark).map((name) => bare(name).toLowerCase());
    const pairs = [["longitude", "latitude"], ["lon", "lat"], ["x", "y"]];
    const pair = pairs.find((one) => one.every((name) => names.includes(name)));
    return { mark, count: names.length, name: names.indexOf("name"), places: pair && pair.map((one) => names.indexOf(one)),
      degrees: Boolean(pair) && pair[0] !== "x" };
  }
  // A place of the picture as the table has it: map units, or degrees.
  function written(x, y, degrees) {
    const [across, down] = [x / known.scale, y / known.scale];
    if (!degrees) { return [across, down].map((value) => value.toFixed(1)); }
    const shrunk = Math.cos(known.parallel * Math.PI / 180);
    return [known.west + across / known.units / shrunk, known.north - down / known.units].map((value) => value.toFixed(3));
  }
  function enter(name, x, y) {
    const shape = columns();
    if (shape.name < 0 || !shape.places) {
      note.textContent = "Head the columns name, x and y, or longitude and latitude, to move towns on the map.";
      return;
    }
    const [across, down] = written(x, y, shape.degrees);
    const lines = table.value.replace(/\s+$/, "").split("\n");
    let at = lines.findIndex((line, number) => number && bare(cells(line, shape.mark)[shape.name] || "") === name);
    const row = at < 0 ? Array(shape.count).fill("") : cells(lines[at], shape.mark);
    if (at < 0) { at = lines.length; row[shape.name] = name; }
    [row[shape.places[0]], row[shape.places[1]]] = [across, down];
    lines[at] = row.join(shape.mark);
    table.value = `${lines.join("\n")}\n`;
    note.textContent = `${name}: ${across}, ${down}. Enter the table to draw the map anew.`;
  }
  function place(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  }
  function put(handle, x, y) {
    handle.setAttribute("cx", x.toFixed(1));
    handle.setAttribute("cy", y.toFixed(1));
  }

  let held = null, moved = false;
  map.addEventListener("pointerdown", (event) => {
    held = event.target.closest(".town-handle");
    moved = false;
    if (held) { held.setPointerCapture(event.pointerId); event.preventDefault(); held.focus(); }
  });
  map.addEventListener("pointermove", (event) => {
    if (!held) { return; }
    const { x, y } = place(event);
    moved = true;
    put(held, x, y);
  });
  map.addEventListener("pointerup", () => {
    if (held && moved) { enter(held.dataset.name, Number(held.getAttribute("cx")), Number(held.getAttribute("cy"))); }
    held = null;
  });
  map.addEventListener("pointercancel", () => { held = null; });
  map.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".town-handle");
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!handle || !way) { return; }
    event.preventDefault();
    const [x, y] = ["cx", "cy"].map((name, n) => Number(handle.getAttribute(name)) + way[n] * STEP * (event.shiftKey ? 5 : 1));
    put(handle, x, y);
    enter(handle.dataset.name, x, y);
  });
  // A second click on one spot of the land makes a town there.
  map.addEventListener("dblclick", (event) => {
    if (event.target.closest(".town-handle")) { return; }
    const names = table.value.split("\n");
    let number = 1;
    while (names.some((line) => line.includes(`Town ${number}`))) { number += 1; }
    const { x, y } = place(event);
    enter(`Town ${number}`, x, y);
  });
}());
