// The constants of the element functions, each repeated in four lanes, in linear memory.
//
// V8 rebuilds a v128 literal with several instructions at every use; a load from memory is one instruction.

/** Bytes of the table. */
export const tableBytes: i32 = 16 * 72;

// Offsets in the table.
export const LOG2E: usize = 0;
export const LN2_HIGH: usize = 16;
export const LN2_LOW: usize = 32;
export const ONE: usize = 48;
export const HALF: usize = 64;
export const EXP_MOST: usize = 80;
export const EXP_LEAST: usize = 96;
export const EXP: usize = 112; // six coefficients
export const SQRT_HALF: usize = 208;
export const LOG: usize = 224; // nine coefficients
export const TANH_MOST: usize = 368;
export const TANH_ODD: usize = 384; // seven
export const TANH_EVEN: usize = 496; // four
export const TANH_SMALL: usize = 560;
export const ATANH: usize = 576; // six
export const TWO: usize = 672;
export const ZERO: usize = 688;
export const SQRT_TWO: usize = 704;
export const INNER: usize = 720; // nine
export const OUTER: usize = 864; // nine
export const FIVE: usize = 1008;
export const THREE: usize = 1024;
export const SHARE31: usize = 1040;
export const TWO_AND_HALF: usize = 1056;
export const MINUS_LN2_HIGH: usize = 1072;
export const MINUS_LN2_LOW: usize = 1088;
export const SOFTMAX_LEAST: usize = 1104;
export const SHIFT: usize = 1120;

export function tableInto(table: usize): void {
  let at: usize;
  put(table + LOG2E, 1.44269504088896341);
  put(table + LN2_HIGH, 0.693359375);
  put(table + LN2_LOW, -2.12194440e-4);
  put(table + ONE, 1);
  put(table + HALF, 0.5);
  put(table + EXP_MOST, 89);
  put(table + EXP_LEAST, -104);
  // e^r = 1 + r + r² (c₀ + c₁ r + … + c₅ r⁵) on |r| ≤ ln 2 / 2 (Cephes, expf).
  at = table + EXP;
  unroll: for (const $c of [5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3, 1.3981999507e-3, 1.9875691500e-4]) {
    at = put(at, $c);
  }
  put(table + SQRT_HALF, 0.707106781186547524);
  // log(1 + x) = x − x²/2 + x³ (c₀ + … + c₈ x⁸) on √½ − 1 ≤ x ≤ √2 − 1 (Cephes, logf).
  at = table + LOG;
  unroll: for (const $c of [3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1, -1.2420140846e-1, 1.1676998740e-1, -1.1514610310e-1, 7.0376836292e-2]) {
    at = put(at, $c);
  }
  // tanh x = x (p₀ + p₁ x² + … + p₆ x¹²) / (q₀ + q₁ x² + q₂ x⁴ + q₃ x⁶) on |x| ≤ 7.9 (as in Eigen).
  put(table + TANH_MOST, 7.90531110763549805);
  at = table + TANH_ODD;
  unroll: for (const $c of [4.89352455891786e-3, 6.37261928875436e-4, 1.48572235717979e-5, 5.12229709037114e-8, -8.60467152213735e-11, 2.00018790482477e-13, -2.76076847742355e-16]) {
    at = put(at, $c);
  }
  at = table + TANH_EVEN;
  unroll: for (const $c of [4.89352518554385e-3, 2.26843463243900e-3, 1.18534705686654e-4, 1.19825839466702e-6]) {
    at = put(at, $c);
  }
  put(table + TANH_SMALL, 4e-4);
  // log(1 + e) = 2 z (1 + z²/3 + z⁴/5 + …), z = e/(2 + e) ≤ 1/3.
  for (let k = 0; k < 6; k++) {
    const odd: i32 = 2 * k + 3;
    put(table + ATANH + (<usize>k << 4), <f32>1 / <f32>odd);
  }
  put(table + TWO, 2);
  put(table + ZERO, 0);
  put(table + SQRT_TWO, 1.41421356237309505);
  // erf⁻¹(x) = x (c₀ + c₁ t + … + c₈ t⁸), t = w − 2.5 for w = −log(1 − x²) < 5, else t = √w − 3 with the second nine (Giles,
  // "Approximating the erfinv function", GPU Computing Gems, 2011, in single precision).
  at = table + INNER;
  unroll: for (const $c of [1.50140941, 0.246640727, -0.00417768164, -0.00125372503, 0.00021858087, -4.39150654e-6, -3.5233877e-6, 3.43273939e-7, 2.81022636e-8]) {
    at = put(at, $c);
  }
  at = table + OUTER;
  unroll: for (const $c of [2.83297682, 1.00167406, 0.00943887047, -0.0076224613, 0.00573950773, -0.00367342844, 0.00134934322, 0.000100950558, -0.000200214257]) {
    at = put(at, $c);
  }
  put(table + FIVE, 5);
  put(table + THREE, 3);
  put(table + TWO_AND_HALF, 2.5);
  put(table + SHARE31, 4.656612873077393e-10); // 2⁻³¹
  put(table + MINUS_LN2_HIGH, -0.693359375);
  put(table + MINUS_LN2_LOW, 2.12194440e-4);
  put(table + SOFTMAX_LEAST, -87);
  put(table + SHIFT, 12583039); // 1.5 · 2²³ + 127
}

/** Returns the next address. */
function put(at: usize, x: f32): usize {
  v128.store(at, f32x4.splat(x));
  return at + 16;
}
