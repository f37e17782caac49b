// Forms keep what was typed: the token is always the newest, and an answer that fails is told beside the form.
(function () {
  "use strict";
  function newest(form) {
    const cookie = /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie);
    if (!cookie) { return; }
    form.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = cookie[1]; });
  }
  function show(text) {
    const place = document.getElementById("messages");
    const note = document.createElement("div");
    note.className = "alert alert-danger";
    note.textContent = text;
    place.replaceChildren(note);
    note.scrollIntoView({ block: "nearest" });
  }

  // Of the options of rule systems those of the chosen one are shown.
  function fit(choice) {
    choice.form.querySelectorAll("[data-rules]").forEach((set) => { set.hidden = set.dataset.rules !== choice.value; });
  }
  function fitAll() {
    document.querySelectorAll("form:has([data-rules]) select[name=rules]").forEach(fit);
  }
  document.addEventListener("change", (event) => {
    if (event.target.name === "rules" && event.target.form) { fit(event.target); }
  });
  document.addEventListener("DOMContentLoaded", fitAll);
  window.addEventListener("pageshow", fitAll);

  // What takes longer than half a second says so; parts of a page that ask by themselves have bars of their own.
  let soon = null;
  function rest() {
    window.clearTimeout(soon);
    const bar = document.getElementById("busy");
    if (bar) { bar.hidden = true; }
  }
  function work() {
    rest();
    soon = window.setTimeout(() => { document.getElementById("busy").hidden = false; }, 500);
  }

  // Logging out deletes the notes of a table that this phone keeps (kept_notes.js); nobody loses them unasked.
  const NOTES = "bivouac-notes";
  function unsent() {
    try { return JSON.parse(window.localStorage.getItem(NOTES) || "[]").filter((note) => !note.sent).length; } catch { return 0; }
  }
  document.addEventListener("submit", (event) => {
    if (!/\/accounts\/logout\/$/.test(event.target.action)) { return; }
    const kept = unsent();
    if (kept && !window.confirm(`Notes on this phone that are not sent yet: ${kept}. Log out and delete them?`)) { event.preventDefault(); return; }
    try { window.localStorage.removeItem(NOTES); } catch { return; }
  }, true);
  document.addEventListener("submit", (event) => { newest(event.target); }, true);
  // The second click of two is none. After a download the page stays, so that the form is free again soon.
  const AGAIN_AFTER = 3000;
  const sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    if (event.target.method !== "post" || event.defaultPrevented) { return; }
    if (Date.now() - (sent.get(event.target) || 0) < AGAIN_AFTER) { event.preventDefault(); return; }
    sent.set(event.target, Date.now());
    work();
  });
  window.addEventListener("pageshow", (event) => {
    rest();
    if (event.persisted) { document.querySelectorAll("form").forEach((form) => { sent.delete(form); }); }
  });
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.requestConfig.triggeringEvent) { work(); } });
  document.addEventListener("htmx:afterRequest", rest);
  document.addEventListener("htmx:sendError", () => { show("The site does not answer. What you typed is still here: send it again in a moment."); });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status > 499) { show("Something broke on our side; nothing was changed. What you typed is still here: send it again."); }
    if (event.detail.xhr.status === 403) { show("You do not have access to this; nothing was changed."); }
    if (event.detail.xhr.status === 404) { show("That is not there any more. Load the page again."); }
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "messages") { event.target.scrollIntoView({ block: "nearest" }); }
  });
})();
