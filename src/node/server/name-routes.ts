// What there is to choose from: searches, scores, prunings, and the version.

import { choices, wire as schemas } from "../../core/index.ts";
import { versions } from "../runs/machine.ts";
import type { Limits } from "./limits.ts";
import { type Route, route } from "./route.ts";

export function nameRoutes({ uploadBytes, unpackedBytes, rows, columns, cells, runs }: Limits): Route[] {
  const limits = { uploadBytes, unpackedBytes, rows, columns, cells, runs };
  return [
    route("GET /api/version", "The version, and what the server takes", {
      answer: schemas.version,
      handle: () => {
        const { wherefore, node } = versions();
        return { wherefore, node, limits };
      },
    }),
    ...(["searches", "scores", "prunings"] as const).map((what) =>
      route(`GET /api/${what}`, summaries[what], {
        answer: lists[what],
        handle: () => ({ [what]: choices()[what] }),
      }),
    ),
  ];
}

const lists = { searches: schemas.searchList, scores: schemas.scoreList, prunings: schemas.pruningList };
const summaries = {
  searches: "The searches, with what can be set of them",
  scores: "The scores",
  prunings: "The rules of pruning",
};
