// One run of an experiment: a discovery as any user would make it, with the truth given for comparison. Where the search
// proves its result, the certificate is written out, read back and re-run against the table, as `wherefore verify` does.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {import("./experiment.js").Library} Library
 * @typedef {import("./experiment.js").Grid} Grid
 * @typedef {import("./experiment.js").Run} Run
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Running} Running
 */

/**
 * @param {Library} library
 * @param {Grid} grid
 * @param {Run} run
 * @param {Running & { published?: import("./experiment.js").Published | undefined }} options
 * @returns {Promise<Row | null>} null where the run was stopped; its folder then has a checkpoint
 */
export async function rowOf(library, grid, run, { published, ...running }) {
  const { set, seed, runSeed, scoreName, penalty, decoder, step, reward, method } = run;
  const choices = { ...(decoder && { decoder }), ...(step && { step }), ...(reward && { reward }) };
  const chosen = { ...grid.options, ...choices, ...run.options };
  const { table, truth, categorical } = await problemOf(library, run);
  const { search = grid.search, prune = grid.prune ?? "threshold", threshold = grid.threshold } = run;
  const { penaltyWeight, standardise, knowledge } = run;
  const clock = { start: performance.now(), end: 0 };
  const before = process.cpuUsage();
  const { outcome, seconds } = await discovered(library, table, running, {
    options: {
      search,
      score: scoreName,
      prune,
      ...(threshold === undefined ? {} : { threshold }),
      ...(grid.polish === undefined ? {} : { polish: grid.polish }),
      // The numbers are of one DAG, as published; those of its class stand beside them.
      member: true,
      panel: "never",
      sensitivity: "never",
      ...(penalty === null ? {} : { penalty }),
      // As published, whatever the size of the table.
      ...(penaltyWeight === undefined && scoreName !== "bic" ? {} : { penaltyWeight: penaltyWeight ?? 1 }),
      ...(standardise && { standardise }),
      ...(knowledge && { knowledge }),
      ...(categorical && { categorical }),
      ...(run.gaps && { missing: run.gaps.then }),
      ...(grid.isBlind || grid.isProven === false ? { optimum: "never" } : {}),
      ...(grid.restarts === undefined ? {} : { restarts: grid.restarts }),
      ...(runSeed === undefined ? {} : { seed: runSeed }),
      ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
    },
    truth,
    onEvent: (event) => {
      // What comes before the first step of the search (examination, proof) is not its time, nor is what comes after the last.
      if (event.type === "step" && event.stage === "search") clock.end = performance.now();
      else if (clock.end === 0) clock.start = performance.now();
    },
  });
  const { user, system } = process.cpuUsage(before);
  const { result, certificate } = outcome;
  if (result.stopped !== null) return null;
  const { rawMetrics, metrics, score, paperScore } = result;
  const optimum = grid.isBlind ? await optimumOf(library, table, result.spec) : result.optimum;
  const gapTo = (/** @type {number | undefined} */ own) =>
    optimum === null || own === undefined
      ? null
      : optimum - own <= 1e-9 * Math.abs(optimum)
        ? 0
        : optimum - own;
  const gap = gapTo(Math.max(score, result.polished?.score ?? Number.NEGATIVE_INFINITY));
  if (!rawMetrics || !metrics || !result.truth) {
    throw new Error(`${set}, seed ${seed}: the result lacks its comparison with the truth`);
  }
  const theirs = published?.runs?.find(
    (other) =>
      other.set === set && other.seed === seed && other.scoreName === scoreName && other.decoder === decoder,
  );
  const [first] = result.restarts;
  const isPaper = search === "rl";
  /** @type {Row} */
  const own = {
    set,
    seed,
    ...(runSeed === undefined ? {} : { runSeed }),
    ...(method && { method }),
    scoreName,
    penalty,
    ...(penaltyWeight === undefined || method ? {} : { penaltyWeight }),
    ...choices,
    ...(result.iterations === null
      ? {}
      : {
          agent: {
            iterations: result.iterations,
            restarts: result.restarts.length,
            isOptimal: gap === null ? null : gap === 0,
            looks: result.restarts.reduce((sum, { looks }) => sum + looks, 0),
            seconds: Math.round(clock.end - clock.start) / 1000 + seconds,
            ...(isPaper && {
              sawDag: first.score !== null,
              firstDag: first.firstDag ?? null,
              gapRaw: gapTo(score),
              gapPolished: gapTo(result.polished?.score),
              verdict: result.verdict,
              digest: result.digest,
            }),
          },
        }),
    raw: distance(rawMetrics),
    pruned: distance(metrics),
    ...(method &&
      result.answer.kind === "member" && { asClass: classDistance(library, result, table, truth) }),
    shdEmpty: metrics.shdEmpty,
    score,
    scoreOfTruth: result.truth.score,
    paperScore,
    gap,
    proofHolds:
      certificate === null || grid.isVerified === false
        ? null
        : verified(library, JSON.parse(JSON.stringify(certificate)), table),
    seconds: Math.round(1000 * result.seconds) / 1000,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    ...(running.commit && { commit: running.commit }),
  };
  return theirs ? { ...own, published: compared(own, theirs, search) } : own;
}

