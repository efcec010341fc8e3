// Float32 kernels for networks, compiled twice by ../build.js: with relaxed SIMD (fused multiply-add) and strictly.
export * from "./kernels.generated";
export { fusesMultiplyAdd } from "./madd";
export { runProgram, workAs } from "./program";
export { setWide } from "./wide";

/** The first free address after the compiler's own constants. */
export function firstFree(): usize {
  return __heap_base;
}
