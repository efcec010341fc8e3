// Full screen for a part of the page; in browsers without it (on phones), the part fills the window. Escape leaves it.

import { type RefObject, useCallback, useEffect, useState } from "react";

export function useFullScreen(
  part: RefObject<HTMLElement | null>,
): readonly [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    const escaped = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") setFull(false);
    };
    document.addEventListener("fullscreenchange", onChange);
    if (isFull) addEventListener("keydown", escaped);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      removeEventListener("keydown", escaped);
    };
  }, [isFull]);
  const toggle = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // If the browser refuses, the part still fills the window.
    else if (!isFull) void part.current?.requestFullscreen?.().catch(() => {});
    setFull(!isFull);
  }, [isFull, part]);
  return [isFull, toggle];
}
