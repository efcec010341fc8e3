// What a column of a table may be, and how one that is left out is kept.

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

/** What is known of a column. */
export interface ColumnKind {
  readonly name: string;
  readonly kind: Kind;
  /** Does it take part? */
  readonly isUsed: boolean;
  /** Why not; or, where it does, what is to be known of how it is read. */
  readonly reason?: string;
  /** Of an identifier that names several rows each: how many it names. */
  readonly subjects?: number;
  /** Of a copy: how it is kept instead of another column. */
  readonly instead?: KeptInstead | undefined;
}

export interface KeptInstead {
  /** What it would be. */
  readonly as: string;
  /** The columns that it follows from, one of which would be left out. */
  readonly of: readonly string[];
  /** True where the user has set the kinds of all of these, so that they come first. */
  readonly isSet?: boolean | undefined;
}

/** How a column that is left out is kept; none for one that is used, that never varies, or that weighs the rows. */
export function waysToKeep({ name, kind, isUsed, instead }: ColumnKind): Remedy[] {
  if (isUsed || kind === "constant" || kind === "weight" || (kind === "copy" && !instead)) return [];
  if (instead === undefined) {
    const as = kind === "identifier" || kind === "text" ? "category" : kind;
    return [{ when: "to keep it", set: { kinds: { [name]: as } } }];
  }
  const { as, of, isSet } = instead;
  const other = of.length === 1 ? `"${of[0]}"` : "one of these";
  return [
    {
      when: `to keep it instead of ${other}`,
      set: { kinds: { [name]: as } },
      ...(isSet && { act: `do not set the kind of ${other}` }),
    },
  ];
}

/** By name, as documents have it. */
export function kindsByName(kinds: readonly ColumnKind[]) {
  return Object.fromEntries(
    kinds.map(({ name, kind, isUsed, reason, instead }) => [
      name,
      { kind, used: isUsed, ...(reason && { reason }), ...(instead && { instead }) },
    ]),
  );
}
