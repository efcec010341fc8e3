// Scores of the user's own in a batch: a task names the SHA-256 of the file, and whoever does it must have been given that file.
// No code goes through queue or store.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { check, isScoreFile, type RunOptions, type UserScoreMaker } from "../../core/index.ts";
import { readText } from "../files/read-text.ts";
import { loadScore } from "../runs/load-score.ts";

/** Paths of score files, by what tasks call them. */
export type ScoreFiles = ReadonlyMap<string, string>;

/** What a task calls the file: its hash, with the ending that says what it is. */
function nameOf(path: string): string {
  return `${createHash("sha256").update(readFileSync(path)).digest("hex")}${extname(path)}`;
}

export async function openScoreFiles(paths: readonly string[] = []): Promise<ScoreFiles> {
  for (const path of paths) await readText(path, "score");
  return new Map(paths.map((path) => [nameOf(path), resolve(path)]));
}

/** The options as a task has them. */
export function withScoreName(options: RunOptions): RunOptions {
  const { score } = options;
  return score !== undefined && isScoreFile(score) ? { ...options, score: nameOf(score) } : options;
}

/** The file that a task's score is; undefined where the score is none of the user's. */
export function scoreFileOf({ score = "" }: RunOptions, files: ScoreFiles): string | undefined {
  if (!isScoreFile(score)) return undefined;
  const path = files.get(score);
  check(
    path !== undefined,
    `batch: the score of the task is a file with SHA-256 ${score.slice(0, 12)}…, which is not sent to workers; give the same file here with --score-file`,
    { field: "score" },
  );
  return path;
}

/** The score of a task, from the file that is given for it, as it is now. */
export async function loadedScore(name: string, path: string): Promise<UserScoreMaker> {
  check(
    nameOf(path) === name,
    `batch: ${path} is not the score file of the task; start again with the one that has SHA-256 ${name.slice(0, 12)}…`,
  );
  return loadScore(path);
}
