// The start screen: add a table, open one of yours, or try an example.

import { useState } from "react";
import { InputError, numbers, type wire } from "../../core/index.ts";
import { DropZone } from "../views/data/drop-zone.tsx";
import { beginDraft, emptyDraft, forgetDraft } from "../views/draft/draft.ts";
import { firstDraft } from "../views/search/first-draft.ts";
import { ConfirmButton } from "../views/shared/confirm-button.tsx";
import { DamagedItems } from "../views/shared/damaged-items.tsx";
import { Loading } from "../views/shared/loading.tsx";
import { addressOf, go } from "../views/shared/route.ts";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import { useAttempt } from "../views/shared/use-attempt.ts";
import { useClient } from "../views/shared/use-client.ts";
import { useFirst } from "../views/shared/use-first.tsx";
import { sentenceOf, useLoaded } from "../views/shared/use-loaded.ts";
import { whenWords } from "../views/shared/when.ts";
import "./start-page.css";

const accepted = ".csv,.tsv,.tab,.txt,.xlsx,.xlsm,.json,.ndjson,.jsonl,.parquet,.gz";

/** A table being added and its progress: the share sent, 1 while it is read. */
interface Coming {
  readonly name: string;
  readonly share: number;
}

export function StartPage() {
  const client = useClient();
  const [coming, setComing] = useState<Coming | null>(null);
  const [refused, setRefused] = useState<{
    readonly by: "file" | "example";
    readonly sentence: string;
  } | null>(null);
  const take = async (
    by: "file" | "example",
    name: string,
    added: Promise<wire.TablePreview>,
  ): Promise<void> => {
    setRefused(null);
    setComing({ name, share: by === "file" ? 0 : 1 });
    try {
      const table = await added;
      const draft = firstDraft(table);
      if (draft !== emptyDraft) beginDraft(table.id, draft);
      go({ page: "data", table: table.id });
    } catch (error) {
      setRefused({ by, sentence: sentenceOf(error) });
    } finally {
      setComing(null);
    }
  };
  const drop = (files: readonly File[]): void => {
    const [file] = files;
    if (files.length !== 1 || file === undefined) {
      const got = files.length === 0 ? "none" : `${files.length} of them`;
      setRefused({ by: "file", sentence: `table: it must be one file, got ${got}; drop or choose one file` });
      return;
    }
    const onProgress = (share: number) => setComing({ name: file.name, share });
    take(
      "file",
      file.name,
      readable(file).then(() => client.addTable(file, onProgress)),
    );
  };
  return (
    <>
      <h1>Which variables cause which?</h1>
      <p>
        Provide a table with one row per observation and one column per variable. The search finds the causal
        graph that explains it best, and reports what is proven about it.
      </p>
      <DropZone label="Choose a file" accept={accepted} isBusy={coming !== null} onFiles={drop}>
        <p>or drop it here</p>
        <p className="soft small">
          {client.kind === "browser"
            ? "CSV, TSV, Excel, JSON or NDJSON"
            : "CSV, TSV, Excel, JSON, NDJSON or Parquet"}
          , also gzipped. The first line of a CSV file names the columns.
        </p>
        {coming !== null && (
          <Waiting
            what={`${coming.share < 1 && client.kind === "server" ? "Sending" : "Reading"} ${coming.name}`}
            share={coming.share < 1 ? coming.share : undefined}
          />
        )}
      </DropZone>
      {refused?.by === "file" && <Sentence text={refused.sentence} />}
      <h2>Examples</h2>
      <Examples
        isBusy={coming !== null}
        onTake={({ name }) => take("example", name, client.addExample(name))}
      />
      {refused?.by === "example" && <Sentence text={refused.sentence} />}
      <Tables />
      <DamagedItems of="tables" />
    </>
  );
}

/** Throws if the file cannot be read: a dropped folder also appears as a file, and a file may have been moved since. */
async function readable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new InputError(
      `table: "${file.name}" must be a file that can be read, got a folder or one that is gone; choose a file`,
    );
  }
}

interface ExamplesProps {
  readonly isBusy: boolean;
  readonly onTake: (example: wire.Example) => void;
}

function Examples({ isBusy, onTake }: ExamplesProps) {
  const client = useClient();
  const examples = useLoaded(() => client.examples(), [client]);
  return (
    <Loading of={examples} what="Loading the examples">
      {(all) => (
        <ul className="start-examples">
          {all.map((example) => (
            <li key={example.name}>
              <button type="button" disabled={isBusy} onClick={() => onTake(example)}>
                Try the example “{example.name}”
              </button>
              <span>
                {example.describes}
                {example.hasTruth && <span className="soft">; with its true graph</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Loading>
  );
}

/** Number of tables shown initially. */
const mostTables = 20;

function Tables() {
  const client = useClient();
  const tables = useLoaded(() => client.tables(), [client]);
  const [visible, more] = useFirst(tables.is === "there" ? tables.value : [], mostTables, "tables");
  if (tables.is === "refused") return <Sentence text={tables.sentence} />;
  if (visible.length === 0) return null;
  return (
    <>
      <h2>Your tables</h2>
      <ul className="start-tables">
        {visible.map((table) => (
          <TableItem key={table.id} table={table} onGone={tables.again} />
        ))}
      </ul>
      {more}
    </>
  );
}

function TableItem({ table, onGone }: { readonly table: wire.Table; readonly onGone: () => void }) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const remove = () =>
    attempt(async () => {
      await client.removeTable(table.id);
      forgetDraft(table.id);
      onGone();
    });
  return (
    <li>
      <a className="name" href={addressOf({ page: "data", table: table.id })}>
        {table.name}
        {table.workbook !== undefined && table.workbook.sheets.length > 1 && `: ${table.workbook.sheet}`}
      </a>
      <span className="start-facts soft">
        <span>
          {numbers.counted(table.rows, "row")} × {numbers.counted(table.columns.length, "column")}
        </span>
        <time dateTime={table.uploaded}>{whenWords(table.uploaded)}</time>
      </span>
      <span className="start-delete">
        <ConfirmButton title="Delete" of={table.name} className="plain" onConfirm={remove} />
      </span>
      <Sentence text={sentence} />
    </li>
  );
}
