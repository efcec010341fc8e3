// Compiles the AssemblyScript kernels and embeds the modules, as text, in src/core/math/wasm/kernels.generated.ts: core stays
// pure and a bundler needs no special case.
//
// The network kernels are also instructions of a program in linear memory (network/program.ts). Their numbers, the list of
// exports, the code that calls them by number and the types of their arguments are derived from their signatures here, so that
// a kernel is declared once: every exported function of network/*.ts that returns nothing and takes plain numbers is a kernel.
// The types of the float64 kernels are derived in the same way.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { piecesOf } from "./pieces.js";
import { unrolled } from "./unroll.js";

const here = dirname(fileURLToPath(import.meta.url));
const generated = join(here, "..", "core", "math", "wasm", "kernels.generated.ts");
const shared = ["--enable", "threads", "--sharedMemory", "--initialMemory", "1", "--maximumMemory", "65536"];

/** Folder of the source and further flags of the compiler, by name. */
const modules = {
  statistics: ["statistics", shared],
  networkStrict: ["network", shared],
  networkRelaxed: ["network", [...shared, "--enable", "relaxed-simd"]],
};

const kernels = instructions(join(here, "network"));
writeFileSync(join(here, "network", "kernels.generated.ts"), exported(kernels));
writeFileSync(join(here, "network", "dispatch.generated.ts"), dispatch(kernels));
let text = "// Made by src/kernels/build.js; not edited and not committed.\n\n";
text += `/** Names of the network kernels, in the order of their numbers, and the names and types of their arguments. */
export const networkKernels = ${JSON.stringify(Object.fromEntries(kernels.map((k) => [k.name, k.parameters])))} as const;\n`;
text += `
/** The exports of src/kernels/statistics/index.ts; their files say what each does. */
export interface StatisticsCalls {\n${signatures(join(here, "statistics"))}}\n\n`;

const folder = mkdtempSync(join(tmpdir(), "kernels-"));
const usual = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd"];
const made = Object.entries(modules).map(async ([name, [source, flags]]) => {
  const out = join(folder, `${name}.wasm`);
  await compiled([join(here, source, "index.ts"), "--outFile", out, ...usual, ...flags]);
  return [name, readFileSync(out).toString("hex")];
});
/** @type {Record<string, string>} */
const { statistics, networkStrict, networkRelaxed } = Object.fromEntries(await Promise.all(made));
for (const [name, hex] of Object.entries({ statistics, networkStrict }))
  text += `export const ${name}Hex =\n${hex.replace(/.{1,100}/g, (line) => `  "${line}" +\n`)}  "";\n`;
const pieces = piecesOf(networkRelaxed, networkStrict).map((piece) => `  ${JSON.stringify(piece)},\n`);
text += `/** The relaxed build, told by the strict one (src/kernels/pieces.js). */
export const networkRelaxedPieces: readonly (readonly [own: string, from: number, length: number])[] = [
${pieces.join("")}];\n`;
writeFileSync(generated, text);
rmSync(folder, { recursive: true });

/** Compiles one module in its own thread, since the compiler is single-threaded. @param {readonly string[]} args */
function compiled(args) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("compile.js", import.meta.url), { workerData: args });
    worker.on("error", reject);
    worker.on("exit", resolve);
  });
}

/**
 * @typedef {{ name: string, file: string, parameters: Record<string, string> }} Instruction
 * @param {string} source
 * @returns {Instruction[]}
 */
function instructions(source) {
  const found = [];
  for (const file of readdirSync(source).sort()) {
    if (!file.endsWith(".ts") || file.includes("generated") || file === "program.ts") continue;
    const code = unrolled(readFileSync(join(source, file), "utf8"));
    for (const [, inline, name, list] of code.matchAll(
      /(@inline\n)?export function (\w+)\(([^)]*)\): void \{/g,
    )) {
      if (inline) continue;
      const pairs = [...list.matchAll(/(\w+): (\w+)/g)].map(([, parameter, type]) => [parameter, type]);
      found.push({ name, file: file.replace(/\.ts$/, ""), parameters: Object.fromEntries(pairs) });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The exports of index.ts as members of an interface. @param {string} source */
function signatures(source) {
  const textOf = (/** @type {string} */ file) => unrolled(readFileSync(join(source, `${file}.ts`), "utf8"));
  const index = textOf("index");
  const lists = [...index.matchAll(/^export \{ (.*) \} from "\.\/(.*)";$/gm)];
  const texts = [index, ...lists.map(([, names, file]) => only(textOf(file), names.split(", ")))].join("\n");
  const found = [...texts.matchAll(/^export function (\w+)\(([^)]*)\): (\w+) \{/gm)];
  return found
    .map(([, name, list, type]) => {
      const values = [...list.matchAll(/(\w+): \w+/g)].map(([, parameter]) => `${parameter}: number`);
      return `  readonly ${name}: (${values.join(", ")}) => ${type === "void" ? "void" : "number"};\n`;
    })
    .join("");
}

/**
 * The text without the exports of other names.
 * @param {string} text
 * @param {readonly string[]} names
 */
function only(text, names) {
  return text.replace(/^export function (\w+)/gm, (line, name) => (names.includes(name) ? line : ""));
}

/** @param {readonly Instruction[]} list */
function exported(list) {
  const lines = list.map(({ name, file }) => `export { ${name} } from "./${file}";`);
  return `// Made by ../build.js; not edited and not committed.\n${lines.join("\n")}\n`;
}

/** @param {readonly Instruction[]} list */
function dispatch(list) {
  const value = (/** @type {string} */ type, /** @type {number} */ k) =>
    type === "bool" ? `load<i32>(at, ${4 * k}) != 0` : `load<${type}>(at, ${4 * k})`;
  const cases = list.map(
    ({ name, parameters }, k) =>
      `    case ${k}: ${name}(${Object.values(parameters).map(value).join(", ")}); break;`,
  );
  return `// Made by ../build.js; not edited and not committed.
import { ${list.map((k) => k.name).join(", ")} } from "./kernels.generated";

/** Calls the kernel of that number with the arguments at an address. */
export function dispatch(kernel: i32, at: usize): void {
  switch (kernel) {
${cases.join("\n")}
    default: unreachable();
  }
}
`;
}
