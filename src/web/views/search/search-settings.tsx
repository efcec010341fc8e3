// The settings of a run beyond search and score: those that many want in sight, the others folded.

import { type ReactNode, useEffect, useRef } from "react";
import type { RunOptions, wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import type { Field, FieldValue } from "./field.ts";
import { defaultSearch, withInner, withOption } from "./search-options.ts";
import { SettingField } from "./setting-field.tsx";
import { fieldsOf, pruningReads, threadsField } from "./shown-fields.ts";
import { TruthField } from "./truth-field.tsx";

export interface SearchSettingsProps {
  readonly table: wire.TablePreview;
  readonly choices: wire.Choices;
  readonly draft: Draft;
  readonly put: (change: Partial<Draft>) => void;
  /** The field that a refusal is about. */
  readonly refusedField: string | null;
  readonly sentenceAt: (field: string) => string | null;
}

export function SearchSettings({
  table,
  choices,
  draft,
  put,
  refusedField,
  sentenceAt,
}: SearchSettingsProps) {
  const { options, threads, truth } = draft;
  const { common, ofPruning, folded, agent, own } = fieldsOf(choices, options);
  const search = options.search ?? defaultSearch;
  const setOptions = (next: RunOptions): void => put({ options: next });
  const ofRun = (field: Field) => (
    <SettingField
      key={field.name}
      field={field}
      value={options[field.name as keyof RunOptions] as FieldValue}
      onChange={(value) => setOptions(withOption(options, field.name, value))}
      sentence={sentenceAt(field.name)}
    />
  );
  const inner = (group: "rl" | "settings") => (field: Field) => (
    <SettingField
      key={field.name}
      field={field}
      value={(options[group] as Record<string, FieldValue> | undefined)?.[field.name]}
      onChange={(value) => setOptions(withInner(options, group, field.name, value))}
      sentence={sentenceAt(field.name)}
    />
  );
  const isFolded = [...folded, ...agent, ...own, threadsField].some(({ name }) => name === refusedField);
  return (
    <>
      <h2>Settings</h2>
      <div className="search-fields">
        {common.map(ofRun)}
        <Pruning choices={choices} options={options} onChange={setOptions} sentence={sentenceAt("prune")} />
        {ofPruning.map(ofRun)}
        <TruthField
          columns={table.columns}
          known={table.truth}
          truth={truth ?? null}
          onChange={(next) => put({ truth: next })}
          sentence={sentenceAt("truth")}
        />
      </div>
      <Folded isNeeded={isFolded}>
        {own.length > 0 && (
          <>
            <h3>Settings of {search}</h3>
            <div className="search-fields">{own.map(inner("settings"))}</div>
          </>
        )}
        {agent.length > 0 && (
          <>
            <h3>Settings of the agent</h3>
            <div className="search-fields">{agent.map(inner("rl"))}</div>
          </>
        )}
        <h3>Settings of every run</h3>
        <div className="search-fields">
          {folded.map(ofRun)}
          <SettingField
            field={threadsField}
            value={threads ?? undefined}
            onChange={(value) => put({ threads: typeof value === "number" ? value : null })}
            sentence={sentenceAt("threads")}
          />
        </div>
      </Folded>
      <div className="actions">
        <button type="button" onClick={() => put({ options: kept(options), threads: null })}>
          Back to the defaults
        </button>
      </div>
    </>
  );
}

/** What other screens have set. */
function kept({ categorical, knowledge }: RunOptions): RunOptions {
  return { ...(categorical && { categorical }), ...(knowledge && { knowledge }) };
}

/** Opens by itself when something in it is refused. */
function Folded({ isNeeded, children }: { readonly isNeeded: boolean; readonly children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isNeeded) details.current!.open = true;
  }, [isNeeded]);
  return (
    <details ref={details} className="search-more">
      <summary>More settings</summary>
      {children}
    </details>
  );
}

interface PruningProps {
  readonly choices: wire.Choices;
  readonly options: RunOptions;
  readonly onChange: (options: RunOptions) => void;
  readonly sentence: string | null;
}

/** What is left out of the graph that was found. */
function Pruning({ choices, options, onChange, sentence }: PruningProps) {
  const chosen = choices.prunings.find(({ name }) => name === options.prune);
  const field: Field = {
    name: "prune",
    title: "Pruning",
    describes: chosen
      ? `${chosen.describes}.`
      : "What goes with the search and the score: none for most, for rl by threshold.",
    kind: "choice",
    choices: choices.prunings.map(({ name }) => name),
  };
  const change = (value: FieldValue): void => {
    const before = pruningReads[options.prune ?? ""];
    const next = withOption(options, "prune", value);
    // What only the rule before had read goes with it.
    onChange(
      before === undefined || before === pruningReads[String(value)]
        ? next
        : withOption(next, before, undefined),
    );
  };
  return <SettingField field={field} value={options.prune} onChange={change} sentence={sentence} />;
}
