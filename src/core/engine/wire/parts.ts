// What requests and answers of all kinds are made of.

import * as z from "zod";

export const id = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe("16 hexadecimal digits, given by the server");

/** A number of a result, which may be infinite or undefined in none of our own. */
export const count = z.number().int().min(0);
export const edge = z.tuple([z.string(), z.string()]).describe("cause and effect, by column name");
export const time = z.string().describe("ISO 8601, UTC");

export const refused = z.strictObject({
  error: z.string().describe("a sentence: what must hold, what came"),
});

/** An entry whose file cannot be read any more; it can only be deleted. */
export const damaged = z
  .array(z.strictObject({ id, error: z.string().describe("what is damaged, and the way out") }))
  .describe("entries whose files are damaged: they can only be deleted");
