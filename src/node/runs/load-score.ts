// Loads a user-defined score from its file.

import { pathToFileURL } from "node:url";
import { check, type UserScoreMaker } from "../../core/index.ts";
import { readText } from "../files/read-text.ts";

/**
 * The default export of a user's score file.
 *
 * @example
 * ```js
 * typeof (await loadScore("examples/my-score.js")); // "function"
 * ```
 */
export async function loadScore(path: string): Promise<UserScoreMaker> {
  await readText(path, "score"); // rejects a pipe or a device, on which the import would block
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    check(false, `score: the file ${path} must be a JavaScript module that loads, but ${reason}`);
  }
  check(
    typeof module.default === "function",
    `score: ${path} must export a function of the table as its default, got ${typeof module.default}`,
  );
  return module.default as UserScoreMaker;
}
