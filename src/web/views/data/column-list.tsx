// The columns of a table: which are used, the kind of each, and its statistics. Shown in portions: a thousand rows with histograms
// would make every click slow.

import { useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import { type Draft, userKind } from "../draft/draft.ts";
import type { ColumnKind } from "../search/column-kinds.ts";
import { number, TableHead } from "../shared/rows-table.tsx";
import { useFind } from "../shared/use-find.tsx";
import { ColumnRow, type ColumnRowProps, numberTitles } from "./column-row.tsx";

interface ColumnListProps extends Pick<ColumnRowProps, "onTake" | "onKind"> {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  /** Kinds of all columns with the current settings. */
  readonly kinds: readonly ColumnKind[];
  /** Leaves out exactly these columns. */
  readonly onWithout: (without: readonly string[]) => void;
}

const firstCount = 50;
const moreCount = 50;
/** Above this many columns there is a search field. */
const manyColumns = 20;

export function ColumnList({ table, draft, kinds, onWithout, onTake, onKind }: ColumnListProps) {
  const [most, setMost] = useState(firstCount);
  const { text, field, isFound } = useFind("Find a column");
  const matches = kinds.map((_, k) => k).filter((k) => isFound(kinds[k].name));
  const visible = matches.slice(0, most);
  const without = new Set(draft.without);
  const hasNumbers = table.statistics.some((column) => column.numbers !== null);
  const used = kinds.filter(({ isUsed }) => isUsed).length;
  return (
    <>
      <div className="actions">
        {kinds.length > manyColumns && field}
        <button type="button" disabled={draft.without.length === 0} onClick={() => onWithout([])}>
          Select all columns
        </button>
        <button
          type="button"
          disabled={draft.without.length === kinds.length}
          onClick={() => onWithout(table.columns)}
        >
          Deselect all columns
        </button>
        <span className="soft">
          {numbers.count(used)} of {numbers.count(kinds.length)} take part
        </span>
      </div>
      <section className="wide" aria-label="Columns">
        <table className="data-columns">
          <TableHead
            columns={[
              { title: "Column" },
              { title: "Distribution" },
              { title: "Kind" },
              number("n"),
              number("Missing"),
              ...(hasNumbers ? numberTitles.map(number) : []),
              number("Distinct"),
              { title: "Most frequent" },
            ]}
          />
          <tbody>
            {visible.map((k) => (
              <ColumnRow
                key={kinds[k].name}
                name={kinds[k].name}
                kind={kinds[k].kind}
                isUsed={kinds[k].isUsed}
                reason={kinds[k].reason}
                isExcluded={without.has(kinds[k].name)}
                choice={userKind(draft, kinds[k].name)}
                entry={table.kinds[k]}
                statistics={table.statistics[k]}
                hasNumbers={hasNumbers}
                onTake={onTake}
                onKind={onKind}
              />
            ))}
          </tbody>
        </table>
      </section>
      {matches.length === 0 && <p className="soft">No column name contains “{text}”.</p>}
      {visible.length < matches.length && (
        <p className="actions">
          <button type="button" onClick={() => setMost(most + moreCount)}>
            Show more columns
          </button>
          <span className="soft">
            {numbers.count(visible.length)} of {numbers.count(matches.length)} shown
          </span>
        </p>
      )}
    </>
  );
}
