// The Chromium of this machine; run as a program, installs Debian's where there is none and it can.
//
//     node test/e2e/browser/find.js

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

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

if (process.argv[1] === fileURLToPath(import.meta.url) && findChromium() === undefined) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.error("installing Debian's chromium for the browser tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    try {
      execFileSync("apt-get", ["-qq", "update"], { stdio: "inherit", env });
      execFileSync("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "chromium"], {
        stdio: "inherit",
        env,
      });
    } catch (error) {
      console.error(`chromium could not be installed (${error instanceof Error ? error.message : error})`);
    }
  }
  if (findChromium() === undefined) console.error("no Chromium here: the browser tests will be skipped");
}
