// What the data doctor found, the gravest first, each with its meaning and the ways out: those that the page can take are buttons.

import { useState } from "react";
import type { wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { pageWaysOut } from "../search/page-words.ts";
import { openWays } from "../search/remedied.ts";

type Finding = wire.Findings["findings"][number];

/** A sign and a word beside the colour. */
const marks = {
  fatal: { sign: "✕", word: "Must be resolved" },
  warning: { sign: "!", word: "Warning" },
  note: { sign: "i", word: "Note" },
} as const;

/** How many are shown at first, and of the ways out of one. */
const shownFindings = 12;
const shownWays = 6;

interface FindingsListProps {
  readonly findings: readonly Finding[];
  readonly draft: Draft;
  readonly onTake: (taken: Draft) => void;
}

export function FindingsList({ findings, draft, onTake }: FindingsListProps) {
  const [shown, setShown] = useState(shownFindings);
  return (
    <>
      <ul className="findings">
        {findings.slice(0, shown).map((finding, k) => (
          <li key={k} className={`finding-${finding.severity}`}>
            <FindingItem finding={finding} draft={draft} onTake={onTake} />
          </li>
        ))}
      </ul>
      {shown < findings.length && (
        <button type="button" onClick={() => setShown(findings.length)}>
          Show all {findings.length} findings
        </button>
      )}
    </>
  );
}

interface FindingItemProps extends Pick<FindingsListProps, "draft" | "onTake"> {
  readonly finding: Finding;
}

function FindingItem({ finding, draft, onTake }: FindingItemProps) {
  const { sign, word } = marks[finding.severity];
  const ways = openWays(finding.remedies, draft);
  const way = finding.remedies ? pageWaysOut(finding.remedies) : finding.remedy;
  return (
    <>
      <p className="finding-message name">
        <span className="finding-mark">
          <span aria-hidden="true">{sign}</span> {word}
        </span>{" "}
        {finding.message}
      </p>
      <p className="small name">
        {finding.meaning} <span className="soft">Way out: {way}.</span>
      </p>
      {ways.length > 0 && (
        <p className="finding-ways">
          {ways.slice(0, shownWays).map(({ label, taken }) => (
            <button key={label} type="button" className="name" onClick={() => onTake(taken)}>
              {label}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
