// What the machine can do: twelve chains of multiply and add in registers, nothing loaded or stored. Twelve chains fill
// the units although each chain waits for its last result. 48 operations on float64 numbers in a round.

export function multiplyAddPeak(rounds: i32, factor: f64, term: f64): f64 {
  const m = f64x2.splat(factor);
  const t = f64x2.splat(term);
  let a = f64x2.splat(1);
  let b = f64x2.splat(2);
  let c = f64x2.splat(3);
  let d = f64x2.splat(4);
  let e = f64x2.splat(5);
  let f = f64x2.splat(6);
  let g = f64x2.splat(7);
  let h = f64x2.splat(8);
  let i = f64x2.splat(9);
  let j = f64x2.splat(10);
  let k = f64x2.splat(11);
  let l = f64x2.splat(12);
  for (let round = 0; round < rounds; round++) {
    a = f64x2.add(f64x2.mul(a, m), t);
    b = f64x2.add(f64x2.mul(b, m), t);
    c = f64x2.add(f64x2.mul(c, m), t);
    d = f64x2.add(f64x2.mul(d, m), t);
    e = f64x2.add(f64x2.mul(e, m), t);
    f = f64x2.add(f64x2.mul(f, m), t);
    g = f64x2.add(f64x2.mul(g, m), t);
    h = f64x2.add(f64x2.mul(h, m), t);
    i = f64x2.add(f64x2.mul(i, m), t);
    j = f64x2.add(f64x2.mul(j, m), t);
    k = f64x2.add(f64x2.mul(k, m), t);
    l = f64x2.add(f64x2.mul(l, m), t);
  }
  const first = f64x2.add(f64x2.add(f64x2.add(a, b), f64x2.add(c, d)), f64x2.add(e, f));
  const second = f64x2.add(f64x2.add(f64x2.add(g, h), f64x2.add(i, j)), f64x2.add(k, l));
  return f64x2.extract_lane(f64x2.add(first, second), 0);
}
