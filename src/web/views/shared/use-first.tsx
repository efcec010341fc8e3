// The first items of a potentially long list, and a button that shows all of them.

import { type ReactNode, useState } from "react";
import { numbers } from "../../../core/index.ts";

/** `noun` in the plural; the button is null if all items are shown. */
export function useFirst<T>(
  all: readonly T[],
  count: number,
  noun: string,
): readonly [items: readonly T[], button: ReactNode] {
  const [isAll, setAll] = useState(false);
  if (isAll || all.length <= count) return [all, null];
  const button = (
    <button type="button" onClick={() => setAll(true)}>
      Show all {numbers.count(all.length)} {noun}
    </button>
  );
  return [all.slice(0, count), button];
}
