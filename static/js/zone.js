// Tells the server the browser's zone, for the times on the next page; on the first page it tells them itself.
(function () {
  "use strict";
  var zone;
  try { zone = new Intl.DateTimeFormat().resolvedOptions().timeZone; } catch (error) { return; }
  var kept = document.cookie.split("; ");
  if (!zone || kept.indexOf("zone=" + zone) >= 0) { return; }

  function told(moment) {
    var part = {};
    new Intl.DateTimeFormat("en-GB", {
      weekday: "short", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: zone, timeZoneName: "short"
    }).formatToParts(moment).forEach(function (piece) { part[piece.type] = piece.value; });
    return part.weekday + " " + part.day + " " + part.month + " " + part.year + ", " + part.hour + ":" + part.minute + " " + part.timeZoneName;
  }
  var safe = window.location.protocol === "https:" ? "; Secure" : "";
  if (!kept.some(function (part) { return part.indexOf("zone_chosen=") === 0; })) {
    document.querySelectorAll("time[datetime]").forEach(function (time) { time.textContent = told(new Date(time.dateTime)); });
  }
  document.cookie = "zone=" + zone + "; Path=/; Max-Age=31536000; SameSite=Lax" + safe;
})();
