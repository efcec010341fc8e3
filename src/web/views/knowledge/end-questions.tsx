// Two questions in everyday words: which columns come first, and which is the outcome. The answers become tiers, as shown on the
// knowledge screen.

import { addressOf } from "../shared/route.ts";
import { nameText } from "../shared/shown-edge.ts";
import { useFind } from "../shared/use-find.tsx";
import { type Ends, endsOf, type KnowledgeProps, withEnd } from "./knowledge.ts";
import "./end-questions.css";

interface EndQuestionsProps extends KnowledgeProps {
  /** The id of the table, and all its columns. */
  readonly table: { readonly id: string; readonly columns: readonly string[] };
}

export function EndQuestions({ table, names, knowledge, onChange }: EndQuestionsProps) {
  const ends = endsOf(knowledge);
  if (ends === null)
    return (
      <p className="soft">
        {knowledge.tiers.length} tiers say what comes before what:{" "}
        <a href={addressOf({ page: "knowledge", table: table.id })}>change them</a>.
      </p>
    );
  const change = (end: keyof Ends) => (name: string, isIn: boolean) =>
    onChange((draft) => withEnd(draft, table.columns, { end, name, isIn }));
  return (
    <>
      <Question
        title="Which columns come first?"
        hint="Age and sex, say: no other column causes them. They may be linked with each other."
        names={names}
        chosen={ends.first}
        saying="comes first"
        onChange={change("first")}
      />
      <Question
        title="Which is the outcome?"
        hint="It causes no other column."
        names={names}
        chosen={ends.last}
        saying="is the outcome"
        onChange={change("last")}
      />
    </>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly hint: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  /** Meaning of a checked name, for screen readers. */
  readonly saying: string;
  readonly onChange: (name: string, isIn: boolean) => void;
}

/** Maximum number of names shown. */
const mostShown = 24;

function Question({ title, hint, names, chosen, saying, onChange }: QuestionProps) {
  const { field, isFound } = useFind("Find a column");
  const isMany = names.length > mostShown;
  const matches = names.filter((name) => chosen.includes(name) || isFound(name));
  // Selected names stay visible.
  const visible = [
    ...matches.filter((name) => isMany && chosen.includes(name)),
    ...matches.filter((name) => !isMany || !chosen.includes(name)),
  ].slice(0, mostShown);
  return (
    <fieldset className="question">
      <legend>{title}</legend>
      <p className="soft small">{hint}</p>
      {isMany && <p className="actions">{field}</p>}
      <ul className="chips">
        {visible.map((name) => (
          <li key={name}>
            <label className="chip">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                aria-label={`${nameText(name)} ${saying}`}
                onChange={({ target }) => onChange(name, target.checked)}
              />
              <span className="name">{nameText(name)}</span>
            </label>
          </li>
        ))}
      </ul>
      {visible.length < matches.length && (
        <p className="soft small">
          {visible.length} of {matches.length} shown; find others by name.
        </p>
      )}
    </fieldset>
  );
}
