// Sets of variables as bits of a number: bit k says whether variable k is a member.

/** The members of a bit set, ascending. */
export function membersOf(set: number): number[] {
  const out: number[] = [];
  for (let k = 0; set >>> k !== 0; k++) if (has(set, k)) out.push(k);
  return out;
}

export function maskOf(members: readonly number[]): number {
  let mask = 0;
  for (const k of members) mask |= 1 << k;
  return mask >>> 0;
}

export function bitCount(set: number): number {
  let x = set - ((set >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The set with the bit of j removed and the higher bits shifted down by one. */
export function squeeze(set: number, j: number): number {
  return (set & ((1 << j) - 1)) | ((set >>> (j + 1)) << j);
}

/** The inverse of squeeze. */
export function spread(index: number, j: number): number {
  return (index & ((1 << j) - 1)) | ((index >>> j) << (j + 1));
}

export function has(set: number, k: number): boolean {
  return ((set >>> k) & 1) === 1;
}
