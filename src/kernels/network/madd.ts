// a · b + c: fused in the build with relaxed SIMD, two roundings in the strict build. All accumulation in the network kernels
// goes through here, so that both builds share one source.

@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c);
}

/**
 * Does this build fuse on this machine? (1 + 2⁻¹²)² − (1 + 2⁻¹¹) is exactly 2⁻²⁴; rounded between multiplication and
 * addition it is 0. The inputs come from memory so that no compiler evaluates it in advance.
 */
export function fusesMultiplyAdd(room: usize): bool {
  store<f32>(room, <f32>1.000244140625);
  store<f32>(room, <f32>-1.00048828125, 4);
  const x = v128.load32_splat(room);
  return f32x4.extract_lane(madd(x, x, v128.load32_splat(room, 4)), 0) != 0;
}
