// The stored request of a run (request.json), validated by its format, its checksum and its shape.

import * as z from "zod";
import { currentOptions } from "../run/former-options.ts";
import { opened, sealed } from "../run/sealed.ts";
import { withoutUnread } from "../run/spec.ts";
import { runRequest } from "./wire/wire.ts";

const storedRequest = z.strictObject({
  format: z.literal("wherefore-request/1"),
  id: z.string(),
  created: z.string(),
  /** The table's name: the table itself may be deleted when the run has ended. */
  tableName: z.string(),
  request: runRequest,
  isCancelled: z.boolean().optional(),
  /** It was started or resumed, and has not come to rest since: without a process, the process or its engine was killed. */
  isUnderWay: z.boolean().optional(),
  /** Why it has no result, or only a partial one. */
  error: z.string().optional(),
  /** The error is in the request: the run would end the same way if resumed. */
  isRefused: z.boolean().optional(),
});

export type StoredRequest = Readonly<z.output<typeof storedRequest>>;

/** The text of request.json. */
export function requestText(stored: StoredRequest): string {
  return `${JSON.stringify(sealed(stored), null, 2)}\n`;
}

/** The request from the text of its file; a damaged one is refused with the name of the file. */
export function readRequest(text: string, name: string): StoredRequest {
  const stored = opened(text, { schema: storedRequest, name, remedy: "delete the run, and start it again" });
  return {
    ...stored,
    request: { ...stored.request, options: withoutUnread(currentOptions(stored.request.options)) },
  };
}
