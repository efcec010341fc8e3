// The minimum feedback arc set of a graph of n ≤ 16 variables: the fewest edges that point backwards in any order.
//
//     cost[S] = min over the last variable v of S of cost[S \ v] + (number of children of v in S)
//
// Sixteen sets at a time, those that differ only in the variables 0 … 3: a last variable above 3 is one step for all sixteen; a
// lower one moves costs between them, and four rounds cover every order of the four.
//
// children: one u32 per variable, with bit j of the i-th set if i → j. work: feedbackArcsRoom(n) bytes.

/** Workspace in bytes. */
export function feedbackArcsRoom(n: i32): i32 {
  const size = max(n, 4);
  return (1 << size) + 16 * size;
}

export function fewestFeedbackArcs(children: usize, n: i32, work: usize): i32 {
  const size = max(n, 4); // variables beyond n have no edges
  const among = work; // for each variable, the number of its children in each of the sixteen low sets
  const cost = work + (<usize>size << 4);
  for (let v = 0; v < size; v++) {
    const own = childrenOf(children, v, n);
    for (let low = 0; low < 16; low++) store<u8>(among + (<usize>v << 4) + low, <u8>popcnt<u32>(own & low));
  }
  const none = i8x16.splat(-1);
  for (let high: u32 = 0; high < <u32>1 << (size - 4); high++) {
    let best = high == 0 ? i8x16.replace_lane(none, 0, 0) : none;
    for (let rest = high; rest != 0; rest &= rest - 1) {
      const bit = ctz<u32>(rest);
      const v = <i32>bit + 4;
      const before = v128.load(cost + (<usize>(high ^ (<u32>1 << bit)) << 4));
      best = i8x16.min_u(best, i8x16.add(before, added(among, children, v, n, high)));
    }
    const a0 = v128.or(added(among, children, 0, n, high), i8x16(-1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0));
    const a1 = v128.or(added(among, children, 1, n, high), i8x16(-1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0));
    const a2 = v128.or(added(among, children, 2, n, high), i8x16(-1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0));
    const a3 = v128.or(added(among, children, 3, n, high), i8x16(-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0));
    for (let round = 0; round < 4; round++) {
      const m0 = i8x16.swizzle(best, i8x16(0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14));
      best = i8x16.min_u(best, i8x16.add_sat_u(m0, a0));
      const m1 = i8x16.swizzle(best, i8x16(0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13));
      best = i8x16.min_u(best, i8x16.add_sat_u(m1, a1));
      const m2 = i8x16.swizzle(best, i8x16(0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11));
      best = i8x16.min_u(best, i8x16.add_sat_u(m2, a2));
      const m3 = i8x16.swizzle(best, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7));
      best = i8x16.min_u(best, i8x16.add_sat_u(m3, a3));
    }
    v128.store(cost + (<usize>high << 4), best);
  }
  return <i32>load<u8>(cost + (<usize>1 << size) - 1);
}

@inline
function childrenOf(children: usize, v: i32, n: i32): u32 {
  return v < n ? load<u32>(children + (<usize>v << 2)) : 0;
}

/** Number of children of v in each of the sixteen sets with these high variables. */
@inline
function added(among: usize, children: usize, v: i32, n: i32, high: u32): v128 {
  const above = popcnt<u32>((childrenOf(children, v, n) >> 4) & high);
  return i8x16.add(v128.load(among + (<usize>v << 4)), i8x16.splat(<i8>above));
}
