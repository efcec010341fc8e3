// Runs the grid of an experiment and judges its claims. No files and no printing: run.js and the test have those.
//
// A run is one discovery as any user would make it, with the truth given for comparison. Where the search proves its
// result, the certificate is written out, read back and re-run against the table, as `wherefore verify` does.

/**
 * @typedef {import("./experiment.js").Library} Library
 * @typedef {import("./experiment.js").Grid} Grid
 * @typedef {import("./experiment.js").TableFamily} TableFamily
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Claim} Claim
 * @typedef {import("./experiment.js").PublishedRun} PublishedRun
 */

/**
 * The grid cut down to what continuous integration runs.
 * @param {Grid} grid
 * @returns {Grid}
 */
export function smallestOf(grid) {
  const { families, seeds } = grid.smallest;
  const tables = grid.tables.slice(0, families).map(({ runSeeds, ...family }) => ({
    ...family,
    seeds: family.seeds.slice(0, seeds),
    ...(runSeeds && { runSeeds: runSeeds.slice(0, 1) }),
  }));
  return { ...grid, tables };
}

/**
 * @param {Library} library
 * @param {Grid} grid
 * @param {{ published?: import("./experiment.js").Published, onRow?: (row: Row) => void }} [options]
 * @returns {Promise<Row[]>}
 */
export async function runExperiment(library, grid, { published, onRow } = {}) {
  /** @type {Row[]} */
  const rows = [];
  for (const family of grid.tables) {
    for (const seed of family.seeds) {
      const simulated = tableOf(library, family, seed);
      for (const [choice, runSeed] of runsOf(grid, family)) {
        const own = await ownRow(library, grid, { ...choice, set: family.set, seed, runSeed, simulated });
        const theirs = published?.runs?.find(
          (run) => run.set === own.set && run.seed === seed && run.scoreName === own.scoreName,
        );
        const row = theirs ? { ...own, published: compared(own, theirs) } : own;
        rows.push(row);
        onRow?.(row);
      }
    }
  }
  return rows;
}

/**
 * A claim that no row is about does not hold.
 * @param {readonly Claim[]} claims
 * @param {readonly Row[]} rows
 */
export function judge(claims, rows) {
  return claims.map((claim) => {
    const values = rows.filter((row) => isAbout(claim, row)).map((row) => valueAt(row, claim.column));
    const value =
      values.length === 0
        ? Number.NaN
        : claim.by === "mean"
          ? values.reduce((a, b) => a + b) / values.length
          : claim.by === "median"
            ? median(values)
            : values.reduce((a, b) => (claim.by === "max" ? Math.max(a, b) : Math.min(a, b)));
    return { sentence: claim.sentence, runs: values.length, value, holds: meets(value, claim) };
  });
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(values.length - 1) >> 1] + sorted[values.length >> 1]) / 2;
}

/**
 * The number at a path of a row; a claim about a value that is not there is a mistake in the grid.
 * @param {Row} row
 * @param {string} column
 * @returns {number}
 */
export function valueAt(row, column) {
  const value = column
    .split(".")
    .reduce((at, key) => /** @type {any} */ (at)?.[key], /** @type {unknown} */ (row));
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number") throw new Error(`${row.set}, seed ${row.seed}: no number at "${column}"`);
  return value;
}

/**
 * Every score with every seed of the search.
 * @param {Grid} grid
 * @param {TableFamily} family
 * @returns {[import("./experiment.js").ScoreChoice, number | undefined][]}
 */
function runsOf({ scores }, { runSeeds = [undefined] }) {
  return scores.flatMap((choice) =>
    runSeeds.map(
      (runSeed) =>
        /** @type {[import("./experiment.js").ScoreChoice, number | undefined]} */ ([choice, runSeed]),
    ),
  );
}

/**
 * @param {Library} library
 * @param {TableFamily} family
 * @param {number} seed
 */
function tableOf(library, { set, simulate }, seed) {
  return simulate ? library.simulate({ ...simulate, seed }) : library.paperSet(set, seed);
}

/**
 * @param {Library} library
 * @param {Grid} grid
 * @param {Pick<Row, "set" | "seed" | "scoreName" | "penalty"> & { runSeed: number | undefined, simulated: ReturnType<Library["simulate"]> }} run
 * @returns {Promise<Row>}
 */
