// wherefore report FOLDER

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { check, methodsOf } from "../../core/index.ts";
import { completeRun, recordedResult } from "../runs/run-folder.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings {
  readonly methods: boolean;
  readonly json: boolean;
}

export function command(): Command {
  return new Command("report")
    .argument("<folder>", "a run folder")
    .option("--methods", "print what was done, for the methods section of a paper, with references", false)
    .option("--json", "the same as one JSON document", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore report runs/data-exact-1 --methods
  wherefore report runs/data-exact-1

Without an option report.html is rewritten from result.json by this version of the program. The report is also laid out
for paper: open it in a browser and print it, or save it as PDF.`,
    )
    .action(async (path: string, settings: Settings) => {
      const result = recordedResult(path);
      check(result !== undefined, `report: ${path} has no result.json; give the folder of a finished run`);
      const { methods = methodsOf(result) } = result;
      if (settings.json) sayJson(methods);
      else if (settings.methods) {
        const { paragraph, references } = methods;
        say([paragraph, "", ...references.map((work, k) => `[${k + 1}] ${work}.`)]);
      } else {
        await rm(join(path, "report.html"), { force: true });
        await completeRun(path, { ...result, methods }, "wherefore report");
        say(join(path, "report.html"));
      }
    });
}
