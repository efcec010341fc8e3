// Lines of the record that a checkpoint goes with, from its first characters: the whole may be megabytes.

export function checkpointLines(text: string): number {
  return Number(/^\{"format":"wherefore-checkpoint\/2","lines":(\d+)/.exec(text)?.[1] ?? 0);
}
