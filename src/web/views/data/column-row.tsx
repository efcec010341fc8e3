// One column of a table: whether it is used, its kind, and its statistics over all rows with a value.

import { memo } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import {
  type ColumnKind,
  type DetectedColumn,
  isTakeable,
  kindIn,
  orderIn,
  otherKinds,
} from "../search/column-kinds.ts";
import { CheckBox } from "../shared/check-box.tsx";
import { nameText } from "../shared/shown-edge.ts";
import { Histogram } from "./histogram.tsx";

export const numberTitles = ["Min", "25 %", "Median", "75 %", "Max", "Mean", "SD", "Skewness"];

export interface ColumnRowProps extends ColumnKind, DetectedColumn {
  /** Left out by the user. */
  readonly isExcluded: boolean;
  /** Kind set by the user. */
  readonly choice: string | undefined;
  /** Is any column numeric, so that the table has cells for numeric statistics? */
  readonly hasNumbers: boolean;
  readonly onTake: (column: DetectedColumn, isTaken: boolean) => void;
  readonly onKind: (name: string, kind: string | undefined) => void;
}

/** Rendered again only when its props change: a click should not render hundreds of rows. */
export const ColumnRow = memo((props: ColumnRowProps) => {
  const { name, kind, isUsed, reason, isExcluded, entry, statistics, hasNumbers, onTake } = props;
  const { n, missing, distinct, labels } = statistics;
  const isOpen = isExcluded || isTakeable(props);
  return (
    <tr className={isUsed ? undefined : "out"}>
      <th scope="row">
        <CheckBox isOn={isUsed} isDisabled={!isOpen} onChange={(isOn) => onTake({ entry, statistics }, isOn)}>
          <span className="name">{nameText(name)}</span>
        </CheckBox>
        {reason !== undefined && !isOrder(props) && <span className="data-reason name">{reason}</span>}
      </th>
      <td>
        <Histogram rows={statistics.numbers?.histogram ?? labels.map(({ rows }) => rows)} />
      </td>
      <td>
        <KindField {...props} />
      </td>
      <td className="number">{numbers.count(n)}</td>
      <td className="number">
        {missing === 0 ? "0" : `${numbers.count(missing)} (${numbers.percent(missing / (n + missing))})`}
      </td>
      {hasNumbers && <Numbers of={kind === "category" ? null : statistics.numbers} />}
      <td className="number">{numbers.count(distinct)}</td>
      <td>
        <Labels labels={labels} />
      </td>
    </tr>
  );
});

/** For ordered labels the reason is their order, which is shown as a field. */
function isOrder({ kind, isUsed, statistics }: ColumnRowProps): boolean {
  return kind === "ordered" && isUsed && statistics.numbers === null;
}

function KindField(props: ColumnRowProps) {
  const { name, kind, isExcluded, choice, entry, statistics, reason, onKind } = props;
  const isFixed = isExcluded || kind === "constant";
  return (
    <>
      <select
        aria-label={`Kind of ${name}`}
        value={choice === undefined || kindIn(choice) === entry.kind ? "" : kindIn(choice)}
        disabled={isFixed}
        onChange={({ target }) => onKind(name, target.value === "" ? undefined : target.value)}
      >
        <option value="">{choice === undefined ? kind : entry.kind}</option>
        {otherKinds({ entry, statistics }).map((other) => (
          <option key={other} value={other}>
            {other}
          </option>
        ))}
      </select>
      {isOrder(props) && reason !== undefined && (
        <OrderField key={reason} name={name} order={orderIn(reason)} onKind={onKind} />
      )}
    </>
  );
}

interface OrderFieldProps extends Pick<ColumnRowProps, "name" | "onKind"> {
  /** "low < medium < high". */
  readonly order: string;
}

/** Field to edit the order of the labels. */
function OrderField({ name, order, onKind }: OrderFieldProps) {
  const say = (text: string): void => {
    if (text.trim() !== order) onKind(name, `ordered: ${text.trim()}`);
  };
  return (
    <input
      type="text"
      className="data-order"
      aria-label={`Order of the labels of ${name}`}
      defaultValue={order}
      onBlur={({ target }) => say(target.value)}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && say(currentTarget.value)}
    />
  );
}

type Statistics = wire.TablePreview["statistics"][number];

function Numbers({ of }: { readonly of: Statistics["numbers"] }) {
  const values = of && [of.min, ...of.quartiles, of.max, of.mean, of.deviation];
  return (
    <>
      {numberTitles.slice(0, -1).map((title, k) => (
        <td key={title} className="number">
          {values?.[k] == null ? "" : numbers.significant(values[k])}
        </td>
      ))}
      <td className="number">{of?.skewness == null ? "" : numbers.fixed(of.skewness, 2)}</td>
    </>
  );
}

const mostLabels = 3;

function Labels({ labels }: Pick<Statistics, "labels">) {
  const repeated = labels.filter(({ rows }) => rows > 1);
  return (
    <span className="data-labels">
      {repeated.slice(0, mostLabels).map(({ label, rows }, k) => (
        <span key={label}>
          {k > 0 && ", "}
          {label} <span className="soft">{numbers.count(rows)}</span>
        </span>
      ))}
    </span>
  );
}
