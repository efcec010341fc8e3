// wherefore completion bash|zsh|fish: a completion script for commands, options and their values, generated from the
// definitions.

import { Argument, Command } from "commander";
import { type CommandFacts, commandFacts, type FlagFacts } from "./command-facts.ts";
import { sayContent } from "./terminal.ts";

export const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

export function command(): Command {
  return new Command("completion")
    .addArgument(new Argument("<shell>", "the shell that the script is for").choices(shells))
    .addHelpText(
      "after",
      `
Examples:
  wherefore completion bash > ~/.local/share/bash-completion/completions/wherefore
  wherefore completion zsh > ~/.zfunc/_wherefore                 with fpath+=~/.zfunc before compinit in .zshrc
  wherefore completion fish > ~/.config/fish/completions/wherefore.fish
  source <(wherefore completion bash)                            in this shell only`,
    )
    .action((shell: Shell, _: unknown, command: Command) => {
      sayContent(scripts[shell](commandFacts(command.parent!)));
    });
}

const scripts: Readonly<Record<Shell, (commands: readonly CommandFacts[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Quoted for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bash(commands: readonly CommandFacts[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ long, choices }) => `    ${name}:${long}) words=${quoted(choices.join(" "))} ;;`),
  );
  const free = commands.map(({ name, options }) => {
    const flags = options.filter(({ takesValue, choices }) => takesValue && choices.length === 0);
    return flags.length === 0
      ? ""
      : `    ${flags.map(({ long }) => `${name}:${long}`).join(" | ")}) return ;;`;
  });
  const flags = commands.map(
    ({ name, options }) =>
      `    ${name}) words=${quoted(
        options
          .map(({ long }) => long)
          .concat("--help")
          .join(" "),
      )} ;;`,
  );
  const cases = commands.flatMap(({ name, arguments: [first] }) =>
    first && first.choices.length > 0 ? [`    ${name}) words=${quoted(first.choices.join(" "))} ;;`] : [],
  );
  return `# wherefore, completed in bash: where nothing is listed, names of files.
_wherefore() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} help --help --version' -- "$cur"))
    return
  fi
  case "$command:$prev" in
${[...values, ...free.filter((line) => line !== "")].join("\n")}
  esac
  if [ -z "$words" ] && [ "\${cur:0:1}" = - ]; then
    case "$command" in
${flags.join("\n")}
    esac
  elif [ -z "$words" ]; then
    case "$command" in
${cases.join("\n")}
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -o bashdefault -F _wherefore wherefore
`;
}

function zsh(commands: readonly CommandFacts[]): string {
  const plain = (text: string): string => text.replace(/[[\]:\\]/g, (c) => `\\${c}`);
  const choicesOf = (choices: readonly string[]): string =>
    choices.length === 0 ? "_files" : `(${choices.map((word) => word.replace(/[ :]/g, "\\$&")).join(" ")})`;
  const optionOf = ({ long, help, takesValue, choices }: FlagFacts): string => {
    const value = takesValue ? `:${plain(long.slice(2))}:${choicesOf(choices)}` : "";
    return quoted(`${long === "--set" || long === "--know" ? "*" : ""}${long}[${plain(help)}]${value}`);
  };
  const parts = commands.map(({ name, options, arguments: parameters }) => {
    const places = parameters.map(({ name: what, choices }, k) =>
      quoted(`${k + 1}:${plain(what)}:${choicesOf(choices)}`),
    );
    const all = [...options.map(optionOf), quoted("--help[show what it takes]"), ...places];
    return `    ${name}) _arguments ${all.join(" \\\n      ")} ;;`;
  });
  const listed = commands.map(({ name, does }) => `    ${quoted(`${plain(name)}:${does}`)}`);
  return `#compdef wherefore
# wherefore, completed in zsh.
_wherefore() {
  local -a commands=(
${listed.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local chosen=$words[2]
  shift words
  (( CURRENT-- ))
  case $chosen in
${parts.join("\n")}
  esac
}
if [ "$funcstack[1]" = _wherefore ]; then _wherefore "$@"; else compdef _wherefore wherefore; fi
`;
}

function fish(commands: readonly CommandFacts[]): string {
  const text = (words: string): string => `'${words.replace(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, does, options, arguments: [first] }) => {
    const within = `complete -c wherefore -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c wherefore -n __fish_use_subcommand -f -a ${name} -d ${text(does)}`,
      ...(first && first.choices.length > 0 ? [`${within} -f -a ${text(first.choices.join(" "))}`] : []),
      ...options.map(({ long, help, takesValue, choices }) => {
        const value = !takesValue ? "" : choices.length === 0 ? " -r" : ` -x -a ${text(choices.join(" "))}`;
        return `${within} -l ${long.slice(2)}${value} -d ${text(help)}`;
      }),
    ];
  });
  return `# wherefore, completed in fish.\n${lines.join("\n")}\n`;
}
