// Forms keep what was typed: the token is always the newest, and an answer that fails is told beside the form.
(function () {
  "use strict";
  function newest(form) {
    var cookie = /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie);
    if (!cookie) { return; }
    form.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach(function (input) { input.value = cookie[1]; });
  }
  function tell(text) {
    var place = document.getElementById("messages");
    var note = document.createElement("div");
    note.className = "alert alert-danger";
    note.textContent = text;
    place.replaceChildren(note);
    note.scrollIntoView({ block: "nearest" });
  }

  // Of the options of rule systems those of the chosen one are shown.
  function fit(choice) {
    choice.form.querySelectorAll("[data-rules]").forEach(function (set) { set.hidden = set.dataset.rules !== choice.value; });
  }
  function fitAll() {
    document.querySelectorAll("form:has([data-rules]) select[name=rules]").forEach(fit);
  }
  document.addEventListener("change", function (event) {
    if (event.target.name === "rules" && event.target.form) { fit(event.target); }
  });
  document.addEventListener("DOMContentLoaded", fitAll);
  window.addEventListener("pageshow", fitAll);

  // What takes longer than half a second says so; parts of a page that ask by themselves have bars of their own.
  var soon = null;
  function rest() {
    window.clearTimeout(soon);
    var bar = document.getElementById("busy");
    if (bar) { bar.hidden = true; }
  }
  function work() {
    rest();
    soon = window.setTimeout(function () { document.getElementById("busy").hidden = false; }, 500);
  }

  document.addEventListener("submit", function (event) { newest(event.target); }, true);
  document.addEventListener("submit", function (event) { if (event.target.method === "post" && !event.defaultPrevented) { work(); } });
  window.addEventListener("pageshow", rest);
  document.addEventListener("htmx:beforeRequest", function (event) { if (event.detail.requestConfig.triggeringEvent) { work(); } });
  document.addEventListener("htmx:afterRequest", rest);
  document.addEventListener("htmx:sendError", function () { tell("The site does not answer. What you typed is still here: send it again in a moment."); });
  document.addEventListener("htmx:responseError", function (event) {
    if (event.detail.xhr.status > 499) { tell("Something broke on our side; nothing was changed. What you typed is still here: send it again."); }
    if (event.detail.xhr.status === 403) { tell("That is another's business; nothing was changed."); }
    if (event.detail.xhr.status === 404) { tell("That is not there any more. Load the page again."); }
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.target.id === "messages") { event.target.scrollIntoView({ block: "nearest" }); }
  });
})();
