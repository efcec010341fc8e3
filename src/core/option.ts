// Options of searches, scores, prunings and runs, each described once: what it may be (a zod schema), its default, a line of
// help, a flag, a group. Command line, page, HTTP schema, docs and refusals read it here.

import * as z from "zod";
import { check, InputError, inOurWords, setTo, suggestion, valueText } from "./check.ts";

/** Kinds of numbers that options are. */
export const whole = z.number().int().min(0);
export const count = z.number().int().min(1);
export const size = z.number().min(0);
export const positive = z.number().positive();
/** Between 0 and 1, and neither. */
export const share = z.number().gt(0).lt(1);

export interface OptionFacts {
  /** A few words, for a form; made from the name where absent. */
  readonly title?: string;
  /** A line that says what it does. */
  readonly help: string;
  /** The default, or a few words where it depends on others. What runs has its own: the two are held together by a test. */
  readonly default?: unknown;
  /** On the command line, with what stands for its value: "--iterations <count>"; in brackets where "auto" may be left out. Without one it is set by name. */
  readonly flag?: string;
  /** The heading under which it stands. */
  readonly group?: string;
  /** A word that may stand in the place of a number. */
  readonly orWord?: string;
  /** It is read only where other options have these values; "set": where that one is given. */
  readonly when?: Readonly<Record<string, readonly unknown[] | "set">>;
}

/** An option as plain data. */
export interface DescribedOption extends OptionFacts {
  readonly name: string;
  readonly title: string;
  /** What it may be, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** Something of which options can be set. */
export interface Optioned {
  /** What it is, and which: a search called pc. */
  readonly kind: "search" | "score" | "prune" | "run";
  readonly name: string;
  /** What refusals call it: the search pc. */
  readonly called: string;
  readonly options: z.ZodObject;
  /** What an option is where it is not given and that depends on the others. */
  readonly filled?: (settings: OptionValues) => OptionValues;
}

/** An optional member of a schema, with what there is to know about it. */
export function option<T extends z.ZodType>(type: T, facts: OptionFacts): z.ZodOptional<T> {
  return type.optional().meta({ ...facts, description: facts.help });
}

/** The same, where the default is filled in when options are read. */
export function filledOption<T extends z.ZodType>(
  type: T,
  facts: OptionFacts & { readonly default: z.util.NoUndefined<z.output<T>> },
): z.ZodDefault<T> {
  return type.default(facts.default).meta({ ...facts, description: facts.help });
}

/** As JSON Schema; what cannot be said in it may be anything. */
function schemaOf(type: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return rest;
}

/** The same, with the name of what the options are of. */
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
        // When it is asked for: a command has hundreds of options, and asks for the schemas of few.
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

/** Is the option read, by what the others are? */
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

/** Options that are each what they may be and each read; `others` may have one that this does not have. */
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
