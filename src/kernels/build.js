// Compiles the AssemblyScript kernels and embeds the modules, as text, in src/core/math/kernels.generated.ts: core stays
// pure and a bundler needs no special case.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const here = dirname(fileURLToPath(import.meta.url));
const generated = join(here, "..", "core", "math", "kernels.generated.ts");

/** Name of the exported constant, folder of the source, further flags of the compiler. */
const modules = [
  ["statisticsBase64", "statistics", []],
  ["networkStrictBase64", "network", []],
  ["networkRelaxedBase64", "network", ["--enable", "relaxed-simd"]],
];

const folder = mkdtempSync(join(tmpdir(), "kernels-"));
let text = "// Made by src/kernels/build.js; not edited and not committed.\n";
for (const [name, source, flags] of modules) {
  const out = join(folder, `${name}.wasm`);
  const { error, stderr } = await asc.main([
    join(here, source, "index.ts"),
    "--outFile",
    out,
    "-O3",
    "--noAssert",
    "--runtime",
    "stub",
    "--importMemory",
    "--enable",
    "simd",
    ...flags,
  ]);
  if (error) {
    process.stderr.write(`${stderr}\n${error.message}\n`);
    process.exit(1);
  }
  const lines = readFileSync(out)
    .toString("base64")
    .replace(/.{1,100}/g, (line) => `  "${line}" +\n`);
  text += `export const ${name} =\n${lines}  "";\n`;
}
writeFileSync(generated, text);
rmSync(folder, { recursive: true });
