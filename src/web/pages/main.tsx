// Entry point of the page: finds its engine and shows the screen given by the address.
//
// A wherefore server that serves the page marks it in its <html> (data-engine="server"); anywhere else the page is static files and
// this browser is the engine, whose code is fetched only then.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { check } from "../../core/index.ts";
import { browserLacks } from "../client/browser-lacks.ts";
import type { Client } from "../client/client.ts";
import { httpClient } from "../client/http-client.ts";
import { Sentence } from "../views/shared/sentence.tsx";
import { sentenceOf } from "../views/shared/use-loaded.ts";
import { App } from "./app.tsx";
import "./style.css";

async function engine(): Promise<Client> {
  if (document.documentElement.dataset.engine === "server") return httpClient();
  const lack = await browserLacks();
  check(lack === undefined, lack ?? "");
  const { browserClient } = await import("../client/browser-client.ts");
  return browserClient();
}

/** Shown if the page cannot run. */
function Broken({ sentence }: { readonly sentence: string }) {
  return (
    <main>
      <h1>Wherefore</h1>
      <Sentence text={sentence} />
    </main>
  );
}

const root = createRoot(document.getElementById("page")!, {
  // React removes the whole page if a component throws; without this it would be blank.
  onUncaughtError: (error) => {
    reportError(error);
    root.render(<Broken sentence={`${sentenceOf(error)}; tables and runs are kept, reload the page`} />);
  },
});

engine()
  .then(
    (client) => <App client={client} />,
    (error: unknown) => <Broken sentence={sentenceOf(error)} />,
  )
  .then((page) => root.render(<StrictMode>{page}</StrictMode>));
