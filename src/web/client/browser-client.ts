// The engine in this browser: core in Web Workers, tables and runs kept in its database.

import type { Client } from "./client.ts";

export function browserClient(): Client {
  throw new Error("not yet");
}
