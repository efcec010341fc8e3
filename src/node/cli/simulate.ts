// wherefore simulate [NAME]

import { Command, Option } from "commander";
import {
  check,
  csvOf,
  graphFormats,
  graphModels,
  mechanisms,
  namedGraph,
  noises,
  paperSet,
  paperSets,
  type Simulated,
  type SimulateOptions,
  simulation,
} from "../../core/index.ts";
import { createFolder } from "../files/folder.ts";
import { drive } from "../runs/drive.ts";
import { createProgress } from "./progress.ts";
import { number, whole } from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends SimulateOptions {
  readonly seed: number;
  readonly out?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

export function simulateCommand(): Command {
  const names = Object.keys(paperSets);
  return new Command("simulate")
    .argument("[name]", `a data set of the paper: ${names.join(", ")}`)
    .addOption(new Option("--graph <model>", listOf(graphModels)).choices(Object.keys(graphModels)))
    .addOption(new Option("--mechanism <kind>", listOf(mechanisms)).choices(Object.keys(mechanisms)))
    .addOption(new Option("--noise <kind>", listOf(noises)).choices(Object.keys(noises)))
    .option("--nodes <count>", "variables (default: 12)", whole)
    .option("--samples <count>", "rows (default: 5000)", whole)
    .option("--seed <number>", "same seed, same data", whole, 1)
    .option("--edge-probability <p>", "of bernoulli and bipartite graphs (default: 0.5)", number)
    .option("--expected-edges <count>", "of erdos-renyi graphs (default: twice the nodes)", number)
    .option(
      "--degree <count>",
      "of erdos-renyi graphs: expected neighbours, instead of --expected-edges",
      number,
    )
    .option("--edges-per-node <count>", "of scale-free graphs (default: 2)", whole)
    .addOption(
      new Option("--hubs <which>", "of scale-free graphs (default: effects)").choices(["causes", "effects"]),
    )
    .option("--first-part <count>", "of bipartite graphs: nodes that only cause (default: half)", whole)
    .option("--weight-low <size>", "least size of a weight (default: 0.5)", number)
    .option("--weight-high <size>", "greatest size of a weight (default: 2; quadratic 1.5)", number)
    .option("--bandwidth <width>", "of gp and gp-additive (default: 1)", number)
    .option("--hidden-units <count>", "of mlp (default: 100)", whole)
    .addOption(
      new Option(
        "--noise-scales <which>",
        "one scale for all, or one for each from U[0.5, 2] (default: equal)",
      ).choices(["equal", "differing"]),
    )
    .option("--noise-scale <factor>", "multiplies every noise (default: 1)", number)
    .addOption(
      new Option(
        "--scaling <when>",
        "raw; standardised at the end; or internal: each variable before its effects are drawn (iSCM) (default: raw)",
      ).choices(["raw", "standardised", "internal"]),
    )
    .option(
      "--drop-outliers <share>",
      "draw more rows and drop this share, those of largest norm (default: 0)",
      number,
    )
    .option("--out <folder>", "where data.csv and truth.csv are written (default: ./simulated/<name>-<seed>)")
    .option("--json", "print what was written as one JSON document", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore simulate --nodes 12 --samples 5000 --seed 1 --out made
  wherefore simulate --graph scale-free --mechanism mlp --noise gumbel --nodes 20 --out made
  wherefore simulate paper/exp1-gauss-12 --seed 8`,
    )
    .action(async (name: string | undefined, { out, json, quiet, ...options }: Settings) => {
      const { made, title } = name === undefined ? await own(options, quiet) : published(name, options);
      const folder = await createFolder(out ?? `simulated/${title}-${options.seed}`);
      const { table, truth, weights, description } = made;
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

async function own(options: SimulateOptions, quiet: boolean): Promise<{ made: Simulated; title: string }> {
  const { graph = "bernoulli", mechanism = "linear", nodes = 12 } = options;
  const progress = createProgress({ quiet });
  const onEvent = (share: number) =>
    progress.show({
      stage: "simulating",
      doing: `variable ${Math.round(share * nodes) + 1} of ${nodes}`,
      share,
    });
  const made = await drive(simulation(options), { onEvent });
  progress.clear();
  return { made, title: `${graph}-${mechanism}` };
}

function published(
  name: string,
  { seed = 1, ...others }: SimulateOptions,
): { made: Simulated; title: string } {
  const given = Object.keys(others);
  check(
    given.length === 0,
    `simulate: ${name} is fixed but for its seed, got ${given.map((key) => `--${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`).join(", ")} too`,
  );
  return { made: paperSet(name, seed), title: name.replaceAll("/", "-") };
}

function listOf(registry: Readonly<Record<string, { readonly summary: string }>>): string {
  return `${Object.entries(registry)
    .map(([name, { summary }]) => `${name}: ${summary}`)
    .join("; ")} (default: ${Object.keys(registry)[0]})`;
}
