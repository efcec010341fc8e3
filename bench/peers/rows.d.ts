// The shapes of rows.js that the test of the table uses.

export function recordedRows(): readonly unknown[];