async function ownRow(
  library,
  { search, restarts, threshold },
  { set, seed, runSeed, scoreName, penalty, simulated },
) {
  const { table, truth } = simulated;
  const clock = { start: performance.now(), end: 0 };
  const { result, certificate } = await library.discoverWithProof(table, {
    truth,
    search,
    score: scoreName,
    prune: "threshold",
    threshold,
    panel: "never",
    ...(penalty === null ? {} : { penalty }),
    ...(restarts === undefined ? {} : { restarts }),
    ...(runSeed === undefined ? {} : { seed: runSeed }),
    onEvent: (event) => {
      // What comes before the first step of the search (examination, proof) is not its time.
      const isSearching = event.type === "step" && event.stage === "search";
      clock[isSearching ? "end" : "start"] = performance.now();
    },
  });
  const { rawMetrics, metrics, score, gap, paperScore, seconds } = result;
  if (!rawMetrics || !metrics || !result.truth || paperScore === null) {
    throw new Error(`${set}, seed ${seed}: the result lacks its comparison with the truth`);
  }
  return {
    set,
    seed,
    ...(runSeed === undefined ? {} : { runSeed }),
    scoreName,
    penalty,
    ...(result.iterations === null
      ? {}
      : {
          agent: {
            iterations: result.iterations,
            restarts: result.restarts.length,
            isOptimal: gap === null ? null : gap === 0,
            seconds: Math.round(clock.end - clock.start) / 1000,
          },
        }),
    raw: distance(rawMetrics),
    pruned: distance(metrics),
    shdEmpty: metrics.shdEmpty,
    score,
    scoreOfTruth: result.truth.score,
    paperScore,
    gap,
    proofHolds: certificate && verified(library, JSON.parse(JSON.stringify(certificate)), table),
    seconds: Math.round(1000 * seconds) / 1000,
  };
}

/** @param {NonNullable<Awaited<ReturnType<Library["discoverWithProof"]>>["result"]["metrics"]>} metrics */
function distance({ edges, correct, reversed, missing, extra, shd, shdClass }) {
  if (shdClass === null) throw new Error("a search must return a graph without cycles");
  return { edges, correct, reversed, missing, extra, shd, shdClass };
}

/**
 * @param {Library} library
 * @param {NonNullable<Awaited<ReturnType<Library["discoverWithProof"]>>["certificate"]>} certificate
 * @param {ReturnType<Library["simulate"]>["table"]} table
 */
function verified(library, certificate, table) {
  const checking = library.verifyCertificate(certificate, { table, hash: library.dataHash(table) });
  for (;;) {
    const { value, done } = checking.next();
    if (done) return value.holds;
  }
}

/**
 * What kept the published run from the truth. Its search failed where a graph of better score is nearer the truth. Where
 * our graph is not the truth either, the score prefers it to the truth, or cannot tell the two apart (one class).
 * @param {Row} own
 * @param {PublishedRun} theirs
 * @returns {import("./experiment.js").Comparison}
 */
function compared({ paperScore, pruned, score, scoreOfTruth }, theirs) {
  const behind = theirs.paperScore - paperScore;
  const { shd } = theirs.pruned;
  const isTie = Math.abs(score - scoreOfTruth) <= 1e-9 * Math.max(1, Math.abs(score));
  const reasons = [
    ...(behind > 0 && pruned.shd < shd ? ["search"] : []),
    ...(pruned.shd > 0 ? [isTie ? "class" : "score"] : []),
  ];
  const failed = /** @type {import("./experiment.js").Failure} */ (reasons.join(" and "));
  return { shd, paperScore: theirs.paperScore, behind, failed: shd === 0 ? "nothing" : failed };
}

/**
 * @param {Claim} claim
 * @param {Row} row
 */
function isAbout({ where = {} }, row) {
  return Object.entries(where).every(([key, wanted]) => {
    const value = /** @type {any} */ (row)[key];
    return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
  });
}

/**
 * @param {number} value
 * @param {Claim} claim
 */
function meets(value, { atMost, below, atLeast }) {
  return (
    (atMost === undefined || value <= atMost) &&
    (below === undefined || value < below) &&
    (atLeast === undefined || value >= atLeast) &&
    !Number.isNaN(value)
  );
}
