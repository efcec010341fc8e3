// The commands: parses, calls, prints. Exit codes: 0 done, 1 a bug, 2 bad input or a fault of the machine, 130 stopped by
// Ctrl-C; `verify` has two more (verify.ts).

import { Command, CommanderError } from "commander";
import { faultSentence } from "../files/fault.ts";
import { versions } from "../runs/machine.ts";
import { bugText } from "./bug-text.ts";
import { complain } from "./terminal.ts";

/** Runs the command given by the process's arguments; returns the exit code. */
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
    return await exitCodeOf(error);
  }
}

/** Arguments and summary of each command, so that the list of commands can be printed without loading them. */
const commands = {
  new: ["[table]", "ask five questions and write the command for you"],
  discover: ["[table]", "find the best-scoring causal graph of a table"],
  resume: ["<folder>", "resume a run that was stopped or killed, to the same result"],
  doctor: ["<table>", "examine a table for problems that would prevent or mislead a search"],
  simulate: ["[name]", "simulate data with a known true graph, or one of the paper's data sets"],
  evaluate: ["<graph> <truth>", "compare a graph with the true one"],
  score: ["<table> <graph>", "score a graph, and report its gap to the optimum"],
  compare: ["<table>", "compare several searches and scores on one table"],
  report: ["<folder>", "rewrite the report of a run, or print its methods paragraph"],
  verify: ["<certificate> <table>", "verify a certificate of optimality against the data"],
  formats: ["[graph]", "list the graph formats, or convert a graph to another format or a picture"],
  serve: ["", "serve the web page and the HTTP API"],
  work: ["", "do tasks from a queue, for batches of other machines"],
  workers: ["", "list the workers on a queue"],
  batch: ["[command]", "plan, do and merge a batch without a queue"],
  grid: ["<file>", "run methods on tables with seeds, and tabulate the results"],
  schema: ["<file>", "print the JSON schema of spec.json, knowledge or grid files, for an editor"],
  completion: ["<shell>", "print a script that completes commands and options in bash, zsh or fish"],
} as const;

type CommandName = keyof typeof commands;

const modules: Readonly<Record<CommandName, () => Promise<{ readonly command: () => Command }>>> = {
  new: () => import("./new.ts"),
  discover: () => import("./discover.ts"),
  resume: () => import("./resume.ts"),
  doctor: () => import("./doctor.ts"),
  simulate: () => import("./simulate.ts"),
  evaluate: () => import("./evaluate.ts"),
  score: () => import("./score.ts"),
  compare: () => import("./compare.ts"),
  report: () => import("./report.ts"),
  verify: () => import("./verify.ts"),
  formats: () => import("./formats.ts"),
  serve: () => import("./serve.ts"),
  work: () => import("./work.ts"),
  workers: () => import("./workers.ts"),
  batch: () => import("./batch.ts"),
  grid: () => import("./grid.ts"),
  schema: () => import("./schema.ts"),
  completion: () => import("./completion.ts"),
};

/** The program, with the commands that the arguments name loaded and the others only listed; for "completion", all are loaded. */
export async function programOf(words: readonly string[]): Promise<Command> {
  const program = new Command("wherefore")
    .description("Causal discovery: finds out from a table of observations which variables cause which.")
    .version(versions().wherefore)
    .showHelpAfterError("(wherefore COMMAND --help shows the options of a command)")
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .addHelpText(
      "after",
      `
Examples:
  wherefore discover table.csv                       the best graph, with a proof of optimality for up to 25 columns
  wherefore doctor table.csv                         problems of the table, before any search
  wherefore simulate --nodes 10 --out made           data with a known true graph: made/data.csv, made/truth.csv
  wherefore discover made/data.csv --truth made/truth.csv`,
    );
  for (const name of Object.keys(commands) as CommandName[]) {
    const [takes, does] = commands[name];
    const isNamed = words.includes(name) || words[0] === "completion";
    const listed = new Command(name).usage(`[options] ${takes}`.trim());
    const command = isNamed ? (await modules[name]()).command() : listed;
    program.addCommand(command.description(does));
  }
  return program;
}

/** Prints the error and returns the exit code. */
async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  const { InputError } = await import("../../core/index.ts");
  const sentence =
    error instanceof InputError
      ? (await import("./refusal-text.ts")).refusalText(error)
      : faultSentence(error);
  // An error may have several sentences, each on its own line and with its own "where:".
  complain(sentence === null ? bugText(error).trimEnd().split("\n") : sentence.split(/\n(?=\w+: )/));
  return sentence === null ? 1 : 2;
}
