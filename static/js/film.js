// Plays the film of the war: asks for the next turn and puts it in the place of this one. Without it links and the form lead from turn to turn.
(function () {
  "use strict";
  var film = document.getElementById("film");
  if (!film || !window.fetch) { return; }
  var PACE = 1800;
  var playing = false, timer = 0, asked = 0;

  function show(url, then) {
    var mine = asked += 1;
    fetch(url, { headers: { "HX-Request": "true" }, credentials: "same-origin" }).then(function (response) {
      if (!response.ok) { throw new Error(String(response.status)); }
      return response.text();
    }).then(function (text) {
      if (mine !== asked) { return; }
      film.innerHTML = text;
      window.history.replaceState(null, "", url);
      ready();
      then();
    }).catch(function () { stop(); });
  }
  function step() {
    var next = film.querySelector('a[rel="next"]');
    if (!playing) { return; }
    if (!next) { stop(); return; }
    show(next.href, function () { timer = window.setTimeout(step, PACE); });
  }
  function stop() {
    playing = false;
    window.clearTimeout(timer);
    ready();
  }
  function toggle() {
    if (playing) { stop(); return; }
    playing = true;
    if (film.querySelector('a[rel="next"]')) { step(); return; }
    var slider = film.querySelector("#film-turn");
    slider.value = slider.min;
    show(address(slider), function () { timer = window.setTimeout(step, PACE); });
  }
  function address(slider) {
    return slider.form.action + "?" + new URLSearchParams(new FormData(slider.form)).toString();
  }
  function ready() {
    var button = film.querySelector("[data-film-play]");
    var send = film.querySelector("form button");
    button.hidden = false;
    button.textContent = playing ? "Pause" : "Play";
    button.setAttribute("aria-pressed", String(playing));
    if (send) { send.hidden = true; }
  }

  film.addEventListener("click", function (event) {
    var link = event.target.closest('a[rel="prev"], a[rel="next"]');
    if (event.target.closest("[data-film-play]")) { toggle(); return; }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    stop();
    show(link.href, function () {});
  });
  film.addEventListener("change", function (event) {
    if (event.target.id !== "film-turn") { return; }
    stop();
    show(address(event.target), function () {});
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== " " || event.target.closest("input, button, a, select, textarea, summary, dialog[open]")) { return; }
    event.preventDefault();
    toggle();
  });
  ready();
})();
