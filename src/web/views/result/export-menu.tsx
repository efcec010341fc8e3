// All that can be taken along: the graph in every format, its picture, the report, and the run's own files.

import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { formatNames, graphFormats, type RunResult, resultGraph, type wire } from "../../../core/index.ts";
import { fileStem, formatFileName, save } from "../shared/downloads.ts";
import { Sentence } from "../shared/sentence.tsx";
import { type Attempt, useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

export interface ExportMenuProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

const pictures: readonly (readonly [wire.FileName, string, string])[] = [
  ["graph.svg", "Picture, SVG", "for print, and to edit"],
  ["graph.png", "Picture, PNG", "for slides and documents"],
];

const runFiles: readonly (readonly [wire.FileName, string])[] = [
  ["report.html", "the report, a self-contained page"],
  ["result.json", "the complete result, machine-readable"],
  ["certificate.json", "the proof of optimality, for wherefore verify"],
  ["events.ndjson", "the log of the run, one event per line"],
  ["spec.json", "the settings of the run, with all defaults"],
];

export function ExportMenu({ run, result }: ExportMenuProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const menu = useRef<HTMLDetailsElement>(null);
  useClosedFromOutside(menu);
  const stem = fileStem(result.table.name, result.search);
  const file = (name: wire.FileName): Promise<Blob> => client.file(run.id, name);
  const has = (name: wire.FileName): boolean => run.files.includes(name);
  const entries: readonly Entry[] = [
    ...pictures.map(([name, label, describes]) => ({
      name,
      label,
      describes,
      as: `${stem}.${name.split(".")[1]}`,
    })),
    ...runFiles.map(([name, describes]) => ({ name, label: name, describes, as: `${stem}-${name}` })),
  ]
    .filter(({ name }) => has(name))
    .map(({ name, label, describes, as }) => ({
      label,
      describes,
      act: async () => save(await file(name), as),
    }));
  const formats: readonly Entry[] = formatNames.map((name) => ({
    label: name,
    describes: graphFormats[name].summary,
    act: () => {
      const text = graphFormats[name].write(resultGraph(result));
      save(new Blob([text], { type: "text/plain;charset=utf-8" }), formatFileName(stem, name));
    },
  }));
  return (
    <details ref={menu} className="result-export" onKeyDown={closeOnEscape}>
      <summary className="button">Download</summary>
      <div className="panel">
        <Sentence text={sentence} />
        <h2>Picture, report and record</h2>
        {!has("graph.svg") && <p className="soft small">There is no picture of this graph.</p>}
        <Entries entries={entries} attempt={attempt} />
        <h2>The final graph</h2>
        <Entries entries={formats} attempt={attempt} />
      </div>
    </details>
  );
}

/** As menus do; the hand stays where it opened it. */
function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape") return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** It lies over the graph, and goes when one turns to that. */
function useClosedFromOutside(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = ({ target }: PointerEvent): void => {
      if (menu.current !== null && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    // Before the drawing of the graph, which keeps what is pressed there to itself.
    addEventListener("pointerdown", close, { capture: true });
    return () => removeEventListener("pointerdown", close, { capture: true });
  }, [menu]);
}

interface Entry {
  readonly label: string;
  readonly describes: string;
  readonly act: () => Promise<void> | void;
}

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly attempt: Attempt["attempt"];
}

function Entries({ entries, attempt }: EntriesProps) {
  return (
    <ul>
      {entries.map(({ label, describes, act }) => (
        <li key={label}>
          <button type="button" aria-label={`Download ${label}`} onClick={() => attempt(act)}>
            {label}
          </button>
          <span className="small soft">{describes}</span>
        </li>
      ))}
    </ul>
  );
}
