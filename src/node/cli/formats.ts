// wherefore formats [GRAPH]

import { writeFile } from "node:fs/promises";
import { Command, Option } from "commander";
import {
  check,
  drawingOf,
  type FormatName,
  formatNames,
  graphFormats,
  pictureNote,
} from "../../core/index.ts";
import { pngOf, svgOf } from "../files/picture.ts";
import { namesList } from "./option-values.ts";
import { isEdgeList, openGraph } from "./settings.ts";
import { complain, say, sayContent } from "./terminal.ts";
import { textTable } from "./text-table.ts";

interface Settings {
  readonly to?: FormatName | "svg" | "png";
  readonly columns?: string[];
  readonly out?: string;
}

export function command(): Command {
  return new Command("formats")
    .argument("[graph]", "a graph file to convert; without one, the formats are listed")
    .addOption(
      new Option("--to <format>", "the format to convert it to").choices([...formatNames, "svg", "png"]),
    )
    .option("--columns <names>", "all variables, if the file names only those with edges", namesList)
    .option("--out <file>", "where to write it (default: standard output)")
    .addHelpText(
      "after",
      `
Examples:
  wherefore formats
  wherefore formats runs/data-exact-1/graph.csv --to dagitty
  wherefore formats graph.txt --to png --out graph.png`,
    )
    .action(async (path: string | undefined, { to, columns, out }: Settings) => {
      if (path === undefined) {
        const rows = Object.values(graphFormats).map(({ name, extensions, summary }) => [
          name,
          `.${extensions.join(" .")}`,
          summary,
        ]);
        say(textTable([["format", "files", "what it is"], ...rows]));
        return;
      }
      check(
        to !== undefined,
        `formats: --to must say what to convert ${path} to (${[...formatNames, "svg", "png"].join(", ")})`,
      );
      const graph = await openGraph(path, "graph", columns);
      if (columns === undefined && to !== "csv" && (await isEdgeList(path)))
        complain(
          "note      an edge list has no variables without edges; if there are any, give all variables with --columns",
        );
      const note = to === "svg" || to === "png" ? pictureNote(graph) : null;
      if (note !== null) complain(`note      ${note}`);
      const content =
        to === "svg"
          ? await svgOf(drawingOf(graph))
          : to === "png"
            ? await pngOf(await svgOf(drawingOf(graph)))
            : graphFormats[to].write(graph);
      if (out === undefined) sayContent(content);
      else await writeFile(out, content);
    });
}
