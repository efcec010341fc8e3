// The number of record lines that belong to a checkpoint, from its first characters: the whole text may have megabytes.

export function checkpointLines(text: string): number {
  return Number(/^\{"format":"wherefore-checkpoint\/2","lines":(\d+)/.exec(text)?.[1] ?? 0);
}
