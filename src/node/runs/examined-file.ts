// What the data doctor says of a file: of its cells, and of the columns and rows that are left.

import {
  categorisedTable,
  cellFindings,
  check,
  checkColumns,
  createTable,
  examination,
  type Finding,
  isOwnScore,
  type RunSpec,
  runSpec,
  scoreFindings,
  scores,
  suggestion,
  type TableOptions,
  tableFor,
} from "../../core/index.ts";
import { type Cells, type ReadTableOptions, readCells } from "../files/read-table.ts";
import { drive } from "./drive.ts";

export interface ExaminedFileOptions extends Omit<ReadTableOptions, "categorical"> {
  /** Columns of numbers that are categories. */
  readonly categorical?: readonly string[] | undefined;
  /** Examine it for this score: what it takes differs. */
  readonly score: string;
  /** Called with the share of the columns that are examined. */
  readonly onExamining?: (share: number) => void;
}

export interface ExaminedFile {
  readonly rows: number;
  readonly names: readonly string[];
  readonly findings: readonly Finding[];
}

export async function examinedFile(path: string, options: ExaminedFileOptions): Promise<ExaminedFile> {
  const { missing = "fail", score, categorical: named, onExamining, ...reading } = options;
  const { categorical: known } = runSpec({ score, categorical: named && [...named] });
  const categorical = categoriesFor([score], named);
  const cells = await readCells(path, { ...reading, categorical });
  const { facts, rows, names } = cells;
  if (rows < 2) checkColumns(facts, { rows, completeRows: cells.X.rows, missing });
  createTable(names, cells.X); // refuses two columns of one name
  const unknown = named?.find((name) => !names.includes(name));
  check(
    unknown === undefined,
    () => `--categorical: no column is called "${unknown}"; ${suggestion(unknown!, names)}`,
  );
  const usable = facts.filter((f) => f.text === undefined && f.infiniteRow === undefined && f.missing < rows);
  const sound = usable.map(({ name }) => name);
  const whole =
    sound.length === names.length
      ? cells
      : sound.length < 2
        ? null
        : await readCells(path, { ...reading, categorical, columns: sound });
  const left = whole && examinedTable(whole, { score, categorical: known });
  const inTable = left
    ? [...(await drive(examination(left), { onEvent: onExamining })), ...scoreFindings(left)]
    : [];
  const findings = [...cellFindings(facts, rows, { missing }), ...inTable];
  return {
    rows,
    names,
    findings: findings.toSorted((p, q) => severities[p.severity] - severities[q.severity]),
  };
}

/** What is read as categories for some scores: all text where one of them takes that, only what is named for one's own. */
export function categoriesFor(
  names: readonly string[],
  named: readonly string[] | undefined,
): TableOptions["categorical"] {
  if (names.some((name) => (scores[name]?.takes ?? "numbers") !== "numbers")) return "text";
  return names.some(isOwnScore) ? named : undefined;
}

/** What is left as the score takes it; of the columns that were named as categories, those that are there. */
function examinedTable(cells: Cells, { score, categorical = [] }: Pick<RunSpec, "score" | "categorical">) {
  const there = categorical.filter((name) => cells.names.includes(name));
  return tableFor(categorisedTable(cells, "text"), { score, categorical: there });
}

const severities = { fatal: 0, warning: 1, note: 2 };
