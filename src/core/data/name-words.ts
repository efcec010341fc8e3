// The words of a column's name, and whether they are about a time.

/** Words of a name, in lower case: "homePhone" and "home_phone" both give home, phone. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[\s_.\-/']+/)
    .filter((word) => word !== "");
}

const timeWord =
  /^(years?|quarters?|months?|weeks?|weekdays?|days?|dates?|hours?|minutes?|seconds?|times?|timestamp|periods?|waves?|visits?|t|jahr|monat|woche|tag|datum)$/;

/** Does the name say when a row was observed ("year", "visit_date", "day of week")? */
export function isTime(name: string): boolean {
  const words = wordsOf(name);
  return timeWord.test(words[0] ?? "") || timeWord.test(words[words.length - 1] ?? "");
}
