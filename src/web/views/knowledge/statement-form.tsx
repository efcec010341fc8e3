// Prior knowledge as statements of two names and a verb, which can be added, listed and deleted. Every edge that can be drawn can
// also be stated here.

import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import { type NamedEdge, readKnowledge } from "../../../core/index.ts";
import { Sentence } from "../shared/sentence.tsx";
import { nameText } from "../shared/shown-edge.ts";
import { useFirst } from "../shared/use-first.tsx";
import { sentenceOf } from "../shared/use-loaded.ts";
import { type EdgeKind, type KnowledgeProps, saying, withEdge, withoutEdge } from "./knowledge.ts";

export function StatementForm({ names, knowledge, onChange }: KnowledgeProps) {
  return (
    <>
      <Adding names={names} onChange={onChange} />
      <div className="columns">
        <Statements kind="required" edges={knowledge.required} onChange={onChange} />
        <Statements kind="forbidden" edges={knowledge.forbidden} onChange={onChange} />
      </div>
      <Limit names={names} knowledge={knowledge} onChange={onChange} />
    </>
  );
}

function Adding({ names, onChange }: Pick<KnowledgeProps, "names" | "onChange">) {
  const [cause, setCause] = useState(names[0] ?? "");
  const [effect, setEffect] = useState(names[1] ?? "");
  const [kind, setKind] = useState<EdgeKind>("required");
  const [refused, setRefused] = useState<string | null>(null);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    try {
      // The statement must be valid by itself; contradictions with others are shown above.
      readKnowledge(JSON.stringify({ [kind]: [[cause, effect]] }), names);
      onChange((draft) => withEdge(draft, kind, [cause, effect]));
      setRefused(null);
    } catch (error) {
      setRefused(sentenceOf(error));
    }
  };
  return (
    <form onSubmit={add}>
      <div className="actions known-form">
        <NameSelect label="Cause" names={names} value={cause} onValue={setCause} />
        <select
          aria-label="Relation"
          value={kind}
          onChange={({ target }) => setKind(target.value as EdgeKind)}
        >
          <option value="required">{saying.required}</option>
          <option value="forbidden">{saying.forbidden}</option>
        </select>
        <NameSelect label="Effect" names={names} value={effect} onValue={setEffect} />
        <button type="submit">Add the statement</button>
      </div>
      <Sentence text={refused} />
    </form>
  );
}

interface NameSelectProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onValue: (name: string) => void;
}

/** A menu of a thousand names is slow to render and to read: above this length the name is typed. */
const longMenu = 100;

function NameSelect({ label, names, value, onValue }: NameSelectProps) {
  const listId = useId();
  const options = useMemo(
    () =>
      names.map((name) => (
        <option key={name} value={name}>
          {nameText(name)}
        </option>
      )),
    [names],
  );
  if (names.length <= longMenu)
    return (
      <select aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
        {options}
      </select>
    );
  return (
    <>
      <input
        aria-label={label}
        list={listId}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onValue(target.value)}
      />
      <datalist id={listId}>{options}</datalist>
    </>
  );
}

interface StatementsProps extends Pick<KnowledgeProps, "onChange"> {
  readonly kind: EdgeKind;
  readonly edges: readonly NamedEdge[];
}

/** Number shown initially: a file may contain thousands. */
const mostShown = 60;

/** Numbered, because contradictions refer to them by number. */
function Statements({ kind, edges, onChange }: StatementsProps) {
  const [visible, more] = useFirst(edges, mostShown, "statements");
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <h3 ref={title} tabIndex={-1}>
        {kind === "required" ? "Required" : "Forbidden"}
      </h3>
      {edges.length === 0 && <p className="soft">None.</p>}
      <ol className="known-list">
        {visible.map(([cause, effect], k) => (
          <li key={JSON.stringify([cause, effect])}>
            <span className="soft small">
              {kind} {k + 1}
            </span>
            <span className="name">
              {nameText(cause)} <span className="soft">{saying[kind]}</span> {nameText(effect)}
            </span>
            <button
              type="button"
              className="plain"
              aria-label={`Delete ${cause} ${saying[kind]} ${effect}`}
              onClick={() => {
                onChange((draft) => withoutEdge(draft, [cause, effect]));
                title.current!.focus({ preventScroll: true });
              }}
            >
              Delete
            </button>
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}

function Limit({ names, knowledge: { maxParents }, onChange }: KnowledgeProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Maximum number of parents</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={Math.max(0, names.length - 1)}
        step={1}
        value={maxParents ?? ""}
        placeholder="no limit"
        onChange={({ target }) => {
          const limit = target.value === "" ? null : Math.max(0, Math.round(Number(target.value)));
          onChange((draft) => ({ ...draft, maxParents: limit }));
        }}
      />
      <p className="hint">Empty: no limit. A limit of 3 or 4 makes searches with many variables faster.</p>
    </div>
  );
}
