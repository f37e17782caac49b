// Places on the map of a draft: from the window to the picture, and from the picture to what the table of towns has.
export const frame = document.querySelector("[data-draft-map]");
export const map = frame && frame.querySelector("svg");
const known = frame ? Object.fromEntries(Object.entries(frame.dataset).map(([key, value]) => [key, Number(value)])) : {};
export const inDegrees = "west" in known;
const shrunk = inDegrees ? Math.cos(known.parallel * Math.PI / 180) : 1;

// A point of the window as one of the picture.
export function place(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
}
// A point of the picture in map units, or in degrees.
export function given(x, y, degrees) {
  const [across, down] = [x / known.scale, y / known.scale];
  return degrees ? [known.west + across / known.units / shrunk, known.north - down / known.units] : [across, down];
}
export function drawn(x, y, degrees) {
  const units = degrees ? [(x - known.west) * shrunk * known.units, (known.north - y) * known.units] : [x, y];
  return units.map((value) => value * known.scale);
}
// A width on the picture in map units, or in degrees of latitude; and back.
export function narrowed(width, degrees) { return width / known.scale / (degrees ? known.units : 1); }
export function widened(width, degrees) { return width * known.scale * (degrees ? known.units : 1); }
// How many units of the picture a pixel of the window is.
export function pixel() { return 1 / map.getScreenCTM().a; }
