// The tools above a drawing: find a variable, choose how much around it is shown, hide uncertain, weak or directed edges, and undo
// moves of variables.

import { type FormEvent, useId, useMemo, useState } from "react";
import { numbers } from "../../../core/index.ts";
import { CheckBox } from "../shared/check-box.tsx";
import { nameText, type ShownEdge } from "../shared/shown-edge.ts";
import { matchingName, type Reach, reaches } from "./focus.ts";
import type { Look } from "./use-visible-part.ts";
import { lossSteps, openEdges, stepOf, sureEdges } from "./weak-edges.ts";

interface GraphToolsProps {
  /** All variables and edges, drawn or not. */
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  readonly focus: string | null;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  readonly onFind: (name: string) => void;
  readonly onAll: () => void;
  /** Null if nothing was moved. */
  readonly onPutBack: (() => void) | null;
}

export function GraphTools({ names, edges, focus, look, onLook, onFind, onAll, onPutBack }: GraphToolsProps) {
  return (
    <div className="graph-tools small">
      <FindVariable names={names} onFind={onFind} />
      {focus !== null && <FocusTools focus={focus} look={look} onLook={onLook} onAll={onAll} />}
      <SureEdges edges={edges} look={look} onLook={onLook} />
      <WeakEdges edges={edges} look={look} onLook={onLook} />
      <OpenEdges edges={edges} look={look} onLook={onLook} />
      {onPutBack !== null && (
        <button type="button" onClick={onPutBack}>
          Undo moves
        </button>
      )}
    </div>
  );
}

function FindVariable({ names, onFind }: Pick<GraphToolsProps, "names" | "onFind">) {
  const id = useId();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const nameSet = useMemo(() => new Set(names), [names]);
  const options = useMemo(
    () =>
      names.map((name) => (
        <option key={name} value={name}>
          {nameText(name)}
        </option>
      )),
    [names],
  );
  const find = (event: FormEvent): void => {
    event.preventDefault();
    const name = matchingName(names, text);
    setMissing(name === undefined && text.trim() !== "");
    if (name !== undefined) onFind(name);
  };
  return (
    <form onSubmit={find}>
      <label htmlFor={id}>Find a variable</label>
      <input
        id={id}
        type="search"
        list={`${id}-names`}
        value={text}
        autoComplete="off"
        onChange={({ target, nativeEvent }) => {
          setText(target.value);
          setMissing(false);
          // Picked from the list, not typed.
          const isPicked = !("inputType" in nativeEvent) || nativeEvent.inputType === "insertReplacementText";
          if (isPicked && nameSet.has(target.value)) onFind(target.value);
        }}
      />
      <datalist id={`${id}-names`}>{options}</datalist>
      {isMissing && <span role="status">No name contains “{text}”.</span>}
    </form>
  );
}

const reachWords: Readonly<Record<Reach, string>> = {
  neighbours: "its parents and children",
  "two steps": "all within two steps",
  ancestors: "its ancestors",
  descendants: "its descendants",
};

type FocusToolsProps = Pick<GraphToolsProps, "look" | "onLook" | "onAll"> & { readonly focus: string };

function FocusTools({ focus, look, onLook, onAll }: FocusToolsProps) {
  const id = useId();
  return (
    <div className="graph-focus">
      <label htmlFor={id}>
        <b className="name">
          <bdi>{nameText(focus)}</bdi>
        </b>{" "}
        and
      </label>
      <select
        id={id}
        value={look.reach}
        onChange={({ target }) => onLook({ ...look, reach: target.value as Reach })}
      >
        {reaches.map((reach) => (
          <option key={reach} value={reach}>
            {reachWords[reach]}
          </option>
        ))}
      </select>
      <CheckBox isOn={look.isOnly} onChange={(isOnly) => onLook({ ...look, isOnly })}>
        Hide the rest
      </CheckBox>
      <button type="button" onClick={onAll}>
        Show all
      </button>
    </div>
  );
}

function SureEdges({ edges, look, onLook }: Pick<GraphToolsProps, "edges" | "look" | "onLook">) {
  const id = useId();
  if (edges.every(({ sure }) => sure === undefined)) return null;
  const hidden = edges.length - sureEdges(edges, look.above).length;
  const status = `${numbers.percent(look.above)}: ${hidden === 0 ? "none" : `${numbers.count(hidden)} of ${numbers.count(edges.length)}`} hidden`;
  return (
    <div className="graph-weak">
      <label htmlFor={id}>Show links above</label>
      <input
        id={id}
        type="range"
        min={0}
        max={95}
        step={5}
        value={100 * look.above}
        aria-valuetext={status}
        onChange={({ target }) => onLook({ ...look, above: Number(target.value) / 100 })}
      />
      <span className="soft">{status}</span>
    </div>
  );
}

function WeakEdges({ edges, look, onLook }: Pick<GraphToolsProps, "edges" | "look" | "onLook">) {
  const id = useId();
  const steps = useMemo(() => lossSteps(edges), [edges]);
  if (steps.length < 2) return null;
  const at = stepOf(steps, look.least);
  const hidden = edges.filter(({ loss }) => loss !== null && loss < look.least).length;
  return (
    <div className="graph-weak">
      <label htmlFor={id}>Hide weak edges</label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={at}
        aria-valuetext={hidden === 0 ? "none hidden" : hiddenWords(hidden, edges.length, look.least)}
        onChange={({ target }) => {
          const k = Number(target.value);
          onLook({ ...look, least: k === 0 ? 0 : steps[k] });
        }}
      />
      <span className="soft">
        {hidden === 0 ? "none hidden" : hiddenWords(hidden, edges.length, look.least)}
      </span>
    </div>
  );
}

/** Shown if some edges are directed and some are not. */
function OpenEdges({ edges, look, onLook }: Pick<GraphToolsProps, "edges" | "look" | "onLook">) {
  const open = openEdges(edges, true).length;
  if (open === 0 || open === edges.length) return null;
  return (
    <CheckBox isOn={look.isOpenOnly} onChange={(isOpenOnly) => onLook({ ...look, isOpenOnly })}>
      Only the {numbers.count(open)} open
    </CheckBox>
  );
}

function hiddenWords(hidden: number, all: number, least: number): string {
  return `${numbers.count(hidden)} of ${numbers.count(all)} hidden: score loss below ${numbers.significant(least)}`;
}
