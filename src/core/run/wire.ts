// What a page or a program says to an engine and hears from it: the bodies of requests and answers. The server reads by these
// schemas, /api/openapi.json is made of them, and the engine in the browser speaks in the same types.

import * as z from "zod";
import { runSpecSchema } from "./spec.ts";

export const id = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe("16 hexadecimal digits, given by the server");

/** A number of a result, which may be infinite or undefined in none of our own. */
const count = z.number().int().min(0);
const edge = z.tuple([z.string(), z.string()]).describe("cause and effect, by column name");
const time = z.string().describe("ISO 8601, UTC");

export const refused = z.strictObject({
  error: z.string().describe("a sentence: what must hold, what came"),
});

const finding = z.strictObject({
  kind: z.string(),
  severity: z.enum(["fatal", "warning", "note"]),
  columns: z.array(z.string()),
  rows: z.array(z.number().int()).optional().describe("the first rows concerned, from 1"),
  message: z.string(),
  meaning: z.string(),
  remedy: z.string(),
});

const profile = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("number"),
    min: z.number(),
    quartiles: z.tuple([z.number(), z.number(), z.number()]),
    max: z.number(),
    mean: z.number(),
    deviation: z.number(),
    histogram: z.array(count).describe("rows in each of so many equal parts of the range"),
  }),
  z.strictObject({
    kind: z.literal("category"),
    distinct: count,
    labels: z.array(z.strictObject({ label: z.string(), rows: count })).describe("the most frequent"),
  }),
]);

const tableFacts = {
  id,
  name: z.string().describe("the file's name, as it was sent"),
  bytes: count.describe("unpacked"),
  uploaded: time,
  rows: count,
  columns: z.array(z.string()),
};

export const table = z.strictObject(tableFacts);
export const tables = z.strictObject({ tables: z.array(table) });
export const tablePreview = z.strictObject({
  ...tableFacts,
  head: z.array(z.array(z.string().nullable())).describe("the first rows as text, of up to 200 columns"),
  profile: z
    .array(z.strictObject({ name: z.string(), profile: profile.nullable() }))
    .describe("of the complete rows; null where there are none, or a cell is infinite"),
  correlations: z
    .strictObject({ columns: z.array(z.string()), values: z.array(z.array(z.number())) })
    .nullable()
    .describe(
      "of the complete rows, between up to 60 columns of numbers; null where there are fewer than two",
    ),
  findings: z.array(finding).describe("of the data doctor, for the default score"),
  truth: z.array(edge).nullable().describe("the true graph, of an example that has one"),
});

const listed = z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional();

export const uploadQuery = z.strictObject({
  name: z.string().optional().describe("the file's name; its extension tells the format. Or X-File-Name"),
  token: z.string().optional(),
});

export const doctorQuery = z.strictObject({
  score: z.string().default("bic").describe("examine the table for this score"),
  missing: z.enum(["fail", "drop"]).default("fail"),
  columns: listed.describe("only these columns; repeat it for more than one"),
  categorical: listed.describe("columns of numbers that are categories"),
  token: z.string().optional(),
});

export const findings = z.strictObject({
  rows: count,
  columns: z.array(z.string()),
  findings: z.array(finding),
});

export const examples = z.strictObject({
  examples: z.array(z.strictObject({ name: z.string(), describes: z.string(), hasTruth: z.boolean() })),
});

export const runRequest = z.strictObject({
  table: id,
  options: z
    .record(z.string(), z.unknown())
    // Read by runSpec, for the sentences of the command line; described by the schema that it reads with.
    .meta({ ...z.toJSONSchema(runSpecSchema, { io: "input" }), $schema: undefined })
    .describe("as the library's discover takes them")
    .default({}),
  truth: z
    .union([z.string(), z.array(edge)])
    .optional()
    .describe("the true graph, to compare with: its edges, or the text of a graph file"),
  columns: z.array(z.string()).optional().describe("use only these columns"),
  missing: z.enum(["fail", "drop"]).default("fail").describe("rows with missing values"),
  threads: z.number().int().min(1).max(64).optional(),
});

