import { describe, expect, it } from "vitest";
import { randomTable } from "../../../../test/problems.ts";
import { createRng } from "../../math/rng.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import { type Discovery, discovery } from "../discovery/discovery.ts";
import type { Certificate } from "../result.ts";
import { sealed } from "../sealed.ts";
import { type Verification, type VerifyInput, verifyCertificate } from "./certificate.ts";
import { readCertificate } from "./certificate-file.ts";

const table = randomTable(createRng("file"), 4, 100);

function certified(input: Partial<Discovery> = {}): Certificate {
  const running = discovery({ table, hash: "h", now: () => 0, ...input });
  for (;;) {
    const { value, done } = running.next();
    if (done) return readCertificate(JSON.stringify(value.certificate));
  }
}

function verified(certificate: Certificate, given: Partial<VerifyInput> = {}): Verification {
  const running = verifyCertificate(certificate, { table, hash: "h", ...given });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const own: UserScoreMaker = () => ({ term: (_, parents) => -parents.length });

describe("a certificate file", () => {
  it("holds for the rows without outliers, and not for all rows", () => {
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
      expect(verified(certificate, { hash: "other" })).toMatchObject({
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

  it("is verified under its own score and no other", () => {
    const other = verified(certified(), { userScore: own, asked: { score: "mine.js" } });
    expect(other).toMatchObject({ holds: true, conditions: ["the score is bic, not mine.js"] });
    const mine = certified({ options: { score: "own:mine" }, userScore: own });
    expect(() => verified(mine)).toThrow("uses the score own:mine; give that score");
    const checked = verified(mine, { userScore: own, asked: { score: "./called/mine.js" } });
    expect(checked).toMatchObject({ holds: true, conditions: [] });
    expect(checked.claim.sentence).toBe("no graph scores higher under ./called/mine.js (100 rows)");
  });

  it("does not hold under a score that differs when evaluated again, or whose combine breaks the rule", () => {
    const mine = certified({ options: { score: "own:mine" }, userScore: own });
    let made = 0;
    const changing: UserScoreMaker = () => {
      const isFirst = made++ === 0;
      return { term: (_, parents) => (isFirst ? -parents.length : -2 * parents.length - 1) };
    };
    const { holds, checks } = verified(mine, { userScore: changing });
    expect([holds, checks.at(-1)!.sentence]).toEqual([
      false,
      expect.stringContaining("when it was evaluated again"),
    ]);
    const combined: UserScoreMaker = (given) => ({
      ...(own(given) as { term: () => number }),
      combine: (sum, edges) => sum - edges,
    });
    const whole = certified({ options: { score: "own:mine" }, userScore: combined });
    expect(verified(whole, { userScore: combined }).holds).toBe(true);
    const rising: UserScoreMaker = (given) => ({
      ...(combined(given) as { term: () => number }),
      combine: (sum, edges) => (edges === 0 ? sum : sum - edges + 0.5 * edges * edges),
    });
    const broken = verified(whole, { userScore: rising });
    expect([broken.holds, broken.checks.at(-1)!.sentence]).toEqual([
      false,
      expect.stringContaining("combine must"),
    ]);
  });

  it("distinguishes the rows used from all rows, and expects the penalty weight of the rows used", () => {
    const data = table.X.data.slice();
    for (let i = 0; i < 60; i++) data[4 * i] = Number.NaN;
    const gapped = { ...table, X: { ...table.X, data } };
    for (const [missing, rows] of [
      ["drop", "the table has 100 rows, of which 40 are used, and"],
      ["em", "the table has 100 rows, and"],
    ] as const) {
      const certificate = certified({ table: gapped, options: { missing } });
      const { holds, checks, conditions } = verified(certificate, { table: gapped });
      expect([holds, conditions]).toEqual([true, []]);
      expect(checks[1].sentence).toContain(rows);
    }
  });

  it("states its claim, and what in it was not requested", () => {
    const [a, b] = table.names;
    const knowledge = { required: [], forbidden: [[a, b]] as [string, string][], maxParents: 2 };
    const options = { penaltyWeight: 3, standardise: true, knowledge };
    const certificate = certified({ options });
    const { holds, claim, conditions } = verified(certificate);
    expect(holds).toBe(true);
    expect(claim.sentence).toBe(
      "among the graphs that satisfy the prior knowledge (1 forbidden edge: v0 → v1; at most 2 causes for each variable), none scores higher under bic with penalty weight 3 (100 rows, columns standardised)",
    );
    expect(conditions).toEqual([
      "the penalty weight is 3, not 1.55",
      "the columns are standardised",
      "only graphs are compared in which v0 → v1 is forbidden, no variable has more than 2 causes",
    ]);
    expect(verified(certificate, { asked: options }).conditions).toEqual([]);
    expect(
      verified(certificate, { asked: { ...options, score: "bge", penaltyWeight: 2 } }).conditions,
    ).toEqual(["the score is bic, not bge", "the penalty weight is 3, not 2"]);
  });

  it("answers a narrower question if its graph satisfies it, and no wider one", () => {
    const certificate = certified({ options: { knowledge: { maxParents: 2 } } });
    const most = Math.max(
      ...certificate.columns.map((_, j) => certificate.optimum.graph.filter(([, to]) => to === j).length),
    );
    const conditions = (maxParents: number) =>
      verified(certificate, { asked: { knowledge: { maxParents } } }).conditions;
    expect(most).toBe(2);
    expect(conditions(2)).toEqual([]);
    expect(conditions(3)).toEqual(["only graphs are compared in which no variable has more than 2 causes"]);
    expect(conditions(1)).toEqual([
      expect.stringMatching(/^the best graph does not satisfy the request: v\d has 2 causes, more than 1/),
    ]);
    const [[from, to]] = certificate.optimum.graph;
    const edge: [string, string] = [certificate.columns[from], certificate.columns[to]];
    const narrower = (knowledge: object) =>
      verified(certificate, { asked: { knowledge: { maxParents: 2, ...knowledge } } }).conditions;
    expect(narrower({ required: [edge] })).toEqual([]);
    expect(narrower({ forbidden: [edge] })).toEqual([
      expect.stringContaining("does not satisfy the request"),
    ]);
  });

  it("refuses a request for what its score does not have", () => {
    const certificate = certified({ options: { score: "bge" } });
    expect(() => verified(certificate, { asked: { penaltyWeight: 2 } })).toThrow(
      "verify: the score bge has no option penaltyWeight; leave penaltyWeight out, or set score to bic, bic-equal-variance, additive, ",
    );
  });

  it("must be a complete certificate of a known format", () => {
    expect(() => readCertificate("{")).toThrow("verify: the certificate must be a JSON file");
    expect(() => readCertificate("[]")).toThrow("verify: the certificate must be a JSON object");
    expect(() => readCertificate("{}")).toThrow(
      "verify: the format of a certificate must be wherefore-certificate/1 or wherefore-certificate/2, got nothing; if another version",
    );
    const { checksum, ...document } = certified();
    expect(checksum).toMatch(/^sha256:[0-9a-f]{64}$/);
    const read = (changed: object) => readCertificate(JSON.stringify(changed));
    expect(() => read({ ...document, bound: 1, checksum })).toThrow("its checksum does not match");
    expect(() => read({ ...document, note: "", checksum })).toThrow('the document must be without "note"');
    expect(read(sealed({ ...document, bound: 1 })).bound).toBe(1);
    const { version: _, ...older } = document;
    expect(read({ ...older, format: "wherefore-certificate/1" })).toMatchObject({ bound: document.bound });
  });

  it("is refused with the reason if it is no valid request of a run", () => {
    const certificate = certified({ options: { score: "bge" } });
    const scored = (score: object) => verified({ ...certificate, score: { ...certificate.score, ...score } });
    expect(() => scored({ penaltyWeight: 3 })).toThrow(
      /^verify: not a certificate of this program: the score bge has no option penaltyWeight/,
    );
    expect(() => scored({ name: "bgf" })).toThrow(
      /^verify: not a certificate of this program: no score called "bgf"/,
    );
    const [a, b] = table.names;
    const contrary = {
      required: [[a, b]],
      forbidden: [[a, b]],
      maxParents: 3,
    } as unknown as Certificate["knowledge"];
    expect(() => verified({ ...certificate, knowledge: contrary })).toThrow(
      /^verify: not a certificate[^\n]*contradicts[^\n]*$/,
    );
    const graph = [[0, 9]] as const;
    expect(() => verified({ ...certificate, optimum: { ...certificate.optimum, graph } })).toThrow(
      /^verify: not a certificate/,
    );
  });
});
