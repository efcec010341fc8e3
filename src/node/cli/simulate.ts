// wherefore simulate [NAME]

import { Command } from "commander";
import {
  check,
  csvOf,
  graphFormats,
  graphModels,
  mechanisms,
  modelsOf,
  namedGraph,
  noises,
  paperSet,
  paperSets,
  type Simulated,
  type SimulateOptions,
  simulation,
} from "../../core/index.ts";
import { checkReplaceable, createFolder, type Folder, isTaken, openFolder } from "../files/folder.ts";
import { drive } from "../runs/drive.ts";
import { createProgress } from "./progress.ts";
import { listHelp, withSimulateFlags } from "./run-flags.ts";
import { type OutputSettings, withOutputOptions } from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends SimulateOptions, OutputSettings {
  readonly out?: string;
  readonly force: boolean;
}

const replaceable = { what: "simulated data", file: "simulation.json" };

export function command(): Command {
  const names = Object.keys(paperSets);
  const simulate = new Command("simulate").argument("[name]", `a data set of the paper: ${names.join(", ")}`);
  return withOutputOptions(withSimulateFlags(simulate))
    .option("--out <folder>", "where data.csv and truth.csv are written (default: ./simulated/<name>-<seed>)")
    .option("--force", "replace simulated data that is in the folder", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore simulate --nodes 12 --samples 5000 --seed 1 --out made
  wherefore simulate --graph scale-free --mechanism mlp --noise gumbel --nodes 20 --out made
  wherefore simulate paper/exp1-gauss-12 --seed 8

${listHelp("Graphs (--graph)", entriesOf(graphModels))}

${listHelp("Mechanisms (--mechanism)", entriesOf(mechanisms))}

${listHelp("Noises (--noise)", entriesOf(noises))}`,
    )
    .action(async (name: string | undefined, { out, force, json, quiet, ...options }: Settings) => {
      const { data, title } = name === undefined ? await custom(options, quiet) : published(name, options);
      const path = out ?? `simulated/${title}-${options.seed ?? 1}`;
      const folder = await folderAt(path, force);
      const { table, truth, weights, description } = data;
      const files = {
        "data.csv": csvOf(table),
        "truth.csv": graphFormats.csv.write(namedGraph(table.names, truth, weights?.data)),
        "simulation.json": `${JSON.stringify({ description, name, options }, null, 2)}\n`,
      };
      for (const [file, text] of Object.entries(files)) await folder.write(file, text);
      const facts = { folder: folder.path, description, rows: table.X.rows, columns: table.names };
      if (json) sayJson(facts);
      else say([description, `${folder.path}: ${Object.keys(files).join(" ")}`]);
    });
}

/** With `force` an earlier simulation is replaced file by file; other files in its folder stay. */
async function folderAt(path: string, force: boolean): Promise<Folder> {
  if (!force || !isTaken(path)) return createFolder(path, replaceable);
  checkReplaceable(path, replaceable);
  return openFolder(path);
}

async function custom(options: SimulateOptions, quiet: boolean): Promise<{ data: Simulated; title: string }> {
  const { nodes = 12 } = options;
  const progress = createProgress({ quiet });
  const onEvent = (share: number) =>
    progress.show({
      stage: "simulating",
      doing: `variable ${Math.round(share * nodes) + 1} of ${nodes}`,
      share,
    });
  const data = await drive(simulation(options), { onEvent });
  progress.clear();
  const { graph, mechanism } = modelsOf(options);
  return { data, title: `${graph}-${mechanism}` };
}

function published(
  name: string,
  { seed = 1, ...others }: SimulateOptions,
): { data: Simulated; title: string } {
  const extras = Object.keys(others);
  check(
    extras.length === 0,
    `simulate: ${name} is fixed except for its seed, got ${extras.map((key) => `--${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`).join(", ")} too`,
  );
  return { data: paperSet(name, seed), title: name.replaceAll("/", "-") };
}

function entriesOf(registry: Readonly<Record<string, { readonly summary: string }>>) {
  return Object.entries(registry).map(([name, { summary }]) => ({ name, summary }));
}
