// Packed matrices: [N/8][K][8], zero beyond column N.

/** out = the packed transpose of packed B[K, N], for products A Bᵀ. */
export function transposePackedInto(out: usize, packed: usize, K: i32, N: i32): void {
  const from = <usize>K << 5;
  const to = <usize>N << 5;
  for (let j = 0; j < K; j += 8) {
    const panel = out + <usize>(j >> 3) * to;
    for (let n = 0; n < N; n++) {
      const source = packed + <usize>(n >> 3) * from + (<usize>(n & 7) << 2);
      const row = panel + (<usize>n << 5);
      for (let l = 0; l < 8; l++) {
        store<f32>(row + (<usize>l << 2), j + l < K ? load<f32>(source + (<usize>(j + l) << 5)) : 0);
      }
    }
  }
}
