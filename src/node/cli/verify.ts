// wherefore verify CERTIFICATE TABLE
//
// Exit codes: 0 the claim holds and has no conditions beyond those given, 3 it holds under the printed conditions, 4 it does
// not hold; as for every command, 2 something cannot be read, 1 a bug.

import { Command } from "commander";
import {
  type Certificate,
  type ClaimRequest,
  check,
  isScoreFile,
  type LoadedTable,
  readCertificate,
  scores,
  suggestion,
  type Verification,
  verifyCertificate,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { readText } from "../files/read-text.ts";
import { drive } from "../runs/drive.ts";
import { loadScore } from "../runs/load-score.ts";
import { memoryAtHand, versions } from "../runs/machine.ts";
import { createSweepCrew } from "../threads/crew.ts";
import { openKnowledge } from "./knowledge-flags.ts";
import { whole } from "./option-values.ts";
import { createProgress } from "./progress.ts";
import { flaggedOptions, scoreGroups, withRunFlags } from "./run-flags.ts";
import {
  type OutputSettings,
  openTable,
  type TableSettings,
  withOutputOptions,
  withTableOptions,
} from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends TableSettings, OutputSettings, Omit<ClaimRequest, "knowledge"> {
  readonly knowledge?: string;
  readonly maxParents?: number;
}

export function command(): Command {
  const verify = new Command("verify")
    .argument("<certificate>", "certificate.json of a run folder")
    .argument("<table>", "the table of the certificate");
  const scored = withRunFlags(withTableOptions(verify), {
    groups: scoreGroups,
    names: ["dates"],
    without: ["score"],
  });
  return withOutputOptions(scored)
    .option(
      "--score <name>",
      "the score of the claim, or a file with a user-defined one (default: any built-in score)",
    )
    .option("--knowledge <file>", "prior knowledge that the graphs of the claim may be restricted to")
    .option("--max-parents <count>", "maximum number of parents that they may be restricted to", whole)
    .addHelpText(
      "after",
      `
Examples:
  wherefore verify runs/data-exact-1/certificate.json data.csv
  wherefore verify runs/data-exact-1/certificate.json data.csv --score bic --penalty-weight 2 --max-parents 3

The passes that the certificate lists are repeated on the table and the bound is derived from their results; that needs
as much time and memory as the search. The claim that is proven is printed in full. The options of the score, the
knowledge and the number of parents say what the claim should be about: by default all graphs, under any built-in score,
with its defaults. Restrictions of the certificate beyond that are printed as conditions. The exit code is 0 if the claim
holds without conditions, 3 if it holds under the printed conditions, 4 if it does not hold, 2 if something cannot be read.`,
    )
    .action(async (path: string, tablePath: string, settings: Settings) => {
      const certificate = readCertificate(await readText(path, "verify"));
      const { score } = settings;
      const isFile = score !== undefined && isScoreFile(score);
      check(
        score === undefined || isFile || scores[score] !== undefined,
        () => `verify: no score called "${score}"; ${suggestion(score!, Object.keys(scores))}`,
      );
      const progress = createProgress(settings);
      const table = await openTable(tablePath, settings, progress);
      const crew = await createSweepCrew(table.names.length);
      const running = verifyCertificate(certificate, {
        table,
        hash: dataHash(table),
        userScore: isFile ? await loadScore(score) : undefined,
        asked: await requestOf(settings, table),
        memoryBytes: memoryAtHand(),
        crew,
      });
      const verification = await drive(running, {
        onEvent: (share) => progress.show({ stage: "verifying", doing: "re-running the passes", share }),
      });
      await crew.stop();
      progress.clear();
      if (settings.json) sayJson(verification);
      else say(verificationLines(verification, certificate, tablePath));
      const { holds, conditions } = verification;
      process.exitCode = !holds ? 4 : conditions.length > 0 ? 3 : 0;
    });
}

async function requestOf(settings: Settings, table: LoadedTable): Promise<ClaimRequest> {
  return { ...flaggedOptions({ ...settings }), knowledge: await openKnowledge(settings, table) };
}

function verificationLines(
  { holds, checks, claim, conditions }: Verification,
  certificate: Certificate,
  path: string,
): string[] {
  const { version = certificate.versions.wherefore, passes, optimum } = certificate;
  const current = versions().wherefore;
  const count = passes.filter((p) => p.multiplier !== null).length;
  const ran = `${count} ${count === 1 ? "pass" : "passes"} re-run on ${path}, and the best score is ${optimum.score}`;
  return [
    ...(version === current
      ? []
      : [
          `note the certificate was written by wherefore ${version || "of unknown version"}; it is checked by ${current}`,
        ]),
    ...checks.map((each) => `${each.holds ? "ok  " : "FAIL"} ${each.sentence}`),
    ...(holds ? conditions.map((condition) => `if   ${condition}`) : []),
    holds
      ? `verified${conditions.length === 0 ? "" : " under conditions"}: ${claim.sentence}; ${ran}`
      : `not verified: the certificate does not hold for this table; it says: ${claim.sentence}`,
  ];
}
