import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { simulate } from "../data/simulate/simulate.ts";
import { references } from "../references.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";

const versions = { wherefore: "1.2.3" };
const methodsFor = (options: Parameters<typeof run>[0]["options"], of = table) =>
  run({ table: of, options, versions }).result.methods!;

describe("the methods paragraph", () => {
  it("says version, rows, score, weight, search, proof and answer, and cites what was used", () => {
    const { paragraph, references: cited } = methodsFor({ penaltyWeight: 2 });
    for (const part of [
      "of 6 variables was learned with Wherefore 1.2.3 [1] from 400 rows.",
      "the Bayesian information criterion (BIC) of a linear Gaussian model with one noise variance for each variable [2], with the penalty at weight 2.",
      "by dynamic programming over subsets [3] (seed 1).",
      "It is proven that no graph scores higher under bic",
      "(0.5, 0.7, 1.4 and 2 times the value that was used)",
      "no common cause is unmeasured",
    ])
      expect(paragraph).toContain(part);
    expect(cited).toEqual([
      "Wherefore: causal discovery with proven optima, in TypeScript, version 1.2.3",
      references.schwarz,
      references.silander,
    ]);
  });

  it("says what was done about gaps, and cites it", () => {
    const data = table.X.data.slice();
    data[3] = Number.NaN;
    const gapped = { ...table, X: { ...table.X, data } };
    expect(methodsFor({}, gapped)).toMatchObject({
      paragraph: expect.stringContaining("estimated from all rows by the EM algorithm [2]"),
      references: expect.arrayContaining([references.dempster]),
    });
    expect(methodsFor({}, gapped)).toMatchObject({
      paragraph: expect.stringMatching(
        /their 95 % intervals take the graph as given and allow for missing values, by the observed information \[\d+\]\./,
      ),
      references: expect.arrayContaining([references.kenward]),
    });
    expect(methodsFor({ missing: "drop" }, gapped).paragraph).toContain("take the graph as given.");
    expect(methodsFor({ missing: "drop" }, gapped).paragraph).toContain(
      "from 399 of 400 rows; rows with missing values were left out.",
    );
    const large = simulate({ nodes: 3, samples: 2000, seed: 3 }).table;
    for (const [{ names, X }, count, words] of [
      [table, 1, "400 rows; missing values were imputed 8 times"],
      [large, 1500, "2,000 rows; missing values were imputed 4 times"], // more copies would be above 10,000 rows
    ] as const) {
      const some = X.data.map((x, k) => (k % X.cols === 0 && k < count * X.cols ? Number.NaN : x));
      const { paragraph } = methodsFor({ score: "bic-mixed" }, { names, X: { ...X, data: some } });
      expect(paragraph).toContain(`from ${words} by chained equations [2];`);
    }
  });

  it("says that a score did not steer a search by tests, names its options, knowledge and confidence", () => {
    const { paragraph, references: cited } = methodsFor({
      search: "pc",
      options: { alpha: 0.01 },
      knowledge: { required: [], forbidden: [[table.names[0], table.names[1]]] },
      confidence: "bootstrap",
      resamples: 3,
    });
    expect(paragraph).toContain("PC algorithm in its order-independent form [2, 3] (alpha 0.01, seed 1).");
    expect(paragraph).toContain("which the search did not use");
    expect(paragraph).toContain("on 3 bootstrap resamples of the rows");
    expect(paragraph).toContain("prior knowledge were considered:");
    expect(paragraph).not.toContain("proven that");
    expect(cited).toContain(references.friedman);
  });

  it("names the prior of a posterior, and weights of rows", () => {
    const posterior = methodsFor({ score: "bic", confidence: "posterior" });
    expect(posterior.paragraph).toMatch(
      /uniform over causal orders and over the numbers of parents \[\d\]\./,
    );
    const weighed = methodsFor({ score: "bic", confidence: "bayesian-bootstrap", resamples: 3 });
    expect(weighed.paragraph).toContain("on 3 draws of random weights for the rows");
    expect(weighed.references).toContain(references.rubin);
  });

  it("names pruning and polish where they were", () => {
    const { paragraph } = methodsFor({ search: "hill-climb", prune: "threshold", polish: true });
    expect(paragraph).toContain("reselected along the causal order found");
    expect(paragraph).toContain("pruned by the rule “threshold”");
    expect(paragraph).toContain("threshold 0.3");
  });
});

describe("what methods cite", () => {
  const pageOf = (folder: string, name: string): string => {
    const page = name
      .replace("-equal-variance", name.startsWith("bic") ? "-equal-variance" : "")
      .replace("-nearest", "");
    return readFileSync(new URL(`../../../docs/${folder}/${page}.md`, import.meta.url), "utf8");
  };
  const titleOf = (work: string): string => /"([^":]+)/.exec(work)![1];

  it.each([
    ...Object.entries(scores).map(([name, { method }]) => ["scores", name, method] as const),
    ...Object.entries(searches).map(([name, { method }]) => ["algorithms", name, method] as const),
  ])("is on the page of %s/%s", (folder, name, method) => {
    expect(method, `${name} has nothing to say in a methods section`).toBeDefined();
    if (name === "both") return; // the page says: see the pages of the two
    const text = pageOf(folder, name).toLowerCase();
    for (const source of method!.sources)
      expect(text.includes(titleOf(references[source]).toLowerCase()), `${name} cites ${source}`).toBe(true);
  });
});
