// The commands: parses, calls, prints. Exit codes: 0 done, 1 our bug, 2 the user's input or a fault of the machine, 130 stopped
// by Ctrl-C; `verify` has two more (verify.ts).

import { Command, CommanderError } from "commander";
import { InputError } from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { versions } from "../runs/machine.ts";
import { bugText } from "./bug-text.ts";
import { complain } from "./terminal.ts";

/** Runs the command that the process's arguments are; the exit code. */
export async function runProgram(): Promise<number> {
  const program = await programOf(process.argv[2]);
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

/** Each is loaded when it is asked for: what only one of them needs is not loaded for the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  discover: async () => (await import("./discover.ts")).discoverCommand(),
  resume: async () => (await import("./resume.ts")).resumeCommand(),
  doctor: async () => (await import("./doctor.ts")).doctorCommand(),
  simulate: async () => (await import("./simulate.ts")).simulateCommand(),
  evaluate: async () => (await import("./evaluate.ts")).evaluateCommand(),
  score: async () => (await import("./score.ts")).scoreCommand(),
  compare: async () => (await import("./compare.ts")).compareCommand(),
  verify: async () => (await import("./verify.ts")).verifyCommand(),
  formats: async () => (await import("./formats.ts")).formatsCommand(),
  serve: async () => (await import("./serve.ts")).serveCommand(),
};

/** The program with the command of this name, or with all of them where it is none. */
async function programOf(asked = ""): Promise<Command> {
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
  const wanted = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands);
  for (const load of wanted) program.addCommand(await load());
  return program;
}

/** Prints what went wrong and gives the exit code. */
async function told(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  const sentence =
    error instanceof InputError
      ? (await import("./refusal-text.ts")).refusalText(error)
      : faultSentence(error);
  // Several sentences may come at once, each with the place that it begins with.
  complain(sentence === null ? bugText(error).trimEnd().split("\n") : sentence.split(/\n(?=\w+: )/));
  return sentence === null ? 1 : 2;
}
