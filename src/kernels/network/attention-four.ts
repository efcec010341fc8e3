// Softmax attention of heads of four components each: everything that a row needs stays in registers.
//
// There are versions for four heads, for one half of eight, and for eight at once, meant for 256-bit instructions, as two vectors
// of four heads side by side in memory. `apart` is the number of bytes from one component to the next; `each`, from one vector of
// four heads to the next in the kept values and the scratch, is 16 for four heads alone and 32 for a half of eight. Both passes
// return the number of bytes kept for the backward pass, those of the other half included.
//
// The compiler pass that merges two instructions into one (wide.ts) starts at pairs of stores and needs the same operations behind
// both, no store between the loads of a pair, and one address with offsets 0 and 16; a single exception leaves 128 bits.

import { softmaxExp4 } from "./functions";
import { madd } from "./madd";
import { LOG2E, ONE, SHIFT, SOFTMAX_LEAST } from "./table";

unroll: for (const [$size, $halves] of [["Four", [0]], ["Eight", [0, 1]]]) {
  export function forward$size(
    out: usize,
    kept: usize,
    Q: usize,
    K: usize,
    V: usize,
    start: usize,
    d: usize,
    apart: usize,
    step: usize,
    stepOut: usize,
    scale: f32,
    table: usize,
    each: usize,
  ): usize {
    const $c = each([0, 1, 2, 3]);
    const $h = each($halves);
    const at$c: usize = $c * apart;
    const rowBytes = d * each;
    let inverses = kept + d * rowBytes;
    const by = f32x4.splat(scale);
    const least = v128.load32_splat(table, SOFTMAX_LEAST);
    const shift = v128.load32_splat(table, SHIFT);
    const log2e = v128.load32_splat(table, LOG2E);
    const one = v128.load32_splat(table, ONE);
    for (let i: usize = 0; i < d; i++) {
      const q$c$h = f32x4.mul(v128.load(Q + at$c, 16 * $h), by);
      const end = kept + rowBytes;
      let most$h = f32x4.splat(-Infinity);
      let k = K;
      for (let to = kept; to < end; to += each) {
        let s$h = f32x4.mul(q0$h, v128.load(k, 16 * $h));
        unroll: for (const $c of [1, 2, 3]) {
          s$h = madd(q$c$h, v128.load(k + at$c, 16 * $h), s$h);
        }
        v128.store(to, s$h, 16 * $h);
        most$h = f32x4.pmax(most$h, s$h);
        k += step;
      }
      let sum$h = f32x4.splat(0);
      let o$c$h = sum$h;
      let v = V;
      for (let to = kept; to < end; to += each) {
        const e$h = softmaxExp4(f32x4.sub(v128.load(to, 16 * $h), most$h), table, least, shift, log2e, one);
        v128.store(to, e$h, 16 * $h);
        sum$h = f32x4.add(sum$h, e$h);
        o$c$h = madd(e$h, v128.load(v + at$c, 16 * $h), o$c$h);
        v += step;
      }
      const inverse$h = f32x4.div(f32x4.splat(1), sum$h);
      v128.store(inverses, inverse$h, 16 * $h);
      o$c$h = f32x4.mul(o$c$h, inverse$h);
      if (start != 0) {
        o$c$h = f32x4.add(o$c$h, v128.load(start + at$c, 16 * $h));
        start += stepOut;
      }
      v128.store(out + at$c, o$c$h, 16 * $h);
      out += stepOut;
      Q += step;
      kept = end;
      inverses += each;
    }
    return d * rowBytes + rowBytes;
  }
}

