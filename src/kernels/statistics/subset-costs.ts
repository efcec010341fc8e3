// The cost of every (node, parent set), from one positive-definite matrix.
//
// For the parent sets S = from … to − 1 (bit k of S: variable k is a parent) and every node j outside S, with v the
// Schur complement M_jj − M_jS M_SS⁻¹ M_Sj and k = |S|:
//
//     logarithmic:  cost = −(a[k] · log v + b[k] · log det M_SS + c[k]) + multiplier · k
//     linear:       cost = v − c[k] + multiplier · k
//
// Sets are visited in numeric order. Level t of the stack holds the matrix after the decisions about the t highest
// variables; going from S to S + 1 recomputes only the levels below the changed bit, so a set costs about 2d operations
// on average instead of the d³ of a separate factorisation.
//
// M has unit diagonal; scale[j] is the factor that restores the original. A variable whose pivot is below `tolerance` adds
// nothing to the parents before it: its pivot is skipped (the set behaves as the set without it, at the same penalty).
// A residual below `tolerance` is raised to it, so no logarithm of zero is taken. Returns how often either happened.
//
// Layout: the memory holds the sets that agree in the variables from `bits` on (all sets if bits = d). With s the lower bits of S:
// table[j · 2^(bits−1) + index of s with bit j removed] for j < bits, and after these tables one of 2^bits, indexed by s, for each
// j ≥ bits that is outside S. work: (d + 1) levels of (d + 1) · stride doubles, with
// stride = d rounded up to even. masks: for each j the allowed and the required parents, u32 each.

export function subsetCosts(
  M: usize,
  scale: usize,
  d: i32,
  work: usize,
  table: usize,
  masks: usize,
  coefficients: usize,
  maxParents: i32,
  logarithmic: bool,
  multiplier: f64,
  tolerance: f64,
  from: u32,
  to: u32,
  bits: i32,
): i32 {
  const stride: usize = <usize>((d + 1) & ~1);
  const levelBytes: usize = (<usize>d + 1) * stride * 8;
  const half: usize = (<usize>1) << (bits - 1);
  const a = coefficients;
  const b = coefficients + (<usize>d << 3);
  const c = coefficients + (<usize>d << 4);
  // pointers[t] and logdets[t] describe level t; they are stored after the levels.
  const pointers = work + (<usize>d + 1) * levelBytes;
  const logdets = pointers + (<usize>d + 1) * 8;
  let events = 0;

  // Level 0: M itself, then its diagonal in row d.
  for (let i: usize = 0; i < <usize>d; i++) {
    for (let l: usize = 0; l < <usize>d; l++) {
      store<f64>(work + (i * stride + l) * 8, load<f64>(M + (i * <usize>d + l) * 8));
    }
    store<f64>(work + (<usize>d * stride + i) * 8, load<f64>(M + (i * <usize>d + i) * 8));
  }
  store<usize>(pointers, work);
  store<f64>(logdets, 0);

  for (let S: u32 = from; S < to; S++) {
    const start = S == from ? 0 : d - 1 - <i32>ctz<u32>(S);
    for (let t = start; t < d; t++) {
      const k: usize = <usize>(d - 1 - t);
      const here = load<usize>(pointers + (<usize>t << 3));
      const slot = pointers + ((<usize>t + 1) << 3);
      const logSlot = logdets + ((<usize>t + 1) << 3);
      store<usize>(slot, here);
      store<f64>(logSlot, load<f64>(logdets + (<usize>t << 3)));
      if (((S >> <u32>k) & 1) == 0) continue;
      const pivot = load<f64>(here + (<usize>d * stride + k) * 8);
      if (!(pivot > tolerance)) {
        events++;
        continue;
      }
      const there = work + (<usize>t + 1) * levelBytes;
      eliminate(here, there, k, <usize>d, stride, 1.0 / pivot);
      store<usize>(slot, there);
      if (logarithmic) {
        store<f64>(logSlot, load<f64>(logSlot) + Math.log(pivot * load<f64>(scale + (k << 3))));
      }
    }

    const k = <i32>popcnt<u32>(S);
    const residual = load<usize>(pointers + (<usize>d << 3)) + <usize>d * stride * 8;
    const logdet = load<f64>(logdets + (<usize>d << 3));
    // A node has at most k = d − 1 parents, so coefficients have d entries.
    const slope = k < d ? load<f64>(a + (<usize>k << 3)) : 0;
    const constant = k < d ? load<f64>(b + (<usize>k << 3)) * logdet + load<f64>(c + (<usize>k << 3)) : 0;
    const penalty = multiplier * <f64>k;
    const s = S & ((<u32>2 << (bits - 1)) - 1);
    let high = table + ((<usize>bits * half) << 3);
    for (let j: u32 = 0; j < <u32>d; j++) {
      if ((S >> j) & 1) continue;
      let out: usize;
      if (j < <u32>bits) {
        const index: usize = <usize>((s & ((<u32>1 << j) - 1)) | ((s >> (j + 1)) << j));
        out = table + ((<usize>j * half + index) << 3);
      } else {
        out = high + (<usize>s << 3);
        high += half << 4;
      }
      const allowed = load<u32>(masks + (<usize>j << 3));
      const required = load<u32>(masks + (<usize>j << 3), 4);
      if (k > maxParents || (S & ~allowed) != 0 || (required & ~S) != 0) {
        store<f64>(out, Infinity);
        continue;
      }
      let v = load<f64>(residual + (<usize>j << 3));
      if (!(v > tolerance)) {
        events++;
        v = tolerance;
      }
      v *= load<f64>(scale + (<usize>j << 3));
      store<f64>(out, (logarithmic ? -(slope * Math.log(v) + constant) : v - constant) + penalty);
    }
  }
  return events;
}

/** there = here with variable k eliminated: rows u < k and the diagonal (row d), all columns. */
@inline
function eliminate(here: usize, there: usize, k: usize, d: usize, stride: usize, inverse: f64): void {
  const row = here + k * stride * 8;
  const bytes = stride * 8;
  for (let u: usize = 0; u < k; u++) {
    const source = here + u * bytes;
    const target = there + u * bytes;
    const factor = f64x2.splat(load<f64>(row + u * 8) * inverse);
    for (let l: usize = 0; l < bytes; l += 16) {
      v128.store(target + l, f64x2.sub(v128.load(source + l), f64x2.mul(factor, v128.load(row + l))));
    }
  }
  const source = here + d * bytes;
  const target = there + d * bytes;
  const factor = f64x2.splat(inverse);
  for (let l: usize = 0; l < bytes; l += 16) {
    const x = v128.load(row + l);
    v128.store(target + l, f64x2.sub(v128.load(source + l), f64x2.mul(f64x2.mul(x, x), factor)));
  }
}
