// What the members of an equivalence class have in common, in words.

import type { RunResult } from "./result.ts";

/** The graphs of a class: "fit equally well", where the score gives them all the same value. */
export function alikeWords({ scoring }: Pick<RunResult, "scoring">): string {
  return scoring?.isEquivalent === false ? "the data do not reliably tell apart" : "fit equally well";
}
