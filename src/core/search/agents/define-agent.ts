// Fields that all agents share as search definitions: they have independent runs and maximise a score.

import type * as z from "zod";
import { defineSearch, type SearchDefinition } from "../definition.ts";
import { type RestartedStep, restarted } from "./restarts.ts";

type AgentDefinition<N extends string, O extends z.ZodObject> = Omit<
  SearchDefinition<N, O, RestartedStep>,
  "group" | "finds" | "uses" | "mayEndEarly" | "restarts" | "run"
> &
  Required<Pick<SearchDefinition<N, O>, "runs">>;

export function defineAgent<const N extends string, O extends z.ZodObject>(
  definition: AgentDefinition<N, O>,
) {
  return defineSearch<N, O, RestartedStep>({
    ...definition,
    group: "learns",
    finds: "as the score",
    uses: "score",
    needs: (options) => ["rows", ...(definition.needs?.(options) ?? [])],
    mayEndEarly: true,
    restarts: 1,
    run: (problem, options, machine) =>
      restarted(definition.runs(problem, options, machine), problem, machine.pool),
  });
}
