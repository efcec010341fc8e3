// Confidence in each edge, in words: what the shares are and what they are not, where the consensus of the graphs differs from
// the answer, and all pairs as a section.

import { linkOf, type PairShares, type PredictionMetrics, turned } from "../graph/shares/shares.ts";
import { agreementBetween, directionsApart } from "../run/comparison.ts";
import { defaultResamples } from "../run/confidence-options.ts";
import type { ConfidenceFacts, NamedEdge, RunResult } from "../run/result.ts";
import { estimateSentences } from "./estimate-sentences.ts";
import { atMost, count, counted, measured, shareOf } from "./numbers.ts";
import { named, type Phrase, phrase } from "./phrase.ts";
import { type Block, number, orDash, type Section } from "./section.ts";

type Answered = Pick<RunResult, "edges" | "undirected">;
type Confident = Answered & Pick<RunResult, "confidence" | "spec">;

/** The shares of a pair, with `forward` from the first to the second; null if hardly any graph links the two. */
export function pairLookup(
  confidence: Pick<ConfidenceFacts, "pairs">,
): (a: string, b: string) => PairShares | null {
  const byEnds = new Map(
    confidence.pairs.flatMap((pair) => [
      [keyOf(pair.a, pair.b), pair],
      [keyOf(pair.b, pair.a), turned(pair)],
    ]),
  );
  return (a, b) => byEnds.get(keyOf(a, b)) ?? null;
}

/** Pairs that a smaller share links are not listed. */
const fewest = 0.01;

/**
 * The share that links the two, and the share that has this very edge: "95 %", "60 %". For an undirected edge that every graph
 * directs, as those of a posterior do, the share of each direction: "→ 55 %, ← 40 %".
 */
export function edgeShares(pair: PairShares | null, isDirected: boolean): readonly [string, string] {
  if (pair === null) return [atMost(fewest), atMost(fewest)];
  const { forward, backward, undirected } = pair;
  const direction = isDirected
    ? shareOf(forward)
    : undirected > 0
      ? shareOf(undirected)
      : `→ ${shareOf(forward)}, ← ${shareOf(backward)}`;
  return [shareOf(linkOf(pair)), direction];
}

/** The headings of the two numbers beside an edge. */
export function shareTitles({ method }: ConfidenceFacts): readonly [string, string] {
  return method === "posterior"
    ? ["probability of the link", "of this edge"]
    : ["share of resamples with the link", "with this edge"];
}

/** What the shares are, and what they are not. */
export function confidenceSentences({ confidence, spec, undirected }: Confident): string[] {
  if (!confidence) return [];
  const { method, resamples } = confidence;
  if (method === "posterior")
    return [
      `The percentages are posterior probabilities under ${spec.score}${spec.penaltyWeight === 1 ? "" : " with penalty weight 1"}, with ${priorWords(confidence)}: of all DAGs, each weighted by how well it explains the data, the share in which the two are linked and the share that has this edge. They are not the probability that an edge is causal where the assumptions fail.`,
      ...(undirected.length > 0 ? [openSentence] : []),
      ...estimateSentences(confidence),
    ];
  const how = {
    bootstrap: "as many rows drawn at random with replacement",
    subsample: "a random half of the rows, drawn without replacement",
    "bayesian-bootstrap": "all rows, with random weights from a Dirichlet distribution",
  }[method];
  const { resamples: total = defaultResamples } = spec;
  return [
    `The percentages are shares of ${counted(resamples ?? 0, "resample")} (${method}: ${how}): those whose answer links the two, and those whose answer has this edge. They say how much the answer depends on the sample, not how probable it is that an edge is causal: where the assumptions fail, they may fail in every resample.`,
    ...((resamples ?? 0) < total ? [`Only ${resamples} of ${total} resamples were counted.`] : []),
  ];
}

