// The request of a run as a file (spec.json): the command that repeats it, its options with their defaults, versions, the table.

import * as z from "zod";
import { headerChoices } from "../data/text/text.ts";
import { currentOptions } from "./former-options.ts";
import type { TableFacts } from "./result.ts";
import { indented, opened, sealed } from "./sealed.ts";
import { type RunSpec, withoutUnread } from "./spec.ts";

export interface SpecFacts {
  /** The command that repeats the run. */
  readonly command: string;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Null before the table is read. */
  readonly table: TableFacts | null;
  /** The command that verifies the certificate. */
  readonly verify?: string | undefined;
  /** Where the table came from. */
  readonly source?: RunSource | undefined;
  readonly spec: RunSpec;
}

const sourceSchema = z.strictObject({
  table: z.string(),
  truth: z.string().optional(),
  columns: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  kinds: z.record(z.string(), z.string()).optional(),
  where: z.string().optional(),
  missing: z.enum(["fail", "drop"]).optional().describe("of versions before 0.2; now in the spec"),
  header: z.enum(headerChoices).optional(),
  sheet: z.string().optional().describe("of a workbook"),
  rows: z.number().optional().describe("of a covariance matrix"),
  maxColumns: z.number().optional(),
  maxSize: z.number().optional().describe("megabytes"),
  threads: z.number().optional(),
  wide: z.boolean().optional(),
});

/** Where a run's table came from, for `wherefore resume`; paths are relative to the run folder. */
export type RunSource = Readonly<z.output<typeof sourceSchema>>;

/** The file beside spec.json with which an editor explains and checks it (schemas.ts). */
export const specSchemaName = "spec.schema.json";

export const specSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal("wherefore-run/1"),
  command: z.string(),
  verify: z.string().optional(),
  started: z.string(),
  versions: z.record(z.string(), z.string()),
  table: z
    .strictObject({
      name: z.string(),
      hash: z.string(),
      rows: z.number().int(),
      columns: z.array(z.string()),
    })
    .nullable(),
  source: sourceSchema.optional(),
  // Validated by runSpec when the run is repeated.
  spec: z.custom<RunSpec>((value) => typeof value === "object" && value !== null, "an object"),
});

export function specFile({
  command,
  verify,
  started,
  versions,
  table,
  source,
  spec,
}: SpecFacts): readonly [name: string, text: string] {
  const what = {
    $schema: `./${specSchemaName}`,
    format: "wherefore-run/1",
    command,
    verify,
    started,
    versions,
    table,
    source,
    spec,
  };
  return ["spec.json", indented(sealed(what))];
}

/** The request from the text of its file; a damaged one is refused with the name of the file. */
export function readSpecFile(text: string, name: string): SpecFacts {
  const facts = opened(text, { schema: specSchema, name, remedy: "run the command of the run again" });
  return { ...facts, spec: withoutUnread(currentOptions(facts.spec)) };
}
