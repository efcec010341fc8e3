// Questions about runs, over HTTP.

import * as z from "zod";
import { wire as schemas } from "../../../core/index.ts";
import { goneSignal, type Route, route } from "../route.ts";
import type { Questions } from "./questions.ts";

export function questionRoutes(questions: Questions): Route[] {
  return [
    route("GET /api/runs/{id}/edge", "An edge of a result: its strength, the alternatives, its curve", {
      params: z.strictObject({ id: schemas.id }),
      query: schemas.edgeQuery,
      answer: schemas.edgeDetails,
      refusals: [404, 422, 429],
      handle: ({ params, query: { cause, effect }, reply }) =>
        questions.edge(params.id, [cause, effect], goneSignal(reply)),
    }),
    route("POST /api/estimates", "How long a run would take here, estimated by a short trial", {
      body: schemas.runRequest,
      answer: schemas.estimate,
      refusals: [404, 422, 429],
      handle: ({ body, reply }) => questions.estimate(body, goneSignal(reply)),
    }),
  ];
}
