// The site: the pages of this folder, their order from README.md, code that runs where it stands. `npm run docs` serves it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { githubAnchor, linksInside, printedSentences, runnableFences, shortCode } from "./markdown.js";
import { sidebarOf } from "./sidebar.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { description } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

export default defineConfig({
  title: "Wherefore",
  description,
  lang: "en",
  srcExclude: ["node_modules/**"],
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Anchors as GitHub has them, so that links to headings work on both.
    anchor: { slugify: githubAnchor },
    config(md) {
      linksInside(md);
      runnableFences(md);
      shortCode(md);
    },
    codeTransformers: [printedSentences],
  },
  vite: {
    resolve: { alias: { wherefore: `${root}dist/web/index.js` } },
    // Tables and the library stand outside this folder.
    server: { fs: { allow: [root] } },
    worker: { format: "es" },
    build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    nav: [
      { text: "Tutorials", link: "/tutorials/cars" },
      { text: "Which score?", link: "/which-score" },
      { text: "How it works", link: "/how-it-works/exact" },
      { text: "All pages", link: "/README" },
    ],
    sidebar: sidebarOf(readFileSync(`${root}docs/README.md`, "utf8")),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    externalLinkIcon: true,
  },
});
