// Shell completion, in the shells themselves: bash always, zsh and fish in `npm run test:long`, which installs them if it may.

import { execFileSync, spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { scores } from "../../src/core/score/scores.ts";
import { prunings } from "../../src/core/search/prune/prune.ts";
import { searches } from "../../src/core/search/searches.ts";
import { isLong } from "../long.ts";
import { ensured } from "./debian-package.js";
import { folderFor, main } from "./program.ts";

const { folder, putFile } = folderFor("completion");
const given = { cwd: folder, encoding: "utf8" as const };
const found = (shell: string) => (spawnSync(shell, ["-c", "exit 0"]).status === 0 ? shell : undefined);

beforeAll(() => {
  for (const shell of ["bash", "zsh", "fish"]) {
    if (isLong) ensured(shell, { find: () => found(shell), tests: `completion in ${shell}` });
    if (shell !== "bash" && !isLong) continue;
    putFile(`wherefore.${shell}`, execFileSync(process.execPath, [main, "completion", shell], given));
  }
});

const zshTerminal = `
zmodload zsh/zpty zsh/zselect
zpty -b z zsh -f -i
zpty -w z "PROMPT= RPROMPT= ; LISTMAX=10000; setopt no_always_last_prompt; autoload -U compinit; compinit -u; source wherefore.zsh; zstyle ':completion:*' verbose no; bindkey '^X' list-choices; print REA''DY"
all=; n=0
while [[ $all != *READY* ]] && (( n++ < 600 )); do zselect -t 10; while zpty -r -t z part; do all+=$part; done; done
zpty -w -n z "$1"$'\\x18'
all=; n=0; quiet=0
while (( n++ < 600 && quiet < 15 )); do
  zselect -t 10
  if zpty -r -t z part; then all+=$part; quiet=0; elif [[ $all == *'[0m'* ]]; then (( quiet++ )); fi
done
print -r -- $all
zpty -d z`;

/** What each shell offers for the last of these words. */
const offers: Readonly<Record<string, (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const script = `source wherefore.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wherefore; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(execFileSync("bash", ["--norc", "-c", script, "bash", ...words], given));
  },
  zsh: (words) => {
    // It completes in a terminal only: one of its own, which is asked to list what there is.
    const text = execFileSync("zsh", ["-f", "-c", zshTerminal, "zsh", words.join(" ")], given);
    const listed = text.split("\r\r\n\x1b[J").at(-1)!.split("\x1b")[0];
    return listed.split(/\s+/).filter((word) => word !== "");
  },
  fish: (words) => {
    const script = `source wherefore.fish; complete -C ${JSON.stringify(words.join(" "))}`;
    return lines(execFileSync("fish", ["--no-config", "-c", script], given)).map(
      (line) => line.split("\t")[0],
    );
  },
};
const lines = (text: string) => text.split("\n").filter((line) => line !== "");

describe.each(["bash", ...(isLong ? ["zsh", "fish"] : [])])("completion in %s", (shell) => {
  const offered = (...words: string[]) => offers[shell](["wherefore", ...words]).toSorted();
  const isHere = found(shell) !== undefined || isLong;

  it.runIf(isHere)("knows commands, options, and the names of searches, scores and prunings", () => {
    expect(offered("do")).toEqual(["doctor"]);
    expect(offered("discover", "--sens")).toEqual(["--sensitivity"]);
    expect(offered("discover", "t.csv", "--search", "")).toEqual(["auto", ...Object.keys(searches)].sort());
    expect(offered("discover", "t.csv", "--score", "b")).toEqual(
      Object.keys(scores)
        .filter((name) => name.startsWith("b"))
        .sort(),
    );
    expect(offered("discover", "t.csv", "--prune", "")).toEqual(Object.keys(prunings).sort());
    expect(offered("formats", "g.csv", "--to", "dag")).toEqual(["dagitty"]);
    expect(offered("completion", "z")).toEqual(["zsh"]);
  });
});

it("five questions over a pipe come to a command, which is run where that is asked for", () => {
  const text = ["x,y,z", ...Array.from({ length: 60 }, (_, i) => `${i % 7},${(i * i) % 11},${(i * 5) % 13}`)];
  putFile("small.csv", text.join("\n"));
  const asked = (input: string) =>
    spawnSync(process.execPath, [main, "new"], { cwd: folder, input, encoding: "utf8" });
  const ran = asked("small.csv\nx/y\nw\nz\n1\n2 min\ny\n");
  const said = "wherefore discover small.csv --tiers x/y --leaves z --score bic --time-limit 120";
  expect(ran.stdout.split("\n")[0]).toBe(said);
  expect(ran.stdout).toContain("\nanswer ");
  expect(ran.stderr).toContain('no variable called "w"');
  const ended = asked("small.csv\nx");
  expect([ended.status, ended.stdout]).toEqual([0, "wherefore discover small.csv --roots x\n"]);
});
