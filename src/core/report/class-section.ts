// Which directions of the answer are identified, and what the equivalence class is.

import type { RunResult } from "../run/result.ts";
import type { AnySearch } from "../search/definition.ts";
import { memberWords, numberWords } from "./answer.ts";
import { count, counted } from "./numbers.ts";
import { code, named, phrase, term } from "./phrase.ts";
import type { Section } from "./section.ts";

/** Explains the equivalence class to readers new to the concept, and how the search dealt with it. */
export function classSection(result: RunResult, { uses }: Pick<AnySearch, "uses">): Section {
  const { answer, edges, undirected, knowledge, spec, search } = result;
  const score = code(spec.score);
  const ignoresScore = uses === "rows";
  const [id, title] = ["class", "Identified directions"];
  if (answer.kind === "dag") {
    const text = ignoresScore
      ? phrase`The search ${code(search)} decided every direction by its own criterion, not by ${score}. It rests on the assumptions of that criterion; where they fail, directions are the first to be wrong.`
      : phrase`Under ${score} graphs that imply the same independencies can still score differently, so every direction was decided by the score. It rests on the assumptions of that score; where they fail, directions are the first to be wrong.`;
    return { id, title, blocks: [{ text }] };
  }
  const isOfSearch = answer.by === "search";
  const alike = ignoresScore
    ? phrase` by tests of independence`
    : isOfSearch
      ? phrase` by the independencies alone, and the search ${code(search)} chose among classes, not among their members`
      : result.scoring?.isEquivalent === false
        ? phrase` reliably, and differences between their values of ${score} identify no directions`
        : phrase`, and ${score} gives them all the same score`;
  const all = edges.length + undirected.length;
  const settled =
    answer.kind === "member"
      ? phrase`The graph shown is ${memberWords(result)}, chosen by the order of the names, because one member was requested.`
      : undirected.length === 0
        ? phrase`Here all ${counted(all, "edge")} have the same direction in every graph of the class: it has one member, the graph shown.`
        : phrase`Of the ${counted(all, "edge")}, ${having(edges.length)} the same direction in every graph of the class (${term("compelled")}, drawn as arrows). The other ${having(undirected.length)} different directions in different members (${term("reversible")}, drawn without an arrow). The class has ${memberCount(result)}.`;
  const pairs = undirected.map(([a, b]) => phrase`${named(a)} — ${named(b)}`);
  return {
    id,
    title,
    blocks: [
      {
        text: phrase`Different graphs can imply exactly the same conditional independencies. Observational data cannot tell such graphs apart${alike}: together they are a Markov equivalence class (drawn as a graph with some edges undirected, a CPDAG).`,
      },
      { text: settled },
      ...(pairs.length === 0 ? [] : [{ list: pairs, look: "pairs" } as const]),
      ...(knowledge.length === 0
        ? []
        : [
            {
              text: "Only graphs of the class that satisfy the required and forbidden edges are counted; these may determine directions that the data leave open.",
              look: "soft",
            } as const,
          ]),
    ],
  };
}

function memberCount(result: RunResult): string {
  return `${numberWords(result)} ${result.members === "1" ? "member" : "members"}`;
}

function having(edges: number): string {
  return edges === 1 ? "one has" : `${count(edges)} have`;
}
