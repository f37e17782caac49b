// A photograph is shrunk on the device that sends it: a telephone's picture would often be refused as too large.
(function () {
  "use strict";
  const LONGEST = 1600, SMALL = 1024 * 1024;
  async function shrunk(file) {
    const image = await window.createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.85); });
    return new window.File([blob], "photograph.jpg", { type: "image/jpeg" });
  }
  async function send(form, input) {
    try {
      const files = new window.DataTransfer();
      files.items.add(await shrunk(input.files[0]));
      input.files = files.files;
    } finally { form.submit(); }  // what this browser cannot read goes as it is: the site answers
  }
  document.addEventListener("submit", (event) => {
    const form = event.target, input = form.querySelector("input[type=file]");
    if (form.id !== "photograph-form" || !input.files.length || input.files[0].size <= SMALL) { return; }
    event.preventDefault();
    send(form, input).catch(() => undefined);
  });
})();
