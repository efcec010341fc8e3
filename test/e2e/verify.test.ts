// A certificate is accepted if it holds, for what it claims and for nothing else.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sealed } from "../../src/core/index.ts";
import { commandsIn } from "./command-line.ts";
import { example } from "./program.ts";

const { data } = example("twelve");
const { folder, wherefore, putFile } = commandsIn("verify");

describe("wherefore verify", () => {
  beforeAll(async () => {
    expect((await wherefore("discover", data, "--out", "first")).code).toBe(0);
  });

  it("verify re-runs a certificate, and does not believe a forged one", async () => {
    const good = await wherefore("verify", "first/certificate.json", data);
    expect(good.code).toBe(0);
    expect(good.out).toMatch(
      /^verified: no graph scores higher under bic with penalty weight 1\.65 \(1000 rows\); 1 pass re-run on .*data\.csv, and the best score is -?[\d.]+$/m,
    );
    const certificate = JSON.parse(readFileSync(join(folder, "first/certificate.json"), "utf8"));
    certificate.optimum.graph.pop();
    const damaged = await wherefore("verify", putFile("damaged.json", JSON.stringify(certificate)), data);
    expect([damaged.code, damaged.err]).toEqual([2, expect.stringContaining("its checksum does not match")]);
    const { checksum: _, ...document } = certificate;
    const forged = await wherefore("verify", putFile("forged.json", JSON.stringify(sealed(document))), data);
    expect(forged.code).toBe(4);
    expect(forged.out).toMatch(/^not verified: .* it says: no graph scores higher under bic/m);
  });

  it("verify prints what a claim is about, and ends with 3 where that is more than was asked", async () => {
    const known = putFile("known.txt", "X01 !-> X02\nmax parents: 2\n");
    const options = ["--penalty-weight", "50", "--knowledge", known];
    const found = await wherefore("discover", data, ...options, "--out", "conditions", "--quiet");
    const claim =
      "among the graphs that satisfy the prior knowledge (1 forbidden edge: X01 → X02; at most 2 causes for each variable), none scores higher under bic with penalty weight 50 (1000 rows)";
    expect(found.out).toContain(`proven: ${claim}`);
    const verify = (...more: string[]) => wherefore("verify", "conditions/certificate.json", data, ...more);
    const { code, out } = await verify();
    expect([code, out.split("\n").filter((line) => /^if|^verified/.test(line))]).toEqual([
      3,
      [
        "if   the penalty weight is 50, not 1.65",
        "if   only graphs are compared in which X01 → X02 is forbidden, no variable has more than 2 causes",
        expect.stringContaining(`verified under conditions: ${claim};`),
      ],
    ]);
    expect((await verify(...options)).code).toBe(0);
    const json = await verify(...options, "--score", "bge", "--json");
    expect([json.code, JSON.parse(json.out)]).toMatchObject([
      3,
      { holds: true, claim: { sentence: claim }, conditions: ["the score is bic, not bge"] },
    ]);
    const report = readFileSync(join(folder, "conditions/report.html"), "utf8");
    const [command] = /wherefore verify [^<]*/.exec(report.replaceAll(/<\/?span[^>]*>/g, ""))!;
    expect((await wherefore(...command.split(" ").slice(1))).code).toBe(0);
  });

  it("verify says when another version wrote the certificate, and refuses a format that it does not know", async () => {
    const { checksum: _, ...document } = JSON.parse(
      readFileSync(join(folder, "first/certificate.json"), "utf8"),
    );
    const older = putFile("older.json", JSON.stringify(sealed({ ...document, version: "0.0.7" })));
    const read = await wherefore("verify", older, data);
    expect([read.code, read.out]).toEqual([
      0,
      expect.stringMatching(/^note the certificate was written by wherefore 0\.0\.7; it is checked by \d/),
    ]);
    const newer = putFile("newer.json", JSON.stringify({ ...document, format: "wherefore-certificate/9" }));
    const refused = await wherefore("verify", newer, data);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(
        /^verify: the format of a certificate must be .*, got "wherefore-certificate\/9"; /,
      ),
    ]);
  });
});
