// Light or dark: as the system is set, unless the user chooses; the choice is stored. The style sheet uses an attribute of <html>.

import { useLayoutEffect, useSyncExternalStore } from "react";
import { useStoredText } from "./use-stored-text.ts";

const key = "wherefore/theme";
const themes = { "": "System", light: "Light", dark: "Dark" } as const;
type Theme = keyof typeof themes;

function useTheme(): readonly [Theme, (theme: string) => void] {
  const [theme, put] = useStoredText(key);
  return [theme in themes ? (theme as Theme) : "", put];
}

export function ThemeSwitch() {
  const [theme, put] = useTheme();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <select
      className="theme"
      aria-label="Light or dark"
      value={theme}
      onChange={({ target }) => put(target.value)}
    >
      {Object.entries(themes).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

let query: MediaQueryList | undefined;
/** Created once: every redraw of every chart reads it. */
const dark = (): MediaQueryList => (query ??= matchMedia("(prefers-color-scheme: dark)"));

/** Is the page dark? Changes with the system and with the choice. */
export function useIsDark(): boolean {
  const [theme] = useTheme();
  const isSystemDark = useSyncExternalStore(
    (changed) => {
      dark().addEventListener("change", changed);
      return () => dark().removeEventListener("change", changed);
    },
    () => dark().matches,
  );
  return theme === "" ? isSystemDark : theme === "dark";
}
