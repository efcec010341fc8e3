// One run of the scoreboard: a search, step by step, and its best graph at certain times.
//
// Time is processor time, which other programs on the machine affect less than wall-clock time; under a slow score it is the number
// of terms computed or, if the score has none, of graphs. A reading is the best graph of the last step that had ended by then. A
// search that ends by itself keeps its result from then on; where graphs are counted, every search ends at the last reading. Where
// the optimum is proven an agent receives it, as in `discover`, and stops there.

import { methods, readCounts, readSeconds, scores } from "./plan.js";

/**
 * @typedef {import("./scoreboard.js").Library} Library
 * @typedef {import("./scoreboard.js").Planned} Planned
 * @typedef {import("./scoreboard.js").Row} Row
 * @typedef {import("./scoreboard.js").Running} Running
 * @typedef {{ readonly score: number, readonly graph: import("../../src/node/index.ts").Graph | null }} Found
 */

const nothing = /** @type {Found} */ ({ score: Number.NEGATIVE_INFINITY, graph: null });

/** The cached values of the last slow table: every method runs on one table before the next. */
let cached = { key: "", values: /** @type {Map<string, number>} */ (new Map()) };

/**
 * @param {Library} library
 * @param {Planned} run
 * @param {Running} [running]
 * @returns {Row}
 */
export function rowOf(library, run, { optimum, cut = {}, clock = processorSeconds, limit } = {}) {
  const { search, options = {}, isAgent } = methods.find(({ method }) => method === run.method) ?? fail(run);
  const of = scores[run.score];
  const { table, truth } = library.simulate({
    ...of.simulate,
    ...{ nodes: cut.d ?? run.d, samples: cut.samples ?? of.simulate?.samples, seed: run.seed },
    edgeProbability: Math.min(1, (2 * run.edges) / ((cut.d ?? run.d) - 1)),
  });
  const whole = library.scores[run.score].make(table, of.options, {});
  const key = JSON.stringify([run.score, run.d, run.edges, run.seed, cut]);
  const counted = of.counted && withCount[of.counted](whole, counter(key, clock));
  const score = counted?.score ?? whole;
  const definition = library.searches[search];
  const problem = {
    ...{ table, score, knowledge: library.noKnowledge(score.d), rng: library.createRng(run.seed) },
    ...{ restarts: definition.restarts, optimum: isAgent ? optimum : undefined },
  };
  const start = clock();
  const elapsed = () => clock() - start - (counted?.seconds() ?? 0);
  const passed = counted?.count ?? elapsed;
  const marks = of.counted ? readCounts[of.counted] : readSeconds;
  const most = limit ?? readSeconds[readSeconds.length - 1];
  const mostGraphs = of.counted === "graphs" ? marks[marks.length - 1] : Number.POSITIVE_INFINITY;

  let found = nothing;
  let own = nothing;
  /** @type {{ readonly found: Found, readonly own: Found }[]} */
  const read = [];
  const steps = definition.run(problem, options, {});
  let isEnded = false;
  let looks = 0;
  while (!isEnded && elapsed() < most && passed() <= mostGraphs) {
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
    ...(of.counted && counted && { [of.counted]: counted.count() }),
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
 * Values by name, cached across methods; the number of those that this method has requested, and the seconds that its new ones took.
 * @param {string} key
 * @param {() => number} clock
 */
function counter(key, clock) {
  if (cached.key !== key) cached = { key, values: new Map() };
  const { values } = cached;
  const requested = new Set();
  let seconds = 0;
  return {
    valueOf: (/** @type {string} */ name, /** @type {() => number} */ compute) => {
      requested.add(name);
      const before = values.get(name);
      if (before !== undefined) return before;
      const start = clock();
      const value = compute();
      values.set(name, value);
      seconds += clock() - start;
      return value;
    },
    count: () => requested.size,
    seconds: () => seconds,
  };
}

/** The score with its terms, or its graphs, counted. */
const withCount = {
  /** @param {import("./scoreboard.js").Score} score @param {ReturnType<typeof counter>} count */
  terms(score, count) {
    const { local } = score;
    if (local === undefined) throw new Error(`scoreboard: the score "${score.name}" has no terms`);
    const { ahead: _, ...rest } = local;
    const term = (/** @type {number} */ node, /** @type {readonly number[]} */ parents) =>
      count.valueOf(`${node}:${parents.join()}`, () => local.term(node, parents));
    const own = { ...rest, term };
    return { ...count, score: { ...score, local: own, ofGraph: ofTerms(own) } };
  },
  /** @param {import("./scoreboard.js").Score} score @param {ReturnType<typeof counter>} count */
  graphs(score, count) {
    const ofGraph = (/** @type {import("../../src/node/index.ts").Graph} */ graph) =>
      count.valueOf(graph.edges.join(""), () => score.ofGraph(graph));
    return { ...count, score: { ...score, ofGraph } };
  },
};

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
