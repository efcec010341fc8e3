// Every search can be stopped in the middle of its work, whatever the score: there is a chance before each term, what follows a
// stop asks for few terms more, and what was stopped goes on to the same bytes. On a clock on which a term takes 200
// milliseconds and nothing else takes any.

import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../src/core/run/spec.ts";
import { searches } from "../../src/core/search/searches.ts";
import { isLong } from "../long.ts";
import type { Small } from "./search-steps.ts";
import { type Kind, slowRun, slowTable } from "./slow-run.ts";

/** Where in its work a run is stopped, and goes on from. */
const shares = isLong ? [0.3, 0.6, 0.9] : [0.6];

/** Registers what is asked of a search that is to stop. */
export function stopContract(search: string, small: Small): void {
  const needs = searches[search].needs?.(small) ?? [];
  const isEquivalent = needs.includes("equivalence");
  const kinds: Kind[] = needs.includes("terms")
    ? ["terms", "terms that combine"]
    : ["terms", "terms that combine", "a function of the graph"];
  for (const kind of searches[search].uses === "rows" ? (["terms"] as const) : kinds)
    describe(`${search} with a slow score (${kind})`, () => {
      const options: RunOptions = {
        search,
        restarts: 1,
        panel: kind === "terms" || isLong ? "always" : "never",
        polish: true,
        prune: "greedy",
        best: kind === "terms" ? 3 : 1,
        options: small,
      };
      const whole = slowRun({ kind, isEquivalent, options });
      const stoppedAt = (stopAt: number) => ({ stopAt, ...slowRun({ kind, isEquivalent, options, stopAt }) });
      const stopped = shares.map((share) => stoppedAt(Math.floor(share * whole.terms)));

      it("has a chance to stop before every term, and shows that it lives", () => {
        expect(whole.result.stopped).toBeNull();
        expect(whole.most).toBeLessThanOrEqual(2);
        // A term takes 200 ms: in two of them something is heard.
        const heard = whole.events.length + whole.signs.length;
        expect(heard).toBeGreaterThan(whole.terms / 3);
      });

      it("ends a few terms after the wish to stop, at whichever term that comes", () => {
        for (const { stopAt, result, terms, most } of [stoppedAt(0), stoppedAt(1), ...stopped]) {
          expect(most).toBeLessThanOrEqual(2);
          // 300 ms for the search, a second for what follows; then the graph's own score, which may not have been asked for.
          expect(terms - stopAt, `stopped at ${stopAt} of ${whole.terms}`).toBeLessThanOrEqual(
            2 + 6 + 3 * slowTable.names.length,
          );
          expect(result.stopped).toBe("interrupted");
        }
      });

      it("goes on from there to the same bytes", () => {
        for (const { checkpoint } of stopped) {
          const { result } = slowRun({ kind, isEquivalent, options, from: checkpoint });
          expect(result.digest).toBe(whole.result.digest);
          expect(result.edges).toEqual(whole.result.edges);
          expect(result.panel).toEqual(whole.result.panel);
        }
      });
    });
}
