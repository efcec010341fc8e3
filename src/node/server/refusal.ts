// Why a request is rejected: a sentence and its HTTP status.

import { InputError, type RefusedBody, refusedBody } from "../../core/index.ts";
import { faultReason } from "../files/fault.ts";

export interface Refusal extends Omit<RefusedBody, "error"> {
  readonly status: number;
  readonly sentence: string;
}

/** An error to throw, which `refusalOf` recognises. */
export function refusal(status: number, body: string | RefusedBody): Error {
  const { error: sentence, ...about } = typeof body === "string" ? { error: body } : body;
  return Object.assign(new Error(sentence), { refusal: { status, sentence, ...about } satisfies Refusal });
}

/** The answer to the client for an error; null for a bug. */
export function refusalOf(error: unknown): Refusal | null {
  const refused = error instanceof InputError ? refusal(400, refusedBody(error)) : error;
  const { refusal: inner, code, statusCode = 500 } = refused as { refusal?: Refusal } & Foreign;
  if (inner) return inner;
  const fault = faultReason(error);
  if (fault !== null) return { status: 507, sentence: `server: its data folder cannot be used: ${fault}` };
  const sentence = sentences[code ?? ""];
  if (sentence !== undefined) return { status: statusCode, sentence };
  return statusCode >= 400 && statusCode < 500
    ? { status: statusCode, sentence: `request: it cannot be read (${(error as Error).message})` }
    : null;
}

/** The properties of an error of Fastify's. */
interface Foreign {
  readonly code?: string;
  readonly statusCode?: number;
}

const sentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY:
    "request: the body must be JSON, got something else; check its quotes and commas",
  FST_ERR_CTP_EMPTY_JSON_BODY: "request: the body must be JSON, got nothing; send at least {}",
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    "request: the body must be JSON; send it with Content-Type: application/json",
  FST_ERR_CTP_BODY_TOO_LARGE: "request: the body must have at most 8 MB; name fewer edges",
};