unroll: for (const [$size, $each, $halves] of [["Four", 16, [0]], ["Half", 32, [0]], ["Eight", 32, [0, 1]]]) {
  /**
   * With e the numerators and r the reciprocals of their sums: G_i = dOut_i r_i, E_ij = G_i · V_j, D_i = r_i Σ_j e_ij E_ij,
   * T_ij = e_ij (E_ij − D_i), dQ_i = scale Σ_j T_ij K_j, dK_j = Σ_i T_ij (scale Q_i), dV_j = Σ_i e_ij G_i.
   *
   * Two rows i at a time share the loads of K and V, and then two columns j those of G and Q: sums over i stay in registers too,
   * because stores are expensive (V8 writes a 256-bit store as two halves, the lower one first). A last single row or column is
   * paired with a dummy, whose results go to `nowhere`. `room`: T, then G_i and scale Q_i of every row, then `nowhere`.
   */
  export function backward$size(
    dQ: usize,
    dK: usize,
    dV: usize,
    dOut: usize,
    kept: usize,
    Q: usize,
    K: usize,
    V: usize,
    room: usize,
    d: usize,
    apart: usize,
    step: usize,
    stepOut: usize,
    scale: f32,
  ): usize {
    const $c = each([0, 1, 2, 3]);
    const $h = each($halves);
    const at$c: usize = $c * apart;
    const rowBytes = d * $each;
    const by = f32x4.splat(scale);
    const inverses = kept + d * rowBytes;
    const G = room + (d + 1) * rowBytes;
    const nowhere = G + (rowBytes << 3);
    // Prefetch: reading the kept values in one go is faster than line by line between computations.
    for (let at = kept; at < inverses; at += 64) load<u32>(at);
    let r = inverses;
    for (let g = G; g < nowhere; g += 8 * $each) {
      const inverse$h = v128.load(r, 16 * $h);
      unroll: for (const $c of [0, 1, 2, 3]) {
        const u$c$h = f32x4.mul(v128.load(dOut + at$c, 16 * $h), inverse$h);
        v128.store(g, u$c$h, $c * $each + 16 * $h);
      }
      unroll: for (const $c of [0, 1, 2, 3]) {
        const q$c$h = f32x4.mul(v128.load(Q + at$c, 16 * $h), by);
        v128.store(g, q$c$h, (4 + $c) * $each + 16 * $h);
      }
      r += $each;
      dOut += stepOut;
      Q += step;
    }
    r = inverses;
    let T = room;
    let g = G;
    for (let i: usize = 0; i < d; i += 2) {
      const row = kept + i * rowBytes;
      const isTwo = i + 1 < d;
      const h = isTwo ? g + 8 * $each : g;
      const a$c$h = v128.load(g, $c * $each + 16 * $h);
      const b$c$h = v128.load(h, $c * $each + 16 * $h);
      let D$h = f32x4.splat(0);
      let DB$h = f32x4.splat(0);
      const end = row + rowBytes;
      let v = V;
      let to = T;
      for (let at = row; at < end; at += $each) {
        let w$h = v128.load(v, 16 * $h);
        let x$h = f32x4.mul(a0$h, w$h);
        let y$h = f32x4.mul(b0$h, w$h);
        unroll: for (const $c of [1, 2, 3]) {
          w$h = v128.load(v + at$c, 16 * $h);
          x$h = madd(a$c$h, w$h, x$h);
          y$h = madd(b$c$h, w$h, y$h);
        }
        v128.store(to, x$h, 16 * $h);
        v128.store(to + rowBytes, y$h, 16 * $h);
        D$h = madd(v128.load(at, 16 * $h), x$h, D$h);
        DB$h = madd(v128.load(at + rowBytes, 16 * $h), y$h, DB$h);
        v += step;
        to += $each;
      }
      D$h = f32x4.mul(D$h, v128.load(r, 16 * $h));
      DB$h = f32x4.mul(DB$h, v128.load(isTwo ? r + $each : r, 16 * $h));
      let c$c$h = f32x4.splat(0);
      let d$c$h = c0$h;
      let k = K;
      to = T;
      for (let at = row; at < end; at += $each) {
        const x$h = f32x4.mul(v128.load(at, 16 * $h), f32x4.sub(v128.load(to, 16 * $h), D$h));
        const y$h = f32x4.mul(v128.load(at + rowBytes, 16 * $h), f32x4.sub(v128.load(to + rowBytes, 16 * $h), DB$h));
        v128.store(to, x$h, 16 * $h);
        v128.store(to + rowBytes, y$h, 16 * $h);
        unroll: for (const $c of [0, 1, 2, 3]) {
          const w$c$h = v128.load(k + at$c, 16 * $h);
          c$c$h = madd(x$h, w$c$h, c$c$h);
          d$c$h = madd(y$h, w$c$h, d$c$h);
        }
        k += step;
        to += $each;
      }
      const second = isTwo ? dQ + step : nowhere;
      v128.store(dQ + at$c, f32x4.mul(c$c$h, by), 16 * $h);
      v128.store(second + at$c, f32x4.mul(d$c$h, by), 16 * $h);
      dQ += step << 1;
      r += 2 * $each;
      g += 16 * $each;
      T += rowBytes << 1;
    }
    for (let j: usize = 0; j < d; j += 2) {
      const next = j + 1 < d;
      columns$size(dV, next ? dV + step : nowhere, kept + j * $each, G, rowBytes, d, apart);
      columns$size(dK, next ? dK + step : nowhere, room + j * $each, G + 4 * $each, rowBytes, d, apart);
      dV += step << 1;
      dK += step << 1;
    }
    return d * rowBytes + rowBytes;
  }

  /** out = Σ_i x_i G_i for two adjacent columns x. */
  @inline
  function columns$size(out: usize, second: usize, x: usize, G: usize, rowBytes: usize, d: usize, apart: usize): void {
    const $c = each([0, 1, 2, 3]);
    const $h = each($halves);
    let a$c$h = f32x4.splat(0);
    let b$c$h = f32x4.splat(0);
    const end = x + d * rowBytes;
    let g = G;
    for (let at = x; at < end; at += rowBytes) {
      const s$h = v128.load(at, 16 * $h);
      const t$h = v128.load(at, $each + 16 * $h);
      unroll: for (const $c of [0, 1, 2, 3]) {
        const w$c$h = v128.load(g, $c * $each + 16 * $h);
        a$c$h = madd(s$h, w$c$h, a$c$h);
        b$c$h = madd(t$h, w$c$h, b$c$h);
      }
      g += 8 * $each;
    }
    v128.store(out + $c * apart, a$c$h, 16 * $h);
    v128.store(second + $c * apart, b$c$h, 16 * $h);
  }
}
