// Remedies in the words of the page: as a sentence, and as the label of a button.

import { type DoorWords, listedWith, type Remedy, waysOut } from "../../../core/index.ts";

/** Titles of fields, by option name. */
export type Titles = Readonly<Record<string, string>>;

export function pageWaysOut(remedies: readonly Remedy[], titles: Titles = {}): string {
  return waysOut(remedies, pageWords(titles));
}

/** In the imperative: Leave out "x". */
export function wayLabel({ when: _, ...remedy }: Remedy, titles?: Titles): string {
  const label = pageWaysOut([remedy], titles);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function pageWords(titles: Titles): DoorWords {
  const titled = (name: string): string => (titles[name] === undefined ? name : `“${titles[name]}”`);
  return {
    drop: (columns) => `leave out ${columns}`,
    unset: (names) => `leave ${names.map(titled).join(" and ")} out`,
    set: (options) =>
      options
        .map(([name, values]) => {
          const text = listedWith("or", values.map(valueText));
          return orders[name]?.(text) ?? `set ${titled(name)} to ${text}`;
        })
        .join(" and "),
    act: (words) => words,
  };
}

function valueText(value: unknown): string {
  // Kinds by column name.
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return listedWith(
      "and",
      Object.entries(value).map(([name, kind]) => `"${name}" as ${kindWords[String(kind)] ?? kind}`),
    );
  if (!Array.isArray(value)) return String(value);
  return listedWith(
    "and",
    value.map((name) => `"${name}"`),
  );
}

const kindWords: Readonly<Record<string, string>> = {
  number: "numbers",
  category: "categories",
  date: "dates",
};

/** Options with specific wording. */
const orders: Readonly<Partial<Record<string, (value: string) => string>>> = {
  search: (name) => `use the search ${name}`,
  score: (name) => `use the score ${name}`,
  prune: (name) => `use the pruning ${name}`,
  missing: () => "drop rows with missing values",
  categorical: (columns) => `treat ${columns} as categories`,
  kinds: (columns) => `treat ${columns}`,
  penaltyWeight: (factor) => `multiply the penalty of each edge by ${factor}`,
};
