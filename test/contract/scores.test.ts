// What every score must do. A new entry of the registry is tested with no new code.

import { expect, it } from "vitest";
import { runSpec } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import { isRead, scoreContract, variants } from "./score-contract.ts";

for (const [name, entry] of Object.entries(scores)) {
  it(`the score ${name} refuses an option that it does not read`, () => {
    for (const options of variants.filter((v) => !isRead(entry, v))) {
      const [option] = Object.keys(options);
      expect(() => runSpec({ ...options, score: name })).toThrow(
        `the score ${name} has no option ${option}; leave ${option} out, or set score to `,
      );
    }
  });
  scoreContract(name);
}
