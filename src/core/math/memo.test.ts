import { expect, it } from "vitest";
import { createMemo, createNumberMemo } from "./memo.ts";
import { createRng } from "./rng.ts";

it("computes a value once while it is cached, and never exceeds its maximum size", () => {
  const memo = createMemo<string, number>(2);
  const made: string[] = [];
  const ask = (key: string) =>
    memo(key, () => {
      made.push(key);
      return key.length;
    });
  for (const key of ["a", "bb", "a", "bb"]) expect(ask(key)).toBe(key.length);
  expect(made).toEqual(["a", "bb"]);
  for (const key of ["ccc", "a", "ccc"]) expect(ask(key)).toBe(key.length);
  expect(made).toEqual(["a", "bb", "ccc", "a"]);
});

it("createNumberMemo computes a value once, also for keys that differ only in their high or low half", () => {
  const memo = createNumberMemo(10_000);
  const known = new Map<number, number>();
  const { integer } = createRng("number-memo");
  let made = 0;
  for (let k = 0; k < 20_000; k++) {
    const key = integer(60) * 2 ** 46 + integer(50);
    const isNew = !known.has(key);
    if (isNew) known.set(key, k);
    const before = made;
    const value = memo(key, () => {
      made++;
      return k;
    });
    expect(value).toBe(known.get(key));
    expect(made - before).toBe(isNew ? 1 : 0);
  }
  expect(made).toBe(known.size);
});

it("createNumberMemo is cleared when full, and caches values computed during another computation", () => {
  const memo = createNumberMemo(3);
  let made = 0;
  const make = () => ++made;
  for (const key of [0, 1, 2]) memo(key, make);
  expect([0, 1, 2].map((key) => memo(key, make))).toEqual([1, 2, 3]);
  expect(memo(3, make)).toBe(4);
  expect(memo(0, make)).toBe(5);
  const nested = createNumberMemo(100);
  const sum = (n: number): number => nested(n, () => (n === 0 ? 0 : n + sum(n - 1)));
  expect(sum(80)).toBe(3240);
  expect(nested(41, () => -1)).toBe(861);
});
