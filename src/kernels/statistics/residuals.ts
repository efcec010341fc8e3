// Residual sums of squares of many (node, parents) pairs, from one positive-definite matrix M [d, d].
//
// Right-looking Cholesky factorisation of the parents' block with the node as an additional column, two numbers at a time. Each
// entry goes through the same operations in the same order as in `regression` (core/score/regression.ts), so the residuals are
// the same bytes; a pivot of at most `tolerance` times its diagonal leaves its parent out, and a residual is at least
// `tolerance` times the node's own sum of squares, as there.
//
// requests: for each, the node, then `words` words with bit i & 31 of word i >> 5 set if i is a parent; all u32.
// logdets: log det of the parents' block, without those left out; address 0 if not requested. work: residualsRoom(d) numbers.

/** Workspace for d variables, in numbers. */
export function residualsRoom(d: i32): i32 {
  return d * ((d + 1) & ~1) + d;
}

export function residualsInto(
  out: usize,
  logdets: usize,
  M: usize,
  d: i32,
  requests: usize,
  count: i32,
  words: i32,
  tolerance: f64,
  work: usize,
): void {
  const rowBytes: usize = <usize>((d + 1) & ~1) << 3;
  const index = work + <usize>d * rowBytes; // byte offsets of the parents within a row of M
  const sourceBytes: usize = <usize>d << 3;
  for (let r = 0; r < count; r++) {
    const node = load<u32>(requests);
    const k = parentsInto(index, requests + 4, words);
    requests += <usize>(1 + words) << 2;
    gatherInto(work, rowBytes, M, sourceBytes, index, k, <usize>node << 3);

    const total = load<f64>(M + <usize>node * (sourceBytes + 8));
    const end: usize = <usize>(k + 1) << 3;
    let rss = total;
    let logdet: f64 = 0;
    for (let l: usize = 0; l < <usize>k; l++) {
      const row = work + l * rowBytes;
      const own = <usize>load<u32>(index + (l << 2));
      const pivot = load<f64>(row + (l << 3));
      if (!(pivot > tolerance * load<f64>(M + (own >> 3) * sourceBytes + own))) continue;
      const root = sqrt(pivot);
      if (logdets != 0) logdet += 2 * Math.log(root);
      const roots = f64x2.splat(root);
      for (let c = ((l + 1) & ~1) << 3; c < end; c += 16) {
        v128.store(row + c, f64x2.div(v128.load(row + c), roots));
      }
      for (let i = l + 1; i < <usize>k; i++) {
        const target = work + i * rowBytes;
        const factor = f64x2.splat(load<f64>(row + (i << 3)));
        for (let c = (i & ~1) << 3; c < end; c += 16) {
          v128.store(target + c, f64x2.sub(v128.load(target + c), f64x2.mul(factor, v128.load(row + c))));
        }
      }
      const y = load<f64>(row + end - 8);
      rss -= y * y;
    }
    store<f64>(out + (<usize>r << 3), max(rss, tolerance * total));
    if (logdets != 0) store<f64>(logdets + (<usize>r << 3), logdet);
  }
}

/** The parents' byte offsets, ascending; returns how many. */
function parentsInto(index: usize, parents: usize, words: i32): i32 {
  let k = 0;
  for (let w = 0; w < words; w++) {
    let rest = load<u32>(parents + (<usize>w << 2));
    while (rest != 0) {
      store<u32>(index + (<usize>k << 2), ((<u32>w << 5) + ctz<u32>(rest)) << 3);
      rest &= rest - 1;
      k++;
    }
  }
  return k;
}

/** Upper triangle of the parents' block, then the node's column; the one padding number that pairs touch is 0. */
function gatherInto(
  out: usize,
  rowBytes: usize,
  M: usize,
  sourceBytes: usize,
  index: usize,
  k: i32,
  node: usize,
): void {
  for (let i: usize = 0; i < <usize>k; i++) {
    const source = M + <usize>(load<u32>(index + (i << 2)) >> 3) * sourceBytes;
    const target = out + i * rowBytes;
    for (let c = i & ~1; c < <usize>k; c++) {
      store<f64>(target + (c << 3), load<f64>(source + <usize>load<u32>(index + (c << 2))));
    }
    store<f64>(target + (<usize>k << 3), load<f64>(source + node));
    if ((k & 1) == 0) store<f64>(target + (<usize>k << 3), 0, 8);
  }
}
