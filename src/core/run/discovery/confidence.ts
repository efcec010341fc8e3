// Stage 8, confidence: how sure each edge is, where that is asked for: by the answers on resamples of the rows.
//
// Replicates are tasks that need nothing of each other, and their marks are counted, so neither threads nor the moment of a stop
// change a count. What was counted stands in every step, from which a run that is resumed counts on.

import * as z from "zod";
import {
  consensusOf,
  counted,
  linkShare,
  type MarkCounts,
  type Marks,
  noMarks,
  renumberedShares,
  type Shares,
  shareMetrics,
  sharesOf,
} from "../../graph/shares/shares.ts";
import { resumedState } from "../../search/resumed-state.ts";
import type { TaskPool } from "../../search/search.ts";
import { defaultResamples } from "../confidence-options.ts";
import { namedClass, placeAt, type StopReason } from "../problem.ts";
import type { ConfidenceFacts, PairShares, RunEvent } from "../result.ts";
import type { Prepared } from "./prepare.ts";
import { type Replicates, replicatedOptions, replicates } from "./replicate.ts";
import type { Found } from "./search.ts";

export interface Confidence {
  readonly told: ConfidenceFacts;
  /** Of every pair, by the order of the user's columns. */
  readonly shares: Shares;
  /** Replicates that failed, each with why: sentences. */
  readonly failures: readonly string[];
}

/** Null where it is not asked for, or the run was stopped before there was anything to tell. */
export function* confidence(
  known: Prepared,
  found: Found,
): Generator<RunEvent, Confidence | null, StopReason | undefined> {
  const { spec, left } = known;
  const { confidence: method = "none" } = spec;
  if (method === "none") return null;
  if (method === "posterior") throw new Error("not yet");
  const { resamples = defaultResamples } = spec;
  if (found.stopped !== null) {
    left.push("confidence");
    return null;
  }
  const failures: string[] = [];
  const counts = yield* countedMarks(known, resamples, failures);
  const { graphs } = counts;
  const missing = resamples - graphs - failures.length;
  if (missing > 0) left.push(`${missing} of ${resamples} resamples`);
  if (graphs === 0) return null;
  const digested = JSON.stringify([method, graphs, known.sorted.table.names, sparse(counts)]);
  return told(known, sharesOf(counts), { method, resamples: graphs, digested, failures });
}

/** The marks of all replicates, or of those that there was time for. */
function* countedMarks(
  known: Prepared,
  total: number,
  failures: string[],
): Generator<RunEvent, MarkCounts, StopReason | undefined> {
  const { input, spec, search, pulse } = known;
  const options = replicatedOptions(
    input.table,
    { ...spec, search: search.name },
    input.userScore !== undefined,
  );
  const tally = createTally(known.sorted.table.names.length, total, input.from?.confidence);
  const pool = input.replicates?.(options);
  const own = pool ? undefined : replicates({ ...input, options });
  const step = (): RunEvent => ({
    type: "step",
    ...placeAt("confidence", `resample ${tally.counts().graphs} of ${total}`, tally.counts().graphs / total),
    state: null,
    confidence: tally.stored,
  });
  pulse.at(placeAt("confidence", `${total} resamples`));
  for (const marks of own ? inTurn(own) : pooled(pool!)) {
    if (marks !== null && "failure" in marks)
      failures.push(`resample ${marks.replicate + 1} failed: ${marks.failure}`);
    else if (marks !== null) tally.add(marks);
    if (pulse.wish(yield step()) !== undefined) break;
  }
  return tally.counts();

  /** One after the other; null between the steps of one. */
  function* inTurn(replicate: Replicates): Generator<Numbered | null, void, void> {
    for (let r = tally.next(-1); r < total; r = tally.next(r)) {
      const running = replicate(r, () => pulse.wish());
      for (;;) {
        const { value, done } = running.next(pulse.wish());
        if (!done) yield null;
        else if (value === null) return;
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

/** What a pool of workers tells of one: its marks, or why there are none. */
type Reported = Numbered | { readonly replicate: number; readonly failure: string };

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
function sparse({ directed, undirected }: MarkCounts) {
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

interface Told extends Pick<ConfidenceFacts, "method" | "resamples"> {
  readonly digested: string;
  readonly failures: readonly string[];
}

/** A pair that fewer of the graphs link is left out. */
const fewest = 0.01;

function told(
  { input, spec, sorted }: Prepared,
  shares: Shares,
  { method, resamples, digested, failures }: Told,
): Confidence {
  const { names } = input.table;
  const own = renumberedShares(shares, sorted.order);
  const { consensus: above = 0.5 } = spec;
  const { directed: edges, undirected } = namedClass(consensusOf(shares, above), sorted);
  return {
    shares: own,
    failures,
    told: {
      method,
      resamples,
      pairs: pairsOf(own, names),
      consensus: { above, edges, undirected },
      metrics: sorted.truth ? shareMetrics(sorted.truth, shares) : null,
      digest: input.sha256?.([digested]) ?? null,
    },
  };
}

function pairsOf(shares: Shares, names: readonly string[]): PairShares[] {
  const { d, directed, undirected } = shares;
  const pairs: PairShares[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const link = linkShare(shares, i, j);
      if (link <= fewest) continue;
      pairs.push({
        a: names[i],
        b: names[j],
        forward: directed[i * d + j],
        backward: directed[j * d + i],
        undirected: undirected[i * d + j],
        none: Math.max(0, Math.round((1 - link) * 1e12) / 1e12),
      });
    }
  }
  return pairs;
}
