// For a search by independence tests: why pairs are not adjacent, and where the tests contradict each other.

import type { RunResult } from "../run/result.ts";
import { counted } from "./numbers.ts";
import { joined, named, type Phrase, phrase } from "./phrase.ts";
import { number, type Section } from "./section.ts";

export function testsSection({ tests }: RunResult): Section | null {
  if (tests === null) return null;
  const { separations, conflicts } = tests;
  const columns = [{ title: "Not adjacent" }, { title: "Independent given" }, number("p-value")];
  const rows = separations.map(({ pair, given, p }) => [
    joined(pair.map(named)),
    given.length === 0 ? "nothing" : joined(given.map(named)),
    p.toPrecision(3),
  ]);
  return {
    id: "tests",
    title: "Independence tests",
    blocks: [
      {
        text: "Two variables are adjacent unless some set of others makes them independent. Of the smallest sets that do, the one with the largest p-value is listed.",
      },
      ...(rows.length === 0 ? [] : [{ table: { columns, rows } }]),
      ...(conflicts.length === 0
        ? []
        : [
            { heading: "Where the tests contradict each other" },
            { text: `${counted(conflicts.length, "place")}, decided by the rules of the search.` },
            { list: conflicts.map(conflictSentence) },
          ]),
    ],
  };
}

type Conflict = NonNullable<RunResult["tests"]>["conflicts"][number];

/** What the tests imply, and how the conflict was resolved. */
function conflictSentence({ kind, variables }: Conflict): Phrase {
  const [a, b, c] = variables.map(named);
  const collider = () => phrase`${a} → ${b} ← ${c}`;
  switch (kind) {
    case "knowledge":
      return phrase`${collider()} follows from the tests and was left out: the prior knowledge directs one of its pairs the other way.`;
    case "collider":
      return phrase`${collider()} follows from the tests and was left out: another collider directs one of its pairs the other way.`;
    case "cycle":
      return phrase`${collider()} follows from the tests and was left out: it would close a cycle.`;
    case "extra":
      return phrase`${collider()} is in the graph, although ${b} is in a set that separates the other two: no graph has the other colliders alone.`;
    case "knowledge-cycle":
      return phrase`The edge between ${a} and ${b} was removed, although no set separates them: with the prior knowledge it closes a cycle.`;
    case "max-parents":
      return phrase`The edge between ${a} and ${b} was removed, although no set separates them: more parents than allowed.`;
  }
}
