// The settings of a run beyond search and score: common ones visible, the others collapsed.

import { type ReactNode, useEffect, useRef } from "react";
import type { RunOptions, wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import type { Field, FieldValue } from "./field.ts";
import { defaultSearch, withPruning, withSearchOption } from "./search-options.ts";
import { SettingField } from "./setting-field.tsx";
import { fieldsOf, threadsField, withRunOption } from "./setting-fields.ts";
import { TruthField } from "./truth-field.tsx";

export interface SearchSettingsProps {
  readonly table: wire.TablePreview;
  readonly choices: wire.Catalogue;
  readonly draft: Draft;
  /** The score that will be used. */
  readonly score: string;
  readonly put: (change: Partial<Draft>) => void;
  /** The field that an error concerns. */
  readonly refusedField: string | null;
  readonly sentenceAt: (field: string) => string | null;
}

export function SearchSettings({
  table,
  choices,
  draft,
  score,
  put,
  refusedField,
  sentenceAt,
}: SearchSettingsProps) {
  const { options, threads, truth } = draft;
  const { common, confidence, ofPruning, folded, extra } = fieldsOf(choices, options, score);
  const search = options.search ?? defaultSearch;
  const setOptions = (next: RunOptions): void => put({ options: next });
  const ofRun = (field: Field) => (
    <SettingField
      key={field.name}
      field={field}
      value={options[field.name as keyof RunOptions] as FieldValue}
      onChange={(value) => setOptions(withRunOption(options, { name: field.name, value }, choices))}
      sentence={sentenceAt(field.name)}
    />
  );
  const ofSearch = (field: Field) => (
    <SettingField
      key={field.name}
      field={field}
      value={options.options?.[field.name] as FieldValue}
      onChange={(value) => setOptions(withSearchOption(options, field.name, value))}
      sentence={sentenceAt(field.name)}
    />
  );
  const isFolded = [...folded, ...extra, threadsField].some(({ name }) => name === refusedField);
  return (
    <>
      <h2>Settings</h2>
      <div className="search-fields">
        {common.map(ofRun)}
        <Pruning choices={choices} options={options} onChange={setOptions} sentence={sentenceAt("prune")} />
        {ofPruning.map(ofRun)}
        <TruthField
          columns={table.columns}
          example={table.truth}
          truth={truth ?? null}
          onChange={(next) => put({ truth: next })}
          sentence={sentenceAt("truth")}
        />
      </div>
      <h3>Confidence</h3>
      <div className="search-fields">{confidence.map(ofRun)}</div>
      <Folded isNeeded={isFolded}>
        {groupsOf(extra).map(([group, fields]) => (
          <section key={group}>
            <h3>
              Settings of {search}
              {group === "" ? "" : `: ${group.toLowerCase()}`}
            </h3>
            <div className="search-fields">{fields.map(ofSearch)}</div>
          </section>
        ))}
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
        <button type="button" onClick={() => put({ options: otherSettings(options), threads: null })}>
          Reset to defaults
        </button>
      </div>
    </>
  );
}

/** Fields by heading, those without one first. */
function groupsOf(fields: readonly Field[]): readonly (readonly [string, readonly Field[]])[] {
  const groups = [...new Set(fields.map(({ group }) => group))].sort(
    (a, b) => Number(b === "") - Number(a === ""),
  );
  return groups.map((group) => [group, fields.filter((field) => field.group === group)]);
}

/** Settings made on other screens. */
function otherSettings({ knowledge }: RunOptions): RunOptions {
  return { ...(knowledge && { knowledge }) };
}

/** Opens automatically if a setting in it is refused. */
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
  readonly choices: wire.Catalogue;
  readonly options: RunOptions;
  readonly onChange: (options: RunOptions) => void;
  readonly sentence: string | null;
}

/** Choice of the method that prunes the graph found. */
function Pruning({ choices, options, onChange, sentence }: PruningProps) {
  const chosen = choices.prunings.find(({ name }) => name === options.prune);
  const field: Field = {
    name: "prune",
    title: "Pruning",
    help: chosen ? `${chosen.summary}.` : "By default: none for most searches, threshold for rl.",
    group: "",
    placeholder: "default",
    kind: "choice",
    choices: choices.prunings.map(({ name }) => name),
  };
  const change = (value: FieldValue): void =>
    onChange(withPruning(options, value === undefined ? undefined : String(value), choices));
  return <SettingField field={field} value={options.prune} onChange={change} sentence={sentence} />;
}
