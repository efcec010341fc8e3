// The columns of a table with summary statistics, whether each is used, and whether its numbers are categories. Some at a time: a
// thousand rows with drawings would make every click slow.

import { memo, useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import { CheckBox } from "../shared/check-box.tsx";
import { number, TableHead } from "../shared/rows-table.tsx";
import { shownName } from "../shared/shown-edge.ts";
import { useFind } from "../shared/use-find.tsx";
import { Histogram } from "./histogram.tsx";

type Profiled = wire.TablePreview["profile"][number];

interface ColumnListProps {
  readonly columns: readonly Profiled[];
  readonly without: readonly string[];
  readonly categorical: readonly string[];
  /** Leave these columns out, and no others. */
  readonly onWithout: (without: readonly string[]) => void;
  readonly onTake: (name: string, isTaken: boolean) => void;
  readonly onCategories: (name: string, isCategory: boolean) => void;
}

const titles = ["Min", "25 %", "Median", "75 %", "Max", "Mean", "SD"];

const shownAtFirst = 50;
const shownMore = 50;
/** From so many columns on, a field to find one is worth its place. */
const manyColumns = 20;

export function ColumnList(props: ColumnListProps) {
  const { columns, without, categorical, onWithout, onTake, onCategories } = props;
  const [most, setMost] = useState(shownAtFirst);
  const { text, field, isFound } = useFind("Find a column");
  const found = columns.filter(({ name }) => isFound(name));
  const shown = found.slice(0, most);
  const out = new Set(without);
  const hasNumbers = columns.some(({ profile }) => profile?.kind === "number");
  return (
    <>
      <div className="actions">
        {columns.length > manyColumns && field}
        <button type="button" disabled={without.length === 0} onClick={() => onWithout([])}>
          Select all columns
        </button>
        <button
          type="button"
          disabled={without.length === columns.length}
          onClick={() => onWithout(columns.map(({ name }) => name))}
        >
          Deselect all columns
        </button>
        <span className="soft">
          {numbers.count(columns.length - out.size)} of {numbers.count(columns.length)} selected
        </span>
      </div>
      <section className="wide" aria-label="Columns">
        <table className="data-columns">
          <TableHead
            columns={[
              { title: "Column" },
              { title: "Distribution" },
              { title: "Type" },
              ...(hasNumbers ? titles.map(number) : [{ title: "Categories" }]),
            ]}
          />
          <tbody>
            {shown.map(({ name, profile }) => (
              <ColumnRow
                key={name}
                name={name}
                profile={profile}
                isOut={out.has(name)}
                isCategory={categorical.includes(name)}
                onTake={onTake}
                onCategories={onCategories}
              />
            ))}
          </tbody>
        </table>
      </section>
      {found.length === 0 && <p className="soft">No column name contains “{text}”.</p>}
      {shown.length < found.length && (
        <p className="actions">
          <button type="button" onClick={() => setMost(most + shownMore)}>
            Show more columns
          </button>
          <span className="soft">
            {numbers.count(shown.length)} of {numbers.count(found.length)} shown
          </span>
        </p>
      )}
    </>
  );
}

interface ColumnRowProps extends Profiled, Pick<ColumnListProps, "onTake" | "onCategories"> {
  readonly isOut: boolean;
  readonly isCategory: boolean;
}

/** Made anew only when something of it changes: a click should not cost hundreds of rows. */
const ColumnRow = memo(({ name, profile, isOut, isCategory, onTake, onCategories }: ColumnRowProps) => (
  <tr className={isOut ? "out" : undefined}>
    <th scope="row">
      <CheckBox isOn={!isOut} onChange={(isOn) => onTake(name, isOn)}>
        <span className="name">{shownName(name)}</span>
      </CheckBox>
    </th>
    <td>
      <Distribution profile={profile} />
    </td>
    <Kind
      name={name}
      profile={profile}
      isCategory={isCategory}
      onChange={(next) => onCategories(name, next)}
    />
    <Numbers profile={profile} />
  </tr>
));

function Distribution({ profile }: Pick<Profiled, "profile">) {
  if (profile === null) return null;
  return (
    <Histogram
      rows={profile.kind === "number" ? profile.histogram : profile.labels.map(({ rows }) => rows)}
    />
  );
}

interface KindProps extends Profiled {
  readonly isCategory: boolean;
  readonly onChange: (isCategory: boolean) => void;
}

function Kind({ name, profile, isCategory, onChange }: KindProps) {
  if (profile === null) return <td className="soft">unknown</td>;
  if (profile.kind === "category") return <td>category</td>;
  return (
    <td>
      {isCategory ? "category" : "number"}
      <CheckBox
        isOn={isCategory}
        onChange={onChange}
        className="data-switch small"
        label={`Treat ${name} as categories`}
      >
        treat as categories
      </CheckBox>
    </td>
  );
}

const shownLabels = 4;

function Numbers({ profile }: Pick<Profiled, "profile">) {
  if (profile === null)
    return (
      <td colSpan={titles.length} className="soft">
        No complete rows, or an infinite value.
      </td>
    );
  if (profile.kind === "category") {
    const { labels, distinct } = profile;
    const more = distinct - Math.min(labels.length, shownLabels);
    return (
      <td colSpan={titles.length} className="name">
        {labels.slice(0, shownLabels).map(({ label, rows }, k) => (
          <span key={label}>
            {k > 0 && ", "}
            {label} <span className="soft">{numbers.count(rows)}</span>
          </span>
        ))}
        {more > 0 && <span className="soft">, {numbers.count(more)} more</span>}
      </td>
    );
  }
  const { min, quartiles, max, mean, deviation } = profile;
  return (
    <>
      {[min, ...quartiles, max, mean, deviation].map((value, k) => (
        <td key={k} className="number">
          {numbers.measured(value)}
        </td>
      ))}
    </>
  );
}
