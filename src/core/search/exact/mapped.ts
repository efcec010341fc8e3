// Maps the values of a generator; closing it closes the inner one too.

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
