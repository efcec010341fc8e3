import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetText, keepText, storedText } from "./storage.ts";

/** As much of the browser's storage as is used; refuses a text that is too long. */
function storage(room: number) {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
    removeItem: (key: string) => texts.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("kept texts", () => {
  it("are the browser's, where it has room", () => {
    const browser = storage(100);
    vi.stubGlobal("localStorage", browser);
    keepText("localStorage", "a", "text");
    expect(browser.getItem("a")).toBe("text");
    expect(storedText("localStorage", "a")).toBe("text");
    forgetText("localStorage", "a");
    expect(storedText("localStorage", "a")).toBeNull();
  });

  it("are the newest, in the page's memory, where the browser is full, and the browser's again when it is not", () => {
    const browser = storage(3);
    vi.stubGlobal("localStorage", browser);
    keepText("localStorage", "b", "old");
    keepText("localStorage", "b", "newer");
    expect(browser.getItem("b")).toBe("old");
    expect(storedText("localStorage", "b")).toBe("newer");
    keepText("localStorage", "b", "new");
    expect(browser.getItem("b")).toBe("new");
    expect(storedText("localStorage", "b")).toBe("new");
  });

  it("are in the page's memory where the browser has no storage at all", () => {
    vi.stubGlobal("sessionStorage", undefined);
    keepText("sessionStorage", "c", "text");
    expect(storedText("sessionStorage", "c")).toBe("text");
    forgetText("sessionStorage", "c");
    expect(storedText("sessionStorage", "c")).toBeNull();
  });
});
