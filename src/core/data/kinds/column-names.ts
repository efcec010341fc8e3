// What a column's name suggests: an identifier, a subject with several rows, a code written in digits, a weight.

import { wordsOf } from "../name-words.ts";

/** Names of identifiers. */
export const idName = /(^|[\s_.-])(id|uuid|guid|key|index|rownames?|row|no|nr)$|Id$|ID$/;

const subject = "subject|patient|person|participant|respondent|individual|customer|user|household";
const others =
  "firm|company|student|pupil|child|animal|mouse|school|store|site|device|plot|player|worker|employee";
/** Singular only: a plural may be a count ("customers": how many came). */
const one = new RegExp(`^(${subject}|${others})$`, "i");
const named = new RegExp(`^(${subject}|${others})s?[\\s_.-]?(id|no|nr|number|code)$`, "i");

/** Does the column name a subject (a person, a firm, a plot) to which several rows may belong? */
export function isSubject(name: string): boolean {
  return one.test(name) || named.test(name);
}

const places =
  /^(zip|zipcode|zip5|zcta|zcta5|postcode|postalcode|postal|plz|postleitzahl|fips|geoid|insee|codeinsee|codepostal|naics|siren|siret)$/;
const lines = /^(phone|telephone|telefon|mobile|fax|account|iban|ssn|isbn|ean|upc|barcode)$/;
const counts = /^(n|no|num|number|nr|count|total|sum|mean|avg|average|median|share|rate|pct|percent)$/;

/** "place": a code of places or trades ("zip", "county_fips", "code postal"); "line": a number to dial or scan ("phone", "home_phone"). */
export function codeIn(name: string): "place" | "line" | null {
  const words = wordsOf(name);
  if (words.length > 1 && counts.test(words[0])) return null;
  if (words.length > 1 && /^(codes?|no|nr|num|number)$/.test(words[words.length - 1])) {
    if (words[words.length - 2] === "post") return "place";
    words.pop();
  }
  if (words.length > 1 && words[0] === "code") words.shift();
  const last = words[words.length - 1] ?? "";
  return places.test(last) ? "place" : lines.test(last) ? "line" : null;
}

const weight = "(weights?|wt|wgt|wght)";
const surely = new RegExp(
  `^((p|samp|sampling|survey|svy|design|hh|household|per|pop|population|probability|post ?stratification|raking) ?${weight}|fnlwgt|wtfinl|hwtfinl|asecwt|earnwt|wtssall|wtss|wtssnr|wtmec2yr|wtint2yr|llcpwt|expansion factor)$`,
);
const likely = new RegExp(`^(sample|person|final) ?${weight}$`);
const perhaps = new RegExp(`^(${weight}|w)$`);

/** Survey weights by name: "surely"; "likely" ("final weight") and "perhaps" ("weight"), which the values must confirm. */
export function weightIn(name: string): "surely" | "likely" | "perhaps" | null {
  const plain = wordsOf(name).join(" ");
  if (perhaps.test(plain)) return "perhaps";
  return surely.test(plain) ? "surely" : likely.test(plain) ? "likely" : null;
}
