// Do two checkouts give the same results? Runs every search and score of the first on small tables with both command lines, and
// compares the JSON documents that they print.
//
//     node test/same-results.js OTHER [part of a name]
//
// OTHER is another checkout, already built. Lists the differences; exit code 1 if there are any. A result of the other checkout in the
// old format (wherefore-result/1) is compared by the facts that both formats contain.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("..", import.meta.url));
const [other, part = ""] = process.argv.slice(2);
if (other === undefined) {
  console.error("same-results: name the other checkout, as in node test/same-results.js ../before");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "same-results-"));
/** @param {string} checkout @param {readonly string[]} args */
const wherefore = (checkout, args) =>
  spawnSync(process.execPath, [join(resolve(checkout), "dist/node/cli/main.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });

const noises = ["gauss", "power", "exponential", "gumbel", "laplace"];
for (const noise of noises)
  wherefore(own, [
    "simulate",
    "--nodes",
    "6",
    "--samples",
    "150",
    "--noise",
    noise,
    "--seed",
    "1",
    "--out",
    noise,
  ]);
wherefore(own, ["simulate", "--nodes", "12", "--samples", "400", "--seed", "2", "--out", "twelve"]);
wherefore(own, ["simulate", "--nodes", "30", "--samples", "500", "--seed", "3", "--out", "thirty"]);

const plain = [
  "exact --score bic",
  "exact --score bic-equal-variance",
  "exact --score bge",
  "exact --score quadratic",
  "hill-climb --score additive",
  "order --score gp",
  "ges --score bic",
  "pc",
  "cam --score additive",
  "direct-lingam",
  "ica-lingam",
  "notears",
  "dagma",
];
const others = [
  "gauss auto",
  "gauss exact --score bic --best 3 --panel always",
  "gauss exact --score bdeu --max-parents 2",
  "gauss exact --score bic-discrete --max-parents 2",
  "gauss exact --score bic-mixed",
  "gauss exact --score generalized-marginal --max-parents 2",
  "gauss exact --score gp-published",
  "gauss hill-climb --score independence --restarts 1",
  "gauss hill-climb --score gp-equal-variance --restarts 1",
  "gauss order --score quadratic-equal-variance --penalty runs --set shakes=3",
  "gauss pc --set test=kci --set maxDepth=1",
  "gauss ges --set turning=false --set maxDegree=2",
  "gauss notears-mlp --set hidden=3",
  "gauss notears-quadratic",
  "gauss dag-gnn --set epochs=3 --set rounds=3",
  "gauss gran-dag --set iterations=300",
  "gauss rl --iterations 60 --strict",
  "gauss rl --preset paper --iterations 20 --strict --decoder ntn",
  "gauss rl-order --iterations 60 --restarts 2",
  "gauss rl-order --iterations 10 --policy encoder --strict",
  "gauss corl --iterations 20 --strict --reward stepwise",
  "twelve rl --iterations 60 --score bic-equal-variance --strict",
  "twelve exact --score bic-equal-variance --prune greedy --drop-outliers 0.1",
  "twelve both --iterations 30 --standardise",
  "twelve order --prune greedy-fit --tolerance 0.02 --polish",
  "thirty order --restarts 2",
  "thirty rl-order --iterations 30",
  "thirty ges",
];
const runs = [...noises.flatMap((noise) => plain.map((run) => `${noise} ${run}`)), ...others].filter((run) =>
  run.includes(part),
);

/** The printed result of a run, without fields that may differ: times, versions, the spec and scoring as written. */
function resultOf(/** @type {string} */ checkout, /** @type {string} */ run) {
  const [table, search, ...flags] = run.split(" ");
  const asked = [
    "discover",
    `${table}/data.csv`,
    "--truth",
    `${table}/truth.csv`,
    "--search",
    search,
    ...flags,
  ];
  const { stdout, stderr, status } = wherefore(checkout, [...asked, "--no-out", "--json", "--quiet"]);
  if (status !== 0) return { status, stderr };
  const { seconds: _, versions: __, spec: ___, scoring: ____, ...rest } = JSON.parse(stdout);
  return rest;
}

/**
 * Reduces a current result and one in the old format, whose edges were those of the member, to the facts that both contain.
 *
 * @param {Record<string, any>} now @param {Record<string, any>} former
 */
function shared(now, former) {
  const { format: _, answer: __, members: ___, strengths: ____, ...here } = now;
  const { format, class: open, coefficients, classMetrics, ...there } = former;
  const isOpen = (open?.undirected.length ?? 0) > 0;
  const answer = { edges: open?.directed ?? there.edges, undirected: open?.undirected ?? [] };
  return [
    here,
    {
      ...there,
      ...answer,
      member: { edges: there.edges },
      metrics: isOpen ? classMetrics : there.metrics,
    },
  ];
}

let different = 0;
for (const run of runs) {
  const results = [resultOf(own, run), resultOf(other, run)];
  const [here, there] = results[1].format === "wherefore-result/1" ? shared(results[0], results[1]) : results;
  const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])];
  const differing = keys.filter((key) => JSON.stringify(here[key]) !== JSON.stringify(there[key]));
  if (differing.length === 0) continue;
  different++;
  console.log(`${run}: ${differing.join(", ")}`);
  for (const key of differing)
    for (const [name, result] of [
      ["here", here],
      ["there", there],
    ])
      console.log(`  ${key}, ${name}: ${(JSON.stringify(result[key]) ?? "absent").slice(0, 300)}`);
}
console.log(`${runs.length - different} of ${runs.length} runs gave the same result`);
rmSync(folder, { recursive: true });
process.exit(different === 0 ? 0 : 1);
