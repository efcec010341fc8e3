// The messages of a run: findings of the data doctor, the choice of the search, notes.

import { memo } from "react";
import { numbers } from "../../../core/index.ts";
import type { WatchedRun } from "./watched-run.ts";

interface RunLinesProps {
  readonly lines: WatchedRun["lines"];
  /** Notes of the result; null before there is one. */
  readonly notes: readonly string[] | null;
}

/** Maximum number of messages shown: a table with a thousand columns may have as many findings. */
const most = 200;

export const RunLines = memo(function RunLines({ lines, notes }: RunLinesProps) {
  if (lines.length + (notes?.length ?? 0) === 0) return null;
  return (
    <section aria-labelledby="watch-lines">
      <h2 id="watch-lines">Messages</h2>
      <ul className="watch-lines">
        {lines.slice(0, most).map((line, k) => (
          <li key={k}>
            {line.type === "finding" && (
              <>
                <strong>{severities[line.finding.severity]}</strong>{" "}
                <span className="name">{line.finding.message}.</span>{" "}
                <span className="soft">{line.finding.meaning}</span>
              </>
            )}
            {line.type === "choice" && (
              <>
                <strong>Search</strong> {line.search}: {line.reason}
              </>
            )}
            {line.type === "note" && (
              <>
                <strong>Note</strong> {line.sentence}
              </>
            )}
          </li>
        ))}
        {notes?.map((note) => (
          <li key={note}>
            <strong>Note</strong> {note}
          </li>
        ))}
      </ul>
      {lines.length > most && (
        <p className="soft small">
          The first {numbers.count(most)} of {numbers.count(lines.length)}; events.ndjson has all of them.
        </p>
      )}
    </section>
  );
});

const severities = { fatal: "Problem", warning: "Warning", note: "Note" } as const;
