// The catalogue and the version, as exchanged between page and engine.

import * as z from "zod";
import { type Need, searchNeeds } from "../../search/definition.ts";
import { count } from "./parts.ts";

const option = z.strictObject({
  name: z.string(),
  title: z.string(),
  help: z.string(),
  default: z.unknown().optional().describe("its value, or a description if that depends on others"),
  flag: z.string().optional().describe("on the command line; without one it is set by its name"),
  group: z.string().optional(),
  orWord: z.string().optional().describe("a word that is allowed instead of a number"),
  when: z
    .record(z.string(), z.union([z.literal("set"), z.array(z.unknown()).readonly()]))
    .optional()
    .describe("it is used only if these options have these values, or are set"),
  schema: z.record(z.string(), z.unknown()).describe("what it may be, as JSON Schema"),
});

const group = z.strictObject({ title: z.string(), help: z.string() });

const searchList = z.array(
  z.strictObject({
    name: z.string(),
    summary: z.string(),
    when: z.string().describe("when to use it"),
    group,
    isAgent: z.boolean(),
    uses: z.enum(["score", "rows"]).describe("what steers it"),
    finds: z.enum(["dag", "class", "as the score"]),
    needs: z
      .array(z.enum(Object.keys(searchNeeds) as [Need, ...Need[]]))
      .describe("what it cannot do without; options may add to it"),
    hasRestarts: z.boolean(),
    prune: z.string().describe("the pruning that goes with it by default"),
    options: z.array(option).describe("for options.options"),
  }),
);

const scoreList = z.array(
  z.strictObject({
    name: z.string(),
    summary: z.string(),
    when: z.string().describe("when to use it"),
    group,
    takes: z.enum(["numbers", "categories", "mixed"]),
    options: z.array(option).describe("for options"),
  }),
);

const pruningList = z.array(
  z.strictObject({ name: z.string(), summary: z.string(), options: z.array(option).describe("for options") }),
);

export const catalogue = z.strictObject({
  searches: searchList,
  scores: scoreList,
  prunings: pruningList,
  run: z.array(option).describe("options of every run"),
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
export type Catalogue = z.output<typeof catalogue>;
