// Notes of a table are kept on this phone while the site does not answer, and sent later in their order. Only what this
// writer typed himself is kept: nothing of the page, nothing of the other side. Logging out deletes it (forms.js).
"use strict";

(function () {
  const STORE = "bivouac-notes", AGAIN = 15000;
  const FORMS = "form.companion-form, form.companion-spend";
  const HIDDEN = ["kind", "seen", "side", "act", "key", "csrfmiddlewaretoken"];
  const box = document.getElementById("kept");
  if (!box) { return; }
  const page = box.dataset.page, user = box.dataset.user, table = () => document.getElementById("table");
  let sending = false, away = false, problem = "";

  function read() {
    try {
      const all = JSON.parse(window.localStorage.getItem(STORE)) || [];
      return all.filter((note) => note.user === user);
    } catch { return []; }
  }
  function write(all) {
    try {
      if (all.length) { window.localStorage.setItem(STORE, JSON.stringify(all)); } else { window.localStorage.removeItem(STORE); }
      problem = "";
    } catch { problem = "This browser keeps nothing: write the notes on paper until the site answers."; }
    show();
  }
  const here = () => read().filter((note) => note.page === page);
  const waiting = () => here().filter((note) => note.fields && !note.sent);
  function change(key, with_) { write(read().map((note) => (note.key === key ? { ...note, ...with_ } : note))); }
  function drop(key) { write(tidy(read().filter((note) => note.key !== key))); }
  // The keys of notes that were sent are needed by those that follow them, and by nobody else.
  function tidy(all) { return all.some((note) => note.page === page && note.fields && !note.sent) ? all : all.filter((note) => note.page !== page || !note.sent); }

  function newKey() {
    return Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // What a form is about, in words: its heading and what was chosen, by the names that the reader saw.
  function chosen(form, name, value) {
    const all = [...(form.closest("#tool") || form).querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const inputs = all.filter((one) => one.type !== "hidden"), input = inputs.find((one) => one.value === value) || inputs[0];
    if (!input) { return ""; }
    const label = input.labels?.[0]?.firstChild?.textContent.trim() || "";
    if (input.tagName === "SELECT") { return ([...input.options].find((one) => one.value === value)?.text || value).split(" (")[0]; }
    if (input.tagName === "BUTTON") { return input.getAttribute("aria-label") || input.textContent.trim(); }
    if (input.type === "checkbox") { return label || value; }
    return input.type === "radio" ? label || value : `${label} ${value}`;
  }
  const empty = ([name, value]) => HIDDEN.includes(name) || ["", "0", "False"].includes(value);
  function words(form, fields) {
    const ask = form.closest("#tool")?.querySelector("form[method=get]");
    const title = ((ask || form).querySelector("h2, h3") || form.closest(".sheet, section")?.querySelector("h2, h3"))?.textContent.trim();
    const [dice, others] = [true, false].map((die) => fields.filter((field) => !empty(field) && field[0].startsWith("die-") === die));
    const parts = others.map(([name, value]) => chosen(form, name, value)).filter(Boolean);
    if (dice.length) { parts.push(`dice ${dice.map(([, face]) => face).join(", ")}`); }
    if (!parts.length) { parts.push(form.querySelector("[name=act]")?.textContent.trim()); }
    return [title, parts.filter(Boolean).join(", ")].filter(Boolean).join(": ") || "A note";
  }
  function fieldsOf(parameters) {
    const fields = parameters instanceof FormData ? [...parameters.entries()] : Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    return fields.filter(([name]) => name !== "csrfmiddlewaretoken").map(([name, value]) => [name, String(value)]);
  }
  function keep(form, fields) {
    const key = fields.find(([name]) => name === "key")?.[1] || newKey();
    const rest = fields.filter(([name]) => name !== "key");
    if (read().some((note) => note.key === key)) { return; }
    write([...read(), { key, user, page, fields: rest, words: words(form, rest), at: Date.now() }]);
  }
  const rolls = (fields) => fields.some(([name, value]) => name === "act" && value === "roll");
  function noDice() { problem = "The program's dice need the network. Throw your own dice and choose their faces, or wait until the site answers."; show(); }

  // Every note gets a key, so that one that arrived although its answer was lost is not written twice.
  document.body.addEventListener("htmx:configRequest", (event) => {
    const form = event.target.closest?.(FORMS);
    if (!form || event.detail.verb !== "post") { return; }
    event.detail.parameters.key = newKey();
    if (!waiting().length) { return; }
    event.preventDefault();
    const fields = fieldsOf(event.detail.parameters);
    if (rolls(fields)) { noDice(); return; }
    keep(form, fields);
    send();
  });
  function unanswered(event) {
    const asked = event.detail.requestConfig, form = asked?.elt?.closest?.(FORMS);
    away = true;
    if (asked?.elt?.closest?.("#news")) { event.stopPropagation(); }
    if (!form || asked.verb !== "post") { show(); return; }
    event.stopPropagation();
    const busy = document.getElementById("busy");
    if (busy) { busy.hidden = true; }
    const fields = fieldsOf(asked.parameters);
    if (rolls(fields)) { noDice(); } else { keep(form, fields); }
  }
  document.body.addEventListener("htmx:sendError", unanswered);
  document.body.addEventListener("htmx:timeout", unanswered);
  document.body.addEventListener("htmx:responseError", (event) => {
    if ([502, 503, 504].includes(event.detail.xhr.status)) { unanswered(event); }
  });

  async function post(note, sent) {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    const body = new URLSearchParams([...note.fields, ["key", note.key], ["later", "1"], ["csrfmiddlewaretoken", token ? token.value : ""]]);
    sent.forEach((key) => body.append("after", key));
    return window.fetch(page, { method: "POST", body, credentials: "same-origin", cache: "no-store" });
  }
  // One after the other; the first that clashes stops the rest, for they may rest upon it.
  async function send() {
    if (sending) { return; }
    sending = true;
    let written = 0;
    for (const note of waiting()) {
      if (note.clash) { break; }
      const sent = here().filter((one) => one.sent).map((one) => one.key);
      let answer = null;
      try { answer = await post(note, sent); } catch { away = true; break; }
      away = false;
      if (answer.status === 204) { written += 1; change(note.key, { sent: true }); continue; }
      if (answer.status === 422 || answer.status === 409) { change(note.key, { clash: await answer.text() }); break; }
      problem = answer.status > 499 ? "The site does not answer yet." : "The notes were not taken: log in again in another tab, then press Send now.";
      break;
    }
    sending = false;
    write(tidy(read()));
    if (written && window.htmx && table()) { window.htmx.ajax("GET", page, { target: "#table", select: "#table", swap: "outerHTML show:none" }); }
  }

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text) { made.textContent = text; }
    if (name) { made.className = name; }
    return made;
  }
  function button(text, act, strong) {
    const made = element("button", text, `btn btn-sm ${strong ? "btn-primary" : "btn-outline-primary"}`);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }
  function line(note) {
    const item = element("li");
    const at = new Date(note.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    item.append(element("span", `${at} `, "faint"), element("span", note.words));
    if (note.clash) {
      item.append(element("p", note.clash, "refusal mb-1"));
      item.append(button("Try it again", () => { change(note.key, { clash: "" }); send(); }), " ");
    }
    if (note.clash || !note.fields) { item.append(" ", button(note.fields ? "Leave it out" : "Cross it off", () => { drop(note.key); send(); })); }
    return item;
  }
  const list = box.querySelector("ul"), count = box.querySelector(".kept-count"), warning = box.querySelector(".kept-problem");
  const memo = box.querySelector("textarea");
  function show() {
    const notes = here().filter((note) => !note.sent), unsent = notes.filter((note) => note.fields);
    box.hidden = !(notes.length || away || problem);
    list.replaceChildren(...notes.map(line));
    count.textContent = unsent.length ? `${unsent.length === 1 ? "One note is" : `${unsent.length} notes are`} on this phone and not sent yet.` : "";
    warning.textContent = problem || (away ? "The site does not answer. What you note is kept on this phone and sent in order when it answers again. Until then the numbers below do not count it." : "");
    box.querySelector("[data-send]").hidden = !unsent.length;
  }
  box.querySelector("[data-send]").addEventListener("click", () => { problem = ""; send(); });
  box.querySelector("[data-keep]").addEventListener("click", () => {
    if (!memo.value.trim()) { memo.focus(); return; }
    write([...read(), { key: newKey(), user, page, words: memo.value.trim().slice(0, 500), at: Date.now() }]);
    memo.value = "";
  });

  window.addEventListener("online", () => { problem = ""; send(); });
  window.addEventListener("offline", () => { away = true; show(); });
  document.body.addEventListener("htmx:afterOnLoad", () => { if (away) { away = false; problem = ""; show(); send(); } });
  window.setInterval(() => { if (waiting().length && !document.hidden) { send(); } }, AGAIN);
  write(tidy(read()));
  if (waiting().length) { send(); }
})();
