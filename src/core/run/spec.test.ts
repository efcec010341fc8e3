import { describe, expect, it } from "vitest";
import { InputError } from "../check.ts";
import { defaultRestarts } from "../search/search.ts";
import { searches } from "../search/searches.ts";
import { knowledgeOf, namedKnowledge } from "./knowledge-names.ts";
import { isScoreFile, type RunOptions, runSpec } from "./spec.ts";

const refused = (options: unknown): string => {
  try {
    runSpec(options as RunOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return "";
};

describe("runSpec", () => {
  it("fills in every default", () => {
    expect(runSpec()).toMatchObject({
      search: "auto",
      score: "auto",
      penalty: "equation",
      penaltyWeight: 1,
      equivalentSampleSize: 1,
      prune: "none",
      threshold: 0.3,
      polish: false,
      standardise: false,
      seed: 1,
      alpha: 0.001,
      best: 1,
      optimum: "auto",
      panel: "auto",
    });
  });

  it.each([
    [{ timeLimit: -1 }, "timeLimit"],
    [{ seed: 1.5 }, "seed"],
    [{ search: "nothing" }, "search"],
    [{ score: "bge", penaltyWeight: 2 }, "penaltyWeight"],
    [{ search: "order", options: { learningRate: 1 } }, "learningRate"],
    [{ search: "pc", options: { alpha: 2 } }, "alpha"],
  ] as const)("names the field of %j that it refuses: %s", (options, field) => {
    expect(() => runSpec(options)).toThrow(expect.objectContaining({ field }));
  });

  it("keeps the given options, is plain JSON, and is its own spec again", () => {
    const spec = runSpec({
      search: "order",
      score: "bic-equal-variance",
      penalty: "runs",
      timeLimit: 1.5,
      prune: "greedy",
      tolerance: 0,
      knowledge: { required: [["a", "b"]] },
    });
    expect(spec).toMatchObject({ search: "order", penalty: "runs", timeLimit: 1.5, tolerance: 0 });
    expect(spec.knowledge).toEqual({ required: [["a", "b"]], forbidden: [] });
    expect(runSpec(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
  });

  it("prunes by the rule of the score if the search prunes at all, unless another is given", () => {
    expect(runSpec({ search: "rl" }).prune).toBe("threshold");
    expect(runSpec({ search: "rl", score: "quadratic" }).prune).toBe("quadratic");
    expect(runSpec({ search: "rl", score: "quadratic", prune: "none" }).prune).toBe("none");
    expect(runSpec({ search: "exact", score: "quadratic" }).prune).toBe("none");
  });

  it("takes a search's own options, and refuses those that it does not have and invalid values", () => {
    expect(runSpec({ search: "pc", options: { test: "kci", alpha: 0.05 } }).options).toEqual({
      test: "kci",
      alpha: 0.05,
    });
    expect(refused({ search: "pc", options: { tset: "kci" } })).toBe(
      'discover: the search pc has no option called "tset"; did you mean "test"? (known: test, alpha, maxDepth, conflicts)',
    );
    expect(refused({ search: "pc", options: { alpha: 2 } })).toBe(
      "discover: alpha of the search pc must be less than 1, got 2",
    );
    expect(refused({ search: "exact", options: { alpha: 0.1 } })).toBe(
      "discover: the search exact has no option alpha; leave alpha out, or set search to pc",
    );
  });

  it("answers a wrong name with the most similar one, and with all that exist", () => {
    expect(refused({ search: "exat" })).toBe(
      'discover: no search called "exat"; did you mean "exact"? (known: auto, ' +
        `${Object.keys(searches).join(", ")})`,
    );
    expect(refused({ score: "bic-equal-varience" })).toMatch(
      /^discover: no score called "bic-equal-varience"; did you mean "bic-equal-variance"\? \(known: auto, bic, /,
    );
    expect(refused({ prune: "treshold" })).toMatch(
      /^discover: no pruning called "treshold"; did you mean "threshold"\? \(known: none, threshold, greedy/,
    );
    expect(refused({ search: "constructor" })).toMatch(/^discover: no search called "constructor"/);
  });

  it("refuses values out of range with the option's name", () => {
    for (const [options, sentence] of [
      [{ threshold: -1 }, "threshold must be 0 or more, got -1"],
      [{ threshold: Number.NaN }, "threshold must be a number, got NaN"],
      [{ penaltyWeight: -0.1 }, "penaltyWeight must be 0 or more, got -0.1"],
      [{ equivalentSampleSize: 0 }, "equivalentSampleSize must be more than 0, got 0"],
      [{ categorical: "a" }, 'categorical must be a list, got "a"'],
      [{ restarts: 0 }, "restarts must be 1 or more, got 0"],
      [{ seed: 1.5 }, "seed must be a whole number, got 1.5"],
      [{ best: 0 }, "best must be 1 or more, got 0"],
      [{ timeLimit: 0 }, "timeLimit must be more than 0, got 0"],
      [{ dropOutliers: 1 }, "dropOutliers must be less than 1, got 1"],
      [{ penalty: "both" }, 'penalty must be one of equation, runs, got "both"'],
      [{ polish: "yes" }, 'polish must be true or false, got "yes"'],
      [{ search: "rl", options: { batch: 0 } }, "batch of the search rl must be 1 or more, got 0"],
      [{ knowledge: { maxParents: -1 } }, "knowledge.maxParents must be 0 or more, got -1"],
      [
        { knowledge: { required: [["a"]] } },
        'knowledge.required.0 must be a list of 2 or more entries, got ["a"]',
      ],
    ] as const) {
      expect(refused(options)).toBe(`discover: ${sentence}`);
    }
  });

  it("accepts knowledge in every form of a knowledge file", () => {
    const { knowledge } = runSpec({
      knowledge: { tiers: [["a"], { names: ["b", "c"], closed: true }], roots: ["d"] },
    });
    const forbidden = namedKnowledge(knowledgeOf(knowledge, ["a", "b", "c", "d"]), [
      "a",
      "b",
      "c",
      "d",
    ]).forbidden;
    expect(forbidden.map(([cause, effect]) => cause + effect).sort()).toEqual([
      "ad",
      "ba",
      "bc",
      "bd",
      "ca",
      "cb",
      "cd",
    ]);
  });

  it("refuses parameters of the agent that would have no effect with the others", () => {
    for (const options of [
      { encoder: "graph-attention", inner: 64 },
      { decoder: "bilinear", decoderHidden: 8 },
      { decoder: "transformer", decoderActivation: "relu" },
      { preset: "paper", patience: 10 },
      { preset: "paper", isLogitBiasConstant: true },
    ] as const)
      expect(refused({ search: "rl", options })).toMatch(
        /^discover: \w+ of the search rl has no effect unless \w+ is .*; leave \w+ out/,
      );
    expect(refused({ search: "rl", options: { preset: "paper", stop: "auto", patience: 10 } })).toBe("");
  });

  it("refuses unknown names, and suggests similar ones", () => {
    expect(refused({ restart: 2 })).toMatch(
      /^discover: there is no option called "restart"; did you mean "restarts"\? \(known: search, /,
    );
    expect(refused({ search: "rl", options: { bach: 2 } })).toMatch(
      /^discover: the search rl has no option called "bach"; did you mean "batch"\? \(known: preset, /,
    );
    expect(refused({ knowledge: { require: [] } })).toMatch(
      /^discover: knowledge has no part called "require"; did you mean "required"\? /,
    );
  });

  it("refuses options of an agent that the search does not read, and says which does", () => {
    expect(refused({ search: "rl", options: { policy: "logits" } })).toBe(
      "discover: the search rl has no option policy; leave policy out, or set search to rl-order",
    );
    expect(refused({ search: "rl-order", options: { decoder: "ntn", lambdaEvery: 10 } })).toBe(
      "discover: the search rl-order has no option decoder; leave decoder out, or set search to rl",
    );
    expect(refused({ search: "rl-order", options: { stacks: 2 } })).toBe(
      "discover: stacks of the search rl-order has no effect unless policy is encoder; leave stacks out, or set policy to encoder",
    );
    expect(refused({ search: "exact", options: { preset: "fast" } })).toBe(
      "discover: the search exact has no option preset; leave preset out, or set search to rl",
    );
    const encoder = { policy: "encoder", stacks: 2, inputSamples: 32, strict: true } as const;
    expect(runSpec({ search: "rl-order", options: encoder }).options).toEqual(encoder);
  });

  it("refuses an option that does not exist", () => {
    expect(refused({ treshold: 1 })).toMatch(/^discover: .*treshold/);
  });
});

describe("isScoreFile", () => {
  it("recognises a JavaScript module by its extension", () => {
    for (const name of ["./mine.js", "mine.mjs", "/a/b.cjs"]) expect(isScoreFile(name)).toBe(true);
    for (const name of ["bic", "mine.ts", "js", "mine.json"]) expect(isScoreFile(name)).toBe(false);
    expect(runSpec({ score: "./mine.js" }).score).toBe("./mine.js");
  });

  it("accepts knowledge as statements, one or several, and refuses unreadable ones with their line", () => {
    const document = runSpec({ knowledge: { required: [], forbidden: [], roots: ["age"] } });
    expect(runSpec({ knowledge: "root: age" })).toEqual(document);
    expect(runSpec({ knowledge: ["root: age", "a -> b"] }).knowledge).toEqual({
      required: [["a", "b"]],
      forbidden: [],
      roots: ["age"],
    });
    expect(() => runSpec({ knowledge: "rot: age" })).toThrow("knowledge: line 1");
  });

  it("refuses restarts of a search that has none, which is named; the default and one are in every spec", () => {
    expect(() => runSpec({ search: "exact", restarts: 5 })).toThrow(
      /^discover: the search exact has no restarts; leave restarts out, or set search to order, both, /,
    );
    for (const restarts of [1, defaultRestarts])
      expect(runSpec({ search: "exact", restarts }).restarts).toBe(restarts);
    expect(runSpec({ search: "exact", restarts: 5, chosen: ["search"] }).restarts).toBe(5);
    expect(runSpec({ restarts: 5 }).restarts).toBe(5);
  });
});
