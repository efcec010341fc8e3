// Batch normalisation of columns over all rows of a batch that is cut into shards.
//
//     y = γ x̂ + β,   x̂ = (x − mean) / √(variance + ε)
//     dx = γ / √(variance + ε) · (dy − mean(dy) − x̂ mean(dy x̂)),   dγ = Σ dy x̂,   dβ = Σ dy
//
// Every shard computes its own mean and sum of squares about it (two passes: no cancellation); after a barrier every shard
// merges all of them in the order of the shards, by the pairwise formula of Chan, Golub and LeVeque (1979). So the bytes do
// not depend on which thread computed what. Columns are a multiple of eight (zero padding stays zero).

const $h = each([0, 1]);

/** moments = [mean[columns], sum of squares about it[columns]] of the rows of x. */
export function momentsInto(moments: usize, x: usize, rows: i32, columns: i32, step: usize): void {
  const squares = moments + (<usize>columns << 2);
  const share = f32x4.splat(<f32>1 / <f32>rows);
  for (let j: usize = 0; j < <usize>columns << 2; j += 32) {
    let at = x + j;
    let mean$h = f32x4.splat(0);
    for (let i = 0; i < rows; i++) {
      mean$h = f32x4.add(mean$h, v128.load(at, 16 * $h));
      at += step;
    }
    mean$h = f32x4.mul(mean$h, share);
    let sum$h = f32x4.splat(0);
    at = x + j;
    for (let i = 0; i < rows; i++) {
      const a$h = f32x4.sub(v128.load(at, 16 * $h), mean$h);
      sum$h = f32x4.add(sum$h, f32x4.mul(a$h, a$h));
      at += step;
    }
    v128.store(moments + j, mean$h, 16 * $h);
    v128.store(squares + j, sum$h, 16 * $h);
  }
}

/**
 * y = γ x̂ + β for one shard's rows. `moments` holds those of all shards, one after the other, `counts` their row counts
 * (float32); `merged` receives [mean, 1/√(variance + ε)] for the backward pass.
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
    const mean$h = v128.load(merged + j, 16 * $h);
    const scale$h = f32x4.mul(v128.load(merged + width + j, 16 * $h), v128.load(gamma + j, 16 * $h));
    const shift$h = v128.load(beta + j, 16 * $h);
    let from = x + j;
    let to = y + j;
    for (let i = 0; i < rows; i++) {
      const y$h = f32x4.add(f32x4.mul(f32x4.sub(v128.load(from, 16 * $h), mean$h), scale$h), shift$h);
      v128.store(to, y$h, 16 * $h);
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
    const mean$h = v128.load(merged + j, 16 * $h);
    const inverse$h = v128.load(merged + width + j, 16 * $h);
    let beta$h = f32x4.splat(0);
    let gamma$h = f32x4.splat(0);
    let at = x + j;
    let d = dy + j;
    for (let i = 0; i < rows; i++) {
      const d$h = v128.load(d, 16 * $h);
      beta$h = f32x4.add(beta$h, d$h);
      gamma$h = f32x4.add(gamma$h, f32x4.mul(d$h, f32x4.sub(v128.load(at, 16 * $h), mean$h)));
      at += step;
      d += step;
    }
    v128.store(dBeta + j, beta$h, 16 * $h);
    v128.store(dGamma + j, f32x4.mul(gamma$h, inverse$h), 16 * $h);
  }
}

/**
 * dx for one shard's rows (dx may be dy). `dGamma` and `dBeta` are those of shard 0, with `apart` bytes from one shard to the
 * next; `count` is the number of rows in all shards together.
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
    let sumGamma$h = f32x4.splat(0);
    let sumBeta$h = f32x4.splat(0);
    for (let s = 0; s < shards; s++) {
      const from = <usize>s * apart + j;
      sumGamma$h = f32x4.add(sumGamma$h, v128.load(dGamma + from, 16 * $h));
      sumBeta$h = f32x4.add(sumBeta$h, v128.load(dBeta + from, 16 * $h));
    }
    const mean$h = v128.load(merged + j, 16 * $h);
    const inverse$h = v128.load(merged + width + j, 16 * $h);
    // dx = scale · (dy − shift − (x − mean) · slope)
    const scale$h = f32x4.mul(inverse$h, v128.load(gamma + j, 16 * $h));
    const shift$h = f32x4.mul(sumBeta$h, share);
    const slope$h = f32x4.mul(f32x4.mul(sumGamma$h, share), inverse$h);
    let at = x + j;
    let d = dy + j;
    let to = dx + j;
    for (let i = 0; i < rows; i++) {
      const part$h = f32x4.mul(f32x4.sub(v128.load(at, 16 * $h), mean$h), slope$h);
      const dx$h = f32x4.mul(f32x4.sub(f32x4.sub(v128.load(d, 16 * $h), shift$h), part$h), scale$h);
      v128.store(to, dx$h, 16 * $h);
      at += step;
      d += step;
      to += step;
    }
  }
}
