// What a run is asked to do, as plain JSON, validated; the defaults of every option stand here and nowhere else.

import * as z from "zod";
import { check, inOurWords, shownValue, suggestion } from "../check.ts";
import { knowledgeDocument } from "../graph/knowledge-statements.ts";
import {
  activationNames,
  decoderNames,
  distanceNames,
  encoderNames,
  policyNames,
  presets,
  rewardModes,
} from "../search/agents/agents.ts";
import { defaultAlpha, defaultThreshold } from "../search/prune/prune.ts";
import { defaultRestarts } from "../search/search.ts";
import { prunings, scores, searches } from "./registry.ts";

const edge = z.tuple([z.string(), z.string()]);

/** Knowledge by column names: the JSON form of a knowledge file. */
const knowledgeSchema = knowledgeDocument.extend({
  required: z.array(edge).default([]),
  forbidden: z.array(edge).default([]),
});

const nonNegative = z.number().min(0);

const positive = z.number().int().min(1);

/** Of the searches that learn; what is left out is the preset's, or the search's own. Which search reads what: registry.ts. */
export const agentSchema = z.strictObject({
  preset: z.enum(Object.keys(presets)).optional(),
  /** What proposes graphs to be read as orders. */
  policy: z.enum(policyNames).optional(),
  /** Of CORL: is an order's reward told at its end, or variable by variable? */
  reward: z.enum(rewardModes).optional(),
  iterations: positive.optional(),
  /** How the penalties' weights rise: as in the paper's Algorithm 1, or as in its published code. */
  lambda: z.enum(["paper", "code"]).optional(),
  lambdaEvery: positive.optional().describe("iterations between updates of the penalties"),
  /** End where that is safe, or only after all iterations. */
  stop: z.enum(["auto", "never"]).optional(),
  encoder: z.enum(encoderNames).optional(),
  decoder: z.enum(decoderNames).optional(),
  step: z.enum(["published", "merged"]).optional(),
  learningRate: z.number().positive().optional(),
  batch: positive.optional().describe("graphs (or orders) in a batch"),
  inputSamples: positive.optional().describe("rows of the data that each of them is made from"),
  hidden: positive.optional().describe("width of the network"),
  heads: positive.optional().describe("of attention; must divide the width"),
  stacks: positive.optional().describe("blocks of the encoder"),
  inner: positive.optional().describe("units of a block's inner layer"),
  decoderHidden: positive.optional().describe("units of the decoder, single-layer or ntn"),
  decoderActivation: z
    .enum(activationNames)
    .optional()
    .describe("of those units: tanh (unless said), relu, none"),
  logitBias: z.number().optional().describe("added to all logits: -10 starts from nearly empty graphs"),
  isLogitBiasConstant: z.boolean().optional().describe("it is not learned"),
  distance: z
    .enum(distanceNames)
    .optional()
    .describe(
      "how far from acyclic a graph is: trace-exponential (unless said), cyclic-paths, feedback-arcs",
    ),
  polishEvery: positive.optional().describe("iterations between polishes of the best graph"),
  patience: positive.optional().describe("iterations without an improvement that make a stall"),
  /** Arithmetic that every machine does alike, instead of the faster one of those that fuse multiply and add. */
  strict: z.boolean().optional(),
});

export const runSpecSchema = z.strictObject({
  /** auto: exact where memory and the score allow, otherwise both, or order for many variables; hill-climb for a score without terms. */
  search: z.string().default("auto"),
  /** A known score, or the file of one's own. */
  score: z.string().default("bic"),
  penalty: z.enum(["equation", "runs"]).default("equation"),
  penaltyWeight: nonNegative.default(1),
  /** Of bdeu: how many rows its prior is worth. */
  equivalentSampleSize: z.number().positive().default(1),
  /** Columns of numbers that are categories, for scores that take those. */
  categorical: z.array(z.string()).optional(),
  /** Unless said: none, or what goes with the search and the score (threshold, or quadratic, for rl). */
  prune: z.string().optional(),
  threshold: nonNegative.default(defaultThreshold),
  /** Of CAM pruning: the p-value that no longer keeps an edge. */
  alpha: nonNegative.max(1).default(defaultAlpha),
  /** What greedy pruning may cost; each rule has its own default. */
  tolerance: nonNegative.optional(),
  /** The best parents for each variable along the order that was found; unless said, where the search ends by them (rl, fast). */
  polish: z.boolean().optional(),
  standardise: z.boolean().default(false),
  /** Share of the rows left out first: those of largest norm. */
  dropOutliers: z.number().min(0).lt(1).optional(),
  seed: z.number().int().default(1),
  /** Starts of the order search and of hill climbing (8 unless said), runs of an agent (1). */
  restarts: z.number().int().min(1).optional(),
  /** Seconds after which the search stops with the best so far. */
  timeLimit: z.number().positive().optional(),
  /** How many of the best graphs to list (scores that are sums of terms only). */
  best: z.number().int().min(1).default(1),
  /** Prove the optimum beside a search that does not, to know its gap: up to 16 variables, or never. */
  optimum: z.enum(["auto", "never"]).default("auto"),
  /** Free baselines, sortability and the rescaling test: with a truth, always, or never. */
  panel: z.enum(["auto", "always", "never"]).default("auto"),
  knowledge: knowledgeSchema.optional(),
  rl: agentSchema.optional(),
  /** Of a search that does not learn: its own settings (settings.ts). */
  settings: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).optional(),
});

