// What the site makes of the Markdown that GitHub shows as it is: links that leave these pages, and code that can run in a browser.

import { dirname, posix } from "node:path";
import * as library from "../../dist/web/index.js";

/** @param {string} heading */
export function githubAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * A link to what is no page (a file of the repository) becomes a mark that says where it is: the site has the pages alone.
 * @param {import("markdown-it").default} md
 */
export function linksInside(md) {
  md.core.ruler.push("links-inside", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const path = outsidePath(String(token.attrGet("href")), env.relativePath ?? "");
          isOutside = path !== undefined;
          if (!isOutside) continue;
          token.tag = "span";
          token.attrs = [
            ["class", "in-repository"],
            ["title", `in the repository: ${path}`],
          ];
        } else if (token.type === "link_close" && isOutside) {
          token.tag = "span";
          isOutside = false;
        }
      }
    }
  });
  // VitePress makes every link_open an address; a span needs none.
  const { link_open: open } = md.renderer.rules;
  md.renderer.rules.link_open = (tokens, index, options, env, self) =>
    tokens[index].tag === "span"
      ? self.renderToken(tokens, index, options)
      : (open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options));
}

/** The path in the repository of what is no page; undefined for pages and for the web. @param {string} link @param {string} page */
function outsidePath(link, page) {
  if (/^[a-z]+:|^#/.test(link)) return undefined;
  const path = posix.normalize(posix.join("docs", dirname(page), link.split("#")[0]));
  const isPage = path.startsWith("docs/") && /\.(md|html)$|\/[^./]*$/.test(path);
  return isPage ? undefined : path;
}

/** Columns before which a line of the program has its word, and nothing where it goes on. */
const wordWidth = 10;

/** Marks what is printed in sentences: a line with gaps is one of a table. @type {import("shiki").ShikiTransformer} */
export const printedSentences = {
  name: "printed-sentences",
  line(node, number) {
    if (this.options.lang !== "console") return;
    const line = this.source.split("\n")[number - 1];
    if (!/\S {2,}\S/.test(line.slice(wordWidth))) this.addClassToHast(node, "sentence");
  },
};

/** Longer code may be broken where a line of a phone ends. */
const lettersOfALine = 28;

/** @param {import("markdown-it").default} md */
export function shortCode(md) {
  const { code_inline: code } = md.renderer.rules;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    if (tokens[index].content.length <= lettersOfALine) tokens[index].attrJoin("class", "short");
    return code?.(tokens, index, options, env, self) ?? "";
  };
}

/** Code of the library that needs no file can be run where it stands. @param {import("markdown-it").default} md */
export function runnableFences(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    const shown = fence?.(tokens, index, options, env, self) ?? "";
    if (info.trim() !== "js" || !isRunnable(content)) return shown;
    return `${shown}<RunCode code="${md.utils.escapeHtml(encodeURIComponent(content))}" />`;
  };
}

/** Does it import names that the library has in browsers, and nothing else? @param {string} code */
export function isRunnable(code) {
  const imports = [...code.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)];
  return (
    imports.length > 0 &&
    imports.length === [...code.matchAll(/^import /gm)].length &&
    imports.every(
      ([, names, from]) => from === "wherefore" && names.match(/\w+/g)?.every((name) => name in library),
    )
  );
}
