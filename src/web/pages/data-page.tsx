// Data: problems of a table and their remedies, prior knowledge and the start of a search, then its columns.

import { useCallback, useEffect } from "react";
import { numbers, type wire } from "../../core/index.ts";
import { ColumnList } from "../views/data/column-list.tsx";
import { CorrelationMap } from "../views/data/correlation-map.tsx";
import { FirstRows } from "../views/data/first-rows.tsx";
import { SearchPanel } from "../views/data/search-panel.tsx";
import { SheetChoice } from "../views/data/sheet-choice.tsx";
import { TableFindings, type TablePart } from "../views/data/table-findings.tsx";
import { beginDraft, draftOf, emptyDraft, useDraft } from "../views/draft/draft.ts";
import { type DetectedColumn, withColumn, withKind } from "../views/search/column-kinds.ts";
import { firstDraft } from "../views/search/first-draft.ts";
import { useExamined } from "../views/search/use-examined.ts";
import { Loading } from "../views/shared/loading.tsx";
import { useClient } from "../views/shared/use-client.ts";
import { useLoaded } from "../views/shared/use-loaded.ts";
import "./data-page.css";

export function DataPage({ table: id }: { readonly table: string }) {
  const client = useClient();
  const table = useLoaded(() => client.table(id), [client, id]);
  return (
    <Loading of={table} what="Loading the table" screen={{ title: "Data", backTo: "start" }}>
      {(value) => <DataScreen table={value} />}
    </Loading>
  );
}

function DataScreen({ table }: { readonly table: wire.TablePreview }) {
  return (
    <>
      <h1>{table.name}</h1>
      <p className="soft">
        {numbers.counted(table.rows, "row")} × {numbers.counted(table.columns.length, "column")},{" "}
        {size(table.bytes)}
      </p>
      <SheetChoice table={table} />
      <Changeable table={table} />
      <h2>Correlations</h2>
      {table.correlations === null ? (
        <p className="soft">Correlations need at least two columns of numbers.</p>
      ) : (
        <>
          <p className="soft">
            Each pair on the rows where both have a value. Correlation is not causation: it only says that two
            columns vary together.
            {table.correlations.columns.length === 60 && " The first 60 columns of numbers are shown."}
          </p>
          <CorrelationMap {...table.correlations} />
        </>
      )}
      <h2>First rows</h2>
      <FirstRows table={table} />
    </>
  );
}

/** The part that depends on the draft; the rest of the screen is not rendered again at every click. */
function Changeable({ table }: Pick<TablePart, "table">) {
  const [draft, put] = useDraft(table.id);
  // For a table that was not opened from the start screen.
  useEffect(() => {
    const first = firstDraft(table);
    if (draft === emptyDraft && first !== emptyDraft) beginDraft(table.id, first);
  }, [draft, table]);
  const examination = useExamined(table, draft);
  const part: TablePart = { table, draft, put, examination };
  return (
    <>
      <div className="data-top">
        <TableFindings {...part} />
        <SearchPanel {...part} />
      </div>
      <h2>Columns</h2>
      <Columns {...part} />
    </>
  );
}

function Columns({ table, draft, put, examination }: TablePart) {
  const take = useCallback(
    (column: DetectedColumn, isTaken: boolean) => put(withColumn(draftOf(table.id), column, isTaken)),
    [table.id, put],
  );
  const say = useCallback(
    (name: string, kind: string | undefined) => put(withKind(draftOf(table.id), name, kind)),
    [table.id, put],
  );
  return (
    <>
      <p className="soft">
        Columns that are not selected are left out of the search. Statistics are on all rows that have a
        value.
      </p>
      <ColumnList
        table={table}
        draft={draft}
        kinds={examination.kinds}
        onWithout={(without) => put({ without })}
        onTake={take}
        onKind={say}
      />
    </>
  );
}

function size(bytes: number): string {
  if (bytes < 1e3) return numbers.counted(bytes, "byte");
  return bytes < 1e6 ? `${numbers.fixed(bytes / 1e3, 0)} kB` : `${numbers.fixed(bytes / 1e6, 1)} MB`;
}
