// Certificates as text: their schema, and a checksum that reveals a damaged file.
//
// The checksum is the last member: "sha256:" and the SHA-256 of the document without it, as JSON.stringify writes it. It detects
// accidents, not forgery, since a forger can compute one too: that is why verification trusts nothing in the file (certificate.ts).
// Certificates of the first format have no checksum, and are read all the same.

import * as z from "zod";
import { check, checkNesting, inOurWords, valueText } from "../../check.ts";
import type { Certificate } from "../result.ts";
import { sealed } from "../sealed.ts";
import { runSpecSchema } from "../spec.ts";

export const certificateFormat = "wherefore-certificate/2";
const firstFormat = "wherefore-certificate/1";

/** More passes than any proof takes: a hull has about ten. */
const mostPasses = 1000;

const edge = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
const namedEdge = z.tuple([z.string(), z.string()]);
const members = {
  versions: z.record(z.string(), z.string()),
  data: z.strictObject({
    hash: z.string(),
    rows: z.number().int().min(1),
    standardised: z.boolean(),
    dropOutliers: z.number().optional(),
    missing: runSpecSchema.shape.missing,
  }),
  columns: z.array(z.string()),
  score: z.strictObject({
    name: z.string(),
    penalty: z.enum(["equation", "runs"]),
    penaltyWeight: z.number(),
    equivalentSampleSize: z.number().optional(),
    categorical: z.array(z.string()).optional(),
  }),
  knowledge: z.strictObject({
    required: z.array(namedEdge),
    forbidden: z.array(namedEdge),
    maxParents: z.number().int().min(0),
  }),
  method: z.enum(["subset program", "hull of subset programs"]),
  passes: z
    .array(
      z.strictObject({
        multiplier: z.number().nullable(),
        value: z.number(),
        cost: z.number(),
        edges: z.number(),
        graph: z.array(edge),
      }),
    )
    .max(mostPasses),
  optimum: z.strictObject({ score: z.number(), graph: z.array(edge) }),
  bound: z.number(),
};
const schemas = {
  [firstFormat]: z.strictObject({ format: z.literal(firstFormat), ...members }),
  [certificateFormat]: z.strictObject({
    format: z.literal(certificateFormat),
    version: z.string(),
    ...members,
    checksum: z.string(),
  }),
};

/**
 * A certificate from the text of its file.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const { certificate } = await discoverWithProof(table);
 * readCertificate(JSON.stringify(certificate)).bound === certificate.bound; // true
 * ```
 */
export function readCertificate(text: string): Certificate {
  const json = parsedDocument(text);
  const { format } = json as { readonly format?: unknown };
  const schema = Object.entries(schemas).find(([name]) => name === format)?.[1];
  check(
    schema !== undefined,
    () =>
      `verify: the format of a certificate must be ${Object.keys(schemas).join(" or ")}, got ${valueText(format)}; if another version of this program wrote it, verify it with that version`,
  );
  const parsed = schema.safeParse(json, inOurWords);
  check(parsed.success, () => {
    const issue = parsed.error!.issues[0];
    return `verify: not a certificate of this program: ${issue.path.join(".") || "the document"} must be ${issue.message}`;
  });
  const { checksum, ...document } = json as Certificate;
  check(
    format === firstFormat || checksum === sealed(document).checksum,
    "verify: the certificate was changed: its checksum does not match; use the file in the run's folder, or run the search again",
  );
  return parsed.data;
}

function parsedDocument(text: string): object {
  checkNesting(text, "verify: the certificate");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    check(false, "verify: the certificate must be a JSON file");
  }
  check(
    typeof json === "object" && json !== null && !Array.isArray(json),
    "verify: the certificate must be a JSON object",
  );
  return json;
}
