// wherefore new [TABLE]: five questions, and the resulting command. Questions go to standard error and the command to standard
// output, so that it works at a terminal and in a pipe; at the end of the input, the remaining answers are empty.

import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Command, InvalidArgumentError } from "commander";
import { check, InputError, scores, suggestion } from "../../core/index.ts";
import { examinedFile } from "../runs/examined-file.ts";
import { namesList } from "./option-values.ts";
import { refusalText } from "./refusal-text.ts";
import { shellLine } from "./shell-line.ts";
import { complain, say } from "./terminal.ts";

/** Asks a question and returns the answer; null at the end of the input. */
type Ask = (question: string) => Promise<string | null>;

export function command(): Command {
  return new Command("new")
    .argument("[table]", "the table (default: the first question asks for it)")
    .addHelpText(
      "after",
      `
Examples:
  wherefore new
  wherefore new table.csv
  printf 'age,sex\\nincome\\n\\n10 min\\n' | wherefore new table.csv

The questions: the file, what comes first, the outcome, what the data are like, the time limit. Enter
skips a question. The command is printed, and run if you confirm.`,
    )
    .action(async (tablePath: string | undefined) => {
      const { ask, close } = questions();
      try {
        const words = await answers(ask, tablePath);
        say(shellLine(["wherefore", ...words]));
        const reply = await ask("Run it now? (y/N) ");
        close();
        if (/^y(es)?$/i.test(reply ?? ""))
          process.exitCode =
            spawnSync(process.execPath, [process.argv[1], ...words], { stdio: "inherit" }).status ?? 1;
      } finally {
        close();
      }
    });
}

async function answers(ask: Ask, tablePath: string | undefined): Promise<string[]> {
  const table = await answered(
    ask,
    "1. Which file has the table? (CSV, TSV, Excel, Parquet, JSON)",
    readable,
    tablePath,
  );
  check(table !== null, "new: a table is required; give its file, as in wherefore new table.csv");
  const { path, names } = table;
  complain(`   ${table.rows} rows; the variables are ${names.join(", ")}`);
  const columns = (text: string) => columnsIn(text, names);
  const first = await answered(
    ask,
    "2. What comes first, so that nothing else in the table causes it? (names with commas, later groups after a slash: age,sex/school; Enter: unknown)",
    (text) => text.split("/").map(columns),
  );
  const outcome = await answered(
    ask,
    "3. Which variable is the outcome, which causes nothing else in the table? (Enter: none)",
    columns,
  );
  const score = await answered(ask, dataQuestion(table), scoreIn);
  const seconds = await answered(
    ask,
    "5. How long may it take? (30 s, 10 min, 2 h; Enter: no limit)",
    secondsIn,
  );
  const groups = first ?? [];
  return [
    ...["discover", path],
    ...(groups.length === 1 ? ["--roots", listed(groups[0])] : []),
    ...(groups.length > 1 ? ["--tiers", groups.map(listed).join("/")] : []),
    ...(outcome ? ["--leaves", listed(outcome)] : []),
    ...(score ? ["--score", score] : []),
    ...(seconds ? ["--time-limit", String(seconds)] : []),
  ];
}

/** The parsed answer; null if it is empty or missing. After an invalid answer the question is repeated. */
async function answered<T>(
  ask: Ask,
  question: string,
  read: (text: string) => T | Promise<T>,
  initial?: string,
): Promise<T | null> {
  for (let text: string | null | undefined = initial; ; text = undefined) {
    text ??= await ask(`${question}\n   > `);
    if (text === null || text.trim() === "") return null;
    try {
      return await read(text.trim());
    } catch (error) {
      const isAnswer = error instanceof InputError || error instanceof InvalidArgumentError;
      if (!isAnswer || initial !== undefined) throw error;
      complain(`   ${error instanceof InputError ? refusalText(error) : `it ${error.message}`}`);
    }
  }
}

async function readable(path: string) {
  const facts = await stat(path).catch(() => null);
  check(facts?.isFile() === true, `new: there is no file called ${path}`);
  const { rows, names, score, reason } = await examinedFile(path, { score: "auto" });
  return { path, rows, names, score, reason };
}

function columnsIn(text: string, names: readonly string[]): string[] {
  const named = namesList(text);
  for (const name of named)
    check(names.includes(name), () => `new: no variable called "${name}"; ${suggestion(name, names)}`);
  return named;
}

/** The first score of each group. */
function choices(): readonly { readonly name: string; readonly when: string }[] {
  const groups = ["lines", "curves", "categories", "mixed"];
  return groups.map((group) => Object.values(scores).find((score) => score.group === group)!);
}

function dataQuestion({ score, reason }: { readonly score: string; readonly reason: string }): string {
  const lines = choices().map(({ name }, k) => `   ${k + 1} ${sayings[k]} (${name})`);
  return `4. What are the data like? (Enter: ${score}, since ${reason})\n${lines.join("\n")}`;
}

const sayings = [
  "numbers; twice the cause has twice the effect",
  "numbers; effects may be curved",
  "categories",
  "numbers and categories",
];

function scoreIn(text: string): string {
  const all = choices();
  const chosen = all[Number(text) - 1] ?? scores[text];
  check(chosen !== undefined, `new: answer with a number from 1 to ${all.length}, or the name of a score`);
  return chosen.name;
}

const units: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3600 };

function secondsIn(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(s|sec|m|min|h)?/i.exec(text) ?? [];
  check(amount !== undefined && Number(amount) > 0, "new: answer with a time, as in 30 s, 10 min or 2 h");
  return Number(amount) * units[unit.toLowerCase()];
}

/** Names in the syntax of --roots, and of one group of --tiers. */
function listed(names: readonly string[]): string {
  return names.map((name) => (/[",/]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(",");
}

function questions(): { readonly ask: Ask; readonly close: () => void } {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY === true;
  const lines = createInterface({
    input: stdin,
    terminal: isTerminal,
    ...(isTerminal && { output: stderr }),
  });
  lines.on("SIGINT", () => process.exit(130));
  const answers = lines[Symbol.asyncIterator]();
  const ask: Ask = async (question) => {
    const at = question.lastIndexOf("\n") + 1;
    const prompt = question.slice(at);
    stderr.write(question.slice(0, at));
    lines.setPrompt(prompt);
    if (isTerminal) lines.prompt();
    else stderr.write(`${prompt}\n`);
    const { value, done } = await answers.next();
    return done ? null : value;
  };
  return { ask, close: () => lines.close() };
}
