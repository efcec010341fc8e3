// The request of a run as plain JSON, validated. Options of searches, scores and prunings are in their definitions;
// those of every run are here.

import * as z from "zod";
import { check, InputError, inOurWords, setTo, suggestion, valueText } from "../check.ts";
import { count, filledOption, type OptionValues, option, positive, titledSchema } from "../option.ts";
import * as ofScores from "../score/score-options.ts";
import { scores } from "../score/scores.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import { prunings } from "../search/prune/prune.ts";
import { defaultRestarts } from "../search/search.ts";
import { restartsByDefault, searches } from "../search/searches.ts";
import { checkConfidence, confidenceOptions } from "./confidence-options.ts";
import { type KnowledgeInput, knowledgeSchema, statedKnowledge } from "./knowledge-option.ts";
import { checkName, checkRestarts, checkSearchOptions } from "./option-checks.ts";

/** The options of all definitions in a list. */
function optionsOfAll<Shape>(
  definitions: Readonly<Record<string, { readonly options: z.ZodObject }>>,
): Shape {
  return Object.assign({}, ...Object.values(definitions).map(({ options }) => options.shape));
}

/** For options that are defined elsewhere, only the types are written here. */
type ScoreShape = Pick<typeof ofScores, "penalty" | "penaltyWeight" | "equivalentSampleSize" | "categorical">;
interface PruningShape {
  readonly threshold: z.ZodDefault<z.ZodNumber>;
  readonly alpha: z.ZodDefault<z.ZodNumber>;
  readonly tolerance: z.ZodOptional<z.ZodNumber>;
}

export const runSpecSchema = z.strictObject({
  search: filledOption(z.string(), {
    help: "search algorithm, or auto: exact where memory allows, otherwise order (hill-climb for a score without terms)",
    default: "auto",
    flag: "--search <name>",
    group: "Search",
  }),
  score: filledOption(z.string(), {
    help: "name of a score, or a file with a user-defined one; auto: chosen by the kinds of the columns",
    default: "auto",
    flag: "--score <name>",
    group: "Score",
  }),
  ...optionsOfAll<ScoreShape>(scores),
  penaltyWeight: ofScores.requestedWeight,
  prune: option(z.string(), {
    title: "Pruning",
    help: "rule by which edges are pruned (default: depends on the search and the score)",
    flag: "--prune <rule>",
    group: "Pruning",
  }),
  ...optionsOfAll<PruningShape>(prunings),
  polish: option(z.boolean(), {
    help: "reselect the best parents of every variable along the order found (default: for rl with the preset fast)",
    flag: "--polish",
    group: "Run",
  }),
  member: option(z.boolean(), {
    title: "One member of the class",
    help: "return one DAG of the class, chosen by the order of the names (default: the class)",
    flag: "--member",
    group: "Run",
  }),
  missing: option(z.enum(["auto", "drop", "em", "impute"]), {
    title: "Missing values",
    help: "drop rows with missing values, estimate the covariances from all rows by EM, or use multiple imputation (default: auto, which is em for linear scores, impute for scores for categories, and drop for others)",
    flag: "--missing <how>",
    group: "Table",
  }),
  standardise: filledOption(z.boolean(), {
    help: "standardise every column to mean 0 and standard deviation 1",
    default: false,
    flag: "--standardise",
    group: "Table",
  }),
  dropOutliers: option(z.number().min(0).lt(1), {
    title: "Share of outliers to drop",
    help: "drop this share of the rows, those with the largest norm (in the paper, for quadratic data: 0.4)",
    flag: "--drop-outliers <share>",
    group: "Table",
  }),
  seed: filledOption(z.number().int(), {
    help: "random seed",
    default: 1,
    flag: "--seed <number>",
    group: "Run",
  }),
  restarts: option(count, {
    title: "Restarts",
    help: `restarts of the search; the best result is kept (default: ${restartsByDefault()})`,
    flag: "--restarts <count>",
    group: "Search",
  }),
  timeLimit: option(positive, {
    title: "Time limit in seconds",
    help: "stop after this many seconds, with the best graph so far",
    flag: "--time-limit <seconds>",
    group: "Run",
  }),
  best: filledOption(count, {
    title: "Best graphs to list",
    help: "number of best graphs to list (for scores that are sums of terms)",
    default: 1,
    flag: "--best <count>",
    group: "Run",
  }),
  optimum: filledOption(z.enum(["auto", "never"]), {
    title: "Prove the optimum",
    help: "prove the optimum, to report the gap of searches without a proof (up to 16 variables)",
    default: "auto",
    flag: "--optimum <when>",
    group: "Run",
  }),
  panel: filledOption(z.enum(["auto", "always", "never"]), {
    title: "Baselines",
    help: "baselines, sortability and rescaling test: with a truth, always, or never",
    default: "auto",
    flag: "--panel <when>",
    group: "Run",
  }),
  sensitivity: option(z.enum(["auto", "always", "never"]), {
    help: "the results with half to twice the penalty: if they take little time, always, or never (default: auto)",
    flag: "--sensitivity <when>",
    group: "Run",
  }),
  ...confidenceOptions.shape,
  dates: option(z.enum(["first", "any"]), {
    help: "dates and times: no causes among the other variables (first), or treated like any other variable (any) (default: first)",
    flag: "--dates <how>",
    group: "Run",
  }),
  chosen: ofScores.chosen,
  knowledge: knowledgeSchema.optional(),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description: "of the search, by its name",
      // Computed when a JSON schema is requested, not at every start of a program.
      get anyOf() {
        return Object.values(searches).map(titledSchema);
      },
    }),
});

