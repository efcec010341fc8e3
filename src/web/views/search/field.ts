// A setting as a field of a form. Left empty it has its default, which is the engine's: none is written here.

export interface Field {
  /** As the engine calls it. */
  readonly name: string;
  readonly title: string;
  readonly describes: string;
  readonly kind: "number" | "choice" | "switch";
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

export type FieldValue = number | string | boolean | undefined;

/** The field of a setting that is described by JSON Schema. */
export function fieldOf(setting: {
  readonly name: string;
  readonly describes: string;
  readonly schema: Readonly<Record<string, unknown>>;
}): Field {
  const { name, describes, schema } = setting;
  const field = { name, title: titleOf(name), describes: sentenceCase(describes) };
  if (Array.isArray(schema.enum)) return { ...field, kind: "choice", choices: schema.enum.map(String) };
  if (schema.type === "boolean") return { ...field, kind: "switch" };
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  return {
    ...field,
    kind: "number",
    isWhole: schema.type === "integer",
    ...(typeof low === "number" && { min: low }),
    // JSON Schema of a whole number names the largest that is exact.
    ...(typeof high === "number" && high < Number.MAX_SAFE_INTEGER && { max: high }),
  };
}

/** maxDepth → Max depth. */
function titleOf(name: string): string {
  return sentenceCase(name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`).replace(/([a-z])(\d)/g, "$1 $2"));
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
