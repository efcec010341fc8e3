// The machine's multiply-add peak, measured: twelve independent accumulators and nothing else. 96 operations a round.

import { madd } from "./madd";

export function multiplyAddRounds(rounds: i32, x: f32, y: f32): f32 {
  const a = f32x4.splat(x);
  const b = f32x4.splat(y);
  let c0 = a, c1 = a, c2 = a, c3 = a, c4 = a, c5 = a, c6 = a, c7 = a, c8 = a, c9 = a, ca = a, cb = a;
  for (let i = 0; i < rounds; i++) {
    c0 = madd(c0, a, b);
    c1 = madd(c1, a, b);
    c2 = madd(c2, a, b);
    c3 = madd(c3, a, b);
    c4 = madd(c4, a, b);
    c5 = madd(c5, a, b);
    c6 = madd(c6, a, b);
    c7 = madd(c7, a, b);
    c8 = madd(c8, a, b);
    c9 = madd(c9, a, b);
    ca = madd(ca, a, b);
    cb = madd(cb, a, b);
  }
  const low = f32x4.add(f32x4.add(f32x4.add(c0, c1), f32x4.add(c2, c3)), f32x4.add(c4, c5));
  const high = f32x4.add(f32x4.add(f32x4.add(c6, c7), f32x4.add(c8, c9)), f32x4.add(ca, cb));
  return f32x4.extract_lane(f32x4.add(low, high), 0);
}
