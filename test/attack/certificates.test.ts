// Certificates that were tampered with. A verification that holds must print a claim that is true, and one that holds without
// conditions must be an answer to what was asked: both are checked by scoring every graph of four variables.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  automaticWeight,
  type Claim,
  type ClaimRequest,
  createRng,
  dataHash,
  type Graph,
  graphFromEdges,
  InputError,
  isUserScore,
  type Knowledge,
  type RunOptions,
  readCertificate,
  runSpec,
  type Score,
  scoreOf,
  sortedProblem,
  type Table,
  tableFor,
  type UserScoreMaker,
  type Verification,
  verifyCertificate,
  violations,
} from "../../src/core/index.ts";
import { run } from "../discoveries.ts";
import { programIn } from "../e2e/program.ts";
import { allDags, randomKnowledge, randomTable, suited } from "../problems.ts";
import { amount, tally } from "./attack.ts";
import { type Document, type Forger, tampered } from "./tampered.ts";

/** Only a hang takes so long. */
const hangMs = 1_800_000;
const d = 4;
const dags = allDags(d);
const numbers = randomTable(createRng("attack/certificates"), d, 80);
const labels = suited(numbers, "categories");

const ownSum: UserScoreMaker = ({ X }) => ({
  term: (node, parents) =>
    parents.reduce((sum, p) => sum + Math.cos(37 * X.data[p] + node) - 0.3, -0.1 * node * parents.length),
});
const ownCombined: UserScoreMaker = (table) => ({
  term: (node, parents) => -Math.exp(-(ownSum(table) as { term: typeof termOf }).term(node, parents)),
  combine: (sum, edges) => -10 * Math.log(-sum) - edges / 5,
});
declare const termOf: (node: number, parents: readonly number[]) => number;

interface Base {
  readonly table: Table;
  readonly options: RunOptions;
  readonly userScore?: UserScoreMaker;
}

const [a, b, c, e] = numbers.names;
const pairs = (...edges: [string, string][]) => edges;
const known = { required: pairs([a, b]), forbidden: pairs([c, e], [e, a]), maxParents: 2 };
const bases: Readonly<Record<string, Base>> = {
  bic: { table: numbers, options: {} },
  "bic, one cause": { table: numbers, options: { knowledge: { maxParents: 1 } } },
  "bic, known edges": { table: numbers, options: { knowledge: known } },
  "bic, heavy penalty, standardised": { table: numbers, options: { penaltyWeight: 5, standardise: true } },
  "bic, heavy penalty": { table: numbers, options: { penaltyWeight: 12 } },
  "equal variances, standardised": {
    table: numbers,
    options: { score: "bic-equal-variance", standardise: true },
  },
  "equal variances": { table: numbers, options: { score: "bic-equal-variance" } },
  "equal variances, everything said": {
    table: numbers,
    options: {
      score: "bic-equal-variance",
      penalty: "runs",
      penaltyWeight: 2,
      dropOutliers: 0.1,
      knowledge: { maxParents: 2 },
    },
  },
  bge: { table: numbers, options: { score: "bge" } },
  "bge, known edges": { table: numbers, options: { score: "bge", knowledge: known } },
  bdeu: { table: labels, options: { score: "bdeu" } },
  "bdeu, large sample size": { table: labels, options: { score: "bdeu", equivalentSampleSize: 20 } },
  "a sum of one's own": { table: numbers, options: { score: "own:sum" }, userScore: ownSum },
  "a combination of one's own": {
    table: numbers,
    options: { score: "own:combined", knowledge: { forbidden: pairs([a, c]) } },
    userScore: ownCombined,
  },
};

const originals = Object.fromEntries(
  Object.entries(bases).map(([name, base]) => {
    const { certificate } = run({ ...base, hash: dataHash(base.table), versions: { wherefore: "1.0.0" } });
    return [name, JSON.parse(JSON.stringify(certificate)) as Document];
  }),
);

