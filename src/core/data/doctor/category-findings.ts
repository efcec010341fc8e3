// The data doctor's findings about categorical columns.

import { isNoAnswer } from "../no-answer.ts";
import type { Table } from "../table.ts";
import { constantInLabelFindings } from "./constant-in-label.ts";
import { type Finding, finding } from "./findings.ts";
import { fewestShared } from "./pairs.ts";

/** Fewer rows than this per combination of two columns' labels are reported. */
const rowsPerCell = 5;

export function constantCategoryFinding(name: string, label: string): Finding {
  return finding({
    kind: "constant",
    severity: "fatal",
    columns: [name],
    message: `column "${name}" must vary, got "${label}" in every row`,
    meaning: "It can be neither a cause nor an effect: with one label there is nothing to explain.",
    remedies: [{ drop: [name] }],
  });
}

/** Findings about the given columns, categorical and varying, in order. Two columns are compared where both have a label. */
export function categoryFindings(table: Table, columns: readonly number[]): Finding[] {
  const counts = new Map(columns.map((j) => [j, labelCounts(table, j)]));
  const isIdentifier = (j: number) =>
    table.levels![j]!.length > 2 && counts.get(j)!.every((count) => count === 1);
  const kinds = columns.filter((j) => !isIdentifier(j));
  return [
    ...renamedFindings(table, kinds),
    ...columns.filter(isIdentifier).map((j) => identifierFinding(table, j)),
    ...determinedFindings(table, kinds),
    ...sparseFindings(table, kinds),
    ...constantInLabelFindings(table, kinds, counts),
    ...rareFindings(table, kinds, counts),
    ...spellingFindings(table, kinds),
    ...noAnswerFindings(table, kinds),
  ];
}

function renamedFindings({ names, X, levels }: Table, columns: readonly number[]): Finding[] {
  const singles: number[] = [];
  const out: Finding[] = [];
  for (const j of columns) {
    const twin = singles.find((i) => isRenamed(i, j));
    if (twin === undefined) singles.push(j);
    else out.push(renamedFinding(names[twin], names[j]));
  }
  return out;

  /** Do the labels of the two columns correspond one to one? */
  function isRenamed(a: number, b: number): boolean {
    const k = levels![a]!.length;
    if (levels![b]!.length !== k) return false;
    const to = new Int32Array(k).fill(-1);
    const from = new Int32Array(k).fill(-1);
    let [shared, pairs] = [0, 0];
    for (let i = 0; i < X.rows; i++) {
      const [x, y] = [X.data[i * X.cols + a], X.data[i * X.cols + b]];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      shared++;
      if (to[x] < 0 && from[y] < 0) {
        [to[x], from[y]] = [y, x];
        pairs++;
      }
      if (to[x] !== y || from[y] !== x) return false;
    }
    // In few rows the labels may match by chance.
    return shared === X.rows || (pairs > 1 && shared >= Math.max(fewestShared, rowsPerCell * k));
  }
}

function renamedFinding(a: string, b: string): Finding {
  return finding({
    kind: "duplicate",
    severity: "fatal",
    columns: [b, a],
    message: `columns "${a}" and "${b}" must differ, got a one-to-one match of their labels`,
    meaning: "The scores cannot tell these columns apart: graphs that swap their roles fit equally well.",
    remedies: [{ drop: [b] }, { drop: [a] }],
  });
}

/** Columns determined by another, each with the first such, in the given order. Pairs that are not usually differ within few rows. */
function determinedFindings({ names, X, levels }: Table, columns: readonly number[]): Finding[] {
  const pairs = columns.flatMap((j) => {
    const by = columns.find((i) => isDetermined(j, i));
    return by === undefined ? [] : [{ j, by }];
  });
  if (pairs.length === 0) return [];
  const parts = pairs.map(({ j, by }) => `"${names[j]}" from "${names[by]}"`);
  return [
    finding({
      kind: "near-deterministic",
      severity: "warning",
      columns: pairs.map(({ j }) => names[j]),
      message: `labels that follow from those of another column: ${parts.join(", ")}`,
      meaning:
        "What explains one of the two explains the other: which of them a third column is linked with, and in which direction, the data cannot show.",
      remedies: [
        { drop: pairs.map(({ j }) => names[j]) },
        { drop: [...new Set(pairs.map(({ by }) => names[by]))] },
      ],
    }),
  ];

  /** Does each label of column i imply one label of column j, which has fewer? */
  function isDetermined(j: number, i: number): boolean {
    const k = levels![i]!.length;
    if (i === j || levels![j]!.length >= k || X.rows < rowsPerCell * k) return false;
    const to = new Int32Array(k).fill(-1);
    let shared = 0;
    for (let row = 0; row < X.rows; row++) {
      const [x, y] = [X.data[row * X.cols + i], X.data[row * X.cols + j]];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      shared++;
      if (to[x] < 0) to[x] = y;
      else if (to[x] !== y) return false;
    }
    return shared >= rowsPerCell * k && new Set(to.filter((y) => y >= 0)).size > 1;
  }
}

