// The current screen, kept in the address after the #: a reload, a bookmark and the back button lead to the same place.

import { useSyncExternalStore } from "react";

export type Route =
  | { readonly page: "start" }
  | { readonly page: "data" | "knowledge" | "search"; readonly table: string }
  | { readonly page: "watch" | "result"; readonly run: string }
  | { readonly page: "runs" }
  /** Scrolled to a term; empty for the top. */
  | { readonly page: "glossary"; readonly term: string }
  | { readonly page: "compare"; readonly a: string; readonly b: string };

const id = "([0-9a-f]{16})";

export function routeOf(hash: string): Route {
  const path = hash.replace(/^#\/?/, "");
  const [, table, page] = new RegExp(`^tables/${id}/(data|knowledge|search)$`).exec(path) ?? [];
  if (table !== undefined) return { page: page as "data", table };
  const [, run, view] = new RegExp(`^runs/${id}/(watch|result)$`).exec(path) ?? [];
  if (run !== undefined) return { page: view as "watch", run };
  const [, a, b] = new RegExp(`^compare/${id}/${id}$`).exec(path) ?? [];
  if (a !== undefined) return { page: "compare", a, b };
  const [glossary, term = ""] = /^glossary(?:\/([a-z-]+))?$/.exec(path) ?? [];
  if (glossary !== undefined) return { page: "glossary", term };
  return path === "runs" ? { page: "runs" } : { page: "start" };
}

export function addressOf(route: Route): string {
  if ("table" in route) return `#/tables/${route.table}/${route.page}`;
  if ("run" in route) return `#/runs/${route.run}/${route.page}`;
  if (route.page === "compare") return `#/compare/${route.a}/${route.b}`;
  if (route.page === "glossary") return route.term === "" ? "#/glossary" : `#/glossary/${route.term}`;
  return route.page === "runs" ? "#/runs" : "#/";
}

export function go(route: Route): void {
  location.hash = addressOf(route);
}

/** As go, in the place of the current screen, which no longer exists. */
export function goInstead(route: Route): void {
  location.replace(addressOf(route));
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (changed) => {
      addEventListener("hashchange", changed);
      return () => removeEventListener("hashchange", changed);
    },
    () => location.hash,
  );
  return routeOf(hash);
}
