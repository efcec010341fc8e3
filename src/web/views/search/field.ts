// An option as a field of a form. An empty field means the engine's default.

import type { wire } from "../../../core/index.ts";

/** As the catalogue describes it. */
export type DescribedOption = wire.Catalogue["run"][number];

export interface Field extends Pick<DescribedOption, "name" | "title"> {
  readonly help: string;
  /** Heading of its group; empty: none. */
  readonly group: string;
  readonly kind: "number" | "choice" | "switch";
  /** Shown in an empty field: the default. */
  readonly placeholder: string;
  /** For a choice. */
  readonly choices?: readonly string[];
  /** For a number. */
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

export type FieldValue = number | string | boolean | undefined;

export function fieldOf({ name, title, help, group = "", schema, default: value }: DescribedOption): Field {
  const placeholder = value === undefined ? "default" : `default: ${textOf(value)}`;
  const field = { name, title, help: sentence(help), group, placeholder };
  if (Array.isArray(schema.enum)) return { ...field, kind: "choice", choices: schema.enum.map(String) };
  if (schema.type === "boolean") return { ...field, kind: "switch" };
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  // The JSON Schema of an integer has the smallest and largest exact integers as bounds.
  const isBound = (x: unknown): x is number => typeof x === "number" && Math.abs(x) < Number.MAX_SAFE_INTEGER;
  return {
    ...field,
    kind: "number",
    isWhole: schema.type === "integer",
    ...(isBound(low) && { min: low }),
    ...(isBound(high) && { max: high }),
  };
}

function textOf(value: unknown): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
