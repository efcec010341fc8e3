// Batch normalisation of columns over all rows of a batch that is cut into shards.
//
//     y = γ x̂ + β,   x̂ = (x − mean) / √(variance + ε)
//     dx = γ / √(variance + ε) · (dy − mean(dy) − x̂ mean(dy x̂)),   dγ = Σ dy x̂,   dβ = Σ dy
//
// Every shard leaves its own mean and sum of squares about it (two passes: no cancellation); after a barrier every shard
// merges all of them in the order of the shards, by the pairwise formula of Chan, Golub and LeVeque (1979). So the bytes do
// not depend on who computed what. Columns are a multiple of eight (zeros beyond the last one stay zeros).

/** moments = [mean[columns], squares about it[columns]] of the rows of x. */
export function momentsInto(moments: usize, x: usize, rows: i32, columns: i32, step: usize): void {
  const squares = moments + (<usize>columns << 2);
  const share = f32x4.splat(<f32>1 / <f32>rows);
  for (let j: usize = 0; j < <usize>columns << 2; j += 32) {
    let at = x + j;
    let low = f32x4.splat(0);
    let high = low;
    for (let i = 0; i < rows; i++) {
      low = f32x4.add(low, v128.load(at));
      high = f32x4.add(high, v128.load(at, 16));
      at += step;
    }
    low = f32x4.mul(low, share);
    high = f32x4.mul(high, share);
    let low2 = f32x4.splat(0);
    let high2 = low2;
    at = x + j;
    for (let i = 0; i < rows; i++) {
      const a = f32x4.sub(v128.load(at), low);
      const b = f32x4.sub(v128.load(at, 16), high);
      low2 = f32x4.add(low2, f32x4.mul(a, a));
      high2 = f32x4.add(high2, f32x4.mul(b, b));
      at += step;
    }
    v128.store(moments + j, low);
    v128.store(moments + j, high, 16);
    v128.store(squares + j, low2);
    v128.store(squares + j, high2, 16);
  }
}

/**
 * y = γ x̂ + β for one shard's rows. `moments` are those of all shards, one after the other, `counts` their rows (float32);
 * `merged` gets [mean, 1/√(variance + ε)] for the way back.
 */
export function normaliseInto(
  y: usize,
  x: usize,
  merged: usize,
  gamma: usize,
  beta: usize,
  moments: usize,
  counts: usize,
  shards: i32,
  rows: i32,
  columns: i32,
  step: usize,
  epsilon: f32,
): void {
  const width = <usize>columns << 2;
  for (let j: usize = 0; j < width; j += 16) {
    let mean = f32x4.splat(0);
    let squares = f32x4.splat(0);
    let count: f32 = 0;
    let from = moments + j;
    for (let s = 0; s < shards; s++) {
      const more = load<f32>(counts + (<usize>s << 2));
      if (more > 0) {
        const both = count + more;
        const apart = f32x4.sub(v128.load(from), mean);
        mean = f32x4.add(mean, f32x4.mul(apart, f32x4.splat(more / both)));
        const between = f32x4.mul(f32x4.mul(apart, apart), f32x4.splat((count / both) * more));
        squares = f32x4.add(squares, f32x4.add(v128.load(from + width), between));
        count = both;
      }
      from += width << 1;
    }
    const variance = f32x4.div(squares, f32x4.splat(count));
    const inverse = f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(variance, f32x4.splat(epsilon))));
    v128.store(merged + j, mean);
    v128.store(merged + width + j, inverse);
  }
  for (let j: usize = 0; j < width; j += 32) {
    const mean0 = v128.load(merged + j);
    const mean1 = v128.load(merged + j, 16);
    const scale0 = f32x4.mul(v128.load(merged + width + j), v128.load(gamma + j));
    const scale1 = f32x4.mul(v128.load(merged + width + j, 16), v128.load(gamma + j, 16));
    const shift0 = v128.load(beta + j);
    const shift1 = v128.load(beta + j, 16);
    let from = x + j;
    let to = y + j;
    for (let i = 0; i < rows; i++) {
      const low = f32x4.add(f32x4.mul(f32x4.sub(v128.load(from), mean0), scale0), shift0);
      const high = f32x4.add(f32x4.mul(f32x4.sub(v128.load(from, 16), mean1), scale1), shift1);
      v128.store(to, low);
      v128.store(to, high, 16);
      from += step;
      to += step;
    }
  }
}

