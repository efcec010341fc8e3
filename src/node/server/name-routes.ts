// What there is to choose from: searches, scores, prunings, and the version.

import * as z from "zod";
import { describedSettings, prunings, scores, searches } from "../../core/index.ts";
import { versions } from "../runs/machine.ts";
import type { Limits } from "./limits.ts";
import { schemaOf } from "./openapi.ts";
import { type Route, route } from "./route.ts";
import * as schemas from "./schemas.ts";

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
      handle: () => ({ searches: Object.keys(searches).map(describedSearch) }),
    }),
    route({
      method: "GET",
      path: "/api/scores",
      summary: "The scores",
      answer: schemas.scoreList,
      handle: () => ({
        scores: Object.entries(scores).map(([name, { describes, takes = "numbers", reads }]) => ({
          name,
          describes,
          takes,
          reads: [...reads],
        })),
      }),
    }),
    route({
      method: "GET",
      path: "/api/prunings",
      summary: "The rules of pruning",
      answer: schemas.pruningList,
      handle: () => ({
        prunings: Object.entries(prunings).map(([name, { describes }]) => ({ name, describes })),
      }),
    }),
  ];
}

function describedSearch(name: string) {
  const { describes, agent, ignoresScore = false, prune = "none", settings, reads } = searches[name];
  const shapes = settings ? schemaOf(settings, "input") : {};
  const properties = (shapes.properties ?? {}) as Record<string, Record<string, unknown>>;
  return {
    name,
    describes,
    isAgent: agent !== undefined,
    ignoresScore,
    prune,
    settings: describedSettings(settings ?? z.strictObject({})).map((setting) => {
      const { description: _, ...schema } = properties[setting.name];
      return { ...setting, schema };
    }),
    rl: [...(reads?.({}) ?? [])],
  };
}
