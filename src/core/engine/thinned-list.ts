// A list of items in the order of some number, thinned as it grows. Up to a limit all are kept; above it, items closer than
// 2 / limit of the range are removed, so that about half remain, evenly over the whole range, and new ones are kept that far
// apart. The newest is always in the list. Adding is O(1) on average.

interface ThinnedListOptions<T> {
  /** The number, which never decreases. */
  readonly at: (item: T) => number;
  /** Items that are never thinned out, and do not count towards the limit. */
  readonly isAlwaysKept?: (item: T) => boolean;
}

export function thinnedList<T>(most: number, { at, isAlwaysKept = () => false }: ThinnedListOptions<T>) {
  let list: T[] = [];
  let newest: T | null = null;
  let spacing = 0;
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  const isApart = (item: T): boolean => isAlwaysKept(item) || at(item) - last > spacing;
  const put = (item: T): void => {
    list.push(item);
    if (isAlwaysKept(item)) return;
    count++;
    last = at(item);
  };
  return {
    items: (): readonly T[] => (newest === null ? [...list] : [...list, newest]),
    last: (): T | undefined => newest ?? list.at(-1),
    add: (item: T): void => {
      newest = isApart(item) ? null : item;
      if (newest !== null) return;
      put(item);
      if (count <= most) return;
      const all = list;
      spacing = (2 * (at(item) - at(all[0]))) / most;
      [list, count, last] = [[], 0, Number.NEGATIVE_INFINITY];
      for (const one of all) if (isApart(one)) put(one);
      newest = list.at(-1) === item ? null : item;
    },
  };
}
