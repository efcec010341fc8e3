// A text as it is when it has not changed for a little while: for questions that are not asked at every key.

import { useEffect, useState } from "react";

export function useSettled(value: string, ms = 500): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
