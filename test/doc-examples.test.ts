// The examples in the public library's doc comments run and are true: the text after // is the value of the expression.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import * as library from "../src/node/index.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

interface Example {
  readonly name: string;
  readonly code: string;
}

const files = ["core", "node"].flatMap((room) =>
  readdirSync(join(root, "src", room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(root, "src", room, file), "utf8")),
);
const pattern =
  /@example\n \* ```js\n((?: \* .*\n)+?) \* ```\n \*\/\nexport (?:(?:async )?function\*? |class |const \{ runs: \w+, search: )(\w+)/g;
const examples = files.flatMap((text) =>
  [...text.matchAll(pattern)].map(([, code, name]): Example => ({ name, code: code.replace(/^ \* /gm, "") })),
);

it("every function of the library has an example", () => {
  const functions = Object.entries(library).filter(([, value]) => typeof value === "function");
  const named = new Set(examples.map(({ name }) => name));
  expect(functions.map(([name]) => name).filter((name) => !named.has(name))).toEqual([]);
});

it("the examples are true", () => {
  // One process for all, in the folder of the examples' files.
  const parts = examples.map(({ name, code }) => {
    const checked = code.replace(
      /^(.+); \/\/ (.+)$/gm,
      (_, expression, value) => `same(${JSON.stringify(name)}, ${expression}, ${value});`,
    );
    return `await (async () => {\n${checked}})().catch((error) => console.log(${JSON.stringify(name)}, error));`;
  });
  const names = Object.keys(library).join(", ");
  const program = `import { isDeepStrictEqual, inspect } from "node:util";
import { ${names} } from ${JSON.stringify(pathToFileURL(join(root, "dist/node/index.js")).href)};
function same(name, value, wanted) {
  if (!isDeepStrictEqual(value, wanted)) console.log(name + ": " + inspect(value) + " is not " + inspect(wanted));
}
${parts.join("\n")}`;
  const folder = mkdtempSync(join(tmpdir(), "wherefore-examples-"));
  const file = join(folder, "examples.mjs");
  writeFileSync(file, program);
  try {
    expect(execFileSync(process.execPath, [file], { cwd: root, encoding: "utf8" })).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
