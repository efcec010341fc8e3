// The store of a batch over HTTP, for workers that share no folder with this machine (its contents: node/batch/store.ts).

import { Readable } from "node:stream";
import * as z from "zod";
import { isStoredName, type Store, storeKinds } from "../batch/store.ts";
import { megabytes } from "../files/input.ts";
import type { Limits } from "./limits.ts";
import { refusal } from "./refusal.ts";
import { type Route, route } from "./route.ts";

const byKind = z.strictObject({ kind: z.enum(storeKinds) });
const byName = z.strictObject({
  kind: z.enum(storeKinds),
  name: z.string().refine(isStoredName, "64 hexadecimal digits"),
});

export function storeRoutes(store: Store, { uploadBytes }: Pick<Limits, "uploadBytes">): Route[] {
  return [
    route(
      "GET /api/store/{kind}",
      "Names in the store of batches: of tables, batches, results or checkpoints",
      {
        params: byKind,
        answer: z.array(z.string()),
        handle: ({ params }) => store.names(params.kind),
      },
    ),
    route("GET /api/store/{kind}/{name}", "A table, a batch, a result or a checkpoint, under its name", {
      params: byName,
      answer: "application/octet-stream",
      refusals: [404],
      handle: async ({ params: { kind, name }, reply }) => {
        const bytes = await store.get(kind, name);
        if (bytes === undefined) throw refusal(404, `store: there is no ${name} among the ${kind}`);
        return void reply.type("application/octet-stream").send(Buffer.from(bytes));
      },
    }),
    route(
      "PUT /api/store/{kind}/{name}",
      "Store a table, a batch, a result or a checkpoint; only a checkpoint is overwritten",
      {
        params: byName,
        body: "bytes",
        status: 204,
        refusals: [413],
        handle: async ({ params: { kind, name }, request }) => {
          const bytes = await received((request.body ?? request.raw) as Readable, uploadBytes);
          await store.put(kind, name, bytes);
        },
      },
    ),
    route("DELETE /api/store/checkpoints/{name}", "Remove the checkpoint of a task that is done", {
      params: byName.pick({ name: true }),
      status: 204,
      handle: ({ params }) => store.removeCheckpoint(params.name),
    }),
  ];
}

async function received(body: Readable, most: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of Readable.from(body)) {
    size += (part as Buffer).length;
    if (size > most) throw refusal(413, `store: an upload must have at most ${megabytes(most)}, got more`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
