// How many cases a scalable test tries: `npm test` a part, `npm run test:long` all of them, before a release.

/** Is this `npm run test:long`? */
export const isLong = process.env.TRIALS === "all";

/** So many in `npm test`, so many in `npm run test:long`. */
export function trials(part: number, whole: number): number {
  return isLong ? whole : part;
}
