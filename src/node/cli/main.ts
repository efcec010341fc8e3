#!/usr/bin/env node
// The command line: parses, calls, prints. Exit codes: 0 done, 1 our bug, 2 the user's input, 130 stopped by Ctrl-C.

import { Command, CommanderError } from "commander";
import { InputError } from "../../core/index.ts";
import { versions } from "../runs/machine.ts";
import { compareCommand } from "./compare.ts";
import { discoverCommand } from "./discover.ts";
import { doctorCommand } from "./doctor.ts";
import { evaluateCommand } from "./evaluate.ts";
import { formatsCommand } from "./formats.ts";
import { resumeCommand } from "./resume.ts";
import { scoreCommand } from "./score.ts";
import { serveCommand } from "./serve.ts";
import { simulateCommand } from "./simulate.ts";
import { complain } from "./terminal.ts";
import { verifyCommand } from "./verify.ts";

const program = new Command("wherefore")
  .description("Finds out, from a table of observations, which variables cause which.")
  .version(versions().wherefore)
  .showHelpAfterError("(wherefore COMMAND --help shows what a command takes)")
  .addHelpText(
    "after",
    `
Examples:
  wherefore discover table.csv                       the best graph, with a proof where there are up to 25 columns
  wherefore doctor table.csv                         what is wrong with the table, before anything is searched
  wherefore simulate --nodes 10 --out made           data with a known truth: made/data.csv, made/truth.csv
  wherefore discover made/data.csv --truth made/truth.csv`,
  );
for (const command of [
  discoverCommand(),
  resumeCommand(),
  doctorCommand(),
  simulateCommand(),
  evaluateCommand(),
  scoreCommand(),
  compareCommand(),
  verifyCommand(),
  formatsCommand(),
  serveCommand(),
]) {
  program.addCommand(command);
}

// Whoever reads our output may have seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    command.configureOutput({ writeErr: (text) => complain(text.trimEnd().split("\n")) });
  }
  await program.parseAsync();
} catch (error) {
  process.exitCode = told(error);
}

/** Prints what went wrong and gives the exit code. */
function told(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  if (error instanceof InputError) {
    // Several sentences may come at once, each with the place that it begins with.
    complain(error.message.split(/\n(?=\w+: )/));
    return 2;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  complain([
    "wherefore: this is a bug of ours, please report it with the command that led here",
    ...text.split("\n"),
  ]);
  return 1;
}
