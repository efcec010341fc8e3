// The columns of a table in numbers: what each holds, whether it takes part, and whether its numbers are categories. Some at a
// time: a thousand rows with drawings would make every click slow.

import { memo, useId, useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import { shownName } from "../shared/shown-edge.ts";
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

const titles = ["Least", "Quarter", "Half", "Three quarters", "Most", "Mean", "Deviation"];

const shownAtFirst = 50;
const shownMore = 50;
/** From so many columns on, a field to find one is worth its place. */
const manyColumns = 20;

export function ColumnList(props: ColumnListProps) {
  const { columns, without, categorical, onWithout, onTake, onCategories } = props;
  const [most, setMost] = useState(shownAtFirst);
  const [wanted, setWanted] = useState("");
  const findId = useId();
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const shown = found.slice(0, most);
  const out = new Set(without);
  return (
    <>
      <div className="actions">
        {columns.length > manyColumns && (
          <>
            <label htmlFor={findId}>Find a column</label>
            <input
              id={findId}
              type="search"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </>
        )}
        <button type="button" disabled={without.length === 0} onClick={() => onWithout([])}>
          Take all columns
        </button>
        <button
          type="button"
          disabled={without.length === columns.length}
          onClick={() => onWithout(columns.map(({ name }) => name))}
        >
          Leave all columns out
        </button>
        <span className="soft">
          {numbers.count(columns.length - out.size)} of {numbers.count(columns.length)} take part
        </span>
      </div>
      <section className="wide" aria-label="Columns">
        <table className="data-columns">
          <thead>
            <tr>
              <th scope="col">Takes part</th>
              <th scope="col">Distribution</th>
              <th scope="col">Kind</th>
              {columns.some(({ profile }) => profile?.kind === "number") ? (
                titles.map((title) => (
                  <th key={title} scope="col" className="number">
                    {title}
                  </th>
                ))
              ) : (
                <th scope="col" colSpan={titles.length}>
                  Labels
                </th>
              )}
            </tr>
          </thead>
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
      {found.length === 0 && <p className="soft">No column has “{wanted}” in its name.</p>}
      {shown.length < found.length && (
        <p className="actions">
          <button type="button" onClick={() => setMost(most + shownMore)}>
            Show more columns
          </button>
          <span className="soft">
            {numbers.count(shown.length)} of {numbers.count(found.length)} are shown
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
      <label className="data-take">
        <input type="checkbox" checked={!isOut} onChange={({ target }) => onTake(name, target.checked)} />
        <span className="name">{shownName(name)}</span>
      </label>
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
  if (profile === null) return <td className="soft">not known</td>;
  if (profile.kind === "category") return <td>category</td>;
  return (
    <td>
      {isCategory ? "category" : "number"}
      <label className="data-switch small">
        <input
          type="checkbox"
          checked={isCategory}
          aria-label={`${name}: these numbers are categories`}
          onChange={({ target }) => onChange(target.checked)}
        />
        these numbers are categories
      </label>
    </td>
  );
}

const shownLabels = 4;

function Numbers({ profile }: Pick<Profiled, "profile">) {
  if (profile === null)
    return (
      <td colSpan={titles.length} className="soft">
        No row is complete, or a cell is infinite.
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
        {more > 0 && <span className="soft">, {numbers.counted(more, "label")} more</span>}
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
