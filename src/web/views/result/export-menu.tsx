// All downloads: the graph as drawn, the answer and one member of it in every format, the report, and the files of the run.

import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import {
  check,
  formatNames,
  graphFormats,
  memberGraph,
  type NamedGraph,
  type RunResult,
  resultGraph,
  type wire,
} from "../../../core/index.ts";
import { pngOf } from "../../client/png-of.ts";
import { drawingSvg } from "../graph/drawing-svg.ts";
import type { Flow } from "../graph/graph-flow.tsx";
import { paletteNow } from "../graph/palette.ts";
import { fileStem, formatFileName, save } from "../shared/downloads.ts";
import { Sentence } from "../shared/sentence.tsx";
import { type Attempt, useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

export interface ExportMenuProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
  /** The drawing on the page. */
  readonly drawn: RefObject<Flow | null>;
}

const runFiles: readonly (readonly [wire.FileName, string])[] = [
  ["graph.svg", "the picture of the report"],
  ["graph.png", "the picture of the report"],
  ["report.html", "the report, a self-contained page"],
  ["result.json", "the complete result, machine-readable"],
  ["confidence.npy", "the confidence of each pair, for NumPy"],
  ["certificate.json", "the proof of optimality, for wherefore verify"],
  ["events.ndjson", "the log of the run, one event per line"],
  ["spec.json", "the settings of the run, with all defaults"],
  ["spec.schema.json", "the JSON schema of spec.json, for editors"],
];

export function ExportMenu({ run, result, drawn }: ExportMenuProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const menu = useRef<HTMLDetailsElement>(null);
  useClosedFromOutside(menu);
  const stem = fileStem(result.table.name, result.search);
  const files = runFiles
    .filter(([name]) => run.files.includes(name))
    .map(([name, describes]) => ({
      label: name,
      describes,
      // The schema keeps the name under which spec.json refers to it.
      act: async () =>
        save(await client.file(run.id, name), name === "spec.schema.json" ? name : `${stem}-${name}`),
    }));
  // A member that is the answer itself is not offered twice.
  const member = result.undirected.length === 0 ? null : memberGraph(result);
  return (
    <details ref={menu} className="result-export" onKeyDown={closeOnEscape}>
      <summary className="button">Download</summary>
      <div className="panel">
        <Sentence text={sentence} />
        <h2>The graph as drawn below</h2>
        <Entries entries={pictureEntries(drawn, stem)} attempt={attempt} />
        <h2>The answer</h2>
        <Entries entries={formatEntries(resultGraph(result), stem)} attempt={attempt} />
        {member !== null && (
          <>
            <h2>One member of the answer</h2>
            <Entries entries={formatEntries(member, `${stem}-member`)} of="one member as" attempt={attempt} />
          </>
        )}
        <h2>Report and record</h2>
        <Entries entries={files} attempt={attempt} />
      </div>
    </details>
  );
}

/** Pictures of the drawing, with moved variables and without hidden edges. */
function pictureEntries(drawn: RefObject<Flow | null>, stem: string): Entry[] {
  const svg = (): string => {
    check(drawn.current !== null, "picture: the graph is not drawn yet; try again in a moment");
    return drawingSvg(drawn.current!, paletteNow());
  };
  return [
    {
      label: "Picture, SVG",
      describes: "for print, and to edit",
      act: () => save(new Blob([svg()], { type: "image/svg+xml" }), `${stem}.svg`),
    },
    {
      label: "Picture, PNG",
      describes: "for slides and documents",
      act: async () => save(await pngOf(svg()), `${stem}.png`),
    },
  ];
}

function formatEntries(graph: NamedGraph, stem: string): Entry[] {
  return formatNames.map((name) => ({
    label: name,
    describes: graphFormats[name].summary,
    act: () => {
      const text = graphFormats[name].write(graph);
      save(new Blob([text], { type: "text/plain;charset=utf-8" }), formatFileName(stem, name));
    },
  }));
}

/** Closes the menu, as usual for menus; the focus returns to its button. */
function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape") return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** The menu overlaps the graph: a click outside closes it. */
function useClosedFromOutside(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = ({ target }: PointerEvent): void => {
      if (menu.current !== null && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    // In the capture phase, because the drawing stops the propagation of pointer events.
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
  /** Prefix of the accessible label, if another list has the same labels. */
  readonly of?: string;
  readonly attempt: Attempt["attempt"];
}

function Entries({ entries, of = "", attempt }: EntriesProps) {
  return (
    <ul>
      {entries.map(({ label, describes, act }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Download ${of}${of && " "}${label}`}
            onClick={() => attempt(act)}
          >
            {label}
          </button>
          <span className="small soft">{describes}</span>
        </li>
      ))}
    </ul>
  );
}
