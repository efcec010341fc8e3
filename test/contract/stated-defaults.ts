// The defaults that a definition states, as they would be given.

import { expect } from "vitest";
import type * as z from "zod";
import { describedOptions, isRead, type Optioned } from "../../src/core/option.ts";

/** The defaults of options that are read where none is given. */
export function statedDefaults(of: Pick<Optioned, "options" | "filled">): Record<string, unknown> {
  const stated: Record<string, unknown> = {};
  for (const { name, default: value, when = {} } of describedOptions(of.options)) {
    // What needs another option that has no default is not read by default.
    const isOpen = isRead(name, of, {}) && !Object.values(when).includes("set");
    if (value !== undefined && isOpen) stated[name] = firstOf(value, of.options.shape[name] as z.ZodType);
  }
  return stated;
}

/** A default, or the first of those that its words name: "3000; paper: 20000". */
function firstOf(value: unknown, type: z.ZodType): unknown {
  const [word] = String(value).split(";");
  const found = [value, word, Number(word)].find((each) => type.safeParse(each).success);
  expect(found, `a default must be one that the option may be, got ${value}`).toBeDefined();
  return found;
}
