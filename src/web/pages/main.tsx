// The page's beginning: finds its engine, and shows the screen that the address says.
//
// A server that serves the page says so in its <html> (data-engine="server"); from any other place the page is files alone, and
// this browser is the engine, fetched only then.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { check } from "../../core/index.ts";
import { browserLacks } from "../client/browser-lacks.ts";
import type { Client } from "../client/client.ts";
import { httpClient } from "../client/http-client.ts";
import { Sentence } from "../views/sentence.tsx";
import { App } from "./app.tsx";
import "./style.css";

async function engine(): Promise<Client> {
  if (document.documentElement.dataset.engine === "server") {
    const token = new URLSearchParams(location.search).get("token") ?? undefined;
    return httpClient({ token });
  }
  const lack = await browserLacks();
  check(lack === undefined, lack ?? "");
  const { browserClient } = await import("../client/browser-client.ts");
  return browserClient();
}

engine()
  .then(
    (client) => <App client={client} />,
    (error: Error) => (
      <main>
        <h1>Wherefore</h1>
        <Sentence text={error.message} />
      </main>
    ),
  )
  .then((shown) => {
    createRoot(document.getElementById("page")!).render(<StrictMode>{shown}</StrictMode>);
  });
