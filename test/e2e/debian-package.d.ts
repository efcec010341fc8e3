export function ensured(
  name: string,
  given: { readonly find: () => string | undefined; readonly tests: string },
): void;
