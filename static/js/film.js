// Plays the film of the war: asks for the next turn and puts it in the place of this one. Without it links and the form lead from turn to turn.
(function () {
  "use strict";
  const film = document.getElementById("film");
  if (!film || !window.fetch) { return; }
  const PACE = 1800;
  let playing = false, timer = 0, asked = 0;

  function show(url, then) {
    const mine = asked += 1;
    fetch(url, { headers: { "HX-Request": "true" }, credentials: "same-origin" }).then((response) => {
      if (!response.ok) { throw new Error(String(response.status)); }
      return response.text();
    }).then((text) => {
      if (mine !== asked) { return; }
      film.innerHTML = text;
      window.history.replaceState(null, "", url);
      ready();
      then();
    }).catch(() => { stop(); });
  }
  function step() {
    const next = film.querySelector('a[rel="next"]');
    if (!playing) { return; }
    if (!next) { stop(); return; }
    show(next.href, () => { timer = window.setTimeout(step, PACE); });
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
    const slider = film.querySelector("#film-turn");
    slider.value = slider.min;
    show(address(slider), () => { timer = window.setTimeout(step, PACE); });
  }
  function address(slider) {
    return `${slider.form.action}?${new URLSearchParams(new FormData(slider.form)).toString()}`;
  }
  function ready() {
    const button = film.querySelector("[data-film-play]");
    const send = film.querySelector("form button");
    button.hidden = false;
    button.textContent = playing ? "Pause" : "Play";
    button.setAttribute("aria-pressed", String(playing));
    if (send) { send.hidden = true; }
  }

  film.addEventListener("click", (event) => {
    const link = event.target.closest('a[rel="prev"], a[rel="next"]');
    if (event.target.closest("[data-film-play]")) { toggle(); return; }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    stop();
    show(link.href, () => {});
  });
  film.addEventListener("change", (event) => {
    if (event.target.id !== "film-turn") { return; }
    stop();
    show(address(event.target), () => {});
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target.closest("input, button, a, select, textarea, summary, dialog[open]")) { return; }
    event.preventDefault();
    toggle();
  });
  ready();
})();