/**
 * The table of a run and its truth, or the first columns and rows of them.
 * @param {Library} library
 * @param {Run} run
 * @returns {Promise<import("./experiment.js").Made>}
 */
async function problemOf(library, run) {
  const { cut = {} } = run;
  const { table, truth, categorical } = await wholeProblemOf(library, run);
  const { names, X } = table;
  const [d, n] = [cut.columns ?? X.cols, cut.rows ?? X.rows];
  if (d === X.cols && n === X.rows) return { table, truth, ...(categorical && { categorical }) };
  const data = new Float64Array(n * d);
  const edges = new Uint8Array(d * d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) data[i * d + j] = X.data[i * X.cols + j];
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) edges[i * d + j] = truth.edges[i * X.cols + j];
  const left = names.slice(0, d);
  return {
    table: { names: left, X: { rows: n, cols: d, data } },
    truth: { d, edges },
    ...(categorical && { categorical: categorical.filter((name) => left.includes(name)) }),
  };
}

/**
 * @param {Library} library
 * @param {Run} run
 * @returns {Promise<import("./experiment.js").Made>}
 */
async function wholeProblemOf(library, { set, seed, simulate, make, files, gaps, cut = {} }) {
  const made = make
    ? make(library, seed, cut)
    : files
      ? await problemIn(library, files, seed)
      : simulate
        ? library.simulate({ ...simulate, seed })
        : library.paperSet(set, seed);
  return gaps ? { ...made, table: withGaps(library, made.table, gaps, seed) } : made;
}

/**
 * The table with NaN in the place of some values.
 * @param {Library} library
 * @param {ReturnType<Library["simulate"]>["table"]} table
 * @param {import("./experiment.js").Gaps} gaps
 * @param {number} seed
 */
function withGaps(library, { names, X }, { share, by }, seed) {
  const rng = library.createRng(seed).fork(`gaps/${by}/${share}`);
  const first = Array.from({ length: X.rows }, (_, i) => X.data[i * X.cols]);
  const median = first.toSorted((a, b) => a - b)[X.rows >> 1];
  const data = X.data.map((x, k) => {
    if ((k % X.cols) % 2 === 0) return x;
    const isHigh = X.data[k - (k % X.cols)] >= median;
    const chance = by === "chance" ? share : isHigh ? 2 * share : 0;
    return rng.uniform() < chance ? Number.NaN : x;
  });
  return { names, X: { ...X, data } };
}

/**
 * @param {Library} library
 * @param {import("./experiment.js").Files} files
 * @param {number} seed
 */
async function problemIn(library, files, seed) {
  const table = await library.readTable(pathOf(files.table, seed));
  const text = readFileSync(pathOf(files.truth, seed), "utf8");
  const { graph } = library.readGraph(text, "csv", table.names);
  return { table, truth: { d: graph.d, edges: graph.directed } };
}

/**
 * @param {string} path from the root of the repository
 * @param {number} seed
 */
export function pathOf(path, seed) {
  return fileURLToPath(new URL(`../${path.replace("{seed}", String(seed))}`, import.meta.url));
}

/**
 * The discovery; where a folder is named, recorded there, and gone on with from the checkpoint that it holds.
 * @param {Library} library
 * @param {ReturnType<Library["simulate"]>["table"]} table
 * @param {Running} running
 * @param {import("./experiment.js").Asked} asked
 */
