// Repeats a request every few seconds while `isWanted` and the page is visible.

import { useEffect } from "react";

const refreshMs = 3000;

export function useRefresh(isWanted: boolean, again: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => document.visibilityState === "visible" && again(), refreshMs);
    return () => clearInterval(timer);
  }, [isWanted, again]);
}
