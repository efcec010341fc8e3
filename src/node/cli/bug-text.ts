// What is printed of an error that is not the user's.

export function bugText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `wherefore: this is a bug in wherefore; please report it with the command that you ran\n${text}\n`;
}
