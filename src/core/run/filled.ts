// What missing values were estimated by, of a spec's `missing` or a result's `how`.

export type Filled = "em" | "impute";

/** Null if they were not estimated. */
export function filledBy(how: string | undefined): Filled | null {
  return how === "em" || how === "impute" ? how : null;
}
