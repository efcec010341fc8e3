// Report sections for a paper's supplement: the methods paragraph with its references, the assumptions, the data, and the sensitivity
// of the answer to the penalty.

import type { NamedEdge, RunResult } from "../run/result.ts";
import { sensitivitySentences } from "../run/sensitivity-facts.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";
import { count, counted, significant } from "./numbers.ts";
import { named, phrase } from "./phrase.ts";
import { number, orDash, type Section, type Text } from "./section.ts";

export function methodsSection({ methods }: RunResult): Section | null {
  if (methods === undefined) return null;
  const { paragraph, references } = methods;
  return {
    id: "methods",
    title: "Methods",
    blocks: [
      { text: paragraph },
      { heading: "References" },
      { list: references.map((work, k) => `[${k + 1}] ${work}.`), look: "references" },
    ],
  };
}

export function assumptionsSection(result: RunResult): Section {
  const { search, spec, answer } = result;
  const { uses = "score", method } = searches[search] ?? {};
  const model = uses === "rows" ? method?.assumes : scores[spec.score]?.method?.assumes;
  const statements = [
    "No two of the variables have a common cause that is not in the table.",
    "No variable is, through others, a cause of itself: there is no feedback.",
    "The rows are independent of each other and come from one population, whose causes are the same in all of them.",
    ...(model === undefined ? [] : [model]),
    ...(answer.kind === "dag"
      ? []
      : [
          "Variables that are linked in the graph are dependent in the population: effects along different paths do not cancel.",
        ]),
  ];
  return {
    id: "assumptions",
    title: "Assumptions",
    blocks: [
      { text: "An arrow is a causal effect only where all of these hold. No data can show that they do." },
      { list: statements, look: "statements" },
    ],
  };
}

export function dataSection(result: RunResult): Section | null {
  const { columns, kinds = {}, rows, table } = result;
  if (columns === undefined) return null;
  const { read = table.rows, used = table.rows, how = "all" } = rows ?? {};
  const evidence =
    rows?.counted === undefined
      ? ""
      : `; as evidence they count as ${count(Math.round(rows.counted))} complete rows`;
  const text = {
    all: `${counted(used, "row")}.`,
    drop: `${count(used)} of ${counted(read, "row")}: those without missing values.`,
    em: `${counted(used, "row")}; some have missing values, and means and covariances are estimates by the EM algorithm from all of them${evidence}.`,
    impute: `${counted(used, "row")}; missing values were filled by multiple imputation${evidence}.`,
  }[how];
  const has = (name: "labels" | "mean" | "min"): boolean => columns.some((column) => column[name] !== null);
  const hasKinds = Object.keys(kinds).length > 0;
  const fields = [
    { column: { title: "Variable" }, cell: (k: number): Text => [named(columns[k].name)] },
    ...(hasKinds
      ? [{ column: { title: "Kind" }, cell: (k: number): Text => kinds[columns[k].name]?.kind ?? "number" }]
      : []),
    ...(has("labels")
      ? [{ column: number("Labels"), cell: (k: number): Text => orDash(columns[k].labels, count) }]
      : []),
    ...(["mean", "deviation", "min", "max"] as const)
      .filter((name) => has(name === "deviation" ? "mean" : name === "max" ? "min" : name))
      .map((name) => ({
        column: number({ mean: "Mean", deviation: "SD", min: "Min", max: "Max" }[name]),
        cell: (k: number): Text => orDash(columns[k][name], significant),
      })),
  ];
  return {
    id: "data",
    title: "Data",
    blocks: [
      { text },
      {
        table: {
          columns: fields.map(({ column }) => column),
          rows: columns.map((_, k) => fields.map(({ cell }) => cell(k))),
          scrollAbove: 40,
        },
      },
      ...unusedColumns(kinds),
    ],
  };
}

function unusedColumns(kinds: NonNullable<RunResult["kinds"]>) {
  const unused = Object.entries(kinds).filter(([, { used }]) => !used);
  if (unused.length === 0) return [];
  const items = unused.map(([name, { reason }]) =>
    reason === undefined ? phrase`${named(name)}` : phrase`${named(name)}: ${reason}`,
  );
  return [{ heading: "Columns left out" }, { list: items, look: "statements" as const }];
}

/** The sensitivity to the penalty; `skipped` says why it was not computed, if that is known. */
export function sensitivitySection({ sensitivity }: RunResult, skipped?: string): Section | null {
  const [id, title] = ["sensitivity", "Sensitivity to the penalty"];
  if (skipped !== undefined) return { id, title, blocks: [{ text: skipped, look: "soft" }] };
  if (sensitivity === undefined || sensitivity === null) return null;
  const { graphs, option } = sensitivity;
  const pairs = new Map<string, NamedEdge>();
  const base = graphs.filter(({ factor }) => factor === 1);
  for (const { edges, undirected } of [...base, ...graphs])
    for (const edge of [...edges, ...undirected]) if (!pairs.has(keyOf(edge))) pairs.set(keyOf(edge), edge);
  const marks = graphs.map(({ edges, undirected }) => {
    const arrows = new Set(edges.map((edge) => JSON.stringify(edge)));
    const links = new Set(undirected.map(keyOf));
    return ([a, b]: NamedEdge): string =>
      arrows.has(JSON.stringify([a, b]))
        ? "→"
        : arrows.has(JSON.stringify([b, a]))
          ? "←"
          : links.has(keyOf([a, b]))
            ? "—"
            : "";
  });
  const rows = [...pairs.values()].map((edge): Text[] => [
    phrase`${named(edge[0])}`,
    ...marks.map((mark) => mark(edge)),
    phrase`${named(edge[1])}`,
  ]);
  const what = option === "penaltyWeight" ? "weight of the penalty" : "equivalent sample size";
  const differing = rows.filter((row) => new Set(row.slice(1, -1)).size > 1);
  const same = rows.length - differing.length;
  return {
    id,
    title,
    blocks: [
      ...sensitivitySentences(sensitivity).map((text) => ({ text })),
      ...(differing.length === 0
        ? []
        : [
            {
              text: `The pairs whose link is not the same at every ${what}; ${same === 0 ? "no other pair is linked" : `${counted(same, "other link")} are the same at all`}. The answer is the column of ${significant(base[0].value)}.`,
              look: "soft" as const,
            },
            {
              table: {
                columns: [
                  { title: "" },
                  ...graphs.map(({ value }) => number(significant(value))),
                  { title: "" },
                ],
                rows: differing,
                scrollAbove: 40,
              },
            },
          ]),
    ],
  };
}

/** Key of an unordered pair. */
function keyOf(edge: NamedEdge): string {
  return JSON.stringify([...edge].sort());
}
