// Whether the engine merges pairs of 128-bit instructions into 256-bit ones. Kernels then process twice as much at once, which
// would not fit the registers as 128-bit instructions. The bytes are the same either way.

export let isWide: bool = false;

/** Must be set before the first program, in every thread's instance; off by default. */
export function setWide(on: bool): bool {
  isWide = on;
  return on;
}
