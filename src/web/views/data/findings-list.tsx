// The findings of the data doctor, one entry for each kind, most serious first: what was found, what it means, and buttons for the
// remedies that the page can apply.

import type { Draft } from "../draft/draft.ts";
import { pageWaysOut } from "../search/page-words.ts";
import { openWays, type Way } from "../search/remedies.ts";
import { WayButtons } from "../search/way-buttons.tsx";
import { type Finding, type FindingGroup, groupedFindings } from "./grouped-findings.ts";

/** A sign and a word in addition to the colour. */
const marks = {
  fatal: { sign: "✕", word: "Must be resolved" },
  warning: { sign: "!", word: "Warning" },
  note: { sign: "i", word: "Note" },
} as const;

interface FindingsListProps {
  readonly findings: readonly Finding[];
  readonly draft: Draft;
  /** The score that will be used. */
  readonly score: string;
  readonly onTake: (draft: Draft) => void;
}

export function FindingsList({ findings, ...rest }: FindingsListProps) {
  return (
    <ul className="findings">
      {groupedFindings(findings).map((group) => (
        <li key={group.kind} className={`finding-${group.severity}`}>
          <GroupItem group={group} {...rest} />
        </li>
      ))}
    </ul>
  );
}

interface GroupItemProps extends Omit<FindingsListProps, "findings"> {
  readonly group: FindingGroup;
}

function GroupItem({ group, draft, score, onTake }: GroupItemProps) {
  const { title, severity, findings } = group;
  const { sign, word } = marks[severity];
  const [first, ...more] = findings;
  // A column that was left out is selected again in the list of columns.
  const isBelow = group.kind === "left-out" && severity !== "fatal";
  const ways = isBelow
    ? []
    : distinct(findings.flatMap(({ remedies }) => openWays(remedies, draft, { score })));
  const acts = (first.remedies ?? []).filter(({ act }) => act !== undefined);
  return (
    <>
      <p className="name">
        <span className="finding-mark">
          <span aria-hidden="true">{sign}</span>{" "}
          <span className={severity === "fatal" ? undefined : "hidden"}>{word}: </span>
          {title}
        </span>{" "}
        {first.message}
      </p>
      {more.length > 0 && (
        <details className="small">
          <summary>and {more.length} more like it</summary>
          <ul className="name">
            {more.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
      <p className="small soft name">
        {first.meaning}
        {isBelow && " Select one below to keep it."}
        {acts.length > 0 && ` Remedy: ${pageWaysOut(acts)}.`}
      </p>
      <WayButtons ways={ways} onTake={onTake} />
    </>
  );
}

function distinct(ways: readonly Way[]): readonly Way[] {
  return [...new Map(ways.map((way) => [way.label, way])).values()];
}
