// The example tables of the package.

import { createReadStream, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { edgesOf, exampleTables, formatOf, type NamedEdge, readGraph } from "../../../core/index.ts";
import { refusal } from "../refusal.ts";

export function exampleList(): { name: string; describes: string; hasTruth: boolean }[] {
  return Object.entries(exampleTables)
    .filter(([name]) => existsSync(at(name, "data.csv")))
    .map(([name, describes]) => ({ name, describes, hasTruth: existsSync(at(name, "truth.csv")) }));
}

/** The table and its truth; throws for a name that is not in the list. */
export function openExample(name: string) {
  const example = exampleList().find((each) => each.name === name);
  if (!example) throw refusal(404, `examples: no example is called "${name}"; /api/examples lists them`);
  const body = () => createReadStream(at(example.name, "data.csv"));
  return { name: `${example.name}.csv`, body, truth: example.hasTruth ? truthOf(example.name) : undefined };
}

function truthOf(name: string): NamedEdge[] {
  const text = readFileSync(at(name, "truth.csv"), "utf8");
  return edgesOf(readGraph(text, formatOf("truth.csv", text)));
}

/** The path of an example's file; names come only from the list above. */
function at(name: string, file: string): string {
  return fileURLToPath(new URL(`../../../../examples/${name}/${file}`, import.meta.url));
}
