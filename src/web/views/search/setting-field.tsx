// One setting of a run as a field of the form. An empty field means the default.

import { useId } from "react";
import { Sentence } from "../shared/sentence.tsx";
import type { Field, FieldValue } from "./field.ts";

export interface SettingFieldProps {
  readonly field: Field;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** Error message about the value. */
  readonly sentence?: string | null;
}

export function SettingField({ field, value, onChange, sentence = null }: SettingFieldProps) {
  const id = useId();
  const { title, help } = field;
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      <Control field={field} value={value} onChange={onChange} id={id} isRefused={sentence !== null} />
      <p className="hint" id={`${id}-hint`}>
        {help}
      </p>
      <Sentence text={sentence} />
    </div>
  );
}

interface ControlProps extends Pick<SettingFieldProps, "field" | "value" | "onChange"> {
  readonly id: string;
  readonly isRefused: boolean;
}

function Control({ field, value, onChange, id, isRefused }: ControlProps) {
  const attributes = { id, "aria-describedby": `${id}-hint`, "aria-invalid": isRefused } as const;
  if (field.kind === "number") {
    const { min, max, isWhole = false } = field;
    return (
      <input
        {...attributes}
        type="number"
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        step={isWhole ? 1 : "any"}
        placeholder={field.placeholder}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
      />
    );
  }
  const choices = field.kind === "switch" ? ["yes", "no"] : (field.choices ?? []);
  const display = typeof value === "boolean" ? (value ? "yes" : "no") : (value ?? "");
  const chosen = (text: string): FieldValue =>
    text === "" ? undefined : field.kind === "switch" ? text === "yes" : text;
  return (
    <select {...attributes} value={String(display)} onChange={({ target }) => onChange(chosen(target.value))}>
      <option value="">{field.placeholder}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
