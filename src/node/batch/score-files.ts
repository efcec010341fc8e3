// User-defined scores in a batch: a task names the SHA-256 of the file, and the worker must have been given that file. No code
// passes through queue or store.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { check, isScoreFile, type RunOptions, type UserScoreMaker } from "../../core/index.ts";
import { readText } from "../files/read-text.ts";
import { loadScore } from "../runs/load-score.ts";

/** Paths of score files, by their names in tasks. */
export type ScoreFiles = ReadonlyMap<string, string>;

/** The name of the file in a task: its hash with the file's extension. */
function nameOf(path: string): string {
  return `${createHash("sha256").update(readFileSync(path)).digest("hex")}${extname(path)}`;
}

export async function openScoreFiles(paths: readonly string[] = []): Promise<ScoreFiles> {
  for (const path of paths) await readText(path, "score");
  return new Map(paths.map((path) => [nameOf(path), resolve(path)]));
}

/** The options for a task, with a score file replaced by its name. */
export function withScoreName(options: RunOptions): RunOptions {
  const { score } = options;
  return score !== undefined && isScoreFile(score) ? { ...options, score: nameOf(score) } : options;
}

/** The score file of a task; undefined if its score is built in. */
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

/** The score of a task, from its file, whose hash is checked again. */
export async function loadedScore(name: string, path: string): Promise<UserScoreMaker> {
  check(
    nameOf(path) === name,
    `batch: ${path} is not the score file of the task; start again with the one that has SHA-256 ${name.slice(0, 12)}…`,
  );
  return loadScore(path);
}
