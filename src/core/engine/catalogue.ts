// What there is to choose from, as plain data for pages and programs: searches with what can be set of them, scores, prunings.

import * as z from "zod";
import { prunings, scores, searches } from "../run/registry.ts";
import { describedSettings } from "../run/settings.ts";
import type { Choices } from "./wire/wire.ts";

export function choices(): Choices {
  return {
    searches: Object.keys(searches).map(describedSearch),
    scores: Object.entries(scores).map(([name, { describes, takes = "numbers", reads }]) => ({
      name,
      describes,
      takes,
      reads: [...reads],
    })),
    prunings: Object.entries(prunings).map(([name, { describes }]) => ({ name, describes })),
  };
}

function describedSearch(name: string): Choices["searches"][number] {
  const { describes, agent, ignoresScore = false, prune = "none", settings, reads } = searches[name];
  const properties = settings ? propertiesOf(settings) : {};
  return {
    name,
    describes,
    isAgent: agent !== undefined,
    ignoresScore,
    prune,
    settings: describedSettings(settings ?? z.strictObject({})).map(({ name, describes }) => {
      const { description: _, ...schema } = properties[name];
      return { name, describes, schema };
    }),
    rl: [...(reads?.({}) ?? [])],
  };
}

/** JSON Schema of each; what cannot be said in it may be anything. */
function propertiesOf(settings: z.ZodType): Record<string, Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
  return properties as Record<string, Record<string, unknown>>;
}
