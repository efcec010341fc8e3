// The one error class, and the way to raise it.
//
// An InputError is the caller's mistake and its message is a sentence for that person:
//
//     where: what must hold, got what came; the way out

export class InputError extends Error {
  override readonly name = "InputError";
}

/** Throws an InputError unless `condition` holds. Write conditions so that NaN fails them: `x > 0`. */
export function check(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new InputError(typeof message === "string" ? message : message());
}

/** The known name nearest to a mistyped one, or undefined when nothing is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "did you mean …? (known: …)", for the tail of a message about an unknown name. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return `${near === undefined ? "" : `did you mean "${near}"? `}(known: ${known.join(", ")})`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
