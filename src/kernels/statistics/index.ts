// Float64 kernels: AssemblyScript, compiled to WebAssembly with 128-bit SIMD by ../build.js. Loops over linear memory and
// nothing else: addresses and sizes come in, numbers are written, no kernel allocates or decides.
export { scatterInto } from "./scatter";
export { subsetCosts } from "./subset-costs";
export { bestOrderCosts, lowerOverSubsets } from "./subset-search";

/** The first address that the compiler's own constants (tables of log) leave free. */
export function firstFree(): usize {
  return __heap_base;
}