export type RunSpec = Omit<z.output<typeof runSpecSchema>, "penaltyWeight"> & {
  readonly prune: string;
  readonly polish: boolean;
  readonly penaltyWeight: number;
};
/** The same with everything optional: what a caller writes. */
export type RunOptions = Omit<z.input<typeof runSpecSchema>, "knowledge"> & {
  /** As a document, as statements ("root: age", a line each), or as a list of those. */
  readonly knowledge?: KnowledgeInput | undefined;
};

/**
 * Options with their defaults; `isOwn`: the score is given as a function, so its name need not be known.
 *
 * @example
 * ```js
 * runSpec({ score: "bic" }).seed; // 1
 * ```
 */
export function runSpec(options: RunOptions = {}, isOwn = false): RunSpec {
  const spec = parsed(options);
  checkName("search", spec.search, ["auto", ...Object.keys(searches)]);
  if (spec.prune !== undefined) checkName("prune", spec.prune, Object.keys(prunings));
  const isKnown = !isOwn && !isUserScore(spec.score);
  if (isKnown) checkName("score", spec.score, ["auto", ...Object.keys(scores)]);
  checkSearchOptions(spec.search, spec.options);
  checkRestarts(spec);
  checkConfidence(spec);
  const search = searches[spec.search];
  const { prune = pruneFor(spec.search, spec.score) } = spec;
  // A user-defined score may treat columns as it likes; an automatic one is checked once it is chosen.
  const shape = isKnown ? scores[spec.score]?.options.shape : { categorical: true };
  if (shape) checkRead(spec, `the score ${spec.score}`, { kind: "score", all: scores, shape });
  checkRead(spec, `the pruning ${prune}`, {
    kind: "prune",
    all: prunings,
    shape: prunings[prune].options.shape,
  });
  const filled = {
    ...spec,
    // The value of "auto" depends on the table (spec-for.ts).
    penaltyWeight: spec.penaltyWeight === "auto" ? 1 : spec.penaltyWeight,
    prune,
    polish: spec.polish ?? search?.isPolished?.(spec.options ?? {}) ?? false,
    // For "auto", the restarts are those of the search that is chosen.
    restarts: spec.restarts ?? (search && (search.restarts ?? defaultRestarts)),
  };
  // Always in the same order, whatever was given: specs are stored, and compared as text.
  const values: OptionValues = filled;
  const names = Object.keys(runSpecSchema.shape).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as typeof filled;
}

