// Tables, as exchanged between page and engine.

import * as z from "zod";
import { kindNames } from "../../data/column-kind.ts";
import { findingKinds } from "../../data/doctor/doctor.ts";
import { headerChoices } from "../../data/text/text.ts";
import { runSpecSchema } from "../../run/spec.ts";
import { count, damaged, edge, id, reading, remedy, time } from "./parts.ts";

const header = z.enum(headerChoices);

const finding = z.strictObject({
  kind: z.enum(findingKinds),
  severity: z.enum(["fatal", "warning", "note"]),
  columns: z.array(z.string()),
  rows: z.array(z.number().int()).optional().describe("the first rows concerned, from 1"),
  message: z.string(),
  meaning: z.string(),
  remedies: z.array(remedy).optional().describe("the remedies, the one that changes least first"),
  remedy: z.string().describe("the same in words"),
});

const value = z.number();
const statistics = z.strictObject({
  name: z.string(),
  n: count.describe("rows with a value"),
  missing: count,
  distinct: count,
  numbers: z
    .strictObject({
      min: value,
      quartiles: z.tuple([value, value, value]),
      max: value,
      mean: value,
      deviation: value.nullable().describe("the sum of squares divided by n − 1"),
      skewness: value.nullable(),
      histogram: z.array(count).describe("counts in bins of equal width over the range"),
    })
    .nullable()
    .describe("null for labels, and if there is no value"),
  labels: z
    .array(z.strictObject({ label: z.string(), rows: count }))
    .describe("the most frequent; of numbers where there are few distinct ones"),
});

const columnKind = z.strictObject({
  name: z.string(),
  kind: z.enum(kindNames),
  isUsed: z.boolean().describe("is it used in a search?"),
  reason: z.string().optional().describe("why not; or how it is read"),
  subjects: count
    .optional()
    .describe("of an identifier of subjects with several rows each: the number of subjects"),
  panel: z
    .strictObject({ along: z.string().describe("the column of the times"), units: count })
    .optional()
    .describe("of the column that names the units of a panel, each with a row for several times"),
  firstDay: z.string().optional().describe("of dates: the day that is 0"),
  isSet: z.literal(true).optional().describe("true if the kind was set"),
  instead: z
    .strictObject({
      as: z.string().describe("its kind, if kept"),
      of: z.array(z.string()).describe("columns that it follows from, one of which would be left out"),
      isSet: z.boolean().optional().describe("true if the kinds of all of these were set"),
    })
    .optional()
    .describe("of a copy: how it is kept instead of another column"),
});

const examined = {
  kinds: z.array(columnKind).describe("of every column"),
  score: z.string().describe("the score that fits the columns, or was requested"),
  reason: z.string().describe("why that score"),
  usedRows: count.describe(
    "rows that a search would use: fewer than all if rows with missing values are dropped",
  ),
};

const tableFacts = {
  id,
  name: z.string().describe("the file's name, as it was sent"),
  bytes: count.describe("unpacked"),
  uploaded: time,
  rows: count,
  columns: z.array(z.string()),
  header: header.optional().describe("the option header at the upload"),
  workbook: z
    .strictObject({
      sheet: z.string().describe("the sheet that was read"),
      sheets: z.array(z.string()).describe("all sheets"),
      isChosen: z.boolean().optional().describe("true if the sheet was named"),
      uncomputed: count.optional().describe("formulas without a stored value, if there are any"),
    })
    .optional()
    .describe("of an Excel workbook"),
};

export const table = z.strictObject(tableFacts);
export const tables = z.strictObject({ tables: z.array(table), damaged });
export const tablePreview = z.strictObject({
  ...tableFacts,
  head: z.array(z.array(z.string().nullable())).describe("the first rows as text, of up to 200 columns"),
  ...examined,
  statistics: z.array(statistics).describe("of every column, on all rows that have a value in it"),
  correlations: z
    .strictObject({ columns: z.array(z.string()), values: z.array(z.array(z.number())) })
    .nullable()
    .describe(
      "of each pair on the rows where both have a value, between up to 60 columns of numbers; null where there are fewer than two",
    ),
  findings: z.array(finding).describe("of the data doctor, for the default score"),
  truth: z.array(edge).nullable().describe("the true graph, of an example that has one"),
});

export const uploadQuery = z.strictObject({
  name: z.string().optional().describe("the file's name; its extension tells the format. Or X-File-Name"),
  header: header
    .optional()
    .describe("of CSV: does the first row name the columns? auto: detected from the cells"),
  sheet: z
    .string()
    .optional()
    .describe("of an Excel workbook: the sheet to read; by default the first visible one that holds a table"),
});

export const sheetRequest = z.strictObject({ sheet: z.string().describe("name of the sheet") });

/** In a body, because the names of a thousand columns do not fit in a URL. */
export const doctorRequest = z.strictObject({
  score: z.string().default("auto").describe("examine the table for this score"),
  missing: runSpecSchema.shape.missing,
  ...reading,
  categorical: z.array(z.string()).optional().describe("columns of numbers to treat as categories"),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "of the planned run: its search may need the rows, and then those with missing values are dropped",
    ),
});

export const findings = z.strictObject({
  rows: count,
  columns: z.array(z.string()),
  ...examined,
  findings: z.array(finding),
});

export const examples = z.strictObject({
  examples: z.array(z.strictObject({ name: z.string(), describes: z.string(), hasTruth: z.boolean() })),
});

export type Table = z.output<typeof table>;
export type TablePreview = z.output<typeof tablePreview>;
export type Findings = z.output<typeof findings>;
export type Example = z.output<typeof examples>["examples"][number];
