// Sends the zone of the browser to the server, for the times on the next page; on the first page it writes them itself.
(function () {
  "use strict";
  let zone;
  try { zone = new Intl.DateTimeFormat().resolvedOptions().timeZone; } catch { return; }
  const kept = document.cookie.split("; ");
  if (!zone || kept.indexOf(`zone=${zone}`) >= 0) { return; }

  function written(moment) {
    const part = {};
    new Intl.DateTimeFormat("en-GB", {
      weekday: "short", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: zone, timeZoneName: "short"
    }).formatToParts(moment).forEach((piece) => { part[piece.type] = piece.value; });
    return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.timeZoneName}`;
  }
  const safe = window.location.protocol === "https:" ? "; Secure" : "";
  if (!kept.some((part) => part.indexOf("zone_chosen=") === 0)) {
    document.querySelectorAll("time[datetime]").forEach((time) => { time.textContent = written(new Date(time.dateTime)); });
  }
  document.cookie = `zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${safe}`;
})();
