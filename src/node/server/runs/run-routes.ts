// Runs over HTTP.

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import * as z from "zod";
import { comparedEdges, isGoing, type RunResult, readResult, wire as schemas } from "../../../core/index.ts";
import { fileSecurityPolicy } from "../access/access.ts";
import { contentTypes } from "../content-types.ts";
import { refusal } from "../refusal.ts";
import { type Route, route } from "../route.ts";
import type { Runs } from "./runs.ts";
import { watch } from "./watch.ts";

const byId = z.strictObject({ id: schemas.id });
const eventsQuery = z.strictObject({
  after: z.coerce.number().int().min(0).optional().describe("the last event received; as Last-Event-ID"),
});

/** Maximum number of concurrent watchers of all runs. */
const watchers = 500;

export function runRoutes(runs: Runs): Route[] {
  let watching = 0;
  const result = async (id: string): Promise<RunResult> =>
    readResult(await readFile(runs.file(id, "result.json"), "utf8"), `runs/${id}/result.json`);
  return [
    route("GET /api/runs", "The runs, the newest first", {
      answer: schemas.runs,
      handle: () => ({ runs: runs.list(), damaged: runs.damaged() }),
    }),
    route("POST /api/runs", "Start a run", {
      body: schemas.runRequest,
      status: 201,
      answer: schemas.run,
      refusals: [404, 429, 507],
      handle: ({ body }) => runs.start(body),
    }),
    route("GET /api/runs/{id}", "A run: its state, its request, which files it has", {
      params: byId,
      answer: schemas.runDetails,
      refusals: [404],
      handle: ({ params }) => runs.details(params.id),
    }),
    route(
      "GET /api/runs/{id}/events",
      "Watch a run by server-sent events: state, finding, choice, optimum, step, note, best, probabilities",
      {
        params: byId,
        query: eventsQuery,
        answer: "text/event-stream",
        emptyStatus: 204,
        refusals: [404, 429],
        handle: async ({ params, query, request, reply }) => {
          const run = runs.watched(params.id);
          const lastId = request.headers["last-event-id"];
          // A browser that reconnects automatically repeats its first address, but sends the id of its last event.
          const after = Math.max(query.after ?? 0, Number.parseInt(String(lastId), 10) || 0);
          // 204 tells a browser to stop reconnecting if there is nothing more to come.
          if (lastId !== undefined && !isGoing(await run.body()) && (await run.lines(after)).length === 0)
            return void reply.code(204).send();
          if (watching >= watchers)
            throw refusal(
              429,
              `runs: at most ${watchers} clients can watch a run at once, and ${watchers} do; close a window`,
            );
          reply.hijack();
          const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
          reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
          watching++;
          await watch(run, reply.raw, { after }).finally(() => watching--);
        },
      },
    ),
    ...(["pause", "resume", "cancel"] as const).map((what) =>
      route(`POST /api/runs/{id}/${what}`, verbs[what], {
        params: byId,
        status: 202,
        answer: schemas.run,
        refusals: what === "resume" ? [404, 409, 429] : [404, 409],
        handle: ({ params }) => runs.control(params.id)[what](),
      }),
    ),
    route("DELETE /api/runs/{id}", "Delete a run and its files; an active run is ended", {
      params: byId,
      status: 204,
      refusals: [404, 409],
      handle: ({ params }) => runs.remove(params.id),
    }),
    route("GET /api/runs/{id}/compare/{other}", "Compare two runs edge by edge", {
      params: z.strictObject({ id: schemas.id, other: schemas.id }),
      answer: schemas.comparison,
      refusals: [404],
      handle: async ({ params: { id, other } }) => {
        const [a, b] = await Promise.all([result(id), result(other)]);
        return { a: id, b: other, ...comparedEdges(a, b) };
      },
    }),
    route("GET /api/runs/{id}/files/{name}", "A file of a run (docs/result.md)", {
      params: z.strictObject({ id: schemas.id, name: z.enum(schemas.fileNames) }),
      answer: "*/*",
      refusals: [404],
      handle: ({ params: { id, name }, reply }) => {
        const path = runs.file(id, name);
        reply.type(contentTypes[extname(name)]).header("content-security-policy", fileSecurityPolicy);
        return void reply.header("cache-control", "no-store").send(createReadStream(path));
      },
    }),
  ];
}

const verbs = {
  pause: "Pause a run: it stores the best graph so far and can be resumed later",
  resume: "Resume a run that was paused, stopped by its time limit, or interrupted with the server",
  cancel: "End a run for good, at once",
};
