// The network library: plans of ops, nets that run them, and the threads that help.

export { type NetworkBuild, networkBuild } from "../math/wasm/wasm.ts";
export { type Adam, type AdamOptions, adam, adamRate } from "./adam.ts";
export type { Backward } from "./backward.ts";
export { bilinear, tensorForms, tensorPairs } from "./bilinear.ts";
export { type Bernoulli, bernoulli, drawnNormals, drawnRows, pairs } from "./decoder.ts";
export { add, type ElementFunction, map, scale, shift, times } from "./elements.ts";
export { graphAttention } from "./graph-attention.ts";
export { type LaneSizes, lanesProduct } from "./lanes.ts";
export { dense, type EncoderOptions, encoder, glorot, norm, vector } from "./layers.ts";
export { itemAverage, itemSum, rowSums, squaredError } from "./losses.ts";
export { type LstmState, lstm, lstmCell } from "./lstm.ts";
export { createNet, type NamedTensor, type Net, type NetOptions } from "./net.ts";
export { attention, batchNorm, itemMean, product } from "./ops.ts";
export { createPlan, type Parameter, type Plan, type PlanOptions, type Tensor } from "./plan.ts";
export { type Categorical, categorical, mix, pointer, takeRow } from "./pointer.ts";
export { type PointerNetwork, type PointerNetworkOptions, pointerNetwork } from "./pointer-network.ts";
export { type Program, sequence } from "./program.ts";
export { type RmsProp, type RmsPropOptions, rmsProp } from "./rms-prop.ts";
export { wideNetwork } from "./wide.ts";
