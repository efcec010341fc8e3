// Compiles the AssemblyScript kernels and embeds the module, as text, in src/core/math/kernels.generated.ts: core
// stays pure and a bundler needs no special case.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const out = join(root, "dist", "kernels", "kernels.wasm");
mkdirSync(dirname(out), { recursive: true });

const { error, stderr } = await asc.main([
  join(here, "index.ts"),
  "--outFile",
  out,
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--enable",
  "simd",
]);
if (error) {
  process.stderr.write(stderr.toString());
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const bytes = readFileSync(out);
rmSync(out);
const text = bytes.toString("base64").replace(/.{1,100}/g, (line) => `  "${line}" +\n`);
writeFileSync(
  join(root, "src", "core", "math", "kernels.generated.ts"),
  `// Made by src/kernels/build.js; not edited and not committed.\nexport const kernelsBase64 =\n${text}  "";\n`,
);
