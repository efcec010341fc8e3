// The page: src/web bundled to dist/web, which any file server can serve.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Graphviz's WebAssembly as a file beside its module, which has it as a string: 17 kB less compressed. The letters of the string are
 * its bytes, but for 0, which is 256.
 */
function graphvizApart(folder: string): Plugin {
  return {
    name: "graphviz-apart",
    writeBundle() {
      const name = readdirSync(folder).find((each) => /^viz-.*\.js$/.test(each)) ?? "";
      const text = readFileSync(join(folder, name), "utf8");
      const found = /binaryDecode\(('(?:[^'\\]|\\[\s\S])*')\)/.exec(text);
      const head = "async function Module(moduleArg={}){";
      if (found === null || !text.includes(head)) throw new Error(`${name} is not as this version knows it`);
      const letters: string = new Function(`return ${found[1]}`)();
      const wasm = name.replace(/js$/, "wasm");
      writeFileSync(
        join(folder, wasm),
        Uint8Array.from(letters, (letter) => letter.charCodeAt(0) & 255),
      );
      const fetched = `const apart=new Uint8Array(await(await fetch(new URL("${wasm}",import.meta.url))).arrayBuffer());`;
      const rest = text.replace(found[0], () => "apart").replace(head, () => head + fetched);
      writeFileSync(join(folder, name), rest);
    },
  };
}

/** The layout engine without the sentences that describe its options to people, who meet none of them: 15 kB less compressed. */
function elkUndescribed(): Plugin {
  const description = /(?<=\),)(['"])[A-Z](?:(?!\1)[^\\;={}]|\\.){50,}\.\1/g;
  return {
    name: "elk-undescribed",
    transform(code, id) {
      if (!/elk-worker\.min\.js/.test(id)) return null;
      const count = code.match(description)?.length ?? 0;
      if (count < 100) throw new Error("elkjs is not as this version knows it");
      return { code: code.replace(description, "''"), map: null };
    },
  };
}

export default defineConfig({
  root: at("src/web"),
  // Relative, so that it works in a folder of somebody's site.
  base: "./",
  publicDir: false,
  plugins: [graphvizApart(at("dist/web/page"))],
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
  worker: { format: "es", plugins: () => [elkUndescribed()] },
  assetsInclude: ["**/*.csv"],
});
