// A list of items in the order of some number, thinned as it grows. Up to a limit all are kept; when that is passed, those closer
// than two parts in the limit go, so that about half remain, evenly over the whole range, and new ones are kept that far apart.
// The newest is always there. Adding is O(1) on average.

interface ThinnedListOptions<T> {
  /** The number, which never falls. */
  readonly at: (item: T) => number;
  /** Items that are never thinned out, and do not count. */
  readonly isAlwaysKept?: (item: T) => boolean;
}

export function thinnedList<T>(most: number, { at, isAlwaysKept = () => false }: ThinnedListOptions<T>) {
  let kept: T[] = [];
  let newest: T | null = null;
  let spacing = 0;
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  const isApart = (item: T): boolean => isAlwaysKept(item) || at(item) - last > spacing;
  const put = (item: T): void => {
    kept.push(item);
    if (isAlwaysKept(item)) return;
    count++;
    last = at(item);
  };
  return {
    items: (): readonly T[] => (newest === null ? [...kept] : [...kept, newest]),
    last: (): T | undefined => newest ?? kept.at(-1),
    add: (item: T): void => {
      newest = isApart(item) ? null : item;
      if (newest !== null) return;
      put(item);
      if (count <= most) return;
      const all = kept;
      spacing = (2 * (at(item) - at(all[0]))) / most;
      [kept, count, last] = [[], 0, Number.NEGATIVE_INFINITY];
      for (const one of all) if (isApart(one)) put(one);
      newest = kept.at(-1) === item ? null : item;
    },
  };
}
