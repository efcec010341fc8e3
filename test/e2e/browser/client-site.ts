// The engine of the browser and a page that has it as `client`, bundled into a folder as a site would have them.

import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export async function clientSite(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: at("."),
    base: "./",
    logLevel: "error",
    define: { __VERSION__: '"0.0.0"' },
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      rolldownOptions: { input: at("client.html") },
    },
  });
}
