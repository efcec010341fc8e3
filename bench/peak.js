// The machine's peak: GFLOP/s of multiply and add in registers, in WebAssembly that is compiled here.
//
// Twelve chains of 128-bit instructions keep the units busy although each chain waits for its last result; nothing is loaded or
// stored. An engine can merge pairs of chains into 256-bit instructions: it works backwards from two adjacent stores, so paired
// chains begin and end in memory. As 128-bit instructions the pairs would not fit the registers, and would measure nothing.

import asc from "assemblyscript/asc";

/** Numbers per 128 bits, bytes per number, and the pairs of chains that fill the registers. */
const kinds = { f32: { lanes: 4, bytes: 4, pairs: 10 }, f64: { lanes: 2, bytes: 8, pairs: 12 } };

/**
 * @param {{
 *   numbers: "f32" | "f64",
 *   isFused?: boolean,
 *   wideModule?: (hex: string) => WebAssembly.Module | undefined,
 *   repeat?: number,
 * }} options isFused: multiply and add in one instruction; wideModule: compiles to 256-bit instructions
 */
export async function measuredPeak({ numbers, isFused = false, wideModule, repeat = 40 }) {
  const { lanes, pairs } = kinds[numbers];
  const binary = await compiled(numbers, isFused, wideModule !== undefined);
  const module = wideModule?.(Buffer.from(binary).toString("hex")) ?? (await WebAssembly.compile(binary));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { run } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const rounds = 400_000;
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < repeat; k++) {
    const start = performance.now();
    run(rounds, 0.999, 1e-3);
    best = Math.min(best, performance.now() - start);
  }
  const chains = wideModule === undefined ? 12 : 2 * pairs;
  return (2 * lanes * chains * rounds) / best / 1e6;
}

/**
 * The module that runs a number of rounds of x ← x · factor + term on every chain.
 * @param {"f32" | "f64"} numbers
 * @param {boolean} isFused
 * @param {boolean} isWide
 */
async function compiled(numbers, isFused, isWide) {
  const { lanes, pairs } = kinds[numbers];
  const vector = `${numbers}x${lanes}`;
  const step = (x) =>
    isFused ? `${vector}.relaxed_madd(${x}, m, t)` : `${vector}.add(${vector}.mul(${x}, m), t)`;
  const chains = Array.from({ length: isWide ? 2 * pairs : 12 }, (_, k) => `x${k}`);
  const each = (line) => chains.map((x, k) => line(x, k)).join("\n");
  const source = `
    export function run(rounds: i32, factor: ${numbers}, term: ${numbers}): ${numbers} {
      const m = ${vector}.splat(factor);
      const t = ${vector}.splat(term);
      ${each((x, k) => `let ${x} = ${isWide ? `v128.load(1024, ${16 * k})` : `${vector}.splat(${k})`};`)}
      for (let round = 0; round < rounds; round++) {
        ${each((x) => `${x} = ${step(x)};`)}
      }
      ${isWide ? each((x, k) => `v128.store(1024, ${x}, ${16 * k});`) : ""}
      return ${isWide ? "0" : `${vector}.extract_lane(${chains.reduce((sum, x) => `${vector}.add(${sum}, ${x})`)}, 0)`};
    }`;
  const { binary, error, stderr } = await asc.compileString(source, {
    optimizeLevel: 3,
    runtime: "stub",
    importMemory: true,
    enable: ["simd", ...(isFused ? ["relaxed-simd"] : [])],
  });
  if (error || binary === null) throw new Error(`bench: ${stderr}`);
  return binary;
}
