// Parts that requests and responses of all kinds share.

import * as z from "zod";

export const id = z
  .string()
  .regex(/^[0-9a-f]{16}$/, "an id of 16 hexadecimal digits, as /api/tables and /api/runs list them")
  .describe("16 hexadecimal digits, given by the server");

export const count = z.number().int().min(0);
export const edge = z.tuple([z.string(), z.string()]).describe("cause and effect, by column name");
export const time = z.string().describe("ISO 8601, UTC");

const names = z.array(z.string());
export const remedy = z
  .strictObject({
    when: z.string().optional().describe("the case in which it is a remedy, if not in all"),
    drop: names.optional().describe("columns to leave out"),
    unset: names.optional().describe("options to leave out"),
    set: z.record(z.string(), z.unknown()).optional().describe("options with the values to give them"),
    act: z.string().optional().describe("what only the user can do"),
    option: z.string().optional().describe("the option with which the user does that"),
  })
  .describe("a remedy: those of these fields that it has, together");

/** How a table is read. */
export const reading = {
  columns: names.optional().describe("use only these columns"),
  exclude: names.optional().describe("leave these columns out"),
  kinds: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'kinds of columns, by name: number, category, binary, ordered ("ordered: low < high"), date ("date: day first from 1930"), weight',
    ),
};

export const refused = z.strictObject({
  error: z.string().describe("a sentence: what must hold, what was given; the remedies"),
  field: z.string().optional().describe("the option that was refused, by its name"),
  remedies: z.array(remedy).optional().describe("the remedies, the one that changes least first"),
});

/** Entries whose files can no longer be read. */
export const damaged = z
  .array(z.strictObject({ id, error: z.string().describe("what is damaged, and the remedy") }))
  .describe("entries whose files are damaged: they can only be deleted");