/** "a uniform prior over causal orders and, for each variable, over numbers of parents (fair)". */
export function priorWords({ prior, parentPrior }: Prior): string {
  const isFair = parentPrior === "fair";
  if (prior === "dags")
    return isFair ? "a prior over DAGs by their numbers of parents (fair)" : "a uniform prior over DAGs";
  return `a uniform prior over causal orders and, for each variable, over ${isFair ? "numbers" : "sets"} of parents (${isFair ? "fair" : "uniform"})`;
}

interface Prior {
  readonly prior?: string | null | undefined;
  readonly parentPrior?: string | null | undefined;
}

const openSentence =
  "If the direction of a link is open, graphs of the same class fit equally well with either direction: the shares of the two directions come from other classes and from the prior.";

export interface Mark {
  readonly a: string;
  readonly b: string;
  readonly isDirected: boolean;
}

/** A pair on which answer and consensus differ; null: not linked. */
export interface ConsensusChange {
  readonly answer: Mark | null;
  readonly consensus: Mark | null;
  readonly shares: PairShares | null;
}

/** Where the consensus graph differs from the answer; pairs that most graphs link come first. */
export function consensusChanges(result: Confident): ConsensusChange[] {
  if (!result.confidence) return [];
  const shares = pairLookup(result.confidence);
  const marks = marksByPair(result);
  const agreed = marksByPair(result.confidence.consensus);
  return [...new Set([...marks.keys(), ...agreed.keys()])]
    .map((key) => [marks.get(key) ?? null, agreed.get(key) ?? null] as const)
    .filter(([p, q]) => p === null || q === null || !isSame(p, q))
    .map(([answer, consensus]) => {
      const { a, b } = (answer ?? consensus)!;
      return { answer, consensus, shares: shares(a, b) };
    })
    .sort((p, q) => shareOfLink(q.shares) - shareOfLink(p.shares));
}

/** How far two results agree, if at least one of them has confidence; otherwise empty. */
export function agreementSentence([a, b]: readonly [RunResult, RunResult]): string {
  if (!a.confidence && !b.confidence) return "";
  const { edges, links } = agreementBetween(a, b);
  const weighted = "With each edge weighted by its share, they agree on";
  return edges === null
    ? `${weighted} ${shareOf(links)} of the links that either has. Directions are not compared: ${directionsApart}.`
    : `${weighted} ${shareOf(edges)} of the edges and ${shareOf(links)} of the links that either has.`;
}

/** "+ a → b (62 %)", "− a → b (31 %)", "a — b for a → b (97 %)". */
export function changePhrase({ answer, consensus, shares }: ConsensusChange): Phrase {
  const share = edgeShares(shares, false)[0];
  const change =
    answer === null
      ? phrase`+ ${markPhrase(consensus!)}`
      : consensus === null
        ? phrase`− ${markPhrase(answer)}`
        : phrase`${markPhrase(consensus)} for ${markPhrase(answer)}`;
  return phrase`${change} (${share})`;
}

export function consensusTitle({ consensus }: ConfidenceFacts, isSame: boolean): string {
  const links = `links that more than ${shareOf(consensus.above)} have`;
  return isSame ? `${links}: the same graph as the answer` : `${links}, compared with the answer`;
}

/** Pairs that more than half of the graphs link, but neither the answer nor the consensus. */
export function unlinkedPairs(result: Confident): PairShares[] {
  if (!result.confidence) return [];
  const linked = new Set([...marksByPair(result).keys(), ...marksByPair(result.confidence.consensus).keys()]);
  return byLink(result.confidence.pairs).filter(
    (pair) => linkOf(pair) > 0.5 && !linked.has(pairKey(pair.a, pair.b)),
  );
}

const mostListed = 500;

