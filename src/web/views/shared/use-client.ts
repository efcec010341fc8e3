// The client of the engine, available to all components of the page.

import { createContext, useContext } from "react";
import type { Client } from "../../client/client.ts";

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("there is no client above this part of the page");
  return client;
}
