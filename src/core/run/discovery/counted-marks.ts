// Counts the marks of the replicates of a run.
//
// Replicates are independent tasks and only their counts matter, so neither threads nor the moment of a stop change a count. Every
// step carries the counts so far, from which a resumed run continues.

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
import { withChosenSearch } from "./choose-search.ts";
import type { Prepared } from "./prepare.ts";
import { type Replicates, replicatedOptions, replicates } from "./replicate.ts";

/** The marks of all replicates, or of those completed before a stop. */
export function* countedMarks(
  prepared: Prepared,
  total: number,
  failures: string[],
): Generator<RunEvent, MarkCounts, StopReason | undefined> {
  const { input, spec, search, pulse } = prepared;
  const options = replicatedOptions(
    input.table,
    withChosenSearch(spec, search.name),
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

  /** Beside a pool, set up as in its workers: the run's own threads hold the table of the run, not that of a replicate. */
  function localReplicates(): Replicates | undefined {
    if (!pool) return replicates({ ...input, options });
    if (pool.startMs === undefined) return undefined;
    const { table, userScore, memoryBytes, now } = input;
    const build = input.machine?.build;
    const machine = { ...(build && { build }), ...(memoryBytes !== undefined && { memoryBytes }) };
    return replicates({ table, options, userScore, memoryBytes, now, machine });
  }

  /** While a slow pool starts, the first replicates are computed here. */
  function* reports(): Generator<Reported | null, void, void> {
    const end = pool?.startMs === undefined ? Number.POSITIVE_INFINITY : input.now() + pool.startMs;
    if (local) yield* inTurn(local, () => input.now() >= end);
    if (pool && pulse.wish() === undefined) yield* pooled(pool);
  }

  /** Computes replicates one after another; yields null between the steps of each. */
  function* inTurn(replicate: Replicates, isOver: () => boolean): Generator<Numbered | null, void, void> {
    for (let r = tally.next(-1); r < total && !isOver(); r = tally.next(r)) {
      const running = replicate(r, () => pulse.wish());
      for (;;) {
        const { value, done } = running.next(pulse.wish());
        if (!done) {
          yield null;
          if (isOver()) return; // the pool computes this one from scratch
        } else if (value === null) return;
        else {
          yield { replicate: r, ...value };
          break;
        }
      }
    }
  }

  /** Keeps two replicates per worker in flight, so that no worker idles; yields null if nothing new has arrived. */
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

/** The marks of a replicate, and its number. */
export interface Numbered extends Marks {
  readonly replicate: number;
}

/** A pool's report on a replicate: its marks, or why it failed; `by` says, for people, which worker has computed how many. */
type Reported = (Numbered | { readonly replicate: number; readonly failure: string }) & {
  readonly by?: string;
};

const storedSchema = z.object({
  /** Replicates below this number are counted, and so are those in `beyond`. */
  upTo: z.number().int().min(0),
  beyond: z.array(z.number().int()),
  graphs: z.number().int().min(0),
  directed: z.array(z.number().int()),
  undirected: z.array(z.number().int()),
});

/** The counts so far, and which replicates they include. */
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
    /** The first replicate after r that is not counted yet. */
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

/** The nonzero counts, as a flat list of index, count, index, count, … */
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
