// The catalogue of searches, scores and prunings, and the version.

import { catalogue, wire as schemas } from "../../core/index.ts";
import { versions } from "../runs/machine.ts";
import type { Limits } from "./limits.ts";
import { type Route, route } from "./route.ts";

export function nameRoutes({ uploadBytes, unpackedBytes, rows, columns, cells, runs }: Limits): Route[] {
  const limits = { uploadBytes, unpackedBytes, rows, columns, cells, runs };
  return [
    route("GET /api/version", "The version, and the limits of the server", {
      answer: schemas.version,
      handle: () => {
        const { wherefore, node } = versions();
        return { wherefore, node, limits };
      },
    }),
    route(
      "GET /api/catalogue",
      "Searches, scores and prunings with their options, and the options of every run",
      {
        answer: schemas.catalogue,
        handle: catalogue,
      },
    ),
  ];
}
