// Heads of an attention or units of a cell, side by side: processed four at a time, and those beyond the last multiple of four
// one at a time through lane 0 of the same code.

/** Number of groups: the fours and the single ones. */
@inline
export function groups(heads: i32): i32 {
  return (heads >> 2) + (heads & 3);
}

@inline
export function get(at: usize, single: bool): v128 {
  return single ? v128.load32_zero(at) : v128.load(at);
}

@inline
export function put(at: usize, x: v128, single: bool): void {
  if (single) store<f32>(at, f32x4.extract_lane(x, 0));
  else v128.store(at, x);
}
