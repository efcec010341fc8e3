import { expect, it } from "vitest";
import { verifyCommand } from "./verify-command.ts";

it("requests what the run requested, and reads the table as the run did", () => {
  const place = { certificate: "runs/a/certificate.json", table: "my table.csv" };
  expect(verifyCommand({}, place)).toBe(
    "wherefore verify runs/a/certificate.json 'my table.csv' --score auto",
  );
  const options = {
    score: "bic-equal-variance",
    penalty: "runs",
    penaltyWeight: 2,
    standardise: true,
    dropOutliers: 0.1,
    knowledge: { maxParents: 3 },
  } as const;
  const reading = {
    columns: ["a", "b,c"],
    where: "a > 1",
    exclude: ["d"],
    kinds: { a: "date" },
    knowledge: "known.txt",
  } as const;
  expect(verifyCommand(options, { ...place, ...reading })).toBe(
    `wherefore verify runs/a/certificate.json 'my table.csv' --columns 'a,"b,c"' --exclude d --kinds a=date --where 'a > 1' --score bic-equal-variance --penalty runs --penalty-weight 2 --standardise --drop-outliers 0.1 --knowledge known.txt --max-parents 3`,
  );
  expect(verifyCommand({ score: "bdeu", equivalentSampleSize: 5, categorical: ["x"] }, place)).toMatch(
    / --score bdeu --equivalent-sample-size 5 --categorical x$/,
  );
});
