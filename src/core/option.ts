// Options of searches, scores, pruning methods and runs, each described once: its type (a zod schema), default, help line, flag
// and group. The command line, the page, the HTTP schema, the docs and error messages all read this description.

import * as z from "zod";
import { check, InputError, inOurWords, setTo, suggestion, valueText } from "./check.ts";

/** Numeric types of options. */
export const whole = z.number().int().min(0);
export const count = z.number().int().min(1);
export const size = z.number().min(0);
export const positive = z.number().positive();
/** Strictly between 0 and 1. */
export const share = z.number().gt(0).lt(1);

export interface OptionFacts {
  /** Short label for a form; derived from the name if absent. */
  readonly title?: string;
  /** One line on what it does. */
  readonly help: string;
  /** The default, or a few words if it depends on other options. The implementation has its own; a test keeps them equal. */
  readonly default?: unknown;
  /** Flag with a value placeholder: "--iterations <count>"; in brackets if "auto" may be omitted. If absent, set by name. */
  readonly flag?: string;
  /** The heading under which it is listed. */
  readonly group?: string;
  /** A word accepted in place of a number. */
  readonly orWord?: string;
  /** Has an effect only if the other options have one of these values; "set": only if that option is given. */
  readonly when?: Readonly<Record<string, readonly unknown[] | "set">>;
}

/** An option as plain data. */
export interface DescribedOption extends OptionFacts {
  readonly name: string;
  readonly title: string;
  /** Its type, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** Anything that has options. */
export interface Optioned {
  /** Its kind and name: the search called pc. */
  readonly kind: "search" | "score" | "prune" | "run";
  readonly name: string;
  /** How error messages refer to it: the search pc. */
  readonly called: string;
  readonly options: z.ZodObject;
  /** Defaults that depend on the other options. */
  readonly filled?: (settings: OptionValues) => OptionValues;
}

/** An optional field of a schema, with its description. */
export function option<T extends z.ZodType>(type: T, facts: OptionFacts): z.ZodOptional<T> {
  return type.optional().meta({ ...facts, description: facts.help });
}

/** The same, with the default filled in when options are parsed. */
export function filledOption<T extends z.ZodType>(
  type: T,
  facts: OptionFacts & { readonly default: z.util.NoUndefined<z.output<T>> },
): z.ZodDefault<T> {
  return type.default(facts.default).meta({ ...facts, description: facts.help });
}

/** As JSON Schema; types that it cannot express accept anything. */
function schemaOf(type: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return rest;
}

/** The same, titled with the name of the search, score or pruning method. */
export function titledSchema({ name, options }: { readonly name: string; readonly options: z.ZodObject }) {
  return { ...schemaOf(options), title: name };
}

export function describedOptions(schema: z.ZodObject): readonly DescribedOption[] {
  return Object.entries(schema.shape).flatMap(([name, type]) => {
    const facts = factsOf(type as z.ZodType);
    if (facts === undefined) return [];
    const { title = titleOf(name), help, default: value, flag, group, orWord, when } = facts;
    let cached: DescribedOption["schema"] | undefined;
    return [
      {
        name,
        title,
        help,
        ...(value !== undefined && { default: value }),
        ...(flag !== undefined && { flag }),
        ...(group !== undefined && { group }),
        ...(orWord !== undefined && { orWord }),
        ...(when !== undefined && { when }),
        // Computed on demand: a command has hundreds of options and needs the schemas of few.
        get schema() {
          cached ??= Object.fromEntries(
            Object.entries(schemaOf(type as z.ZodType)).filter(([key]) => !factNames.has(key)),
          );
          return cached;
        },
      },
    ];
  });
}

const factNames = new Set(["title", "help", "description", "default", "flag", "group", "orWord", "when"]);

function factsOf(type: z.ZodType): OptionFacts | undefined {
  const meta = type.meta();
  return meta !== undefined && typeof meta.help === "string" ? (meta as unknown as OptionFacts) : undefined;
}

/** maxDepth → Max depth. */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`).replace(/([a-z])(\d)/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the option has an effect, given the values of the others. */
export function isRead(
  name: string,
  { options, filled }: Pick<Optioned, "options" | "filled">,
  settings: OptionValues,
): boolean {
  const { when = {} } = factsOf(options.shape[name] as z.ZodType) ?? {};
  const defaults = Object.fromEntries(
    Object.entries(options.shape).map(([key, type]) => [key, factsOf(type as z.ZodType)?.default]),
  );
  const values = { ...defaults, ...filled?.(settings), ...settings };
  return Object.entries(when).every(([key, allowed]) =>
    allowed === "set" ? values[key] !== undefined : allowed.includes(values[key]),
  );
}

/** Refuses unknown options, invalid values and options without effect; if one of `others` has the option, the remedies name it. */
export function checkOptions(of: Optioned, settings: OptionValues, others: readonly Optioned[] = []): void {
  const { called, options } = of;
  const names = Object.keys(options.shape);
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    if (!names.includes(name)) refuseUnknown(of, name, others);
    const parsed = (options.shape[name] as z.ZodType).safeParse(value, inOurWords);
    check(
      parsed.success,
      () =>
        `discover: ${name} of ${called} must be ${parsed.error!.issues[0].message}, got ${valueText(value)}`,
      { field: name },
    );
  }
  for (const name of Object.keys(settings).filter((key) => settings[key] !== undefined)) {
    if (!isRead(name, of, settings)) refuseUnread(of, name);
  }
}

function refuseUnknown({ called, options }: Optioned, name: string, others: readonly Optioned[]): never {
  const having = others.filter((other) => Object.hasOwn(other.options.shape, name));
  const names = Object.keys(options.shape);
  const isElsewhere = having.length > 0 || names.length === 0;
  throw new InputError(
    isElsewhere
      ? `discover: ${called} has no option ${name}`
      : `discover: ${called} has no option called "${name}"; ${suggestion(name, names)}`,
    {
      field: name,
      remedies: isElsewhere
        ? [{ unset: [name] }, ...having.map((other) => ({ set: { [other.kind]: other.name } }))]
        : [],
    },
  );
}

function refuseUnread({ called, options }: Optioned, name: string): never {
  const { when = {} } = factsOf(options.shape[name] as z.ZodType) ?? {};
  const needed = Object.entries(when).map(([key, allowed]) =>
    allowed === "set" ? `${key} is set` : `${key} is ${allowed.join(" or ")}`,
  );
  const ways = Object.entries(when).flatMap(([key, allowed]) =>
    allowed === "set" ? [] : setTo(key, allowed),
  );
  throw new InputError(`discover: ${name} of ${called} has no effect unless ${needed.join(" and ")}`, {
    field: name,
    remedies: [{ unset: [name] }, ...ways],
  });
}
