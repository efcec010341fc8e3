// The rows of an experiment whose runs correspond to columns of a published table: for each set and method the mean and population
// standard deviation, the published ones for comparison, and every run.
//
// "agrees": the mean SHD is within two published standard deviations of the published mean. "better": below that range. "differs":
// above it. For a single data set, which has no spread, the number of additional wrong edges ("N more").

/**
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Published} Published
 * @typedef {import("./experiment.js").PublishedMethod} PublishedMethod
 * @typedef {{ mean: number, deviation: number }} Spread
 */

/**
 * @param {readonly Row[]} rows
 * @param {Published} published
 * @param {boolean} [isByClass] whether distances are between classes
 */
export function methodsOf(rows, published, isByClass = false) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.set, row.method]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => {
    const { set, method = "" } = group[0];
    const found = group.map((row) => reported(row, isByClass));
    const of = (/** @type {(d: ReturnType<typeof reported>) => number} */ value) => spread(found.map(value));
    // A variant of a published method is compared with it: "GES, penalty 2" with "GES".
    const theirs = published.methods?.find(
      (other) => other.set === set && (other.method === method || method.startsWith(`${other.method}, `)),
    );
    const shd = of((d) => d.shd);
    return {
      set,
      method,
      runs: found,
      seconds: of((d) => d.seconds),
      fdr: of((d) => d.fdr),
      tpr: of((d) => d.tpr),
      edges: of((d) => d.edges),
      shd,
      theirs,
      verdict: theirs ? verdictOf(shd, theirs) : null,
    };
  });
}

/**
 * The numbers that a table reports for a run: of its class if it returns one, otherwise of its final graph.
 * @param {Row} row
 * @param {boolean} isByClass
 */
function reported({ seed, pruned, asClass, shdEmpty, seconds }, isByClass) {
  const { edges, correct, reversed, missing, extra, ...distances } = asClass ?? pruned;
  const shd = isByClass ? pruned.shdClass : distances.shd;
  const wrong = edges - correct;
  const fdr = wrong / Math.max(edges, 1);
  return {
    seed,
    edges,
    correct,
    reversed,
    missing,
    extra,
    shd,
    shdEmpty,
    fdr,
    tpr: correct / Math.max(shdEmpty, 1),
    seconds,
  };
}

/**
 * @param {Spread} ours
 * @param {PublishedMethod} theirs
 */
function verdictOf({ mean }, { shd: [theirMean, deviation] }) {
  if (Math.abs(mean - theirMean) <= 2 * deviation) return "agrees";
  if (mean < theirMean) return "better";
  // A single data set has no known spread.
  return deviation === 0 && Number.isInteger(mean) ? `${mean - theirMean} more` : "differs";
}

/**
 * @param {readonly number[]} values
 * @returns {Spread}
 */
function spread(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  const variance = values.reduce((a, b) => a + (b - mean) * (b - mean), 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * The same as Markdown: a table for each set, then every run.
 * @param {readonly Row[]} rows
 * @param {Published} published
 * @param {string} name of the experiment
 * @param {boolean} [isByClass]
 */
export function tableText(rows, published, name, isByClass = false) {
  const all = methodsOf(rows, published, isByClass);
  const sets = [...new Set(all.map(({ set }) => set))];
  const counted = isByClass
    ? "SHD between the equivalence classes (CPDAGs) of the final graph and the truth; other numbers are of the final graph, undirected edges of its class counted as correct where the variables are linked in the truth"
    : "of the final graph; of PC and GES, of the class, undirected edges counted as correct where the variables are linked in the truth, as published";
  const lines = [
    "# What the methods find",
    "",
    `Written by \`node experiments/run.js ${name}\` from its rows. Mean ± population standard deviation over the data sets, ${counted}.`,
    "",
  ];
  for (const set of sets) {
    const methods = all.filter((method) => method.set === set);
    const [first] = methods;
    const empty = spread(first.runs.map(({ shdEmpty }) => shdEmpty));
    lines.push(
      `## ${set.replace("paper/", "")}`,
      "",
      `The graph without edges has SHD ${told(empty, 1)}.`,
      "",
    );
    const isOne = first.runs.length === 1;
    const publishedHeads = isOne ? "published edges | correct | SHD" : "published FDR | TPR | SHD";
    lines.push(
      `| method | FDR | TPR | edges | SHD | ${publishedHeads} | | seconds, mean |`,
      "| ------ | --- | --- | ----- | --- | ------------- | --- | --- | - | ------------- |",
    );
    for (const { method, fdr, tpr, edges, shd, theirs, verdict, seconds } of methods) {
      const cells = [
        method,
        told(fdr, 2),
        told(tpr, 2),
        told(edges, 1),
        told(shd, 1),
        ...(isOne
          ? [theirs?.edges ?? "–", theirs?.correct ?? "–", theirs?.shd[0] ?? "–"]
          : [beside(theirs?.fdr, 2), beside(theirs?.tpr, 2), beside(theirs?.shd, 1)]),
        verdict ?? "",
        seconds.mean < 10 ? seconds.mean.toFixed(2) : seconds.mean.toFixed(0),
      ];
      lines.push(`| ${cells.join(" | ")} |`);
    }
    lines.push("");
    for (const { method, theirs } of methods) {
      if (theirs?.remark && theirs.method === method) lines.push(`- **${method}**: ${theirs.remark}`);
    }
    if (lines.at(-1) !== "") lines.push("");
    lines.push(
      "Every run: edges (correct, reversed, missing, extra) SHD, by seed of the data set.",
      "",
      `| method | ${first.runs.map(({ seed }) => seed).join(" | ")} |`,
      `| ------ | ${first.runs.map(() => "---").join(" | ")} |`,
    );
    for (const { method, runs } of methods) {
      const cells = runs.map(
        ({ edges, correct, reversed, missing, extra, shd }) =>
          `${edges} (${correct}, ${reversed}, ${missing}, ${extra}) **${shd}**`,
      );
      lines.push(`| ${method} | ${cells.join(" | ")} |`);
    }
    lines.push("");
  }
  return lines.join("\n");
}

/**
 * @param {Spread} value
 * @param {number} digits
 */
function told({ mean, deviation }, digits) {
  if (Number.isInteger(mean) && deviation === 0) return String(mean);
  return `${mean.toFixed(digits)} ± ${deviation.toFixed(2)}`;
}

/**
 * @param {readonly [number, number] | undefined} value
 * @param {number} digits
 */
function beside(value, digits) {
  return value === undefined ? "–" : told({ mean: value[0], deviation: value[1] }, digits);
}
