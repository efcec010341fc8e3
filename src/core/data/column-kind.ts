// What a column of a table may be.

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
}

/** By name, as documents have it. */
export function kindsByName(kinds: readonly ColumnKind[]) {
  return Object.fromEntries(
    kinds.map(({ name, kind, isUsed, reason }) => [name, { kind, used: isUsed, ...(reason && { reason }) }]),
  );
}
