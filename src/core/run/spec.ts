// What a run is asked to do, as plain JSON, validated; the defaults of every option stand here and nowhere else.

import * as z from "zod";
import { check, suggestion } from "../check.ts";
import { defaultThreshold } from "../search/prune.ts";
import { decoderNames } from "../search/rl/decoders.ts";
import { presets } from "../search/rl/presets.ts";
import { defaultRestarts } from "../search/search.ts";
import { prunings, scores, searches } from "./registry.ts";

const edge = z.tuple([z.string(), z.string()]);

/** Knowledge by column names. */
const knowledgeSchema = z.strictObject({
  required: z.array(edge).default([]),
  forbidden: z.array(edge).default([]),
  maxParents: z.number().int().min(0).optional(),
});

const nonNegative = z.number().min(0);

const positive = z.number().int().min(1);

/** Of the agent's search; what is left out is the preset's. */
const rlSchema = z.strictObject({
  preset: z.enum(Object.keys(presets)).default("fast"),
  iterations: positive.optional(),
  /** How the penalties' weights rise: as in the paper's Algorithm 1, or as in its published code. */
  lambda: z.enum(["paper", "code"]).optional(),
  lambdaEvery: positive.optional(),
  /** End where that is safe, or only after all iterations. */
  stop: z.enum(["auto", "never"]).optional(),
  decoder: z.enum(decoderNames).optional(),
  step: z.enum(["published", "merged"]).optional(),
  learningRate: z.number().positive().optional(),
  batch: positive.optional(),
  inputSamples: positive.optional(),
  stacks: positive.optional(),
  logitBias: z.number().optional(),
  /** Arithmetic that every machine does alike, instead of the faster one of those that fuse multiply and add. */
  strict: z.boolean().default(false),
});

const runSpecSchema = z.strictObject({
  /** auto: exact where memory and the score allow, otherwise order; hill-climb for a score without terms. */
  search: z.string().default("auto"),
  /** A known score, or the file of one's own. */
  score: z.string().default("bic"),
  penalty: z.enum(["equation", "runs"]).default("equation"),
  penaltyWeight: nonNegative.default(1),
  /** Unless said: none, or what goes with the search (threshold for rl). */
  prune: z.string().optional(),
  threshold: nonNegative.default(defaultThreshold),
  /** What greedy pruning may cost; each rule has its own default. */
  tolerance: nonNegative.optional(),
  polish: z.boolean().default(false),
  standardise: z.boolean().default(false),
  seed: z.number().int().default(1),
  /** Starts of the order search and of hill climbing. */
  restarts: z.number().int().min(1).default(defaultRestarts),
  /** Seconds after which the search stops with the best so far. */
  timeLimit: z.number().positive().optional(),
  /** How many of the best graphs to list (scores that are sums of terms only). */
  best: z.number().int().min(1).default(1),
  /** Prove the optimum beside a search that does not, to know its gap: up to 16 variables, or never. */
  optimum: z.enum(["auto", "never"]).default("auto"),
  /** Free baselines, sortability and the rescaling test: with a truth, always, or never. */
  panel: z.enum(["auto", "always", "never"]).default("auto"),
  knowledge: knowledgeSchema.optional(),
  rl: rlSchema.optional(),
});

export type RunSpec = z.output<typeof runSpecSchema> & { readonly prune: string };
/** The same with everything optional: what a caller writes. */
export type RunOptions = z.input<typeof runSpecSchema>;

/** Options with their defaults; `isOwn`: the score comes as a function, so its name need not be known. */
export function runSpec(options: RunOptions = {}, isOwn = false): RunSpec {
  const parsed = runSpecSchema.safeParse(options);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    const flag = `--${path.join(".").replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
    const given = path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
      options,
    );
    check(false, `discover: ${flag} must be as its help says, got ${JSON.stringify(given)} (${message})`);
  }
  const spec = parsed.data;
  known("search", spec.search, ["auto", ...Object.keys(searches)]);
  if (spec.prune !== undefined) known("prune rule", spec.prune, Object.keys(prunings));
  check(
    spec.rl === undefined || searches[spec.search]?.isAgent === true,
    `discover: options of the agent need --search rl, got ${spec.search}; leave ${Object.keys(spec.rl ?? {}).join(", ")} out`,
  );
  const isKnown = !isOwn && !isOwnScore(spec.score);
  if (isKnown) known("score", spec.score, Object.keys(scores));
  for (const [option, flag] of [
    ["penalty", "--penalty"],
    ["penaltyWeight", "--penalty-weight"],
  ] as const) {
    const reads = isKnown ? scores[spec.score].reads : [];
    check(
      reads.includes(option) || spec[option] === defaults[option],
      `discover: the score ${spec.score} has no ${flag.slice(2).replace("-", " ")}; leave ${flag} out`,
    );
  }
  return { ...spec, prune: spec.prune ?? searches[spec.search]?.prune ?? "none" };
}

const defaults = runSpecSchema.parse({});

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
