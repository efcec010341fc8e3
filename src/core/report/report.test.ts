import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  missingOf,
  openElements,
  page,
  proven,
  renamed,
  rowsOf,
  section,
  squeezed,
  textOf,
} from "../../../test/pages.ts";
import { reportHtml } from "./report.ts";

describe("the page", () => {
  it("loads nothing and runs nothing", () => {
    const svg =
      '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg width="10pt" height="10pt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><!-- a --><g></g></svg>\n';
    const html = page(proven, {}, svg);
    expect(html).toContain('width="10pt" height="10pt"><g></g></svg>');
    expect(html).not.toMatch(/https?:|<script|<link|<img|<iframe|@import|url\(|\ssrc=|\son\w+=/i);
    expect(html).toContain("default-src 'none'");
  });

  it("says so if there is no picture", () => {
    expect(textOf(section(page(proven, {}, ""), "picture"))).toContain("There is no picture");
  });

  it("closes every element that it opens, and shows hostile names as they are", () => {
    const part = fc.constantFrom(
      ..."\"'`<>&;=/$ ",
      "<script>",
      "</script>",
      "</title>",
      "</style>",
      "-->",
      "<img src=x onerror=alert(1)>",
      "&lt;",
      "é",
      "年",
      "a",
    );
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 6, maxLength: 6 }), name, (names, other) => {
        const hostile = renamed(proven, names);
        const html = reportHtml({
          ...hostile,
          result: {
            ...hostile.result,
            table: { ...hostile.result.table, name: other },
            notes: [other],
            knowledge: [other],
          },
          svg: "<svg></svg>",
          command: other,
          verify: other,
          started: other,
        });
        expect(html).not.toMatch(/<script|<img/i);
        expect(openElements(html)).toEqual([]);
        const shown = rowsOf(section(html, "edges")).map(([cause, , effect]) => [cause, effect].join("\n"));
        const { edges, undirected } = hostile.result;
        const wanted = [...edges, ...undirected, ...missingOf(hostile.result)];
        expect(shown.toSorted()).toEqual(wanted.map((edge) => edge.map(squeezed).join("\n")).toSorted());
        expect(textOf(/<h1>(.*?)<\/h1>/s.exec(html)![1])).toBe(squeezed(other));
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});
