// The run that this tab has just started. It may be over before the watch page opens (a proof for a few variables takes an
// instant); the page then still moves on to the result, unlike for an old run.

import { forgetText, keepText, storedText } from "../shared/storage.ts";

const key = "wherefore/just-started";

export function markStarted(run: string): void {
  keepText("sessionStorage", key, run);
}

export function isJustStarted(run: string): boolean {
  return storedText("sessionStorage", key) === run;
}

export function forgetStarted(): void {
  forgetText("sessionStorage", key);
}
