import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Examples import the package by its name, as a user does; tests run them on the source.
  resolve: { alias: { wherefore: fileURLToPath(new URL("./src/node/index.ts", import.meta.url)) } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
  },
});
