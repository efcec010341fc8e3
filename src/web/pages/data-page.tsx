// Data: what is wrong with a table and what to do about it, then what its columns look like.

import { useCallback, useEffect } from "react";
import { numbers, type wire } from "../../core/index.ts";
import { ColumnList } from "../views/data/column-list.tsx";
import { CorrelationMap } from "../views/data/correlation-map.tsx";
import { FirstRows } from "../views/data/first-rows.tsx";
import { TableFindings, type TablePart } from "../views/data/table-findings.tsx";
import { beginDraft, draftOf, emptyDraft, useDraft } from "../views/draft/draft.ts";
import { firstDraft } from "../views/search/first-draft.ts";
import { withColumnKind } from "../views/search/remedies.ts";
import { defaultScore } from "../views/search/search-options.ts";
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
      <Changeable table={table} />
      <h2>Correlations</h2>
      {table.correlations === null ? (
        <p className="soft">Correlations need at least two columns of finite numbers in complete rows.</p>
      ) : (
        <>
          <p className="soft">
            Correlation is not causation: it only says that two columns vary together.
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

/** The part that depends on the draft; the rest of the screen is not drawn again at every click. */
function Changeable({ table }: Pick<TablePart, "table">) {
  const [draft, put] = useDraft(table.id);
  // A table that came by another way than the start screen.
  useEffect(() => {
    const first = firstDraft(table);
    if (draft === emptyDraft && first !== emptyDraft) beginDraft(table.id, first);
  }, [draft, table]);
  return (
    <>
      <TableFindings table={table} draft={draft} put={put} />
      <h2>Columns</h2>
      <Columns table={table} draft={draft} put={put} />
    </>
  );
}

function Columns({ table, draft, put }: TablePart) {
  const client = useClient();
  const choices = useLoaded(() => client.catalogue(), [client]);
  const scores = choices.is === "there" ? choices.value.scores : null;
  const take = useCallback(
    (name: string, isTaken: boolean) => {
      const others = draftOf(table.id).without.filter((other) => other !== name);
      put({ without: isTaken ? others : [...others, name] });
    },
    [table.id, put],
  );
  const categorise = useCallback(
    (name: string, isCategory: boolean) => {
      const { options } = draftOf(table.id);
      const { score = defaultScore } = options;
      const takesNumbers = scores?.find((known) => known.name === score)?.takes === "numbers";
      const fitting = takesNumbers ? "bic-mixed" : score;
      put({
        options: withColumnKind(isCategory ? "categories" : "numbers", name, { options, score: fitting }),
      });
    },
    [table.id, put, scores],
  );
  return (
    <Loading of={choices} what="Loading the list of scores">
      {() => (
        <>
          <p className="soft">
            Columns that are not selected are left out of the search. Numbers that encode categories (0 = no,
            1 = yes) can be treated as categories; the score bic-mixed handles both kinds.
          </p>
          <ColumnList
            columns={table.profile}
            without={draft.without}
            categorical={draft.options.categorical ?? []}
            onWithout={(without) => put({ without })}
            onTake={take}
            onCategories={categorise}
          />
        </>
      )}
    </Loading>
  );
}

function size(bytes: number): string {
  if (bytes < 1e3) return numbers.counted(bytes, "byte");
  return bytes < 1e6 ? `${numbers.fixed(bytes / 1e3, 0)} kB` : `${numbers.fixed(bytes / 1e6, 1)} MB`;
}
