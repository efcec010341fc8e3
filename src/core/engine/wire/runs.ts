// Runs, as exchanged between page and engine.

import * as z from "zod";
import { runSpecSchema } from "../../run/spec.ts";
import { fileNames } from "../file-names.ts";
import { count, damaged, edge, id, reading, time } from "./parts.ts";

export const runRequest = z.strictObject({
  table: id,
  options: z
    .record(z.string(), z.unknown())
    // Parsed by runSpec, for the messages of the command line; described by the schema that it parses with.
    .meta({
      get properties() {
        return z.toJSONSchema(runSpecSchema, { io: "input" }).properties;
      },
      additionalProperties: false,
    })
    .describe("as the library's discover takes them")
    .default({}),
  truth: z
    .union([z.string(), z.array(edge)])
    .optional()
    .describe("the true graph, to compare with: its edges, or the text of a graph file"),
  ...reading,
  missing: z
    .enum(["fail", "drop"])
    .optional()
    .describe("of requests before version 0.2: drop is options.missing, fail is ignored"),
  threads: z.number().int().min(1).max(64).optional(),
});

const runStatus = z.enum(["running", "pausing", "paused", "finished", "cancelled", "failed", "interrupted"]);

const progress = z.strictObject({
  stage: z.string(),
  doing: z.string(),
  progress: z.number(),
  score: z.number().nullable(),
  edges: count.nullable(),
});

const runFacts = {
  id,
  status: runStatus,
  isResumable: z.boolean(),
  table: z.strictObject({ id, name: z.string() }),
  created: time,
  search: z.string().describe("the search that runs, or as requested if none is chosen yet"),
  score: z.string().describe("of the run, or as requested if none is chosen yet"),
  seed: z.number(),
  error: z.string().nullable().describe("of a run that failed or was interrupted: the sentence"),
  progress: progress.nullable().describe("of a run that is running or pausing: its last step"),
  outcome: z
    .strictObject({
      edges: count,
      score: z.number().nullable().describe("of the final graph"),
      optimal: z.boolean(),
      gap: z.number().nullable(),
      claim: z.string().nullable().describe("what the proof is about; null: nothing is proven"),
      verdict: z.string(),
      seconds: z.number(),
      stopped: z.string().nullable(),
    })
    .nullable()
    .describe("of a run that has a result; of a paused one, the best so far"),
};

export const run = z.strictObject(runFacts);
export const runs = z.strictObject({ runs: z.array(run), damaged });
export const runDetails = z.strictObject({
  ...runFacts,
  request: z.strictObject({
    options: z.record(z.string(), z.unknown()),
    truth: z.union([z.string(), z.array(edge)]).nullable(),
    ...reading,
    threads: z.number().nullable(),
  }),
  files: z.array(z.enum(fileNames)).describe("the existing ones, for /api/runs/{id}/files/{name}"),
});

const arrow = z.enum(["forward", "backward", "undirected", "none"]);

export const comparison = z.strictObject({
  a: id,
  b: id,
  edges: z.array(
    z.strictObject({
      pair: z.tuple([z.string(), z.string()]),
      a: arrow.describe("forward: from the first of the pair to the second"),
      b: arrow,
      mark: z.enum(["same", "open in one", "opposite", "only in a", "only in b"]),
      losses: z
        .strictObject({ a: z.number().nullable(), b: z.number().nullable() })
        .describe("what each run's score loses without the link"),
    }),
  ),
  counts: z.strictObject({ same: count, open: count, opposite: count, onlyA: count, onlyB: count }),
  shd: count.describe("structural Hamming distance: pairs that are not the same"),
});

export const edgeQuery = z.strictObject({
  cause: z.string(),
  effect: z.string(),
});

/** One edge of a result. Numbers are in the units that the run used: standardised columns if its spec says so. */
export const edgeDetails = z.strictObject({
  cause: z.string(),
  effect: z.string(),
  parents: z.array(z.string()).describe("all causes of the effect, the cause among them"),
  coefficient: z.number().nullable().describe("null where the model has none"),
  contribution: z
    .number()
    .nullable()
    .describe(
      "score loss: the score of the graph minus that of the graph without the edge; null for a user-defined score",
    ),
  alternatives: z
    .array(
      z.strictObject({
        kind: z.enum(["remove", "reverse", "replace"]),
        edge: edge.nullable().describe("what replaces it; null: nothing"),
        describes: z.string().describe("in a few words, such as: b → a instead"),
        change: z.number().nullable().describe("of the score, above 0 if it would rise; null if impossible"),
        sentence: z
          .string()
          .nullable()
          .describe("why it is impossible, or that the score cannot tell it from the edge; null: no remark"),
      }),
    )
    .describe(
      "alternatives, the best first, impossible ones last: always remove and reverse, and up to two other causes if the score is fast",
    ),
  curve: z
    .strictObject({
      kind: z.enum(["line", "smooth"]).describe("line: of a linear model, two points"),
      x: z.array(z.number()).describe("ascending"),
      y: z.array(z.number()).describe("the effect at x, the other causes held fixed"),
      points: z
        .array(z.tuple([z.number(), z.number()]))
        .describe("some rows, at most 200: the cause, and the effect minus what the other causes explain"),
    })
    .nullable()
    .describe("null if the effect or one of its causes is a category, or there are too few rows to fit them"),
});

export const estimate = z.strictObject({
  search: z.string().describe("the search that would run"),
  choice: z.string().describe("why that one"),
  seconds: z.number().nullable().describe("approximate total; null if a short trial cannot tell"),
  sentence: z.string(),
});

export type RunRequest = z.output<typeof runRequest>;
export type RunBody = z.output<typeof run>;
export type RunDetails = z.output<typeof runDetails>;
export type Comparison = z.output<typeof comparison>;
export type EdgeDetails = z.output<typeof edgeDetails>;
export type Estimate = z.output<typeof estimate>;
export type Damaged = z.output<typeof damaged>;
