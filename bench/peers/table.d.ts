// The shapes of table.js that its test uses.

export function peerTable(rows: readonly unknown[]): string;
export function withTable(text: string, rows: readonly unknown[]): string;