async function discovered(
  library,
  table,
  { folder: path, machine, stop, onEvent },
  { options, truth, onEvent: onOwn },
) {
  const has = (/** @type {string} */ file) => path !== undefined && existsSync(join(path, file));
  const from = path !== undefined && has("checkpoint.bin") ? library.readCheckpoint(path) : undefined;
  const isBegun = from !== undefined || has("scores.bin");
  if (path !== undefined && !isBegun) rmSync(path, { recursive: true, force: true });
  const resumed = isBegun ? { seconds: from?.seconds ?? 0 } : undefined;
  const folder = path === undefined ? undefined : await library.createRunFolder(path, { resumed });
  const hash = library.dataHash(table);
  await folder?.start({
    command: "an experiment's run",
    options,
    table: { name: "table", hash, rows: table.X.rows, columns: table.names },
  });
  const outcome = await library.discoverWithProof(table, {
    ...options,
    ...machine,
    truth,
    from,
    stop,
    ...(path && { tables: library.folderTables(() => path) }),
    onEvent: (event) => {
      onOwn(event);
      folder?.event(event);
      onEvent?.(event);
    },
  });
  await folder?.finish(outcome, { truth });
  return { outcome, seconds: from?.seconds ?? 0 };
}

/**
 * The proven best score under the spec of a run.
 * @param {Library} library
 * @param {ReturnType<Library["simulate"]>["table"]} table
 * @param {import("../src/node/index.ts").RunSpec} spec
 */
async function optimumOf(library, table, { score, penalty }) {
  const { result } = await library.discoverWithProof(table, {
    search: "exact",
    score,
    penalty,
    panel: "never",
  });
  return result.optimum;
}

/** @param {NonNullable<Awaited<ReturnType<Library["discoverWithProof"]>>["result"]["metrics"]>} metrics */
function distance({ edges, correct, reversed, missing, extra, shd, shdClass }) {
  if (shdClass === null) throw new Error("a search must return a graph without cycles");
  return { edges, correct, reversed, missing, extra, shd, shdClass };
}

/**
 * Of the equivalence class of a result, undirected edges counted as correct where the truth links the two.
 * @param {Library} library
 * @param {Pick<import("../src/node/index.ts").RunResult, "edges">} result
 * @param {Pick<ReturnType<Library["simulate"]>["table"], "names">} table
 * @param {ReturnType<Library["simulate"]>["truth"]} truth
 */
function classDistance(library, { edges }, { names }, truth) {
  const place = new Map(names.map((name, j) => [name, j]));
  const member = library.graphFromEdges(
    names.length,
    edges.map(([a, b]) => /** @type {const} */ ([place.get(a) ?? -1, place.get(b) ?? -1])),
  );
  return distance(library.graphMetrics(truth, library.cpdagOf(member)));
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
 * Their run beside ours. Of a search that finds better graphs than theirs also what kept theirs from the truth: its search
 * failed where a graph of better score is nearer the truth; where our graph is not the truth either, the score prefers it to
 * the truth, or cannot tell the two apart (one class). The same agent is only compared.
 * @param {Row} own
 * @param {import("./experiment.js").PublishedRun} theirs
 * @param {string} search
 * @returns {import("./experiment.js").Comparison}
 */
function compared({ paperScore, pruned, score, scoreOfTruth }, theirs, search) {
  const behind = theirs.paperScore - (paperScore ?? Number.NaN);
  const { shd, edges } = theirs.pruned;
  const beside = { shd, edges, rawShd: theirs.raw.shd, paperScore: theirs.paperScore, behind };
  if (search === "rl") return { ...beside, firstDag: theirs.firstDag ?? null };
  const isTie = Math.abs(score - scoreOfTruth) <= 1e-9 * Math.max(1, Math.abs(score));
  const reasons = [
    ...(behind > 0 && pruned.shd < shd ? ["search"] : []),
    ...(pruned.shd > 0 ? [isTie ? "class" : "score"] : []),
  ];
  const failed = /** @type {import("./experiment.js").Failure} */ (reasons.join(" and "));
  return { ...beside, failed: shd === 0 ? "nothing" : failed };
}
