// Names to rules of pruning.

import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import type { Score } from "../score/score.ts";
import {
  type PruneOptions,
  pruneByCam,
  pruneByFit,
  pruneByQuadratic,
  pruneByScore,
  pruneByThreshold,
} from "../search/prune/prune.ts";

export interface PruningEntry {
  readonly describes: string;
  readonly prune: (graph: Graph, score: Score, options: PruneOptions, table: Table) => Graph;
}

export const prunings: Readonly<Record<string, PruningEntry>> = {
  none: { describes: "keep every edge", prune: (graph) => graph },
  threshold: {
    describes: "drop edges whose coefficient is at most --threshold in size, one shot (as in the paper)",
    prune: pruneByThreshold,
  },
  greedy: {
    describes: "drop edges while the score does not fall by more than --tolerance (0)",
    prune: pruneByScore,
  },
  "greedy-fit": {
    describes: "drop edges while a node's residuals rise by no more than the share --tolerance (0.01)",
    prune: pruneByFit,
  },
  quadratic: {
    describes:
      "as threshold, of quadratic fits: drop parents all of whose terms are at most --threshold in size",
    prune: (graph, _, options, table) => pruneByQuadratic(graph, table, options),
  },
  cam: {
    describes: "drop parents whose smooth term has a p-value of --alpha (0.001) or more, one shot (CAM)",
    prune: (graph, _, { knowledge, alpha, smoothing, beat }, table) =>
      pruneByCam(graph, table, { knowledge, alpha, smoothing, beat }),
  },
};
