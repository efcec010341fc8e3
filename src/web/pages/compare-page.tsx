// Two runs compared: their facts, their edges in one graph, and edge by edge.

import { useMemo, useState } from "react";
import { numbers, type RunResult, type wire, words } from "../../core/index.ts";
import { EdgeList } from "../views/graph/edge-list.tsx";
import { GraphView } from "../views/graph/graph-view.tsx";
import {
  arrowWords,
  comparedGraph,
  comparedKind,
  comparedKinds,
  comparedLegend,
  comparedWords,
} from "../views/result/compared-graph.ts";
import { CheckBox } from "../views/shared/check-box.tsx";
import { Loading } from "../views/shared/loading.tsx";
import { addressOf } from "../views/shared/route.ts";
import { number, RowsTable } from "../views/shared/rows-table.tsx";
import { useRunName } from "../views/shared/run-name.tsx";
import type { Chosen } from "../views/shared/shown-edge.ts";
import { useClient } from "../views/shared/use-client.ts";
import { useLoaded } from "../views/shared/use-loaded.ts";
import { whenWords } from "../views/shared/when.ts";
import { stateWords } from "../views/watch/run-words.ts";
import "./compare-page.css";

export function ComparePage({ a, b }: { readonly a: string; readonly b: string }) {
  const client = useClient();
  const loaded = useLoaded(async () => {
    const [comparison, runs, results] = await Promise.all([
      client.compare(a, b),
      Promise.all([client.run(a), client.run(b)]),
      Promise.all([client.result(a), client.result(b)]),
    ]);
    return { comparison, runs, results } as const;
  }, [client, a, b]);
  return (
    <>
      <h1>Two runs compared</h1>
      <Loading of={loaded} what="Comparing">
        {(value) => <Compared {...value} />}
      </Loading>
    </>
  );
}

interface ComparedProps {
  readonly comparison: wire.Comparison;
  readonly runs: readonly [wire.RunDetails, wire.RunDetails];
  readonly results: readonly [RunResult, RunResult];
}

function Compared({ comparison, runs, results }: ComparedProps) {
  const { same, open, opposite, onlyA, onlyB } = comparison.counts;
  const total = same + open + opposite + onlyA + onlyB;
  const agreement = words.agreementSentence(results);
  const isOtherTable = results[0].table.hash !== results[1].table.hash;
  const names = useMemo(() => [...new Set(results.flatMap(({ table }) => table.columns))], [results]);
  const edges = useMemo(() => comparedGraph(comparison), [comparison]);
  const legend = useMemo(() => comparedLegend(comparison), [comparison]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <p className="compare-answer">
        {total === 0
          ? "Neither run has an edge."
          : `${numbers.counted(total, "adjacent pair")} in total: ${numbers.count(same)} the same in both, ${numbers.count(open)} whose direction one of them leaves open, ${numbers.count(opposite)} with opposite directions, ${numbers.count(onlyA)} only in A, ${numbers.count(onlyB)} only in B. Structural Hamming distance ${numbers.count(comparison.shd)}.`}
      </p>
      {agreement !== "" && <p>{agreement}</p>}
      {isOtherTable && (
        <p className="notice">The two runs used different data, so their scores are not comparable.</p>
      )}
      <Facts runs={runs} results={results} />
      <h2>Combined graph</h2>
      <GraphView
        names={names}
        edges={edges}
        label="Edges of both runs in one graph"
        legend={legend}
        chosen={chosen}
        onChoose={setChosen}
      />
      <EdgeList edges={edges} chosen={chosen} onChoose={setChosen} />
      <h2>Edge by edge</h2>
      <Edges comparison={comparison} chosen={chosen} />
    </>
  );
}

function Facts({ runs, results }: Omit<ComparedProps, "comparison">) {
  const names = [useRunName(runs[0].id), useRunName(runs[1].id)];
  const row = (title: string, of: (run: wire.RunDetails, result: RunResult) => string) => [
    title,
    ...runs.map((run, k) => of(run, results[k])),
  ];
  const link = (k: 0 | 1) => (
    <a key={runs[k].id} href={addressOf({ page: "result", run: runs[k].id })}>
      Open {"AB"[k]}
    </a>
  );
  return (
    <RowsTable
      caption="The two runs"
      columns={[{ title: "" }, { title: "Run A" }, { title: "Run B" }]}
      rows={[
        ...(names.some((name) => name !== "") ? [["Name", ...names.map((name) => name || "–")]] : []),
        row("Table", (run) => run.table.name),
        row("Search", (_, { search }) => search),
        row("Score", (_, { spec }) => spec.score),
        row("Seed", (_, { seed }) => String(seed)),
        row("Started", (run) => whenWords(run.created)),
        row("State", stateWords),
        row("Time", (_, { seconds }) => numbers.duration(seconds)),
        row("Edges", (_, { edges, undirected }) => numbers.count(edges.length + undirected.length)),
        row("Score of the final graph", (_, { finalScore }) => numbers.fixed(finalScore)),
        row("Gap to the proven optimum", (_, { gap }) =>
          gap === null ? "unknown" : numbers.difference(gap),
        ),
        row("What is proven", (_, result) => result.claim ?? "nothing"),
        ...(results.some(({ metrics }) => metrics !== null)
          ? [
              row("SHD to the truth", (_, { metrics }) =>
                metrics === null ? "–" : numbers.count(metrics.shd),
              ),
            ]
          : []),
        ["", link(0), link(1)],
      ]}
    />
  );
}

function Edges({
  comparison,
  chosen,
}: Pick<ComparedProps, "comparison"> & { readonly chosen: Chosen | null }) {
  const [isAll, setAll] = useState(true);
  const sorted = comparison.edges.toSorted(
    (x, y) => comparedKinds.indexOf(comparedKind(y)) - comparedKinds.indexOf(comparedKind(x)),
  );
  const visible = isAll ? sorted : sorted.filter(({ mark }) => mark !== "same");
  const isMarked = ([first, second]: readonly [string, string]): boolean =>
    chosen?.what === "edge"
      ? [chosen.from, chosen.to].includes(first) && [chosen.from, chosen.to].includes(second)
      : chosen !== null && [first, second].includes(chosen.name);
  const value = (loss: number | null): string => (loss === null ? "–" : numbers.significant(loss));
  return (
    <>
      <CheckBox isOn={!isAll} onChange={(isOn) => setAll(!isOn)}>
        Differences only
      </CheckBox>
      {visible.length === 0 ? (
        <p className="soft">None.</p>
      ) : (
        <div className="compare-edges">
          <RowsTable
            caption="Edges of both runs"
            columns={[
              { title: "Run A" },
              { title: "Run B" },
              number("Score loss A"),
              number("Score loss B"),
              { title: "" },
            ]}
            rows={visible.map((edge) => [
              ...[edge.a, edge.b].map((arrow, k) => (
                <bdi key={k} className="name">
                  {arrowWords(edge.pair, arrow)}
                </bdi>
              )),
              value(edge.losses.a),
              value(edge.losses.b),
              comparedWords(edge),
            ])}
            rowClass={(k) => (isMarked(visible[k].pair) ? "compare-chosen" : undefined)}
          />
        </div>
      )}
    </>
  );
}
