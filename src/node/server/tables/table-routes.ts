// Tables over HTTP.

import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { wire as schemas, tableInUse } from "../../../core/index.ts";
import { megabytes } from "../../files/input.ts";
import type { Limits } from "../limits.ts";
import { refusal } from "../refusal.ts";
import { goneSignal, type Route, route } from "../route.ts";
import type { Runs } from "../runs/runs.ts";
import { exampleList, openExample } from "./examples.ts";
import type { Tables } from "./tables.ts";

const byId = z.strictObject({ id: schemas.id });

/** How long the rest of a rejected upload is read and discarded, so that the client receives the answer. */
const lingerMs = 3000;

export function tableRoutes(tables: Tables, runs: Runs, limits: Limits): Route[] {
  return [
    route("GET /api/tables", "The tables, the newest first", {
      answer: schemas.tables,
      handle: () => ({ tables: tables.list(), damaged: tables.damaged() }),
    }),
    route(
      "POST /api/tables",
      "Upload a table: the bytes of a CSV, TSV, Excel, JSON, NDJSON or Parquet file, also gzipped",
      {
        query: schemas.uploadQuery,
        body: "bytes",
        status: 201,
        answer: schemas.tablePreview,
        refusals: [413, 422, 507],
        handle: async ({ query, request }) => {
          const length = Number(request.headers["content-length"] ?? 0);
          try {
            if (length > limits.uploadBytes)
              throw refusal(
                413,
                `tables: an upload must have at most ${megabytes(limits.uploadBytes)}, got ${megabytes(length)}; leave rows out`,
              );
            return await tables.add(
              query.name ?? headerName(request),
              (request.body ?? request.raw) as Readable,
              { header: query.header, sheet: query.sheet },
            );
          } catch (error) {
            forget(request);
            throw error;
          }
        },
      },
    ),
    route(
      "GET /api/tables/{id}",
      "A table: its first rows, its columns in numbers, the data doctor's findings",
      {
        params: byId,
        answer: schemas.tablePreview,
        refusals: [404],
        handle: ({ params }) => tables.preview(params.id),
      },
    ),
    route(
      "POST /api/tables/{id}/doctor",
      "The data doctor's findings for a score, some columns, or without incomplete rows",
      {
        params: byId,
        body: schemas.doctorRequest,
        answer: schemas.findings,
        refusals: [404, 422],
        handle: async ({ params, body, reply }) => {
          const { names, ...examined } = await tables.examine(params.id, body, goneSignal(reply));
          return { ...examined, columns: names } as z.output<typeof schemas.findings>;
        },
      },
    ),
    route("POST /api/tables/{id}/sheet", "Add another sheet of the table's workbook, as a table of its own", {
      params: byId,
      body: schemas.sheetRequest,
      status: 201,
      answer: schemas.tablePreview,
      refusals: [404, 422, 507],
      handle: ({ params, body }) => tables.addSheet(params.id, body.sheet),
    }),
    route("DELETE /api/tables/{id}", "Delete a table; refused while a run needs it", {
      params: byId,
      status: 204,
      refusals: [404, 409],
      handle: async ({ params }) => {
        const inUse = tableInUse(runs.list(), params.id);
        if (inUse !== null) throw refusal(409, inUse);
        await tables.remove(params.id);
      },
    }),
    route("GET /api/examples", "The example tables", {
      answer: schemas.examples,
      handle: () => ({ examples: exampleList() }),
    }),
    route("POST /api/examples/{name}", "Add an example table, as if it had been uploaded", {
      params: z.strictObject({ name: z.string() }),
      status: 201,
      answer: schemas.tablePreview,
      refusals: [404, 507],
      handle: ({ params }) => {
        const { name, body, truth } = openExample(params.name);
        return tables.add(name, body(), { truth });
      },
    }),
  ];
}

/** The name in the header X-File-Name, URL-encoded because headers are limited to ASCII. */
function headerName({ headers }: FastifyRequest): string | undefined {
  const header = headers["x-file-name"];
  try {
    return typeof header === "string" ? decodeURIComponent(header) : undefined;
  } catch {
    throw refusal(400, "tables: X-File-Name must be encoded as in a URL; send the name as ?name=table.csv");
  }
}

/** Discards the rest of an upload: an answer before its end would be lost if the connection were closed at once. */
function forget({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const { socket } = raw;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  for (const event of ["end", "close"]) raw.on(event, () => clearTimeout(timer));
  raw.resume();
}
