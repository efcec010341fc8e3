// All searches. Each is described in its definition; to add one, add its line here.

import { corl } from "./agents/corl/corl-definition.ts";
import { rl } from "./agents/rl/rl-definition.ts";
import { rlOrder } from "./agents/rl-order/rl-order-definition.ts";
import { vec2dag } from "./agents/vec2dag/vec2dag-definition.ts";
import { cam } from "./cam/cam-definition.ts";
import { pc } from "./constraint/pc-definition.ts";
import { dagGnn } from "./continuous/dag-gnn/dag-gnn-definition.ts";
import { dagma } from "./continuous/dagma/dagma-definition.ts";
import { granDag } from "./continuous/gran-dag/gran-dag-definition.ts";
import { notears, notearsMlp, notearsQuadratic } from "./continuous/notears-definition.ts";
import type { AnySearch } from "./definition.ts";
import { exact } from "./exact/exact-definition.ts";
import { ges } from "./greedy/ges/ges-definition.ts";
import { hillClimb } from "./greedy/hill-climb-definition.ts";
import { directLingam, icaLingam } from "./lingam/lingam-definition.ts";
import { order } from "./order/order-definition.ts";
import { both } from "./order-then-agent-definition.ts";

/** By name, in the order in which they are shown. */
export const searchDefinitions = {
  exact,
  order,
  both,
  ges,
  "hill-climb": hillClimb,
  pc,
  cam,
  "direct-lingam": directLingam,
  "ica-lingam": icaLingam,
  notears,
  "notears-quadratic": notearsQuadratic,
  "notears-mlp": notearsMlp,
  dagma,
  "dag-gnn": dagGnn,
  "gran-dag": granDag,
  rl,
  "rl-order": rlOrder,
  corl,
  vec2dag,
} as const;

export type SearchName = keyof typeof searchDefinitions;

/** The same without their specific types: options are validated by the schema first, and a search receives only its own steps. */
export const searches = searchDefinitions as unknown as Readonly<Record<string, AnySearch>>;

/** Default number of restarts of each search that has them. */
export function restartsByDefault(): string {
  const several = Object.values(searches).filter(({ restarts }) => restarts !== undefined);
  const counts = [...new Set(several.map(({ restarts }) => restarts!))];
  return counts
    .map(
      (n) =>
        `${n} for ${several
          .filter(({ restarts }) => restarts === n)
          .map(({ name }) => name)
          .join(", ")}`,
    )
    .join("; ");
}

/** Names of the searches whose work several threads can share, at least with some options. */
export function threadedSearches(): string[] {
  return Object.values(searches)
    .filter(
      ({ hasNetwork, runs, tasks, hasSweeps, endsWithAgent }) =>
        hasNetwork ?? runs ?? tasks ?? hasSweeps ?? endsWithAgent,
    )
    .map(({ name }) => name);
}