export const runStatus = z.enum([
  "running",
  "pausing",
  "paused",
  "finished",
  "cancelled",
  "failed",
  "interrupted",
]);

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
  search: z.string().describe("the search that runs, or as asked where none is chosen yet"),
  score: z.string(),
  seed: z.number(),
  error: z.string().nullable().describe("of a run that failed or was interrupted: the sentence"),
  progress: progress.nullable().describe("of a run that goes on: its last step"),
  outcome: z
    .strictObject({
      edges: count,
      score: z.number().nullable().describe("of the final graph"),
      optimal: z.boolean(),
      gap: z.number().nullable(),
      verdict: z.string(),
      seconds: z.number(),
      stopped: z.string().nullable(),
    })
    .nullable()
    .describe("of a run that has a result; of a paused one, the best so far"),
};

export const fileNames = [
  "result.json",
  "graph.csv",
  "graph.json",
  "graph.dot",
  "graph.svg",
  "graph.png",
  "report.html",
  "certificate.json",
  "events.ndjson",
  "spec.json",
] as const;

export const run = z.strictObject(runFacts);
export const runs = z.strictObject({ runs: z.array(run) });
export const runDetails = z.strictObject({
  ...runFacts,
  request: z.strictObject({
    options: z.record(z.string(), z.unknown()),
    truth: z.union([z.string(), z.array(edge)]).nullable(),
    columns: z.array(z.string()).nullable(),
    missing: z.enum(["fail", "drop"]),
    threads: z.number().nullable(),
  }),
  files: z.array(z.enum(fileNames)).describe("those that are there, for /api/runs/{id}/files/{name}"),
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
      isSame: z.boolean(),
      coefficients: z.strictObject({ a: z.number().nullable(), b: z.number().nullable() }),
    }),
  ),
  counts: z.strictObject({ same: count, turned: count, onlyA: count, onlyB: count }),
});

export const edgeQuery = z.strictObject({
  cause: z.string(),
  effect: z.string(),
  token: z.string().optional(),
});

export const edgeDetails = z.strictObject({
  cause: z.string(),
  effect: z.string(),
  parents: z.array(z.string()).describe("all causes of the effect in the final graph"),
  coefficient: z.number().nullable(),
  /** What the score loses without it. */
  contribution: z
    .number()
    .nullable()
    .describe("score of the final graph less that of the graph without the edge"),
  alternatives: z
    .array(
      z.strictObject({
        kind: z.enum(["remove", "reverse", "replace"]),
        describes: z.string(),
        change: z.number().nullable().describe("of the score; null where it cannot be: sentence says why"),
        sentence: z.string().nullable(),
      }),
    )
    .describe("what could stand in its place, the best first"),
  curve: z
    .strictObject({
      kind: z.enum(["line", "smooth"]),
      x: z.array(z.number()),
      y: z.array(z.number()).describe("the effect at x, the other causes held"),
      points: z
        .array(z.tuple([z.number(), z.number()]))
        .describe("some rows: the cause, and the effect less what the other causes explain"),
    })
    .nullable()
    .describe("null for categories"),
});

export const estimate = z.strictObject({
  search: z.string().describe("the search that would run"),
  choice: z.string().describe("why that one"),
  seconds: z.number().nullable().describe("about so long in all; null where a short trial does not tell"),
  sentence: z.string(),
});

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
      prune: z.string().describe("the pruning that goes with it unless another is asked for"),
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

export type Table = z.output<typeof table>;
export type Findings = z.output<typeof findings>;
export type Example = z.output<typeof examples>["examples"][number];
export type EdgeDetails = z.output<typeof edgeDetails>;
export type Estimate = z.output<typeof estimate>;
export type Version = z.output<typeof version>;
export type FileName = (typeof fileNames)[number];
/** Searches, scores and prunings. */
export type Choices = z.output<typeof searchList> & z.output<typeof scoreList> & z.output<typeof pruningList>;

export type RunRequest = z.output<typeof runRequest>;
export type TablePreview = z.output<typeof tablePreview>;
export type RunBody = z.output<typeof run>;
export type RunDetails = z.output<typeof runDetails>;
export type Comparison = z.output<typeof comparison>;
