// Read into a page of the site: what there is to know about it, as plain data (site.ts).

const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const colours = new Map();

/** A colour with its opacity, from 0 to 1. */
function colourOf(css) {
  if (!colours.has(css)) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    colours.set(css, [r, g, b, a / 255]);
  }
  return colours.get(css);
}

const over = (top, below) => [...[0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])), 1];

function groundOf(element) {
  if (element === null) return [255, 255, 255, 1];
  const own = colourOf(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
}

/** Relative luminance, as WCAG defines it. */
function luminance([r, g, b]) {
  const part = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

function contrastOf(element) {
  const ground = groundOf(element);
  const [a, b] = [luminance(over(colourOf(getComputedStyle(element).color), ground)), luminance(ground)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Texts whose contrast is below 4.5 (level AA), or 3 where letters are large. */
function faintTexts(main) {
  const seen = new Map();
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const { visibility, opacity, fontSize, color } = getComputedStyle(element);
    const text = node.textContent.trim();
    const isSeen = element.getClientRects().length > 0 && visibility === "visible" && opacity !== "0";
    if (text === "" || !isSeen || element.closest("svg, :disabled, .visually-hidden, .header-anchor"))
      continue;
    const key = `${color} ${fontSize} ${groundOf(element)}`;
    if (!seen.has(key))
      seen.set(key, { ratio: contrastOf(element), size: Number.parseFloat(fontSize), text });
  }
  const isFaint = ({ ratio, size }) => ratio < (size >= 24 ? 3 : 4.5);
  return [...seen.values()]
    .filter(isFaint)
    .map(({ ratio, text }) => `${ratio.toFixed(2)} ${text.slice(0, 40)}`);
}

const isNamed = (element) =>
  Boolean(
    element.textContent.trim() ||
      ["aria-label", "alt", "title"].some((name) => element.getAttribute(name)) ||
      element.labels?.length,
  );

// biome-ignore lint/correctness/noUnusedVariables: called by who reads this file.
function siteFacts() {
  const main = document.querySelector("main") ?? document.body;
  const isSeen = (element) => element.getClientRects().length > 0;
  const links = [...document.querySelectorAll("a[href]")].map(({ href }) => new URL(href));
  const inside = links.filter(({ origin }) => origin === location.origin);
  return {
    headings: [...main.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter(isSeen)
      .map(({ tagName }) => Number(tagName[1])),
    links: [...new Set(inside.map(({ pathname, hash }) => pathname + hash))],
    anchors: [...document.querySelectorAll("[id]")].map(({ id }) => id),
    faint: faintTexts(main),
    overflow: document.documentElement.scrollWidth - innerWidth,
    nameless: [...main.querySelectorAll("button, a[href], select, input, img, svg[role=img]")]
      .filter((element) => isSeen(element) && !isNamed(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  };
}
