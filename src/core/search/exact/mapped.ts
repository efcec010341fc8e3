// A generator with other values: whoever stops reading closes the one within, too.

export function* mapped<From, To, Result>(
  parts: Generator<From, Result, void>,
  of: (part: From) => To,
): Generator<To, Result, void> {
  try {
    for (;;) {
      const { value, done } = parts.next();
      if (done) return value;
      yield of(value);
    }
  } finally {
    parts.return(undefined as Result);
  }
}