function identifierFinding({ names, levels }: Table, j: number): Finding {
  return finding({
    kind: "identifier",
    severity: "warning",
    columns: [names[j]],
    message: `column "${names[j]}" has a different label in each of the ${levels![j]!.length} rows`,
    meaning: "It identifies the rows and carries no other information: every count is one.",
    remedies: [{ drop: [names[j]] }],
  });
}

function sparseFindings({ names, X, levels }: Table, columns: readonly number[]): Finding[] {
  const [a, b] = [...columns].sort((i, j) => levels![j]!.length - levels![i]!.length);
  if (b === undefined) return [];
  const cells = levels![a]!.length * levels![b]!.length;
  if (X.rows >= rowsPerCell * cells) return [];
  return [
    finding({
      kind: "sparse",
      severity: "warning",
      columns: [names[a], names[b]],
      message: `the labels of "${names[a]}" (${levels![a]!.length}) and "${names[b]}" (${levels![b]!.length}) have ${cells} combinations, for ${X.rows} rows`,
      meaning:
        "Most of them are rare or absent, so that the prior of bdeu, or the penalty of the BIC scores, decides about edges between such columns rather than the data.",
      remedies: [
        { act: "merge rare labels" },
        { drop: [names[a]] },
        { drop: [names[b]] },
        { act: "add rows" },
      ],
    }),
  ];
}

function rareFindings(
  { names }: Table,
  columns: readonly number[],
  counts: ReadonlyMap<number, Int32Array>,
): Finding[] {
  const seldom = (j: number) => counts.get(j)!.filter((count) => count === 1).length;
  const rare = columns.filter((j) => seldom(j) > 0);
  if (rare.length === 0) return [];
  return [
    finding({
      kind: "rare-labels",
      severity: "note",
      columns: rare.map((j) => names[j]),
      message: `labels that occur in one row only: ${rare.map((j) => `"${names[j]}" (${seldom(j)} of ${counts.get(j)!.length})`).join(", ")}`,
      meaning:
        "Each costs as many parameters as a common label and carries almost no information; it may be misspelt.",
      remedies: [{ act: "correct misspelt labels" }, { act: "merge rare ones into one" }],
    }),
  ];
}

function spellingFindings({ names, levels }: Table, columns: readonly number[]): Finding[] {
  const found = columns.flatMap((j) => {
    const alike = new Map<string, string[]>();
    for (const label of levels![j]!) {
      if (!/\p{L}/u.test(label)) continue; // 1-5 and 15 are not spellings of one label
      const plain = label.toLowerCase().replaceAll(/[\s_-]/g, "");
      alike.set(plain, [...(alike.get(plain) ?? []), label]);
    }
    const several = [...alike.values()].filter((labels) => labels.length > 1);
    return several.length === 0 ? [] : [{ name: names[j], labels: several[0] }];
  });
  if (found.length === 0) return [];
  return [
    finding({
      kind: "spelling",
      severity: "warning",
      columns: found.map(({ name }) => name),
      message: `labels that differ only in capitals, spaces or hyphens: ${namedLabels(found)}`,
      meaning: "They count as different categories.",
      remedies: [{ act: "spell them alike" }],
    }),
  ];
}

function noAnswerFindings({ names, levels }: Table, columns: readonly number[]): Finding[] {
  const found = columns.flatMap((j) => {
    const labels = levels![j]!.filter(isNoAnswer);
    return labels.length === 0 ? [] : [{ name: names[j], labels }];
  });
  if (found.length === 0) return [];
  return [
    finding({
      kind: "missing-label",
      severity: "note",
      columns: found.map(({ name }) => name),
      message: `labels that may stand for missing values: ${namedLabels(found)}`,
      meaning: "They count as categories like any other.",
      remedies: [{ when: "if they mean that the value is not known", act: "replace them with empty cells" }],
    }),
  ];
}

/** Number of rows with each label. */
function labelCounts({ X, levels }: Table, j: number): Int32Array {
  const counts = new Int32Array(levels![j]!.length);
  for (let i = 0; i < X.rows; i++) {
    const code = X.data[i * X.cols + j];
    if (!Number.isNaN(code)) counts[code]++;
  }
  return counts;
}

/** Columns with the labels that a finding is about: `"city" ("Bern", "bern")`. */
function namedLabels(
  columns: readonly { readonly name: string; readonly labels: readonly string[] }[],
): string {
  return columns
    .map(({ name, labels }) => `"${name}" (${labels.map((label) => `"${label}"`).join(", ")})`)
    .join(", ");
}
