// The commands: parses, calls, prints. Exit codes: 0 done, 1 our bug, 2 the user's input or a fault of the machine, 130 stopped
// by Ctrl-C; `verify` has two more (verify.ts).

import { Command, CommanderError } from "commander";
import { faultSentence } from "../files/fault.ts";
import { versions } from "../runs/machine.ts";
import { bugText } from "./bug-text.ts";
import { complain } from "./terminal.ts";

/** Runs the command that the process's arguments are; the exit code. */
export async function runProgram(): Promise<number> {
  const program = await programOf(process.argv.slice(2));
  try {
    for (const command of [program, ...program.commands]) {
      command.exitOverride();
      command.configureOutput({ writeErr: (text) => complain(text.trimEnd().split("\n")) });
    }
    await program.parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return await told(error);
  }
}

interface Listed {
  /** Its arguments, as the command itself has them. */
  readonly takes: readonly string[];
  readonly does: string;
  readonly load: () => Promise<Command>;
}

/** What the list of commands says of each, which needs none of them; one is loaded when it is asked for. */
const commands: Readonly<Record<string, Listed>> = {
  discover: {
    takes: ["<table>"],
    does: "find the best-scoring graph of causes for a table",
    load: async () => (await import("./discover.ts")).discoverCommand(),
  },
  resume: {
    takes: ["<folder>"],
    does: "go on with a run that was stopped or killed, to the result that it would have had",
    load: async () => (await import("./resume.ts")).resumeCommand(),
  },
  doctor: {
    takes: ["<table>"],
    does: "examine a table: what would stop a search, and what would mislead it",
    load: async () => (await import("./doctor.ts")).doctorCommand(),
  },
  simulate: {
    takes: ["[name]"],
    does: "make data whose true graph is known, or one of the paper's own data sets",
    load: async () => (await import("./simulate.ts")).simulateCommand(),
  },
  evaluate: {
    takes: ["<graph>", "<truth>"],
    does: "compare a graph with the true one",
    load: async () => (await import("./evaluate.ts")).evaluateCommand(),
  },
  score: {
    takes: ["<table>", "<graph>"],
    does: "score a graph that you have, and tell its gap to the best graph there is",
    load: async () => (await import("./score.ts")).scoreCommand(),
  },
  compare: {
    takes: ["<table>"],
    does: "run several searches, under one or several scores, on one table",
    load: async () => (await import("./compare.ts")).compareCommand(),
  },
  verify: {
    takes: ["<certificate>", "<table>"],
    does: "re-check a certificate of optimality against the data, trusting nothing in it",
    load: async () => (await import("./verify.ts")).verifyCommand(),
  },
  formats: {
    takes: ["[graph]"],
    does: "list the graph formats, or turn a graph into another format or a picture",
    load: async () => (await import("./formats.ts")).formatsCommand(),
  },
  serve: {
    takes: [],
    does: "open the page: drop a table, watch the search, read the answer; and answer programs over HTTP",
    load: async () => (await import("./serve.ts")).serveCommand(),
  },
};

/** The program, with the commands that the arguments name and a line for each of the others. */
async function programOf(words: readonly string[]): Promise<Command> {
  const program = new Command("wherefore")
    .description("Finds out, from a table of observations, which variables cause which.")
    .version(versions().wherefore)
    .showHelpAfterError("(wherefore COMMAND --help shows what a command takes)")
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .addHelpText(
      "after",
      `
Examples:
  wherefore discover table.csv                       the best graph, with a proof where there are up to 25 columns
  wherefore doctor table.csv                         what is wrong with the table, before anything is searched
  wherefore simulate --nodes 10 --out made           data with a known truth: made/data.csv, made/truth.csv
  wherefore discover made/data.csv --truth made/truth.csv`,
    );
  for (const [name, { takes, does, load }] of Object.entries(commands)) {
    const command = words.includes(name) ? await load() : listed(name, takes);
    program.addCommand(command.description(does));
  }
  return program;
}

function listed(name: string, takes: readonly string[]): Command {
  const command = new Command(name);
  for (const argument of takes) command.argument(argument);
  return command;
}

/** Prints what went wrong and gives the exit code. */
async function told(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  const { InputError } = await import("../../core/index.ts");
  const sentence =
    error instanceof InputError
      ? (await import("./refusal-text.ts")).refusalText(error)
      : faultSentence(error);
  // Several sentences may come at once, each with the place that it begins with.
  complain(sentence === null ? bugText(error).trimEnd().split("\n") : sentence.split(/\n(?=\w+: )/));
  return sentence === null ? 1 : 2;
}
