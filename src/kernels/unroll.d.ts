/** A kernel's source with what it says once for several registers written out. */
export function unrolled(source: string): string;
