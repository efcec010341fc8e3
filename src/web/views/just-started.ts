// The run that this tab has just started. Its watcher may come when it is already over (a proof of a few variables takes a
// blink), and is then led on to the result all the same; one who comes to an old run is not.

const key = "wherefore/just-started";

export function markStarted(run: string): void {
  sessionStorage.setItem(key, run);
}

export function isJustStarted(run: string): boolean {
  return sessionStorage.getItem(key) === run;
}

export function forgetStarted(): void {
  sessionStorage.removeItem(key);
}
