// A choice among many entries: the chosen one and when to use it; collapsed, all entries in groups.

import { type ReactNode, useId } from "react";
import type { wire } from "../../../core/index.ts";
import { Sentence } from "../shared/sentence.tsx";

/** As the catalogue describes it. */
type Entry = Pick<wire.Catalogue["scores"][number], "name" | "when" | "summary" | "group">;

/** Lets the engine choose the search. */
export const automatic: Entry = {
  name: "auto",
  when: "An exact search with a proof where feasible; otherwise order search.",
  summary: "",
  group: { title: "Automatic", help: "" },
};

/** Lets the engine choose the score. */
export const automaticScore: Entry = {
  name: "auto",
  when: "The score that fits the kinds of the columns: numbers, categories, or both.",
  summary: "",
  group: { title: "Automatic", help: "" },
};

interface GuidedChoiceProps {
  readonly title: string;
  /** What is being chosen: "Search". */
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly chosen: string;
  /** Why an entry cannot be chosen; null if it can. */
  readonly whyNot?: (name: string) => string | null;
  readonly onChoose: (name: string) => void;
  /** Error message about the choice. */
  readonly sentence: string | null;
  /** Further remarks on the chosen entry. */
  readonly children?: ReactNode;
}

export function GuidedChoice(props: GuidedChoiceProps) {
  const { title, label, entries, chosen, sentence, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="search-chosen">
        <strong>{chosen}</strong> {entries.find(({ name }) => name === chosen)?.when}
      </p>
      {children}
      <Sentence text={sentence} />
      <details>
        <summary>Choose the {label.toLowerCase()}</summary>
        <fieldset className="guide" aria-label={label}>
          {grouped(entries).map((members) => (
            <Group key={members[0].group.title} {...props} members={members} radioName={id} />
          ))}
        </fieldset>
      </details>
    </section>
  );
}

/** In groups, in the order of their first members. */
export function grouped(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const titles = [...new Set(entries.map(({ group }) => group.title))];
  return titles.map((title) => entries.filter(({ group }) => group.title === title));
}

interface GroupProps extends Pick<GuidedChoiceProps, "chosen" | "whyNot" | "onChoose"> {
  readonly members: readonly Entry[];
  readonly radioName: string;
}

function Group({ members, radioName, chosen, whyNot = () => null, onChoose }: GroupProps) {
  const id = useId();
  const { title, help } = members[0].group;
  // A reason common to the whole group is shown once.
  const reasons = new Set(members.map(({ name }) => whyNot(name)));
  const [common] = reasons.size === 1 ? reasons : [null];
  return (
    <section className="guide-group">
      <h3>{title}</h3>
      {help !== "" && <p className="soft small">{help}</p>}
      {common !== null && (
        <p className="small" id={id}>
          <strong>Not for this table:</strong> {common}.
        </p>
      )}
      {members.map(({ name, when, summary }) => {
        const reason = whyNot(name);
        return (
          <div key={name} className={reason === null ? "guide-entry" : "guide-entry guide-unfit"}>
            <input
              type="radio"
              id={`${id}-${name}`}
              name={radioName}
              checked={name === chosen}
              disabled={reason !== null}
              aria-describedby={`${id}-${name}-hint${common === null ? "" : ` ${id}`}`}
              onChange={() => onChoose(name)}
            />
            <label htmlFor={`${id}-${name}`}>{name}</label>
            <p className="small" id={`${id}-${name}-hint`}>
              {reason !== null && common === null && <strong>Not for this table: {reason}. </strong>}
              {when}
              {summary !== "" && <span className="soft guide-what">{summary}</span>}
            </p>
          </div>
        );
      })}
    </section>
  );
}
