// A draft with one of the doctor's ways out taken, and what of a draft can be taken back, in words.

import { type Finding, type Remedy, type RunOptions, remediesOf, type wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";

/** What is used unless another is said; the doctor examines for it too. */
export const defaultScore = "bic";

/** The draft's fields that a way out changes. */
export function remedied(draft: Draft, change: Remedy["change"]): Partial<Draft> {
  const { without = [], missing = draft.missing, categorical = [], ...options } = change;
  const categories = union(draft.options.categorical, categorical);
  return {
    without: union(draft.without, without),
    missing,
    options: { ...draft.options, ...options, ...(categories.length > 0 && { categorical: categories }) },
  };
}

/** The ways out of a finding that are not taken already. */
export function openRemedies(finding: wire.Findings["findings"][number], draft: Draft): readonly Remedy[] {
  const { categorical = [], score = defaultScore, penaltyWeight } = draft.options;
  const isTaken = ({ change }: Remedy): boolean =>
    (change.without ?? []).every((name) => draft.without.includes(name)) &&
    (change.categorical ?? []).every((name) => categorical.includes(name)) &&
    (change.missing ?? draft.missing) === draft.missing &&
    (change.score ?? score) === score &&
    (change.penaltyWeight ?? penaltyWeight) === penaltyWeight;
  return remediesOf(finding as Finding).filter((remedy) => !isTaken(remedy));
}

/** Has a way out of it been taken? So it is left out until the table is examined anew. */
export function isTended(finding: wire.Findings["findings"][number], draft: Draft): boolean {
  return openRemedies(finding, draft).length < remediesOf(finding as Finding).length;
}

/** The draft's fields with the first way out of each finding taken that is not yet. */
export function remediedAll(
  draft: Draft,
  findings: readonly wire.Findings["findings"][number][],
): Partial<Draft> {
  let after = draft;
  for (const finding of findings) {
    const isGone = finding.columns.some((name) => after.without.includes(name));
    const [way] = isGone ? [] : openRemedies(finding, draft);
    if (way !== undefined) after = { ...after, ...remedied(after, way.change) };
  }
  return after;
}

export interface TakenChange {
  readonly label: string;
  /** The draft's fields without it. */
  readonly back: Partial<Draft>;
}

/** All that was changed of how the table is taken. */
export function takenChanges({ without, missing, options }: Draft): readonly TakenChange[] {
  const { categorical = [], score, penaltyWeight } = options;
  return [
    ...without.map((name) => ({ label: `left out: ${name}`, back: { without: less(without, name) } })),
    ...(missing === "drop" ? [{ label: "rows with gaps: dropped", back: { missing: "fail" as const } }] : []),
    ...categorical.map((name) => ({
      label: `categories: ${name}`,
      back: { options: withCategories(options, less(categorical, name)) },
    })),
    ...(score === undefined
      ? []
      : [
          // The default takes numbers only, so the categories go with the score that takes them.
          {
            label: `score: ${score}`,
            back: { options: withCategories({ ...options, score: undefined }, []) },
          },
        ]),
    ...(penaltyWeight === undefined
      ? []
      : [
          {
            label: `penalty of an edge: ${penaltyWeight} times`,
            back: { options: { ...options, penaltyWeight: undefined } },
          },
        ]),
  ];
}

/** The options with a column of numbers taken as categories, by a score that takes those; or as numbers again. */
export function switchedTo(
  kind: "categories" | "numbers",
  name: string,
  { options, score }: { readonly options: RunOptions; readonly score: string },
): RunOptions {
  const { categorical = [] } = options;
  if (kind === "numbers") return withCategories(options, less(categorical, name));
  return withCategories({ ...options, score }, union(categorical, [name]));
}

function withCategories(
  { categorical: _, ...options }: RunOptions,
  categorical: readonly string[],
): RunOptions {
  return categorical.length > 0 ? { ...options, categorical: [...categorical] } : options;
}

function union(known: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])];
}

function less(names: readonly string[], name: string): string[] {
  return names.filter((other) => other !== name);
}
