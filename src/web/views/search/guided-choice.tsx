// A choice among many, in groups, each with a sentence on what it is and when to use it.

import { useId } from "react";
import type { GuideGroup } from "./guide.ts";

export interface GuidedChoiceProps {
  /** Names the group of radio buttons to screen readers. */
  readonly label: string;
  readonly groups: readonly GuideGroup[];
  readonly chosen: string;
  /** What the engine says it is. */
  readonly describes: (name: string) => string;
  /** Why it cannot be chosen; null where it can. */
  readonly whyNot?: (name: string) => string | null;
  readonly onChoose: (name: string) => void;
}

export function GuidedChoice(props: GuidedChoiceProps) {
  const { label, groups, whyNot = () => null } = props;
  const id = useId();
  return (
    <fieldset className="guide" aria-label={label}>
      {groups.map(({ title, help, entries }, k) => {
        // What stands against all of a group is said once.
        const reasons = new Set(entries.map(({ name }) => whyNot(name)));
        const [reason] = reasons.size === 1 ? reasons : [null];
        return (
          <section key={title} className="guide-group">
            <h3>{title}</h3>
            {help !== "" && <p className="soft small">{help}</p>}
            {reason !== null && (
              <p className="small" id={`${id}-${k}`}>
                <strong>Not for this table:</strong> {reason}.
              </p>
            )}
            {entries.map((entry) => (
              <Entry
                key={entry.name}
                {...props}
                {...entry}
                id={id}
                reason={whyNot(entry.name)}
                reasonId={reason === null ? null : `${id}-${k}`}
              />
            ))}
          </section>
        );
      })}
    </fieldset>
  );
}

interface EntryProps extends Omit<GuidedChoiceProps, "whyNot"> {
  readonly name: string;
  readonly when: string;
  readonly id: string;
  readonly reason: string | null;
  /** Where the reason is told already. */
  readonly reasonId: string | null;
}

function Entry({ name, when, id, chosen, describes, reason, reasonId, onChoose }: EntryProps) {
  const what = describes(name);
  return (
    <div className={reason === null ? "guide-entry" : "guide-entry guide-unfit"}>
      <input
        type="radio"
        id={`${id}-${name}`}
        name={id}
        checked={name === chosen}
        disabled={reason !== null}
        aria-describedby={`${id}-${name}-hint${reasonId === null ? "" : ` ${reasonId}`}`}
        onChange={() => onChoose(name)}
      />
      <label htmlFor={`${id}-${name}`}>{name}</label>
      <p className="small" id={`${id}-${name}-hint`}>
        {reason !== null && reasonId === null && <strong>Not for this table: {reason}. </strong>}
        {when}
        {what !== "" && <span className="soft guide-what">{what}</span>}
      </p>
    </div>
  );
}
