// The findings of the data doctor, the most severe first, each with its meaning and its remedies: those that the page can apply
// are buttons.

import type { wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { pageWaysOut } from "../search/page-words.ts";
import { openWays } from "../search/remedies.ts";
import { WayButtons } from "../search/way-buttons.tsx";
import { useFirst } from "../shared/use-first.tsx";

type Finding = wire.Findings["findings"][number];

/** A sign and a word beside the colour. */
const marks = {
  fatal: { sign: "✕", word: "Must be resolved" },
  warning: { sign: "!", word: "Warning" },
  note: { sign: "i", word: "Note" },
} as const;

/** How many are shown at first. */
const shownFindings = 12;

interface FindingsListProps {
  readonly findings: readonly Finding[];
  readonly draft: Draft;
  readonly onTake: (taken: Draft) => void;
}

export function FindingsList({ findings, draft, onTake }: FindingsListProps) {
  const [shown, more] = useFirst(findings, shownFindings, "findings");
  return (
    <>
      <ul className="findings">
        {shown.map((finding, k) => (
          <li key={k} className={`finding-${finding.severity}`}>
            <FindingItem finding={finding} draft={draft} onTake={onTake} />
          </li>
        ))}
      </ul>
      {more}
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
        {finding.meaning} <span className="soft">Remedy: {way}.</span>
      </p>
      <WayButtons ways={ways} onTake={onTake} />
    </>
  );
}
