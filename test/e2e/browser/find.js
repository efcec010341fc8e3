// The Chromium of this machine; run as a program, installs Debian's where there is none and it can.
//
//     node test/e2e/browser/find.js

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensured } from "../debian-package.js";

/** Path of a Chromium, or undefined. */
export function findChromium() {
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
  ].find((path) => existsSync(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  ensured("chromium", { find: findChromium, tests: "the browser tests" });