/** dγ = Σ dy x̂ and dβ = Σ dy over one shard's rows. */
export function normaliseSumsInto(
  dGamma: usize,
  dBeta: usize,
  dy: usize,
  x: usize,
  merged: usize,
  rows: i32,
  columns: i32,
  step: usize,
): void {
  const width = <usize>columns << 2;
  for (let j: usize = 0; j < width; j += 32) {
    const mean0 = v128.load(merged + j);
    const mean1 = v128.load(merged + j, 16);
    const inverse0 = v128.load(merged + width + j);
    const inverse1 = v128.load(merged + width + j, 16);
    let beta0 = f32x4.splat(0);
    let beta1 = beta0;
    let gamma0 = beta0;
    let gamma1 = beta0;
    let at = x + j;
    let d = dy + j;
    for (let i = 0; i < rows; i++) {
      const d0 = v128.load(d);
      const d1 = v128.load(d, 16);
      beta0 = f32x4.add(beta0, d0);
      beta1 = f32x4.add(beta1, d1);
      gamma0 = f32x4.add(gamma0, f32x4.mul(d0, f32x4.sub(v128.load(at), mean0)));
      gamma1 = f32x4.add(gamma1, f32x4.mul(d1, f32x4.sub(v128.load(at, 16), mean1)));
      at += step;
      d += step;
    }
    v128.store(dBeta + j, beta0);
    v128.store(dBeta + j, beta1, 16);
    v128.store(dGamma + j, f32x4.mul(gamma0, inverse0));
    v128.store(dGamma + j, f32x4.mul(gamma1, inverse1), 16);
  }
}

/**
 * dx for one shard's rows (dx may be dy). `dGamma` and `dBeta` are those of shard 0, the others' stand `apart` bytes from
 * one to the next; `count` is the rows of all shards together.
 */
export function normaliseGradientInto(
  dx: usize,
  dy: usize,
  x: usize,
  merged: usize,
  gamma: usize,
  dGamma: usize,
  dBeta: usize,
  apart: usize,
  shards: i32,
  count: f32,
  rows: i32,
  columns: i32,
  step: usize,
): void {
  const width = <usize>columns << 2;
  const share = f32x4.splat(<f32>1 / count);
  for (let j: usize = 0; j < width; j += 32) {
    let sumGamma = f32x4.splat(0);
    let sumGammaH = sumGamma;
    let sumBeta = sumGamma;
    let sumBetaH = sumGamma;
    for (let s = 0; s < shards; s++) {
      const from = <usize>s * apart + j;
      sumGamma = f32x4.add(sumGamma, v128.load(dGamma + from));
      sumGammaH = f32x4.add(sumGammaH, v128.load(dGamma + from, 16));
      sumBeta = f32x4.add(sumBeta, v128.load(dBeta + from));
      sumBetaH = f32x4.add(sumBetaH, v128.load(dBeta + from, 16));
    }
    const mean = v128.load(merged + j);
    const meanH = v128.load(merged + j, 16);
    const inverse = v128.load(merged + width + j);
    const inverseH = v128.load(merged + width + j, 16);
    // dx = scale · (dy − shift − (x − mean) · slope)
    const scale = f32x4.mul(inverse, v128.load(gamma + j));
    const scaleH = f32x4.mul(inverseH, v128.load(gamma + j, 16));
    const shift = f32x4.mul(sumBeta, share);
    const shiftH = f32x4.mul(sumBetaH, share);
    const slope = f32x4.mul(f32x4.mul(sumGamma, share), inverse);
    const slopeH = f32x4.mul(f32x4.mul(sumGammaH, share), inverseH);
    let at = x + j;
    let d = dy + j;
    let to = dx + j;
    for (let i = 0; i < rows; i++) {
      const part = f32x4.mul(f32x4.sub(v128.load(at), mean), slope);
      const partH = f32x4.mul(f32x4.sub(v128.load(at, 16), meanH), slopeH);
      const low = f32x4.mul(f32x4.sub(f32x4.sub(v128.load(d), shift), part), scale);
      const high = f32x4.mul(f32x4.sub(f32x4.sub(v128.load(d, 16), shiftH), partH), scaleH);
      v128.store(to, low);
      v128.store(to, high, 16);
      at += step;
      d += step;
      to += step;
    }
  }
}
