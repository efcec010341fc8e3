// What was said of a run: findings of the data doctor, the choice of the search, notes.

import type { WatchedRun } from "./watched-run.ts";

interface RunLinesProps {
  readonly lines: WatchedRun["lines"];
  /** Of the result. */
  readonly notes: readonly string[];
}

export function RunLines({ lines, notes }: RunLinesProps) {
  if (lines.length + notes.length === 0) return null;
  return (
    <section aria-labelledby="watch-lines">
      <h2 id="watch-lines">What was said</h2>
      <ul className="watch-lines">
        {lines.map((line) => (
          <li key={JSON.stringify(line)}>
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
        {notes.map((note) => (
          <li key={note}>
            <strong>Note</strong> {note}
          </li>
        ))}
      </ul>
    </section>
  );
}

const severities = { fatal: "Problem", warning: "Warning", note: "Remark" } as const;
