import { expect, it } from "vitest";
import { catalogue } from "../../../core/index.ts";
import { fieldOf } from "./field.ts";
import { fieldsOf, titlesOf, withRunOption } from "./setting-fields.ts";

const all = catalogue();
const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

it("shows what the chosen search, score and pruning read, and nothing else", () => {
  const exact = fieldsOf(all, { search: "exact" }, "bic");
  expect(exact.extra).toEqual([]);
  expect(names(exact.folded)).not.toContain("restarts");
  expect(names(exact.folded)).toContain("penaltyWeight");
  expect(names(exact.ofPruning)).toEqual([]);
  expect(names(exact.common)).toEqual(["polish", "seed", "timeLimit"]);
  const cam = fieldsOf(all, { search: "cam" }, "bdeu");
  expect(names(cam.extra)).toEqual(["candidates", "smoothing"]);
  expect(names(cam.ofPruning)).toEqual(["alpha"]);
  expect(names(cam.folded)).toContain("equivalentSampleSize");
  expect(names(cam.folded)).not.toContain("penaltyWeight");
  expect(names(fieldsOf(all, { search: "order", prune: "greedy" }, "bic").ofPruning)).toEqual(["tolerance"]);
  expect(names(fieldsOf(all, {}, "bic").folded)).toContain("restarts");
});

it("shows options that depend on others where these are so", () => {
  const own = (options: object) =>
    names(fieldsOf(all, { search: "rl-order", options: { ...options } }, "bic").extra);
  expect(own({})).not.toContain("stacks");
  expect(own({ policy: "encoder" })).toContain("stacks");
  const rl = (options: object) =>
    names(fieldsOf(all, { search: "rl", options: { ...options } }, "bic").extra);
  expect(rl({})).not.toContain("isLogitBiasConstant");
  expect(rl({ logitBias: 1 })).toContain("isLogitBiasConstant");
  expect(rl({ decoder: "bilinear" })).not.toContain("decoderHidden");
});

it("has the fields of confidence by themselves, as the method reads them, and drops what another does not read", () => {
  const shown = (options: object) => names(fieldsOf(all, options, "bic").confidence);
  expect(shown({})).toEqual(["confidence"]);
  expect(shown({ confidence: "bootstrap" })).toEqual(["confidence", "resamples", "consensus"]);
  expect(shown({ confidence: "posterior" })).toEqual(["confidence", "prior", "parentPrior", "consensus"]);
  expect(names(fieldsOf(all, { confidence: "bootstrap" }, "bic").folded)).not.toContain("resamples");
  const set = { confidence: "bootstrap", resamples: 50, consensus: 0.6, seed: 3 } as const;
  const to = (value: unknown) => withRunOption(set, { name: "confidence", value }, all);
  expect(to("subsample")).toEqual({ ...set, confidence: "subsample" });
  expect(to("posterior")).toEqual({ confidence: "posterior", consensus: 0.6, seed: 3 });
  expect(to(undefined)).toEqual({ seed: 3 });
});

it("says what each field is called", () => {
  expect(titlesOf(all, { search: "rl" }, "bic")).toMatchObject({
    lambdaEvery: "Rise of λ",
    seed: "Seed",
    truth: "True graph",
  });
});

it("makes a field of every option, with what it may be", () => {
  const options = [...all.searches, ...all.scores, ...all.prunings]
    .flatMap((each) => each.options)
    .concat(all.run);
  for (const option of options.filter(({ schema }) => schema.type !== "array")) {
    const field = fieldOf(option);
    expect(field.help, option.name).toMatch(/^[^a-z].*\.$/);
    if (option.schema.enum) expect(field.choices).toEqual(option.schema.enum);
  }
  const schema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  expect(
    fieldOf({ name: "maxDepth", title: "Max depth", help: "the largest set", default: 3, schema }),
  ).toEqual({
    ...{
      name: "maxDepth",
      title: "Max depth",
      help: "The largest set.",
      group: "",
      placeholder: "default: 3",
    },
    ...{ kind: "number", isWhole: true, min: 0 },
  });
});
