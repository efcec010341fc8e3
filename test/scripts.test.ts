// Benches and experiments take hours, so that few of them are run by tests: here, what each imports exists.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const scripts = ["bench", "experiments", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !/node_modules|\.vitepress|\.venv/.test(name))
    .map((name) => join(root, folder, name)),
);

/** The names that a script imports from other files of the repository. */
function importsOf(file: string): { from: string; names: string[] }[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm)].map(([, list, from]) => ({
    from: join(dirname(file), from),
    names: list
      .split(",")
      .map((part) => part.trim().split(" as ")[0])
      .filter((name) => name !== ""),
  }));
}

/** The names that a script exports: it is read, because importing it would run it. */
function exportsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const declared = [...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)];
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(","));
  return [...declared.map(([, name]) => name), ...listed.map((part) => part.trim().split(" as ").at(-1)!)];
}

it("benches and experiments import only what is exported", async () => {
  expect(scripts.length).toBeGreaterThan(100);
  const missing: string[] = [];
  for (const file of scripts)
    for (const { from, names } of importsOf(file)) {
      const exported = from.startsWith(join(root, "dist"))
        ? Object.keys(await import(pathToFileURL(from).href))
        : exportsOf(from);
      for (const name of names)
        if (!exported.includes(name)) missing.push(`${basename(file)}: ${name} of ${basename(from)}`);
    }
  expect(missing).toEqual([]);
});