/** Stored options without those that their pruning does not read: earlier versions accepted and ignored them. */
export function withoutUnread<T extends RunOptions>(stored: T): T {
  const { search = "auto", score = "auto", prune = pruneFor(search, score) } = stored;
  const shape = prunings[prune]?.options.shape ?? {};
  const unread = Object.keys(optionsOfAll<object>(prunings)).filter((name) => !Object.hasOwn(shape, name));
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => !unread.includes(name) || value === defaults[name]),
  ) as T;
}

/** The default pruning of a search and a score. */
function pruneFor(search: string, score: string): string {
  const { prune, uses } = searches[search] ?? {};
  if (prune === undefined) return "none";
  // A threshold for linear coefficients does not suit other models: those have their own rule.
  return (uses === "rows" ? undefined : scores[score]?.prune) ?? prune;
}

/** The values of a definition's options in a spec. */
export function optionsIn(spec: RunSpec, { options }: { readonly options: z.ZodObject }): OptionValues {
  const values: OptionValues = spec;
  return Object.fromEntries(Object.keys(options.shape).map((name) => [name, values[name]]));
}

function parsed(input: RunOptions): z.output<typeof runSpecSchema> {
  const options = statedKnowledge(input);
  const { success, data, error } = runSpecSchema.safeParse(options, inOurWords);
  if (success) return data;
  const [issue] = error.issues;
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") checkKey(path, issue.keys[0]);
  const wrong = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], options);
  const name = path.join(".");
  check(false, `discover: ${name} must be ${message}, got ${valueText(wrong)}`, { field: String(path[0]) });
}

const defaults: OptionValues = runSpecSchema.parse({});

/** Refuses a key that does not exist. */
function checkKey([group]: readonly PropertyKey[], key: string): void {
  const isKnowledge = group === "knowledge";
  const names = Object.keys((isKnowledge ? knowledgeSchema : runSpecSchema).shape);
  const what = isKnowledge ? "knowledge has no part" : "there is no option";
  check(false, `discover: ${what} called "${key}"; ${suggestion(key, names)}`, { field: key });
}

interface OptionList {
  readonly kind: "score" | "prune";
  readonly all: Readonly<Record<string, { readonly name: string; readonly options: z.ZodObject }>>;
  readonly shape: object;
}

/** No option of the definitions in a list is ignored: those that this one does not read must have their defaults. */
function checkRead(spec: OptionValues, called: string, { kind, all, shape }: OptionList): void {
  for (const field of Object.keys(optionsOfAll<object>(all))) {
    if (Object.hasOwn(shape, field) || spec[field] === defaults[field]) continue;
    const readers = Object.values(all).filter(({ options }) => Object.hasOwn(options.shape, field));
    const names = readers.map(({ name }) => name);
    throw new InputError(`discover: ${called} has no option ${field}`, {
      field,
      remedies: [{ unset: [field] }, ...setTo(kind, names)],
    });
  }
}

/** A score as a program gives it: its name in a spec and, if it is a function, that function. */
export function namedScore(score: string | UserScoreMaker | undefined): {
  readonly score: string | undefined;
  readonly userScore?: UserScoreMaker;
} {
  return typeof score === "function"
    ? { score: `${ownPrefix}${score.name || "score"}`, userScore: score }
    : { score };
}

/** Does the name mean a user-defined score: a file, or a function given to the library? */
export function isUserScore(name: string): boolean {
  return isScoreFile(name) || name.startsWith(ownPrefix);
}

/** Begins the name of a score that is given as a function. */
const ownPrefix = "own:";

/** Does the name of a score mean a file of the user's? */
export function isScoreFile(name: string): boolean {
  return /\.[cm]?js$/.test(name);
}
