// The WebAssembly kernels, as functions on arrays.

export { networkKernels } from "./kernels.generated.ts";
export { createKernels, type Kernels, maxKernelBytes } from "./kernels.ts";
export {
  checkBuild,
  createNetworkKernels,
  type KernelArguments,
  type KernelName,
  moduleText,
  type NetworkBuild,
  type NetworkKernels,
  networkBuild,
  packedBytes,
  tableBytes,
} from "./network-kernels.ts";
export { wideKernels } from "./wide-kernels.ts";
