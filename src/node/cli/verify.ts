// wherefore verify CERTIFICATE TABLE

import { Command } from "commander";
import { categoriesFor, readCertificate, verifyCertificate } from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { readText } from "../files/read-text.ts";
import { drive } from "../runs/drive.ts";
import { loadScore } from "../runs/load-score.ts";
import { memoryAtHand } from "../runs/machine.ts";
import { createProgress } from "./progress.ts";
import { openTable, type TableSettings, withTableOptions } from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends TableSettings {
  readonly score?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

export function verifyCommand(): Command {
  const command = new Command("verify")
    .description("re-check a certificate of optimality against the data, trusting nothing in it")
    .argument("<certificate>", "certificate.json of a run folder")
    .argument("<table>", "the table that it is about");
  return withTableOptions(command)
    .option("--score <file>", "the score file, for a certificate of a score of your own")
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore verify runs/data-exact-1/certificate.json data.csv

The passes that the certificate names are run again on the table and the bound is derived from what they give;
that needs as much time and memory as the search. The exit code is 2 when the certificate does not hold.`,
    )
    .action(async (path: string, tablePath: string, settings: Settings) => {
      const certificate = readCertificate(await readText(path, "verify"));
      const progress = createProgress(settings);
      const { name, categorical: named } = certificate.score;
      const categorical = categoriesFor([name], named);
      const table = await openTable(tablePath, { ...settings, categorical }, progress);
      const running = verifyCertificate(certificate, {
        table,
        hash: dataHash(table),
        userScore: settings.score === undefined ? undefined : await loadScore(settings.score),
        memoryBytes: memoryAtHand(),
      });
      const verdict = await drive(running, {
        onEvent: (share) => progress.show({ stage: "verifying", doing: "re-running the passes", share }),
      });
      progress.clear();
      if (settings.json) sayJson(verdict);
      else {
        const lines = verdict.checks.map(({ holds, sentence }) => `${holds ? "ok  " : "FAIL"} ${sentence}`);
        const passes = certificate.passes.filter((p) => p.multiplier !== null).length;
        lines.push(
          verdict.holds
            ? `verified: ${passes} ${passes === 1 ? "pass" : "passes"} re-run on ${tablePath}; no graph scores higher than ${certificate.optimum.score}`
            : "not verified: the certificate does not hold for this table",
        );
        say(lines);
      }
      process.exitCode = verdict.holds ? 0 : 2;
    });
}
