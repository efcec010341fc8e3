// Bundles core into few files: dist/core/index.js and the other files that programs and the other rooms import, and what they share
// in dist/core/bundle. A process then loads core in half the time that its five hundred modules take. Neither minified nor
// compiled, so that every bit of its results is the same. The modules stand beside it for benches, one by one; the package is without them.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { specSchemaFile } from "../../dist/core/run/spec-schema.js";

/** What is imported from outside core. */
const doors = [
  "index",
  "library",
  "math/dense/dense",
  "math/wasm/kernels.generated",
  "math/wasm/wide-kernels",
  "net/index",
];

/** What every run writes is made here, once. */
const made = {
  name: "made",
  load: (/** @type {string} */ id) =>
    /[\\/]run[\\/]spec-schema\.ts$/.test(id)
      ? `export const specSchemaFile = () => ${JSON.stringify(specSchemaFile())};`
      : undefined,
};

const dir = fileURLToPath(new URL("../../dist/core", import.meta.url));
const bundle = await rolldown({
  cwd: fileURLToPath(new URL(".", import.meta.url)),
  input: Object.fromEntries(doors.map((door) => [door, `./${door}.ts`])),
  external: /^zod/,
  platform: "neutral",
  plugins: [made],
});
rmSync(`${dir}/bundle`, { recursive: true, force: true });
await bundle.write({
  dir,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "bundle/[name]-[hash].js",
});
