// The sweeps over the sets of a slice: costs of nodes, best sinks and, if all sets are in one slice, best completions.

import type { Knowledge } from "../../graph/knowledge.ts";
import type { Crew } from "../../net/crew.ts";
import type { Local } from "../../score/score.ts";
import { mapped } from "./mapped.ts";
import { costTasks, gaussianArguments, listedCosts } from "./subset-costs.ts";
import type { WithoutLinks } from "./subset-program.ts";
import type { Slice } from "./subset-slices.ts";
import { createTasks, mostTasks, setGroups, type Task, type TaskGroup, taskKinds } from "./subset-tasks.ts";

export interface Sweeps {
  /** Share of a pass that `nodeCosts` takes. */
  readonly share: () => number;
  /** For every node and candidate set the least cost within it; returns how often a column was a combination of others. */
  readonly nodeCosts: (multiplier: number) => Generator<number, number, void>;
  /** The costs only; returns how often a column was a combination of others. */
  readonly fill: (multiplier: number) => Generator<number, number, void>;
  /** Address of the best completions, if all sets are in one slice. */
  readonly rest: number;
  /** For every set the least cost, starting from the numbers in `totals`. */
  readonly orderCosts: () => Generator<number, void, void>;
  /** The least costs of graphs without a link, and without its arrow. */
  readonly without: WithoutLinks;
}

export interface SweepOptions {
  readonly local: Local;
  readonly knowledge: Knowledge;
  readonly bits: number;
  readonly crew: Crew | undefined;
}

/** Share of `nodeCosts` that the minima take. */
const minima = 0.2;

/** Each sweep yields the share done. */
export function sliceSweeps(slice: Slice, { local, knowledge, bits, crew }: SweepOptions): Sweeps {
  const { kernels, table, costs, totals, nodes } = slice;
  const { d } = knowledge;
  const rest = bits === d ? kernels.allocateFloats(2 ** d) : 0;
  const out = kernels.allocateFloats(mostTasks);
  const gaussian = local.gaussian
    ? gaussianArguments(kernels, local.gaussian, { knowledge, threads: crew?.threads ?? 1 })
    : null;
  const tasks = createTasks(kernels, { table, costs, rest, out, gaussian, d, bits, crew });
  const listed = local.gaussian ? null : listedCosts(slice, local, knowledge);
  const lower: TaskGroup = nodes.map((node) => [taskKinds.lower, table + 8 * node.at, node.bits]);
  const groups = setGroups(bits);
  let isListed = false;

  function* fill(multiplier: number): Generator<number, number, void> {
    const repeated = kernels.words(out, 1);
    repeated[0] = 0;
    yield* listed === null ? tasks.run([costTasks(slice)], multiplier) : listed(multiplier);
    return repeated[0];
  }

  return {
    fill,
    rest,
    // Nearly all of it if the score evaluates every cost.
    share: () => (listed === null ? 0.8 : isListed ? 0.6 : 0.97),
    *nodeCosts(multiplier) {
      const collinear = yield* mapped(fill(multiplier), (share) => (1 - minima) * share);
      for (const share of tasks.run([lower])) yield 1 - minima + minima * share;
      isListed = true;
      return collinear;
    },
    orderCosts: () => tasks.run(groups.map((g) => g.map(([from, to]) => [taskKinds.order, from, to]))),
    *without(pairs) {
      kernels.floats(rest, totals.length)[totals.length - 1] = 0;
      const backwards = groups
        .toReversed()
        .map((g) =>
          g.map(([from, to]) => [taskKinds.rest, Math.min(to, totals.length - 1) - 1, from] as const),
        );
      for (const share of tasks.run(backwards)) yield share / 2;
      const [link, arrow] = [new Float64Array(pairs.length), new Float64Array(pairs.length)];
      const most = Math.floor(mostTasks / 3);
      for (let from = 0; from < pairs.length; from += most) {
        const some = pairs.slice(from, from + most);
        const group = some.flatMap(([i, j], k): Task[] => [
          [taskKinds.unlinked, i + 32 * j, 3 * k],
          [taskKinds.unlinked, j + 32 * i, 3 * k + 1],
          [taskKinds.preceding, j + 32 * i, 3 * k + 2],
        ]);
        for (const share of tasks.run([group]))
          yield 0.5 + (0.5 * (from + share * some.length)) / pairs.length;
        const answers = kernels.floats(out, group.length);
        for (const k of some.keys()) {
          const [forward, backward, reversed] = answers.subarray(3 * k, 3 * k + 3);
          link[from + k] = Math.min(forward, backward);
          arrow[from + k] = Math.min(forward, reversed);
        }
      }
      return { link, arrow };
    },
  };
}
