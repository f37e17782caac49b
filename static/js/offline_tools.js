// Tools of the companion can be opened while the site does not answer. Copies of their forms are fetched while it does,
// and are held in the memory of this page alone: nothing of them is stored.
"use strict";

(function () {
  const SETTLE = 1500, FRESH = 120000, PART = ".companion-now, #tool";
  const copies = new Map();
  let fetched = -Infinity, fetching = false;
  const table = () => document.getElementById("table");
  const toolOf = (address) => new URL(address, window.location.href).searchParams.get("tool") || "";

  async function partOf(address) {
    const answer = await window.fetch(address, { credentials: "same-origin", cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok ? page.querySelector(`#table :is(${PART})`) : null;
  }
  // A tool that asks first is fetched with its first choices as well, for the form that writes the note.
  async function copyOf(link) {
    const part = await partOf(link.href), ask = part?.querySelector("form[method=get]");
    if (!ask) { return part; }
    return await partOf(`${link.pathname}?${new URLSearchParams(new FormData(ask))}`) || part;
  }
  async function fetchAll() {
    if (fetching || document.hidden || Date.now() - fetched < FRESH) { return; }
    fetching = true;
    try {
      for (const link of table()?.querySelectorAll(".companion-tools a, #tool > p > a") || []) {
        const part = await copyOf(link);
        if (part) { copies.set(toolOf(link.href), part.outerHTML); }
      }
      fetched = Date.now();
    } catch { /* the site is away: what has come is kept */ }
    fetching = false;
  }
  function soon() {
    const now = table()?.querySelector(".companion-now");
    if (now) { copies.set("", now.outerHTML); }
    window.setTimeout(fetchAll, SETTLE);
  }

  // What was asked goes into the form that writes the note; the answer to an older question goes away.
  function carry(ask) {
    const tool = ask.closest("#tool"), note = tool?.querySelector("form.companion-form");
    if (!note) { return false; }
    ask.querySelectorAll("input[name], select[name]").forEach((input) => {
      const hidden = note.querySelector(`input[type=hidden][name="${CSS.escape(input.name)}"]`);
      const chosen = input.type !== "radio" || input.checked;
      if (hidden && chosen) { hidden.value = input.type === "checkbox" ? (input.checked ? "True" : "False") : input.value; }
    });
    [...tool.children].filter((one) => !one.matches("form, p.mt-2")).forEach((one) => { one.remove(); });
    return true;
  }
  // The newest note that the reader has seen; a copy may be older.
  const seen = () => [...table().querySelectorAll("input[name=seen]")].reduce((most, input) => Math.max(most, Number(input.value)), 0);
  function openCopy(name) {
    const part = table()?.querySelector(PART), copy = copies.get(name);
    if (!part || !copy) { return false; }
    const newest = seen();
    window.htmx.swap(part, copy, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    table().querySelectorAll("input[name=seen]").forEach((input) => { input.value = newest; });
    table().querySelectorAll(".companion-tools a").forEach((link) => { if (toolOf(link.href) === name) { link.setAttribute("aria-current", "true"); } else { link.removeAttribute("aria-current"); } });
    const ask = table().querySelector("#tool form[method=get]");
    if (ask) { carry(ask); }
    table().querySelector("#tool")?.scrollIntoView({ block: "nearest" });
    return true;
  }
  function unanswered(event) {
    const asked = event.detail.requestConfig, elt = asked?.elt;
    if (asked?.verb !== "get" || !elt?.closest?.("#table")) { return; }
    const open = elt.matches("form") ? carry(elt) : elt.matches(".companion-tools a, #tool > p > a") && openCopy(toolOf(elt.href));
    if (open) { event.stopPropagation(); }
  }
  document.body.addEventListener("htmx:sendError", unanswered);
  document.body.addEventListener("htmx:timeout", unanswered);
  document.body.addEventListener("htmx:responseError", (event) => { if ([502, 503, 504].includes(event.detail.xhr.status)) { unanswered(event); } });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.closest?.("#table")) { soon(); } });
  soon();
})();
