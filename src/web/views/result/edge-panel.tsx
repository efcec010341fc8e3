// The selected element of the graph: an edge with its strength, its effect curve, its contribution to the score and its
// alternatives; or a variable with its causes and effects.

import { useEffect, useRef } from "react";
import {
  type EdgeStrength,
  linkOf,
  type NamedEdge,
  numbers,
  type RunResult,
  words,
} from "../../../core/index.ts";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { type Chosen, isChosen, nameText, neighbours, type ShownEdge } from "../shared/shown-edge.ts";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { EffectCurve } from "./effect-curve.tsx";
import { Facts } from "./section-blocks.tsx";

export interface EdgePanelProps {
  readonly run: string;
  readonly result: RunResult;
  /** Edges of the graph that is shown. */
  readonly edges: readonly ShownEdge[];
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
}

export function EdgePanel({ run, result, edges, chosen, onChoose }: EdgePanelProps) {
  const panel = useRef<HTMLElement>(null);
  // On narrow screens the panel is below the drawing and may be out of view.
  useEffect(() => {
    if (chosen !== null && matchMedia("(max-width: 62rem)").matches)
      panel.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <section ref={panel} className="panel result-panel" aria-label="Selection">
      {chosen === null ? (
        <>
          <h2>Nothing selected</h2>
          <p className="soft">
            Select an edge, in the graph or in the list, to see its strength and its alternatives; or a
            variable, to see its causes and effects.
          </p>
        </>
      ) : (
        <>
          <button type="button" className="plain result-close" onClick={() => onChoose(null)}>
            Close
          </button>
          {chosen.what === "edge" ? (
            <EdgeFacts
              key={JSON.stringify([chosen.from, chosen.to])}
              run={run}
              result={result}
              edge={[chosen.from, chosen.to]}
              isDirected={edges.find((edge) => isChosen(edge, chosen))?.isDirected ?? true}
            />
          ) : (
            <NodeFacts name={chosen.name} edges={edges} onChoose={onChoose} />
          )}
        </>
      )}
    </section>
  );
}

interface EdgeFactsProps {
  readonly run: string;
  readonly result: RunResult;
  readonly edge: NamedEdge;
}

function EdgeFacts({
  run,
  result,
  edge: [cause, effect],
  isDirected,
}: EdgeFactsProps & { readonly isDirected: boolean }) {
  const row = words
    .edgeRows(result)
    .find(
      (each) =>
        (each.cause === cause && each.effect === effect) ||
        (!each.isDirected && each.cause === effect && each.effect === cause),
    );
  const isFinal = row !== undefined && row.verdict !== "missing";
  const facts = [
    ...shareFacts(result, [cause, effect]),
    ...strengthFacts(row?.strength ?? null),
    ...(row?.source == null ? [] : [["Direction", directionWords[row.source]] as const]),
    ...(row?.verdict == null ? [] : [["Against the truth", row.verdict] as const]),
    ["In the graphs", whereOf(result, [cause, effect]).join(", ")] as const,
  ];
  return (
    <>
      <h2 className="name">
        <bdi>{nameText(cause)}</bdi> {isDirected ? "→" : "—"} <bdi>{nameText(effect)}</bdi>
      </h2>
      <Facts of={facts} />
      {isFinal ? (
        // The key discards the details of the previous edge immediately.
        <Details
          key={JSON.stringify([row.cause, row.effect])}
          run={run}
          result={result}
          edge={[row.cause, row.effect]}
        />
      ) : (
        <p className="soft">It is not in the final graph, so there are no further details.</p>
      )}
    </>
  );
}

const directionWords = {
  data: "identified by the data, under the model of the method",
  knowledge: "prior knowledge, or implied by it",
  open: "open: graphs that the data do not tell apart differ in it",
  choice: "arbitrary: graphs that the data do not tell apart may differ in it",
  graph: "as in this graph, which is not known to be the best",
};

/** Confidence of the pair: the share of graphs that link the two, and that of each direction. */
function shareFacts({ confidence }: RunResult, [a, b]: NamedEdge): (readonly [string, string])[] {
  if (!confidence) return [];
  const pair = words.pairLookup(confidence)(a, b);
  const [one, other] = [nameText(a), nameText(b)];
  if (pair === null) return [["Linked", words.edgeShares(pair, true)[0]]];
  const path = (from: string, to: string) =>
    (confidence.ancestors ?? [])
      .filter((each) => each.a === from && each.b === to)
      .map((each) => [`${nameText(from)} → … → ${nameText(to)}`, each.probability] as const);
  return (
    [
      ["Linked", linkOf(pair)],
      [`${one} → ${other}`, pair.forward],
      [`${other} → ${one}`, pair.backward],
      ...(confidence.method === "posterior" ? [] : [[`${one} — ${other}`, pair.undirected] as const]),
      ...path(a, b),
      ...path(b, a),
    ] as const
  ).map(([title, share]) => [title, numbers.shareOf(share)]);
}

/** Measures of the strength of a link, with their names. */
function strengthFacts(strength: EdgeStrength | null): (readonly [string, string])[] {
  if (strength === null) return [];
  const { loss, evidence, reversal, directionEvidence, interval } = strength;
  const { coefficient, standardised, partialCorrelation, information } = strength;
  const number = (title: string, value: number | null): (readonly [string, string])[] =>
    value === null ? [] : [[title, numbers.significant(value)]];
  return [
    ...number("Score loss without the link", loss),
    ...(evidence === null ? [] : [["Evidence for the link", evidence] as const]),
    ...number("Score loss with the arrow reversed or left out", reversal ?? null),
    ...(directionEvidence == null ? [] : [["Evidence for the arrow", directionEvidence] as const]),
    ...number("Coefficient", coefficient),
    ...(interval === null ? [] : [["95 % interval", words.intervalOf(strength)] as const]),
    ...number("Standardised", standardised),
    ...number("Partial correlation", partialCorrelation),
    ...number("Mutual information (nats)", information),
  ];
}

function whereOf({ edges, undirected, rawEdges, polished, truth }: RunResult, edge: NamedEdge): string[] {
  const has = (list: readonly NamedEdge[]): boolean => list.some(([a, b]) => a === edge[0] && b === edge[1]);
  const lists = [
    ["found by the search", rawEdges],
    ["polished", polished?.edges ?? []],
    ["final", [...edges, ...undirected]],
    ["truth", truth?.edges ?? []],
  ] as const;
  return lists.filter(([, list]) => has(list)).map(([name]) => name);
}

function Details({ run, result, edge: [cause, effect] }: EdgeFactsProps) {
  const client = useClient();
  const loaded = useLoaded(() => client.edge(run, [cause, effect]), [run, cause, effect]);
  if (loaded.is === "waiting") return <Waiting what="Analysing this edge" />;
  if (loaded.is === "refused") return <Sentence text={loaded.sentence} />;
  const { curve, contribution, alternatives, parents } = loaded.value;
  const others = parents.filter((name) => name !== cause);
  return (
    <>
      {contribution !== null && (
        <p>
          This edge {contribution >= 0 ? "increases" : "decreases"} the score by{" "}
          {numbers.difference(Math.abs(contribution))}.
        </p>
      )}
      {curve !== null && (
        <EffectCurve curve={curve} cause={cause} effect={effect} hasOthers={others.length > 0} />
      )}
      {others.length > 0 && (
        <p className="small soft">
          Other causes of <bdi className="name">{nameText(effect)}</bdi>:{" "}
          <span className="name">{others.map(nameText).join(", ")}</span>.
        </p>
      )}
      {alternatives.length > 0 && (
        <>
          <h3>Alternatives</h3>
          <ul className="result-alternatives">
            {alternatives.map(({ kind, describes, change, sentence }, k) => (
              <li key={`${kind} ${k}`}>
                <span className="name">{describes}</span>
                <span className="number">{change === null ? "–" : changeOf(change)}</span>
                {sentence !== null && <span className="small soft name">{sentence}</span>}
              </li>
            ))}
          </ul>
          <p className="small soft">Each with the change of the score; higher is better.</p>
        </>
      )}
      <p className="small soft">{words.strengthSentences(result).join(" ")}</p>
    </>
  );
}

/** With an explicit sign. */
function changeOf(change: number): string {
  return change > 0 ? `+${numbers.difference(change)}` : numbers.difference(change);
}

interface NodeFactsProps {
  readonly name: string;
  readonly edges: readonly ShownEdge[];
  readonly onChoose: (chosen: Chosen) => void;
}

function NodeFacts({ name, edges, onChoose }: NodeFactsProps) {
  const { causes, effects, open } = neighbours(name, edges);
  const lists = [
    ["Causes", causes],
    ["Effects", effects],
    ["Undirected", open],
  ] as const;
  return (
    <>
      <h2 className="name">
        <bdi>{nameText(name)}</bdi>
      </h2>
      {lists
        .filter(([title, list]) => list.length > 0 || title !== "Undirected")
        .map(([title, list]) => (
          <div key={title}>
            <h3>{title}</h3>
            {list.length === 0 && <p className="soft">None in this graph.</p>}
            <ul className="result-neighbours">
              {list.map(({ from, to, loss, note }) => (
                <li key={JSON.stringify([from, to])}>
                  <button
                    type="button"
                    className="plain name"
                    onClick={() => onChoose({ what: "edge", from, to })}
                  >
                    {nameText(from === name ? to : from)}
                  </button>
                  {loss !== null && <span className="number">{numbers.significant(loss)}</span>}
                  {note !== "" && <span className="small soft">{note}</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </>
  );
}
