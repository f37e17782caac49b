// The scripts of the pages: plain modules for browsers of the last four years, without a build step.
import js from "@eslint/js";

const browser = [
  "window", "document", "navigator", "location", "localStorage", "sessionStorage", "fetch", "crypto", "history",
  "matchMedia", "setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance", "htmx",
  "TextEncoder", "TextDecoder", "URL", "URLSearchParams", "FormData", "Event", "CustomEvent", "Response",
  "IntersectionObserver", "ResizeObserver", "MutationObserver", "Intl", "Blob", "DOMParser", "console",
  "getComputedStyle", "CSS", "Element", "HTMLElement", "SVGElement", "addEventListener", "setInterval", "clearInterval",
  "XMLSerializer", "DOMPoint", "indexedDB", "confirm", "KeyboardEvent", "PointerEvent", "structuredClone",
];

const globals = Object.fromEntries(browser.map((name) => [name, "readonly"]));
const rules = {
  "no-var": "error",
  "prefer-const": "error",
  "prefer-arrow-callback": "error",
  "prefer-template": "error",
  "object-shorthand": "error",
  eqeqeq: "error",
  curly: ["error", "multi-line"],
  "arrow-body-style": ["error", "as-needed"],
};

export default [
  js.configs.recommended,
  { files: ["static/js/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "script", globals }, rules },
  { files: ["static/js/*/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "module", globals }, rules },
];
