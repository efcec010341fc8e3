// Variables in tiers: those in a later tier cause none in an earlier one. Drag a variable, choose its tier from its menu, or move it
// with the arrow keys while its name has the focus.

import { type DragEvent, useEffect, useRef, useState } from "react";
import { nameText } from "../shared/shown-edge.ts";
import { useFind } from "../shared/use-find.tsx";
import { inTier, type KnowledgeProps, withoutTier, withTiers } from "./knowledge.ts";

/** Tiers offered before any exist. */
const leastTiers = 2;

/** Maximum number of variables shown per lane. */
const mostShown = 40;

export function TierBoard({ names, knowledge, onChange }: KnowledgeProps) {
  const [focused, setFocused] = useState<string | null>(null);
  const { field, isFound } = useFind("Find a variable");
  const count = Math.max(leastTiers, knowledge.tiers.length);
  const { tiers } = withTiers(knowledge, count);
  const tiered = new Set(tiers.flat());
  const free = names.filter((name) => !tiered.has(name));
  const move = (name: string, to: number): void => {
    onChange((draft) => inTier(draft, name, to));
    setFocused(name);
  };
  const lane = (at: number, members: readonly string[]) => {
    const matches = members.filter(isFound);
    return (
      <>
        <ul>
          {matches.slice(0, mostShown).map((name) => (
            <Variable
              key={name}
              name={name}
              at={at}
              tiers={count}
              hasFocus={focused === name}
              onFocused={() => setFocused(null)}
              onMove={(to) => move(name, to)}
            />
          ))}
        </ul>
        {matches.length > mostShown && (
          <p className="soft small">
            {mostShown} of {matches.length} shown; find others by name.
          </p>
        )}
      </>
    );
  };
  return (
    <>
      {names.length > mostShown && <p className="actions">{field}</p>}
      <div className="tiers">
        <Lane title="Free" onDropped={(name) => move(name, -1)} hint="Not restricted by tiers.">
          {lane(-1, free)}
        </Lane>
        {tiers.map((members, k) => (
          <Lane
            key={k}
            title={`Tier ${k + 1}`}
            hint={
              k === 0
                ? "Not caused by any later tier."
                : `Causes nothing in tier ${k === 1 ? "1" : `1 to ${k}`}.`
            }
            onDropped={(name) => move(name, k)}
            onRemove={
              k < knowledge.tiers.length ? () => onChange((draft) => withoutTier(draft, k)) : undefined
            }
          >
            {lane(k, members)}
          </Lane>
        ))}
      </div>
      <p className="actions">
        <button type="button" onClick={() => onChange((draft) => withTiers(draft, count + 1))}>
          Add tier {count + 1}
        </button>
      </p>
    </>
  );
}

interface LaneProps {
  readonly title: string;
  readonly hint: string;
  readonly onDropped: (name: string) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly children: React.ReactNode;
}

/** A private MIME type, so that nothing dragged from elsewhere is mistaken for a variable. */
const dragged = "application/x-wherefore-variable";

function Lane({ title, hint, onDropped, onRemove, children }: LaneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, next: boolean): void => {
    if (!event.dataTransfer.types.includes(dragged)) return;
    event.preventDefault();
    setOver(next);
  };
  return (
    <section
      className={isOver ? "tier over" : "tier"}
      aria-label={title}
      onDragEnter={(event) => over(event, true)}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        const name = event.dataTransfer.getData(dragged);
        if (name !== "") onDropped(name);
      }}
    >
      <h3>
        {title}
        {onRemove && (
          <button
            type="button"
            className="plain small"
            aria-label={`Remove ${title.toLowerCase()}`}
            onClick={onRemove}
          >
            Remove
          </button>
        )}
      </h3>
      <p className="soft small">{hint}</p>
      {children}
    </section>
  );
}

interface VariableProps {
  readonly name: string;
  /** Its tier, from 0; −1 if free. */
  readonly at: number;
  readonly tiers: number;
  /** A move renders the variable elsewhere, and it should keep the focus. */
  readonly hasFocus: boolean;
  readonly onFocused: () => void;
  readonly onMove: (to: number) => void;
}

function Variable({ name, at, tiers, hasFocus, onFocused, onMove }: VariableProps) {
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!hasFocus) return;
    handle.current!.focus();
    onFocused();
  }, [hasFocus]);
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
  };
  return (
    <li
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragged, name);
        dataTransfer.effectAllowed = "move";
      }}
    >
      <button
        ref={handle}
        type="button"
        className="plain name"
        aria-label={`${name}, ${placeOf(at)}; arrow keys move it`}
        onKeyDown={(event) => {
          const to = moves[event.key];
          if (to === undefined) return;
          event.preventDefault();
          // Moving past the last tier creates a new one.
          if (to >= -1 && to <= tiers) onMove(to);
        }}
      >
        {nameText(name)}
      </button>
      <select
        aria-label={`Tier of ${name}`}
        value={at}
        onChange={({ target }) => onMove(Number(target.value))}
      >
        <option value={-1}>free</option>
        {Array.from({ length: tiers + 1 }, (_, k) => (
          <option key={k} value={k}>
            {k < tiers ? `tier ${k + 1}` : `new tier ${k + 1}`}
          </option>
        ))}
      </select>
    </li>
  );
}

function placeOf(at: number): string {
  return at < 0 ? "free" : `in tier ${at + 1}`;
}
