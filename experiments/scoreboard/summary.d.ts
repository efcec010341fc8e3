import type { Row } from "./scoreboard.js";

export function tableText(rows: readonly Row[]): string;
export function bestKnown(row: Row, rows: readonly Row[]): number;