function verified(text: string, { table, userScore }: Base, asked: ClaimRequest): Verification {
  const running = verifyCertificate(readCertificate(text), {
    table,
    hash: dataHash(table),
    userScore,
    asked,
  });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** Every graph that obeys, scored one by one: what is the best of them, under these options? */
const bests = new Map<
  string,
  { readonly score: Score; readonly knowledge: Knowledge; readonly best: number }
>();
function bestOf({ table, userScore }: Base, options: RunOptions) {
  const isOwn = isUserScore(options.score ?? "bic");
  const key = JSON.stringify([table === labels, options]);
  const before = bests.get(key);
  if (before) return before;
  const spec = runSpec(options, isOwn);
  const problem = sortedProblem(tableFor(table, spec), spec);
  const score = scoreOf(problem.table, spec, isOwn ? userScore : undefined);
  const { knowledge } = problem;
  const obeying = dags.filter((dag) => violations(dag, knowledge, numbers.names).length === 0);
  const best = { score, knowledge, best: Math.max(...obeying.map(score.ofGraph)) };
  bests.set(key, best);
  return best;
}

/** Is this graph the best of all that the options allow? */
function isBest(graph: Graph, base: Base, options: RunOptions): boolean {
  const { score, knowledge, best } = bestOf(base, options);
  if (violations(graph, knowledge, numbers.names).length > 0) return false;
  return score.ofGraph(graph) >= best - 1e-6 * Math.max(1, Math.abs(best));
}

/** What a claim says, as the options of a run. */
function claimedOptions({ score, data, knowledge }: Claim): RunOptions {
  const edges = (list: readonly (readonly [string, string])[] = []) =>
    list.map(([x, y]): [string, string] => [x, y]);
  return {
    score: score.name,
    penalty: score.penalty,
    penaltyWeight: score.penaltyWeight,
    equivalentSampleSize: score.equivalentSampleSize,
    categorical: score.categorical && [...score.categorical],
    standardise: data.standardised,
    dropOutliers: data.dropOutliers,
    knowledge: {
      required: edges(knowledge?.required),
      forbidden: edges(knowledge?.forbidden),
      ...(knowledge?.maxParents == null ? {} : { maxParents: knowledge.maxParents }),
    },
  };
}

const forgerOf = (seed: string): Forger => ({
  rng: createRng(seed),
  others: Object.values(originals),
  scoreOf: (document, edges) => {
    try {
      const base =
        Object.values(bases).find(({ options }) => options.score === document.score.name) ?? bases.bic;
      const { name: score, penalty, penaltyWeight } = document.score;
      return bestOf(base, { score, penalty, penaltyWeight }).score.ofGraph(graphFromEdges(d, edges));
    } catch (error) {
      if (!(error instanceof InputError || error instanceof TypeError)) throw error;
      return document.optimum.score; // the document is past scoring
    }
  },
});

describe("a certificate that was tampered with", () => {
  const counts = tally("tampered certificates");

  it(
    "is accepted only where what is printed stays true",
    () => {
      const names = Object.keys(bases);
      for (let k = 0; k < amount(150, 3000); k++) {
        const forger = forgerOf(`attack/certificates/${k}`);
        const name = names[k % names.length];
        const base = bases[name];
        const { text, how } = tampered(originals[name], forger);
        const { rng } = forger;
        // Nothing asked for, what the run was asked for, or some knowledge of one's own.
        const asked: ClaimRequest = [{}, base.options, { knowledge: knowledgeAsked(rng) }][rng.integer(3)];
        let outcome: Verification;
        try {
          outcome = verified(text, base, asked);
        } catch (error) {
          if (!(error instanceof InputError)) throw error; // a stack
          expect(error.message, `${name}: ${how}`).toMatch(/^[a-z]+: [^\n]+$/);
          counts.add("refused unread");
          continue;
        }
        const { holds, claim, conditions } = outcome;
        if (!holds) {
          counts.add("found false");
          continue;
        }
        const graph = graphFromEdges(d, JSON.parse(text).optimum.graph);
        const told = `${name}: ${how}: ${claim.sentence}`;
        expect(isBest(graph, base, claimedOptions(claim)), told).toBe(true);
        expect([claim.data.of, claim.data.rows <= claim.data.of], told).toEqual([base.table.X.rows, true]);
        if (conditions.length === 0) {
          const { penaltyWeight } = claim.score;
          // Where no weight is asked for, the default of runs, or of agents, is taken for granted, and printed.
          if (asked.penaltyWeight === undefined)
            expect([undefined, 1, automaticWeight(base.table, { score: claim.score.name })], told).toContain(
              penaltyWeight,
            );
          const options = { penaltyWeight, ...asked, score: asked.score ?? claim.score.name };
          expect(isBest(graph, base, options), `${told}; asked ${JSON.stringify(asked)}`).toBe(true);
        }
        counts.add(conditions.length === 0 ? "true as asked" : "true under printed conditions");
      }
      for (const outcome of [
        "refused unread",
        "found false",
        "true as asked",
        "true under printed conditions",
      ])
        expect(counts.count(outcome), outcome).toBeGreaterThan(0);
    },
    hangMs,
  );

  it("holds as it was written, without conditions where they were asked for", () => {
    for (const [name, base] of Object.entries(bases)) {
      const { holds, conditions } = verified(JSON.stringify(originals[name]), base, base.options);
      expect([name, holds, conditions]).toEqual([name, true, []]);
    }
  });
});

function knowledgeAsked(rng: Forger["rng"]): RunOptions["knowledge"] {
  const { required, forbidden, maxParents } = randomKnowledge(rng, d);
  const edges = (of: Uint8Array) =>
    [...of.keys()]
      .filter((at) => of[at] === 1)
      .map((at): [string, string] => [numbers.names[Math.floor(at / d)], numbers.names[at % d]]);
  return { required: edges(required), forbidden: edges(forbidden), maxParents };
}

describe("verify of the command line", () => {
  const { folder, started, putTable } = programIn("wherefore-forged");
  const counts = tally("certificates through the command line");

  it(
    "ends with 0, 3, 4 or 2, as the certificate deserves, and never with a stack",
    async () => {
      putTable("data.csv", numbers);
      const names = ["bic", "bic, one cause", "bic, heavy penalty, standardised", "bge"];
      for (let k = 0; k < amount(1, 40); k++) {
        const name = names[k % names.length];
        const isForged = k >= 2;
        const text = isForged
          ? tampered(originals[name], forgerOf(`attack/command/${k}`)).text
          : JSON.stringify(originals[name]);
        writeFileSync(join(folder, "certificate.json"), text);
        const { code, out, err } = await started("verify", "certificate.json", "data.csv", "--quiet").ended;
        expect(`${out}${err}`).not.toMatch(/^ +at /m);
        counts.add(`exit ${code}`);
        if (!isForged) expect(code).toBe(name === "bic" ? 0 : 3);
        expect([0, 2, 3, 4]).toContain(code);
        expect(code === 2 ? err : out).toMatch(
          {
            0: /^verified: /m,
            2: /^[a-z]+: [^\n]+\n$/,
            3: /^verified under conditions/m,
            4: /^not verified: /m,
          }[code!]!,
        );
        if (code !== 0 && code !== 3) continue;
        // What was read from the file is the table that was written, so what holds there holds here.
        const verification = verified(text, bases[name], {});
        expect([verification.holds, verification.conditions.length > 0]).toEqual([true, code === 3]);
      }
    },
    hangMs,
  );
});
