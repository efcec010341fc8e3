// Bundles what core takes of @stdlib into src/core/math/stdlib.generated.ts, and the licences of what is in it, and of fflate, which
// src/core/bundle.js adds, into dist/THIRD-PARTY-NOTICES.txt: an install then has one file in place of two hundred packages. The code is @stdlib's as it
// comes, neither minified nor compiled, so that every bit of its results is the same.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The functions, with their arguments: all numbers, as what they return. */
const functions = {
  betainc: ["x", "a", "b"],
  cos: ["x"],
  exp: ["x"],
  gammaln: ["x"],
  log1p: ["x"],
  sinh: ["x"],
  tanh: ["x"],
};
const names = Object.keys(functions);

const entry = "functions";
const bundle = await rolldown({
  cwd: root,
  input: entry,
  platform: "neutral",
  resolve: { mainFields: ["main"] },
  plugins: [
    {
      name: "entry",
      resolveId: (id) => (id === entry ? id : null),
      load: (id) =>
        id === entry
          ? names.map((f) => `export { default as ${f} } from "@stdlib/math-base-special-${f}";`).join("\n")
          : null,
    },
  ],
});
const { output } = await bundle.generate({ format: "iife", name: "functions", comments: false });
const [{ code, moduleIds }] = output;

const exported = Object.entries(functions).map(
  ([name, parameters]) =>
    `export const ${name}: (${parameters.map((p) => `${p}: number`).join(", ")}) => number = functions.${name};`,
);
writeFileSync(
  join(root, "src/core/math/stdlib.generated.ts"),
  `// @ts-nocheck
// Made by src/stdlib/build.js; not edited and not committed.
/*! @license Apache-2.0, The Stdlib Authors, https://stdlib.io; see THIRD-PARTY-NOTICES.txt in the package wherefore. */
${code}
${exported.join("\n")}
`,
);

const packages = [
  ...new Set(moduleIds.flatMap((id) => id.match(/(?<=node_modules\/)@stdlib\/[^/]+/) ?? [])),
].sort();
/** What the bundle of core has besides. */
const others = ["fflate"];
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), notices());

/** Every licence once, with the packages that are under it. */
function notices() {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const name of packages) {
    const read = (/** @type {string} */ file) => readFileSync(join(root, "node_modules", name, file), "utf8");
    // What a package owes to others stands after the terms, which are the same in all.
    for (const text of [read("NOTICE"), ...read("LICENSE").split(/(?=DEPENDENCIES & ATTRIBUTION)/)]) {
      const names = texts.get(text.trim()) ?? [];
      texts.set(text.trim(), [...names, name]);
    }
  }
  for (const name of others)
    texts.set(readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim(), [name]);
  const parts = [...texts].map(([text, list]) => `${list.join("\n")}\n\n${text}\n`);
  return ["The files of core hold code of these packages.\n", ...parts].join(`\n${"-".repeat(80)}\n\n`);
}