/** The sentences, the consensus, and all pairs; those that most graphs link come first. */
export function confidenceSection(result: Confident): Section | null {
  const { confidence } = result;
  if (!confidence) return null;
  const changes = consensusChanges(result);
  const unlinked = unlinkedPairs(result);
  const pairs = byLink(confidence.pairs);
  const omission =
    pairs.length > mostListed
      ? `These are the first ${count(mostListed)} of ${count(pairs.length)} pairs; the result document has all pairs that are linked in more than 1 %.`
      : "Pairs linked in at most 1 % are left out.";
  return {
    id: "confidence",
    title: "Confidence in each edge",
    blocks: [
      ...confidenceSentences(result).map((text) => ({ text })),
      ...truthBlocks(confidence),
      { heading: "Consensus graph" },
      { text: `The consensus graph has the ${consensusTitle(confidence, changes.length === 0)}.` },
      ...(changes.length === 0 ? [] : [{ list: changes.map(changePhrase), look: "pairs" } as const]),
      ...(unlinked.length === 0
        ? []
        : [
            { text: "Linked in more than half, but neither in the result nor in the consensus:" },
            { list: unlinked.map(linkPhrase), look: "pairs" } as const,
          ]),
      ...ancestorBlocks(confidence),
      { heading: "All pairs" },
      {
        table: {
          columns: [{ title: "a" }, { title: "b" }, ...pairColumns.map(number)],
          rows: pairs
            .slice(0, mostListed)
            .map((pair) => [
              [named(pair.a)],
              [named(pair.b)],
              ...[linkOf(pair), pair.forward, pair.backward, pair.undirected, pair.none].map(shareOf),
            ]),
          scrollAbove: 30,
        },
      },
      { text: omission, look: "soft" },
    ],
  };
}

function truthBlocks({ metrics }: ConfidenceFacts): Block[] {
  if (metrics === null) return [];
  const row = (label: string, { auroc, auprc, brier }: PredictionMetrics): string[] => [
    label,
    ...[auroc, auprc, brier].map((value) => orDash(value, measured)),
  ];
  return [
    { heading: "Against the truth" },
    {
      table: {
        columns: [{ title: "" }, ...["AUROC", "AUPRC", "Brier score"].map(number)],
        rows: [row("links", metrics.links), row("edges", metrics.edges)],
      },
    },
  ];
}

/** For a posterior: which variable causes which, directly or through others. */
function ancestorBlocks({ ancestors = [] }: ConfidenceFacts): Block[] {
  if (ancestors.length === 0) return [];
  const sorted = ancestors.toSorted((p, q) => q.probability - p.probability);
  return [
    { heading: "Causes, directly or through others" },
    {
      table: {
        columns: [{ title: "Cause" }, { title: "Effect" }, number("Probability")],
        rows: sorted
          .slice(0, mostListed)
          .map(({ a, b, probability }) => [[named(a)], [named(b)], shareOf(probability)]),
        scrollAbove: 30,
      },
    },
  ];
}

const pairColumns = ["linked", "a → b", "b → a", "a — b", "not linked"];

/** "a, b (62 %)". */
export function linkPhrase(pair: PairShares): Phrase {
  return phrase`${named(pair.a)}, ${named(pair.b)} (${shareOf(linkOf(pair))})`;
}

function markPhrase({ a, b, isDirected }: Mark): Phrase {
  return phrase`${named(a)} ${isDirected ? "→" : "—"} ${named(b)}`;
}

function byLink(pairs: readonly PairShares[]): PairShares[] {
  return pairs.toSorted((p, q) => linkOf(q) - linkOf(p));
}

function shareOfLink(pair: PairShares | null): number {
  return pair === null ? 0 : linkOf(pair);
}

function marksByPair({ edges, undirected }: Answered): Map<string, Mark> {
  const mark =
    (isDirected: boolean) =>
    ([a, b]: NamedEdge): [string, Mark] => [pairKey(a, b), { a, b, isDirected }];
  return new Map([...edges.map(mark(true)), ...undirected.map(mark(false))]);
}

function isSame(p: Mark, q: Mark): boolean {
  return p.isDirected === q.isDirected && (!p.isDirected || p.a === q.a);
}

function pairKey(a: string, b: string): string {
  return a < b ? keyOf(a, b) : keyOf(b, a);
}

function keyOf(a: string, b: string): string {
  return JSON.stringify([a, b]);
}
