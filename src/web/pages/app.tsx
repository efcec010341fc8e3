// The frame around all screens: the navigation, and the current screen.

import { useEffect, useRef } from "react";
import type { Client } from "../client/client.ts";
import { UndoBar } from "../views/draft/undo-bar.tsx";
import { addressOf, type Route, useRoute } from "../views/shared/route.ts";
import { useIsRefused } from "../views/shared/storage.ts";
import { ThemeSwitch } from "../views/shared/theme.tsx";
import { ClientContext } from "../views/shared/use-client.ts";
import { ComparePage } from "./compare-page.tsx";
import { DataPage } from "./data-page.tsx";
import { GlossaryPage } from "./glossary-page.tsx";
import { KnowledgePage } from "./knowledge-page.tsx";
import { ResultPage } from "./result-page.tsx";
import { RunsPage } from "./runs-page.tsx";
import { SearchPage } from "./search-page.tsx";
import { StartPage } from "./start-page.tsx";
import { WatchPage } from "./watch-page.tsx";

export function App({ client }: { readonly client: Client }) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  useArrival(route, main);
  return (
    <ClientContext value={client}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header className="top">
        <a className="brand" href={addressOf({ page: "start" })}>
          Wherefore
        </a>
        <nav aria-label="Steps" className="steps">
          <Steps route={route} />
          {"table" in route && <UndoBar table={route.table} />}
        </nav>
        <nav aria-label="More" className="history">
          <Step
            to={{ page: "runs" }}
            title="Runs"
            isHere={route.page === "runs" || route.page === "compare"}
          />
          <Step
            to={{ page: "glossary", term: "" }}
            title={titles.glossary}
            isHere={route.page === "glossary"}
          />
          <ThemeSwitch />
        </nav>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <Screen route={route} />
      </main>
      <footer className="foot">
        {client.kind === "browser"
          ? "Everything runs in this browser: your table is not sent anywhere."
          : "Everything runs on the machine of this server."}
        <Forgetful />
      </footer>
    </ClientContext>
  );
}

/** Shown if the browser does not store settings. */
function Forgetful() {
  if (!useIsRefused()) return null;
  return (
    <p role="status">
      This browser does not store settings for this page (its storage is full or disabled): they are lost on
      reload.
    </p>
  );
}

/** On a new screen: scrolls and moves the focus to its top, and sets the window title. */
function useArrival(route: Route, main: React.RefObject<HTMLElement | null>): void {
  const address = addressOf(route);
  const last = useRef(address);
  useEffect(() => {
    document.title = route.page === "start" ? "Wherefore" : `${titles[route.page]} · Wherefore`;
    if (last.current === address) return;
    last.current = address;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [address, route.page, main]);
}

/** The steps from a table to a run, or from a run to its result. */
function Steps({ route }: { readonly route: Route }) {
  if ("run" in route)
    return (["watch", "result"] as const).map((page) => (
      <Step key={page} to={{ page, run: route.run }} title={titles[page]} isHere={route.page === page} />
    ));
  const table = "table" in route ? route.table : undefined;
  return (["data", "knowledge", "search"] as const).map((page) => (
    <Step
      key={page}
      to={table === undefined ? undefined : { page, table }}
      title={titles[page]}
      isHere={route.page === page || (page === "data" && route.page === "start")}
    />
  ));
}

const titles = {
  data: "Data",
  knowledge: "Knowledge",
  search: "Search",
  watch: "Watch",
  result: "Result",
  runs: "Runs",
  compare: "Compare",
  glossary: "Glossary",
} as const;

interface StepProps {
  readonly to: Route | undefined;
  readonly title: string;
  readonly isHere: boolean;
}

function Step({ to, title, isHere }: StepProps) {
  if (to === undefined) return <span className={isHere ? "here" : "later"}>{title}</span>;
  return (
    <a href={addressOf(to)} {...(isHere && { "aria-current": "page" as const })}>
      {title}
    </a>
  );
}

function Screen({ route }: { readonly route: Route }) {
  switch (route.page) {
    case "start":
      return <StartPage />;
    case "data":
      return <DataPage key={route.table} table={route.table} />;
    case "knowledge":
      return <KnowledgePage key={route.table} table={route.table} />;
    case "search":
      return <SearchPage key={route.table} table={route.table} />;
    case "watch":
      return <WatchPage key={route.run} run={route.run} />;
    case "result":
      return <ResultPage key={route.run} run={route.run} />;
    case "runs":
      return <RunsPage />;
    case "glossary":
      return <GlossaryPage term={route.term} />;
    case "compare":
      return <ComparePage key={`${route.a} ${route.b}`} a={route.a} b={route.b} />;
  }
}
