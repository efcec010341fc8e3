// The page's beginning: finds its engine, and shows the screen that the address says.
//
// A server that serves the page says so in its <html> (data-engine="server"); from any other place the page is files alone, and
// this browser is the engine, fetched only then.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Client } from "../client/client.ts";
import { httpClient } from "../client/http-client.ts";
import { App } from "./app.tsx";
import "./style.css";

async function engine(): Promise<Client> {
  if (document.documentElement.dataset.engine === "server") {
    const token = new URLSearchParams(location.search).get("token") ?? undefined;
    return httpClient({ token });
  }
  const { browserClient } = await import("../client/browser-client.ts");
  return browserClient();
}

engine().then((client) => {
  createRoot(document.getElementById("page")!).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
});
