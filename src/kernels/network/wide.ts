// Does the engine make 256-bit instructions of pairs of 128-bit ones here? Kernels then work on twice as much at once: what
// would not fit the registers as 128-bit instructions does as half as many of 256. The bytes are the same either way.

export let isWide: bool = false;

/** To be set before the first program, in every thread's instance; off unless told. */
export function setWide(on: bool): bool {
  isWide = on;
  return on;
}
