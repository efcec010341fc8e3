// The strongly connected components ("parts") of many graphs, by bitwise operations on words.
//
// parents: for each graph and each variable j, `words` words with bit i & 31 of word i >> 5 set if i → j. labels: for each
// graph and variable, the lowest variable that it shares a cycle with (itself if it is the lowest), −1 if it is on none. So a
// graph is acyclic when all its labels are −1.
//
// Variables without parents are removed until none remain (a DAG) or all have parents; Warshall's closure, a row of bits at a
// time, gives the ancestors among the remaining ones. work: cyclicPartsRoom(d, words) words.

/** Workspace in words. */
export function cyclicPartsRoom(d: i32, words: i32): i32 {
  return (d + 1) * words;
}

export function cyclicPartsInto(
  labels: usize,
  parents: usize,
  count: i32,
  d: i32,
  words: i32,
  work: usize,
): void {
  const rowBytes: usize = <usize>words << 2;
  const ancestors = work + rowBytes;
  for (let b = 0; b < count; b++) {
    memory.fill(labels, 0xff, <usize>d << 2);
    if (trimmed(work, parents, d, rowBytes) != 0) {
      ancestorsInto(ancestors, work, parents, d, rowBytes);
      labelsInto(labels, ancestors, d, rowBytes);
    }
    labels += <usize>d << 2;
    parents += <usize>d * rowBytes;
  }
}

@inline
function hasBit(row: usize, i: i32): bool {
  return ((load<u32>(row + (<usize>(i >> 5) << 2)) >> (<u32>i & 31)) & 1) != 0;
}

/** rest: the variables that remain after repeatedly removing those without parents; returns how many. */
function trimmed(rest: usize, parents: usize, d: i32, rowBytes: usize): i32 {
  memory.fill(rest, 0, rowBytes);
  for (let j = 0; j < d; j++) {
    const at = rest + (<usize>(j >> 5) << 2);
    store<u32>(at, load<u32>(at) | (<u32>1 << (<u32>j & 31)));
  }
  let remaining = d;
  for (let before = d + 1; remaining < before; ) {
    before = remaining;
    for (let j = 0; j < d; j++) {
      if (!hasBit(rest, j)) continue;
      const row = parents + <usize>j * rowBytes;
      let met: u32 = 0;
      for (let w: usize = 0; w < rowBytes; w += 4) met |= load<u32>(row + w) & load<u32>(rest + w);
      if (met != 0) continue;
      const at = rest + (<usize>(j >> 5) << 2);
      store<u32>(at, load<u32>(at) & ~(<u32>1 << (<u32>j & 31)));
      remaining--;
    }
  }
  return remaining;
}

/** The ancestors of the remaining variables among themselves; empty rows for the others. */
function ancestorsInto(ancestors: usize, rest: usize, parents: usize, d: i32, rowBytes: usize): void {
  for (let j = 0; j < d; j++) {
    const target = ancestors + <usize>j * rowBytes;
    const source = parents + <usize>j * rowBytes;
    const isLeft = hasBit(rest, j);
    for (let w: usize = 0; w < rowBytes; w += 4) {
      store<u32>(target + w, isLeft ? load<u32>(source + w) & load<u32>(rest + w) : 0);
    }
  }
  for (let m = 0; m < d; m++) {
    if (!hasBit(rest, m)) continue;
    const through = ancestors + <usize>m * rowBytes;
    for (let j = 0; j < d; j++) {
      const target = ancestors + <usize>j * rowBytes;
      if (!hasBit(target, m)) continue;
      for (let w: usize = 0; w < rowBytes; w += 4) store<u32>(target + w, load<u32>(target + w) | load<u32>(through + w));
    }
  }
}

function labelsInto(labels: usize, ancestors: usize, d: i32, rowBytes: usize): void {
  for (let j = 0; j < d; j++) {
    const row = ancestors + <usize>j * rowBytes;
    if (!hasBit(row, j) || load<i32>(labels + (<usize>j << 2)) >= 0) continue;
    for (let i = j; i < d; i++) {
      if (hasBit(row, i) && hasBit(ancestors + <usize>i * rowBytes, j)) store<i32>(labels + (<usize>i << 2), j);
    }
  }
}
