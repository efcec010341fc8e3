// The kinds of columns, and how to keep a column that would be left out.

import type { Remedy } from "../check.ts";

export const kindNames = [
  "number",
  "category",
  "binary",
  "ordered",
  "date",
  "identifier",
  "text",
  "constant",
  "copy",
  "weight",
] as const;

export type Kind = (typeof kindNames)[number];

/** The kind of a column and how it is used. */
export interface ColumnKind {
  readonly name: string;
  readonly kind: Kind;
  /** Is it used in the search? */
  readonly isUsed: boolean;
  /** Why it is not used; or, if it is, a note on how it is read. */
  readonly reason?: string;
  /** Number of subjects, for an identifier of subjects with several rows each. */
  readonly subjects?: number;
  /** For the column that names the units of a panel: the column of its times, and the number of units. */
  readonly panel?: { readonly along: string; readonly units: number };
  /** For dates: the day that is 0, as 2024-03-05. */
  readonly firstDay?: string;
  /** True if the user has set the kind. */
  readonly isSet?: true;
  /** For a copy: how to keep it instead of another column. */
  readonly instead?: KeptInstead | undefined;
}

export interface KeptInstead {
  /** The kind that it would have. */
  readonly as: string;
  /** The columns that determine it, one of which would be left out. */
  readonly of: readonly string[];
  /** True if the user has set the kinds of all of these, which gives them precedence. */
  readonly isSet?: boolean | undefined;
}

/** Ways to keep a column, called `what`, that is left out; none for a column that is used, constant, or the weight of the rows. */
export function waysToKeep({ name, kind, isUsed, instead }: ColumnKind, what = "it"): Remedy[] {
  if (isUsed || kind === "constant" || kind === "weight" || (kind === "copy" && !instead)) return [];
  if (instead === undefined) {
    const as = kind === "identifier" || kind === "text" ? "category" : kind;
    return [{ when: `to keep ${what}`, set: { kinds: { [name]: as } } }];
  }
  const { as, of, isSet } = instead;
  const other = of.length === 1 ? `"${of[0]}"` : "one of these";
  return [
    {
      when: `to keep ${what} instead of ${other}`,
      set: { kinds: { [name]: as } },
      ...(isSet && { act: `do not set the kind of ${other}` }),
    },
  ];
}

/** The kinds by column name, in the form used in documents. */
export function kindsByName(kinds: readonly ColumnKind[]) {
  return Object.fromEntries(
    kinds.map(({ name, kind, isUsed, reason, instead }) => [
      name,
      { kind, used: isUsed, ...(reason && { reason }), ...(instead && { instead }) },
    ]),
  );
}
