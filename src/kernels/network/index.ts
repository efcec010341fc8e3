// Float32 kernels for networks, compiled twice by ../build.js: with relaxed SIMD (fused multiply-add) and strictly.
export { adamInto, sumGradientsInto } from "./adam";
export { attentionGradientInto, attentionInto } from "./attention";
export { bernoulliGradientInto, bernoulliInto, sampleInto } from "./bernoulli";
export { bilinearGradientInto, bilinearInto, tensorGradientInto, tensorInto } from "./bilinear";
export { momentsInto, normaliseGradientInto, normaliseInto, normaliseSumsInto } from "./batch-norm";
export {
  clearBeyondInto,
  copyInto,
  groupMeanGradientInto,
  groupMeanInto,
  scaledInto,
  sumInto,
  timesGradientInto,
  timesInto,
} from "./elements";
export {
  eluGradientInto,
  eluInto,
  expGradientInto,
  expInto,
  leakyReluGradientInto,
  leakyReluInto,
  logGradientInto,
  logInto,
  reluGradientInto,
  reluInto,
  sigmoidGradientInto,
  sigmoidInto,
  softplusGradientInto,
  softplusInto,
  tanhGradientInto,
  tanhInto,
} from "./functions";
export { graphAttentionGradientInto, graphAttentionInto } from "./graph-attention";
export { lanesGradientInto, lanesInto } from "./lanes";
export { lstmGradientInto, lstmInto } from "./lstm";
export { fusesMultiplyAdd } from "./madd";
export { transposePackedInto } from "./pack";
export { pairsGradientInto, pairsInto } from "./pairs";
export { mixGradientInto, mixInto, pointerGradientInto, pointerInto } from "./pointer";
export { choiceGradientInto, choiceInto, takeRowGradientInto, takeRowInto } from "./pointer-choice";
export { multiplyInto } from "./product";
export { gradientInto } from "./weight-gradient";
export { drawRowsInto, normalInto, uniformInto, wordsInto } from "./random";
export { rmsPropInto } from "./rms-prop";
export {
  shiftGradientInto,
  shiftInto,
  squaredErrorGradientInto,
  squaredErrorInto,
  sumsGradientInto,
  sumsInto,
} from "./sums";
export { tableInto } from "./table";
export { runProgram, workAs } from "./program";
export { setWide } from "./wide";

/** The first address that the compiler's own constants leave free. */
export function firstFree(): usize {
  return __heap_base;
}
