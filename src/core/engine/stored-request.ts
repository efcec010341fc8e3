// What a run was asked to do, as it is stored (request.json), recognised by its format, its checksum and its shape.

import * as z from "zod";
import { currentOptions } from "../run/former-options.ts";
import { opened, sealed } from "../run/sealed.ts";
import { withoutUnread } from "../run/spec.ts";
import { runRequest } from "./wire/wire.ts";

/** What was asked, as it is kept. */
const storedRequest = z.strictObject({
  format: z.literal("wherefore-request/1"),
  id: z.string(),
  created: z.string(),
  /** The table's name: the table itself may be deleted when the run has ended. */
  tableName: z.string(),
  request: runRequest,
  isCancelled: z.boolean().optional(),
  /** It was started or resumed, and has not come to rest since: where it does not go on, its process or the server was killed. */
  isUnderWay: z.boolean().optional(),
  /** Why it has no result, or none that is whole. */
  error: z.string().optional(),
  /** The error is the asker's: to go on would end the same way. */
  isRefused: z.boolean().optional(),
});

export type StoredRequest = Readonly<z.output<typeof storedRequest>>;

/** The text of request.json. */
export function requestText(stored: StoredRequest): string {
  return `${JSON.stringify(sealed(stored), null, 2)}\n`;
}

/** What was asked, from the text of its file; a damaged one is refused by the name of the file. */
export function readRequest(text: string, name: string): StoredRequest {
  const stored = opened(text, { schema: storedRequest, name, remedy: "delete the run, and start it again" });
  return {
    ...stored,
    request: { ...stored.request, options: withoutUnread(currentOptions(stored.request.options)) },
  };
}
