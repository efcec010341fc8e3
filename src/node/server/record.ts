// The record of a run, events.ndjson, for those who come later: its lines after a given one, thinned evenly where there are
// many. What is no step is never left out, nor is the last line.

import { createReadStream, existsSync } from "node:fs";
import { recordedType, replayed } from "../../core/index.ts";

export interface RecordLine {
  /** From 1. */
  readonly line: number;
  readonly type: string;
  /** JSON. */
  readonly text: string;
}

export interface RecordOptions {
  /** Lines up to this one are known already. */
  readonly after?: number;
  /** About so many steps at most. */
  readonly steps?: number;
}

export async function* recordLines(
  path: string,
  { after = 0, steps = 1000 }: RecordOptions = {},
): AsyncGenerator<RecordLine> {
  const total = await lineCount(path);
  if (total <= after) return;
  const isTold = replayed({ total, after, steps });
  let line = 0;
  for await (const text of wholeLines(path)) {
    line++;
    if (line > total) return; // written since
    if (line <= after) continue;
    const type = recordedType(text);
    if (type === undefined) continue; // the last words of a process that was killed
    if (type !== "step" || isTold(line)) yield { line, type, text };
  }
}

/** Read no further than they are asked for: who reads slowly must not make this wait in memory. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8") as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

export async function lineCount(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  let lines = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}
