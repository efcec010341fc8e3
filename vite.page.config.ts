// The page: src/web bundled to dist/web, which any file server can serve.

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("src/web"),
  // Relative, so that it works in a folder of somebody's site.
  base: "./",
  publicDir: false,
  define: { __VERSION__: JSON.stringify(process.env.npm_package_version ?? "") },
  build: {
    outDir: at("dist/web"),
    // The library is in the same folder.
    emptyOutDir: false,
    assetsDir: "page",
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // Of what is bundled; functions of @stdlib have theirs in dist/THIRD-PARTY-NOTICES.txt.
    license: { fileName: "licences.md" },
    rolldownOptions: {
      // How long the bundler's own plugins took is of no use to whoever builds this.
      checks: { bundlerTimings: false },
      // The page, and what is shown in its place to those who do not know the server's token.
      input: [at("src/web/index.html"), at("src/web/closed.html")],
      // Of React Flow: "use client" means nothing in a page that has no server part.
      onLog: (level, log, handle) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
  worker: { format: "es" },
  assetsInclude: ["**/*.csv"],
});
