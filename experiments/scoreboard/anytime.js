// One run of the scoreboard: a search, step by step, and its best graph at certain times.
//
// Time is processor time, which other programs on the machine affect less than wall-clock time; under a slow score it is the number
// of terms computed. A reading is the best graph of the last step that had ended by then. A search that ends by itself keeps its
// result from then on. Up to 16 variables an agent receives the proven optimum, as in `discover`, and stops there.

import { methods, readSeconds, readTerms, scores } from "./plan.js";

/**
 * @typedef {import("./scoreboard.js").Library} Library
 * @typedef {import("./scoreboard.js").Planned} Planned
 * @typedef {import("./scoreboard.js").Row} Row
 * @typedef {import("./scoreboard.js").Running} Running
 * @typedef {{ readonly score: number, readonly graph: import("../../src/node/index.ts").Graph | null }} Found
 */

const nothing = /** @type {Found} */ ({ score: Number.NEGATIVE_INFINITY, graph: null });

/** The cached terms of the last slow table: every method runs on one table before the next. */
let lastTerms = { key: "", terms: /** @type {Map<string, number>} */ (new Map()) };

/**
 * @param {Library} library
 * @param {Planned} run
 * @param {Running} [running]
 * @returns {Row}
 */
export function rowOf(library, run, { optimum, cut = {}, clock = processorSeconds, limit } = {}) {
  const { search, options = {}, isAgent } = methods.find(({ method }) => method === run.method) ?? fail(run);
  const of = scores[/** @type {keyof typeof scores} */ (run.score)];
  const { table, truth } = library.simulate({
    ...of.simulate,
    ...{ nodes: cut.d ?? run.d, samples: cut.samples ?? of.simulate.samples, seed: run.seed },
    edgeProbability: Math.min(1, (2 * run.edges) / ((cut.d ?? run.d) - 1)),
  });
  const whole = library.scores[run.score].make(table, of.options, {});
  const isSlow = "isSlow" in of;
  const key = JSON.stringify([run.score, run.d, run.edges, run.seed, cut]);
  const counted = isSlow ? withCount(whole, key, clock) : undefined;
  const score = counted?.score ?? whole;
  const definition = library.searches[search];
  const problem = {
    ...{ table, score, knowledge: library.noKnowledge(score.d), rng: library.createRng(run.seed) },
    ...{ restarts: definition.restarts, optimum: isAgent ? optimum : undefined },
  };
  const start = clock();
  const elapsed = () => clock() - start - (counted?.seconds() ?? 0);
  const passed = counted?.count ?? elapsed;
  const marks = isSlow ? readTerms : readSeconds;
  const most = limit ?? readSeconds[readSeconds.length - 1];

  let found = nothing;
  let own = nothing;
  /** @type {{ readonly found: Found, readonly own: Found }[]} */
  const read = [];
  const steps = definition.run(problem, options, {});
  let isEnded = false;
  let looks = 0;
  while (!isEnded && elapsed() < most) {
    const { value: step, done } = steps.next();
    const now = passed();
    while (read.length < marks.length && now > marks[read.length]) read.push({ found, own });
    for (const one of [step, "polished" in step ? step.polished : null]) {
      if (one === null || one.graph === null || one.score <= found.score) continue;
      found = { graph: one.graph, score: one.score };
    }
    looks = "looks" in step ? step.looks : 0;
    if (looks === 0) own = found;
    isEnded = done === true;
  }
  if (!isEnded) steps.return(/** @type {any} */ (undefined));
  while (read.length < marks.length) read.push({ found, own });
  const distance = (/** @type {Found} */ { graph }) =>
    graph === null ? null : library.graphMetrics(truth, graph).shdClass;
  const told = (/** @type {(typeof read)[number]} */ { found: best, own: alone }) => ({
    score: finite(best.score),
    shd: distance(best),
    ...(isAgent && { alone: finite(alone.score) }),
  });
  return {
    ...run,
    truth: score.ofGraph(truth),
    emptyShd: truth.edges.reduce((sum, e) => sum + e, 0),
    read: read.map((one, k) => ({ at: marks[k], ...told(one) })),
    end: told({ found, own }),
    ended: isEnded,
    seconds: Math.round(1000 * elapsed()) / 1000,
    ...(counted && { terms: counted.count() }),
    ...(isAgent && { looks }),
  };
}

/** @returns {never} */
function fail(/** @type {Planned} */ { method }) {
  throw new Error(`scoreboard: no method called "${method}"`);
}

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function finite(/** @type {number} */ x) {
  return Number.isFinite(x) ? x : null;
}

/**
 * The score with its terms cached across methods; the number of terms that this method has requested, and the seconds that its new
 * ones took.
 * @param {import("./scoreboard.js").Score} score
 * @param {string} key
 * @param {() => number} clock
 */
function withCount(score, key, clock) {
  const { local } = score;
  if (local === undefined) throw new Error(`scoreboard: the score "${score.name}" has no terms`);
  if (lastTerms.key !== key) lastTerms = { key, terms: new Map() };
  const { terms } = lastTerms;
  const asked = new Set();
  let seconds = 0;
  const term = (/** @type {number} */ node, /** @type {readonly number[]} */ parents) => {
    const name = `${node}:${parents.join()}`;
    asked.add(name);
    const before = terms.get(name);
    if (before !== undefined) return before;
    const start = clock();
    const value = local.term(node, parents);
    terms.set(name, value);
    seconds += clock() - start;
    return value;
  };
  const { ahead: _, ...rest } = local;
  const own = { ...rest, term };
  return {
    score: { ...score, local: own, ofGraph: ofTerms(own) },
    count: () => asked.size,
    seconds: () => seconds,
  };
}

/** @param {NonNullable<import("./scoreboard.js").Score["local"]>} local */
function ofTerms({ term, combine = (sum) => sum }) {
  return (/** @type {import("../../src/node/index.ts").Graph} */ { d, edges }) => {
    let [sum, count] = [0, 0];
    for (let j = 0; j < d; j++) {
      const parents = Array.from({ length: d }, (_, i) => i).filter((i) => edges[i * d + j] === 1);
      sum += term(j, parents);
      count += parents.length;
    }
    return combine(sum, count);
  };
}
