// The run that this tab has just started. Its watcher may come when it is already over (a proof of a few variables takes a
// blink), and is then led on to the result all the same; one who comes to an old run is not.

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
