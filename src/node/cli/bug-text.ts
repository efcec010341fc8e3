// The message for an unexpected error, which is a bug.

export function bugText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `wherefore: this is a bug in wherefore; please report it with the command that you ran\n${text}\n`;
}
