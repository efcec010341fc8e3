import { describe, expect, it } from "vitest";
import { randomTable } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import type { Verdict } from "../search/certificate.ts";
import { readCertificate, verifyCertificate } from "./certificate.ts";
import { type Discovery, discovery } from "./discover.ts";
import type { Certificate } from "./result.ts";

const table = randomTable(createRng("file"), 4, 100);

function certified(input: Omit<Discovery, "table" | "now"> = {}): Certificate {
  const running = discovery({ table, hash: "h", now: () => 0, ...input });
  for (;;) {
    const { value, done } = running.next();
    if (done) return readCertificate(JSON.stringify(value.certificate));
  }
}

function verified(certificate: Certificate, hash = "h", userScore?: UserScoreMaker): Verdict {
  const running = verifyCertificate(certificate, { table, hash, userScore });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const own: UserScoreMaker = () => ({ term: (_, parents) => -parents.length });

describe("a certificate file", () => {
  it("holds without the outliers that were left out, and not with others", () => {
    const certificate = certified({ options: { dropOutliers: 0.1 } });
    expect(certificate.data.dropOutliers).toBe(0.1);
    expect(verified(certificate).holds).toBe(true);
    const { dropOutliers: _, ...data } = certificate.data;
    expect(verified({ ...certificate, data }).holds).toBe(false);
  });

  for (const score of ["bic", "bic-equal-variance", "bge"]) {
    it(`holds on its own table, and not on another (${score})`, () => {
      const certificate = certified({ options: { score } });
      expect(verified(certificate).holds).toBe(true);
      expect(verified(certificate, "other")).toEqual({
        holds: false,
        checks: [{ holds: false, sentence: "the table's hash is other, the certificate's h" }],
      });
    });

    it(`does not hold when it numbers its columns otherwise (${score})`, () => {
      const certificate = certified({ options: { score } });
      const swapped = [certificate.columns[1], certificate.columns[0], ...certificate.columns.slice(2)];
      const order = "list its columns in the order of their names, each once";
      expect(() => verified({ ...certificate, columns: swapped })).toThrow(order);
      const same = certificate.columns.map(() => certificate.columns[0]);
      expect(() => verified({ ...certificate, columns: same })).toThrow(order);
    });

    it(`does not hold when it is wrong about rows, method or what a pass found (${score})`, () => {
      const certificate = certified({ options: { score } });
      const { data, passes } = certificate;
      expect(verified({ ...certificate, data: { ...data, rows: 7 } }).holds).toBe(false);
      const method = score === "bic-equal-variance" ? "subset program" : "hull of subset programs";
      expect(verified({ ...certificate, method }).holds).toBe(false);
      for (const junk of [{ graph: [] }, { cost: 1 }, { edges: 9 }]) {
        const changed = [{ ...passes[0], ...junk }, ...passes.slice(1)];
        const { holds, checks } = verified({ ...certificate, passes: changed });
        expect([holds, checks.at(-1)!.sentence]).toEqual([
          false,
          expect.stringMatching(/^pass 1 names a graph/),
        ]);
      }
    });
  }

  it("is re-checked under its own score and no other", () => {
    expect(() => verified(certified(), "h", own)).toThrow("uses the score bic, which needs no --score");
    const mine = certified({ options: { score: "own:mine" }, userScore: own });
    expect(() => verified(mine)).toThrow("uses the score own:mine; give it with --score");
    expect(verified(mine, "h", own).holds).toBe(true);
  });

  it("must be one", () => {
    expect(() => readCertificate("{")).toThrow("verify: the certificate must be a JSON file");
    expect(() => readCertificate("{}")).toThrow(/^verify: not a certificate of this program: format/);
  });
});
