// The commands as plain data, extracted from their definitions, for shell completion and the page of all options.

import type { Command } from "commander";
import { catalogue } from "../../core/index.ts";

export interface CommandFacts {
  readonly name: string;
  readonly usage: string;
  readonly does: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly help: string;
    readonly choices: readonly string[];
  }[];
  readonly options: readonly FlagFacts[];
}

export interface FlagFacts {
  /** --search */
  readonly long: string;
  /** --search <name> */
  readonly flags: string;
  readonly help: string;
  readonly takesValue: boolean;
  /** Possible values; empty: anything, such as a file. */
  readonly choices: readonly string[];
  readonly default: string | null;
}

/** The commands of a program, in their order; all must be loaded. */
export function commandFacts(program: Command): CommandFacts[] {
  return program.commands.map((command) => ({
    name: command.name(),
    usage: command.usage(),
    does: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      help: argument.description,
      choices: argument.argChoices ?? [],
    })),
    options: command.options.map((option): FlagFacts => {
      const { long, flags, description, argChoices, defaultValue, required, optional } = option;
      const takesValue = required || optional;
      return {
        long: long ?? flags,
        flags,
        help: description,
        takesValue,
        choices: takesValue ? (argChoices ?? namesFor(long ?? "")) : [],
        default: defaultValue === undefined || defaultValue === false ? null : String(defaultValue),
      };
    }),
  }));
}

/** The values of a flag for searches, scores, prunings or options. */
function namesFor(long: string): readonly string[] {
  const { searches, scores, prunings } = catalogue();
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
  switch (long) {
    case "--search":
      return ["auto", ...names(searches)];
    case "--searches":
      return ["all", ...names(searches)];
    case "--score":
      return ["auto", ...names(scores)];
    case "--scores":
      return names(scores);
    case "--prune":
      return names(prunings);
    case "--set":
      return [...new Set(searches.flatMap(({ options }) => settable(options)))].sort();
    default:
      return [];
  }
}

function settable(options: readonly { readonly name: string; readonly flag?: string | undefined }[]) {
  return options.filter(({ flag }) => flag === undefined).map(({ name }) => `${name}=`);
}
