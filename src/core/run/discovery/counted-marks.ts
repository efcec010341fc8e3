// The marks of the replicates of a run, counted.
//
// Replicates are tasks that need nothing of each other, and their marks are counted, so neither threads nor the moment of a stop
// change a count. What was counted stands in every step, from which a run that is resumed counts on.

import * as z from "zod";
import {
  arrowShares,
  counted,
  type MarkCounts,
  type Marks,
  noMarks,
  renumberedShares,
  sharesOf,
} from "../../graph/shares/shares.ts";
import { resumedState } from "../../search/resumed-state.ts";
import type { TaskPool } from "../../search/search.ts";
import { placeAt, type StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import type { Prepared } from "./prepare.ts";
import { type Replicates, replicatedOptions, replicates } from "./replicate.ts";

/** The marks of all replicates, or of those that there was time for. */
export function* countedMarks(
  prepared: Prepared,
  total: number,
  failures: string[],
): Generator<RunEvent, MarkCounts, StopReason | undefined> {
  const { input, spec, search, pulse } = prepared;
  const options = replicatedOptions(
    input.table,
    { ...spec, search: search.name },
    input.userScore !== undefined,
  );
  const tally = createTally(prepared.sorted.table.names.length, total, input.from?.confidence);
  const pool = input.replicates?.(options);
  const local = localReplicates();
  let by = "";
  const step = (): RunEvent => ({
    type: "step",
    ...placeAt(
      "confidence",
      `resample ${tally.counts().graphs} of ${total}${by}`,
      tally.counts().graphs / total,
    ),
    state: null,
    confidence: tally.stored,
    probabilities: () => arrowShares(renumberedShares(sharesOf(tally.counts()), prepared.sorted.order)),
  });
  pulse.at(placeAt("confidence", `${total} resamples`));
  for (const marks of reports()) {
    if (marks !== null && "by" in marks) by = `, ${marks.by}`;
    if (marks !== null && "failure" in marks)
      failures.push(`resample ${marks.replicate + 1} failed: ${marks.failure}`);
    else if (marks !== null) tally.add(marks);
    if (pulse.wish(yield step()) !== undefined) break;
  }
  return tally.counts();

  /** Beside a pool as its workers make them: threads of the run itself have its table, and not that of a replicate. */
  function localReplicates(): Replicates | undefined {
    if (!pool) return replicates({ ...input, options });
    if (pool.startMs === undefined) return undefined;
    const { table, userScore, memoryBytes, now } = input;
    const build = input.machine?.build;
    const machine = { ...(build && { build }), ...(memoryBytes !== undefined && { memoryBytes }) };
    return replicates({ table, options, userScore, memoryBytes, now, machine });
  }

  /** Where a pool takes long to start, the first ones here. */
  function* reports(): Generator<Reported | null, void, void> {
    const end = pool?.startMs === undefined ? Number.POSITIVE_INFINITY : input.now() + pool.startMs;
    if (local) yield* inTurn(local, () => input.now() >= end);
    if (pool && pulse.wish() === undefined) yield* pooled(pool);
  }

  /** One after the other; null between the steps of one. */
  function* inTurn(replicate: Replicates, isOver: () => boolean): Generator<Numbered | null, void, void> {
    for (let r = tally.next(-1); r < total && !isOver(); r = tally.next(r)) {
      const running = replicate(r, () => pulse.wish());
      for (;;) {
        const { value, done } = running.next(pulse.wish());
        if (!done) {
          yield null;
          if (isOver()) return; // the pool makes this one anew
        } else if (value === null) return;
        else {
          yield { replicate: r, ...value };
          break;
        }
      }
    }
  }

  /** Two for each worker are under way, so that none waits; null where there is no news. */
  function* pooled({ size, start, news }: TaskPool): Generator<Reported | null, void, void> {
    let r = tally.next(-1);
    let underWay = 0;
    for (;;) {
      for (; r < total && underWay < 2 * size; r = tally.next(r), underWay++) start(r);
      if (underWay === 0) return;
      const all = news() as readonly Reported[];
      if (all.length === 0) yield null;
      for (const marks of all) {
        underWay--;
        yield marks;
      }
    }
  }
}

/** The marks of a replicate, and which it is. */
export interface Numbered extends Marks {
  readonly replicate: number;
}

/** What a pool of workers tells of one: its marks, or why there are none; and who did how many so far, for people. */
type Reported = (Numbered | { readonly replicate: number; readonly failure: string }) & {
  readonly by?: string;
};

const storedSchema = z.object({
  /** Replicates up to this one are counted, and those that are named. */
  upTo: z.number().int().min(0),
  beyond: z.array(z.number().int()),
  graphs: z.number().int().min(0),
  directed: z.array(z.number().int()),
  undirected: z.array(z.number().int()),
});

/** What has been counted, of which replicates. */
function createTally(d: number, total: number, from: unknown) {
  const stored = resumedState(storedSchema, from);
  const isDone = new Uint8Array(total);
  isDone.fill(1, 0, stored?.upTo ?? 0);
  for (const r of stored?.beyond ?? []) isDone[r] = 1;
  let counts = stored ? restored(d, stored) : noMarks(d);
  return {
    counts: () => counts,
    add: ({ replicate, ...marks }: Numbered): void => {
      isDone[replicate] = 1;
      counts = counted(counts, marks);
    },
    /** The first after r that is not counted when this is asked. */
    next: (r: number): number => {
      const at = isDone.indexOf(0, r + 1);
      return at < 0 ? total : at;
    },
    stored: (): z.output<typeof storedSchema> => {
      const open = isDone.indexOf(0);
      const upTo = open < 0 ? total : open;
      const beyond = [...isDone.keys()].filter((r) => r > upTo && isDone[r] === 1);
      return { upTo, beyond, graphs: counts.graphs, ...sparse(counts) };
    },
  };
}

/** Counts that are not 0, each after its place. */
export function sparse({ directed, undirected }: MarkCounts) {
  const list = (counts: Uint32Array): number[] => {
    const out: number[] = [];
    counts.forEach((count, at) => {
      if (count > 0) out.push(at, count);
    });
    return out;
  };
  return { directed: list(directed), undirected: list(undirected) };
}

function restored(d: number, { graphs, directed, undirected }: z.output<typeof storedSchema>): MarkCounts {
  const whole = (list: readonly number[]): Uint32Array => {
    const counts = new Uint32Array(d * d);
    for (let k = 0; k < list.length; k += 2) counts[list[k]] = list[k + 1];
    return counts;
  };
  return { d, graphs, directed: whole(directed), undirected: whole(undirected) };
}
