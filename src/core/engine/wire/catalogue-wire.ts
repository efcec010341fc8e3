// What there is to choose from, between page and engine.

import * as z from "zod";
import { count } from "./parts.ts";

const setting = z.strictObject({
  name: z.string(),
  describes: z.string(),
  schema: z.record(z.string(), z.unknown()).describe("what it may be, as JSON Schema"),
});

export const searchList = z.strictObject({
  searches: z.array(
    z.strictObject({
      name: z.string(),
      describes: z.string(),
      isAgent: z.boolean(),
      ignoresScore: z.boolean(),
      prune: z.string().describe("its default pruning"),
      settings: z.array(setting).describe("for options.settings"),
      rl: z.array(z.string()).describe("the fields of options.rl that it reads"),
    }),
  ),
});

export const scoreList = z.strictObject({
  scores: z.array(
    z.strictObject({
      name: z.string(),
      describes: z.string(),
      takes: z.string().describe("numbers, categories or both"),
      reads: z.array(z.string()).describe("the options that it reads"),
    }),
  ),
});

export const pruningList = z.strictObject({
  prunings: z.array(z.strictObject({ name: z.string(), describes: z.string() })),
});

export const version = z.strictObject({
  wherefore: z.string(),
  node: z.string(),
  limits: z.strictObject({
    uploadBytes: count,
    unpackedBytes: count,
    rows: count,
    columns: count,
    cells: count,
    runs: count,
  }),
});

export type Version = z.output<typeof version>;
/** Searches, scores and prunings. */
export type Choices = z.output<typeof searchList> & z.output<typeof scoreList> & z.output<typeof pruningList>;
