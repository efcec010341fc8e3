// The commands: parses, calls, prints. Exit codes: 0 done, 1 our bug, 2 the user's input or a fault of the machine, 130 stopped
// by Ctrl-C; `verify` has two more (verify.ts).

import { Command, CommanderError } from "commander";
import { InputError } from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { versions } from "../runs/machine.ts";
import { bugText } from "./bug-text.ts";
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

/** Runs the command that the process's arguments are; the exit code. */
export async function runProgram(): Promise<number> {
  const program = programOf();
  try {
    for (const command of [program, ...program.commands]) {
      command.exitOverride();
      command.configureOutput({ writeErr: (text) => complain(text.trimEnd().split("\n")) });
    }
    await program.parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return told(error);
  }
}

function programOf(): Command {
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
  return program;
}

/** Prints what went wrong and gives the exit code. */
function told(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  const sentence = error instanceof InputError ? error.message : faultSentence(error);
  // Several sentences may come at once, each with the place that it begins with.
  complain(sentence === null ? bugText(error).trimEnd().split("\n") : sentence.split(/\n(?=\w+: )/));
  return sentence === null ? 1 : 2;
}
