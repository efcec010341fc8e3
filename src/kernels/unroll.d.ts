/** A kernel's source with its `unroll` blocks and `each` lines expanded. */
export function unrolled(source: string): string;
