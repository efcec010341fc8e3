// Float32 kernels for networks, compiled twice by ../build.js: with relaxed SIMD (fused multiply-add) and strictly.
export {
  expGradientInto,
  expInto,
  logGradientInto,
  logInto,
  reluGradientInto,
  reluInto,
  sigmoidGradientInto,
  sigmoidInto,
  softplusGradientInto,
  softplusInto,
  tableInto,
  tanhGradientInto,
  tanhInto,
} from "./functions";
export { fusesMultiplyAdd } from "./madd";
export { packInto, transposePackedInto, unpackInto } from "./pack";
export { multiplyAddRounds } from "./peak";
export { gradientInto, multiplyInto } from "./product";

/** The first address that the compiler's own constants leave free. */
export function firstFree(): usize {
  return __heap_base;
}