export type RunSpec = z.output<typeof runSpecSchema> & {
  readonly prune: string;
  readonly polish: boolean;
  readonly restarts: number;
};
/** The same with everything optional: what a caller writes. */
export type RunOptions = z.input<typeof runSpecSchema>;

/** Options with their defaults; `isOwn`: the score comes as a function, so its name need not be known. */
export function runSpec(options: RunOptions = {}, isOwn = false): RunSpec {
  const parsed = runSpecSchema.safeParse(options, inOurWords);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys") checkNames(path, issue.keys[0]);
    const name = path[0] === "rl" ? path.slice(1).join(".") || "set" : path.join(".");
    const flag = `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
    const given = path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
      options,
    );
    check(false, `discover: ${flag} must be ${message}, got ${shownValue(given)}`);
  }
  const spec = parsed.data;
  known("search", spec.search, ["auto", ...Object.keys(searches)]);
  if (spec.prune !== undefined) known("prune rule", spec.prune, Object.keys(prunings));
  checkAgentOptions(spec.search, spec.rl);
  checkSettings(spec.search, spec.settings);
  const isKnown = !isOwn && !isOwnScore(spec.score);
  if (isKnown) known("score", spec.score, Object.keys(scores));
  const reads = isKnown ? scores[spec.score].reads : [];
  for (const [option, flag] of [
    ["penalty", "--penalty"],
    ["penaltyWeight", "--penalty-weight"],
    ["equivalentSampleSize", "--equivalent-sample-size"],
  ] as const) {
    check(
      reads.includes(option) || spec[option] === defaults[option],
      `discover: the score ${spec.score} has no ${flag.slice(2).replaceAll("-", " ")}; leave ${flag} out`,
    );
  }
  // A score of the user's own may take what it likes.
  check(
    !isKnown || reads.includes("categorical") || spec.categorical === undefined,
    `discover: the score ${spec.score} takes numbers only; leave --categorical out, or use --score bic-mixed`,
  );
  const entry = searches[spec.search];
  const ofScore = entry?.ignoresScore ? undefined : scores[spec.score]?.prune;
  return {
    ...spec,
    // A threshold for linear coefficients is no rule for other models: those bring their own.
    prune: spec.prune ?? (entry?.prune && (ofScore ?? entry.prune)) ?? "none",
    polish: spec.polish ?? entry?.polish?.(spec.rl ?? {}) ?? false,
    restarts: spec.restarts ?? entry?.restarts ?? defaultRestarts,
  };
}

const defaults = runSpecSchema.parse({});

/** Refuses a name that no option has, or no parameter of an agent. */
function checkNames([group]: readonly PropertyKey[], name: string): void {
  const [what, { shape }] =
    group === "rl"
      ? ["an agent has no parameter", agentSchema]
      : group === "knowledge"
        ? ["knowledge has no part", knowledgeSchema]
        : ["there is no option", runSpecSchema];
  check(false, `discover: ${what} called "${name}"; ${suggestion(name, Object.keys(shape))}`);
}

/** No option of an agent is ignored: each must be one that the search reads. */
function checkAgentOptions(search: string, given: z.output<typeof agentSchema> = {}): void {
  const reads = searches[search]?.reads?.(given) ?? [];
  const names = Object.keys(given) as (keyof typeof given)[];
  const unread = names.filter((name) => given[name] !== undefined && !reads.includes(name));
  const flags = unread.map((name) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`).join(", ");
  const readers = Object.keys(searches).filter((other) => {
    const options = searches[other].reads?.({ ...given, policy: "encoder" }) ?? [];
    return unread.every((name) => options.includes(name));
  });
  const isElsewhere =
    unread.length > 0 && unread.every((name) => searches[search]?.reads?.({ logitBias: 0 }).includes(name));
  check(
    !isElsewhere,
    `discover: ${flags} would change nothing beside the other options of this run; leave ${unread.length > 1 ? "them" : "it"} out`,
  );
  const way = readers.includes(search) ? "say --policy encoder" : `use --search ${readers.join(" or ")}`;
  check(
    unread.length === 0,
    `discover: the search ${search} has no ${flags}; ${readers.length > 0 ? `${way}, or ` : ""}leave ${unread.length > 1 ? "them" : "it"} out`,
  );
}

/** No setting is ignored: the search must have it, and the value must be one that it can have. */
function checkSettings(search: string, given: z.output<typeof runSpecSchema>["settings"] = {}): void {
  const schema = searches[search]?.settings;
  const names = Object.keys(schema?.shape ?? {});
  for (const [name, value] of Object.entries(given)) {
    check(
      names.includes(name),
      names.length === 0
        ? `discover: the search ${search} has no settings, got ${name}; leave it out, or name a search that has it`
        : `discover: the search ${search} has no setting called "${name}"; ${suggestion(name, names)}`,
    );
    const parsed = (schema!.shape[name] as z.ZodType).safeParse(value, inOurWords);
    check(
      parsed.success,
      () =>
        `discover: the setting ${name} of the search ${search} must be ${parsed.error!.issues[0].message}, got ${shownValue(value)}`,
    );
  }
}

/** Is a score by that name the user's own: a file, or a function given to the library? */
export function isOwnScore(name: string): boolean {
  return isScoreFile(name) || name.startsWith("own:");
}

/** Does a score's name mean a file of the user's? */
export function isScoreFile(name: string): boolean {
  return /\.[cm]?js$/.test(name);
}

function known(what: string, name: string, names: readonly string[]): void {
  check(names.includes(name), `discover: no ${what} called "${name}"; ${suggestion(name, names)}`);
}
