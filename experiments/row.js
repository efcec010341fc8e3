// One run of an experiment: a discovery as any user would run it, with the truth given for comparison. If the search proves its
// result, the certificate is written, read back and re-run against the table, as `wherefore verify` does.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createSearchClock } from "../dist/node/runs/search-clock.js";
import { problemOf } from "./problem.js";

/**
 * @typedef {import("./experiment.js").Library} Library
 * @typedef {import("./experiment.js").Grid} Grid
 * @typedef {import("./experiment.js").Run} Run
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Running} Running
 */

/**
 * The inputs of a run: its table with the truth, and the options of the discovery.
 * @param {Library} library
 * @param {Grid} grid
 * @param {Run} run
 * @returns {Promise<import("./experiment.js").Asked>}
 */
export async function askedOf(library, grid, run) {
  const { table, truth, categorical } = await problemOf(library, run);
  const { scoreName, penalty, penaltyWeight, standardise, knowledge, runSeed } = run;
  const { search = grid.search, prune = grid.prune ?? "threshold", threshold = grid.threshold } = run;
  const chosen = { ...grid.options, ...choicesOf(run), ...run.options };
  const options = {
    search,
    score: scoreName,
    prune,
    ...(threshold === undefined ? {} : { threshold }),
    ...(grid.polish === undefined ? {} : { polish: grid.polish }),
    // The distances are those of one DAG, as published; those of its class are reported too.
    member: true,
    panel: /** @type {const} */ ("never"),
    sensitivity: /** @type {const} */ ("never"),
    ...(penalty === null ? {} : { penalty }),
    // As published, whatever the size of the table.
    ...(penaltyWeight === undefined && scoreName !== "bic" ? {} : { penaltyWeight: penaltyWeight ?? 1 }),
    ...(standardise && { standardise }),
    ...(knowledge && { knowledge }),
    ...(categorical && { categorical }),
    ...(run.gaps && { missing: run.gaps.then }),
    ...(grid.isBlind || grid.isProven === false ? { optimum: /** @type {const} */ ("never") } : {}),
    ...(grid.restarts === undefined ? {} : { restarts: grid.restarts }),
    ...(runSeed === undefined ? {} : { seed: runSeed }),
    ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
  };
  return { table, truth, options };
}

/** @param {Run} run */
function choicesOf({ decoder, step, reward }) {
  return { ...(decoder && { decoder }), ...(step && { step }), ...(reward && { reward }) };
}

/**
 * Executes a run in this process and returns its row.
 * @param {Library} library
 * @param {Grid} grid
 * @param {Run} run
 * @param {Running & { published?: import("./experiment.js").Published | undefined }} options
 * @returns {Promise<Row | null>} null if the run was stopped; its folder then has a checkpoint
 */
export async function rowOf(library, grid, run, { published, ...running }) {
  const asked = await askedOf(library, grid, run);
  const before = process.cpuUsage();
  const { outcome, searchSeconds } = await discovered(library, asked, running);
  const { user, system } = process.cpuUsage(before);
  if (outcome.result.stopped !== null) return null;
  const cpuSeconds = Math.round((user + system) / 1e5) / 10;
  const made = { ...outcome, searchSeconds, cpuSeconds, commit: running.commit };
  return rowFrom(library, grid, run, { ...asked, ...made, published });
}

/**
 * The row of a completed run, executed here or elsewhere.
 * @param {Library} library
 * @param {Grid} grid
 * @param {Run} run
 * @param {import("./experiment.js").MadeRun} made
 * @returns {Promise<Row>}
 */
export async function rowFrom(library, grid, run, made) {
  const { table, truth, result, certificate, searchSeconds, cpuSeconds, commit, published } = made;
  const { set, seed, runSeed, scoreName, penalty, penaltyWeight, decoder, method } = run;
  const { search = grid.search } = run;
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
    ...choicesOf(run),
    ...(result.iterations === null
      ? {}
      : {
          agent: {
            iterations: result.iterations,
            restarts: result.restarts.length,
            isOptimal: gap === null ? null : gap === 0,
            looks: result.restarts.reduce((sum, { looks }) => sum + looks, 0),
            seconds: searchSeconds ?? 0,
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
    ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
    ...(commit && { commit }),
  };
  return theirs ? { ...own, published: compared(own, theirs, search) } : own;
}

/**
 * Runs the discovery; if a folder is given, records it there, and resumes from its checkpoint.
 * @param {Library} library
 * @param {import("./experiment.js").Asked} asked
 * @param {Running} running
 */
async function discovered(library, { table, truth, options }, { folder: path, machine, stop, onEvent }) {
  const clock = createSearchClock();
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
      clock.hear(event);
      folder?.event(event);
      onEvent?.(event);
    },
  });
  await folder?.finish(outcome, { truth });
  return { outcome, searchSeconds: (clock.seconds() ?? 0) + (from?.seconds ?? 0) };
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
 * Distance of a result's equivalence class; undirected edges count as correct if the truth has an edge between the two.
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
 * Their run compared with ours. For a search that finds better graphs than theirs, also why theirs missed the truth: its search
 * failed if a graph with a better score is nearer the truth; if our graph is not the truth either, the score prefers it to the
 * truth, or cannot distinguish the two (one class). The same agent is only compared.
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
