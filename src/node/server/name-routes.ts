// What there is to choose from: searches, scores, prunings, and the version.

import { choices, wire as schemas } from "../../core/index.ts";
import { versions } from "../runs/machine.ts";
import type { Limits } from "./limits.ts";
import { type Route, route } from "./route.ts";

export function nameRoutes({ uploadBytes, unpackedBytes, rows, columns, cells, runs }: Limits): Route[] {
  const limits = { uploadBytes, unpackedBytes, rows, columns, cells, runs };
  return [
    route({
      method: "GET",
      path: "/api/version",
      summary: "The version, and what the server takes",
      answer: schemas.version,
      handle: () => {
        const { wherefore, node } = versions();
        return { wherefore, node, limits };
      },
    }),
    route({
      method: "GET",
      path: "/api/searches",
      summary: "The searches, with what can be set of them",
      answer: schemas.searchList,
      handle: () => ({ searches: choices().searches }),
    }),
    route({
      method: "GET",
      path: "/api/scores",
      summary: "The scores",
      answer: schemas.scoreList,
      handle: () => ({ scores: choices().scores }),
    }),
    route({
      method: "GET",
      path: "/api/prunings",
      summary: "The rules of pruning",
      answer: schemas.pruningList,
      handle: () => ({ prunings: choices().prunings }),
    }),
  ];
}
