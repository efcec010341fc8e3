#!/usr/bin/env node
// The entry point of `npx wherefore`: the command line, or an error message in a clone that was never built.

import { existsSync } from "node:fs";

const main = new URL("../dist/node/cli/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write(
    "wherefore: this clone must be built before it can run, and is not; run npm ci && npm run build\n",
  );
  process.exitCode = 2;
}
