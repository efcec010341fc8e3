// A debounced text: updated once it has not changed for a while, for requests that should not be sent at every keystroke.

import { useEffect, useState } from "react";

export function useSettled(value: string, ms = 500): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
