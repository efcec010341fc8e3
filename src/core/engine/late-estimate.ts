// What is said of a run whose trial itself took too long: nothing is known but that.

import type { Estimate, RunRequest } from "./wire/wire.ts";

export function lateEstimate({ options }: Pick<RunRequest, "options">, seconds: number): Estimate {
  const { search = "auto" } = options as { search?: string };
  return {
    search,
    choice: search === "auto" ? "not chosen within the trial" : "asked for",
    seconds: null,
    sentence: `more than about ${seconds} seconds on this machine: reading the table or a first step takes longer than the trial`,
  };
}
